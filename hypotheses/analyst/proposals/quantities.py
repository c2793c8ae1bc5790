"""The measure implied by the author's own comparison: how often, when, how long, how many, who."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.proposals.nouns import plural, singular
from hypotheses.analyst.proposals.outcomes import (
    EARLIER,
    FASTER,
    LONGER,
    MORE,
    OFTEN,
    SOONER,
    OutcomeWords,
    one_of,
    outcome_of,
)
from hypotheses.analyst.proposals.stems import fold, noun_stem, tokens
from hypotheses.analyst.proposals.subjects import OutcomeClause, outcome_clause, owned_one
from hypotheses.analyst.proposals.units import PEOPLE, kind_of
from hypotheses.analyst.proposals.verbs import happening, nouns_of
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language

_DATA = Path(__file__).parent / "data" / "quantities.toml"

Way = Literal[
    "times", "share", "until", "date", "age", "takes", "lasts", "spends", "count", "amount",
    "money", "price", "items", "sold", "eaten", "drunk", "weight", "growth", "output", "used",
    "hours", "speed", "return", "sum", "mass",
    "height", "temperature", "thickness", "length", "sound", "magnitude", "chance",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class MeasuredQuantity:
    """What is counted or timed.

    `said` tells that the author's comparison states it. `text` is empty where the author's words do
    not suffice to name it.
    """

    way: Way
    text: str
    said: bool


def quantity(claim: Claim, language: Language, source: str = "") -> MeasuredQuantity | None:
    """The quantity that the author compares by; None where only a degree is compared."""
    if claim.outcome is None or claim.design == "qualitative" or _ASKS_WHY.search(source):
        return None
    clause = outcome_clause(claim, language, source)
    if clause is not None:
        return _of_clause(clause, claim, language, source)
    words = outcome_of(claim, language, source)
    if words is None or not words.line or not _BETTER.isdisjoint(words.degree):
        return None  # small words alone: `do`
    way, said = _said(words) or (_by_verb(words, claim) or _by_noun(words), False)
    if way is None:
        return None
    return MeasuredQuantity(way, _text(way, words, claim, source), said)


_ASKS_WHY = lazy_regex(r"\b(?:why|por ?qu[eê]) ", re.I)  # a reason has no quantity
_BETTER = frozenset("better worse best worst melhor melhores pior piores".split())
"""How well something is done is expressed neither by a time nor by a number."""


def _of_clause(
    clause: OutcomeClause, claim: Claim, language: Language, source: str
) -> MeasuredQuantity | None:
    """What is counted where the outcome has a subject of its own: `fewer | bugs reach users`."""
    claim = claim.with_slot("unit", Slot(clause.subject))
    claim = claim.with_slot("outcome", Slot(clause.predicate))
    if not clause.counted:
        return quantity(claim, language, source)
    words = outcome_of(claim, language, source)
    said = _happening(words, claim, source) if words is not None else {}
    units = plural(clause.subject, language)
    if words is None or not units or not said.get("they"):
        return None
    people = words.kind is None or bool(words.kind.classes & PEOPLE)
    who = _forms(language)["who" if people and units in _FOLK else "that"]
    period = "" if claim.window else _forms(language)["period"]
    text = _forms(language)["acting"].format(units=units, who=who, period=period, **said)
    return MeasuredQuantity("count", text, True)


_FOLK = frozenset(("people", "folk", "pessoas"))


# --- what is compared outright -----------------------------------------------------------------

_LIKELY = frozenset(
    "likely likelier unlikely chance chances odds probability probable prone risk provavel "
    "probabilidade risco propenso propensa propensos".split()
)
_TIME_PT = ("mais tempo", "menos tempo", "tempo mais", "mais longo", "mais curto", "mais longa")
# Comparatives of a dimension: `grow taller`, `throw thinner walls`.
_DIMENSION: dict[str, Way] = {
    **dict.fromkeys(("taller",), "height"),
    **dict.fromkeys(("warmer", "hotter", "colder", "cooler"), "temperature"),
    **dict.fromkeys(("thicker", "thinner"), "thickness"),
    **dict.fromkeys(("louder", "quieter"), "sound"),
    **dict.fromkeys(("heavier",), "weight"),
    **dict.fromkeys(("cheaper", "dearer", "pricier"), "price"),
}


def _said(words: OutcomeWords) -> tuple[Way, bool] | None:
    """The kind of comparison that the relation itself states: `more often`, `sooner`,
    `likelier`."""
    spoken = set(words.degree)
    noun = not words.is_verb and words.is_plural and _is_countable(words)
    if spoken & _LIKELY:
        return ("count" if noun else "share"), True
    if words.is_verb and words.is_asked:
        return "share", True
    if spoken & OFTEN:
        ends = words.is_verb and words.is_of("final")
        return ("count" if noun else "share" if ends else "times"), True
    way = _in_time(words, spoken) if words.is_verb else _in_size(words, spoken)
    return None if way is None else (way, True)


def _in_time(words: OutcomeWords, spoken: set[str]) -> Way | None:
    """What an adverb of time or of a dimension compares: `lasts longer`, `grow taller`."""
    dimension = next((_DIMENSION[word] for word in words.degree if word in _DIMENSION), None)
    longer = spoken & LONGER or any(each in " ".join(words.degree) for each in _TIME_PT)
    alone = not spoken.isdisjoint(MORE)
    if dimension is not None and words.language == "en":
        return dimension
    if words.is_governed_by("taking") and (longer or alone):
        return "takes"
    if longer or (alone and words.is_of("lasting")):
        return "spends" if words.is_of("spending") else "lasts"
    if spoken & FASTER:
        moves = words.is_of("speed") and len(words.line) < _WITH_OBJECT
        name: tuple[Way, ...] = ("mass", "growth")
        return next((way for way in name if words.is_of(way)), "speed" if moves else "takes")
    if spoken & EARLIER:
        grows = words.kind is not None and bool(words.kind.classes & _GROWING)
        return "age" if grows and not words.is_of("daily") else "date"
    return "until" if spoken & SOONER else None


_WITH_OBJECT = 3  # words
_GROWING = frozenset("child infant pupil youth livestock pet".split())
"""An event that happens once in a lifetime: `learn to read earlier`."""


def _in_size(words: OutcomeWords, spoken: set[str]) -> Way | None:
    """How long, thick or loud a thing becomes: `write | shorter | theses`."""
    tree, top = words.tree, words.top
    near = list(tree.children(top, "amod"))
    if tree.relations[top] in ("obj", "nsubj") and tree.tags[top] == "NP":  # `makes them | shorter`
        near += tree.children(tree.heads[top], "xcomp")
    sizes = {tree.words.lower[at] for at in near}
    if words.language == "pt" or not sizes & spoken:
        return None
    if spoken & LONGER:
        return "length" if _is_countable(words) else None
    return next((_DIMENSION[word] for word in words.degree if word in _DIMENSION), None)


# --- what is done more or less -----------------------------------------------------------------

_AMOUNTS: tuple[Way, ...] = (
    "money", "price", "items", "sold", "eaten", "drunk", "weight", "mass", "growth", "output",
    "used", "hours",
)  # fmt: skip
_CHANGES: dict[Language, frozenset[str]] = {
    "en": frozenset("rise rises fall falls drop drops gain gains lose loses rally rallies climb "
                    "climbs go goes sink sinks crash crashes beat beats jump jumps".split()),
    "pt": frozenset("sobe sobem subir cai caem cair ganha ganham perde perdem rende rendem render "
                    "valoriza valorizam desvaloriza desvalorizam rali".split()),
}  # fmt: skip


def _by_verb(words: OutcomeWords, claim: Claim) -> Way | None:
    """The natural quantity of a verb with more or less: how often, how much."""
    if words.kind is not None and words.kind.name == "asset":
        return "return" if words.line[0] in _CHANGES[words.language] else None
    if not words.is_verb or words.becomes or not _happens(words):
        return None
    if claim.design == "descriptive":
        return None  # only the author can say what counts as a case and where it is recorded
    if claim.design == "predictive":
        return "share"
    if _HELPS[words.language].search(claim.relation):
        return "share" if words.is_of("once", "final") else None
    if words.describes or not _compares(words):
        return None
    for name in _AMOUNTS:
        if words.is_of(name):
            if name in ("money", "items", "sold") and MORE.isdisjoint(words.degree):
                return "share"  # `makes people pay upfront`: who does, and not how much
            return _of_kind(name, words) if _fits(name, words) else None
    object_of = words.is_of("light") and words.tags[1:2] and words.tags[1][0] in "ND"
    return "share" if words.is_of("once", "final") and not object_of else "times"


def _of_kind(way: Way, words: OutcomeWords) -> Way:
    """A text passes no time: what is counted is how often it mentions something."""
    written = words.kind is not None and words.kind.nature == "text"
    return "times" if written and way == "hours" else way


def _happens(words: OutcomeWords) -> bool:
    """Whether a verb is an event and not a state: `fall ill`, `make mistakes`."""
    if words.is_of("once", "final", "event"):
        return True
    if words.is_described:
        return False
    if words.is_passive or words.is_of(*_AMOUNTS):
        return True
    if words.is_of("light") and words.tags[1:2]:
        return words.tags[1].startswith(("N", "D")) and not words.is_of("gain")
    return not words.is_of("state")


def _compares(words: OutcomeWords) -> bool:
    """Whether the relation is about more and less of it, and not about its manner: `more
    carefully`."""
    spoken = words.degree
    if spoken and not _SIZES.isdisjoint(spoken) and words.is_verb:
        return False  # `tiram notas maiores`: about the marks, not about how often
    if {"as", "tao"} & set(spoken) and not _AMOUNT_WORDS & set(spoken):
        return False
    if spoken and spoken[-1] in MORE | _AMOUNT_WORDS:
        return True
    relation = f"{words.relation} {' '.join(words.governor)}"
    changes = _NUMBER[words.language].search(relation) is not None
    return (changes and MORE.isdisjoint(spoken)) or (
        words.is_verb and _LETS[words.language].search(relation) is not None
    )


_SIZES = frozenset("higher lower larger smaller bigger maior maiores menor menores".split())
_AMOUNT_WORDS = frozenset("much many often tanto igual mesmo".split())
_HELPS: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\bhelp", re.I),
    "pt": lazy_regex(r"\bajud", re.I),
}
# What makes a person do it or not.
_LETS: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\b(?:makes?|made|gets?|got|lets?|leads?|drives?|pushes|pushed|will|going to"
                     r"|encourag\w+|keeps?|kept|stops?|chang\w+|affect\w*|influenc\w+"
                     r"|about to)\b", re.I),
    "pt": lazy_regex(r"\b(?:faz\w*|fez|faria|leva\w*|deixa\w*|incentiv\w+|impede\w*|vai|vão"
                     r"|mud\w+|afet\w+"
                     r"|influenci\w+|muda\w*|está prestes)\b", re.I),
}  # fmt: skip


def _fits(name: Way, words: OutcomeWords) -> bool:
    """Whether an amount belongs to the verb's object: `eat`, `eat fish`, but no clause."""
    behind = words.tags[1:]
    if name in ("used", "output"):  # of what?
        return bool(behind) and behind[0][0] in "NDJ"
    if name in ("eaten", "drunk", "hours"):
        manner = any(tag.startswith(("R", "ADV", "J")) for tag in behind)
        return len(behind) < _WITH_OBJECT and not manner
    return not behind or behind[0].startswith(("ADP", "PD")) or len(words.line) == 1


