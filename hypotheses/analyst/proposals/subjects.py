"""The subject of an outcome and its place: a subject in its own words or the author himself, and
the place, from the author's own words, that could bound the claim's unit."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.proposals.nouns import is_plural
from hypotheses.analyst.proposals.sentences import noun_phrase, place_of, settings
from hypotheses.analyst.proposals.stems import fold
from hypotheses.analyst.proposals.units import PEOPLE, kind_of
from hypotheses.analyst.syntax.clause import SUBJECTS, is_first_person
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

_FINITE: dict[Language, tuple[str, ...]] = {"en": ("V0", "V3", "VD"), "pt": ("VF",)}
_CAUSES = lazy_regex(r"\b(?:faz\w*|fez|faria\w*|deix\w+|ajud\w+|lev\w+)\b", re.I)
"""What an infinitive with a subject follows: `faz mais | gente entrar`; else it is `lombar`."""
_NOMINAL = ("N", "J", "D", "VN", "VP")
_I: dict[Language, frozenset[str]] = {
    "en": frozenset(("i", "i'm", "i’m", "me", "myself")),
    "pt": frozenset(("eu", "me", "mim")),
}
_MINE: dict[Language, frozenset[str]] = {
    "en": frozenset(("my",)),
    "pt": frozenset(("meu", "minha", "meus", "minhas")),
}
_NEAR = 2  # words before an outcome in which its subject or owner stands: `my left knee`
_DEGREES = frozenset("more less fewer mais menos".split())


@dataclass(frozen=True, slots=True)
class OutcomeClause:
    """An outcome that is a clause: `fewer | bugs reach production`.

    `counted` tells that a word of degree stands before the subject: it is they that are counted.
    """

    subject: str
    predicate: str
    counted: bool


def _placed(claim: Claim, language: Language, source: str) -> tuple[list[Token], list[Token]]:
    """The words of the outcome as they stand in the source, and those before it."""
    text = claim.outcome.text if claim.outcome else ""
    at = source.find(text) if text else -1
    if at < 0:
        return list(tagged(text, language)), []
    words = tagged(source, language)
    own = [word for word in words if at <= word.start < at + len(text)]
    return own, [word for word in words if word.end <= at]


def outcome_clause(claim: Claim, language: Language, source: str = "") -> OutcomeClause | None:
    """The outcome as subject and predicate; None where it is no clause of a noun and a verb."""
    own, before = _placed(claim, language, source)
    counted = _counted_unit(claim, own, before, language)
    if counted is not None:
        return counted
    own = _with_verb(own, source) if language == "en" else own
    finite = _FINITE[language]
    if language == "pt" and _CAUSES.search(claim.relation):
        finite = (*finite, "VI")
    at = next((i for i, word in enumerate(own) if word.tag.startswith(finite)), 0)
    lead = own[:at]
    if not lead or not all(word.tag.startswith(_NOMINAL) for word in lead):
        return None
    noun = lead[-1] if language == "en" else lead[0]
    if not noun.tag.startswith("N"):
        return None
    closest = before[-1].lower if before else ""
    if language == "en" and noun.tag == "NS" and not _determined(lead, before):
        return None  # `customer returns`
    text = claim.outcome.text if claim.outcome else ""
    cut = own[at].start - own[0].start
    return OutcomeClause(text[:cut].strip(), text[cut:].strip(), closest in _DEGREES)


def _counted_unit(
    claim: Claim, own: list[Token], before: list[Token], language: Language
) -> OutcomeClause | None:
    """A unit between a degree and its verb, which are counted: `fewer | people | come`."""
    if claim.unit is None or claim.outcome is None or not own:
        return None
    size = len(tagged(claim.unit.text, language))
    stands = [word.text for word in before[-size:]] == claim.unit.text.split()
    degree = before[-size - 1].lower if len(before) > size else ""
    if not stands or degree not in _DEGREES or not own[0].tag.startswith(_FINITE[language]):
        return None
    return OutcomeClause(claim.unit.text, claim.outcome.text, counted=True)


def _with_verb(own: list[Token], source: str) -> list[Token]:
    """A last word in -s between a noun and a degree is its verb: `my knee | hurts | less`."""
    if len(own) < _NOUN_AND_VERB or own[-1].tag != "NP" or own[-2].tag != "NS":
        return own
    behind = next((word for word in tagged(source, "en") if word.start >= own[-1].end), None)
    if behind is None or behind.lower not in _HOW_MUCH:
        return own
    return [*own[:-1], replace(own[-1], tag="V3")]


_NOUN_AND_VERB = 2  # words
_HOW_MUCH = frozenset("less more worse better faster longer".split())


def _determined(lead: list[Token], before: list[Token]) -> bool:
    near = (*before[-1:], lead[0])
    return any(word.tag.startswith("D") or word.lower in _OWNERS for word in near)


_OWNERS = frozenset("my our your his her its their".split())


_OWN = frozenset("my our meu minha nosso nossa".split())
_SEVERAL = frozenset("team firm crop plant food".split())


def owned_one(claim: Claim, language: Language, source: str) -> str:
    """The unit with the author's own word before it, where it is one alone: `my dog`; or empty."""
    if claim.unit is None or is_plural(claim.unit.text, language):
        return ""
    at = source.find(claim.unit.text)
    before = source[:at].split()[-1:] if at > 0 else []
    lead = (before or [claim.bound.text if claim.bound else ""])[0].lower()
    kind = kind_of(claim.unit.text, language)
    if lead not in _OWN or kind is None or kind.classes & _SEVERAL or not kind.classes & _ALIVE:
        return ""
    return f"{lead} {claim.unit.text}"


