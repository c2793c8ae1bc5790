"""Who or what is observed, found in the author's own words in other parts of the claim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.proposals.cases import case, likeliest
from hypotheses.analyst.proposals.comparators import comparator
from hypotheses.analyst.proposals.contrast import Contrast, contrast
from hypotheses.analyst.proposals.measures import constructs_in, measures_of
from hypotheses.analyst.proposals.nouns import is_plural, plural
from hypotheses.analyst.proposals.sentences import (
    Place,
    noun_phrase,
    place_of,
    subject_of,
)
from hypotheses.analyst.proposals.stems import fold, lowered, tokens
from hypotheses.analyst.proposals.units import PEOPLE, kind_of, named_anywhere
from hypotheses.analyst.syntax.clause import SUBJECTS, clause_of
from hypotheses.analyst.syntax.forms.titles import SHARES
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language

_CONTRASTS = ("comparative", "equivalence", "non_inferiority")
_LIVING = PEOPLE | frozenset("wildlife pet livestock colony team".split())
_MINE = frozenset("my our meu minha meus minhas nosso nossa nossos nossas".split())
_OF = frozenset("of among between by de do da dos das entre em no na nos nas in".split())


def own_unit(claim: Claim, language: Language, source: str = "", whole: str = "") -> str | None:
    """The unit that the author mentions without stating it as the unit; None where there is none.

    `source` is the claim's clause, `whole` all that the author wrote: it tells who `they` are.
    """
    seen = _Observed.of(claim, language, source, whole or source)
    if seen is None:
        return None
    if (noun := _meant(seen)) is not None:
        named = seen.named(noun, as_said=True)
    elif (noun := _shared(seen)) is not None:
        named = seen.common(noun)
    elif (noun := _compared(seen)) is not None:
        named = seen.of_both(noun) or seen.bare(noun)
    elif (noun := _each(seen) or _counted(seen)) is not None:
        named = seen.named(noun, as_said=False)
    elif (noun := case(seen.tree.words)) is not None and not seen.is_varied_itself(noun):
        named = seen.of_both(noun) or seen.named(noun, as_said=False)
    else:
        return None
    fits = _lives_it(named, claim, language) and _bears(named, claim, language)
    return named if named and fits else None


@dataclass(frozen=True, slots=True)
class _Observed:
    """The place of a claim: its outcome and its exposure in the tree of the whole text."""

    claim: Claim
    language: Language
    outcome: Place
    exposure: Place | None
    comparator: Place | None

    @classmethod
    def of(cls, claim: Claim, language: Language, source: str, whole: str) -> _Observed | None:
        """None where the text has no outcome; groups that are compared stand for one that is not
        said."""
        at = whole.find(source)
        text, shift = (whole, at) if at >= 0 else (source, 0)
        slots = [_moved(slot, shift) for slot in (claim.outcome, claim.exposure, claim.comparator)]
        outcome, exposure, comparator = (place_of(slot, text) for slot in slots)
        compared = claim.outcome is None and claim.design in _CONTRASTS
        known = claim.exposure is not None and kind_of(claim.exposure.text, language) is not None
        place = outcome or (exposure if compared and known else None)
        return cls(claim, language, place, exposure, comparator) if place else None

    @property
    def tree(self) -> Tree:
        """The trees of the text."""
        return self.outcome.tree

    def is_varied(self, word: int) -> bool:
        """Whether a word belongs to the exposure or to the comparator."""
        return any(place is not None and place.holds(word)
                   for place in (self.exposure, self.comparator))  # fmt: skip

    def phrase(self, noun: int) -> str:
        """A noun with what names it."""
        barred = range(self.exposure.first, self.exposure.end) if self.exposure else range(0)
        barred = range(0) if noun in barred else barred
        words = noun_phrase(self.tree, noun, frozenset(barred))
        before = self.tree.quote(noun - 1, noun + 1) if noun and noun - 1 not in barred else words
        kinds = [kind_of(each, self.language) for each in (before, words)]
        older = self.tree.tags[noun - 1] == "JC" and kinds[0] != kinds[1]  # `older | adults`
        return before if older else words

    def bare(self, noun: int) -> str:
        """A noun without the words that contrast it with what it is compared with."""
        tree = self.tree
        apart = any(
            tree.relations[at] in ("acl", "acl:relcl")
            or (tree.relations[at] == "nmod" and not _OF & set(_cases(tree, at)))
            for at in tree.children(noun)
        )
        return self._formed(noun, self.phrase(noun) if apart else tree.quote(noun, noun + 1))

    def common(self, noun: int) -> str:
        """A noun without the words that tell its kinds: `bancos de dados | SQL`."""
        tree = self.tree
        made = [
            at for at in tree.children(noun, "nmod")
            if {"of", "de"} & set(_cases(tree, at)) and tree.tags[at] != "NAME"
        ]  # fmt: skip
        return self._formed(noun, tree.quote(noun, made[0] + 1 if made else noun + 1))

    def of_both(self, noun: int) -> str:
        """Both of the groups that are compared, of which the noun names one: `nurses and porters`.

        Their kind where the other group is of the same one; empty where the noun is no such group.
        """
        claim, place = self.claim, self.exposure
        if place is None or claim.exposure is None or claim.design not in _CONTRASTS:
            return ""
        if noun != place.top or not self.tree.tags[noun].startswith("N"):
            return ""
        listed = [at for at in self.tree.children(noun, "conj") if self.tree.tags[at][0] == "N"]
        described = self.tree.children(noun, "nmod", "acl", "acl:relcl")
        if claim.comparator is None and not described and any(map(place.holds, listed)):
            return lowered(claim.exposure.text)  # `white men, white women and black men`
        other, word = self._other_group(noun), self.tree.words.lower[noun]
        line = other.lower().split()
        denied = line[:1] in (["não"], ["non"]) and line[1:] == [word]  # `fumantes e não fumantes`
        if (word in line and not denied) or not line or not is_plural(other, self.language):
            return self._kind(noun)
        rest = not _REST.isdisjoint(line) or _ONES[self.language].search(other)
        named = {each.lower for each in tagged(other, self.language) if each.tag[0] == "N"}
        held = named & set(
            claim.exposure.text.lower().split()
        )  # `schools in the north`, `the south`
        other_kind = not denied and (bool(held) or not named)
        if not is_plural(word, self.language) or rest or other_kind:
            return self._kind(noun)
        joint = "and" if self.language == "en" else "e"
        return f"{lowered(self.phrase(noun))} {joint} {lowered(other)}"

    def _kind(self, noun: int) -> str:
        named = self.bare(noun)
        return named if noun else lowered(named)  # it opened the sentence

    def _other_group(self, noun: int) -> str:
        """The group that is compared with the one of the exposure, or its plain opposite."""
        claim = self.claim
        if claim.exposure is None or claim.comparator is not None:
            return claim.comparator.text if claim.comparator else ""
        word = self.tree.quote(noun, noun + 1)
        found = comparator(claim.exposure.text, word, self.language, groups=True)
        return found[0] if found is not None else ""

    def named(self, noun: int, as_said: bool) -> str:
        """The noun as a unit: with `my`, and in the plural for a living being."""
        noun = self._whole(noun)
        owner, words = _owner(self.tree, noun), self.phrase(noun)
        if owner:
            return f"{owner} {words}"
        return words if as_said else self._formed(noun, words)

    def _whole(self, noun: int) -> int:
        """The head of a compound that names several of the same kind: `bee | species`."""
        head = self.tree.heads[noun]
        inner = self.tree.relations[noun] == "compound" and self.is_several(head)
        kinds = [kind_of(self.phrase(at), self.language) for at in (noun, head)] if inner else []
        return head if kinds and kinds[0] is not None and kinds[0] == kinds[1] else noun

    def _formed(self, noun: int, words: str) -> str:
        tree = self.tree
        if tree.tags[noun] == "NAME" or _owner(tree, noun):
            return words
        small = words[:1].lower() + words[1:] if words[1:2].islower() else words
        said = {tree.words.lower[at] for at in tree.children(noun, "det", "case")}
        one = bool(said & (_ONE_OF if self.language == "en" else _EACH))
        person = self.is_kind(noun, _LIVING - {"team"}) and tree.words.lower[noun] not in _FOLK
        inner = tree.relations[noun] == "compound"  # `forest | structures`: those of forests
        return (plural(small, self.language) or small) if one or person or inner else small

    def is_kind(self, noun: int, classes: frozenset[str] | None = None) -> bool:
        """Whether a noun is a unit of a known kind, of one of these classes."""
        kind = kind_of(self.phrase(noun), self.language)
        return kind is not None and (classes is None or bool(kind.classes & classes))

    def is_varied_itself(self, noun: int) -> bool:
        """Whether a noun is what varies or what comes of it, and no case in which that is seen."""
        known = self.is_kind(noun) or bool(self.of_both(noun)) or self._has_outcome(noun)
        tops = {self.outcome.top, *(() if self.exposure is None else (self.exposure.top,))}
        return (noun in tops and not known) or self.is_option(noun)

    def _has_outcome(self, noun: int) -> bool:
        """Whether a noun names several of which the outcome is said, of whatever kind they are:
        `films | with a large budget | have higher marks`."""
        several = self.is_several(noun) and self.claim.design != "causal"
        return several and subject_of(self.outcome) == noun

    def is_option(self, noun: int) -> bool:
        """Whether a noun is what others try or do without, and no case itself: `agile methods`."""
        place = self.exposure
        return place is not None and noun == place.top and self.contrast in ("kinds", "absence")

    @property
    def contrast(self) -> Contrast:
        """With what the exposure is compared, by its kind."""
        varies = self.claim.exposure
        return "other" if varies is None else contrast(varies, self.tree.words.text)[0]

    def is_several(self, noun: int) -> bool:
        """Whether a noun is a plural, and no name."""
        return self.tree.tags[noun].endswith(("NP", ".p"))

    def is_alive(self, words: str) -> bool:
        """Whether words name persons, animals or a team."""
        kind = kind_of(words, self.language)
        return kind is not None and bool(kind.classes & _LIVING)

    def lives(self, noun: int) -> bool:
        """Whether a noun names persons, animals or a team; `a gente` means the speaker."""
        word, said = self.tree.words.lower[noun], self.tree.child(noun, "det")
        if word == "gente" and said is not None and self.tree.words.lower[said] == "a":
            return False
        return word in _FOLK or self.is_kind(noun, _LIVING)


# What is not a group of its own, but the rest of a kind: `any other`.
_REST = frozenset(
    "other others any rest else outro outra outros outras demais qualquer resto restante".split()
)
_EACH = frozenset("per por each every cada".split())
_ONE_OF = _EACH | {"a", "an"}
_FOLK = frozenset("people folk folks gente pessoal galera povo".split())


def _moved(slot: Slot | None, shift: int) -> Slot | None:
    if slot is None or slot.start is None or slot.end is None:
        return slot
    return replace(slot, start=slot.start + shift, end=slot.end + shift)


def _cases(tree: Tree, noun: int) -> Iterator[str]:
    return (tree.words.lower[at] for at in tree.children(noun, "case"))


def _owner(tree: Tree, noun: int) -> str:
    """The author's own word before a possession: `my`."""
    said = (tree.words.lower[at] for at in tree.children(noun, "nmod:poss", "det") if at < noun)
    return next((word for word in said if word in _MINE), "")