# --- what there is more or less of -------------------------------------------------------------

_NUMBER: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:fewer|more|less|many|reduc\w+|cuts?|cutting|lowers?|lowered|increas\w+|rais(?:e"
        r"|es|ed|ing)|decreas\w+"
        r"|drops?|dropped|down|up|declin\w+|prevents?|avoids?|stops?|brings?|attracts?|keeps? away"
        r"|keeps? \w+ away|gets? rid|eliminat\w+|halv\w+|doubl\w+|causes?|leads?|means?"
        r"|multipl\w+|happens?"
        r"|rises?|falls?|grows?|disappear\w*|vanish\w*|ends?|spares?|appear\w*|curbs?|limits?"
        r"|does away|scares? off"
        r"|rarer|goes away|went away|stopped)\b", re.I),
    "pt": lazy_regex(
        r"\b(?:mais|menos|menor(?:es)?|maior(?:es)?|reduz\w*|diminu\w+|corta\w*|baix(?:a|am|ou"
        r"|aram)|aument\w+|sob(?:e|em)|ca(?:i|em|iu|íram)"
        r"|evita\w*|impede\w*|previn\w+|acab(?:a|am|ou|aram)|som(?:e|em|iu|iram)|espanta\w*"
        r"|atra(?:i|em)"
        r"|traz\w*|gera\w*|causa\w*|provoca\w*|elimina\w*|dobra\w*|aparec\w+|acontec\w+"
        r"|multiplica\w*|poupa\w*|derruba\w*)\b",
        re.I),
}  # fmt: skip
_TAKEN: tuple[Way, ...] = ("eaten", "drunk", "sold")