_ALIVE = PEOPLE | {"pet", "livestock"}


def is_of_author(claim: Claim, language: Language, source: str) -> bool:
    """Whether a claim is about its author: `I sleep worse`, `my knee hurts`, `durmo melhor`."""
    if claim.unit is not None or claim.outcome is None or not source:
        return False
    own, before = _placed(claim, language, source)
    if not own:
        return False
    near = [word for word in before if word.lower not in _DEGREES][-_NEAR:]
    if _is_mine(own, near, language):
        return not _names_other(claim, language)
    if language == "pt" and _says_i([*near, *own[:2]], source):
        return True
    acts = own[0].tag.startswith(("V", "J", "ADV", "AUX"))
    linked = [word for word in before if word.end > before[-1].end - _LINKED] if before else []
    subjects = [word for word in linked if word.lower in _I[language]]
    return own[0].lower in _I[language] or (acts and bool(subjects))


def _says_i(words: list[Token], source: str) -> bool:
    """Whether a Portuguese verb is the author's own: `durmo`, `Fico com menos | dor`."""
    line = tagged(source, "pt")
    for word in words:
        tag = word.tag
        if not source[: word.start].rstrip(" .!?") or source[: word.start].rstrip()[-1] in ".!?":
            behind = next((each.lower for each in line if each.start >= word.end), "")
            tag = "VF.s" if behind in _MANNERS and not tag.startswith("D") else ""
        if is_first_person(word.lower, tag):
            return True
    return False


# What follows a verb that opens a sentence without its pronoun, and no noun there.
_MANNERS = frozenset("mais menos melhor pior bem mal muito tão com".split())
_LINKED = 24  # characters before an outcome in which its subject or object stands


def _is_mine(own: list[Token], near: list[Token], language: Language) -> bool:
    words = [word.lower for word in (*near, *own[:1])]
    return any(word in _MINE[language] for word in words)


def _names_other(claim: Claim, language: Language) -> bool:
    """Whether something of the author's own is somebody else's: `my students' marks`."""
    text = claim.outcome.text if claim.outcome else ""
    parts = re.split(r"\s", text)
    return any(
        (kind := kind_of(re.sub(r"['’]s?$", "", part), language)) is not None
        and bool(kind.classes & (PEOPLE | {"pet", "livestock", "shop", "firm", "team"}))
        for part in parts
    )


