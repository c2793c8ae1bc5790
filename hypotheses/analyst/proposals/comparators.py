"""The comparison that an exposure implies: its absence, its opposite, or less of it."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import lru_cache
from pathlib import Path

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.proposals.contrasts import DAYS
from hypotheses.analyst.proposals.denials import other_side
from hypotheses.analyst.proposals.nouns import plural
from hypotheses.analyst.proposals.stems import fold, lowered, stem, stems, tokens
from hypotheses.analyst.proposals.units import PEOPLE, kind_of
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.domain.types import Language

_DATA = Path(__file__).parent / "data" / "exposures.toml"

Found = tuple[str, int]

_ARTICLE: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"^(?:the|a|an)\s+", re.I),
    "pt": lazy_regex(r"^(?:os?|as?|uma?|uns|umas)\s+", re.I),
}
_DETERMINERS = frozenset(
    """the a an their his her its my our your this that these those some any every each no all
    o os as um uma uns umas seu sua seus suas meu minha nosso nossa todo toda todos todas cada
    qualquer""".split()
)
_POSSESSIVE = _DETERMINERS | frozenset("whoever who quem".split())
# `eight weeks of yoga`, `500 mg of metformin`, `uma dose diária de vitamina D`: an amount of it.
_AMOUNT: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"^(?:taking |(?:the |a |an )?(?:daily |weekly )?(?:use|dose|intake|consumption|"
        r"administration|practice) of |(?:\S+ ){1,2}(?:weeks?|days?|h(?:ou)?rs?|min(?:ute)?s?"
        r"|months?|g|mg|ml|iu|cups?|doses?|sessions?) (?:a day )?of )",
        re.I,
    ),
    "pt": lazy_regex(
        r"^(?:tomar |(?:o |a |os |as |uma? )?(?:uso|dose|consumo|ingestão|administração|prática)"
        r"(?: diári[oa]| semanal)? d(?:e|o|a|os|as) |(?:\S+ ){1,2}(?:semanas?|dias?|horas?|"
        r"min(?:uto)?s?|hs?|meses|mês|g|mg|ml|ui|xícaras?|doses?|sessões|sessão) (?:por dia )?de )",
        re.I,
    ),
}
_TAIL = lazy_regex(r"(?:,| \(|,? (?:a|per|por|ao) (?:day|week|dia|semana)\b).*$")
_HEAD_ENDS = frozenset(
    """of in at on with without from for to by that which who before after during between under as
    than about over when where""".split()
)
_PREPOSITIONS: dict[Language, frozenset[str]] = {
    "en": frozenset(
        """in on at under from of near far close during by after before over inside for with without
        as""".split()
    ),
    "pt": frozenset(
        """em no na nos nas num numa de do da dos das sob perto longe durante por para apos antes
        depois dentro ao aos entre sobre pelo pela pelos pelas com sem""".split()
    ),
}
_PRONOUNS = frozenset(("who", "that", "which", "que", "q"))
_CLAUSE = frozenset(
    """when where while if because how whether what as quando onde enquanto se porque como
    whose cujo cuja""".split()
)
_SUBJECTS = frozenset("i we you they he she eu nos gente voce eles elas ele ela".split())
"""Words that open a clause which is no act to omit: `I put the sweets by the till`."""
_VAGUE = frozenset(
    """certain some various different several many factors determinado determinada determinados
    determinadas certo certa certos certas diferentes varios varias alguns algumas
    fatores""".split()
)
# A clause with one of these has a complement that `not` alone does not express.
_SCOPE = frozenset(
    """more less fewer never always only not no most least often rarely too every all any still
    already who that then than and or mais menos nunca sempre so apenas nao nenhum muito pouco todo
    toda todos todas ainda ja tambem e ou""".split()
)
_COLLECTIVE = frozenset(
    """people children men women folk staff cattle youth elderly salespeople sheep deer fish corn
    maize wheat soybean rice soil code fishermen schoolchildren mice gado soja milho trigo
    codigo""".split()
)
_NAMES = frozenset(
    """instagram facebook tiktok whatsapp pix scrum kanban python java github google bitcoin uber
    airbnb duolingo copilot chatgpt bolsa enem saresp libras brazil brasil sao rio english
    portuguese spanish french wikipedia netflix youtube twitter brazilian""".split()
)


# `(0, 10, 20 and 30 %)`, `20/40/60 %`: each level with the first one.
_LEVELS = lazy_regex(
    r"(?<![\d.,])(?P<first>\d+(?:[.,]\d+)?)(?:\s?[,/;]\s?\d+(?:[.,]\d+)?){1,8}"
    r"(?:\s?[,/;]?\s?(?:and|or|e|ou)\s\d+(?:[.,]\d+)?)?(?P<unit>\s?(?:%|°C|k?g|m?g|m?L|mm?|cm|h)"
    r"(?!\w))?"
)
# `the ones who also swim`: the ones who do not.
_THOSE: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"(?P<those>(?:the )?ones|those) who (?!(?:do|did|are|were|have|has)\b)", re.I
    ),
    "pt": lazy_regex(
        r"(?P<those>(?:aquel[ea]s|[oa]s)) que (?!(?:não|são|foram|estão|têm)\b)", re.I
    ),
}
_OTHERS: dict[Language, str] = {"en": "{those} who do not", "pt": "{those} que não"}


def comparator(
    exposure: str,
    unit: str | None,
    language: Language,
    *,
    groups: bool = False,
    constructs: frozenset[str] = frozenset(),
    levels: bool = False,
) -> Found | None:
    """The comparison of an exposure in its own words, and its fit (0-100); None: only the author
    can tell.

    `unit` are the author's words for what is studied; a comparison between groups names it.
    `groups` tells that the exposure names a group by itself: `women`, `introverts`. `constructs`
    are those of the outcome: only what changes within a day is compared between days. `levels`
    tells that the exposure plainly has levels: `high | discounts`.
    """
    words = unicodedata.normalize("NFC", exposure.strip(" .,;:"))
    words = lowered(words, _NAMES)
    line = tokens(words)
    if not line or line[0] in _VAGUE or len(fold(words)) != len(words):
        return None
    if (first := _LEVELS.search(words)) is not None:
        return f"{first['first']}{first['unit'] or ''}", 90
    if (those := _THOSE[language].match(words)) is not None:
        return _OTHERS[language].format(those=those["those"].lower()), 90
    group = _unit_phrase(unit, language) if unit else None
    turned = _other_side(words, line, group, language) or _other_times(line, language)
    if turned is None and JOINS.isdisjoint(line):  # of several things one alone would be turned
        turned = _opposite(words, group, language, groups=groups, levels=levels) or _less(
            words, group or _as_plural(unit, language), language, groups=groups
        )
    if turned is None and line[0] == "quem" and not _SCOPE & set(line[1:]):
        turned = f"quem não {words.split(maxsplit=1)[1]}", 90
    if turned is None and line[0] not in _CLAUSE | _SUBJECTS:
        momentary = bool(constructs & _momentary())
        turned = _denial(words, line, group, language) or _absence(
            words, line, group, language, momentary=momentary
        )
    if turned is None:
        turned = _rest(words, line, group, language, groups=groups)
    if turned is None or fold(turned[0]) == fold(words):
        return None
    return turned


# --- limits and times --------------------------------------------------------------------------


def _other_side(words: str, line: list[str], group: str | None, language: Language) -> Found | None:
    """The group beyond a limit: `pupils who sleep 7 hours or more`."""
    turned = other_side(words, language)
    describes = _PREPOSITIONS[language] | _PRONOUNS | _BEYOND
    if turned is None or line[0] not in describes:
        return None
    if line[0] in _SPAN_LEADS:
        return turned, 90
    return (f"{group} {turned}", 95) if group else None


def _other_times(line: list[str], language: Language) -> Found | None:
    """The remaining days of an exposure that is some days: `days he watches the tablet`, `on
    Mondays`."""
    content = {word.rstrip("s") for word in line} - _PREPOSITIONS[language] - _DETERMINERS
    if content and content - {"feira"} <= _WEEKDAYS[language]:
        return {"en": "on other days", "pt": "em outros dias da semana"}[language], 90
    return (_TIMES[language][line[0]], 90) if line[0] in _TIMES[language] and line[1:] else None


_SPAN_LEADS = frozenset("after before during depois antes apos durante".split())
_WEEKDAYS: dict[Language, frozenset[str]] = {
    "en": frozenset("monday tuesday wednesday thursday friday saturday sunday weekend".split()),
    "pt": frozenset("segunda terca quarta quinta sexta sabado domingo".split()),
}
_BEYOND = frozenset("above below acima abaixo".split())

# --- the rest ----------------------------------------------------------------------------------

_AFTER = frozenset("after depois apos".split())
_TIMES: dict[Language, dict[str, str]] = {
    "en": {name: f"on other {name}" for name in ("days", "nights", "evenings", "mornings")}
    | {name: f"in other {name}" for name in ("weeks", "months", "years", "seasons")},
    "pt": {name: f"nos outros {name}" for name in ("dias", "meses", "anos")}
    | {name: f"nas outras {name}" for name in ("noites", "semanas", "tardes", "manhas")},
}
_BEFORE: dict[Language, str] = {"en": "the period before that", "pt": "o período anterior"}


def _rest(
    words: str, line: list[str], group: str | None, language: Language, *, groups: bool
) -> Found | None:
    """The complement of an exposure: other pupils, other days, before."""
    if line[0] in _AFTER:
        return _after_others(words.lower().split(), language) or _BEFORE[language], 85
    times = [word for word in line[1:4] if word in _TIMES[language]]
    if times and line[0] in _PREPOSITIONS[language]:
        return _TIMES[language][times[0]], 85
    says = len(line) > 1 or line[0] not in _PRONOUNS
    if groups and group is not None and says and _describes(line[0], language):
        return f"{_other(group, language)} {group}", 85
    return None


def _after_others(line: list[str], language: Language) -> str:
    """The other kinds of a recurring event: `after a dry summer`."""
    behind = line[2:] if language == "en" else line[3:]
    article = line[1:2] if language == "en" else line[2:3]
    if len(behind) != _ADJECTIVE_AND_NOUN or not set(article) & {"a", "an", "um", "uma"}:
        return ""
    if language == "en":
        return f"after other {plural(behind[1], 'en')}"
    noun = plural(behind[0], "pt")
    return f"depois de {'outras' if article == ['uma'] else 'outros'} {noun}"


_ADJECTIVE_AND_NOUN = 2  # words


def _other(group: str, language: Language) -> str:
    return "other" if language == "en" else "outras" if is_feminine(group) else "outros"


# --- opposites ---------------------------------------------------------------------------------


def _opposite(
    words: str, group: str | None, language: Language, *, groups: bool, levels: bool = False
) -> Found | None:
    """The exposure with one of its words replaced by its opposite."""
    for kind, one, other in _pairs(language):
        if kind.startswith("degree") or (kind == "noun" and not groups):
            continue
        at = _only(one, words)
        if at is None:
            continue
        start, end = at
        whole = start == 0 and end == len(words)
        if (kind == "start" and start) or (kind == "noun" and not whole):
            continue
        measured = whole or (levels and not start) or _is_measurable(words, start, end, language)
        of_other = not groups and _describes_other(words, start, language)
        if (kind == "level" and not measured) or (kind == "adjective" and of_other):
            continue
        if kind == "phrase" and _hangs(words[:start], one, language):
            continue
        turned = words[:start] + other + _of_act(words[end:], one)
        if kind == "adjective" or (kind == "level" and whole):
            if whole:
                return _attached(other, group, language)
            if not _stands_at_noun(words, start, end, language):
                continue
        return _with_group(turned, group, language)
    return None


def _describes_other(words: str, start: int, language: Language) -> bool:
    """Whether an adjective describes something else than the noun: `a cut in | public | costs`."""
    within = not _PREPOSITIONS[language].isdisjoint(tokens(words[:start])[1:])
    return within and kind_of(words, language) is None


def _of_act(behind: str, act: str) -> str:
    """The object of an act, without its origin: `removing the sweets from the till`."""
    return re.sub(r" from .+$", "", behind) if act.endswith("ing") else behind


def _hangs(before: str, one: str, language: Language) -> bool:
    """Whether a phrase with a preposition belongs to words before it that it does not determine."""
    line = tokens(before)
    participle = r"[ai]d[oa]s?$" if language == "pt" else r"ed$"
    return (
        bool(line)
        and tokens(one)[0] in _PREPOSITIONS[language]
        and re.search(participle, line[-1]) is None
    )


def _only(one: str, words: str) -> tuple[int, int] | None:
    """The position of a word or phrase, if it occurs once."""
    line, sought = fold(words), fold(one)
    if sought not in line:
        return None
    found = list(re.finditer(rf"(?<![\w-]){re.escape(sought)}(?![\w-])", line))
    return found[0].span() if len(found) == 1 else None


def _attached(adjective: str, group: str | None, language: Language) -> Found | None:
    if group is None:
        return None
    return (f"{adjective} {group}" if language == "en" else f"{group} {adjective}"), 95


def _stands_at_noun(words: str, start: int, end: int, language: Language) -> bool:
    """Whether the noun next to an adjective names one of several kinds."""
    near = tokens(words[end:])[:1] if language == "en" else tokens(words[:start])[-1:]
    if tokens(words)[0] in _CLAUSE or not near:
        return False
    known = frozenset(stems(_load()["attached"][language], language))
    return stem(near[0], language) in known or kind_of(near[0], language) is not None


def _is_measurable(words: str, start: int, end: int, language: Language) -> bool:
    """Whether `high` or `low` qualifies a quantity: `low income`, not `high school`."""
    near = tokens(words[end:])[:2] if language == "en" else []
    if language == "pt":
        near = tokens(words[:start])[-1:] + tokens(words[end:])[:1]
    known = frozenset(stems(_load()["measurable"][language], language))
    return any(stem(word, language) in known for word in near)


def _as_plural(unit: str | None, language: Language) -> str | None:
    """The unit in the plural, of whatever kind it is."""
    words = _ARTICLE[language].sub("", (unit or "").strip(" .,;:"))
    return lowered(words, _NAMES) if tokens(words) and is_plural(words, language) else None


JOINS = frozenset("and or e ou".split())
"""Words between several things, of which one alone would be turned or be missing."""


def _less_within(words: str, group: str | None, language: Language) -> Found | None:
    """A group with its one comparative turned: `shops that sell more bread` -> `... less bread`."""
    line = tokens(words)
    if line[0] in _CLAUSE or "than" in line:
        return None
    turned = [
        (at, other)
        for kind, one, other in _pairs(language)
        if kind.startswith("degree") and (at := _only(one, words)) is not None
    ]
    if language == "en" and (at := _only("more", words)) is not None:
        turned.append((at, _fewer(words[at[1] :].strip()).split()[0]))
    if len(turned) != 1:
        return None
    (start, end), other = turned[0]
    return _with_group(words[:start] + other + words[end:], group, language) if start else None


def _less(words: str, group: str | None, language: Language, *, groups: bool) -> Found | None:
    """Less of an exposure that is a degree: `larger classes` -> `smaller classes`."""
    line = tokens(words)
    if groups and (within := _less_within(words, group, language)) is not None:
        return within
    if line[0] in _PRONOUNS or line[0] in _CLAUSE or {"than", "que"} & set(line):
        return None
    if line[0] in ("each", "every", "cada") or line[:2] in (["mais", "um"], ["mais", "uma"]):
        return None  # one more of it
    if language == "en" and line[0] == "more":
        rest = words.split(maxsplit=1)[1:]
        return (_fewer(rest[0]), 90) if rest else None
    for kind, one, other in _pairs(language):
        at = _only(one, words) if kind.startswith("degree") else None
        if at is None or (language == "en" and at[0]):
            continue
        turned = words[: at[0]] + other + words[at[1] :]
        describes = turned == other or (groups and line[0] in ("mais", "menos"))
        if describes:
            return _attached(turned, group, language)
        return _with_group(turned, group, language)
    return None


def _fewer(rest: str) -> str:
    """The words with `fewer` or `less`, as their noun is countable or not."""
    head = _head_words(tokens(rest))
    countable = bool(head) and head[-1].endswith("s") and not head[-1].endswith(("ss", "us"))
    return f"{'fewer' if countable else 'less'} {rest}"


# --- denial of a clause ------------------------------------------------------------------------


def _denial(words: str, line: list[str], group: str | None, language: Language) -> Found | None:
    """The denial of an act or of a location: `wearing a uniform`, `in the chess club`.

    A clause or a participle after a noun is denied by its tree (`contrasts.rest_of_kind`).
    """
    parts = words.split(maxsplit=1)
    if len(parts) < 2 or "," in words:
        return None
    verbal = _denied_verb(words, line, language)
    if verbal is not None:
        return verbal, 90
    kind = kind_of(group, language) if group else None
    people = kind is not None and bool(kind.classes & PEOPLE)
    described = _denied_description(words, line, parts[1], language, people=people)
    return None if described is None or group is None else (f"{group} {described}", 90)


def _denied_verb(words: str, line: list[str], language: Language) -> str | None:
    """`wearing a uniform` -> `not wearing a uniform`: a gerund or an infinitive as a noun."""
    first, second = line[0], line[1] if len(line) > 1 else ""
    is_verb = (
        first.endswith("ing") if language == "en" else re.search(r"[aei]r$", first) is not None
    )
    if not is_verb or len(first) < 3 or re.search(r"\d", words) or _SCOPE & set(line[1:]):
        return None
    habits = [word.strip() for word in _load()["habit"][language].split(",")]
    habit = first in {fold(word) for word in habits} | _STATES
    loose = _PREPOSITIONS[language] | {"to"}
    if second in loose - {"de", "do", "da"} and first not in ("listening", "living", "viver"):
        return None
    if not habit and second not in _DETERMINERS and language == "en":
        return None
    return f"{'not' if language == 'en' else 'não'} {words}"


_STATES = frozenset(("being", "having"))  # `being outdoors` is no thing that can be missing


def _denied_description(
    words: str, line: list[str], tail: str, language: Language, *, people: bool
) -> str | None:
    """A prepositional phrase that describes a group, denied."""
    first, scoped = line[0], bool(_SCOPE & set(line[1:]))
    swap = {"with": "without", "without": "with", "com": "sem", "sem": "com"}
    if first in swap:
        if scoped or (first in ("with", "com") and line[1] in _COUNTS[language]):
            return None if scoped else f"{first} {_FEWER_THAN[language]} {tail}"
        return f"{swap[first]} {tail}"
    if first in _PREPOSITIONS[language]:
        inner = "with" if language == "en" else "com"
        if scoped or {"without", "sem"} & set(line):
            return None
        if line.count(inner) == 1:
            return re.sub(rf"\b{inner}\b", swap[inner], words)
        return _elsewhere(words, first, people=people)
    return None


_COUNTS: dict[Language, frozenset[str]] = {
    "en": frozenset("two three four five six seven eight nine ten".split()),
    "pt": frozenset("dois duas tres quatro cinco seis sete oito nove dez".split()),
}
_FEWER_THAN: dict[Language, str] = {"en": "fewer than", "pt": "menos de"}


def _elsewhere(words: str, first: str, *, people: bool) -> str | None:
    """Those of a kind who are elsewhere: `kids who are not in the chess club`."""
    if _TIME_NOUNS & set(tokens(words)):
        return None
    if first in ("in", "on", "at", "under", "inside"):
        return f"{'who' if people else 'that'} are not {words}"
    return f"que não estão {words}" if first in _INSIDE_PT else None


_TIME_NOUNS = frozenset(name for names in _TIMES.values() for name in names) | frozenset(
    """day night evening morning week month year season winter summer spring autumn fall dia noite
    manha tarde semana mes ano inverno verao primavera outono madrugada""".split()
)
_TIME_NOUNS |= {fold(day) for day in DAYS}
_INSIDE_PT = frozenset("em no na nos nas num numa dentro".split())


# --- absence of a thing ------------------------------------------------------------------------


def _absence(
    words: str, line: list[str], group: str | None, language: Language, *, momentary: bool
) -> Found | None:
    """The absence of something that can be absent: `coffee`, `mandatory code review`."""
    if line[1:] and _describes(line[0], language):
        return None
    noun = _bare(words, language)
    how = _switch(noun, language) if noun else ""
    if not how:
        return None
    absent = ("without " if language == "en" else "sem ") + noun
    if group is None:
        noun = re.sub(r"^an? ", "", noun)
        return (f"no {noun}" if language == "en" else f"a ausência de {noun}"), 85
    kind = kind_of(group, language)
    whom = kind is not None and bool(kind.classes & (PEOPLE | {"team"}))
    if how == "daily" and momentary and whom:
        days = "on days" if language == "en" else "em dias"
        return f"{_same(group, language)} {group} {days} {absent}", 95
    return f"{group} {absent}", 90


def _bare(words: str, language: Language) -> str:
    """A noun phrase without its article, its amount and what follows a comma; empty if
    ambiguous."""
    noun = words
    for _ in range(3):
        noun = _AMOUNT[language].sub("", noun, count=1)
    noun = _TAIL.sub("", noun).strip()
    if language == "pt" or (noun.lower().startswith("the ") and noun.islower()):
        noun = _ARTICLE[language].sub("", noun)
    line = tokens(noun)
    if not line or re.search(r"\d", noun) or line[0] in _POSSESSIVE - {"a", "an", "the"}:
        return ""
    if (
        language == "en"
        and line[0].endswith("ing")
        and len(line) > 1
        and (line[1] in _DETERMINERS or line[1] in _PREPOSITIONS["en"] - {"of", "with", "by"})
    ):
        return ""
    return noun


def _switch(noun: str, language: Language) -> str:
    """`daily` or `lasting` where the head of a noun phrase is known to be absent at times."""
    line = tokens(_ARTICLE[language].sub("", noun))
    keys = [stem(word, language) for word in (_head_words(line) if language == "en" else line)]
    if " ".join(stem(word, language) for word in line) in _generic(language):
        return ""
    for width in (4, 3, 2, 1):
        piece = keys[-width:] if language == "en" else keys[:width]
        if len(piece) == width:
            found = _switches(language).get(" ".join(piece))
            if found:
                return found
    return ""


# --- words of the unit -------------------------------------------------------------------------


def _head_words(line: list[str]) -> list[str]:
    """An English noun phrase up to its head."""
    for at, word in enumerate(line):
        if at and word in _HEAD_ENDS:
            return line[:at]
    return line


def _with_group(turned: str, group: str | None, language: Language) -> Found | None:
    """The description of a group without the group; a noun phrase unchanged."""
    if not _describes(fold(turned.split(maxsplit=1)[0]), language):
        return turned, 95
    return (f"{group} {turned}", 95) if group else None


def _describes(first: str, language: Language) -> bool:
    """Whether words with this beginning describe a group after its noun."""
    participle = r"[ai]d[oa]s?$" if language == "pt" else r"ed$"
    return (
        first in _PREPOSITIONS[language]
        or first in _PRONOUNS
        or re.search(participle, first) is not None
    )


def _unit_phrase(unit: str, language: Language) -> str | None:
    """The unit as a plural noun phrase without article or number; None if it cannot be one."""
    words = _ARTICLE[language].sub("", unit.strip(" .,;:"))
    words = re.sub(r"^\d+\s+", "", words)
    line = tokens(words)
    if not line or line[0] in _POSSESSIVE or kind_of(words, language) is None:
        return None
    if re.search(r"['’]s?$", words):
        words = re.sub(r"['’]s?$", "", words)
    return lowered(words, _NAMES) if is_plural(words, language) else None


def is_plural(words: str, language: Language) -> bool:
    """Whether the head of a noun phrase is a plural, or a collective as `people` is."""
    line = tokens(words)
    head = line[0] if language == "pt" else _head_words(line)[-1]
    return (head.endswith("s") and not head.endswith("ss")) or head in _COLLECTIVE


def _same(group: str, language: Language) -> str:
    if language == "en":
        return "the same"
    return "as mesmas" if is_feminine(group) else "os mesmos"


def is_feminine(group: str) -> bool:
    """Whether a Portuguese noun in the plural is feminine."""
    head = tokens(group)[0]
    if head in ("equipes", "mulheres", "maes"):
        return True
    if head.endswith("as"):
        return not head.endswith(("istas", "atletas", "colegas"))
    return tagged(group, "pt")[0].tag.startswith("N.f")  # `árvores`


# --- data --------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def _switches(language: Language) -> dict[str, str]:
    data = _load()
    return {
        " ".join(stem(word, language) for word in tokens(term)): how
        for how in ("daily", "lasting")
        for term in data[how][language].split(",")
        if term.strip()
    }


@lru_cache(maxsize=1)
def _momentary() -> frozenset[str]:
    return frozenset(_load()["momentary"]["constructs"].split())


@lru_cache(maxsize=2)
def _generic(language: Language) -> frozenset[str]:
    words = _load()["generic"][language].split(",")
    return frozenset(" ".join(stem(each, language) for each in tokens(word)) for word in words)


@lru_cache(maxsize=2)
def _pairs(language: Language) -> tuple[tuple[str, str, str], ...]:
    """(kind, word, its opposite), longest first so that phrases take precedence over words."""
    found: dict[str, tuple[str, str, str]] = {}
    for group in _load()["pair"]:
        kind = group["kind"]
        for one, other in group[language]:
            for left, right in _forms(one, other, kind, language):
                found.setdefault(left, (kind, left, right))
                if kind not in ("start", "degree_one_way", "phrase"):
                    found.setdefault(right, (kind, right, left))
    return tuple(sorted(found.values(), key=lambda pair: (-len(pair[1]), pair[1])))


def _forms(one: str, other: str, kind: str, language: Language) -> list[tuple[str, str]]:
    """A Portuguese pair of adjectives in gender and number."""
    if language == "en" or kind in ("phrase", "start", "noun"):
        return [(one, other)]
    return [(_inflected(one, at), _inflected(other, at)) for at in range(4)]


def _inflected(word: str, at: int) -> str:
    """Masculine, feminine, and their plurals: 0-3. Invariable words and phrases do not change."""
    if word in ("mais", "menos") or word.startswith(("de ", "em ")):
        return word
    for before in ("não ", "mais "):
        if word.startswith(before):
            return before + _inflected(word.removeprefix(before), at)
    if at in (1, 3) and word.endswith("o"):
        word = word[:-1] + "a"
    elif at in (1, 3) and word.endswith("dor"):
        word += "a"
    if at < 2 or word.endswith("line"):
        return word
    if word.endswith("al"):
        return word[:-1] + "is"
    if word.endswith("em"):
        return word[:-1] + "ns"
    return word + ("es" if word.endswith("r") else "s")


@lru_cache(maxsize=1)
def _load() -> dict:  # type: ignore[type-arg]
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))
