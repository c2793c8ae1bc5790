"""Reasons to reject an idea whatever its scores, each with its quote."""

from __future__ import annotations

from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation import BE
from hypotheses.analyst.testability import Testability
from hypotheses.analyst.variables import OK, Variables, standing

_SHOULD_REACH = 3
_MIND_REACH = 12
_FEW = 4
_FEWEST = 2
_SHORT = 10
_LONG = 3  # sentences: a text that long lists criteria (`participants must ...`)
_DEGREE = frozenset(
    "very so too just simply plain morally and e muito tao bem totalmente um uma a an not nao".split()
)
_REACH = 7
_NONE = frozenset(
    "no not never nobody none cannot cant nenhum nenhuma nunca jamais ninguem nao nem neither".split()
)
_CAN = frozenset(
    "can could cannot ever never jamais nunca able cant pode podem podera podere poderi poderm conseg capaz possiv".split()
)
_DETECT = frozenset(
    "detect observ captur measur refute refuta desmen disprov falsif verifi medir medi-l measure medido medida "
    "testad tested proven provad provar percei perceb".split()
)
_REVEAL = frozenset("revea revel pick capta acusa show mostr".split())
_APPLY = frozenset("apply aplicar use usar usamo using will vai vamos aplicamo".split())
_SUPPOSED = frozenset("if when where whenever se quando onde".split())
_BLAMED = frozenset(
    tuple(pair.split("/"))
    for pair in (
        "is/because is/simply its/because its/cuz is/cuz was/because it/simply was/not it/wasnt must/have "
        "é/porque é/pq foi/porque foi/pq so/pode nao/era ainda/nao só/pode foi/o foi/a é/que is/the"
    ).split()
)
_VANISH = frozenset("vanis disap desap some somem hides escon evapo muda chang".split())
_WHENEVER = frozenset("whenever when sempre quando vez time".split())
_MIND_REACH = 12


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
    found += _listed(reading, "tautology") or _either_way(reading)
    if not found and not measured:
        found += _same_thing(reading, variables)
        if testability.comparator is None and not found:
            found += _vague(reading, variables, testability)
    return [veto for veto in found if _in_idea(reading, veto[1])]


def _in_idea(reading: Reading, span: Span) -> bool:
    """Whether a span stands where a text states its idea: in a long one, the first sentences."""
    return reading.last_sentence <= _LONG or reading.sentence(span[0]) <= 1


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
    """`no test can detect`, `can never be refuted`, `nobody can ever observe`."""
    for cue in reading.all("tests"):
        before = reading.keys[max(0, cue.start - 4) : cue.start]
        after = reading.keys[cue.end : cue.end + _REACH]
        if (
            {"no", "nenhum", "nenhuma"} & set(before[-2:])
            and any(key[:5] in _REVEAL or key[:6] in _DETECT for key in after)
            and not {"study", "estudo", *_APPLY} & {reading.keys[cue.start], *before}
        ):
            return max(0, cue.start - 1), min(reading.size, cue.end + 3)
    for index in range(1, reading.size):
        if reading.keys[index][:6] not in _DETECT and reading.keys[index][:5] not in _DETECT:
            continue
        start = max(reading.sentence_span(index)[0], index - _REACH)
        before = reading.keys[start:index]
        if _NONE & set(before) and any(key[:6] in _CAN for key in before):
            return start, index + 1
        if any(key[:5] in _VANISH for key in before) and _WHENEVER & set(before):
            return start, index + 1
    return None


def _excused(reading: Reading) -> Span | None:
    """A failure explained away in advance: `if it does not work, it is because ...`."""
    for cue in reading.all("conditionals"):
        if reading.keys[cue.start] not in _SUPPOSED:
            continue
        failed = [c for c in reading.all("failures") if 0 <= c.start - cue.end <= 6]
        if not failed:
            continue
        end = reading.sentence_span(cue.start)[1]
        for place in range(failed[0].end, min(end, cue.end + 16)):
            if tuple(reading.keys[place : place + 2]) in _BLAMED:
                return cue.start, min(reading.size, place + 2)
    return None


def _value(reading: Reading, measured: bool) -> list[tuple[str, Span]]:
    """A judgement of worth, or a `should` that is no prediction."""
    for cue in reading.all("worths"):
        if _predicated(reading, cue):
            return [("value_judgement", cue[:2])]
    if measured:
        return []
    for cue in reading.all("value_judgement"):
        return [("value_judgement", cue[:2])]
    if reading.all("selection_cues") or reading.last_sentence > _LONG:
        return []
    for cue in reading.all("modal_should"):
        if not _predicts(reading, cue):
            end = reading.sentence_span(cue.start)[1]
            return [("value_judgement", (cue.start, min(end, cue.end + 4)))]
    return []


