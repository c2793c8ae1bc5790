"""The question that a text puts, in its author's words.

A small decoder (Vaswani et al. 2017) writes it word by word. Each word is copied from the text, in
another form where grammar wants it (Vinyals, Fortunato & Jaitly 2015, "Pointer Networks"; See, Liu
& Manning 2017, "Get to the point"), or is one of a closed list of words that questions are made
with: nothing else can be added. So `Code review comments: are they getting shorter since people
started using assistants? We've got six years of them` asks `are code review comments getting
shorter since people started using assistants`. Trained by `tests.lab.question`; whole numbers as in
`syntax.encoder`, so that a text has the same question on every processor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import encoding, english
from hypotheses.analyst.syntax.auxiliaries import agreeing, is_doubled
from hypotheses.analyst.syntax.encoder import (
    Arrays,
    Encoder,
    Floats,
    Layer,
    Norm,
    Product,
    quantised,
)
from hypotheses.analyst.syntax.encoding import arrays, layer, norm, product
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import ENDS, Words, split
from hypotheses.analyst.writer.phrases import mid
from hypotheses.domain.types import LANGUAGES, Language

PATH = Path(__file__).parent / "model" / "question.npz"
LONGEST = 60  # words of a question
SHORTEST = 20
"""Words and signs of a text: a shorter one says little but its claim, which the rules read."""
LEAST = 0.6
"""The chance of its least certain word from which a question is taken as what the author means."""
_NOWHERE = -9  # the place of a word that is not copied
SHARPNESS = 4.0  # of the scores of places, which are products of `WIDTH` numbers
_OPENING = frozenset((*ENDS, ":", "-", "–", "•", "“", '"'))
_NEVER = np.float32(-1e9)
_OPENERS = frozenset("A E O É".split())
_CLITIC = lazy_regex(r"['’](?:s|re|ve|ll|d|m|t)?", re.I)
_TIGHT = frozenset(",.;:)!?%…")

FORMS: dict[str, Callable[[str], str]] = {
    "base": english.base,
    "present": english.present,
    "third": english.third,
    "past": english.past,
    "gerund": english.gerund,
    "be": lambda word: "be",
}
"""Forms of English verbs by name. Any other form is `2+ing`: two letters fewer, and an ending."""


def formed(word: str, form: str) -> str:
    """A word in another form; `K` keeps it."""
    if form == "K":
        return word
    if form == "base" and not word.endswith("s"):
        return word
    if form in FORMS:
        return FORMS[form](word.lower())
    cut, _, ending = form.partition("+")
    size = len(word) - int(cut)
    return word[:size] + ending


def _has_form(word: str, form: str, language: Language) -> bool:
    """Whether a word can take a form: it keeps a stem, and loses an ending of its language."""
    if form == "K":
        return True
    cut = form.partition("+")[0]
    if not cut.isdigit():
        return language == "en" and (len(word) > _STEM or word in _WHOLE)
    letters = word[len(word) - int(cut) :] if int(cut) else ""
    if int(cut) > len(word) - _STEM:
        return word in _WHOLE and int(cut) <= len(word)
    return language == "pt" or len(letters) > _STEM or letters.lower() in _ENDINGS


_STEM = 2  # letters that a word keeps; in English more than so many belong to an irregular verb
_WHOLE = frozenset("is are was were am has have é são foi foram".split())
_ENDINGS = frozenset(("", *"s es d ed er ly y n 's ’s is am".split()))


@dataclass(frozen=True, slots=True)
class PutQuestion:
    """A question, and for each of its words the position of the word of the text that it is; None
    for a word that is not the author's, or has another form. `chance` is that of its least certain
    word."""

    text: str
    origins: tuple[int | None, ...]
    chance: float

    def place(self, words: Words, start: int, end: int) -> tuple[int, int] | None:
        """Where a stretch of the question stands in the text; None where it is no quote."""
        held = [self.origins[at] for at in split(self.text).within(start, end)]
        at = [each for each in held if each is not None]
        if not at or len(at) < len(held) or any(two != one + 1 for one, two in pairwise(at)):
            return None
        return words.starts[at[0]], words.ends[at[-1]]


@dataclass(frozen=True, slots=True)
class WrittenWord:
    """A word of a question, what stands before it, and the position of the word of the text that it
    is, if it is one."""

    gap: str
    word: str
    origin: int | None


@dataclass(frozen=True, slots=True)
class DecoderLayer:
    """A layer of the decoder: what was written so far, the text, and a dense part."""

    writing: Product
    """Queries, keys and values of the words written, side by side."""
    written: Product
    after_written: Norm
    seeking: Product
    text: Product
    """Keys and values of the text's words, side by side."""
    sought: Product
    after_sought: Norm
    wide: Product
    narrow: Product
    after_dense: Norm


