"""Aspect `variables`: an independent and a dependent variable, distinct and with a relation."""

from __future__ import annotations

from dataclasses import dataclass

from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation import Relation, relations

_KINDS = frozenset("type kind sort tipo especie forma".split())
_WHICH = frozenset("what which qual quais que".split())
_HEADS = frozenset(
    "factor fator circumstance circunstancia condition condicao aspect aspecto element elemento pressure pressao".split()
)
_PASSING = frozenset(
    "next last past following proximo proxima ultimo ultima seguinte passado passada today hoje ago recent".split()
)
_GENERIC = frozenset(
    "algorithm algoritmo drug product produto group grupo variety fertilizer brand marca company empresa".split()
)
_STATED = ("verb", "intransitive", "associated")
OK, VAGUE, PLACEHOLDER, NONE = "ok", "vague", "placeholder", "none"
_RANK = {OK: 3, VAGUE: 2, PLACEHOLDER: 1, NONE: 0}
_SELF_CONTAINED = ("verb_up", "verb_down")


@dataclass(frozen=True, slots=True)
class Variables:
    """The best relation found, the standing of each side, and the score with its gap code."""

    score: int
    code: str
    relation: Relation | None
    independent: str
    dependent: str

    @property
    def placeholder(self) -> bool:
        """Whether a side is a mere letter (X, Y)."""
        return PLACEHOLDER in (self.independent, self.dependent)


def standing(reading: Reading, span: Span | None) -> str:
    """Whether a phrase names something definite, something vague, a placeholder or nothing."""
    if span is None or span[0] >= span[1]:
        return NONE
    content = [index for index in range(*span) if reading.is_content(index)]
    letters = [index for index in range(*span) if _letter(reading, index)]
    content = [i for i in content if not _time(reading, i)]
    solid = [i for i in content if i not in letters and not reading.starting("vague_nouns", i)]
    if letters and not solid:
        return PLACEHOLDER
    if not content:
        return OK if _comparative_word(reading, span) else NONE
    return OK if solid or reading.inside("factors", span) else VAGUE


def _time(reading: Reading, index: int) -> bool:
    """A stretch of time is no variable: `over the last ten years`."""
    return reading.keys[index] in _PASSING or any(
        reading.starting(category, index) for category in ("time_units", "number_words")
    )


def _letter(reading: Reading, index: int) -> bool:
    """`X`, or a capital behind a generic noun: `algorithm A`, `método B`."""
    if len(reading.keys[index]) != 1:
        return False
    if reading.starting("placeholders", index) is not None:
        return not _in_name(reading, index)
    return (
        reading.words.raw(index).isupper()
        and index > 0
        and (
            reading.starting("vague_nouns", index - 1) is not None
            or reading.keys[index - 1] in _GENERIC
        )
    )


def _in_name(reading: Reading, index: int) -> bool:
    """`generation Z`: the letter belongs to a definite noun; `method X`, `improves W` do not."""
    if index == 0 or not reading.is_content(index - 1):
        return False
    return (
        not any(
            reading.starting(category, index - 1)
            for category in (
                "vague_nouns",
                "verb_up",
                "verb_down",
                "verb_change",
                "verb_link",
                "verb_beat",
                "verb_equal",
            )
        )
        and reading.keys[index - 1] not in _GENERIC
    )


def _comparative_word(reading: Reading, span: Span) -> bool:
    """`faster`, `better` name a property by themselves; `more` or `higher` do not."""
    bare = {"more", "less", "fewer", "higher", "lower", "greater", "larger", "smaller"} | {
        "mais",
        "menos",
        "maior",
        "menor",
        "superior",
        "inferior",
    }
    return any(
        reading.keys[cue.start] not in bare
        for category in ("more", "less")
        for cue in reading.inside(category, span)
    )


def _generic(reading: Reading, span: Span | None) -> bool:
    """Whether the independent variable is `certain factors`, `the type of ...`, `technology`."""
    if span is None:
        return False
    content = [index for index in range(*span) if reading.is_content(index)]
    content = [index for index in content if not _participle(reading, index)]
    if not content or len(content) > 4:
        return False
    first = content[0]
    if reading.keys[first] in _KINDS or (span[0] < first and reading.keys[first - 1] in _WHICH):
        return True
    head = content[-1] if reading.lexicon.language == "en" else first
    if len(content) <= 2 and reading.keys[head] in _HEADS:
        return True
    if reading.starting("vague_nouns", first) is None:
        return False
    if len(content) == 1 or reading.starting("empty_nouns", first):
        return True
    opened = reading.starting("quantifiers", first) is not None
    return opened or not reading.inside("factors", span)


def _participle(reading: Reading, index: int) -> bool:
    """`the technology USED`: says nothing of its own."""
    return reading.words.folds[index] in (
        "used",
        "usada",
        "usado",
        "usadas",
        "usados",
        "adotada",
        "adopted",
    )


def find(reading: Reading) -> Variables:
    """Score a text's variables. Codes: missing, one_side, placeholder, vague_iv, vague_dv."""
    best: Variables | None = None
    for relation in relations(reading):
        found = _judge(reading, relation)
        if found.code == "vague_iv" and relation.form in _STATED:
            return found  # what the sentence itself names as the cause is too general
        if best is None or _quality(found) > _quality(best):
            best = found
    if best is not None:
        return best
    named = reading.all("constructs", "factors", "measures")
    return Variables(1 if named else 0, "one_side" if named else "missing", None, NONE, NONE)


def _quality(variables: Variables) -> tuple[int, int]:
    return variables.score, _RANK[variables.independent] + _RANK[variables.dependent]


def _judge(reading: Reading, relation: Relation) -> Variables:
    independent = standing(reading, relation.independent)
    dependent = standing(reading, relation.dependent)
    if independent == OK and _generic(reading, relation.independent):
        independent = VAGUE
    if PLACEHOLDER in (independent, dependent):
        return Variables(1, "placeholder", relation, independent, dependent)
    if independent == OK and dependent == OK:
        return Variables(2, "", relation, independent, dependent)
    if independent == NONE and dependent == NONE:
        return Variables(0, "missing", relation, independent, dependent)
    if NONE in (independent, dependent):
        return Variables(1, "one_side", relation, independent, dependent)
    code = "vague_iv" if independent == VAGUE else "vague_dv"
    score = 0 if independent == dependent == VAGUE else 1
    return Variables(score, code, relation, independent, dependent)


def evidence(reading: Reading, variables: Variables) -> Span | None:
    """The tokens that show the relation: from the first variable to the end of the second."""
    relation = variables.relation
    if relation is None:
        return None
    spans = [relation.at] + [
        reading.trim(span)
        for span in (relation.independent, relation.dependent)
        if span is not None and reading.has_content(span)
    ]
    return min(span[0] for span in spans), max(span[1] for span in spans)
