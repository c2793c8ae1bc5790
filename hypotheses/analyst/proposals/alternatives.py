"""The comparison that the grammar of an exposure implies: the act not done, the thing absent.

`comparators`, which knows words (opposites, what can be absent), is tried first.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from pathlib import Path

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.proposals.comparators import JOINS
from hypotheses.analyst.proposals.contrast import contrast
from hypotheses.analyst.proposals.denials import denied_clause
from hypotheses.analyst.proposals.nouns import plural
from hypotheses.analyst.proposals.sentences import Place, place_of
from hypotheses.analyst.proposals.stems import fold, lowered, noun_stem, tokens
from hypotheses.analyst.proposals.units import PEOPLE, kind_of
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language

_DATA = Path(__file__).parent / "data" / "exposures.toml"

Found = tuple[str, int]
FIT = 80


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of an exposure with their parts of speech, and the word before them in the
    source."""

    text: str
    line: list[str]
    tags: list[str]
    before: str
    language: Language
    is_cause: bool = False
    tokens: tuple[Token, ...] = ()
    is_noun: bool = False
    is_thing: bool = True
    agrees: bool | None = None  # whether its verb is singular, plural, or neither
    is_deed: bool = False  # a gerund with its object: `(does) | quitting smoking | (help)`


def alternative(claim: Claim, language: Language, source: str = "") -> Found | None:
    """The comparison that an exposure's own grammar implies; None where only the author can
    tell."""
    if claim.exposure is None:
        return None
    words = _words(claim.exposure.text, language, source)
    if words is None or _is_choice(words):
        return None
    group = plural(claim.unit.text, language) if claim.unit else ""
    made = _not_so(claim, words) or _other_group(claim, words, group) or _not_done(words)
    made = made or _not_there(claim, words, source)
    if made is None or fold(made) == fold(words.text):
        return None
    return made, FIT


def act_undone(claim: Claim, language: Language, source: str) -> Found | None:
    """The exposure not done, where the verb agrees with an act: `does | planting cover crops`."""
    words = _words(claim.exposure.text, language, source) if claim.exposure else None
    made = _not_done(words) if words is not None and words.agrees else None
    return (made, FIT) if made is not None else None


def _words(exposure: str, language: Language, source: str) -> _Words | None:
    text = " ".join(exposure.split()).strip(" .,;:?!")
    if not text or len(text) > _LONGEST or "," in text:
        return None
    at = source.find(exposure)
    before = _lead(tokens(_BEHIND_ARTICLE.sub("", source[:at]))) if at > 0 else ""
    is_cause = at > 0 and _EFFECT.search(source[:at]) is not None
    marked = tagged(source if at >= 0 else text, language)
    there = range(at, at + len(exposure)) if at >= 0 else range(len(text))
    own = tuple(word for word in marked if word.start in there)
    tags = [word.tag for word in own]
    text = lowered(text)
    line = tokens(text)
    if not line:
        return None
    tags = tags or [each.tag for each in tagged(text, language)]
    place = place_of(Slot(exposure), source)
    noun = place is not None and place.tree.tags[place.top].startswith("N")
    thing = place is None or _is_thing(place)
    agrees = _agrees(marked, there) if at >= 0 and language == "en" else None
    deed = place is not None and _is_deed(place)
    return _Words(text, line, tags, before, language, is_cause, own, noun, thing, agrees, deed)


def _is_deed(place: Place) -> bool:
    """Whether the words are a gerund that has an object in the tree."""
    tree, top = place.tree, place.top
    opens = top == place.first and tree.tags[top] == "VG" and tree.relations[top] == "csubj"
    return opens and tree.child(top, "obj") is not None


def _agrees(marked: Sequence[Token], there: range) -> bool | None:
    """Whether the verb of English words has a singular subject: `does`, `push`."""
    before = [word.lower for word in marked if word.start < there.start][-1:]
    verb = next((word for word in marked if word.start >= there.stop), None)
    for word in (*before, *([verb.lower] if verb else ())):
        if word in _OF_ONE or word in _OF_MANY:
            return word in _OF_ONE
    tag = verb.tag if verb is not None else ""
    return tag == "V3" if tag in ("V3", "V0") else None


