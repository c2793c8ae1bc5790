"""A text with its words, their keys and every cue found in it; what the aspect rules look at."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst import fields
from hypotheses.analyst.lexicon.compile import Lexicon
from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.text import Words, split

Span = tuple[int, int]

CONTENT_SIGNS = frozenset("%")


class Reading:
    """One text as the rules see it. Spans are token ranges, the end left out."""

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.words: Words = split(text)
        self.keys, self.cues = lexicon.read(self.words)
        self.size = len(self.words)
        self._at: dict[str, dict[int, Cue]] = {}
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
        """The cues of some categories, in order of place."""
        if len(categories) == 1:
            return self.cues.get(categories[0], [])
        if categories in self._together:
            return self._together[categories]
        found = [cue for category in categories for cue in self.cues.get(category, ())]
        found.sort(key=lambda cue: (cue.start, cue.end))
        self._together[categories] = found
        return found

    def starting(self, category: str, index: int) -> Cue | None:
        """The cue of a category that starts at a token."""
        at = self._at.get(category)
        if at is None:
            at = self._at[category] = {cue.start: cue for cue in self.cues.get(category, ())}
        return at.get(index)

    def inside(self, category: str, span: Span) -> list[Cue]:
        """The cues of a category that start within a span."""
        return [cue for cue in self.cues.get(category, ()) if span[0] <= cue.start < span[1]]

    def sentence(self, index: int) -> int:
        """The number of the sentence a token stands in."""
        return self.words.sentence[index]

    def sentence_span(self, index: int) -> Span:
        """The tokens of the sentence around a token."""
        sentence, number = self.words.sentence, self.words.sentence[index]
        start = index
        while start > 0 and sentence[start - 1] == number:
            start -= 1
        end = index + 1
        while end < self.size and sentence[end] == number:
            end += 1
        return start, end

    def sentences(self) -> Iterator[Span]:
        """All sentences in order."""
        start = 0
        while start < self.size:
            span = self.sentence_span(start)
            yield span
            start = span[1]

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
        key = self.keys[index]
        return key[0].isalpha() and key not in self.lexicon.function_words

    def has_content(self, span: Span) -> bool:
        """Whether a span says anything."""
        return any(self.is_content(index) for index in range(span[0], min(span[1], self.size)))

    def negated(self, index: int, reach: int = 3) -> bool:
        """Whether one of the few words before a token in its sentence denies it."""
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
            words = [
                self.words.raw(i)[0].isupper()
                for i in range(self.size)
                if self.words.sentence[i] == sentence and self.is_content(i)
            ]
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
