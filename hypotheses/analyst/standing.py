"""What a phrase is good for as a variable: something definite, vague, a mere letter, or nothing."""

from __future__ import annotations

from hypotheses.analyst.categories import COMPARED, VERBS
from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span

OK, VAGUE, PLACEHOLDER, NONE = "ok", "vague", "placeholder", "none"
_KINDS = words("variables.kinds")
_WHICH = words("variables.which")
_HEADS = words("variables.heads")
_PASSING = words("variables.passing")
_GENERIC = words("variables.generic")
_BARE_COMPARATIVES = words("variables.bare_comparatives")
_USED = words("variables.used")
_CAUSATIVE = frozenset(("verb_link",))
_TIMES = frozenset(("time_units", "number_words"))
_SPANS = frozenset(("time_units", "brief_times"))
_NO_OWNERS = VERBS | {"vague_nouns"}


def standing(reading: Reading, span: Span | None) -> str:
    """Whether a phrase names something definite, something vague, a placeholder or nothing."""
    if span is None or span[0] >= span[1]:
        return NONE
    letters = [i for i in range(*span) if len(reading.keys[i]) == 1 and _letter(reading, i)]
    content = reading.content(span)
    if not (_PASSING.isdisjoint(reading.held) and _TIMES.isdisjoint(reading.cues)):
        content = [index for index in content if not _time(reading, index)]
    solid = content
    if letters or "vague_nouns" in reading.cues:
        solid = [i for i in content if i not in letters and not reading.starting("vague_nouns", i)]
    if letters and not solid:
        return PLACEHOLDER
    if not content:
        return OK if _comparative_word(reading, span) else NONE
    return OK if solid or reading.inside("factors", span) else VAGUE


def _time(reading: Reading, index: int) -> bool:
    """A stretch of time is no variable: `over the last ten years`."""
    return reading.keys[index] in _PASSING or reading.opens(_TIMES, index)


def _letter(reading: Reading, index: int) -> bool:
    """`X`, or a capital behind a generic noun: `algorithm A`, `método B`."""
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
    before = index - 1
    return (
        index > 0
        and reading.is_content(before)
        and not reading.opens(_NO_OWNERS, before)
        and reading.keys[before] not in _GENERIC
    )


def _comparative_word(reading: Reading, span: Span) -> bool:
    """`faster`, `in fewer days` name a property by themselves; `more` or `higher` do not."""
    return any(
        reading.keys[cue.start] not in _BARE_COMPARATIVES or reading.opens(_SPANS, cue.end)
        for category in COMPARED
        for cue in reading.inside(category, span)
    )


def is_generic(reading: Reading, span: Span) -> bool:
    """Whether an independent variable is `certain factors`, `the type of ...`, `technology`."""
    content = [i for i in reading.content(span) if reading.words.folds[i] not in _USED]
    while len(content) > 1 and reading.opens(_CAUSATIVE, content[-1]):
        content.pop()  # `environmental pressures MADE ... fall`
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