# --- whom a pronoun means ----------------------------------------------------------------------

_MANY = frozenset("they them their eles elas deles delas".split())
_ONE = frozenset("he him his she her ele ela dele dela".split())
_PARTS = frozenset("half most part rest majority metade maioria parte resto".split())
_SEVERAL = frozenset("staff crew folk people family police".split())
_CORE = (*SUBJECTS, "obj", "iobj", "root")


def _meant(seen: _Observed) -> int | None:
    """Who a pronoun in the outcome's clause refers to: `(giving) | truckers | ... their sick
    days`."""
    tree, head = seen.tree, clause_of(seen.tree, seen.outcome.top)
    verbs = {head, *(at for at in tree.above(seen.outcome.top) if tree.tags[at].startswith("V"))}
    core = {at for verb in verbs for at in tree.children(verb, *SUBJECTS, "obj")}
    core |= {at for noun in core for at in tree.children(noun, "nmod:poss", "nmod", "det")}
    said = sorted({*core, *range(seen.outcome.first, seen.outcome.end)})
    pronoun = next(
        (at for at in said if tree.words.lower[at] in _MANY | _ONE and not seen.is_varied(at)), None
    )
    if pronoun is None:
        return None
    (*_, root) = tree.above(pronoun)
    held = set(tree.above(pronoun))  # `their own breaks` does not refer to `them`
    varied = -1 if seen.exposure is None else seen.exposure.top  # `20 minutes of walking`
    agreeing = [at for at in range(pronoun) if at not in held and _agrees(seen, at, pronoun)
                and (at != varied or seen.lives(at))]  # fmt: skip
    agreeing = [at for at in agreeing if tree.child(at, "nmod:poss") is None or _owner(tree, at)]
    here = [at for at in agreeing if root in tree.above(at) and tree.relations[at] in _CORE]
    alive = [at for at in here if seen.lives(at)]
    if alive or here:
        return alive[-1] if alive else likeliest(tree.words, here)
    told = [at for at in agreeing if seen.lives(at) or _owner(tree, at) or tree.tags[at] == "NAME"
            or tree.child(at, "nummod") is not None or _is_part_of(tree, at)]  # fmt: skip
    owned = [at for at in told if _owner(tree, at)]
    near = [at for at in told if tree.relations[at] in (*_CORE, "conj", "appos")
            or (tree.relations[at] == "nmod" and _is_part_of(tree, at))]  # fmt: skip
    return next(iter([*owned[-1:], *near[-1:]]), None)


