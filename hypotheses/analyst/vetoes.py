"""Reasons to reject an idea whatever its scores, each with its quote."""

from __future__ import annotations

from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.testability import Testability
from hypotheses.analyst.variables import OK, Variables, standing

_SHOULD_REACH = 3
_MIND_REACH = 5
_FEW = 4
_LONG = 3  # sentences: a text that long lists criteria (`participants must ...`)
_OVERLAP = 0.99
_CAN = frozenset("can could will able pode podem consegue conseguem capaz conseguiria jamais".split())
_DETECT = frozenset("detect observ captur reveal see measur refute medir mostra capta alcanc disprov".split())


def find(
    reading: Reading, variables: Variables, measured: bool, testability: Testability
) -> list[tuple[str, Span]]:
    """The vetoes of a text as (kind, span), at most one of a kind."""
    found: list[tuple[str, Span]] = []
    if not reading.all("contrasts"):  # `contrary to ...`, `we test whether`: the belief is weighed
        found += _listed(reading, "popular_belief") or _believed(reading, measured)
        found += _value(reading, measured)
        found += _listed(reading, "unfalsifiable") or _immune(reading)
        if not measured:
            found += _listed(reading, "metaphysics") or _anthropomorphism(reading)
    if not measured and testability.comparator is None:
        found += _tautology(reading, variables)
        found += [] if found else _vague(reading, variables)
    return found


def _listed(reading: Reading, kind: str) -> list[tuple[str, Span]]:
    cues = [cue for cue in reading.all(kind) if not reading.negated(cue.start, 2)]
    return [(kind, cues[0][:2])] if cues else []


def _followed(reading: Reading, first: str, then: str, reach: int) -> Span | None:
    """A cue of one list with one of another behind it in the same sentence."""
    for cue in reading.all(first):
        for other in reading.all(then):
            if 0 <= other.start - cue.end <= reach and (
                reading.sentence(cue.start) == reading.sentence(other.start)
            ):
                return cue.start, other.end
    return None


def _believed(reading: Reading, measured: bool) -> list[tuple[str, Span]]:
    """`the whole industry agrees`, `old folks have always said`."""
    if measured or reading.all("selection_cues"):
        return []
    span = _followed(reading, "universals", "belief_verbs", 4)
    return [("popular_belief", span)] if span else []


def _immune(reading: Reading) -> list[tuple[str, Span]]:
    """`no test can detect it`, `the lack of proof confirms it`, `if it fails, it is because`."""
    span = _no_test(reading) or _followed(reading, "absences", "proofs", 6) or _excused(reading)
    return [("unfalsifiable", span)] if span else []


def _no_test(reading: Reading) -> Span | None:
    for cue in reading.all("tests"):
        before = reading.keys[cue.start - 1] if cue.start else ""
        after = reading.keys[cue.end : cue.end + 6]
        none = before in ("no", "nenhum", "nenhuma") or after[:1] in (["nenhum"], ["nenhuma"])
        if none and any(key in _CAN or key[:6] in _DETECT for key in after):
            return cue.start - 1, min(reading.size, cue.end + 3)
    return None


def _excused(reading: Reading) -> Span | None:
    """A failure explained away in advance: `if it does not work, it is because ...`."""
    for cue in reading.all("conditionals"):
        if reading.keys[cue.start] not in ("if", "when", "se", "quando"):
            continue
        failed = [c for c in reading.all("failures") if 0 <= c.start - cue.end <= 6]
        blamed = [
            place
            for place in range(cue.end, min(reading.size, cue.end + 16))
            if reading.keys[place] in ("because", "porque")
            or reading.keys[place : place + 2] in (["is", "simply"], ["it", "simply"])
        ]
        if failed and blamed and blamed[0] > failed[0].start:
            return cue.start, blamed[0] + 1
    return None


def _value(reading: Reading, measured: bool) -> list[tuple[str, Span]]:
    """A judgement of worth, or a `should` that is no prediction."""
    if measured:
        return []
    for cue in reading.all("value_judgement"):
        return [("value_judgement", cue[:2])]
    if reading.all("selection_cues") or reading.words.sentence[-1] > _LONG:
        return []
    for cue in reading.all("modal_should"):
        if not _predicts(reading, cue):
            end = reading.sentence_span(cue.start)[1]
            return [("value_judgement", (cue.start, min(end, cue.end + 4)))]
    return []


def _predicts(reading: Reading, cue: Cue) -> bool:
    reach = range(cue.end, min(reading.size, cue.end + _SHOULD_REACH))
    return any(reading.starting("prediction_verbs", place) for place in reach)


def _anthropomorphism(reading: Reading) -> list[tuple[str, Span]]:
    """A thing that wants, feels or takes revenge."""
    for mind in reading.all("minds"):
        for feeling in reading.all("feelings"):
            if (
                0 <= feeling.start - mind.end <= _MIND_REACH
                and reading.sentence(mind.start) == reading.sentence(feeling.start)
                and not _personal_between(reading, mind.end, feeling.start)
            ):
                return [("metaphysics", (mind.start, feeling.end))]
    return []


def _personal_between(reading: Reading, start: int, end: int) -> bool:
    return any(reading.starting("units", place) for place in range(start, end)) or any(
        reading.starting(category, place)
        for category in ("verb_up", "verb_down", "verb_change")
        for place in range(start, end)
    )


def _tautology(reading: Reading, variables: Variables) -> list[tuple[str, Span]]:
    listed = _listed(reading, "tautology")
    if listed:
        return listed
    relation = variables.relation
    if relation is None or relation.independent is None or relation.dependent is None:
        return []
    left, right = (_stems(reading, span) for span in (relation.independent, relation.dependent))
    smaller, larger = sorted((left, right), key=len)
    overlap = len(smaller & larger) / len(smaller) if smaller else 0
    if overlap >= _OVERLAP and standing(reading, relation.independent) == OK and len(larger) <= 3:
        ends = sorted((*relation.independent, *relation.dependent))
        return [("tautology", (ends[0], ends[-1]))]
    return []


def _stems(reading: Reading, span: Span) -> set[str]:
    return {reading.keys[i][:6] for i in range(*span) if reading.is_content(i)}


def _vague(reading: Reading, variables: Variables) -> list[tuple[str, Span]]:
    """Nothing to hold on to: empty words where the variables should be."""
    if variables.placeholder or reading.all("measures", "factors"):
        return []
    for cue in reading.all("vagueness"):
        return [("vagueness", cue[:2])]
    empty = reading.all("empty_nouns")
    content = [i for i in range(reading.size) if reading.is_content(i)]
    solid = [i for i in content if _says_something(reading, i)]
    definite = [c for c in reading.all("constructs") if not reading.starting("more", c.start)]
    if content and not definite and (
        (empty and len(solid) <= _FEW) or (variables.score == 0 and not solid)
    ):
        return [("vagueness", (0, reading.size))]
    return []


def _says_something(reading: Reading, index: int) -> bool:
    return not any(
        reading.starting(category, index)
        for category in ("vague_nouns", "empty_nouns", "verb_link", "more", "less", "hedges", "verb_change")
    ) and not reading.keys[index].endswith(("ly", "mente"))
