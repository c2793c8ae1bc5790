"""Words of change or comparison that bound or qualify where they stand, and say no direction."""

from __future__ import annotations

from hypotheses.analyst.categories import COMPARED, VERBS
from hypotheses.analyst.grammar import words
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading

_BE_OR_HAVE = words("shared.be") | words("direction.have")
_PARTICIPLES = tuple(words("direction.participles"))
_BEFORE_BOUND = words("direction.before_bound")
_BOUNDING = words("direction.bounding")
_ARTICLES = words("population.articles")
_PREPOSITIONS = words("direction.before_gerund")
_BODY = words("direction.body")
_ADDED = words("direction.added")
_SUPERLATIVES = words("direction.superlatives")
_EXTREME = words("direction.extreme")
_MAKING = tuple(words("direction.making"))
_PLURAL_PARTICIPLES = ("ados", "adas", "idos", "idas")
_DEFINITE = frozenset(("o", "a", "os", "as"))
_LIST_SIGNS = frozenset(",()")
_OBJECTS = words("direction.objects") | words("shared.of")
_ANATOMICAL = words("direction.anatomical")
_EXCEEDED = words("direction.exceeded")
_BLINDED = words("direction.blinded")
_BOUNDED = COMPARED | {"verb_equal", "equivalence"}


def only_qualifies(reading: Reading, cue: Cue) -> bool:
    """Whether a word of direction says no direction where it stands."""
    return (
        _is_threshold(reading, cue)
        or (cue.start > 0 and reading.keys[cue.start - 1] in _BEFORE_BOUND)  # `one or more`
        or _is_adjective(reading, cue)
        or _is_anatomical(reading, cue)
        or _is_added(reading, cue)
        or _is_superlative(reading, cue)
    )


def _is_threshold(reading: Reading, cue: Cue) -> bool:
    """`older than 60`, `equal to or more than six` bound; `a reduction of 10` claims."""
    single = cue.end - cue.start == 1  # `não é inferior a dez` claims
    return single and reading.opens(_BOUNDED, cue.start) and bounds(reading, cue.end)


def bounds(reading: Reading, index: int) -> bool:
    """Whether what stands there leads to a number: `than 10`, `ou igual a dez`, `than a year`."""
    end = index
    while end < reading.size and end < index + 5 and reading.keys[end] in _BOUNDING:
        end += 1
    if end in (index, reading.size):
        return False
    return _counts(reading, end) or (
        reading.keys[end] in _ARTICLES and reading.starting("time_units", end + 1) is not None
    )


def _counts(reading: Reading, index: int) -> bool:
    """Whether a number stands there; an article is none."""
    return reading.is_number(index) and reading.keys[index] not in _ARTICLES


def _is_adjective(reading: Reading, cue: Cue) -> bool:
    """`under PROLONGED ventilation`, `DOUBLE blind`: a word of change that only qualifies."""
    after = reading.keys[cue.end] if cue.end < reading.size else ""
    if after in _BLINDED:
        return True
    folded = reading.words.folds[cue.start]
    if folded == "baixa":
        return after not in _OBJECTS
    if not folded.endswith(_PARTICIPLES) or folded == cue.entries[0].data:
        return False  # `exceed`, `bring` end so in their base form
    if reading.sentence_span(cue.start)[0] == cue.start:
        return False  # `Reduced pain after ...`, as outcomes are listed
    before = reading.keys[cue.start - 1]
    if before in _BE_OR_HAVE:
        return False
    if not reading.is_word(cue.start - 1):
        return before in _LIST_SIGNS
    if folded.endswith("ing") and before in _PREPOSITIONS:
        return False  # `in preventing falls`
    if reading.is_content(cue.start - 1):
        return _is_relative(reading, cue)
    return True


def _is_relative(reading: Reading, cue: Cue) -> bool:
    """`changes produced BY`, `ventilação prolongada`: a participle behind the noun it qualifies."""
    if reading.lexicon.language == "pt":
        return not reading.words.folds[cue.start].endswith("ndo")
    return cue.end < reading.size and reading.keys[cue.end] == "by"


def _is_anatomical(reading: Reading, cue: Cue) -> bool:
    """`molares superiores`, `lower limb`: a place, unless something follows that they exceed."""
    if reading.words.folds[cue.start] not in _ANATOMICAL:
        return False
    if cue.end < reading.size and reading.keys[cue.end] in _EXCEEDED:
        return False
    near = reading.keys[max(0, cue.start - 2) : cue.start]
    if reading.lexicon.language == "en":
        near = reading.keys[cue.end : cue.end + 2]
    return not _BODY.isdisjoint(near)


def _is_added(reading: Reading, cue: Cue) -> bool:
    """`A MAIS um B`, `por MAIS 6 meses`: an addition."""
    if reading.keys[cue.start : cue.end] != ["mais"] or cue.end >= reading.size:
        return False
    if cue.start and reading.opens(VERBS, cue.start - 1):
        return False  # `motiva MAIS os alunos`
    after = reading.keys[cue.end]
    return after in _ADDED or after.isdigit() or reading.is_name(cue.end)


def _is_superlative(reading: Reading, cue: Cue) -> bool:
    """`a PIOR dor`, `PIOR dor possível`, `a postura MAIS frequente`: the end of a scale."""
    key = reading.keys[cue.start]
    if key == "mais" and cue.start > 1 and reading.is_content(cue.start - 1):
        behind = reading.keys[cue.end : reading.sentence_span(cue.start)[1]]
        return "que" not in behind and _is_selected(reading, cue)
    if key not in _SUPERLATIVES:
        return False
    article = cue.start > 0 and reading.keys[cue.start - 1] in _ARTICLES
    return article or not _EXTREME.isdisjoint(reading.keys[cue.end : cue.end + 3])


def _is_selected(reading: Reading, cue: Cue) -> bool:
    """`A postura mais frequente`, `aplicativos mais BAIXADOS`: one or some out of many."""
    if cue.start > 2 and reading.words.folds[cue.start - 3].startswith(_MAKING):
        return False  # `DEIXA os alunos mais calmos`
    if reading.keys[cue.start - 2] in _DEFINITE:
        return True
    graded = cue.end < reading.size and reading.words.folds[cue.end].endswith(_PLURAL_PARTICIPLES)
    return graded and not reading.opens(VERBS, cue.start - 1)