def _is_part_of(tree: Tree, noun: int) -> bool:
    """Whether only some of several are meant: `half the class`, `metade dos pacientes`."""
    before = tree.words.lower[max(0, noun - 2) : noun]
    return not _PARTS.isdisjoint((*before, tree.words.lower[tree.heads[noun]]))


def _agrees(seen: _Observed, noun: int, pronoun: int) -> bool:
    """Whether a pronoun can refer to a noun, by gender and number."""
    tree = seen.tree
    tag, word = tree.tags[noun], tree.words.lower[pronoun]
    if not tag.startswith("N") or tag.startswith("NUM") or tree.relations[noun] == "compound":
        return False
    many = word in _MANY
    if seen.language == "en" or tag == "NAME":
        several = seen.is_kind(noun, frozenset(("team",))) or tree.words.lower[noun] in _SEVERAL
        several |= _is_part_of(tree, noun)
        counted = tag == "NP" or several or tree.child(noun, "nummod") is not None
        named = tag == "NAME" and tree.relations[noun] in SUBJECTS
        alone = named or bool(_owner(tree, noun)) or seen.is_kind(noun, _LIVING - {"team"})
        return counted if many else tag != "NP" and alone
    _, gender, number = tag.split(".")
    fits = number == ("p" if many else "s") and gender in ("-", "f" if "a" in word[1:] else "m")
    return fits and (many or seen.lives(noun))