Numbers = tuple[Floats, Floats]
"""Whole numbers, shape (heads, words, width), and the scale of each row."""


@dataclass(slots=True)
class QuestionDraft:
    """The words written so far: positions in the text, and from `size` on words of the list."""

    size: int
    codes: list[int]
    forms: list[str]
    chance: np.float32
    held: list[tuple[Numbers, Numbers]]
    """For each block the keys and values of the words written."""

    def last(self) -> int:
        """The position of the word that was copied last; `_NOWHERE` if it was not copied."""
        return self.codes[-1] if self.codes and self.codes[-1] < self.size else _NOWHERE

    def copied(self) -> list[int]:
        """The positions of the words that were copied."""
        return [code for code in self.codes if code < self.size]


@dataclass(frozen=True, slots=True, eq=False)
class QuestionWriter:
    """All that writing a question needs besides the reader's encoder."""

    layers: tuple[Layer, ...]
    blocks: tuple[DecoderLayer, ...]
    words: tuple[str, ...]
    """Those that are not copied; the first one ends the question."""
    barred: dict[Language, NDArray[np.bool_]]
    """Which of them are not of a language."""
    forms: tuple[str, ...]
    products: dict[str, Product]
    entries: Floats
    """A row for each of `words`, and one for the begin."""
    places: Floats
    entered: Norm

    def write(self, words: Words, language: Language, least: float) -> PutQuestion | None:
        """The question of a text; None where a word of it has less than the `least` chance, or
        the text is too long to be read at once."""
        read = encoding.load(encoding.PATH)
        windows = list(read.windows(words))
        if len(windows) != 1:
            return None
        seen = read.encoder.through(self.layers, read.begun(windows[0]))
        text = seen[list(windows[0].firsts)]
        draft = self._drafted(read.encoder, text, self.barred[language], least)
        if draft is None or not draft.codes:
            return None
        question, origins = self._worded(draft, words, language)
        chance = float(draft.chance)
        return PutQuestion(question, origins, chance) if _is_sound(question, language) else None

    def _drafted(
        self, encoder: Encoder, text: Floats, barred: NDArray[np.bool_], least: float
    ) -> QuestionDraft | None:
        """The likeliest next word, again and again; None where one is too unlikely, or no end is
        found."""
        size, heads = len(text), encoder.heads
        sought = [_parts(block.text(text), 2, heads) for block in self.blocks]
        behind = self.products["next"](text)[[*range(1, size), size - 1]]
        copied = self.products["in"](text) + behind
        keys = quantised(self.products["key"](text))
        draft = QuestionDraft(size, [], [], np.float32(1), [])
        for at in range(LONGEST + 1):
            code = draft.codes[-1] if draft.codes else size + len(self.words)
            row = copied[code] if code < size else self.entries[code - size]
            row = self.entered((row + self.places[at])[None])
            row = self._through(encoder, draft, row, sought)
            shares = encoder.shares(self._scores(row, draft, keys, barred))[0]
            code = int(shares.argmax())
            draft.chance = min(draft.chance, shares[code])
            if draft.chance < least:
                return None
            if code == size:
                return draft
            draft.codes.append(code)
            form = ""
            if code < size:
                both = np.concatenate([row, text[code][None]], axis=1)
                told = encoder.shares(self.products["form"](both))[0]
                form = self.forms[int(told.argmax())]
                if form != "K":
                    draft.chance = min(draft.chance, told.max())
            draft.forms.append(form)
        return None

    def _through(
        self,
        encoder: Encoder,
        draft: QuestionDraft,
        row: Floats,
        sought: Sequence[Sequence[Numbers]],
    ) -> Floats:
        """The row of the word written last, after all blocks."""
        for at, (block, there) in enumerate(zip(self.blocks, sought, strict=True)):
            query, key, value = _parts(block.writing(row), 3, encoder.heads)
            if len(draft.held) == at:
                draft.held.append((key, value))
            else:
                before = draft.held[at]
                draft.held[at] = (_joined(before[0], key), _joined(before[1], value))
            row = block.after_written(row + block.written(_mixed(encoder, query, *draft.held[at])))
            (query,) = _parts(block.seeking(row), 1, encoder.heads)
            row = block.after_sought(row + block.sought(_mixed(encoder, query, *there)))
            row = block.after_dense(row + block.narrow(encoder.gelu_of(block.wide(row))))
        return row

    def _scores(
        self, row: Floats, draft: QuestionDraft, keys: Numbers, barred: NDArray[np.bool_]
    ) -> Floats:
        """The scores of the text's words, then of those of the list."""
        levels, scale = quantised(row)
        alike = levels.astype(np.float64) @ keys[0].astype(np.float64).T
        places = alike.astype(np.float32) * scale * keys[1].T
        places *= np.float32(SHARPNESS / np.sqrt(row.shape[1]))
        follows, ahead, again = self.products["go"](row)[0]
        last, copied = draft.last(), draft.copied()
        if 0 <= last < draft.size - 1:
            places[0, last + 1] += follows
        if copied:
            places[0, copied[-1] + 1 :] += ahead
            places[0, sorted(set(copied))] += again
        own = self.products["gen"](row)
        own[0, barred] = _NEVER
        return np.concatenate([places, own], axis=1)

    def _worded(
        self, draft: QuestionDraft, words: Words, language: Language
    ) -> tuple[str, tuple[int | None, ...]]:
        """The question that a draft says, and the origin of each of its words."""
        written: list[WrittenWord] = []
        before = _NOWHERE
        for code, form in zip(draft.codes, draft.forms, strict=True):
            if code < draft.size:
                own = _within(words, code, language)
                word = formed(own, form) if _has_form(own, form, language) else own
                gap = words.gap(before) if before == code - 1 else _gap_before(word)
                written.append(WrittenWord(gap, word, code if word == own else None))
                before = code
            else:
                word = self.words[code - draft.size]
                written.append(WrittenWord(_gap_before(word), word, None))
                before = _NOWHERE
        if language == "en":
            question, begins = _sentence(written)
            own_words = split(question)
            for at, word in agreeing(own_words).items():
                place = begins.get(own_words.starts[at])
                if place is not None:
                    written[place] = replace(written[place], word=word, origin=None)
        question, begins = _sentence(written)
        places = [begins.get(start) for start in split(question).starts]
        return question, tuple(None if at is None else written[at].origin for at in places)


