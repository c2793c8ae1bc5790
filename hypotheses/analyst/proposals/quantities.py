"""The measure that the author's own comparison names: how often, when, how long, how many, who."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

from hypotheses.analyst.proposals.happenings import happening
from hypotheses.analyst.proposals.nouns import is_plural, plural, singular
from hypotheses.analyst.proposals.stems import fold, noun_stem, tokens
from hypotheses.analyst.proposals.subjects import OutcomeClause, outcome_clause, owned_one
from hypotheses.analyst.proposals.units import PEOPLE, UnitKind, kind_of
from hypotheses.analyst.proposals.verbs import begins, nouns_of
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language

_DATA = Path(__file__).parent / "data" / "quantities.toml"

Way = Literal[
    "times", "share", "until", "date", "age", "takes", "lasts", "count",
    "money", "price", "items", "sold", "eaten", "drunk", "weight", "growth", "output", "used",
    "hours", "speed", "return", "sum", "mass",
    "height", "temperature", "thickness", "sound", "magnitude",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class MeasuredQuantity:
    """What is counted or timed. `said` tells that the author's comparison names it outright.

    `text` is empty where the author's words do not make up one.
    """

    way: Way
    text: str
    said: bool


def quantity(claim: Claim, language: Language, source: str = "") -> MeasuredQuantity | None:
    """The quantity by which the author compares; None where only a degree is compared."""
    if claim.outcome is None or claim.design == "qualitative" or _ASKS_WHY.search(source):
        return None
    clause = outcome_clause(claim, language, source)
    if clause is not None:
        return _of_clause(clause, claim, language, source)
    claim = _with_own_degree(claim, language, source)
    if claim.outcome is None:
        return None
    words = _Outcome(claim, claim.outcome.text, language, source)
    if not words.line:
        return None  # small words alone: `do`
    way, said = _said(words) or (
        _by_governing_verb(words) or _by_verb(words) or _by_noun(words),
        False,
    )
    if way is None:
        return None
    return MeasuredQuantity(way, _text(way, words), said)


def _of_clause(
    clause: OutcomeClause, claim: Claim, language: Language, source: str
) -> MeasuredQuantity | None:
    """What is counted where the outcome has a subject of its own: `fewer | bugs reach users`."""
    claim = claim.with_slot("unit", Slot(clause.subject))
    claim = claim.with_slot("outcome", Slot(clause.predicate))
    words = _Outcome(claim, clause.predicate, language, source)
    if not clause.counted:
        return quantity(claim, language, source)
    said = _happening(words, clause.subject)
    period = "" if claim.window else _forms(language)["period"]
    units = plural(clause.subject, language)
    if not units or not said.get("they"):
        return None
    people = words.kind is None or bool(words.kind.classes & PEOPLE)
    who = _forms(language)["who" if people and units in _FOLK else "that"]
    text = _forms(language)["acting"].format(units=units, who=who, period=period, **said)
    return MeasuredQuantity("count", text, True)


_FOLK = frozenset(("people", "folk", "pessoas"))


def _with_own_degree(claim: Claim, language: Language, source: str) -> Claim:
    """The claim with the degree that its outcome's words hold in its relation: `fight | less`."""
    text = claim.outcome.text if claim.outcome else ""
    if claim.relation or not text:
        return claim
    found = [word for word in tagged(text, language) if word.lower in _MORE]
    if len(found) != 1:
        return claim
    behind = [word for word in tagged(text, language) if word.start > found[0].start][:1]
    follows = ("ADP", "PD", "ADV", "PART", "SCONJ", "D")  # `miss less | the dose`
    if behind and not behind[0].tag.startswith(follows):
        return claim  # `buys fewer sweets`
    bare = f"{text[: found[0].start].rstrip()} {text[found[0].end :].lstrip()}".strip()
    return replace(claim.with_slot("outcome", Slot(bare)), relation=found[0].text)


_ASKS_WHY = re.compile(r"\b(?:why|por ?qu[eê]) ", re.I)  # a reason has no quantity


def _last_degree(relation: list[str]) -> list[str]:
    """Of `quanto mais tempo ..., mais` what is said of the outcome: the last degree."""
    found = [at for at, word in enumerate(relation) if word in _MORE]
    twice = len(found) > 1 and found[-1] == len(relation) - 1
    return relation[-1:] if twice else relation