# --- whose groups are compared -------------------------------------------------------------------


def _compared(seen: _Observed) -> int | None:
    """The kind that the exposure belongs to: `rental | bikes | parked at metro stations`.

    It is one of a kind where it does what the outcome says, or where the comparator is another one.
    """
    place, tree, language = seen.exposure, seen.tree, seen.language
    if place is None:
        return None
    noun = place.top
    agent = tree.child(noun, "nsubj") if tree.tags[noun].startswith("V") else None
    if agent is not None:  # what they do is part of the phrase: `nurses who rest | wash`
        noun = agent
    if not tree.tags[noun].startswith("N") or not place.holds(noun):
        return None
    other = seen.claim.comparator
    contrasts = seen.claim.design in _CONTRASTS
    if contrasts and seen.is_several(noun) and seen.contrast == "group":
        return noun
    if other is not None and contrasts:
        again = tree.words.lower[noun] in tokens(other.text)
        both = seen.lives(noun) and seen.is_alive(other.text)  # `between | men | and women`
        if again or both or _ONES[language].search(other.text):
            return noun
    subject = tree.relations[noun] in SUBJECTS and subject_of(seen.outcome) == noun
    subject |= agent is not None
    subject |= tree.relations[noun] == "root" and tree.child(noun, "acl:relcl") is not None
    kind = kind_of(seen.phrase(noun), language)
    if not subject or kind is None:
        return None
    acts = kind.nature in ("person", "organisation") or seen.lives(noun)
    return noun if acts or contrasts else None


