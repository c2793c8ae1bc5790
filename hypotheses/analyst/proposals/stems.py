"""Words reduced to stems, so that plural, gender, accents and case make no difference."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from config.text.lazy_regex import lazy_regex
from hypotheses.domain.types import Language

_TOKEN = lazy_regex(r"[^\W_]+(?:['’][^\W_]+)?")

FUNCTION: dict[Language, frozenset[str]] = {
    "en": frozenset(
        """a an the this that these those of in on at to by for with from into per and or their its
        his her our your my we i it they them you he she who whom which what when where how is are
        be been being was were do does did has have had will would can could so such as""".split()
    ),
    "pt": frozenset(
        """a o as os um uma uns umas este esta estes estas esse essa esses essas isso aquele aquela
        de da do das dos em na no nas nos num numa por pelo pela pelos pelas para pra com ao aos e
        ou que quem qual quais seu sua seus suas nosso nossa nossos nossas meu minha se e foi ser
        sao esta estao estar ter tem la lhe ele ela eles elas""".split()
    ),
}


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """The text in lower case and without accents."""
    lower = text.lower()
    if lower.isascii():
        return lower
    decomposed = unicodedata.normalize("NFD", lower)
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def tokens(text: str) -> list[str]:
    """The words of a text, folded, without a possessive's ending."""
    return [
        token if token.isalnum() else re.sub(r"['’]s?$", "", token)
        for token in _TOKEN.findall(fold(text))
    ]


@lru_cache(maxsize=20_000)
def stem(word: str, language: Language) -> str:
    """A folded word without its inflection: plural, gender, regular verb endings."""
    if len(word) <= 3 or not word.isalpha():
        return word
    return _english(word) if language == "en" else _portuguese(word)


def stems(text: str, language: Language) -> tuple[str, ...]:
    """The stems of a text's content words, in their order."""
    return tuple(stem(word, language) for word in tokens(text) if word not in FUNCTION[language])


_AUGMENTED = 4  # letters of `mao`, `pao`, `chao`, which have no stem of their own


@lru_cache(maxsize=20_000)
def noun_stem(word: str, language: Language) -> str:
    """The stem of a noun: `bearings` is no form of `bear`, `plantões` none of `planta`."""
    if language == "pt" and len(word) > _AUGMENTED and word.endswith(("ao", "oes")):
        return word.removesuffix("oes").removesuffix("ao") + "ao"
    if language == "en" and len(word) > 3 and word.isalpha():
        return _spelt(_singular(word))
    return stem(word, language)


def _english(word: str) -> str:
    word = _singular(word)
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) >= 3 and re.search(r"[aeiouy]", base):
            doubled = base[-1] == base[-2] and base[-1] not in "lsz"
            word = base[:-1] if doubled else base
            break
    return _spelt(word)


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith(("ses", "xes", "zes", "ches", "shes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return word


def _spelt(word: str) -> str:
    """One spelling: British, without a last e."""
    if word.endswith("i"):
        word = word[:-1] + "y"
    word = word.replace("isation", "ization").replace("our", "or").replace("aem", "em")
    word = re.sub(r"yse?$", "yz", word) if word.endswith(("lyse", "lys")) else word
    word = re.sub(r"is$", "iz", word) if word.endswith("is") and len(word) > 6 else word
    return word.removesuffix("e") if len(word) > 4 else word


_PLURALS = (("oes", "ao"), ("aes", "ao"), ("ais", "al"), ("eis", "el"), ("ois", "ol"), ("ns", "m"))


def _portuguese(word: str) -> str:
    for ending, singular in _PLURALS:
        if word.endswith(ending):
            word = word.removesuffix(ending) + singular
            break
    else:
        if word.endswith(("res", "zes", "ses")):
            word = word[:-2]
        elif word.endswith("s") and not word.endswith("ss"):
            word = word[:-1]
    if word.endswith("il"):  # `ágil` and `ágeis` have one stem
        word = word[:-2] + "el"
    return word[:-1] if len(word) > 4 and word[-1] in "ao" else word


def lowered(text: str, names: frozenset[str] = frozenset()) -> str:
    """The text with a small initial, unless the first word is a name or an acronym.

    `names` are folded words that stay as the author wrote them.
    """
    first = text.split(maxsplit=1)[0] if text.split() else ""
    if not first or fold(first) in names or any(char.isupper() for char in first[1:]):
        return text
    return text[0].lower() + text[1:]