class _Outcome:
    """An outcome's words with what tells whether they are a verb, a noun, or a property."""

    def __init__(self, claim: Claim, text: str, language: Language, source: str) -> None:
        self.claim, self.language = claim, language
        text = _LEAD[language].sub("", text)
        self.text = " ".join(text.split()).strip(" .,;:?!")
        self.line = tokens(self.text)
        self.relation = _last_degree(tokens(claim.relation))
        self.kind: UnitKind | None = kind_of(claim.unit.text, language) if claim.unit else None
        self.source = source
        self.tags = self._tags(text)
        self.line += self._particle(text)

    def _tags(self, text: str) -> list[str]:
        """The parts of speech of the words, as they stand in the source if they do."""
        at = self.source.find(text)
        if at >= 0:
            found = [word.tag for word in tagged(self.source, self.language)
                     if at <= word.start < at + len(text)]  # fmt: skip
            if found:
                return found
        return [word.tag for word in tagged(self.text, self.language)] or ["X"]

    def _particle(self, text: str) -> list[str]:
        """What stands behind the words and belongs to an English verb: `give | up`."""
        at = self.source.find(text)
        behind = tokens(self.source[at + len(text) : at + len(text) + _NEAR])[:1] if at >= 0 else []
        return behind if self.language == "en" and behind and behind[0] in _PARTICLES else []

    @property
    def is_verb(self) -> bool:
        """Whether the outcome begins with a verb that says what happens."""
        first = self.tags[0]
        if self._is_governed or not _HAVE.isdisjoint(self.relation):
            return False
        if self._is_described:
            return False
        if self._stands_before_degree and len(self.tags) < _LONGEST_PREDICATE:
            return not first.startswith("J") or self.language == "pt"  # whatever its tag
        if self.language == "pt":
            second = self.tags[1] if len(self.tags) > 1 else ""
            inner = self.line[:1] in (["se"], ["nao"]) or first.startswith("AUX")
            return first.startswith(("VF", "VI")) or (inner and second.startswith(("VF", "VI")))
        gerund = first == "VG" and len(self.tags) > 1 and self.tags[1][:1] in "NDP"
        passive = first == "AUX" and _is_passive(self)
        return gerund or passive or first in ("V0", "V3", "VD") or self._follows_unit

    @property
    def _is_described(self) -> bool:
        """Whether a participle alone names a state: `frightened`; not `get fined`."""
        ending = r"(?:ed|less)$" if self.language == "en" else r"[ai]d[oa]s?$"
        at = self.source.find(self.text)
        done = at > 0 and re.search(r"\b(?:gets?|got|getting)\s+\Z", self.source[:at]) is not None
        past = self.tags[0] == "VD" and not _BEING.search(self.source[: max(at, 0)])
        return (
            len(self.line) == 1
            and re.search(ending, self.line[0]) is not None
            and not done
            and not past
        )

    @property
    def _follows_unit(self) -> bool:
        """`makes kids cheat`: for the tagger a noun."""
        unit = self.claim.unit.text if self.claim.unit else ""
        if self.language != "en" or len(self.tags) > _LONGEST_PREDICATE or self.tags[0] != "NS":
            return False
        degree = self.line[0] in _FASTER | _SOONER | _EARLIER | _LONGER | set(_DIMENSION)
        if degree or self.line[0].endswith("er"):
            return False  # `makes drivers faster`, `makes nurses kinder`
        return (
            bool(unit)
            and re.search(rf"{re.escape(unit)} {re.escape(self.text)}\b", self.source) is not None
        )

    @property
    def _is_governed(self) -> bool:
        """Whether an article or a preposition before it makes it a noun: `no joy`, `of sleep`."""
        at = self.source.find(self.claim.outcome.text) if self.claim.outcome else -1
        before = tokens(self.source[:at])[-1:] if at > 0 else []
        if not before:
            return False
        number = _NUMBER[self.language].fullmatch(before[0])
        changed = before == self.relation[-1:] and before[0] not in _MORE and number is not None
        return changed or before[0] in _GOVERNING[self.language]  # `reduces | falls`

    @property
    def _stands_before_degree(self) -> bool:
        if not self.relation:
            return False
        degree = re.escape(self.claim.relation.split()[0])
        more = r"(?:(?:the|a|way|much|far|lot|bit|bem|muito) ){0,2}"
        pattern = rf"{re.escape(self.text)}\s+{more}{degree}\b"
        ends = {self.relation[0], self.relation[-1]}
        compares = bool(
            ends & (_MORE | _OFTEN | _FASTER | _SOONER | _EARLIER | _LONGER | set(_DIMENSION))
        )
        return compares and re.search(pattern, self.source, re.I) is not None

    def is_of(self, *classes: str) -> bool:
        """Whether the outcome's verb is of one of these classes of `data/verbs.toml`."""
        small = ("se", "nao", "to", "not", "vao", "vai", "ir", "iriam", "iria", "will")
        line = [word for word in self.line if word not in small] or self.line
        return any(begins(line, name, self.language) for name in classes)