def _by_noun(words: OutcomeWords) -> Way | None:
    """A number of things or events, or an amount: `cuts complaints`, `use less | gas`."""
    gerund = words.language == "en" and len(words.line) == 1 and words.line[0].endswith("ing")
    if gerund and words.is_of("once", "final"):
        return "share"  # `bolting`
    if words.is_verb or not (words.degree or words.relation) or not words.tags:
        return None
    head = _head(words)
    if (named := _by_name(head, words)) is not None:
        return named
    if not _compares(words):
        return None
    taken = next((way for way in _TAKEN if words.at_noun and words.is_governed_by(way)), None)
    if taken is not None or not _is_countable(words):
        return taken
    if words.is_plural:
        return "count"
    if not words.at_noun:
        return None
    if words.language == "en":
        return "amount" if _is_stuff(words) else None  # `less | gas`: not countable
    return "amount" if head in nouns_of("stuff", "pt") else "count"


def _by_name(head: str, words: OutcomeWords) -> Way | None:
    """What a noun itself says: a magnitude, a chance of something, an amount of money."""
    language = words.language
    if head in nouns_of("magnitude", language):
        return "magnitude"
    if head in nouns_of("chance", language) and words.tree.children(words.top, "nmod", "acl"):
        return "chance"
    money = head in nouns_of("money_noun", language) and not _counts_bills(words)
    return "sum" if money else None