_OF_ONE = frozenset("does is was has".split())
_OF_MANY = frozenset("do are were have".split())


def _is_thing(place: Place) -> bool:
    """Whether the words hold no clause of their own: `the credit | he gave` is one particular
    credit."""
    tree = place.tree
    subjects = [at for at in range(place.first, place.end)
                if tree.relations[at] == "nsubj" and place.holds(tree.heads[at])]  # fmt: skip
    return not any(tree.tags[at].startswith(("N", "PRON", "NAME")) for at in subjects)


_EFFECT = lazy_regex(r"\b(?:effects?|impact|influence|efeitos?|impacto|influência)\s+(?:of"
                     r"|d[eoa]s?)\s+(?:the\s+|an?\s+)?\Z", re.I)  # fmt: skip


# `depois que a | prefeitura`
_BEHIND_ARTICLE = lazy_regex(r"(?<=\bque) (?:[oa]s?|uma?)\s*\Z", re.I)


def _lead(line: list[str]) -> str:
    """The word before an exposure; for `desde que` and `toda vez que` the word they stand for."""
    last = line[-1] if line else ""
    if last != "que" or len(line) < 2:
        return last
    return {"desde": "desde", "depois": "depois", "ja": "porque", "agora": "desde",
            "sempre": "quando", "vez": "quando", "assim": "depois"}.get(line[-2], last)  # fmt: skip


_LONGEST = 120  # characters of an exposure that its denial repeats
_CHOICE = frozenset(
    """which what whether how type types kind kinds sort brand order choice style shape who whose
    que
    qual quais quanto quanta quantos quantas many much tipo tipos ordem escolha marca estilo
    formato como quem""".split()
)


def _is_choice(words: _Words) -> bool:
    """Whether the exposure is one of several kinds without an order: `which bait`, `type of
    music`."""
    first = words.line[0]
    relative = first in ("who", "que", "whose", "quem")
    choice = first in _CHOICE and not relative
    if choice or _is_act(words) or words.before in _CLAUSE_LEADS:
        return choice
    return _head(words) in _nouns("choice", words.language)


_LEVELS: dict[Language, str] = {
    "en": "which levels of {words} are compared",
    "pt": "que níveis de {words} se comparam",
}
# For what has no levels of its own, as a reform or a support.
_CASES: dict[Language, str] = {
    "en": "which levels, cases or periods are compared",
    "pt": "que níveis, casos ou períodos se comparam",
}
_KINDS_ASKED: dict[Language, str] = {
    "en": "which {words} are compared",
    "pt": "quais {words} se comparam",
}
_OWNED: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"^(?:the )?\w+(?: \w+)? of (?:the|our|my|their)\b", re.I),
    "pt": lazy_regex(r"^(?:[oa]s? )?\w+(?: \w+)? d[oa]s?\b", re.I),
}
_SEVERAL = lazy_regex(r"^(?:the|different|various|several|os|as|diferentes|vários|várias)\s+", re.I)


def levels_asked(claim: Claim, language: Language, source: str = "") -> str:
    """What a study has to name for an exposure that is never absent: its levels, or its kinds."""
    if claim.exposure is None:
        return ""
    words = _words(claim.exposure.text, language, source)
    if words is None or _is_act(words) or _is_clause(words):
        return ""
    if counts_several(claim, language):
        return _KINDS_ASKED[language].format(words=words.text)
    if told := _told_by_kind(claim.exposure, words, source):
        return told
    if claim.design != "causal":
        return ""
    named = words.line[0] in _CHOICE or _SEVERAL.match(words.text) is not None
    if _is_kind(words) and not named:
        several = plural(_bare_noun(words.text, language), language)
        return _KINDS_ASKED[language].format(words=several)
    if _is_property(words):
        return _levels_of(words, _bare_noun(words.text, language))
    if named:
        head = _SEVERAL.sub("", words.text)
        kinds = tokens(head)[0] in _CHOICE_NOUNS or fold(plural(head, language)) == fold(head)
        return _KINDS_ASKED[language].format(words=plural(head, language)) if kinds else ""
    return ""


