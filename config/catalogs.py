"""The message catalogues: collected from the sources and compiled with Babel (ADR 0003).

Development only. At run time Django reads the committed .mo files, without Babel or gettext tools.
"""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

LANGUAGES = ("pt_BR",)  # English stands in the sources: it needs no catalogue
FOLDERS = ("config", "hypotheses", "trading", "templates", "tests/lab")
KEYWORDS: dict[str, Any] = {
    "_": None,
    "N_": None,  # marked now, translated where it is shown
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|%[a-z]|\{\w*\}")


def extract_template(
    fileobj: io.BytesIO, keywords: Any, comment_tags: Any, options: Any
) -> Iterator[Any]:
    """Babel's extractor for Django templates: Django rewrites the tags as gettext calls. The calls
    are put in brackets, so that the text may be indented in any way and is still Python."""
    source = templatize(fileobj.read().decode("utf-8"))
    bracketed = io.BytesIO(f"({source}\n)".encode())
    return extract_python(bracketed, keywords, comment_tags, options)


API_SCHEMA = "tests/hypotheses/api/schema.yml"
"""The schema of the API as it is committed: its page says what operations do in two languages."""


def texts_of_operations(schema: Any) -> Iterator[str]:
    """What a schema says of its operations, their parameters and answers."""
    for methods in schema["paths"].values():
        for operation in methods.values():
            parts = [operation, *operation.get("parameters", ()), *operation["responses"].values()]
            for text in (operation["summary"], *(each.get("description", "") for each in parts)):
                if text:
                    yield text


def po_file(root: Path, language: str) -> Path:
    return root / "locale" / language / "LC_MESSAGES" / "django.po"


def collect(root: Path) -> Catalog:
    """Every text to translate in the sources and of the API, with the files it stands in."""
    found = Catalog(charset="utf-8")
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*")):
        if path.suffix == ".py":
            method: Any = "python"
        elif path.suffix in (".html", ".txt") and "templates" in path.parts:
            method = extract_template
        else:
            continue
        where = path.relative_to(root).as_posix()
        for _line, message, comments, context in extract_from_file(
            method, path, keywords=KEYWORDS, comment_tags=("Translators:",)
        ):
            found.add(message, None, [(where, 1)], auto_comments=comments, context=context)
    if (schema := root / API_SCHEMA).exists():
        for text in texts_of_operations(yaml.safe_load(schema.read_text(encoding="utf-8"))):
            found.add(text, None, [(API_SCHEMA, 1)])
    return found


def updated(root: Path, language: str, found: Catalog) -> Catalog:
    """The language's catalogue brought up to date with the sources; existing translations are
    kept."""
    path = po_file(root, language)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language, domain="django")
    else:
        now = datetime.now(tz=UTC)
        catalog = Catalog(
            language,
            "django",
            header_comment="# Crivo's texts. `make messages` collects and compiles them.",
            project="Crivo",
            version="1",
            creation_date=now,
            revision_date=now,
            fuzzy=False,
        )
    # No personal names in the header.
    catalog.msgid_bugs_address = catalog.last_translator = catalog.language_team = ""
    # The dates are those of the file's start: a run that changes no text changes no byte.
    found.creation_date = catalog.creation_date
    catalog.update(found, no_fuzzy_matching=True)
    catalog.obsolete.clear()
    return catalog


def as_po(catalog: Catalog) -> bytes:
    buffer = io.BytesIO()
    # Sorted and without source lines: the file changes when a text does, not when one moves.
    write_po(buffer, catalog, width=100, no_location=True, sort_output=True)
    return buffer.getvalue()


def as_mo(catalog: Catalog) -> bytes:
    buffer = io.BytesIO()
    write_mo(buffer, catalog)
    return buffer.getvalue()


def faults(catalog: Catalog, language: str) -> Iterator[str]:
    """What is wrong with the translations themselves, one line each."""
    for message in catalog:
        if not message.id:
            continue
        sources, texts = forms(message.id), forms(message.string)
        where = f"{sources[0]!r} ({message.locations[0][0]})"
        if message.fuzzy or not texts or not all(texts):
            yield f"{language}: not translated: {where}"
        elif any(placeholders(a) != placeholders(b) for a, b in zip(sources, texts, strict=True)):
            yield f"{language}: other placeholders: {where}"


def forms(value: str | Sequence[str] | None) -> list[str]:
    """A message's text, or its singular and plural."""
    return [value] if isinstance(value, str) else list(value or ())


def placeholders(text: str) -> list[str]:
    return sorted(PLACEHOLDER.findall(text))


def stale(root: Path, language: str, catalog: Catalog) -> Iterator[str]:
    """The language's files that are out of date with the sources and translations."""
    po = po_file(root, language)
    for path, content in ((po, as_po(catalog)), (po.with_suffix(".mo"), as_mo(catalog))):
        if not path.exists() or path.read_bytes() != content:
            yield f"{path.relative_to(root).as_posix()}: not up to date"


def write(root: Path, language: str, catalog: Catalog) -> None:
    po = po_file(root, language)
    po.parent.mkdir(parents=True, exist_ok=True)
    po.write_bytes(as_po(catalog))
    po.with_suffix(".mo").write_bytes(as_mo(catalog))


# One concept, one word: words that a translated text must not use. The terms stand beside a
# language's catalogue, in `locale/<language>/terms.toml`. The texts are those of the catalogue and
# the sentences that the apps keep in message files of their own.

FILES = "*/**/messages/pt.toml"
"""Where the apps keep sentences in Portuguese; the English ones are beside them."""


@dataclass(frozen=True)
class Term:
    """A concept, the word for it, and the words not to use for it (where `source` fits the English
    text)."""

    concept: str
    use: str
    never: tuple[re.Pattern[str], ...]
    source: re.Pattern[str] | None

    def wrong(self, source: str, text: str) -> str:
        """The wrong words in a text; empty when there are none."""
        if self.source is not None and not self.source.search(source):
            return ""
        found = (pattern.search(text) for pattern in self.never)
        return next((match[0] for match in found if match), "")


def terms(root: Path, language: str) -> list[Term]:
    """The terms of a language; none where it has no file of them."""
    path = root / "locale" / language / "terms.toml"
    if not path.exists():
        return []
    return [
        Term(
            row["concept"],
            row["use"],
            tuple(re.compile(pattern, re.IGNORECASE) for pattern in row["never"]),
            re.compile(row["source"], re.IGNORECASE) if "source" in row else None,
        )
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["term"]
    ]


def wrong_terms(root: Path, language: str, catalog: Catalog) -> Iterator[str]:
    """The texts that use a wrong word, one line each: where, the word, and the right one."""
    known = terms(root, language)
    for where, source, text in [*_of_catalogue(catalog), *_of_files(root)]:
        for term in known:
            if word := term.wrong(source, text):
                yield f"{language}: “{word}” for {term.concept} ({where}): {term.use}"


def _of_catalogue(catalog: Catalog) -> Iterator[tuple[str, str, str]]:
    for message in catalog:
        if message.id:
            source = forms(message.id)[0]
            for text in forms(message.string):
                yield repr(source), source, text


def _of_files(root: Path) -> Iterator[tuple[str, str, str]]:
    for path in sorted(root.glob(FILES)):
        sources = _flat(_read(path.with_name("en.toml")))
        for key, text in _flat(_read(path)).items():
            yield f"{path.relative_to(root).as_posix()}: {key}", sources.get(key, ""), text


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _flat(tree: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in tree.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = str(value)
    return found