def _counts_bills(words: OutcomeWords) -> bool:
    """Whether a count is meant, not a sum: `errar menos | conta`, `fewer | bills`."""
    several = words.language == "pt" or words.is_plural
    return words.at_noun and several and _is_countable(words)


def _is_stuff(words: OutcomeWords) -> bool:
    """Whether a singular noun has an amount: `gas` has, `fun` has not."""
    head = next((word for word in reversed(words.line)), "")
    felt = not _HAVE.isdisjoint(words.governor)
    return not felt and _ABSTRACT.search(head) is None and len(words.line) <= _WITH_OBJECT


_HAVE = frozenset("have has had feel feels felt show shows pay pays".split())
_ABSTRACT = lazy_regex(r"(?:ness|ity|ment|[st]ion|ship|[ae]nce|ing|th|ism|ure|hood)$")


def _head(words: OutcomeWords) -> str:
    line = words.line
    if words.language == "pt":
        return noun_stem(line[0], "pt") if line else ""
    for at, word in enumerate(line):
        if at and word in _BEHIND:
            return noun_stem(line[at - 1], "en")
    return noun_stem(line[-1], "en") if line else ""


_BEHIND = frozenset(
    """of in at on with without from who that which for to over under about by than after before
    between during per reported""".split()
)


def _is_countable(words: OutcomeWords) -> bool:
    """Whether the words name things or events, and not a property or a state of mind."""
    noun = words.tree.tags[words.top].startswith("N")
    return noun and _head(words) not in nouns_of("uncounted", words.language)


# --- the words ---------------------------------------------------------------------------------


