"""Words within a claim's sentence that no slot and no connective accounts for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from hypotheses.analyst.reader.assembly import (
    EXCLUDED,
    SLOTS,
    SUBJECTS,
    SUBORDINATORS,
    VERBS,
    Assembly,
)
from hypotheses.analyst.reader.sign import is_comparative, is_turn
from hypotheses.analyst.reader.spans import OUTCOMES, Span, shown
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tree import ROOT

_ONE_OF = frozenset(("exposure", "comparator", "unit", *OUTCOMES))
"""Parts of which a claim has one; of a second bound, window or measure nothing is lost."""
_LED = frozenset(("comparator", "measure", "window", "margin", "approach"))  # `compared with ...`
_CONTENT = ("N", "J", "VG", "VI")
_BEFORE = ("CCONJ", "PRON", "PUNCT", "AUX")
_BEHIND = (
    "CCONJ", "SCONJ", "WH", "ADP", "PD.", "D.", "DET", "PRON", "PPRON", "AUX", "PART", "PUNCT",
)  # fmt: skip
_SHORTEST = 3  # letters of a word that says something
# Nouns and adjectives that measure out or point, and say nothing of their own: `most of its`.
_VAGUE = frozenset(
    """most part lot lots bit matter thing things fact way kind sort gente parte boa maior monte
    majority half maioria metade
    least reason motivo razão average pouco vez vezes coisa coisas jeito verdade fato média
    frequência""".split()
)
_EVER = frozenset(("the", "quanto"))
_DEGREES = frozenset("mais menos maior menor melhor pior".split())
_WHERE = frozenset("in on at within during em no na nos nas num numa durante".split())
_LONGEST_VERB = 3  # words: `ends up with`
# What opens a condition, where its words were taken for no slot: `but not in boys`.
_SCOPES = frozenset(
    """especially particularly mainly mostly chiefly only even except unless above
    principalmente sobretudo especialmente só apenas exceto inclusive mesmo""".split()
)


class Leftovers:
    """The free words of a text whose spans are put together."""

    def __init__(self, put: Assembly) -> None:
        self._put = put
        self._spans = list(shown(put.spans, _ONE_OF))

    def _free(self, first: int, end: int) -> list[int]:
        taken = {at for span in self._spans for at in range(span.first, span.end)}
        return [at for at in range(first, end) if at not in taken]

    def longest(self) -> Span | None:
        """The longest run of words within the claim's sentence that belongs to nothing."""
        slots = [span for span in self._spans if span.tag in SLOTS]
        core = [span for span in slots if span.tag in OUTCOMES] or slots
        if not core:
            return None
        start, end = self._put.sentence(core[0])
        first = next(span for span in self._spans if span.end > start)
        repeated = {
            at for span in self._put.spans if span not in self._spans
            for at in range(span.first, span.end)
        }  # fmt: skip
        linking = (self._predicate_gap(slots) - repeated) | self._put.apart
        free = [at for at in self._free(max(start, first.first), end) if at not in linking]
        runs = [run for run in _runs(at for at in free if self._put.tags[at] != "PUNCT")
                if self._is_lost(*run) and not self._is_verbal(range(*run))]  # fmt: skip
        if not runs:
            return None
        start, end = self._trimmed(*max(runs, key=lambda run: run[1] - run[0]))
        if self._opens_condition(start) or self._is_where(start, end):
            return Span("qualifier", start, end)  # `when hungry`: a condition of the claim
        return Span("leftover", start, end)

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        """A run without the small words around its phrase: `and | the reason | that`."""
        tags = self._put.tags
        while end - start > 1 and tags[end - 1].startswith(_BEHIND):
            end -= 1
        while end - start > 1 and tags[start].startswith(_BEFORE):
            start += 1
        return start, end

    def _opens_condition(self, at: int) -> bool:
        lower = self._put.words.lower
        return lower[at] in (SUBORDINATORS | _SCOPES) or lower[at : at + 2] in EXCLUDED

    def _is_where(self, start: int, end: int) -> bool:
        """Whether words say where or in what the claim's verb holds: `errs less | in legal
        texts`."""
        tree = parsed(self._put.words)
        top = tree.top(start, end)
        case = tree.child(top, "case")
        led = case == start and tree.words.lower[start] in _WHERE
        verb = tree.heads[top]
        return (
            led
            and tree.relations[top] == "obl"
            and verb != ROOT
            and tree.tags[verb].startswith("V")
            and set(range(start, end)) <= set(tree.below(top))
        )

    def _predicate_gap(self, slots: list[Span]) -> set[int]:
        """The words where the claim's verb stands, whatever they were tagged."""
        linking: set[int] = set()
        for behind in (s for s in self._spans if s.tag in (*OUTCOMES, "relation")):
            ends = [s.end for s in slots if s.tag in SUBJECTS and s.end <= behind.first]
            gap = self._free(max(ends), behind.first) if ends and not linking else []
            said = [at for at in gap if self._put.tags[at] != "PUNCT"]
            if len(said) <= _LONGEST_VERB or self._is_verbal(said):
                linking.update(gap)
        return linking

    def _is_verbal(self, places: Sequence[int]) -> bool:
        """Whether words are a verb with what it turns: `will result in a significant increase`."""
        turns = [at for at in places if self._put.tags[at].startswith("N")]
        first = places[0] if places else 0
        return self._put.tags[first].startswith(VERBS) and all(
            is_turn(self._put.words.lower[at]) for at in turns
        )

    def _is_lost(self, first: int, end: int) -> bool:
        """Whether free words say something of their own, and are no `compared with`."""
        named = {
            self._put.words.lower[at]
            for span in self._spans if span.tag in SLOTS
            for at in range(span.first, span.end)
        }  # fmt: skip
        says = [at for at in range(first, end) if self._says(at)
                and self._put.words.lower[at] not in named]  # fmt: skip
        before = any(s.first == end and s.tag in _LED for s in self._spans)
        behind = any(s.end == first and s.tag == "margin" for s in self._spans)
        if self._is_measured_out(first):
            return False
        verbs = all(self._put.tags[at].startswith("V") for at in says)
        if verbs and self._is_between(first, end):
            return False  # `are wolves | making the | deer more nocturnal`
        return len(says) > (1 if before or behind else 0)

    def _is_measured_out(self, first: int) -> bool:
        """Whether words belong to what varies in `the more ..., the less ...`, which is said in a
        clause of its own: `quanto mais velho | o carro | menos`."""
        lower = self._put.words.lower
        degrees = [
            at
            for at in range(1, len(lower))
            if lower[at - 1] in _EVER or (lower[at] in _DEGREES and self._put.language == "pt")
        ]
        return len(degrees) > 1 and degrees[0] == 1 and lower[0] in _EVER and first < degrees[1]

    def _is_between(self, first: int, end: int) -> bool:
        """Whether a subject's slot ends where words begin and another part begins behind them."""
        behind = any(s.first == end for s in self._spans)
        return behind and any(s.tag in SUBJECTS and s.end == first for s in self._spans)

    def _says(self, at: int) -> bool:
        tag, word = self._put.tags[at], self._put.words.lower[at]
        if (
            len(word) < _SHORTEST
            or not word[0].isalpha()
            or is_turn(word)
            or is_comparative(word)
            or word in _VAGUE
        ):
            return False
        return tag.startswith(_CONTENT)


def _runs(places: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Stretches of places that follow each other."""
    for _, run in groupby(enumerate(places), lambda pair: pair[1] - pair[0]):
        held = [at for _, at in run]
        yield held[0], held[-1] + 1
