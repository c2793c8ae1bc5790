"""What a review says about a claim: scores, findings by slot, vetoes; and the assessment of a
text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

from config.text.language import detect
from hypotheses.analyst import proposals, writer
from hypotheses.analyst.messages import messages_for
from hypotheses.analyst.questions import POINTER, UNNAMED
from hypotheses.analyst.reader import ClaimReading, FoundVeto, read
from hypotheses.analyst.review import AspectCoverage, coverage, judge
from hypotheses.domain.claim import (
    ASPECT_OF,
    Claim,
    Doubt,
    Slot,
    SlotName,
    is_choice,
    joined,
)
from hypotheses.domain.gaps import SlotFinding
from hypotheses.domain.types import (
    ASPECTS,
    AspectAssessment,
    Assessment,
    Kind,
    Language,
    Verdict,
    VetoReason,
)

_RELATED = ("causal", "comparative", "correlational", "predictive", "equivalence",
            "non_inferiority")  # fmt: skip


def assess(text: str, language: str = "auto") -> Assessment:
    """Assess one text. `language` is auto, en or pt. Raises LanguageError when auto cannot tell."""
    return conclude(_read(text, language))


def sort(text: str, language: str = "auto") -> tuple[Language, Kind]:
    """The language and the kind of a text, as `assess` has them. Raises as it does."""
    found = _read(text, language)
    verdict, _ = _verdict(found, misfit=bool(proposals.misfits(found.claim, found.language)))
    return found.language, kind(found.claim, verdict, text)


def _read(text: str, language: str) -> ClaimReading:
    known: Language = detect(text) if language == "auto" else language  # type: ignore[assignment]
    return read(text, known)


def _verdict(reading: ClaimReading, *, misfit: bool) -> tuple[Verdict, SlotFinding | None]:
    """The verdict on a text as it stands; what its form lacks, where nothing else does."""
    verdict = judge(reading.claim, bool(reading.vetoes), misfit)
    form = on_form(reading.claim, reading.language, reading.text) if verdict == "approved" else None
    return ("needs_refinement" if form else verdict), form


def conclude(reading: ClaimReading) -> Assessment:
    """The verdict on a text as it stands, and its sentences."""
    claim, language = reading.claim, reading.language
    vetoes = tuple(VetoReason(**row) for row in veto_rows(reading.vetoes, language))
    made = writer.statements(reading.own, language, reading.statement)
    found = findings(claim, language, reading.text)
    verdict, form = _verdict(reading, misfit=has_misfit(found))
    if form:
        found.append(form)
    wanting: dict[str, SlotFinding] = {}
    for each in found:
        if not each.filled:
            wanting.setdefault(each.aspect, each)
    return Assessment(
        text=reading.text,
        language=language,
        kind=kind(claim, verdict, reading.text),
        verdict=verdict,
        scores=tuple(
            AspectAssessment(
                **row,
                gap=wanting[row["aspect"]].gap if row["aspect"] in wanting else "",
                suggestion=wanting[row["aspect"]].suggestion if row["aspect"] in wanting else "",
            )
            for row in score_rows(claim, reading.text)
        ),
        claim=claim,
        null=made.null,
        alternative=made.alternative,
        vetoes=vetoes,
        hedges=claim.hedges,
    )


def kind(claim: Claim, verdict: Verdict, text: str) -> Kind:
    """Complete: approved as it stands. Semi-formed: a claim that has its unit or its measure, and
    that is more than an observation."""
    if verdict == "approved":
        return "complete"
    if writer.is_observation(text):
        return "vague"
    related = claim.outcome is not None and (
        claim.exposure is not None or claim.design not in _RELATED
    )
    grounded = claim.is_filled("unit") or claim.is_filled("measure")
    return "semi_formed" if related and grounded and claim.design != "unknown" else "vague"


def has_misfit(found: Iterable[SlotFinding]) -> bool:
    """Whether slots of the claim contradict each other."""
    return any(each.slot == "fit" for each in found)


def score_rows(claim: Claim, text: str) -> list[dict[str, Any]]:
    """The scores as `{aspect, score, evidence, code}`; evidence is a verbatim quote or None."""
    covered = coverage(claim)
    return [
        {
            "aspect": aspect,
            "score": covered[aspect].score,
            "evidence": _quote(claim, covered[aspect], text),
            "code": covered[aspect].code,
        }
        for aspect in ASPECTS
    ]


def _quote(claim: Claim, covered: AspectCoverage, text: str) -> str | None:
    if covered.code == "hedged":
        return next((hedge for hedge in claim.hedges if hedge in text), None)
    if covered.slot is None or not covered.score:
        return None
    spans = [claim.slot(covered.slot) or claim.stand_in(covered.slot)]
    if covered.aspect == "population":
        spans = [claim.unit, claim.bound]
    if covered.aspect == "variables":
        spans = [claim.exposure, claim.outcome]
    placed = [
        (slot.start, slot.end)
        for slot in spans
        if slot is not None and slot.start is not None and slot.end is not None
    ]
    if not placed:
        return None
    start, end = min(start for start, _ in placed), max(end for _, end in placed)
    if covered.aspect == "population" and end - start > _LONGEST:
        start, end = placed[0]
    return text[start:end] or None


_LONGEST = 160  # characters of a population whose unit and bound stand apart


def findings(
    claim: Claim,
    language: Language,
    source: str = "",
    declined: Iterable[str] = (),
    clause: str = "",
) -> list[SlotFinding]:
    """What each needed slot holds, or what is open and how it could be filled.

    Unit and bound are one finding, `population`. There are further findings: `direction` and
    `hedge` where the kind of claim needs them, and `fit` for slots that contradict each other. A
    slot that is `declined` is asked about and has no proposal.
    """
    offered = proposals.offered(claim, language, clause or source, source)
    offered = {name: made for name, made in offered.items() if name not in frozenset(declined)}
    asked = [*_asked(claim), *(name for name in claim.unsure if name not in _WITH_OTHERS)]
    found = [_of_slot(claim, name, language, source, offered) for name in dict.fromkeys(asked)]
    found = _with_factors(found, claim, language)
    found = _with_pointer(found, claim, language, source)
    found += [_doubted(claim, name, language) for name in _undecided(claim)]
    if claim.hedges:
        # the structurer corrects it: a question asserts nothing
        hedge = _open(claim, "hedge", "testability", "hedged", language, source)
        found.append(replace(hedge, offered=True))
    if claim.direction == "unspecified" and claim.design in _RELATED and not claim.open_doubts:
        found.append(_open(claim, "direction", "testability", "no_direction", language, source))
    for misfit in proposals.misfits(claim, language):
        found.append(
            SlotFinding(
                slot="fit",
                aspect=ASPECT_OF[misfit.slots[-1]],
                filled=False,
                code=misfit.code,
                gap=misfit.question,
                suggestion=misfit.question,
            )
        )
        break  # one at a time: the next one may disappear with it
    return found


def _with_pointer(
    found: list[SlotFinding], claim: Claim, language: Language, source: str
) -> list[SlotFinding]:
    """The findings, with the words that point at nothing in place of what their slot holds: no
    proposal fits a thing that nobody knows."""
    asked = proposals.ask_pointer(claim, language, source)
    if asked is None:
        return found
    name, words, question = asked
    gap = messages_for(language).text("pointer", quote=proposals.quoted(words))
    return [
        replace(each, filled=False, evidence="", code=POINTER, gap=gap, suggestion=question,
                offered=False, conditional=False)
        if each.slot == name and each.code in ("", "missing", "no_bound")
        else each
        for each in found
    ]  # fmt: skip


def _with_factors(found: list[SlotFinding], claim: Claim, language: Language) -> list[SlotFinding]:
    """The findings, where what varies is only called factors: which ones."""
    question = proposals.ask_factors(claim, language)
    if not question:
        return found
    gap = messages_for(language).gap("exposure", "placeholder", claim, "")
    return [
        replace(each, filled=False, evidence="", code=UNNAMED, gap=gap, suggestion=question,
                offered=False, conditional=False)
        if each.slot == "exposure"
        else each
        for each in found
    ]  # fmt: skip


def has_pointer(found: Iterable[SlotFinding]) -> bool:
    """Whether words of the claim point at, or stand for, something that the text does not name."""
    return any(each.code in (POINTER, UNNAMED) for each in found)


def on_form(claim: Claim, language: Language, text: str) -> SlotFinding | None:
    """What a title, an aim or a remark lacks, however specific it is: a claim that could be false.
    `I notice that ...` only reports an observation."""
    if writer.is_title(text, claim, language):
        code = "no_direction"
    elif writer.is_observation(text):
        code = "observed"
    else:
        return None
    return unput(claim, language, text, code)


def unput(claim: Claim, language: Language, text: str, code: str = "not_put") -> SlotFinding:
    """The faults that the structurer corrects itself when it makes one question of the claim."""
    return replace(_open(claim, "direction", "testability", code, language, text), offered=True)


def _undecided(claim: Claim) -> tuple[Doubt, ...]:
    """Design and direction, where they were read with doubt; and a design that is not stated."""
    return ("design",) if claim.design == "unknown" else claim.open_doubts


def _doubted(claim: Claim, name: Doubt, language: Language) -> SlotFinding:
    words = messages_for(language)
    known = name == "direction" or claim.design != "unknown"
    question = proposals.ask(claim, "expected" if name == "direction" else name, language)
    return SlotFinding(
        slot=name,
        aspect="testability",
        filled=False,
        code="unsure" if known else "missing",
        gap=words.text(f"doubt_{name}"),
        suggestion=question,
    )


_WITH_OTHERS = ("unit", "bound")  # they are asked about as the population


def _asked(claim: Claim) -> list[str]:
    """The needed slots, unit and bound as one, in the order in which they are asked for."""
    merged = ("population" if name in ("unit", "bound") else name for name in claim.needed)
    return list(dict.fromkeys(merged))


def _of_slot(
    claim: Claim,
    name: str,
    language: Language,
    source: str,
    offered: dict[SlotName, tuple[proposals.RankedProposal, ...]],
) -> SlotFinding:
    parts: tuple[SlotName, ...] = ("unit", "bound") if name == "population" else (name,)  # type: ignore[assignment]
    open_parts = [part for part in parts if not claim.is_filled(part)]
    if open_parts:
        return _open(claim, name, ASPECT_OF[parts[0]], _code(claim, name), language, source, [
            offered[part][0].text for part in open_parts if offered.get(part)
        ] if all(offered.get(part) for part in open_parts) else [])  # fmt: skip
    slots = [claim.slot(part) or claim.stand_in(part) for part in parts]
    held = [slot for slot in slots if slot is not None]
    if any(claim.is_doubted(part) for part in parts):
        return _open(claim, name, ASPECT_OF[parts[0]], "unsure", language, source)
    return SlotFinding(
        slot=name,
        aspect=ASPECT_OF[parts[0]],
        filled=True,
        evidence=_in_order(held),
        conditional=any(slot.origin in ("suggested", "model") for slot in held),
    )


def _in_order(held: list[Slot]) -> str:
    """The words of slots in the order of the text, where they stand together."""
    if all(slot.start is not None for slot in held):
        held = sorted(held, key=lambda slot: slot.start or 0)
    return joined(held)


def _code(claim: Claim, name: str) -> str:
    held = claim.unit if name == "population" else None
    if name in ("exposure", "outcome") and name in claim.placeholders:
        return "placeholder"
    if claim.story and name in ("exposure", "outcome"):
        return "unread"
    return "no_bound" if held is not None else "missing"


def _open(
    claim: Claim,
    name: str,
    aspect: str,
    code: str,
    language: Language,
    source: str,
    offered: Iterable[str] = (),
) -> SlotFinding:
    words = messages_for(language)
    offered = list(offered)
    offers = bool(offered)
    asked = name
    if name == "population":
        asked = "bound" if claim.is_filled("unit") else "unit"
    if name == "exposure" and claim.is_relation_open:
        code = "relation"
        question = proposals.ask_relation(claim, language)
    elif code == "unsure" and name == "leftover":
        question = words.text("unplaced", quote=_read_as(claim, name))
    elif code == "unsure":
        question = proposals.ask_doubted(claim, name, language)
    else:
        question = proposals.ask(claim, cast("proposals.Asked", asked), language, source)
    texts = [each for each in offered if not is_choice(each)]
    suggestion = words.text(f"proposals.{name}", offered=" ".join(texts)) if texts else question
    return SlotFinding(
        slot=name,
        aspect=aspect,  # type: ignore[arg-type]
        filled=False,
        code=code,
        gap=words.text("lost" if name == "leftover" else "doubt", quote=_read_as(claim, name))
        if code == "unsure"
        else words.gap(name, code, claim, source),
        suggestion=suggestion,
        offered=offers,
    )


def _read_as(claim: Claim, name: str) -> str:
    claim = claim.stated
    slot = claim.population if name == "population" else claim.slot(name)  # type: ignore[arg-type]
    return proposals.quoted(slot.text) if slot is not None else ""


def veto_rows(vetoes: Iterable[FoundVeto], language: Language) -> list[dict[str, str]]:
    """The vetoes as `{code, quote, reason}`."""
    words = messages_for(language)
    return [
        {"code": each.code, "quote": each.quote, "reason": words.veto(each.code, each.quote)}
        for each in vetoes
    ]
