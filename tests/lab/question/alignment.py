"""From which words of a text the words of its question come."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from hypotheses.analyst.reader.question import FORMS, formed
from hypotheses.analyst.syntax.tokens import Words, bare, split
from hypotheses.domain.types import Language

_NEVER = 9.0
_LEFT, _NEW, _JUMP, _CHANGED = 0.5, 1.0, 0.3, 0.35
"""What it costs to leave a word of the text out, to take one that is not there, not to go on with
the next one, and to change a form."""
_ENDING = 4  # letters that a form changes at most
_FAMILIES = (
    "is are be was were been being am", "has have had having", "does do did done doing", "an a",
    "goes go went gone", "get got gets gotten", "make made makes", "sleep slept", "feel felt",
    "keep kept", "come came", "give gave", "fall fell", "write wrote", "grow grew", "know knew",
    "take took", "eat ate", "run ran", "begin began", "lose lost", "leave left", "learn learnt",
    "spend spent", "find found", "think thought", "bring brought", "buy bought", "teach taught",
    "sell sold", "say said", "tell told", "see saw", "é são ser era foi eram", "tem têm ter tinha",
    "vai ir foi", "faz fazer fez", "pode poder podem", "há houve",
)  # fmt: skip
_FAMILY = {word: at for at, family in enumerate(_FAMILIES) for word in family.split()}
_SHORT = 3  # letters of a word that is copied only where it stands beside another copied one


@dataclass(frozen=True, slots=True)
class Copied:
    """A word of the text, by its position, in a form."""

    at: int
    form: str


def target(text: str, question: str, language: Language) -> list[Copied | str]:
    """The words of a question: copied from the text where it has them, or by themselves."""
    source = [word.lower() for word in _tokens(split(text))]
    asked = _tokens(split(question.strip().rstrip("?").strip()))
    lower = [word.lower() for word in asked]
    aligned = _aligned(source, lower)
    plain, wanted = [bare(word) for word in source], [bare(word) for word in lower]
    made: list[Copied | str] = []
    before = None
    for at, word in enumerate(lower):
        place = aligned.get(at)
        if before is not None and before + 1 < len(source) and plain[before + 1] == wanted[at]:
            place = before + 1
        elif place is None:
            places = [each for each, other in enumerate(plain) if other == wanted[at]]
            follows = wanted[at + 1] if at + 1 < len(wanted) else None
            leading = [p for p in places if p + 1 < len(plain) and plain[p + 1] == follows]
            if leading:
                place = leading[0]
            elif places and len(word) > _SHORT:
                place = places[0]
        if place is None:
            whole = asked[at]
            made.append(whole if whole.isupper() and len(whole) > 1 else word)
        else:
            made.append(Copied(place, form_of(source[place], word, language)))
        before = place
    return made


def form_of(word: str, wanted: str, language: Language) -> str:
    """The form of a word that is wanted; `K` if it is its own."""
    if bare(word) == bare(wanted):
        return "K"
    if language == "en":
        for name in FORMS:
            if formed(word, name) == wanted and (name != "be" or word in ("are", "am")):
                return name
    shared = _shared(word, wanted)
    return f"{len(word) - shared}+{wanted[shared:]}"


def _tokens(words: Words) -> list[str]:
    return [words.quote(at, at + 1).replace("’", "'") for at in range(len(words))]


def _shared(one: str, other: str) -> int:
    """How many letters two words begin with alike."""
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False)))


def _cost(one: str, other: str) -> float:
    if bare(one) == bare(other):
        return 0.0 if one == other else 0.1
    if not (one[:1].isalpha() and other[:1].isalpha()):
        return _NEVER
    if _FAMILY.get(one, one) == _FAMILY.get(other, other):
        return _CHANGED
    shared = _shared(one, other)
    cut, added = len(one) - shared, len(other) - shared
    alike = shared >= max(3, max(len(one), len(other)) / 2) and max(cut, added) <= _ENDING
    return _CHANGED if alike else _NEVER


def _aligned(source: list[str], asked: list[str]) -> dict[int, int]:
    """The word of the source for each word that has one, both in their order (Needleman & Wunsch
    1970)."""
    size, width = len(source), len(asked)
    best = [[0.0] * (width + 1) for _ in range(size + 1)]
    came = [[""] * (width + 1) for _ in range(size + 1)]
    for i in range(size + 1):
        for j in range(width + 1):
            options = []
            if i and j and (cost := _cost(source[i - 1], asked[j - 1])) < _NEVER:
                goes_on = came[i - 1][j - 1] == "both" or i == j == 1
                options.append((best[i - 1][j - 1] + cost + (0 if goes_on else _JUMP), 0, "both"))
            if i:
                options.append((best[i - 1][j] + _LEFT, 1, "left"))
            if j:
                options.append((best[i][j - 1] + _NEW, 2, "new"))
            if options:
                best[i][j], _, came[i][j] = min(options)
    made = {}
    i, j = size, width
    while i or j:
        move = came[i][j]
        i, j = i - (move != "new"), j - (move != "left")
        if move == "both":
            made[j] = i
    return made