def counts_several(claim: Claim, language: Language) -> bool:
    """Whether a number of things varies, which are compared with each other: `the effect of | three
    diets`."""
    first = tagged(claim.exposure.text, language)[:1] if claim.exposure else ()
    counted = bool(first) and first[0].tag.startswith("NUM")
    return counted and claim.direction == "difference"


def _told_by_kind(exposure: Slot, words: _Words, source: str) -> str:
    """What to name where the kind of contrast is plain: levels of an amount, or kinds."""
    kind, margin = contrast(exposure, source)
    if margin < PLAIN or not words.is_noun:
        return ""
    bare = _bare_noun(_SEVERAL.sub("", words.text), words.language)
    if kind == "levels":
        return _levels_of(words, bare)
    if kind == "kinds":
        return _KINDS_ASKED[words.language].format(words=plural(bare, words.language) or bare)
    return ""


PLAIN = 0.5
"""The least margin of a kind of contrast that is proposed."""
_CHOICE_NOUNS = frozenset(
    "type types kind kinds sort brand style shape tipo tipos marca estilo formato".split()
)


def _is_kind(words: _Words) -> bool:
    """Whether the words name one of several kinds without an order: `moon phase`, `a fase da
    lua`."""
    one_of = _head(words) in _nouns("choice", words.language)
    return one_of and (words.language == "en" or _OWNED["pt"].match(words.text) is not None)


def _levels_of(words: _Words, bare: str) -> str:
    """The levels of one quantity; of several things, or of what is no quantity, the cases."""
    several = not JOINS.isdisjoint(words.line)
    measured = _head(words) in _nouns("degree", words.language) and not several
    return (_LEVELS if measured else _CASES)[words.language].format(words=bare)


def kinds_asked(claim: Claim, language: Language, source: str) -> str:
    """Which ones are compared, where the author asks that: `which valleys flood most`."""
    place = place_of(claim.exposure, source)
    if place is None or claim.exposure is None or claim.comparator is not None:
        return ""
    tree, top = place.tree, place.top
    asking = (*tree.children(top, "det", "nsubj"), tree.heads[top])  # `which are the valleys`
    asked = any(tree.words.lower[at] in _ASKING for at in asking if 0 <= at < top)
    listed = re.search(r"[,;(]", claim.exposure.text) is not None
    if not asked or listed or not tree.tags[top].startswith("N"):
        return ""
    words = _ASKED.sub("", lowered(claim.exposure.text))
    return _KINDS_ASKED[language].format(words=plural(words, language) or words)


_ASKING = frozenset("which what que qual quais".split())
_ASKED = lazy_regex(r"^(?:which|what|que|qual|quais) ", re.I)


def _is_property(words: _Words) -> bool:
    """Whether what the words name varies in amount: `temperature`, `the size of the`."""
    degree = _head(words) in _nouns("degree", words.language)
    return degree or _OWNED[words.language].match(words.text) is not None


def _bare_noun(text: str, language: Language) -> str:
    return _SMALL[language].sub("", text)


# --- clauses -----------------------------------------------------------------------------------

_SINCE = frozenset("since after once because desde depois apos porque".split())
_WHERE = frozenset("where onde".split())
_WHEN = frozenset("when whenever if while unless quando se enquanto sempre".split())
_CLAUSE_LEADS = _SINCE | _WHERE | _WHEN
_FINITE = ("V0", "V3", "VD", "AUX", "MD", "VF")
_PAST = frozenset("was were had has have did foi foram estava tinha".split())
BEFORE: dict[Language, str] = {"en": "the period before that", "pt": "o período anterior"}
_NOT_WHERE: dict[Language, str] = {"en": "where this is not so", "pt": "onde isso não acontece"}
_NOT_WHEN: dict[Language, str] = {"en": "when this is not so", "pt": "quando isso não acontece"}


def _not_so(claim: Claim, words: _Words) -> str | None:
    """The time or place at which a clause does not hold: `the lines were repainted`."""
    lead = words.line[0] if words.line[0] in _CLAUSE_LEADS else words.before
    if (words.is_noun or _only_describes(words)) and lead not in _CLAUSE_LEADS:
        return None
    between_groups = claim.design == "comparative" and words.line[0] not in _WHEN | _WHERE
    if between_groups or not (_is_clause(words) or _is_predicate(claim, words)):
        return None
    if lead in _SINCE or (lead not in _CLAUSE_LEADS and _is_past(words)):
        return BEFORE[words.language]
    clause = words.tokens[1:] if words.line[0] in _CLAUSE_LEADS else words.tokens
    denied = denied_clause(lead, clause, words.language)
    return denied or (_NOT_WHERE if lead in _WHERE else _NOT_WHEN)[words.language]


