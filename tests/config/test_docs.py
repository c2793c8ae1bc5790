"""The commands that the documentation shows are commands there are, with options they take."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from django.core.management import CommandError, get_commands, load_command_class

from config.startup import LABORATORY

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CALL = re.compile(r"manage\.py ([a-z_]+(?: [^ ]+)*)")
"""Two blanks separate a call from the words beside it."""
END = re.compile(r"[|;>`]|&&")
NUMBERS = ("VARIANT", "STRATEGY", "ID", "RUN", "N")


def calls() -> list[tuple[str, str]]:
    """(page, command line) of each call in a block of code."""
    found = []
    for page in PAGES:
        for block in re.findall(
            r"^```\w*\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S
        ):
            joined = re.sub(r"\\?\n {10,}(?=\[)", " ", block)
            for line in joined.splitlines():
                written = CALL.findall(line.split(" #")[0])
                found += [(page.name, END.split(call)[0].strip()) for call in written]
    return list(dict.fromkeys(found))


def arguments(line: str) -> list[str]:
    """The arguments of a call, with all that is optional given and the first of each choice."""
    line = re.sub(r"[\[\]](?=[-\s]|$)|(?<=\s)\[", "", line).replace(" ... ", " ")
    given = [re.sub(r"^([a-z]+)\|.*", r"\1", word) for word in shlex.split(line)]
    return ["3" if word in NUMBERS else word for word in given]


@pytest.mark.parametrize(("page", "line"), calls())
def test_a_command_of_the_documentation_is_understood(page, line):
    name, *given = arguments(line)
    app = get_commands()[name]
    if name in LABORATORY:
        app = "tests.lab"
    command = load_command_class(app, name) if isinstance(app, str) else app
    try:
        command.create_parser("manage.py", name).parse_args(given)
    except CommandError as error:
        pytest.fail(f"{page}: manage.py {line}: {error}")


def test_a_source_file_that_is_named_is_there():
    pages = [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "GLOSSARY.md"]
    packages = ("config", "hypotheses", "trading", "templates", "tests", "docs", "locale")
    there = [file.as_posix() for name in packages for file in (ROOT / name).rglob("*.*")]
    there += [file.as_posix() for file in ROOT.glob("*.*")]
    named = {
        (page.name, name)
        for page in pages
        for name in re.findall(r"`([\w./]+\.(?:py|html|toml|csv))`", page.read_text("utf-8"))
        if not name.startswith("var/")
    }
    missing = [each for each in sorted(named) if not any(p.endswith(f"/{each[1]}") for p in there)]
    assert missing == []


def test_no_page_holds_a_merge_that_was_not_ended():
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    unended = re.compile(r"^(?:<{7}|>{7}) ", re.M)

    assert not [page.name for page in pages if unended.search(page.read_text(encoding="utf-8"))]
