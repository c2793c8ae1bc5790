"""A structurer's answer, held to what the author said: what is wrong with it, and the draft."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from config.llm.analyst import Draft
from hypotheses.analyst import elements
from hypotheses.analyst.assess import examine
from hypotheses.analyst.elements import CLAIM
from hypotheses.analyst.parts import PARTS
from hypotheses.analyst.text import SLOT
from hypotheses.domain.types import ASPECTS, Aspect
from hypotheses.model_analyst.answers import DraftAnswer
from hypotheses.model_analyst.figures import strike
from hypotheses.model_analyst.guard import is_elsewhere
from hypotheses.model_analyst.quoting import locate, says
from hypotheses.model_analyst.sources import Sources
from hypotheses.model_analyst.words import language_fault, text_fault, words_for, written

_ROOM = 1_500  # characters that a version may be longer than the idea
_ASPECT: dict[str, Aspect] = {
    **PARTS,
    "independent_variable": "variables",
    "dependent_variable": "variables",
}
_CHECKED: tuple[Aspect, ...] = ("population", "metrics")  # others close without a part, too


def faults(answer: DraftAnswer, sources: Sources, gaps: Collection[str]) -> Iterator[str]:
    """What the model has to mend before its version can be kept."""
    words = words_for(sources.language)
    limit = len(sources.original) + _ROOM
    asked = [ask.question for ask in answer.asks]
    yield text_fault("question", answer.question, sources.language, limit)
    for text in asked:
        yield text_fault("asks", text, sources.language)
    for text in (answer.question, " ".join(asked)):
        yield language_fault(text, sources.language, sources.original)
    if is_elsewhere(answer.question, sources):
        yield words.text("faults.elsewhere")
    for name, told in sources.answers.items():
        if name in PARTS and not says(answer.question, told):
            yield words.text("faults.answer", words=told)
    proposed = {p.kind for p in answer.parts if sources.origin(p.kind, p.text) == "suggested"}
    for kind in sorted(proposed & sources.declined):
        yield words.text("faults.declined", kind=kind)
    met = {_ASPECT[p.kind] for p in answer.parts} | {ask.aspect for ask in answer.asks}
    for aspect in _CHECKED:
        if aspect in gaps and aspect not in met:
            yield words.text("faults.gap", aspect=aspect)


def drafted(answer: DraftAnswer, sources: Sources, fallback: str) -> Draft:
    """The version as it is kept: numbers that nobody gave are struck, every part has its origin.

    `fallback` is the claim where the model names none.
    """
    words = words_for(sources.language)
    slot = words.text("slots.value")
    question, figures = strike(written(answer.question), sources.figures, slot)
    asks = _asks(answer, sources)
    if figures:
        hurt = {
            _ASPECT[p.kind] for p in answer.parts if strike(p.text, sources.figures, "").figures
        }
        ask = words.text("asks.value", stretch=_around(question, slot))
        for aspect in sorted(hurt, key=ASPECTS.index) or ["testability"]:
            asks[aspect] = f"{asks[aspect]} {ask}" if aspect in asks else ask
    parts = _parts(answer, sources, question)
    claim = _claim(answer, sources, fallback)
    notes = words.text("notes.struck", figures=", ".join(figures)) if figures else ""
    return {
        "question": question,
        "elements": [claim, *parts],
        "asks": [{"aspect": a, "question": asks[a]} for a in ASPECTS if a in asks],
        "notes": [{"kind": "struck", "text": notes}] if notes else [],
    }


def _asks(answer: DraftAnswer, sources: Sources) -> dict[str, str]:
    asks: dict[str, str] = {}
    for ask in answer.asks:
        said = strike(written(ask.question), sources.figures, "…").text
        asks.setdefault(ask.aspect, said if said.endswith(("?", ".")) else f"{said}?")
    return asks


def _parts(answer: DraftAnswer, sources: Sources, question: str) -> list[dict[str, Any]]:
    """What the version says: what was answered, what the model names, and what else we read in it.

    A part whose words do not stand in the version is none. Variables in words other than the
    author's are left to the claim, which is then to confirm.
    """
    found: dict[str, tuple[str, str]] = {
        name: (told, "confirmed") for name, told in sources.answers.items() if name in PARTS
    }
    named = [(part.kind, part.text) for part in answer.parts]
    read = elements.of_text(examine(question, sources.language))
    for kind, text in [*named, *((e.kind, e.text) for e in read)]:
        said = locate(text, question)
        if kind in found or said is None:
            continue
        origin = sources.origin(kind, said)
        if kind in PARTS or origin != "suggested":
            found[kind] = (said, origin)
    return [
        {"aspect": _ASPECT[kind], "kind": kind, "text": text, "origin": origin}
        for kind, (text, origin) in sorted(found.items(), key=lambda item: _place(item[0]))
    ]


def _place(kind: str) -> int:
    return list(_ASPECT).index(kind)


def _claim(answer: DraftAnswer, sources: Sources, fallback: str) -> dict[str, Any]:
    """The bare claim; ours to confirm where the model put it in other words."""
    told = sources.answers.get("variables")
    if told:
        return {"aspect": "variables", "kind": CLAIM, "text": told, "origin": "confirmed"}
    text = strike(SLOT.sub("", written(answer.claim)), sources.figures, "…").text.strip()
    if not text or text_fault("claim", text, sources.language, len(sources.original) + _ROOM):
        text = fallback
    if says(fallback, text):
        before = sources.elements.get(CLAIM)
        origin = before["origin"] if before and says(before["text"], text) else "user"
    else:
        origin = sources.origin(CLAIM, text)
    return {"aspect": "variables", "kind": CLAIM, "text": text, "origin": origin}


def _around(question: str, slot: str) -> str:
    """The first open value with the words before it."""
    before, _, after = question.partition(slot)
    return " ".join([*before.split()[-5:], slot, *after.split()[:2]])