def _is_clause(words: _Words) -> bool:
    """Whether the words have a subject and a finite verb, or follow a conjunction."""
    tags = words.tags
    leads = words.line[0] in _CLAUSE_LEADS or words.before in _CLAUSE_LEADS
    finite = [at for at, tag in enumerate(tags) if tag.startswith(_FINITE)]
    if leads:
        return bool(finite) or any(tag in ("VN", "VP") for tag in tags[1:])
    if not finite or not finite[0] or words.line[0] in _RELATIVES:
        return False
    opening = tags[: finite[0]]
    nominal = all(tag.startswith(("D", "N", "J", "PRON", "PP")) for tag in opening)
    third = tags[finite[0]] in ("V3", "AUX", "MD", "VD", "VF.s", "VF.p")
    return nominal and third and opening[0].startswith(("D", "PRON", "PP"))


def _is_predicate(claim: Claim, words: _Words) -> bool:
    """Whether the words are an act of the subject before them: `(I) planted beans along the
    wall`."""
    unit = tokens(claim.unit.text)[-1:] if claim.unit else []
    finite = words.tags[0].startswith(("V0", "V3", "VD", "VN", "VF", "MD", "AUX"))
    governs = words.tags[1:2] and words.tags[1].startswith(("DET", "PRON", "D.", "ADP"))
    subject = words.before in _SUBJECTS or words.before in unit
    past = words.language == "pt" and re.search(r"(?:ou|aram|ava|avam)$", words.line[0])
    return bool(subject and not _is_act(words)) or bool(finite and (governs or past))


_SUBJECTS = frozenset("i we you he she they eu nos voce ele ela eles elas gente people".split())


def _is_past(words: _Words) -> bool:
    if words.language == "pt":
        return any(re.search(r"(?:ou|aram|eu|eram|iu|iram)$", word) for word in words.line)
    return "VD" in words.tags or bool(_PAST & set(words.line))


_RELATIVES = frozenset("who that which whose que cujo cuja cujos cujas quem".split())

# --- groups ------------------------------------------------------------------------------------


def _other_group(claim: Claim, words: _Words, group: str) -> str | None:
    """The rest of a kind that an adjective describes: `people who are not shy`."""
    return _not_such(claim, words, group) if group and _only_describes(words) else None


def _only_describes(words: _Words) -> bool:
    """Whether the words are one adjective or participle: `shy`, `cansados`."""
    alone = len(words.tags) == 1 and words.tags[0].startswith(("J", "VN", "VD", "VP"))
    return alone and words.before not in _RELATIVES | _SUBJECTS


def _not_such(claim: Claim, words: _Words, group: str) -> str:
    """The rest of a kind that an adjective describes: `people who are not shy`."""
    kind = kind_of(claim.unit.text, words.language) if claim.unit else None
    if words.language == "pt":
        return f"{group} não {plural(words.text, 'pt') or words.text}"
    who = "who" if kind is not None and kind.classes & PEOPLE else "that"
    return f"{group} {who} are not {words.text}"


# --- acts --------------------------------------------------------------------------------------

_LATER = lazy_regex(
    r"\d|\b(?:minutes?|hours?|weeks?|months?|years?|seconds?|minutos?|horas?|semanas?|meses|anos?"
    r"|segundos?)\b (?:later|earlier|longer|more|depois|antes|a mais)", re.I
)  # fmt: skip


def _not_done(words: _Words) -> str | None:
    """An act that is not done: `paying in cash` -> `not paying in cash`."""
    act = _RATE[words.language].sub("", words.text)
    if not _is_act(words) or _LATER.search(act) or _COMPARES[words.language] & set(tokens(act)):
        return None
    return f"{'not' if words.language == 'en' else 'não'} {act}"