def _gap_before(word: str) -> str:
    """What stands before a word that does not follow its neighbour in the text."""
    return "" if word in _TIGHT or _CLITIC.fullmatch(word) is not None else " "


def _sentence(written: Sequence[WrittenWord]) -> tuple[str, dict[int, int]]:
    """Words as a question, and which of them begins where."""
    text, begins = "", {}
    for at, each in enumerate(written):
        text += each.gap if text else ""
        begins[len(text)] = at
        text += each.word
    return text[:1].upper() + text[1:] + "?", begins


_TORN = lazy_regex(
    r"\b(\w+(?: \w+)?) \1\b|\b(?:as well as|and|or) whether\b|\bsuch (?:is|are|does|do)\b", re.I
)
_FINITE = ("V0", "V3", "VD", "VF", "AUX", "MD")


def _is_sound(question: str, language: Language) -> bool:
    """Whether a question has no torn joint and a verb with its auxiliary."""
    words = split(question)
    tree = parsed(words)
    if language == "en" and is_doubled(words):
        return False
    asks = tree.tags[0] == "WH" if tree.tags else False
    finite = any(tag.startswith(_FINITE) for tag in tree.tags)
    return (finite or asks) and _TORN.search(question) is None


def _within(words: Words, at: int, language: Language) -> str:
    """A word of the text as it stands within a sentence."""
    word = words.quote(at, at + 1)
    opens = at == 0 or words.lower[at - 1] in _OPENING or "\n" in words.gap(at - 1)
    if not opens or not word[:1].isupper():
        return word
    if language == "pt" and word in _OPENERS and words.gap(at).startswith(" "):
        return word.lower()
    return mid(words.text[words.starts[at] :], language)[: len(word)]


