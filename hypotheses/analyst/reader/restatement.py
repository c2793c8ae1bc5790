"""The words of a claim as they can be read by themselves.

What a pronoun stands for takes its place, where the words before say it. `School uniforms are
back. Do they reduce bullying?` is read as `do school uniforms reduce bullying`, and `build a sensor
and see if it beats the forecast` as `a sensor beats the forecast`.

A null hypothesis is read without its denial: what is tested is that there is a difference. What
somebody expects a thing `to do` is read as what it does, and what is noticed after an act as what
follows it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.antecedents import (
    FORMS,
    SUBJECTS,
    agrees,
    antecedent,
    is_only_one,
    noun_phrase,
)
from hypotheses.analyst.syntax.indirect import WHETHER
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import ENDS, Words, split
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.analyst.writer.phrases import mid
from hypotheses.domain.claim import Slot
from hypotheses.domain.types import Language

_ROLES = ("nsubj", "nsubj:pass", "obj", "obl", "iobj")
_SPEAKERS = frozenset("i we eu nós".split())
_EXIST = frozenset("há existe existem tem têm dá dão vale compensa adianta é são".split())


@dataclass(frozen=True, slots=True)
class Restated:
    """A text with other words from `first` to `end`, as characters; in the author's text they stand
    for those of `replaced`, and are a quote of `source` there, if of any. Its statement begins at
    `start`, if not where it did. Where they may not be what is meant, they are not `sure`."""

    text: str
    first: int
    end: int
    replaced: tuple[int, int]
    source: tuple[int, int] | None = None
    start: int | None = None
    sure: bool = True

    def stating(self, words: Words, stating: range) -> tuple[Words, range]:
        """The words of this text, and those of them that state the claim."""
        own = split(self.text)
        start, stop = words.starts[stating.start], words.ends[stating.stop - 1]
        start = start if self.start is None else self.start
        stop += self.end - self.replaced[1]
        inside = [at for at, first in enumerate(own.starts) if start <= first < stop]
        return own, range(inside[0], inside[-1] + 1)

    def doubts(self, slot: Slot) -> bool:
        """Whether a slot, by its place in this text, holds words that may not be what is meant."""
        if self.sure or slot.start is None or slot.end is None:
            return False
        return slot.start < self.end and slot.end > self.first

    def origin(self, start: int, end: int) -> tuple[int, int] | None:
        """Where words of this text stand in the author's; None for those that stand in no one place
        there."""
        if end <= self.first:
            return start, end
        if start >= self.end:
            by = self.replaced[1] - self.end
            return start + by, end + by
        if self.source is not None and self.first <= start and end <= self.end:
            return self.source[0] + start - self.first, self.source[0] + end - self.first
        return None


def restated(words: Words, stating: range, language: Language) -> Restated | None:
    """A text whose statement can be read by itself; None where the author's can."""
    return (
        _not_denied(words, stating, language)
        or _noticed(words, stating)
        or (_expected(words, stating) if language == "en" else None)
        or _named(words, stating, language)
    )


_NULL = lazy_regex(r"\b(?:null|nula|nulidade|h0)\b", re.I)


def is_null(text: str) -> bool:
    """Whether a text calls its claim a null hypothesis."""
    return _NULL.search(text) is not None


_DENIAL: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\b(?:no|not)\s|n['’]t\s", re.I),
    "pt": lazy_regex(r"\b(?:não|nenhuma?)\s", re.I),
}


def _not_denied(words: Words, stating: range, language: Language) -> Restated | None:
    """A null hypothesis without its denial: `there is no difference`, `there is a difference`."""
    start, stop = words.starts[stating.start], words.ends[stating.stop - 1]
    begin = max(words.text.rfind(mark, 0, start) for mark in ".!?\n") + 1
    label = _NULL.search(words.text, begin, start) or _NULL.match(words.text, start)
    found = label and _DENIAL[language].search(words.text, max(start, label.end()), stop)
    if not found:
        return None
    made = ""
    if found[0].lower().startswith("no "):
        behind = words.starts.index(found.end())
        tags = parsed(words).tags
        noun = next((at for at in range(behind, stating.stop) if tags[at].startswith("N")), behind)
        vowel = words.lower[behind][0] in "aeiou"
        made = "" if tags[noun] == "NP" else "an " if vowel else "a "
    elif found[0].lower().startswith("nenhum"):
        made = f"algum{'a' * found[0].lower().startswith('nenhuma')} "
    first = found.start()
    text = f"{words.text[:first]}{made}{words.text[found.end() :]}"
    return Restated(text, first, first + len(made), found.span())


