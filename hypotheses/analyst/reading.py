"""A text with its words, their keys and every cue found in it; what the aspect rules look at."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain
from operator import itemgetter

from hypotheses.analyst import fields
from hypotheses.analyst.lexicon.compile import Lexicon
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.text import Words, split

Span = tuple[int, int]

_ALIKE = 5  # letters of a word by which its key is its own form, and no slip was mended
_START, _END = itemgetter(0), itemgetter(1)  # of a cue
CONTENT_SIGNS = frozenset("%")


class Reading:
    """One text as the rules see it. Spans are token ranges, the end left out."""

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.words: Words = split(text)
        self.keys, self.cues, self._at = lexicon.read(self.words)
        self.mended = {  # words with a slip, as they were meant
            index: key
            for index, (fold, key) in enumerate(zip(self.words.folds, self.keys, strict=True))
            if key != fold and key[:_ALIKE] != fold[:_ALIKE]
        }
        self.size = len(self.words)
        self.held = frozenset(self.keys)
        functions = lexicon.function_words
        self._content = [key[0].isalpha() and key not in functions for key in self.keys]
        self._sentences = _spans(self.words.sentence)
        self._fields: list[str] | None = None
        self._headlines: dict[int, bool] = {}
        self._together: dict[tuple[str, ...], list[Cue]] = {}

    @property
    def last_sentence(self) -> int:
        """The number of the last sentence; 0 for a text without words."""
        return self.words.sentence[-1] if self.size else 0

    @property
    def fields(self) -> list[str]:
        """The fields the text is about, the likeliest first."""
        if self._fields is None:
            self._fields = fields.fields(self)
        return self._fields

    def all(self, *categories: str) -> list[Cue]:
        """The cues of some categories, in order of place, of one place the longest first."""
        if len(categories) == 1:
            return self.cues.get(categories[0], [])
        found = self._together.get(categories)
        if found is None:
            some = [self.cues[category] for category in categories if category in self.cues]
            found = some[0] if len(some) == 1 else _in_order(some)
            self._together[categories] = found
        return found

    def starting(self, category: str, index: int) -> Cue | None:
        """The cue of a category that starts at a token."""
        at = self._at.get(index)
        return None if at is None else at.get(category)

    def opens(self, categories: frozenset[str], index: int) -> bool:
        """Whether a cue of one of the categories starts at a token."""
        at = self._at.get(index)
        return at is not None and not categories.isdisjoint(at)

    def covering(self, category: str, span: Span | Cue) -> Cue | None:
        """The cue of a category that covers a span; within a category none overlap."""
        for cue in self.cues.get(category, ()):
            if cue[0] > span[0]:
                return None
            if cue[1] >= span[1]:
                return cue
        return None

    def inside(self, category: str, span: Span) -> list[Cue]:
        """The cues of a category that start within a span."""
        start, end = span
        return [cue for cue in self.cues.get(category, ()) if start <= cue[0] < end]

    def holds(self, categories: frozenset[str], span: Span) -> bool:
        """Whether a cue of one of the categories starts within a span."""
        start, end = span
        for category in categories:
            for cue in self.cues.get(category, ()):
                if start <= cue[0] < end:
                    return True
        return False

    def sentence(self, index: int) -> int:
        """The number of the sentence a token stands in."""
        return self.words.sentence[index]

    def sentence_span(self, index: int) -> Span:
        """The tokens of the sentence around a token."""
        return self._sentences[self.words.sentence[index]]

    def sentences(self) -> Iterator[Span]:
        """All sentences in order."""
        return iter(self._sentences.values())

    def is_number(self, index: int) -> bool:
        """Whether a token is a number, in digits or as a word."""
        if not 0 <= index < self.size:
            return False
        return self.keys[index][0].isdigit() or self.starting("number_words", index) is not None

    def is_word(self, index: int) -> bool:
        """Whether a token is a word rather than a sign."""
        return self.keys[index][0].isalnum() or self.keys[index] == "é"

    def is_content(self, index: int) -> bool:
        """Whether a token says something: not a sign, a number or a function word."""
        return self._content[index]

    def content(self, span: Span) -> list[int]:
        """The tokens of a span that say something."""
        return [index for index in range(*span) if self._content[index]]

    def has_content(self, span: Span) -> bool:
        """Whether a span says anything."""
        return any(self._content[max(0, span[0]) : max(0, span[1])])

    def negated(self, index: int, reach: int = 3) -> bool:
        """Whether one of the few words before a token in its sentence denies it."""
        if "negators" not in self.cues:
            return False
        sentence = self.sentence(index)
        return any(
            self.sentence(place) == sentence and self.starting("negators", place)
            for place in range(max(0, index - reach), index)
        )

    def is_name(self, index: int) -> bool:
        """Whether a token is written as a proper name inside a sentence: `Curitiba`, `AAPL`."""
        raw = self.words.raw(index)
        if len(raw) < 2 or self.keys[index] in self.lexicon.function_words:
            return False
        if raw.isupper() and raw.isalpha():
            return not self.words.text.isupper()
        if self._headline(self.sentence(index)):
            return False
        inside = index > 0 and self.sentence(index) == self.sentence(index - 1)
        return raw[0].isupper() and inside

    def _headline(self, sentence: int) -> bool:
        """Whether a sentence Writes Most Words Like Names, so that none tells a name."""
        if sentence not in self._headlines:
            span = self._sentences[sentence]
            words = [self.words.raw(index)[0].isupper() for index in self.content(span)]
            self._headlines[sentence] = len(words) > 3 and sum(words) > 0.6 * len(words)
        return self._headlines[sentence]

    def quote(self, span: Span) -> str:
        """The verbatim text of a span."""
        return self.words.quote(*span)

    def trim(self, span: Span) -> Span:
        """The span without signs and function words at either edge."""
        start, end = span
        while start < end and not self._edge(start):
            start += 1
        while end > start and not self._edge(end - 1):
            end -= 1
        return start, end

    def _edge(self, index: int) -> bool:
        key = self.keys[index]
        return (key[0].isalnum() or key in CONTENT_SIGNS) and (
            key not in self.lexicon.function_words
        )


def _spans(sentence: list[int]) -> dict[int, Span]:
    """The tokens of each sentence by its number."""
    spans: dict[int, Span] = {}
    start = 0
    while start < len(sentence):
        end = bisect_right(sentence, sentence[start], start)
        spans[sentence[start]] = start, end
        start = end
    return spans


def _in_order(lists: list[list[Cue]]) -> list[Cue]:
    """The cues of some lists by their place, of one place the longest first."""
    cues = list(chain.from_iterable(lists))
    cues.sort(key=_END, reverse=True)
    cues.sort(key=_START)
    return cues