def _parts(rows: Floats, count: int, heads: int) -> list[Numbers]:
    """Rows of several parts side by side in whole numbers, part by part."""
    size = len(rows)
    levels, scales = (
        each.reshape(size, count, heads, -1).transpose(1, 2, 0, 3)
        for each in quantised(rows.reshape(size, count * heads, -1))
    )
    return list(zip(levels, scales, strict=True))


def _joined(some: Numbers, more: Numbers) -> Numbers:
    return np.concatenate([some[0], more[0]], axis=1), np.concatenate([some[1], more[1]], axis=1)


def _mixed(encoder: Encoder, query: Numbers, key: Numbers, value: Numbers) -> Floats:
    """What a word takes from others (attention), shape (words, width)."""
    alike = query[0] @ key[0].transpose(0, 2, 1)
    alike *= query[1]
    alike /= np.float32(np.sqrt(query[0].shape[-1]))
    alike *= key[1].transpose(0, 2, 1)
    return encoder.mixed(encoder.shares(alike), *value)


_PRODUCTS = ("in", "next", "key", "go", "gen", "form")


@cache
def load(path: Path = PATH) -> QuestionWriter:
    """The shipped writer, once a process."""
    held = arrays(path)
    return QuestionWriter(
        tuple(layer(held, at) for at in range(int(held["layers"]))),
        tuple(_block(held, at) for at in range(int(held["blocks"]))),
        tuple(str(held["words"]).split("\n")),
        {name: held[f"words.{name}"] == 0 for name in LANGUAGES},
        tuple(str(held["forms"]).split("\n")),
        {name: product(held, name) for name in _PRODUCTS},
        np.asarray(held["entries"], dtype=np.float32),
        np.asarray(held["places"], dtype=np.float32),
        norm(held, "entered"),
    )


def _block(held: Arrays, at: int) -> DecoderLayer:
    def of(*names: str) -> Product:
        return product(held, *(f"block{at}.{name}" for name in names))

    return DecoderLayer(
        of("query", "key", "value"),
        of("written"),
        norm(held, f"block{at}.after_written"),
        of("seeking"),
        of("text_key", "text_value"),
        of("sought"),
        norm(held, f"block{at}.after_sought"),
        of("wide"),
        of("narrow"),
        norm(held, f"block{at}.after_dense"),
    )


@lru_cache(maxsize=64)
def put(words: Words, language: Language, least: float = LEAST) -> PutQuestion | None:
    """The question that a text puts; None where a word of it has less than the `least` chance, or
    the text is short, or too long to be read at once."""
    if least and len(words) < SHORTEST:
        return None
    return load().write(words, language, least)