# How often or how long an act is done: an act that is not done has no frequency.
_RATE: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r" (?:every|for) (?:an? )?\w+ (?:second|minute|hour|day|week|month)s?$", re.I),
    "pt": lazy_regex(r" (?:a cada|por|durante) \w+ (?:segundo|minuto|hora|dia|semana|m[eê]s)"
                     r"(?:e?s)?$", re.I),
}  # fmt: skip


_COMPARES: dict[Language, frozenset[str]] = {
    "en": frozenset(
        """without or no not each into more less fewer later earlier longer than never only
        instead""".split()
    ),
    "pt": frozenset("sem ou cada mais menos tarde cedo nunca nao vez".split()),
}
_THINGS = frozenset("string spring ring wing king morning evening ceiling building wedding".split())


def _is_act(words: _Words) -> bool:
    """Whether the words begin with a verb that serves as a noun: a gerund, in Portuguese an
    infinitive."""
    first = words.line[0]
    if words.is_deed:
        return True
    if words.language == "pt":
        return words.tags[0] == "VI" or (words.tags[0] == "VG" and first.endswith("ndo"))
    if first in ("being", "having") and len(words.tags) > 1:
        return words.tags[1] in ("VN", "VD", "DET", "NS", "NP", "J")
    phrase = list(takewhile(lambda tag: not tag.startswith(_ENDS_NOUN), words.tags))
    many = first.endswith("ing") and first not in _THINGS and len(phrase) > 1 and phrase[-1] == "NP"
    if many and words.agrees is not None:
        return words.agrees  # `planting crops does`, `zoning rules do`
    if words.tags[0] in ("J", "NS") and words.tags[1:3] in (["NP", "ADP"], ["NP", "DET"]):
        return first.endswith("ing") and first not in _THINGS  # `filling potholes before ...`
    if not re.search(r"[aeiouy].*ing$", first) or first in _THINGS or words.tags[0] != "VG":
        return False
    if len(words.line) == 1:
        return words.before not in ("the", "a", "an", "this", "that", "my", "our")
    second = words.tags[1]
    plain_object = second.startswith("N") and not any(
        tag.startswith(("D", "ADP", "V", "PRON")) for tag in words.tags[2:]
    )
    return not plain_object or second in ("NP", "NAME")


_ENDS_NOUN = ("ADP", "WH", "SCONJ", "PART", "PUNCT", "CC", "PRON")


# --- things ------------------------------------------------------------------------------------

_SMALL: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"^(?:the|an?|some|any|this|that|these|those|presence of"
        r"|a (?:bit|little|touch|pinch|drop|splash|lot|spoonful|layer|"
        r"handful|piece|slice|cup|glass|dash) of|(?:bit|little|touch|pinch|drop|splash|lot|lots"
        r"|spoonful|layer|"
        r"handful|piece|slice|cup|glass|dash) of)\s+", re.I),
    "pt": lazy_regex(
        r"^(?:o|a|os|as|uma?|uns|umas|algum|alguma"
        r"|presença d(?:e|o|a|os|as)|(?:um )?(?:pouco|pouquinho|bocado|punhado"
        r"|pedaço|monte) de|"
        r"(?:uma )?(?:pitada|gota|colher|camada|fatia|xícara|dose) de)\s+", re.I),
}  # fmt: skip


def _not_there(claim: Claim, words: _Words, source: str) -> str | None:
    """The absence of a thing: `crushed eggshells` -> `no crushed eggshells`."""
    moved = claim.direction in ("increase", "decrease", "none") or words.is_cause
    moved &= words.is_thing
    if claim.design != "causal" or not moved or re.search(r"\d", words.text):
        return None
    language, noun = words.language, words.text
    for _ in range(2):
        noun = _SMALL[language].sub("", noun)
    line = tokens(noun)
    if not line or line[0] in _DETERMINED or _is_named(noun) or _is_clause(words):
        return None
    if _OWNED[language].match(words.text) or (words.tags[-1].startswith("J") and len(line) == 1):
        return None  # a property is never absent; words that only describe name no thing
    added = re.match(r"(?:mais uma?|one more|an?other|an? extra|an? additional)\b", noun, re.I)
    if (added is None and _COMPARES[language] & set(line)) or _head(words) in _nouns(
        "degree", language
    ):
        return None
    first = words.tags[min(len(words.line) - len(line), len(words.tags) - 1)]
    if (
        first.startswith(("ADP", "PD", "VI", "PRON", "SCONJ"))
        or line[0] in _RELATIVES | _CLAUSE_LEADS
    ):
        return None
    turned = _opposite_kind(noun, language)
    named = _PRESENCE.match(words.text) is not None
    kind, _ = contrast(claim.exposure, source) if claim.exposure else ("other", 0.0)
    if turned is None and not named and kind != "absence":
        return None
    return turned or (f"no {noun}" if language == "en" else f"a ausência de {noun}")