_NOTICES = frozenset(
    "noticed saw found noticing notei percebi vi reparei notamos percebemos".split()
)
_THAT = frozenset(("that", "que"))


def _noticed(words: Words, stating: range) -> Restated | None:
    """`After we changed lamps, I noticed that | they sleep` as `after we changed lamps, they
    sleep`."""
    tree = parsed(words)
    verb = next((at for at in range(stating.stop) if words.lower[at] in _NOTICES), None)
    if verb is None or tree.heads[verb] != ROOT:
        return None
    event, told = tree.child(verb, "advcl"), tree.child(verb, "ccomp")
    if event is None or told is None or not event < verb < told or told not in stating:
        return None
    begin = tree.extent(event)[0]
    ends = [at for at in range(verb, told) if words.lower[at] in _THAT]
    subject = tree.child(verb, *SUBJECTS)
    first, last = verb if subject is None else subject, ends[0] if ends else verb
    if tree.words.lower[first] not in _SPEAKERS | _NOTICES or stating.start > told:
        return None
    start, end = words.starts[first], words.ends[last]
    text = f"{words.text[:start]}{' ' * (end - start)}{words.text[end:]}"
    return Restated(text, start, start, (start, start), start=words.starts[begin])


_EXPECTS = frozenset("expect expects expected predict believe imagine".split())


def _expected(words: Words, stating: range) -> Restated | None:
    """`I expect | the class to gain more` as `the class gains more`."""
    tree, begin = parsed(words), stating.start
    if not begin or words.lower[begin - 1] not in _EXPECTS:
        return None
    for at in tree.children(begin - 1, "xcomp", "ccomp"):
        mark, subject = tree.child(at, "mark"), tree.child(begin - 1, "obj")
        subject = tree.child(at, *SUBJECTS) if subject is None else subject
        if mark is None or subject is None or words.lower[mark] != "to" or at not in stating:
            continue
        one = tree.tags[subject] not in ("NP", "PRON")
        verb = english.third(words.lower[at]) if one else words.lower[at]
        if words.lower[at] == "be":
            verb = "is" if one else "are"
        start, end = words.starts[mark], words.ends[at]
        text = f"{words.text[:start]}{verb}{words.text[end:]}"
        return Restated(text, start, start + len(verb), (start, end))
    return None


def _named(words: Words, stating: range, language: Language) -> Restated | None:
    """The text with what the first pronoun of its statement stands for; None where nothing before
    it agrees with it, or its own statement names it."""
    tree = parsed(words)
    begin, joined = _asked_from(tree, stating)
    at = _pointer(tree, range(begin, stating.stop), language)
    if at is not None:
        form = FORMS[language][words.lower[at]]
        pointer = words.starts[at], words.ends[at]
    elif _lacks_subject(tree, range(begin, stating.stop), language):
        form = tree.tags[tree.top(begin, stating.stop)].rpartition(".")[2]
        pointer = words.starts[begin], words.starts[begin]
    else:
        return None
    verb = joined if joined is not None else _clause_before(tree, begin)
    head = None if verb is None else antecedent(tree, verb, begin, form)
    if verb is None or head is None:
        return None
    first, end = noun_phrase(tree, head, begin)
    source = words.starts[first], words.ends[end - 1]
    opens = at is not None and (at == 0 or words.lower[at - 1] in ENDS)
    noun = words.text[slice(*source)]
    noun = noun[:1].upper() + noun[1:] if opens else mid(noun, language)
    before = words.text[: pointer[0]]
    if joined is not None:  # what it is built for is no part of what is asked
        before = " " * words.starts[begin] + words.text[words.starts[begin] : pointer[0]]
    space = " " * (pointer[0] == pointer[1])
    text = f"{before}{noun}{space}{words.text[pointer[1] :]}"
    end = len(before) + len(noun) + len(space)
    sure = joined is not None or is_only_one(tree, verb, begin, form)
    return Restated(text, len(before), end, pointer, source, sure=sure)