# `ajuda | a dormir`, `helps | to sleep`
_LEAD: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"^to (?=\w)", re.I),
    "pt": re.compile(r"^a (?=\w+[aei]r\b)", re.I),
}
_BEING = re.compile(r"\b(?:is|are|was|were|be|feels?)\s+\Z")
_NEAR = 12  # characters in which a particle stands
_LONGEST_PREDICATE = 5  # words of a verb that the tagger may take for a noun
_PARTICLES = frozenset("up off out back down away over".split())
_GOVERNING: dict[Language, frozenset[str]] = {
    "en": frozenset(
        "the a an of in on for with no any my our your his her its their some less fewer".split()
    ),
    "pt": frozenset("os as um uma de do da dos das no na em com sem mais menos seu sua".split()),
}
_HAVE = frozenset("have has had feel feels felt tem ter sente sentem".split())
_MORE = frozenset("more less fewer mais menos most least".split())
_OFTEN = frozenset(
    """often oftener frequently seldom rarely regularly vezes frequencia frequentemente raramente
    rarer""".split()
)
_LIKELY = frozenset(
    "likely likelier unlikely chance chances odds probability probable prone risk provavel "
    "probabilidade risco chances propenso propensa propensos".split()
)
_FASTER = frozenset(
    "faster quicker slower quickly slowly rapido rapida rapidamente depressa "
    "devagar ligeiro lento lenta".split()
)
_SOONER = frozenset("sooner antes".split())
_EARLIER = frozenset("earlier later cedo tarde".split())
_LONGER = frozenset("longer shorter".split())
_TIME_PT = ("mais tempo", "menos tempo", "tempo mais", "mais longo", "mais curto", "mais longa")


def _said(words: _Outcome) -> tuple[Way, bool] | None:
    """The way in which the relation itself compares: `more often`, `sooner`, `likelier`."""
    spoken = set(words.relation)
    noun = not words.is_verb and is_plural(words.text, words.language) and _is_countable(words)
    if spoken & _OFTEN:
        ends = words.is_verb and words.is_of("final")
        return ("count" if noun else "share" if ends else "times"), True
    if spoken & _LIKELY:
        return ("count" if noun else "share"), True
    way = _in_time(words, spoken) if words.is_verb or words.is_of("taking", "duration") else None
    return None if way is None else (way, True)


def _in_time(words: _Outcome, spoken: set[str]) -> Way | None:
    """What an adverb of time or of a dimension compares: `lasts longer`, `grow taller`."""
    dimension = next((_DIMENSION[word] for word in words.relation if word in _DIMENSION), None)
    longer = spoken & _LONGER or any(each in " ".join(words.relation) for each in _TIME_PT)
    alone = not spoken.isdisjoint(_MORE) and len(words.line) == 1
    if dimension is not None and words.language == "en":
        return dimension
    if words.is_of("taking") and (longer or alone):
        return "takes" if words.is_verb else None
    if longer or (alone and words.line[0] in _LASTS):
        return "lasts"
    if spoken & _FASTER:
        moves = words.is_of("speed") and len(words.line) < 3
        return "growth" if words.is_of("growth") else "speed" if moves else "takes"
    if spoken & _EARLIER:
        grows = words.kind is not None and bool(words.kind.classes & _GROWING)
        return "age" if grows and not words.is_of("daily") else "date"
    return "until" if spoken & _SOONER else None