def _predicated(reading: Reading, cue: Cue) -> bool:
    """Whether a word of worth is what the sentence says of its subject: `is simply wrong`."""
    for place in range(cue.start - 1, max(-1, cue.start - 4), -1):
        if reading.keys[place] in BE or reading.keys[place] in ("seria", "seriam", "would"):
            return True
        if reading.keys[place] not in _DEGREE and not reading.keys[place].endswith(("ly", "mente")):
            return False
    return False


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
                and not _personal_between(reading, mind, feeling)
            ):
                return [("metaphysics", (mind.start, feeling.end))]
    return []


def _personal_between(reading: Reading, mind: Cue, feeling: Cue) -> bool:
    """Whether it is a person who feels: one is named before, or a clause ends in between."""
    start = reading.sentence_span(mind.start)[0]
    named = any(reading.starting("persons", place) for place in range(start, feeling.start))
    return named or any(
        reading.keys[place] == ";" or reading.starting(category, place)
        for category in ("verb_up", "verb_down")
        for place in range(mind.start, feeling.start)
    )


def _same_thing(reading: Reading, variables: Variables) -> list[tuple[str, Span]]:
    """The two variables are the same words: `efficient teams are more efficient`."""
    relation = variables.relation
    if relation is None or relation.independent is None or relation.dependent is None:
        return []
    left, right = (_stems(reading, span) for span in (relation.independent, relation.dependent))
    if (
        right
        and right <= left
        and len(left) <= _FEW
        and standing(reading, relation.independent) == OK
    ):
        ends = sorted((*relation.independent, *relation.dependent))
        return [("tautology", (ends[0], ends[-1]))]
    return []


def _either_way(reading: Reading) -> list[tuple[str, Span]]:
    """`os preços sobem ou não sobem`, `prices rise or do not rise`."""
    for index in range(1, reading.size - 2):
        if reading.keys[index] not in ("or", "ou"):
            continue
        start, end = reading.sentence_span(index)
        after = [i for i in range(index + 1, min(end, index + 5)) if reading.is_content(i)]
        denied = any(reading.starting("negators", i) for i in range(index + 1, min(end, index + 4)))
        before = {reading.keys[i] for i in range(start, index)}
        if denied and after and reading.keys[after[0]] in before and _verb(reading, after[0]):
            return [("tautology", (start, after[0] + 1))]
    return []


def _verb(reading: Reading, index: int) -> bool:
    return any(
        reading.starting(category, index)
        for category in ("verb_up", "verb_down", "verb_change", "verb_link", "verb_equal")
    )


def _stems(reading: Reading, span: Span) -> set[str]:
    return {reading.keys[i][:5] for i in range(*span) if reading.is_content(i)}


def _vague(
    reading: Reading, variables: Variables, testability: Testability
) -> list[tuple[str, Span]]:
    """Nothing to hold on to: empty words where the variables should be."""
    if variables.placeholder or reading.all("measures"):
        return []
    if _empty_cause(reading, variables) or _says_nothing(reading, testability):
        return [("vagueness", (0, reading.size))]
    if reading.all("factors"):
        return []
    for cue in reading.all("vagueness"):
        return [("vagueness", cue[:2])]
    empty = reading.all("empty_nouns")
    content = [i for i in range(reading.size) if reading.is_content(i)]
    solid = [i for i in content if _says_something(reading, i)]
    definite = [c for c in reading.all("constructs") if not reading.starting("more", c.start)]
    if (
        content
        and not definite
        and ((empty and len(solid) <= _FEW) or (variables.score == 0 and not solid))
    ):
        return [("vagueness", (0, reading.size))]
    return []


def _says_nothing(reading: Reading, testability: Testability) -> bool:
    """Whether a text without a direction names at most two things beside vague words."""
    if testability.direction is not None or not reading.all("vague_nouns", "empty_nouns"):
        return False
    if reading.all("units") or any(
        not reading.starting("more", c.start) for c in reading.all("constructs")
    ):
        return bool(reading.all("empty_nouns")) and reading.size <= _SHORT
    said = [i for i in range(reading.size) if reading.is_content(i) and _says_something(reading, i)]
    return len(said) <= _FEWEST


def _empty_cause(reading: Reading, variables: Variables) -> bool:
    """Whether a variable is but `things`, `everything`, `whatever`: `when things go right`."""
    relation = variables.relation
    if relation is None:
        return False
    for span in (relation.independent, relation.dependent):
        if span == relation.dependent and reading.all("units"):
            continue  # `does it change anything in the residents of ...?`: poor, not empty
        if span is None or not reading.inside("empty_nouns", span):
            continue
        said = [i for i in range(*span) if reading.is_content(i) and _says_something(reading, i)]
        if len(said) <= 1:
            return True
    return False


def _says_something(reading: Reading, index: int) -> bool:
    return not any(
        reading.starting(category, index)
        for category in (
            "vague_nouns",
            "empty_nouns",
            "verb_link",
            "more",
            "less",
            "hedges",
            "verb_change",
        )
    ) and not reading.keys[index].endswith(("ly", "mente"))
