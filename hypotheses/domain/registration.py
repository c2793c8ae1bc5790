"""A pre-registration's content: its canonical form, its hash, and what differs from it later."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

FORMAT = 2
"""2 holds the claim's frame; 1 did not."""
# What a person may state beside the question, in the order of the form.
PLAN = (
    "hypotheses",
    "design",
    "existing_data",
    "sampling",
    "sample_size",
    "manipulated",
    "measured",
    "analysis",
    "inference",
)
# Parts in which an amendment with the same content may differ: its place in the series.
_PLACE = ("number", "registered_at", "registered_by", "follows")


def canonical(content: Any) -> str:
    """Plain JSON as the text that is hashed: sorted keys, no spaces, UTF-8."""
    return json.dumps(
        content, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def digest(content: Any) -> str:
    """SHA-256 of the canonical form."""
    return hashlib.sha256(canonical(content).encode()).hexdigest()


def same_substance(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two contents freeze the same, whenever and by whomever."""
    ours, theirs = ({k: v for k, v in each.items() if k not in _PLACE} for each in (one, other))
    return ours == theirs


@dataclass(frozen=True, slots=True)
class RegistrationDifference:
    """A difference: its path, the recorded value and the found one; None: absent."""

    path: str
    recorded: Any
    found: Any


def differences(recorded: Any, found: Any, path: str = "") -> Iterator[RegistrationDifference]:
    """Where two pieces of plain JSON differ, by path: `version.elements.1.text`."""
    if isinstance(recorded, dict) and isinstance(found, dict):
        for key in [*recorded, *(key for key in found if key not in recorded)]:
            yield from differences(recorded.get(key), found.get(key), _below(path, key))
    elif isinstance(recorded, list) and isinstance(found, list):
        for at in range(max(len(recorded), len(found))):
            one, other = (each[at] if at < len(each) else None for each in (recorded, found))
            yield from differences(one, other, _below(path, str(at)))
    elif recorded != found:
        yield RegistrationDifference(path, recorded, found)


def _below(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


@dataclass(frozen=True, slots=True)
class Stand:
    """A state of the hypothesis from a time on: its parts by name, and the version if it is one."""

    at: datetime
    values: Mapping[str, str]
    version: int | None = None


@dataclass(frozen=True, slots=True)
class Deviation:
    """A part that differs from what was frozen, and since when; an empty text: the part is missing.

    `part` is question, decision, an element's kind, or `origin:` and that kind where only the
    origin differs. `declared` is the number of the amendment that states it, None without one.
    """

    part: str
    before: str
    after: str
    at: datetime
    version: int | None = None
    declared: int | None = None


def parts_of(content: Mapping[str, Any]) -> dict[str, str]:
    """The parts of a content that are compared: its question, elements and decision."""
    version = content["version"]
    return {
        **version_parts(version["question"], version["elements"]),
        "decision": content["decision"]["after"],
    }


def version_parts(question: str, elements: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """A version's parts by name."""
    parts = {"question": question}
    for element in elements:
        parts[element["kind"]] = element["text"]
        parts[f"origin:{element['kind']}"] = element["origin"]
    return parts


def deviations(
    frozen: Mapping[str, str],
    stands: Sequence[Stand],
    amendments: Mapping[int, Mapping[str, str]] | None = None,
) -> list[Deviation]:
    """How the last of the states, which are in order of time, differs from what was frozen.
    `amendments` are the parts of later pre-registrations by number."""
    if not stands:
        return []
    found = []
    names = dict.fromkeys([*_about(frozen, stands[-1]), *stands[-1].values])
    for name in names:
        before, after = frozen.get(name, ""), stands[-1].values.get(name, "")
        if before == after or _is_covered(name, frozen, stands[-1].values):
            continue
        since = _since(name, stands)
        declared = (n for n, parts in (amendments or {}).items() if parts.get(name, "") == after)
        found.append(Deviation(name, before, after, since.at, since.version, next(declared, None)))
    return found


def _about(frozen: Mapping[str, str], stand: Stand) -> list[str]:
    """The frozen parts that this state could have: a version has no decision, and the reverse."""
    decides = "decision" in stand.values
    return [name for name in frozen if (name == "decision") == decides]


def _is_covered(name: str, frozen: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Whether another part covers the difference: the words, a change of origin; the question,
    an element that is the whole of it."""
    kind = name.removeprefix("origin:")
    if kind != name:
        return frozen.get(kind, "") != now.get(kind, "")
    whole = all(each.get(name) == each.get("question") for each in (frozen, now))
    return name != "question" and "question" in frozen and whole


def _since(name: str, stands: Sequence[Stand]) -> Stand:
    """The state since which the part has been as it is."""
    now = stands[-1].values.get(name, "")
    since = stands[-1]
    for stand in reversed(stands):
        if stand.values.get(name, "") != now:
            break
        since = stand
    return since