def _shared(seen: _Observed) -> int | None:
    """The noun that only one side of a comparison says: `left-handed and right-handed | pitchers`,
    `escolas | públicas e privadas`."""
    tree, one, other = seen.tree, seen.exposure, seen.comparator
    if seen.claim.design not in _CONTRASTS or one is None or other is None:
        return None
    named = [at for at in _nouns(tree) if tree.tags[at] != "NAME"]
    bare = [side for side in (one, other) if not any(map(side.holds, named))]
    shared = one.top if bare == [other] else other.top
    return shared if len(bare) == 1 and shared in named and seen.is_several(shared) else None


def _each(seen: _Observed) -> int | None:
    """Those of which each one is observed: `the growth of | each | county`."""
    tree = seen.tree
    for noun in _nouns(tree):
        said = {tree.words.lower[at] for at in tree.children(noun, "det")}
        varied = seen.exposure is not None and noun == seen.exposure.top
        if said & _EACH and not varied and (seen.outcome.holds(noun) or seen.is_varied(noun)):
            return noun
    return None


def _counted(seen: _Observed) -> int | None:
    """Those of whom some are counted: `the share of | films | that pass the test`."""
    tree, place = seen.tree, seen.outcome
    if seen.claim.exposure is not None:
        return None
    for noun in _nouns(tree):
        head = tree.heads[noun]
        some = bool(tree.children(noun, "acl", "acl:relcl", "amod", "nmod"))
        several = some and seen.is_several(noun) and tree.relations[noun] == "nmod"
        if several and place.holds(head) and tree.words.lower[head] in _COUNTS:
            return noun
    return None


_COUNTS = SHARES | frozenset(("prevalence", "volume", "prevalência"))
_ONES: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\b(?:ones?|those)\b", re.I),
    "pt": lazy_regex(r"^(?:(?:[oa]s?|aquel[ea]s?) )?(?:de|do|da|dos|das|com|sem|que) ", re.I),
}


# --- whether it can have the outcome ------------------------------------------------------------


def _lives_it(unit: str, claim: Claim, language: Language) -> bool:
    """Whether a unit can have the experience that a qualitative claim is about: no place has."""
    kind = kind_of(unit, language)
    living = kind is None or kind.nature == "person" or bool(kind.classes & _LIVING)
    return claim.design != "qualitative" or living


def _bears(unit: str, claim: Claim, language: Language) -> bool:
    """Whether a unit can have the outcome: an exam has no state of mind."""
    kind = kind_of(unit, language)
    if kind is None or claim.outcome is None:
        return True
    head = claim.outcome.text.split(" of ")[0] if language == "en" else claim.outcome.text
    words = head.split()
    noun = words[-1:] if language == "en" else words[:1]
    measures = [
        measure
        for match in constructs_in(" ".join(noun), language)
        if match.fit >= _WHOLE
        for measure in measures_of(match.construct, language)
    ]
    if not measures:
        return True
    of_people = all(measure.classes <= PEOPLE | _OF_PEOPLE for measure in measures)
    return not of_people or bool(kind.classes & (PEOPLE | _OF_PEOPLE))


_WHOLE = 100
_OF_PEOPLE = frozenset(("team", "household", "classroom", "school", "couple"))


# --- whose they are ------------------------------------------------------------------------------

_OBSERVED = _LIVING | frozenset(
    """shop firm ngo restaurant gym hotel hospital clinic care_home school classroom farm crop plant
    place road household software system vehicle building museum library club warehouse""".split()
)


