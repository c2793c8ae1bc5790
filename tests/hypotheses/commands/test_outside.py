"""The commands from outside: exit codes, and what goes where, in both languages."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError
from django.utils import translation
from django.utils.translation import gettext as _

from tests.hypotheses.helpers import COMPLETE, REFINED, command, refined, stored
from tests.processes import Process, Site


def ended(*processes: Process) -> list[int]:
    """Their exit codes; they start up at the same time."""
    return [process.wait() for process in processes]


@pytest.mark.slow
def test_exit_codes_and_streams(site: Site) -> None:
    good = site.start("refine", COMPLETE["en"], "--json")
    bad = site.start("refine", "")
    wrong = site.start("refine", REFINED["en"], "--max-refinements", "9")
    unknown = site.start("decide", "404", "reject", "--reason", "x")
    portuguese = site.start("decide", "404", "reject", "--reason", "x", CRIVO_LANGUAGE="pt-br")
    assert ended(good, bad, wrong, unknown, portuguese) == [0, 1, 2, 1, 1]

    assert json.loads(good.out)["status"] == "approved"
    assert "step methodologist 0" in good.log
    assert (bad.out, bad.log) == ("", "CommandError: the text is empty: write it in a sentence\n")
    assert wrong.out == ""
    assert wrong.log.endswith("'9': takes a whole number from 0 to 5\n")
    assert unknown.log == "CommandError: there is no hypothesis 404\n"
    with translation.override("pt-br"):
        translated = _("there is no hypothesis %(id)s") % {"id": 404}
    assert portuguese.log == f"CommandError: {translated}\n" != unknown.log
    assert stored()["Hypothesis"] == 1


ERRORS = [
    ("refine", ""),
    ("refine", "a" * 5_001),
    ("refine", "TDD\x00"),
    ("refine", "TDD \udcff"),
    ("refine", "TDD reduces bugs 🎉"),
    ("refine", "<b>TDD</b>"),
    ("refine", "123"),
    ("refine", "Кофе лучше чая по утрам"),
    ("refine", "La casa es muy grande y los chicos son felices"),
    ("assess", "/nowhere/ideas"),
    ("answer", "{id}"),
    ("answer", "{id}", "novelty=x"),
    ("answer", "{id}", "metrics=\x07"),
    ("answer", "{id}", "--confirm", "window"),
    ("answer", "404", "metrics=x"),
    ("decide", "{id}", "approve", "--reason", " "),
    ("decide", "{id}", "reject", "--reason", "x", "--user", "nobody"),
]


@pytest.mark.django_db
@pytest.mark.parametrize("arguments", ERRORS, ids=[f"{e[0]} {n}" for n, e in enumerate(ERRORS)])
def test_an_error_is_one_line_in_either_language(arguments: tuple[str, ...]) -> None:
    number = refined(COMPLETE["en"]).pk
    said = {}
    for language in ("en", "pt-br"):
        with translation.override(language), pytest.raises(CommandError) as caught:
            command(*(each.format(id=number) for each in arguments))
        said[language] = str(caught.value)
    assert "\n" not in said["en"] + said["pt-br"]
    assert said["en"] != said["pt-br"]
