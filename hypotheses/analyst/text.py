"""Words of a text with their places, folded so that case, accents and plurals do not matter."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

# A number, a word (letters, digits, combining accents, apostrophes inside), or any other sign.
_TOKEN = re.compile(
    r"\d+(?:[.,]\d+)*(?=[^\W\d_]{2,}|\W|$)"
    r"|[^\W_][^\W_\u0300-\u036f]*[\u0300-\u036f]*(?:[^\W_]|[\u0300-\u036f])*"
    r"(?:['’](?:[^\W_]|[\u0300-\u036f])+)*"
    r"|\S"
)
# A slot that the structurer left open: `[to be defined: ...]`. It is no content of the text.
SLOT = re.compile(r"\s?\[(?:to be defined|a definir):[^\]\[]*\]")
_SENTENCE_END = frozenset(".!?;\n")
_HYPHENS = frozenset("-–—‐‑")


@lru_cache(maxsize=65_536)
def fold(word: str) -> str:
    """Lower case, no accents: `Métricas` -> `metricas`."""
    lowered = word.lower()
    if lowered.isascii() or lowered == "é":  # `é` (is) is another word than `e` (and)
        return lowered
    decomposed = unicodedata.normalize("NFKD", lowered)
    return "".join(c for c in decomposed if not unicodedata.combining(c))


@dataclass(slots=True)
class Words:
    """The tokens of a text as parallel lists; `starts` and `ends` are places in the text."""

    text: str
    starts: list[int]
    ends: list[int]
    folds: list[str]
    sentence: list[int]

    def __len__(self) -> int:
        return len(self.folds)

    def quote(self, first: int, end: int) -> str:
        """The text from token `first` up to and without token `end`, verbatim."""
        return self.text[self.starts[first] : self.ends[end - 1]]

    def raw(self, index: int) -> str:
        """One token as written."""
        return self.text[self.starts[index] : self.ends[index]]


def _is_decimal_point(text: str, start: int) -> bool:
    return 0 < start < len(text) - 1 and not text[start + 1].isspace()


@lru_cache(maxsize=8)  # a text is cut for its language and again for its reading
def split(text: str) -> Words:
    """Cut a text into words. Hyphens between words vanish: `test-driven` is two words."""
    starts: list[int] = []
    ends: list[int] = []
    folds: list[str] = []
    sentence: list[int] = []
    current = 0
    last_end = 0
    blank = SLOT.sub(lambda m: " " * len(m.group()), text) if "[" in text else text
    for match in _TOKEN.finditer(blank):
        start, end = match.span()
        word = match.group()
        if word in _HYPHENS and start > 0 and start == last_end and end < len(blank):
            if not (blank[start - 1].isdigit() and blank[end].isdigit()):
                last_end = end
                continue
        if "\n" in blank[last_end:start] and folds:
            current += 1
        folded = fold(word)
        if len(folded) > 1 and ("'" in folded or "’" in folded):
            folded = folded.replace("’", "'")
            folded = folded[:-2] if folded.endswith("'s") else folded.replace("'", "")
        if not folded:  # a combining accent that has no letter to stand on
            continue
        starts.append(start)
        ends.append(end)
        folds.append(folded)
        sentence.append(current)
        last_end = end
        if word in _SENTENCE_END and not (word == "." and _is_decimal_point(blank, start)):
            current += 1
    return Words(text, starts, ends, folds, sentence)


_EN_IRREGULAR = dict(
    pair.split("/")
    for pair in (
        "children/child feet/foot teeth/tooth mice/mouse women/woman men/man leaves/leaf lives/life "
        "wolves/wolf halves/half knives/knife shelves/shelf calves/calf indices/index corpora/corpus "
        "theses/thesis bacteria/bacterium larvae/larva fungi/fungus matrices/matrix vertices/vertex "
        "gases/gas buses/bus shoes/shoe toes/toe calories/calorie movies/movie cookies/cookie "
        "ties/tie species/species series/series people/person analyses/analysis hypotheses/hypothesis "
        "diagnoses/diagnosis crises/crisis biases/bias lenses/lens viruses/virus criteria/criterion "
        "phenomena/phenomenon media/media data/data news/news"
    ).split()
)


@lru_cache(maxsize=65_536)
def singular_en(word: str) -> str:
    """The singular of an English noun, as far as matching needs it."""
    if word in _EN_IRREGULAR:
        return _EN_IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zes", "oes")):
        return word[:-2]
    return word[:-1]


_PT_PLURALS = (
    ("oes", "ao"),
    ("aes", "ao"),
    ("ais", "al"),
    ("eis", "el"),
    ("ois", "ol"),
    ("uis", "ul"),
    ("is", "el"),
    ("ns", "m"),
    ("res", "r"),
    ("zes", "z"),
    ("ses", "s"),
    ("s", ""),
)
_PT_IRREGULAR = {
    "deus": "deus",
    "paises": "pal",
    "onibus": "onibus",
    "virus": "virus",
    "lapis": "lapis",
    "mais": "mais",
}


@lru_cache(maxsize=65_536)
def singular_pt(word: str) -> str:
    """One form for the singular and the plural of a Portuguese noun without accents.

    `árvore` and `professor` lose their ending alike in the plural, as `ágil` and `nível` do, so
    that -re, -ze, -se drop their e and -il becomes -el: a form to match by, not to show.
    """
    if word in _PT_IRREGULAR or len(word) < 4:
        return _PT_IRREGULAR.get(word, word)
    if word.endswith("s") and not word.endswith("ss"):
        for ending, replacement in _PT_PLURALS:
            if word.endswith(ending):
                return word[: -len(ending)] + replacement
    if word.endswith(("re", "ze", "se")):
        return word[:-1]
    return word[:-2] + "el" if word.endswith("il") else word


SINGULAR = {"en": singular_en, "pt": singular_pt}
