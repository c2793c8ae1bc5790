"""The export of a pre-registration as files: Markdown and JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from config.text.markup import escaped

from .osf import TEMPLATE, sections, words


def markdown(content: Mapping[str, Any], sha256: str) -> str:
    """The export as Markdown; whatever a person wrote stands in quotes and is never markup."""
    said = words(content)
    lines = [f"# {said['preregistration']} {content['number']}", ""]
    lines += [f"- {name}: {value}" for name, value in _facts(content, sha256)]
    for section in sections(content):
        lines += ["", f"## {section.title}"]
        for item in section.items:
            lines += ["", f"### {item.title}", ""]
            quoted = ["\n".join(_quoted(each)) for each in item.paragraphs]
            lines += ["\n>\n".join(quoted) if quoted else f"*{said['not_stated']}*"]
    return "\n".join(lines) + "\n"


def _facts(content: Mapping[str, Any], sha256: str) -> Iterator[tuple[str, str]]:
    said = words(content)
    yield said["template"], TEMPLATE
    yield said["hypothesis"], f"{content['hypothesis']['id']}, V{content['version']['number']}"
    yield said["registered_at"], content["registered_at"]
    yield "SHA-256", f"`{sha256}`"
    if content["follows"]:
        yield said["follows"], f"`{content['follows']}`"


def _quoted(text: str) -> Iterator[str]:
    for line in text.splitlines() or [""]:
        yield f"> {escaped(line)}".rstrip()


def as_json(content: Mapping[str, Any], sha256: str) -> dict[str, Any]:
    """The export as plain JSON, with the content that the hash is over."""
    said = words(content)
    return {
        "template": TEMPLATE,
        "language": "pt" if content["hypothesis"]["language"] == "pt" else "en",
        "number": content["number"],
        "registered_at": content["registered_at"],
        "sha256": sha256,
        "sections": [
            {
                "title": section.title,
                "items": [
                    {
                        "title": item.title,
                        "stated": bool(item.paragraphs),
                        "text": "\n\n".join(item.paragraphs) or said["not_stated"],
                    }
                    for item in section.items
                ],
            }
            for section in sections(content)
        ],
        "content": dict(content),
    }