_GROWING = frozenset("child infant pupil youth livestock pet".split())
"""What comes to something once in its life: `learn to read earlier`."""


# Comparatives of a dimension: `grow taller`, `run hotter`.
_DIMENSION: dict[str, Way] = {
    **dict.fromkeys(("taller",), "height"),
    **dict.fromkeys(("warmer", "hotter", "colder", "cooler"), "temperature"),
    **dict.fromkeys(("thicker", "thinner"), "thickness"),
    **dict.fromkeys(("louder", "quieter"), "sound"),
    **dict.fromkeys(("cheaper", "dearer", "pricier"), "price"),
}
_LASTS = frozenset("last lasts dura duram durar".split())
_AMOUNTS: tuple[Way, ...] = (
    "money", "price", "items", "sold", "eaten", "drunk", "weight", "mass", "growth", "output",
    "used", "hours",
)  # fmt: skip
_LIVING = frozenset("plant crop tree livestock infant child wildlife pet pupil".split())
_CHANGES: dict[Language, frozenset[str]] = {
    "en": frozenset("rise rises fall falls drop drops gain gains lose loses rally rallies climb "
                    "climbs go goes sink sinks crash crashes beat beats jump jumps".split()),
    "pt": frozenset("sobe sobem subir cai caem cair ganha ganham perde perdem rende rendem render "
                    "valoriza valorizam desvaloriza desvalorizam rali".split()),
}  # fmt: skip


def _by_verb(words: _Outcome) -> Way | None:
    """The natural quantity of a verb that is done more or less."""
    if words.kind is not None and words.kind.name == "asset" and words.line:
        return "return" if words.line[0] in _CHANGES[words.language] else None
    if not words.is_verb or not _happens(words):
        return None
    if words.claim.design == "descriptive":
        return None  # what counts as a case, and where it is recorded, only the author can say
    if words.claim.design == "predictive":
        return "share"
    if _HELPS[words.language].search(words.claim.relation):
        return "share" if words.is_of("once", "final") else None
    if not _compares(words):
        return None
    for name in _AMOUNTS:
        if words.is_of(name):
            if name in ("money", "items", "sold") and _MORE.isdisjoint(words.relation):
                return "share"  # `makes people pay upfront`: who does, and not how much
            living = words.kind is None or bool(words.kind.classes & _LIVING)
            fits = _fits(name, words) and (name != "growth" or living)
            return _of_kind(name, words.kind) if fits else None
    object_of = words.is_of("light") and words.tags[1:2] and words.tags[1][0] in "ND"
    return "share" if words.is_of("once", "final") and not object_of else "times"


def _by_governing_verb(words: _Outcome) -> Way | None:
    """What the verb before the degree does with the outcome: `eat | more | vegetables`."""
    at = words.source.find(words.text)
    if at < 1 or words.is_verb:
        return None
    before = tokens(words.source[max(0, at - _GOVERNED_WITHIN) : at])
    if len(before) < _VERB_AND_DEGREE or before[-1] not in _MORE:
        return None
    return next((way for way in _TAKEN if begins(before[-2:-1], way, words.language)), None)


def _of_kind(way: Way, kind: UnitKind | None) -> Way:
    """What is written passes no time: it is counted how often it speaks of something."""
    written = kind is not None and kind.nature == "text"
    return "times" if written and way == "hours" else way


_GOVERNED_WITHIN = 40  # characters
_VERB_AND_DEGREE = 2  # words
_TAKEN: tuple[Way, ...] = ("eaten", "drunk", "sold")


def _happens(words: _Outcome) -> bool:
    """Whether a verb says that something happens, and no state: `fall ill`, `make mistakes`."""
    if words.is_of("once", "final", "event") or _is_passive(words):
        return True
    if words.is_of("light") and words.tags[1:2]:
        return words.tags[1].startswith(("N", "D")) and not words.is_of("gain")
    return not words.is_of("state")


def _compares(words: _Outcome) -> bool:
    """Whether the relation is of more and less of it, and of no manner: `more carefully`."""
    spoken = words.relation
    if not spoken:
        return False
    if words.is_verb and not _SIZES.isdisjoint(spoken):
        return False  # `tiram notas maiores`: of the marks, not of how often
    equal = {"as", "tao"} & set(spoken) and not _AMOUNT_WORDS & set(spoken)
    if equal:
        return False
    if spoken[-1] in _MORE | _AMOUNT_WORDS:
        return True
    changes = _NUMBER[words.language].search(words.claim.relation) is not None
    return (changes and _MORE.isdisjoint(spoken)) or (
        words.is_verb and _LETS[words.language].search(words.claim.relation) is not None
    )


