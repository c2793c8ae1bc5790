"""The comparison that an exposure implies: its absence, its opposite, or less of it."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from hypotheses.analyst.proposals.units import PEOPLE, kind_of
from hypotheses.analyst.proposals.words import fold, lowered, stem, stems, tokens
from hypotheses.domain.types import Language

_DATA = Path(__file__).parent / "data" / "exposures.toml"

_ARTICLE: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"^(?:the|a|an)\s+", re.I),
    "pt": re.compile(r"^(?:os?|as?|uma?|uns|umas)\s+", re.I),
}
_POSSESSIVE = frozenset(
    """their his her its my our your those whoever who some any every each all seu sua seus suas
    meu minha nosso nossa quem todo toda todos todas cada qualquer""".split()
)
# `eight weeks of yoga`, `500 mg of metformin`, `uma dose diária de vitamina D`: an amount of it.
_AMOUNT: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"^(?:(?:the |a |an )?(?:daily |weekly )?(?:use|dose|intake|consumption|administration|"
        r"supplementation|supplement|practice|taking)"
        r" (?:of|with) |(?:\S+ )?(?:\S+ )?(?:weeks?|days?|hours?|minutes?|months?|g|mg|ml|iu|cups?|"
        r"doses?|sessions?) (?:a day )?of )",
        re.I,
    ),
    "pt": re.compile(
        r"^(?:(?:o |a |os |as |uma? )?(?:uso|dose|consumo|ingestão|administração|prática)"
        r"(?: diári[oa]| semanal)? d(?:e|o|a|os|as) |(?:\S+ )?(?:\S+ )?(?:semanas?|dias?|horas?|"
        r"minutos?|meses|mês|g|mg|ml|ui|xícaras?|doses?|sessões|sessão) (?:por dia )?de )",
        re.I,
    ),
}
_TAIL = re.compile(r"(?:,|\s+\(|\s+\d).*$")
_HEAD_ENDS: dict[Language, frozenset[str]] = {
    "en": frozenset(
        """of in at on with without from for to by that which who before after during between
        under as than about over when where a an""".split()
    ),
    "pt": frozenset(),
}
_PREPOSITIONS: dict[Language, frozenset[str]] = {
    "en": frozenset("in on at under from of near close during by after before over inside for".split()),
    "pt": frozenset(
        """em no na nos nas num numa de do da dos das sob perto durante por para apos antes depois
        dentro ao aos entre sobre pelo pela pelos pelas""".split()
    ),
}
_CLAUSE = frozenset(
    """when where while if because how whether what as quando onde enquanto se porque como
    whose cujo cuja""".split()
)
# A clause with one of these has a complement that `not` alone does not name.
_SCOPE = frozenset(
    """more less fewer never always only not no at most least often rarely too every all any still
    already who that then mais menos nunca sempre so apenas nao nenhum muito pouco todo toda todos
    todas ainda ja tambem""".split()
)
_PAST = frozenset(
    """slept ate went took got had were was did made came began wrote grew won lost left felt met
    kept held sat stood ran drank drove fell gave knew saw spoke taught thought told""".split()
)


def comparator(exposure: str, unit: str | None, language: Language) -> tuple[str, int] | None:
    """The comparison of an exposure in its own words, and its fit (0-100); None: only by asking.

    `unit` are the author's words for what is studied; a comparison between groups names it.
    """
    words = lowered(exposure.strip(" .,;:"), _names())
    group = _unit_phrase(unit, language) if unit else None
    for build in (_opposite, _lower, _without_clause, _without_noun):
        found = build(words, group, language)
        if found is not None and fold(found[0]) != fold(words):
            return found
    return None


def _opposite(words: str, group: str | None, language: Language) -> tuple[str, int] | None:
    """The exposure with one of its words turned into its opposite."""
    for kind, one, other in _pairs(language):
        if kind in ("degree", "degree_one_way"):
            continue
        pattern = rf"(?<![\w-]){re.escape(fold(one))}(?![\w-])"
        found = list(re.finditer(pattern, fold(words)))
        if len(found) != 1 or (kind == "start" and found[0].start() > 0):
            continue
        start, end = found[0].span()
        if len(fold(words)) != len(words):
            return None
        whole = start == 0 and end == len(words)
        turned = words[:start] + other + words[end:]
        if kind == "adjective" and whole:
            if group is None:
                return None
            return (f"{other} {group}" if language == "en" else f"{group} {other}"), 95
        if kind == "noun" and not whole:
            return None
        return _with_group(turned, group, language), 95
    return None


def _lower(words: str, group: str | None, language: Language) -> tuple[str, int] | None:
    """Less of an exposure that is a degree: `larger classes` -> `smaller classes`."""
    found = [
        (match, other)
        for kind, one, other in _pairs(language)
        if kind in ("degree", "degree_one_way")
        for match in re.finditer(rf"(?<![\w-]){re.escape(fold(one))}(?![\w-])", fold(words))
    ]
    first = tokens(words)[0] if tokens(words) else ""
    if language == "en" and first in ("more", "increased"):
        rest = words.split(maxsplit=1)[1:]
        if first == "increased" or not rest:
            return None
        head = _head_words(tokens(rest[0]), language)
        countable = bool(head) and head[-1].endswith("s") and not head[-1].endswith("ss")
        return f"{'fewer' if countable else 'less'} {rest[0]}", 90
    if len(found) != 1:
        return None
    match, other = found[0]
    if language == "en" and match.start() > 0:
        return None
    turned = words[: match.start()] + other + words[match.end() :]
    if turned == other:  # the bare adjective: `bigger`
        if group is None:
            return None
        return (f"{other} {group}" if language == "en" else f"{group} {other}"), 90
    return _with_group(turned, group, language), 90


def _without_clause(words: str, group: str | None, language: Language) -> tuple[str, int] | None:
    """The denial of a clause: `who smoke`, `with a garden`, `wearing a uniform`, `exposed to`."""
    line = tokens(words)
    if not line:
        return None
    turned = _denied(words, line, language)
    if turned is None:
        return None
    if line[0].endswith("ing") or re.search(r"[aei]r$", line[0]):
        return turned, 90
    if group is None:
        return None
    return f"{group} {turned}", 90


def _denied(words: str, line: list[str], language: Language) -> str | None:
    first, rest = line[0], words.split(maxsplit=1)[1:]
    tail = rest[0] if rest else ""
    if first in _CLAUSE or not tail:
        return None
    swap = {"with": "without", "without": "with", "com": "sem", "sem": "com"}
    if first in swap:
        return f"{swap[first]} {_without_only(tail)}"
    inner = "with" if language == "en" else "com"
    if first in _PREPOSITIONS[language]:
        if line.count(inner) == 1 and not {"without", "sem"} & set(line):
            return re.sub(rf"\b{inner}\b", swap[inner], words)
        return None
    scoped = _SCOPE & set(line[1:])
    if first in ("who", "that", "which"):
        return None if scoped else _english_clause(first, tail, line)
    if language == "pt" and first == "que":
        return None if scoped else f"que não {tail}"
    return None if scoped or re.search(r"\d", words) else _verbal(words, first, language)


def _without_only(tail: str) -> str:
    """`sem nenhum reforço` has no use for the article of `com um reforço`."""
    return tail


def _english_clause(pronoun: str, tail: str, line: list[str]) -> str | None:
    verb = line[1]
    after = tail.split(maxsplit=1)[1:]
    if verb in ("are", "is", "can"):
        return f"{pronoun} {verb}{'not' if verb == 'can' else ' not'} {after[0]}" if after else None
    if verb in _PAST or verb.endswith(("ed", "ly")) or (verb.endswith("s") and verb[-2:] != "ss"):
        return None
    return f"{pronoun} do not {tail}"


def _verbal(words: str, first: str, language: Language) -> str | None:
    """`wearing a uniform` -> `not wearing a uniform`; `expostos ao calor` -> `não expostos ao ...`"""
    if language == "en":
        if first.endswith("ing") and len(first) > 5 and not _is_switch(words, language):
            return f"not {words}"
        if first.endswith("ed") and len(first) > 4 and tokens(words)[1] in (
            "to", "by", "with", "on", "in", "for", "at", "under", "from"
        ):
            return f"not {words}"
        return None
    if re.search(r"[aei]r(-se)?$", fold(words.split()[0])) and len(first) > 3 and not _is_switch(words, language):
        return f"não {words}"
    if re.search(r"[ai]d[oa]s$", first):
        return f"não {words}"
    return None


def _without_noun(words: str, group: str | None, language: Language) -> tuple[str, int] | None:
    """The absence of something that can be absent: `coffee`, `mandatory code review`."""
    noun = _bare(words, language)
    how = _is_switch(noun, language)
    if not noun or not how:
        return None
    absent = ("without " if language == "en" else "sem ") + noun
    if group is None:
        noun = re.sub(r"^an? ", "", noun)
        return (f"no {noun}" if language == "en" else f"a ausência de {noun}"), 85
    kind = kind_of(group, language)
    if how == "daily" and kind is not None and kind.classes & (PEOPLE | {"team"}):
        days = "on days" if language == "en" else "em dias"
        return f"{_same(group, language)} {group} {days} {absent}", 95
    return f"{group} {absent}", 90


def _bare(words: str, language: Language) -> str:
    """A noun phrase without its article, its amount, and what follows a comma or a number."""
    noun = words
    for _ in range(3):
        noun = _AMOUNT[language].sub("", noun, count=1)
    noun = _TAIL.sub("", noun).strip()
    if language == "pt" or noun.lower().startswith("the "):
        noun = _ARTICLE[language].sub("", noun)
    return noun


def _is_switch(noun: str, language: Language) -> str:
    """`daily` or `lasting` where the head of a noun phrase is known to be absent at times."""
    line = _head_words(tokens(_ARTICLE[language].sub("", noun)), language)
    keys = [stem(word, language) for word in line]
    for width in (4, 3, 2, 1):
        piece = keys[-width:] if language == "en" else keys[:width]
        if len(piece) == width:
            found = _switches(language).get(" ".join(piece))
            if found:
                return found
    return ""


def _head_words(line: list[str], language: Language) -> list[str]:
    for at, word in enumerate(line):
        if at and word in _HEAD_ENDS[language]:
            return line[:at]
    return line


def _with_group(turned: str, group: str | None, language: Language) -> str:
    """Words that only describe a group, behind the group; a noun phrase as it is."""
    first = tokens(turned)[0]
    describes = first in _PREPOSITIONS[language] or first in ("who", "that", "que", "which") or (
        first in ("with", "without", "com", "sem") or re.search(r"[ai]d[oa]s$|ed$", first) is not None
    )
    return f"{group} {turned}" if describes and group else turned


def _unit_phrase(unit: str, language: Language) -> str | None:
    """The unit as a plural noun phrase without article or number; None if it cannot be one."""
    words = _ARTICLE[language].sub("", unit.strip(" .,;:"))
    words = re.sub(r"^\d+\s+", "", words)
    line = tokens(words)
    if not line or line[0] in _POSSESSIVE or kind_of(words, language) is None:
        return None
    head = _noun(line, language)
    plural = head.endswith("s") and not head.endswith("ss")
    if not plural and head not in _COLLECTIVE:
        return None
    return lowered(words, _names())


_COLLECTIVE = frozenset(
    """people children men women folk staff cattle youth elderly salespeople sheep deer fish corn
    maize wheat soybean rice soil fishermen schoolchildren mice gado soja milho trigo""".split()
)


def _noun(line: list[str], language: Language) -> str:
    """The head noun of a unit: the last word of the phrase in English, the first in Portuguese."""
    if language == "pt":
        return line[0]
    return _head_words(line, language)[-1]


def _same(group: str, language: Language) -> str:
    if language == "en":
        return "the same"
    head = tokens(group)[0]
    feminine = head in ("equipes", "mulheres", "maes") or (
        head.endswith("as") and not head.endswith(("istas", "atletas", "colegas"))
    )
    return "as mesmas" if feminine else "os mesmos"


@lru_cache(maxsize=2)
def _switches(language: Language) -> dict[str, str]:
    data = _load()
    return {
        " ".join(stems(term, language)): how
        for how in ("daily", "lasting")
        for term in data[how][language].split(",")
        if term.strip()
    }


@lru_cache(maxsize=2)
def _pairs(language: Language) -> tuple[tuple[str, str, str], ...]:
    """(kind, word, its opposite), longest first so that phrases win over words."""
    found: dict[str, tuple[str, str, str]] = {}
    for group in _load()["pair"]:
        kind = group["kind"]
        for one, other in group[language]:
            forms = _forms(one, other, kind, language)
            for left, right in forms:
                found.setdefault(left, (kind, left, right))
                if kind not in ("start", "degree_one_way"):
                    found.setdefault(right, (kind, right, left))
    return tuple(sorted(found.values(), key=lambda pair: (-len(pair[1]), pair[1])))


def _forms(one: str, other: str, kind: str, language: Language) -> list[tuple[str, str]]:
    """A Portuguese pair of adjectives in gender and number."""
    if language == "en" or kind not in ("adjective", "degree"):
        return [(one, other)]
    return [(_inflected(one, at), _inflected(other, at)) for at in range(4)]


def _inflected(word: str, at: int) -> str:
    """Masculine, feminine, and their plurals: 0-3. Invariable words and phrases stay."""
    if word in ("mais", "menos") or word.startswith(("de ", "em ")):
        return word
    if word.startswith("não "):
        return "não " + _inflected(word.removeprefix("não "), at)
    feminine, plural = at in (1, 3), at >= 2
    if feminine and word.endswith("o"):
        word = word[:-1] + "a"
    elif feminine and word.endswith("dor"):
        word += "a"
    if not plural:
        return word
    if word.endswith("al"):
        return word[:-1] + "is"
    if word.endswith("line"):
        return word
    return word + ("es" if word.endswith("r") else "s")


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    """First words that keep their capital."""
    return frozenset(
        """instagram facebook tiktok whatsapp pix scrum kanban python java github google bitcoin
        uber airbnb duolingo copilot chatgpt bolsa enem saresp libras brazil brasil sao rio english
        portuguese spanish french wikipedia netflix youtube twitter""".split()
    )


@lru_cache(maxsize=1)
def _load() -> dict:  # type: ignore[type-arg]
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))
