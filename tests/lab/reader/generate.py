"""Makes labelled sentences from claims marked by hand: new sentences with the same slots.

Three ways: a sentence of `data/templates.toml` filled with one claim's slots, so that they fit each
other; a claim's own sentence with slots put at its end; and its own sentence with other claims'
words in its slots.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.domain.types import LANGUAGES, Language
from tests.lab.reader.corpus import Example, example

TEMPLATES = Path(__file__).parent / "data" / "templates.toml"
_DETERMINERS = frozenset("the a an o a os as um uma".split())
_PREPOSITIONS = frozenset("in on of with for em no na nos nas de do da dos das sobre".split())
_GROUP = frozenset("who that which with without que com sem whose cujos".split())
_TAGS = {
    "U": "unit", "B": "bound", "E": "exposure", "X": "exposure", "O": "outcome",
    "C": "comparator", "M": "measure", "W": "window", "G": "margin", "A": "approach",
    "Q": "qualifier", "H": "hedge",
}  # fmt: skip
_SLOT = re.compile(r"<([A-Z]2?)>")
_OPTION = re.compile(r"\[([^\[\]]*)\]")
_VERB = re.compile(r"(?<!\{)\{([a-z]+)(3?)\}(?!\})")
_FUSED = {
    f"{preposition} {article}": fused
    for preposition, made in (
        ("em", "no na nos nas"), ("de", "do da dos das"), ("por", "pelo pela pelos pelas"),
        ("a", "ao à aos às"),
    )
    for article, fused in zip("o a os as".split(), made.split(), strict=True)
}  # fmt: skip
_FUSABLE = re.compile(rf"\b({'|'.join(_FUSED)}) (?=\{{)", re.I)


@dataclass(slots=True)
class Fillers:
    """A claim's words for each slot; an article that stood before them is their own."""

    words: dict[str, str] = field(default_factory=dict)
    counted: bool = False
    plural: bool = False


def _article(each: Example, span: Span) -> str:
    before = each.words.lower[span.first - 1] if span.first else ""
    return f"{before} " if before in ("the", "o", "a", "os", "as") and span.first else ""


def _is_noun(each: Example, span: Span, following: Span | None) -> bool:
    """Whether words stood as a noun phrase: behind an article or preposition, or at the start."""
    before = each.words.lower[span.first - 1] if span.first else ""
    adjoining = following is not None and following.first == span.end and following.tag == "unit"
    placed = not before or before in _DETERMINERS or before in _PREPOSITIONS or before in ",:.?"
    return placed and not adjoining


def fillers(each: Example) -> Fillers:
    """The words of a claim's slots that can stand in another sentence."""
    made = Fillers()
    found = spans(each.tags)
    for index, span in enumerate(found):
        following = found[index + 1] if index + 1 < len(found) else None
        text = each.words.quote(span.first, span.end)
        if "\n" in text or "|" in text or "{" in text:
            continue
        first = each.words.lower[span.first]
        letter = next((k for k, tag in _TAGS.items() if tag == span.tag), "")
        if span.tag in ("outcome", "quantity"):
            if not _is_noun(each, span, following) or made.words.get("O"):
                continue
            made.counted = span.tag == "quantity"
            letter = "O"
        elif span.tag == "exposure":
            if first in _GROUP:
                letter = "X"
            elif not _is_noun(each, span, following) or each.design == "comparative":
                continue
            else:
                made.plural = each.words.lower[span.end - 1].endswith("s")
        if letter and letter not in made.words:
            if span.first == 0 and text[1:2].islower():
                text = text[0].lower() + text[1:]
            made.words[letter] = f"{_article(each, span)}\x00{text}"
    return made