def _text(way: Way, words: OutcomeWords, claim: Claim, source: str) -> str:
    """The quantity in words; empty where the author's verb cannot be said of the unit."""
    language = words.language
    forms = _forms(language)
    one = singular(words.actor, language)
    its_own = owned_one(claim, language, source)
    if its_own:
        one = ""
    in_unit = way == "count" and one and fold(one.split()[-1]) in fold(words.text)
    shared = bool(one) and not in_unit and one_of(claim, source)
    shared = shared and not (_is_what_varies(one, claim, language) and not _lives(words))
    said = {
        "per": forms["per"].format(one=one) if shared else "",
        "subject": its_own or (forms["one_of"].format(one=one) if one else ""),
        "period": "" if claim.window else forms[_period(claim, words)],
        "units": "" if its_own or _is_few(way, words) else plural(words.actor, language),
        "each_group": forms["in_each"] if _compares_groups(claim) else "",
        "outcome": "" if words.is_verb else words.text,
        "outcomes": _plural(words.text, words) if way == "count" else "",
        **_done(way, words, its_own),
        **_happening(words, claim, source),
    }
    keys = _KEYS.get(way, (way,))
    if way == "share" and words.is_verb and _is_of_groups(words, claim, language):
        keys = ("share_of_group",)
    for key in keys:
        needed = set(_FIELD.findall(forms[key])) - {"per", "period", "each_group"}
        if all(said.get(name) for name in needed):
            return forms[key].format(**said)
    return ""


def _is_what_varies(one: str, claim: Claim, language: Language) -> bool:
    """Whether a unit is the thing whose presence makes the difference: no crash is one `per bike
    lane` where there is none. Where the author compares it with another one there is one of each.
    """
    noun = one.split()[-1 if language == "en" else 0]
    named = [
        {singular(word, language) or word for word in fold(slot.text).split()}
        for slot in (claim.exposure, claim.comparator)
        if slot is not None and slot.origin == "user"
    ]
    return len(named) == 1 and fold(noun) in named[0]


def _compares_groups(claim: Claim) -> bool:
    return claim.design in ("comparative", "equivalence", "non_inferiority")


def _is_of_groups(words: OutcomeWords, claim: Claim, language: Language) -> bool:
    """Whether groups of those who do it are compared, so that each group has its own share."""
    exposure = claim.exposure
    if not _compares_groups(claim) or exposure is None:
        return False
    stems = {noun_stem(word, language) for word in tokens(words.actor)}
    named = {noun_stem(word, language) for word in tokens(exposure.text)}
    return bool(stems & named) or not _DESCRIBE.isdisjoint(tokens(exposure.text)[:1])


_DESCRIBE = frozenset("who that which whose with without que quem cujo cuja com sem".split())


def _lives(words: OutcomeWords) -> bool:
    return words.kind is not None and bool(words.kind.classes & _LIVING)


_LIVING = PEOPLE | frozenset(("wildlife", "pet", "livestock", "colony", "team"))


def _is_few(way: Way, words: OutcomeWords) -> bool:
    """Whether there are too few of them for a share to mean anything: `two departments`."""
    first = next(iter(tagged(words.actor, words.language)), None)
    return way == "share" and first is not None and first.tag.startswith("NUM")


_FIELD = lazy_regex(r"{(\w+)}")
# The forms of a quantity, best first.
_KEYS: dict[Way, tuple[str, ...]] = {
    "times": ("times", "times_many"),
    "share": ("share", "share_with"),
    "count": ("count_done", "count"),
    "amount": ("amount_done", "amount"),
    "thickness": ("thickness_of", "thickness"),
    "weight": ("weight_of", "weight"),
}


def _happening(words: OutcomeWords, claim: Claim, source: str) -> dict[str, str]:
    """The forms of the outcome's verb; none of a noun."""
    tree = words.tree
    joined = any(tree.tags[at].startswith("V") for at in tree.children(words.top, "conj"))
    told = words.language == "en" or any(tag.startswith(_TELLING) for tag in words.tags)
    said_otherwise = words.tags[0] == "WH" or _QUOTED.search(words.text) is not None
    if not words.is_verb or not told or said_otherwise or (joined and words.language == "pt"):
        return {}
    found = happening(words.text, words.tags, words.actor, words.language)
    said = {name: getattr(found, name) for name in ("each", "many", "they", "do", "doing")}
    alone = owned_one(claim, words.language, source)
    if alone:
        unit = words.actor
        does = found.each.split(maxsplit=len(unit.split()) + 1)[len(unit.split()) + 1 :]
        return {**said, "each": " ".join((alone, *does)) if does else "", "many": ""}
    # Of two verbs only the first would take the form for each: `tries and give`.
    several = joined or (words.kind is not None and words.kind.name in _UNTOLD)
    return {**said, "each": ""} if several else said