def own_group(claim: Claim, language: Language, source: str, like: str = "") -> str | None:
    """The single possession of the author's that the text names: `my salon`, `nossas vacas`.

    With `like` it is the one of the same kind that the text names with an article. A single person
    does not count: `my father` did not, either.
    """
    wanted = kind_of(like, language) if like else None
    tree = parsed(split(source))
    found: dict[str, str] = {}
    for noun in _nouns(tree):
        lead = _owner(tree, noun) or (_article(tree, noun) if like else "")
        words = noun_phrase(tree, noun)
        kind = kind_of(words, language)
        if not lead or kind is None or tree.relations[noun] == "compound":
            continue
        many = tree.tags[noun].endswith(("NP", ".p"))
        if kind.nature == "person" and not many and lead in _MINE:
            continue
        fits = bool(kind.classes & (wanted.classes if wanted else _OBSERVED))
        if fits and not _is_speaker(tree, noun) and _bears(words, claim, language):
            said = claim.bound is not None and words in claim.bound.text
            found.setdefault(fold(words), words if said else f"{lead} {words}")
    return next(iter(found.values())) if len(found) == 1 else None


def _nouns(tree: Tree) -> Iterator[int]:
    return (at for at, tag in enumerate(tree.tags) if tag[0] == "N" and tag[:3] != "NUM")


def _article(tree: Tree, noun: int) -> str:
    said = (tree.words.lower[at] for at in tree.children(noun, "det"))
    return next((word for word in said if word in ("the", "o", "a", "os", "as")), "")


def _is_speaker(tree: Tree, noun: int) -> bool:
    """Whether a noun is the person who says or thinks what follows: `my grandma | thinks`."""
    verb = tree.heads[noun]
    tells = verb != ROOT and tree.child(verb, "ccomp") is not None
    return tells and tree.relations[noun] in SUBJECTS


def named_in(words: str, unit: str, language: Language) -> str:
    """The words for the kind of a unit in the author's own form: `paciente`; empty without any."""
    kind = kind_of(unit, language)
    if kind is None or kind.name not in named_anywhere(words, language):
        return ""
    tree = parsed(split(words))
    for noun in _nouns(tree):
        found = kind_of(noun_phrase(tree, noun), language)
        if found is not None and found.name == kind.name:
            return tree.quote(noun, noun + 1)
    return ""


# --- who may take part ---------------------------------------------------------------------------

_ELIGIBLE: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"\s{1,4}(?:over|under|above|below|aged|with|without|between|older|younger)\b", re.I
    ),
    "pt": lazy_regex(
        r"\s{1,4}(?:acima|abaixo|com|sem|entre|a partir|maiores|menores|de \d)\b", re.I
    ),
}
_FINITE = ("V0", "V3", "VD", "VF", "AUX", "MD", "WH", "PUNCT")
_LEADING = ("ADP", "PD", "D.", "DET")
_LONGEST_ELIGIBILITY = 80  # characters


def with_eligibility(claim: Claim, language: Language, source: str) -> Claim:
    """The unit with what stands between it and the next slot: `patients | over 65 with asthma`."""
    unit = claim.unit
    if unit is None or unit.start is None or unit.end is None or unit.origin != "user":
        return claim
    if source[unit.start : unit.end] != unit.text:
        return claim
    starts = [slot.start for _, slot in claim.items() if slot.start is not None]
    end = min((start for start in starts if start > unit.end), default=unit.end)
    between = source[unit.end : end].rstrip(" ,")
    if not _ELIGIBLE[language].match(between) or len(between) > _LONGEST_ELIGIBILITY:
        return claim
    stop = unit.end + len(between)
    words = [word for word in tagged(source, language) if unit.end <= word.start < stop]
    related = set(tokens(claim.relation))
    if any(word.tag.startswith(_FINITE) or word.lower in related for word in words):
        return claim
    if words and words[-1].tag.startswith(_LEADING):
        return claim  # `alunos | a partir das | notas`: it leads to the next slot
    whole = replace(unit, text=source[unit.start : stop], end=stop)
    return claim.with_slot("unit", whole)