_PLACES = frozenset("place clinic building farm library museum warehouse club".split())
_OURS = frozenset("my our meu minha meus minhas nosso nossa nossos nossas".split())


def own_bound(claim: Claim, language: Language, source: str, whole: str = "") -> str | None:
    """The place of the observation: the one in the claim's own clause, otherwise one that the
    author calls his own.

    `whole` is all that the author wrote. Only what he says about himself counts (`I run a small
    print shop`): no other explanation, and nothing that other sentences merely mention.
    """
    return _setting(claim, language, source) or _of_author(claim, language, whole or source)


def _setting(claim: Claim, language: Language, source: str) -> str | None:
    """The phrase of the claim's clause that names a place: `in the sewing room in Leeds`.

    It depends on the clause itself: places within the exposure bound nobody, unless they are the
    author's own.
    """
    place = place_of(claim.outcome, source) or place_of(claim.exposure, source)
    if place is None:
        return None
    tree, varies = place.tree, place_of(claim.exposure, source)
    barred = [place_of(slot, source) for slot in (claim.comparator, claim.unit, claim.window)]
    for case, noun in settings(place):
        if place.holds(noun):
            continue  # the outcome's own words: `what carers feel when they think of a home`
        if any(each is not None and each.holds(noun) for each in barred):
            continue
        end = max(each for each in tree.below(noun) if _is_of_phrase(tree, each, noun)) + 1
        end = min([end, *(each.first for each in barred if each is not None and each.first > noun)])
        while tree.words.lower[end - 1] in _COMPARES:
            end -= 1  # `in works | than own staff`
        own = any(tree.words.lower[at] in _OURS for at in tree.children(noun, "nmod:poss", "det"))
        words = {word.removesuffix("s") for word in tree.words.lower[case:end]}
        named = tree.tags[noun] == "NAME" and _TIMES.isdisjoint(words)
        named &= tree.quote(noun, noun + 1)[:1].isupper()
        varied = varies is not None and varies.holds(noun)
        sited = named or _is_place(noun_phrase(tree, noun), language)
        own &= sited or tree.words.lower[case] not in _AT  # `looking at our data`
        if own or (sited and not varied):
            return tree.quote(case, end)
    return None


_COMPARES = frozenset("than do que".split())
_AT = frozenset(("at", "on"))


def _is_place(words: str, language: Language) -> bool:
    """Whether words name a place of observation, or an owner."""
    kind = kind_of(words, language)
    if kind is None or kind.name in ("household", "project"):
        return False  # `my thesis project` is the study itself
    return kind.nature == "organisation" or bool(kind.classes & _PLACES)


def _is_of_phrase(tree: Tree, word: int, noun: int) -> bool:
    """Whether a word belongs to the phrase of a noun and not to a clause or apposition of it."""
    inner = {"acl", "acl:relcl", "advcl", "appos", "punct", "parataxis", "conj", "cc", "dep"}
    return all(
        tree.relations[at] not in inner for at in itertools.takewhile(noun.__ne__, tree.above(word))
    )


_TIMES = frozenset(
    """january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday christma easter janeiro fevereiro
    março abril maio junho julho agosto setembro outubro novembro dezembro segunda terça quarta
    quinta sexta sábado domingo natal páscoa carnaval""".split()
)


_NOBODY = frozenset("nobody none noone ninguém ninguem nenhum nenhuma".split())


def _of_author(claim: Claim, language: Language, whole: str) -> str | None:
    found = place_of_author(claim, language, whole)
    return None if found is None else _of(*found, language)


