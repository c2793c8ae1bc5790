"""The direction of a claim: a word of change or comparison that neither bounds nor qualifies."""

from __future__ import annotations

from hypotheses.analyst.categories import COMPARED
from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.relation import Relation
from hypotheses.analyst.sections import Sections

_BE_OR_HAVE = words("shared.be") | words("direction.have")
_PARTICIPLES = tuple(words("direction.participles"))
_BEFORE_BOUND = words("direction.before_bound")
_BOUNDING = words("direction.bounding")
_OBJECTS = words("direction.objects") | words("shared.of")
_ANATOMICAL = words("direction.anatomical")
_EXCEEDED = words("direction.exceeded")
_BLINDED = words("direction.blinded")
_DIRECTING_VERBS = frozenset(("verb_up", "verb_down", "verb_beat"))
_DIRECTIONS = (
    "verb_up",
    "verb_down",
    "verb_beat",
    "more",
    "less",
    "change_up_nouns",
    "change_down_nouns",
    "signs",
    "equivalence",
    "verb_equal",
    "participle_up",
    "participle_down",
)


def find(sections: Sections, relation: Relation | None) -> Span | None:
    """The first word that says which way the outcome goes."""
    for cue in sections.claimed(*_DIRECTIONS):
        if not (
            _only_qualifies(sections.reading, cue) or _outcome(sections.reading, cue, relation)
        ):
            return cue[:2]
    return None


def _only_qualifies(reading: Reading, cue: Cue) -> bool:
    """Whether a word of direction says no direction where it stands."""
    return (
        _is_threshold(reading, cue)
        or (cue.start > 0 and reading.keys[cue.start - 1] in _BEFORE_BOUND)  # `one or more`
        or _is_adjective(reading, cue)
        or _is_anatomical(reading, cue)
    )


def _is_threshold(reading: Reading, cue: Cue) -> bool:
    """`older than 60` bounds; `a reduction of 10` claims."""
    if not reading.opens(COMPARED, cue.start):
        return False
    end = cue.end
    while end < reading.size and end < cue.end + 4 and reading.keys[end] in _BOUNDING:
        end += 1
    return end < reading.size and end > cue.end and reading.keys[end][0].isdigit()


def _is_adjective(reading: Reading, cue: Cue) -> bool:
    """`under PROLONGED ventilation`, `DOUBLE blind`: a word of change that only qualifies."""
    after = reading.keys[cue.end] if cue.end < reading.size else ""
    if after in _BLINDED:
        return True
    folded = reading.words.folds[cue.start]
    if folded == "baixa":
        return after not in _OBJECTS
    if not folded.endswith(_PARTICIPLES):
        return False
    if reading.sentence_span(cue.start)[0] == cue.start:
        return False  # `Reduced pain after ...`, as outcomes are listed
    before = reading.keys[cue.start - 1]
    return before != ":" and before not in _BE_OR_HAVE and not reading.is_content(cue.start - 1)


def _is_anatomical(reading: Reading, cue: Cue) -> bool:
    """`molares superiores`: a place, unless something follows that they exceed."""
    if reading.words.folds[cue.start] not in _ANATOMICAL:
        return False
    return cue.end >= reading.size or reading.keys[cue.end] not in _EXCEEDED


def _outcome(reading: Reading, cue: Cue, relation: Relation | None) -> bool:
    """`affects GROWTH`, `effect on YIELD`: the outcome's name, not its direction."""
    if relation is None or relation.dependent is None or relation.form not in ("verb", "effect"):
        return False
    start, end = relation.dependent
    if not start <= cue.start < end or reading.opens(_DIRECTING_VERBS, relation.at[0]):
        return False
    content = reading.content(relation.dependent)
    return cue.start == (content[0] if content else start)