_PRESENCE = lazy_regex(r"(?:the |a )?(?:presence of|presença d[eoa]s?)\b", re.I)
_KINDS: dict[str, str] = {
    "short": "long", "long": "short", "fast": "slow", "slow": "fast", "thin": "thick",
    "wide": "narrow", "narrow": "wide", "hard": "soft", "soft": "hard", "cheap": "expensive",
    "expensive": "cheap", "hot": "cold", "cold": "hot", "small": "large", "big": "small",
    "large": "small", "early": "late", "late": "early", "sharp": "blunt", "curto": "longo",
    "curta": "longa", "longo": "curto", "longa": "curta", "curtos": "longos", "curtas": "longas",
    "longos": "curtos", "longas": "curtas", "rápido": "lento", "rápida": "lenta",
    "lento": "rápido", "lenta": "rápida", "frio": "quente", "fria": "quente", "gelada": "quente",
}  # fmt: skip
_FIXED = frozenset(
    """drive skill skills food story stories school dog heels covid term brew talk data news
    cooker card cash copy copies language print line lunch""".split()
)


def _opposite_kind(noun: str, language: Language) -> str | None:
    """The kind that an adjective of size or speed contrasts with: `long subject lines`."""
    parts = noun.split()
    if len(parts) < 2:
        return None
    at = 0 if language == "en" else 1
    other = _KINDS.get(parts[at].lower())
    if other is None or (language == "en") != (other.isascii() and other in _ENGLISH):
        return None
    if language == "en" and (parts[1].lower() in _FIXED or len(parts) > 3):
        return None
    return " ".join((*parts[:at], other, *parts[at + 1 :]))


_ENGLISH = frozenset(
    "long short slow fast thick narrow wide soft hard expensive cheap cold hot large small late "
    "early blunt".split()
)
_DETERMINED = frozenset(
    """one my our your his her its their each every all both half most many few two three four
    meu minha nosso nossa meus minhas nossos nossas seu sua cada todo toda todos todas dois duas
    tres
    quatro muito muita muitos muitas pouco pouca poucos poucas""".split()
)


def _is_named(noun: str) -> bool:
    """Whether a noun is a proper name: of a person, a place, a product."""
    return noun[:1].isupper() and not noun.split(maxsplit=1)[0].isupper()


def _head(words: _Words) -> str:
    line = words.line
    while line and line[0] in ("the", "a", "an", "o", "os", "as", "um", "uma"):
        line = line[1:]
    if words.language == "pt":
        return noun_stem(line[0], "pt") if line else ""
    for at, word in enumerate(line):
        if at and word in _BEHIND:
            return noun_stem(line[at - 1], "en")
    return noun_stem(line[-1], "en") if line else ""


_BEHIND = frozenset(
    """of in at on with without from who that which for to over under about by than after before
    between during per""".split()
)


@lru_cache(maxsize=4)
def _nouns(name: str, language: Language) -> frozenset[str]:
    data = tomllib.loads(_DATA.read_text(encoding="utf-8"))[name][language]
    return frozenset(noun_stem(fold(word.strip()), language) for word in data.split(","))


def with_article(found: str, exposure: str, source: str) -> str:
    """`without free sample` with the article of the author's words: `without a free ...`."""
    article = re.search(rf"\b(an?)\s+{re.escape(exposure)}", source, re.I)
    behind = re.escape(exposure)
    if article is None:
        return found
    return re.sub(
        rf"\bwithout {behind}$", f"without {article[1].lower()} {exposure}", found, flags=re.I
    )
