"""Portuguese as the structurer writes it: gender, number, articles, contractions, agreement."""

from __future__ import annotations

from hypotheses.analyst.grammar import words
from hypotheses.analyst.text import fold

_FEMININE_ENDINGS = (
    "cao",
    "sao",
    "dade",
    "gem",
    "tude",
    "ncia",
    "nca",
    "idao",
    "ura",
    "ise",
    "ose",
    "ice",
    "ez",
    "eza",
)
_MASCULINE_ENDINGS = (
    "or",
    "mento",
    "al",
    "el",
    "il",
    "ol",
    "ul",
    "ismo",
    "ama",
    "ema",
    "oma",
    "ume",
    "er",
    "ar",
    "im",
    "om",
    "um",
    "az",
    "es",
    "eu",
    "au",
)
_FEMININE_WORDS = words("portuguese.feminine")
_MASCULINE_WORDS = words("portuguese.masculine")
_SINGULAR_IN_S = words("portuguese.singular_in_s")
_PLURALS = (
    ("oes", "ao"),
    ("aes", "ao"),
    ("ais", "al"),
    ("eis", "el"),
    ("ns", "m"),
    ("res", "r"),
    ("zes", "z"),
)
_CONTRACTIONS = {
    "de": {"o": "do", "a": "da", "os": "dos", "as": "das", "um": "de um", "uma": "de uma"},
    "em": {"o": "no", "a": "na", "os": "nos", "as": "nas", "um": "em um", "uma": "em uma"},
    "por": {"o": "pelo", "a": "pela", "os": "pelos", "as": "pelas"},
    "a": {"o": "ao", "a": "à", "os": "aos", "as": "às"},
}
_ARTICLES = {("m", False): "o", ("f", False): "a", ("m", True): "os", ("f", True): "as"}


def contract(preposition: str, phrase: str) -> str:
    """`por` + `o número` -> `pelo número`; a phrase without an article stays as it is."""
    first, _, rest = phrase.partition(" ")
    joined = _CONTRACTIONS[preposition].get(first.lower())
    return f"{joined} {rest}" if joined and rest else f"{preposition} {phrase}"


def contractions(phrase: str) -> list[str]:
    """A phrase that ends on a preposition, before each article: `número de` -> `número do` ..."""
    rest, _, preposition = phrase.rpartition(" ")
    joined = _CONTRACTIONS.get(preposition, {}) if rest else {}
    return [f"{rest} {joined[article]}" for article in _ARTICLES.values() if article in joined]


def uncontract(phrase: str) -> str:
    """`pela taxa` -> `a taxa`, `no Recife` -> `o Recife`: the phrase with its own article."""
    first, _, rest = phrase.partition(" ")
    for joined in _CONTRACTIONS.values():
        for article, contracted in joined.items():
            if first.lower() == contracted and rest:
                return f"{article} {rest}"
    return phrase


def is_plural(noun: str) -> bool:
    """Whether a noun stands in the plural."""
    word = fold(noun)
    return word.endswith("s") and word not in _SINGULAR_IN_S


def _singular(noun: str) -> str:
    word = fold(noun)
    if not is_plural(word):
        return word
    if word[:-1] in _FEMININE_WORDS or word[:-1] in _MASCULINE_WORDS:
        return word[:-1]
    if word == "meses":
        return "mes"
    for ending, replacement in _PLURALS:
        if word.endswith(ending):
            return word[: -len(ending)] + replacement
    return word[:-1]


def gender(noun: str) -> str | None:
    """`m` or `f`, or None where ending and lists do not tell."""
    word = _singular(noun)
    if word in _MASCULINE_WORDS:
        return "m"
    if word in _FEMININE_WORDS or word.endswith(_FEMININE_ENDINGS):
        return "f"
    if word.endswith("a") and not word.endswith(("ama", "ema", "oma")):
        return "f"
    if word.endswith("o") or word.endswith(_MASCULINE_ENDINGS):
        return "m"
    return None


def article(noun: str) -> str | None:
    """The definite article of a noun, or None where its gender cannot be told."""
    told = gender(noun)
    return None if told is None else _ARTICLES[told, is_plural(noun)]


def measured(noun: str, measure: str) -> str | None:
    """`bugs`, `a taxa ...` -> `medidos pela taxa ...`; None where the gender cannot be told."""
    told = gender(noun)
    if told is None:
        return None
    participle = "medid" + ("o" if told == "m" else "a") + ("s" if is_plural(noun) else "")
    return f"{participle} {contract('por', measure)}"