def place_of_author(claim: Claim, language: Language, whole: str) -> tuple[str, str] | None:
    """The one place that the author says is his, and the word before it: `in our shop`, `trabalho
    numa oficina`."""
    claimed = " ".join(slot.text for _, slot in claim.items())
    himself = [found.span() for found in _of_himself(whole, language)]
    tree, found = parsed(split(whole)), dict[str, tuple[str, str]]()
    for noun, tag in enumerate(tree.tags):
        leads = [at for at in tree.children(noun, "det", "nmod:poss", "case") if at < noun]
        if not tag.startswith("N") or not leads or tree.relations[noun] == "compound":
            continue
        if any(tree.words.lower[at] in _NOBODY for at in tree.above(noun)):
            continue  # `nobody on our team has counted`
        own = next((tree.words.lower[at] for at in leads if tree.words.lower[at] in _OURS), "")
        words, start = noun_phrase(tree, noun), tree.words.starts[noun]
        there = any(first <= start < end for first, end in himself) or _acts(claim, whole, noun)
        lead = own or (_article(tree, leads) if there else "")
        if lead and words not in claimed and _is_place(words, language):
            found.setdefault(fold(words), (lead, words))
    return next(iter(found.values())) if len(found) == 1 else None


def _acts(claim: Claim, whole: str, noun: int) -> bool:
    """Whether a noun is the actor of the claim: `the gym put mirrors up`."""
    for slot in (claim.exposure, claim.outcome):
        place = place_of(slot, whole)
        if place is None or place.tree.relations[noun] not in SUBJECTS:
            continue
        tree, top = place.tree, place.top
        if tree.heads[noun] in (top, tree.heads[top]) and tree.child(noun, "conj") is None:
            return True
    return False


def _article(tree: Tree, leads: list[int]) -> str:
    """The article of a noun; in Portuguese `na` contains one."""
    said = [tree.words.lower[at] for at in leads]
    for word in said:
        if word in ("a", "an", "the", "o", "um", "uma"):
            return word
    return next((_HELD[word] for word in said if word in _HELD), "")


_HELD = {"no": "o", "na": "a", "do": "o", "da": "a", "num": "um", "numa": "uma"}

# A speaker's role and work, to the end of the sentence: `I'm a physio in a rugby club`.
_SELF: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\b(?:(?:I|we)(?:['’]?m|['’]re| am| are)(?: an?| the| in| at)|(?:I|we) (?:mostly |also )?"
        r"(?:work|live|sell|run|own|manage|teach|coach|keep|grow|farm|study|have an?))\b"
        r"[^.,;:!?\n]{3,80}?(?=[.,;:!?\n]| (?:and|but|so) (?:I|we)\b|$)", re.I),
    "pt": lazy_regex(
        r"\b(?:sou|somos|trabalho|trabalhamos|moro|moramos|vivo|vendo|vendemos|tenho uma?|dou aula"
        r"|crio|planto|cuido|estudo) [^.,;:!?\n]{3,80}?(?=[.,;:!?\n]| (?:e|mas) (?:queria|quero"
        r"|acho|vejo|noto|percebo|desconfio|suspeito|tenho|gostaria)\b|$)", re.I),
}  # fmt: skip


def of_himself(whole: str, language: Language) -> str:
    """What the speaker says about himself, which may bound the unit; empty if nothing."""
    found = next(_of_himself(whole, language), None)
    return " ".join(found[0].split()) if found else ""


def _of_himself(whole: str, language: Language) -> Iterator[re.Match[str]]:
    """The clauses about the speaker; a Portuguese noun may look like their verb: `este | trabalho`,
    `Estudo | sobre`."""
    line = tagged(whole, language) if language == "pt" else ()
    for found in _SELF[language].finditer(whole):
        before = next((word for word in reversed(line) if word.end <= found.start()), None)
        named = before is not None and before.tag.startswith(_LEADS_NOUN)
        if not named and not _OF_A_NOUN.match(found[0]):
            yield found


_LEADS_NOUN = ("D", "ADP", "PD", "N", "J", "V")
_OF_A_NOUN = lazy_regex(r"(?:trabalho|estudo) (?:d[eao]s?|sobre|que|é)\b", re.I)


def _of(determiner: str, phrase: str, language: Language) -> str:
    if language == "en":
        return f"of {determiner} {phrase}"
    if determiner in _OURS:
        return f"d{'a' if determiner.endswith('a') else 'o'} {determiner} {phrase}"
    return f"de {determiner} {phrase}" if determiner in ("um", "uma") else f"d{determiner} {phrase}"
