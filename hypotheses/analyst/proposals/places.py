"""Where a claim is observed, from the author's own words: what could bound its unit."""

from __future__ import annotations

import itertools
import re

from hypotheses.analyst.proposals.sentences import noun_phrase, place_of, settings
from hypotheses.analyst.proposals.stems import fold
from hypotheses.analyst.proposals.units import kind_of
from hypotheses.analyst.syntax.clause import SUBJECTS
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

_PLACES = frozenset("place clinic building farm library museum warehouse club".split())
_MINE = frozenset("my our meu minha meus minhas nosso nossa nossos nossas".split())


def own_bound(claim: Claim, language: Language, source: str, whole: str = "") -> str | None:
    """Where it is seen: the place in the claim's own clause, else one that the author says is his.

    `whole` is all that the author wrote: of it only what he says of himself counts (`I run a small
    print shop`), no other explanation, and nothing that other sentences merely mention.
    """
    return _setting(claim, language, source) or _of_author(claim, language, whole or source)


def _setting(claim: Claim, language: Language, source: str) -> str | None:
    """The phrase of the claim's clause that names a place: `in the sewing room in Leeds`.

    It hangs on the clause itself: what varies has places of its own, which bound nobody, but for
    one that is the author's.
    """
    place = place_of(claim.outcome, source) or place_of(claim.exposure, source)
    if place is None:
        return None
    tree, varies = place.tree, place_of(claim.exposure, source)
    barred = [place_of(slot, source) for slot in (claim.comparator, claim.unit, claim.window)]
    for case, noun in settings(place):
        if any(each is not None and each.holds(noun) for each in barred):
            continue
        end = max(each for each in tree.below(noun) if _is_of_phrase(tree, each, noun)) + 1
        end = min([end, *(each.first for each in barred if each is not None and each.first > noun)])
        while tree.words.lower[end - 1] in _COMPARES:
            end -= 1  # `in works | than own staff`
        own = any(tree.words.lower[at] in _MINE for at in tree.children(noun, "nmod:poss", "det"))
        words = {word.removesuffix("s") for word in tree.words.lower[case:end]}
        named = tree.tags[noun] == "NAME" and _TIMES.isdisjoint(words)
        named &= tree.quote(noun, noun + 1)[:1].isupper()
        varied = varies is not None and varies.holds(noun)
        sited = named or _is_place(noun_phrase(tree, noun), language)
        if own or (sited and not varied):
            return tree.quote(case, end)
    return None


_COMPARES = frozenset("than do que".split())


def _is_place(words: str, language: Language) -> bool:
    """Whether words name where things are observed, or whose they are."""
    kind = kind_of(words, language)
    if kind is None or kind.name == "household":
        return False
    return kind.nature == "organisation" or bool(kind.classes & _PLACES)


def _is_of_phrase(tree: Tree, word: int, noun: int) -> bool:
    """Whether a word belongs to the phrase of a noun and to no clause or apposition of it."""
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


def _of_author(claim: Claim, language: Language, whole: str) -> str | None:
    """The one place that the author says is his: `in our shop`, `trabalho numa oficina`."""
    claimed = " ".join(slot.text for _, slot in claim.items())
    himself = [found.span() for found in _SELF[language].finditer(whole)]
    tree, found = parsed(split(whole)), dict[str, str]()
    for noun, tag in enumerate(tree.tags):
        leads = [at for at in tree.children(noun, "det", "nmod:poss", "case") if at < noun]
        if not tag.startswith("N") or not leads or tree.relations[noun] == "compound":
            continue
        own = next((tree.words.lower[at] for at in leads if tree.words.lower[at] in _MINE), "")
        words, start = noun_phrase(tree, noun), tree.words.starts[noun]
        there = any(first <= start < end for first, end in himself) or _acts(claim, whole, noun)
        lead = own or (_article(tree, leads) if there else "")
        if lead and words not in claimed and _is_place(words, language):
            found.setdefault(fold(words), _of(lead, words, language))
    return next(iter(found.values())) if len(found) == 1 else None


def _acts(claim: Claim, whole: str, noun: int) -> bool:
    """Whether a noun does what the claim is about: `the gym put mirrors up`."""
    for slot in (claim.exposure, claim.outcome):
        place = place_of(slot, whole)
        if place is None or place.tree.relations[noun] not in SUBJECTS:
            continue
        tree, top = place.tree, place.top
        if tree.heads[noun] in (top, tree.heads[top]) and tree.child(noun, "conj") is None:
            return True
    return False


def _article(tree: Tree, leads: list[int]) -> str:
    """The article of a noun: in Portuguese `na` holds one."""
    said = [tree.words.lower[at] for at in leads]
    for word in said:
        if word in ("a", "an", "the", "o", "um", "uma"):
            return word
    return next((_HELD[word] for word in said if word in _HELD), "")


_HELD = {"no": "o", "na": "a", "do": "o", "da": "a", "num": "um", "numa": "uma"}

# What a speaker is and does, as far as the sentence goes: `I'm a physio in a rugby club`.
_SELF: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:(?:I|we)(?:['’]?m|['’]re| am| are)(?: an?| the| in| at)|(?:I|we) (?:mostly |also )?"
        r"(?:work|live|sell|run|own|manage|teach|coach|keep|grow|farm|study|have an?))\b"
        r"[^.,;:!?\n]{3,80}?(?=[.,;:!?\n]| (?:and|but|so) (?:I|we)\b|$)", re.I),
    "pt": re.compile(
        r"\b(?:sou|somos|trabalho|trabalhamos|moro|moramos|vivo|vendo|vendemos|tenho uma?|dou aula"
        r"|crio|planto|cuido|estudo) [^.,;:!?\n]{3,80}?(?=[.,;:!?\n]| (?:e|mas) (?:queria|quero"
        r"|acho|vejo|noto|percebo|desconfio|suspeito|tenho|gostaria)\b|$)", re.I),
}  # fmt: skip


def of_himself(whole: str, language: Language) -> str:
    """What the speaker says of himself, which may bound who is observed; empty without it."""
    found = _SELF[language].search(whole)
    return " ".join(found[0].split()) if found else ""


def _of(determiner: str, phrase: str, language: Language) -> str:
    if language == "en":
        return f"of {determiner} {phrase}"
    if determiner in _MINE:
        return f"d{'a' if determiner.endswith('a') else 'o'} {determiner} {phrase}"
    return f"de {determiner} {phrase}" if determiner in ("um", "uma") else f"d{determiner} {phrase}"