_TELLING = ("VF", "VI", "AUX", "VG")
"""A Portuguese predicate has one of these: `bem avaliados` says no verb."""
_QUOTED = lazy_regex(r"[\"“”]")  # `"fall" for it`: no form of a verb is made of it


def _done(way: Way, words: OutcomeWords, its_own: str) -> dict[str, str]:
    """What is counted, and what each unit does with it: `eggs`, `each hen lays`."""
    places, tree = words.deed, words.tree
    untold = its_own or (words.kind is not None and words.kind.name in _UNTOLD)
    if not places or untold or way not in ("count", "amount"):
        return {}
    line = " ".join(tree.words.lower[at] for at in places)
    tags = [tree.tags[at] for at in places]
    deed = happening(line, tags, words.actor, words.language).each
    noun, behind = words.parts
    things = _plural(noun, words) if way == "count" else noun
    return {"things": things, "deed": f"{deed} {behind}".strip() if deed else ""}


def _plural(noun: str, words: OutcomeWords) -> str:
    joined = any(
        words.tree.tags[at].startswith("N") for at in words.tree.children(words.top, "conj")
    )
    if joined and not words.is_plural:
        return ""  # `mais | modularidade e organização`: no things that are counted
    return plural(noun, words.language) or (noun if words.is_plural else "")


_UNTOLD = frozenset(("wildlife", "colony"))
"""Units that are not told apart as individuals: `each bee`."""


def _period(claim: Claim, words: OutcomeWords) -> str:
    """The form for the period: where days are compared, each day is a period.

    A text, a thing's own parts (`have | fewer pinholes`) and a named occasion (`in the first exam`)
    have none.
    """
    language = words.language
    kind = kind_of(claim.unit.text, language) if claim.unit else None
    told = (words.text, *(s.text for s in (claim.qualifiers, claim.bound) if s is not None))
    occasion = any(_OCCASION[language].search(text) for text in told)
    if occasion or _is_part(words) or (kind is not None and kind.nature == "text"):
        return "once"
    slots = (claim.exposure, claim.comparator, claim.qualifiers)
    named = " ".join(slot.text for slot in slots if slot is not None)
    days = _DAY_WORDS[language].search(named)
    return "period" if days is None else "nightly" if days["night"] else "daily"


def _is_part(words: OutcomeWords) -> bool:
    """Whether a thing, and nobody alive, has more or fewer of something."""
    has = not _HAS.isdisjoint(words.governor) or not _HAS.isdisjoint(words.relation.lower().split())
    return has and not words.is_verb and words.kind is not None and not _lives(words)


_HAS = frozenset("have has had with tem têm tinha tinham com".split())
_OCCASION: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:in|during|at|on) (?:(?:the|their|his|her|its|my|our) )?(?:first|second|third|last"
        r"|final|next|same|whole|one|a single)\b(?! (?:days?|weeks?|months?|years?|hours?)\b)", re.I
    ),
    "pt": lazy_regex(
        r"\b(?:n[oa]|em|durante [oa]) (?:(?:seu|sua|meu|minha) )?(?:primeir[oa]|segund[oa]"
        r"|terceir[oa]|últim[oa]|mesm[oa]|próxim[oa]|uma? únic[oa])\b"
        r"(?! (?:dias?|semanas?|mês|meses|anos?|horas?)\b)", re.I
    ),
}  # fmt: skip
_DAY_WORDS: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:days|(?P<night>nights))\b(?= |$)(?! (?:a|per|before|after|later))", re.I
    ),
    "pt": lazy_regex(r"\b(?:n[oa]s? |em )?(?:dias|(?P<night>noites)) em que\b", re.I),
}


@lru_cache(maxsize=2)
def _forms(language: Language) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads(_DATA.read_text(encoding="utf-8"))[language]
    return found