class Generator:
    """Sentences from claims; all chance comes from one seed."""

    def __init__(self, claims: Sequence[Example], seed: int = 1) -> None:
        self.random = Random(seed)  # noqa: S311 - no secret
        self.templates: dict[str, Any] = tomllib.loads(TEMPLATES.read_text(encoding="utf-8"))
        self.claims = [each for each in claims if each.veto == "none"]
        self.bank: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.frames: dict[str, list[Fillers]] = {language: [] for language in LANGUAGES}
        for each in self.claims:
            made = fillers(each)
            self.frames[each.language].append(made)
            for letter, text in made.words.items():
                self.bank[each.language, letter].append(text)
        self.swaps = self._swaps(self.claims)

    def sentences(self, count: int) -> Iterator[Example]:
        """`count` sentences of each language from the templates."""
        for language in LANGUAGES:
            for _ in range(count):
                made = self._sentence(language)
                if made is not None:
                    yield made

    def _sentence(self, language: Language) -> Example | None:
        data, random = self.templates[language], self.random
        frame = random.choice(self.frames[language])
        rows = data["groups"] if "X" in frame.words and random.random() < 0.7 else data["claims"]
        template, design, direction = random.choice(rows)
        text = _OPTION.sub(lambda m: m[1] if random.random() < 0.45 else "", template)
        text = text.replace("<P>", "<U> <B>" if random.random() < 0.6 else "<U>")
        text = _VERB.sub(lambda m: self._verb(language, m[1], bool(m[2]), frame.plural), text)
        text = text.replace("{{", "{relation|").replace("}}", "}")
        if not template.startswith("-") and random.random() < 0.2:
            text = random.choice(data["openings"]) + text[0].lower() + text[1:]
        elif design not in ("unknown", "qualitative", "descriptive") and random.random() < 0.08:
            text = random.choice(data["doubts"]) + text[0].lower() + text[1:]
        if random.random() < 0.25:
            text = self._listed(language, text)
        return self._filled(language, text, frame, design, direction)

    def _listed(self, language: Language, text: str) -> str:
        """`Sentence. (Measure: ...; Compared with: ....)`, for slots that are not in it."""
        absent = [x for x in self.templates[language]["listing"] if x[-3:] not in text]
        if "<U>" in text:
            absent = [x for x in absent if not x.endswith("<P>")]
        picked = sorted(self.random.sample(absent, min(len(absent), self.random.randint(1, 3))))
        listed = "; ".join(picked).replace("<P>", "<U> <B>")
        return f"{text} ({listed}.)"

    def _verb(self, language: Language, name: str, finite: bool, plural: bool) -> str:
        verb = self.random.choice(self.templates[language]["verbs"][name])
        if language == "pt":
            forms = verb.split("|")
            verb = forms[1 + plural] if finite else forms[0]
        elif finite and not plural:
            verb = _third_person(verb)
        elif finite and verb.startswith("not "):
            verb = f"do {verb}"
        return f"{{{{{verb}}}}}"

    def _word(self, language: Language, letter: str, frame: Fillers) -> str | None:
        lists = {"H": "hedges", "A": "approaches", "Q": "conditions", "G": "margins"}
        if letter in frame.words:
            return frame.words[letter]
        if letter in lists:
            chosen: str = self.random.choice(self.templates[language][lists[letter]])
            return "\x00" + chosen
        if letter in "EOX":
            return None
        return self.random.choice(self.bank[language, letter])

    def _filled(
        self, language: Language, text: str, frame: Fillers, design: str, direction: str
    ) -> Example | None:
        names = _SLOT.findall(text)
        for name in names:
            word = self._word(language, name[0], frame)
            if word is None:
                return None
            article, _, content = word.partition("\x00")
            tag = _TAGS[name[0]]
            if tag == "outcome" and frame.counted:
                tag = "quantity"
            if name[0] == "E" and design == "qualitative":
                tag = "outcome"
            own = article if self.random.random() < 0.6 else ""
            text = text.replace(f"<{name}>", f"{own}{{{tag}|{content}}}", 1)
        text = _FUSABLE.sub(lambda m: _FUSED[m[1].lower()] + " ", text)
        return example("", language, self._styled(_capital(text)), design, direction, None)

    def _styled(self, marked: str) -> str:
        """At times without capitals or final sign, as notes are."""
        chance = self.random.random()
        if chance < 0.08:
            marked = marked.lower()
        return marked.rstrip(".") if chance < 0.2 else marked

    def extended(self, count: int) -> Iterator[Example]:
        """Claims' own sentences, `count` of each language, with slots put at their end."""
        for language in LANGUAGES:
            own = [each for each in self.claims if each.language == language]
            for _ in range(count):
                yield self._extended(self.random.choice(own))

    def _extended(self, each: Example) -> Example:
        tags = {span.tag for span in spans(each.tags)}
        marked = _marked(each, [each.words.quote(s.first, s.end) for s in spans(each.tags)])
        ending = "?" if marked.rstrip().endswith("?") else "."
        text = marked.rstrip().rstrip(".?")
        data = self.templates[each.language]
        absent = [
            x
            for x in data["endings"]
            if _TAGS[x[-2]] not in tags and not (x[-2] == "M" and "quantity" in tags)
        ]
        if self.random.random() < 0.5 and absent:
            picked = self.random.sample(absent, self.random.randint(1, min(2, len(absent))))
            text += "".join(sorted(picked, key=absent.index)) + ending
        else:
            absent = [x for x in data["listing"] if _TAGS.get(x[-2], "unit") not in tags]
            picked = self.random.sample(absent, min(len(absent), self.random.randint(1, 3)))
            listed = "; ".join(picked).replace("<P>", "<U> <B>")
            text += f"{ending} ({listed}.)"
        for letter in _SLOT.findall(text):
            lists = {"Q": "conditions", "A": "approaches", "G": "margins"}
            words = data[lists[letter]] if letter in lists else self.bank[each.language, letter]
            content = self.random.choice(words).rpartition("\x00")[2]
            text = text.replace(f"<{letter}>", f"{{{_TAGS[letter]}|{content}}}", 1)
        return example("", each.language, text, each.design, each.direction, None)

    @staticmethod
    def _kind(each: Example, span: Span) -> tuple[str, str, str]:
        """What words can stand for others: language, tag, and how they begin."""
        first = each.words.lower[span.first]
        begins = first if len(first) < 5 else first[-3:]
        return each.language, span.tag, begins if begins.isalpha() else "sign"

    def _swaps(self, claims: Sequence[Example]) -> dict[tuple[str, str, str], list[str]]:
        made: dict[tuple[str, str, str], list[str]] = defaultdict(list)
        for each in claims:
            for span in spans(each.tags):
                text = each.words.quote(span.first, span.end)
                if not set(text) & set("\n{|}"):
                    made[self._kind(each, span)].append(text)
        return made

    def swapped(self, rounds: int) -> Iterator[Example]:
        """Claims' own sentences with half of their slots' words from other claims."""
        for _ in range(rounds):
            for each in self.claims:
                yield self._swapped(each)

    def _swapped(self, each: Example) -> Example:
        texts = []
        for span in spans(each.tags):
            text = each.words.quote(span.first, span.end)
            others = self.swaps.get(self._kind(each, span), [])
            if span.tag not in ("relation", "veto") and others and self.random.random() < 0.5:
                other = self.random.choice(others)
                text = _capital(other) if span.first == 0 else other
            texts.append(text)
        return example(
            each.id, each.language, _marked(each, texts), each.design, each.direction, None
        )


def _marked(each: Example, texts: Sequence[str]) -> str:
    """A claim's sentence with `texts` in its marks."""
    source, words, made, behind = each.words.text, each.words, "", 0
    for span, text in zip(spans(each.tags), texts, strict=True):
        made += source[behind : words.starts[span.first]] + f"{{{span.tag}|{text}}}"
        behind = words.ends[span.end - 1]
    return made + source[behind:]


def _capital(marked: str) -> str:
    """The first letter of the text as a capital."""
    at = re.search(r"^(?:\{[a-z]+\|)?", marked)
    start = at.end() if at else 0
    return marked[:start] + marked[start : start + 1].upper() + marked[start + 1 :]


def _third_person(verb: str) -> str:
    first, _, rest = verb.partition(" ")
    if first == "not":
        return f"does {verb}"
    irregular = {"have": "has", "do": "does"}
    if first in irregular:
        made = irregular[first]
    elif first.endswith(("s", "sh", "ch")):
        made = first + "es"
    elif first.endswith("y") and first[-2] not in "aeiou":
        made = first[:-1] + "ies"
    else:
        made = first + "s"
    return f"{made} {rest}".rstrip()