_SIZES = frozenset("higher lower larger smaller bigger maior maiores menor menores".split())
_AMOUNT_WORDS = frozenset("much many often tanto igual mesmo".split())
_HELPS: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\bhelp", re.I),
    "pt": re.compile(r"\bajud", re.I),
}
# What makes a person do it, or not.
_LETS: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:makes?|made|gets?|got|lets?|leads?|drives?|pushes|pushed|will|going to"
                     r"|encourag\w+|keeps?|kept|stops?|chang\w+|affect\w*|influenc\w+"
                     r"|about to)\b", re.I),
    "pt": re.compile(r"\b(?:faz\w*|fez|faria|leva\w*|deixa\w*|incentiv\w+|impede\w*|vai|vão"
                     r"|mud\w+|afet\w+"
                     r"|influenci\w+|muda\w*|está prestes)\b", re.I),
}  # fmt: skip


def _fits(name: Way, words: _Outcome) -> bool:
    """Whether an amount is more or less of what the verb takes: `eat`, `eat fish`, no clause."""
    behind = words.tags[1:]
    if name in ("used", "output"):  # of what?
        return bool(behind) and behind[0][0] in "NDJ"
    if name in ("eaten", "drunk", "hours"):
        manner = any(tag.startswith(("R", "ADV", "J")) for tag in behind)
        return len(behind) < 3 and not manner and not _WELL & set(words.line)
    return not behind or behind[0].startswith(("ADP", "PD")) or len(words.line) == 1


_WELL = frozenset("well properly badly fast bem mal direito melhor pior rapido devagar".split())


def _is_passive(words: _Outcome) -> bool:
    """`get stolen`, `are fined`, `é devolvida`, `leva multa`: done to the unit."""
    tags = words.tags
    if words.language == "en":
        helper = words.line[0] in ("get", "gets", "got", "is", "are", "be", "getting")
        return helper and len(tags) > 1 and tags[1] in ("VN", "VD")
    helper = words.line[0] in ("e", "sao", "ser", "foi", "foram", "sera", "serem")
    return helper and len(tags) > 1 and tags[1].startswith("VP")


_NUMBER: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:fewer|more|less|many|reduc\w+|cuts?|cutting|lowers?|lowered|increas\w+|rais(?:e"
        r"|es|ed|ing)|decreas\w+"
        r"|drops?|dropped|down|up|declin\w+|prevents?|avoids?|stops?|brings?|attracts?|keeps? away"
        r"|keeps? \w+ away|gets? rid|eliminat\w+|halv\w+|doubl\w+|causes?|leads?|means?"
        r"|multipl\w+|happens?"
        r"|rises?|falls?|grows?|disappear\w*|vanish\w*|ends?|spares?|appear\w*|curbs?|limits?"
        r"|does away|scares? off"
        r"|rarer|goes away|went away|stopped)\b", re.I),
    "pt": re.compile(
        r"\b(?:mais|menos|menor(?:es)?|maior(?:es)?|reduz\w*|diminu\w+|corta\w*|baix(?:a|am|ou"
        r"|aram)|aument\w+|sob(?:e|em)|ca(?:i|em|iu|íram)"
        r"|evita\w*|impede\w*|previn\w+|acab(?:a|am|ou|aram)|som(?:e|em|iu|iram)|espanta\w*"
        r"|atra(?:i|em)"
        r"|traz\w*|gera\w*|causa\w*|provoca\w*|elimina\w*|dobra\w*|aparec\w+|acontec\w+"
        r"|multiplica\w*|poupa\w*|derruba\w*)\b",
        re.I),
}  # fmt: skip