def _asked_from(tree: Tree, stating: range) -> tuple[int, int | None]:
    """Where the clause begins that is asked, and the verb that what is asked is joined to: `build a
    box and see if | it beats the forecast`."""
    for mark in reversed(range(stating.start and stating.start - 1, stating.stop - 1)):
        verb = tree.heads[mark]
        if tree.words.lower[mark] not in WHETHER or verb == ROOT or verb < mark:
            continue
        asks = tree.tags[mark - 1].startswith("V") or tree.words.lower[mark - 1] == "out"
        speaks = any(tree.words.lower[at] in _SPEAKERS for at in tree.children(verb, *SUBJECTS))
        if not asks or speaks:
            continue  # `but only if they eat enough`, `see if I can reject it`
        above = [each for each in tree.above(verb) if tree.relations[each] == "conj"]
        if above and tree.heads[above[0]] < mark:
            return mark + 1, _main(tree, tree.heads[above[0]])
    return stating.start, None


def _main(tree: Tree, verb: int) -> int:
    """The verb that has the noun of a relative clause: `build | an app that rings and see`."""
    while tree.relations[verb].startswith("acl") and tree.heads[tree.heads[verb]] != ROOT:
        verb = tree.heads[tree.heads[verb]]
    return verb


def _pointer(tree: Tree, asked: range, language: Language) -> int | None:
    """The first pronoun of a clause, where no word before it in the clause can be what it means."""
    nouns: set[str] = set()
    for at in asked:
        form = FORMS[language].get(tree.words.lower[at])
        if form is not None and tree.tags[at].startswith("PRON"):
            if tree.relations[at] not in _ROLES or _is_empty(tree, at):
                return None
            fits = any(agrees(tag, form) for tag in nouns)
            return None if fits else at
        if tree.tags[at].startswith(("N", "NAME")):
            nouns.add(tree.tags[at])
    return None


def _is_empty(tree: Tree, at: int) -> bool:
    """Whether a pronoun only announces a clause, or is what is asked for: `is it possible to`,
    `could it be the bell`."""
    head = tree.heads[at]
    if tree.children(head, "csubj", "ccomp", "expl", "csubj:pass"):
        return True
    copula = tree.child(head, "cop") is not None
    clause = tree.child(head, "xcomp", "advcl") is not None
    return copula and (tree.tags[head].startswith("N") or (tree.words.lower[at] == "it" and clause))


def _lacks_subject(tree: Tree, asked: range, language: Language) -> bool:
    """Whether an indirect question leaves its subject out: `ver se | acerta mais`."""
    lower, begin = tree.words.lower, asked.start
    if language != "pt" or not begin or lower[begin - 1] not in WHETHER or len(asked) < _SHORTEST:
        return False
    verb = tree.top(asked.start, asked.stop)
    before = range(begin, verb)
    speaks = lower[verb].endswith(("mos", "ei")) or lower[verb] in _EXIST
    if (
        not tree.tags[verb].startswith("VF")
        or speaks
        or any(tree.tags[at].startswith(("N", "PRON", "WH")) for at in before)
    ):
        return False
    number = tree.tags[verb][-1]
    return not any(tree.tags[at][-1] == number for at in tree.children(verb, *SUBJECTS))


_SHORTEST = 3  # words of a clause


def _clause_before(tree: Tree, begin: int) -> int | None:
    """The root of the sentence before a clause."""
    roots = [at for at in range(begin) if tree.heads[at] == ROOT]
    own = next((at for at in tree.above(begin) if tree.heads[at] == ROOT), None)
    before = [at for at in roots if at != own]
    return before[-1] if before else None