def _by_noun(words: _Outcome) -> Way | None:
    """A number of things or of events that a change is claimed for: `cuts complaints`."""
    gerund = words.language == "en" and len(words.line) == 1 and words.line[0].endswith("ing")
    if gerund and words.is_of("once", "final"):
        return "share"  # `bolting`
    if words.is_verb or not words.relation:
        return None
    head = _head(words)
    if head in nouns_of("magnitude", words.language):
        return "magnitude"
    if head in nouns_of("money_noun", words.language):
        return "sum"
    if not _compares(words):
        return None
    countable = is_plural(words.text, words.language) and _is_countable(words)
    return "count" if countable else None


def _head(words: _Outcome) -> str:
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


def _is_countable(words: _Outcome) -> bool:
    if words.language == "pt":
        finite = any(tag.startswith(("VF", "AUX")) for tag in words.tags)
        named = (
            words.tags[0].startswith("N")
            and not finite
            and not re.search(r"[ai]d[oa]s$", words.line[0])
        )
    else:
        named = words.tags[0].startswith(("N", "J", "VN", "V3", "D"))
    return named and _head(words) not in nouns_of("uncounted", words.language)


# --- the words ---------------------------------------------------------------------------------


def _text(way: Way, words: _Outcome) -> str:
    """The quantity in words; empty where the author's verb cannot be said of the unit."""
    claim, language = words.claim, words.language
    forms = _forms(language)
    unit = claim.unit.text if claim.unit else ""
    one = singular(unit, language)
    its_own = owned_one(claim, language, words.source)
    if its_own:
        one = ""
    in_unit = way == "count" and one and fold(one.split()[-1]) in fold(words.text)
    said = {
        "per": forms["per"].format(one=one) if one and not in_unit else "",
        "subject": its_own or (forms["one_of"].format(one=one) if one else ""),
        "period": "" if claim.window else forms[_period(claim, language)],
        "units": "" if its_own else plural(unit, language),
        "outcome": words.text[:1].lower() + words.text[1:]
        if words.text[1:2].islower()
        else words.text,
        **_happening(words, unit),
    }
    for key in _KEYS.get(way, (way,)):
        needed = set(_FIELD.findall(forms[key])) - {"per", "period"}
        if all(said.get(name) for name in needed):
            return forms[key].format(**said)
    return ""


_FIELD = re.compile(r"{(\w+)}")
# The forms of a quantity, best first.
_KEYS: dict[Way, tuple[str, ...]] = {
    "times": ("times", "times_many"),
    "share": ("share", "share_with"),
}


def _happening(words: _Outcome, unit: str) -> dict[str, str]:
    """The forms of the outcome's verb; none of a noun."""
    if not words.is_verb:
        return {}
    particle = words.line[-1] if len(words.line) > len(tokens(words.text)) else ""
    found = happening(words.text, words.tags, unit, words.language, particle=particle)
    said = {name: getattr(found, name) for name in ("each", "many", "they", "do", "doing")}
    if words.language == "en" and words.tags[:1] == ["VN"]:
        said["do"] = f"be {words.text}"  # of `get adopted`
    alone = owned_one(words.claim, words.language, words.source)
    if alone:
        does = found.each.split(maxsplit=len(unit.split()) + 1)[len(unit.split()) + 1 :]
        return {**said, "each": " ".join((alone, *does)) if does else "", "many": ""}
    return {**said, "each": ""} if words.kind and words.kind.name in _UNTOLD else said


_UNTOLD = frozenset(("wildlife", "colony"))
"""Of these no one is told from the others: `each bee`."""


def _period(claim: Claim, language: Language) -> str:
    """The form of the period: of days that are compared each is one."""
    kind = kind_of(claim.unit.text, language) if claim.unit else None
    if kind is not None and kind.nature == "text":
        return "once"
    slots = (claim.exposure, claim.comparator, claim.qualifiers)
    named = " ".join(slot.text for slot in slots if slot is not None)
    days = _DAY_WORDS[language].search(named)
    return "period" if days is None else "nightly" if days["night"] else "daily"


_DAY_WORDS: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:days|(?P<night>nights))\b(?= |$)(?! (?:a|per|before|after|later))", re.I
    ),
    "pt": re.compile(r"\b(?:n[oa]s? |em )?(?:dias|(?P<night>noites)) em que\b", re.I),
}


@lru_cache(maxsize=2)
def _forms(language: Language) -> dict[str, str]:
    found: dict[str, str] = tomllib.loads(_DATA.read_text(encoding="utf-8"))[language]
    return found
