"""The clause of a text that states its claim, by the grammar of its sentences."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.antecedents import FORMS, antecedent, noun_phrase
from hypotheses.analyst.syntax.clause import (
    Clause,
    clause,
    clause_of,
    common,
    is_first_person,
    joined,
    may_be_indirect,
    question,
)
from hypotheses.analyst.syntax.clause import is_indirect as clause_is_indirect
from hypotheses.analyst.syntax.forms import form_of
from hypotheses.analyst.syntax.forms.form import with_article
from hypotheses.analyst.syntax.indirect import asked as asked_in
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.sign import is_comparative
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.analyst.writer.places import placed
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

_CORE: tuple[SlotName, ...] = ("exposure", "outcome")
_TOLD: tuple[SlotName, ...] = (*_CORE, "unit", "comparator", "qualifiers")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The clause that states a claim, the claim, and whether its sentence is a question."""

    text: str
    claim: Claim
    asks: bool


def formed(text: str, claim: Claim, language: Language) -> Excerpt | None:
    """The question that a sentence asks by its form, where the claim is what its form says."""
    tree = parsed(split(text))
    form = form_of(tree, language)
    if form is None or not form.question or form.design != claim.design:
        return None
    spans = {str(name): span for name, span in _spans(tree, text, claim)}
    for tag, first, end in form.parts:
        start, until = spans.get(tag, (first, end))
        is_topic = (tag, start, until) == form.topic
        if not is_topic and (start >= end or until <= first):
            return None
        if until > end and tree.quote(end, until).lower() not in form.question.lower():
            return None  # `some trips stay | and others fade`
    if form.outcome and claim.outcome is not None:
        claim = claim.with_slot("outcome", replace(claim.outcome, text=form.outcome))
    return Excerpt(form.question, claim, asks=True)


def excerpt(
    text: str, claim: Claim, language: Language, further: Sequence[tuple[int, int]] = ()
) -> Excerpt | None:
    """The clause with exposure and outcome, without asides around it.

    An act in a clause of its own is joined to it: `we moved the desks and people talk less` becomes
    `people talk less since we moved the desks`. `further` are characters of other claims, which are
    removed. None where no clause has a subject.
    """
    if claim.design == "predictive":
        return None  # the predictor's clause governs the claim: `can we predict which patients`
    tree = parsed(split(text))
    spans = dict(_spans(tree, text, claim))
    held = {at for first, end in spans.values() for at in range(first, end)}
    dropped = {*_hedged(tree, text, claim, held), *_inside(tree, further)}
    turns = claim.direction in ("increase", "decrease")
    told = _told_before(tree, spans, dropped, language) if turns else None
    if told is not None:
        made, event = told
        varies = claim.exposure
        claim = claim.with_slot("exposure", replace(varies, text=event)) if varies else claim
        if claim.window is not None and claim.window.text in event:
            claim = claim.with_slot("window", None)
        return Excerpt(made, claim, asks=False)
    lived = _lived(tree, spans) or _chosen(tree, spans)
    if lived is not None:
        return Excerpt(lived, claim, asks=True)
    sides = [name for name in _CORE if name in spans]
    names = sides if len(sides) == len(_CORE) else [name for name in _TOLD if name in spans]
    head = common(tree, [tree.top(*spans[name]) for name in names])
    if head is None or head in dropped:
        return None  # a hedge is its verb: `tend to be braver`
    if _is_infinitive(tree, head) or _is_made(tree, head):  # `what it is like for them to ask`
        head = clause_of(tree, tree.heads[head])
    kept = [at for first, end in spans.values() for at in range(first, end)]
    said = _with_whole_slots(clause(tree, head, kept, dropped), spans)
    if any(tree.words.lower[at] == ":" for at in said.places) or not _is_of_claim(said, kept):
        return None  # a topic and a question about it: `shade: does it help`
    last = said.places[-1] + 1
    asks = last < len(tree.words) and tree.words.lower[last] == "?"
    made = joined(tree, (*_beside(tree, said, spans), *_without_mark(tree, said.places)))
    if not _keeps_direction(made, claim):
        return None  # `rises | slower`
    if language == "en" and clause_is_indirect(said):
        made, asks = question(said, language) or made, True
    return Excerpt(made, claim, asks)


def _keeps_direction(made: str, claim: Claim) -> bool:
    """Whether the words that give the relation its direction are in a clause."""
    own = set(split(made).lower)
    return all(word in own for word in split(claim.relation).lower if is_comparative(word))


def _with_whole_slots(said: Clause, spans: dict[SlotName, tuple[int, int]]) -> Clause:
    """A clause with all words of the slot that it ends in, where the tree hangs some elsewhere:
    `why some return | and others stay`."""
    last = said.places[-1]
    end = max((end for first, end in spans.values() if first <= last < end), default=last + 1)
    return Clause(said.tree, said.head, (*said.places, *range(last + 1, end)))


def _without_mark(tree: Tree, places: Sequence[int]) -> Sequence[int]:
    """A clause without the word that asks before it: `saber | se podar em agosto aumenta`."""
    opens = any(each.mark == places[0] for each in asked_in(tree))
    return places[1:] if opens and len(places) > 1 else places


def _is_of_claim(said: Clause, kept: Collection[int]) -> bool:
    """Whether a clause says who does it, and not only who speaks: `I'd like to know if`."""
    if said.subject is None:
        return _says_who(said.tree, said.head) and said.head in kept
    speaks = said.tree.words.lower[said.subject] in _SPEAKERS
    return not speaks or bool({said.subject, said.head} & set(kept))


def _lived(tree: Tree, spans: dict[SlotName, tuple[int, int]]) -> str | None:
    """`what it is like for them to ask for help` as a question of its own."""
    lower, lived = tree.words.lower, spans.get("outcome")
    found = (at for at, word in enumerate(lower[: lived[0]] if lived else ()) if word == "like")
    like = next(found, None)
    if like is None or lived is None or "what" not in lower[max(0, like - 4) : like]:
        return None
    end = max(lived[1], tree.extent(tree.top(*lived))[1])
    while tree.tags[end - 1] == "PUNCT":
        end -= 1
    verb = "was" if "was" in lower[max(0, like - 4) : like] else "is"
    return f"what {verb} it like {tree.quote(like + 1, end)}"


def _chosen(tree: Tree, spans: dict[SlotName, tuple[int, int]]) -> str | None:
    """A sentence that names what it chooses from before it asks: `gas or induction: which kitchen
    has fewer burns`."""
    lower = tree.words.lower
    held = [spans[name] for name in ("exposure", "comparator", "outcome") if name in spans]
    first = 0
    for end, word in enumerate(lower):
        if word not in (".", "!", "?"):
            continue
        asks = word == "?" and any(
            lower[at] in (":", "—", "–") and lower[at + 1] in _WHICH for at in range(first, end)
        )
        if asks and held and all(first <= one and two <= end for one, two in held):
            return tree.quote(first, end)
        first = end + 1
    return None


_WHICH = frozenset("which qual quais".split())


def _is_infinitive(tree: Tree, head: int) -> bool:
    """Whether a clause only adds `for them to ask` to another one."""
    marks = [tree.words.lower[at] for at in tree.children(head, "mark")]
    return tree.heads[head] != ROOT and "to" in marks and tree.tags[head] == "V0"


def _is_made(tree: Tree, head: int) -> bool:
    """Whether a clause is the effect of something that is asked for: `what makes | regulars
    stop`."""
    verb = tree.heads[head]
    subject = tree.child(verb, "nsubj") if verb != ROOT else None
    asked = subject is not None and tree.words.lower[subject] in ("what", "que")
    return asked and tree.relations[head] in ("xcomp", "ccomp")


def _inside(tree: Tree, stretches: Sequence[tuple[int, int]]) -> Iterator[int]:
    """The words of ranges of characters."""
    for at, begin in enumerate(tree.words.starts):
        if any(first <= begin < end for first, end in stretches):
            yield at


_SINCE: dict[Language, str] = {"en": "since", "pt": "desde que"}


def _told_before(
    tree: Tree,
    spans: dict[SlotName, tuple[int, int]],
    dropped: Collection[int],
    language: Language,
) -> tuple[str, str] | None:
    """What happens since an act, where each has a clause of its own; and the act.

    None unless an act in the past is stated: `we switched`, `I put`.
    """
    if not spans.keys() >= set(_CORE) or spans["exposure"][0] > spans["outcome"][0]:
        return None
    act, shown = (tree.top(*spans[name]) for name in _CORE)
    did, result = clause_of(tree, act), clause_of(tree, shown)
    while tree.relations[did] not in _JOINED and tree.heads[did] != ROOT:
        did = clause_of(tree, tree.heads[did])  # `we switched our team | to pairing`
    joint = tree.relations[did] in _JOINED
    if did == result or not joint or not tree.tags[did].startswith("V"):
        return None
    inside = {at for name in _CORE for at in range(*spans[name])}
    if not _is_past(tree, did, language) or not _is_speakers(tree, did, language):
        return None
    beside = {*dropped, *tree.below(result)} if tree.relations[result] == "conj" else dropped
    done = clause(tree, did, [at for at in inside if at < spans["exposure"][1]], beside)
    found = clause(tree, result, [at for at in inside if at >= spans["outcome"][0]], dropped)
    subject = found.subject
    if set(done.places) & set(found.places):
        return None
    if subject is None and tree.words.lower[found.head] not in _BEFORE_SUBJECT:
        return None
    who = ""
    if subject is not None and (form := FORMS[language].get(tree.words.lower[subject])):
        noun = antecedent(tree, did, subject, form)
        if noun is None or (tree.tags[act].startswith("N") and noun in range(*spans["exposure"])):
            return None  # `we hung up bells. It lowers the catch`
        who = _noun_of(tree, noun, subject)
    later = {at for word in found.places if _is_later(tree, word) for at in tree.below(word)}
    places = sorted({*found.places, *range(*spans["outcome"])} - later)
    event = _led_late(done)
    event = event if event.startswith("I ") else event[:1].lower() + event[1:]
    said = joined(tree, places)
    if who and subject is not None:
        before = joined(tree, [at for at in places if at < subject])
        after = joined(tree, [at for at in places if at > subject])
        said = f"{before} {who} {after}".lstrip()
    return f"{_THERE_BE.sub('there are', said)} {_SINCE[language]} {event}", event


_THERE_BE = lazy_regex(r"\bthere be\b", re.I)  # without the `seem to` between


def _is_past(tree: Tree, verb: int, language: Language) -> bool:
    """Whether an act was done: `we put`; a Portuguese finite verb may be."""
    past = tree.tags[verb] == "VD" or english.is_past(tree.words.lower[verb])
    return past or (language == "pt" and tree.tags[verb].startswith("VF"))


def _is_speakers(tree: Tree, verb: int, language: Language) -> bool:
    """Whether an act is the author's own: `we`, `our team`, `mudamos`."""
    subject = tree.child(verb, "nsubj")
    if subject is None:
        return language == "pt" and is_first_person(tree.words.lower[verb], tree.tags[verb])
    named = {tree.words.lower[at] for at in (subject, *tree.children(subject))}
    return bool(named & _SPEAKERS)


def _noun_of(tree: Tree, noun: int, end: int) -> str:
    """A noun phrase before `end` with the article that a preposition holds: `(o treino d)as
    meninas`."""
    first, stop = noun_phrase(tree, noun, end)
    contracted = first > 0 and tree.tags[first - 1].startswith("PD.")
    return with_article(tree, first - contracted, stop)


_JOINED = ("root", "parataxis", "conj")


def _led_late(done: Clause) -> str:
    """A clause with its time at the end: `last spring we moved`, `we moved last spring`."""
    subject = done.subject
    if subject is None:
        return done.text
    first = min(set(done.tree.below(subject)) & set(done.places))
    lead = [at for at in done.places if at < first and done.tree.tags[at] != "PUNCT"]
    rest = [at for at in done.places if at >= first]
    if not lead or done.tree.tags[lead[0]] in ("CCONJ", "SCONJ", "ADV"):
        return done.text
    when = joined(done.tree, lead)
    return f"{joined(done.tree, rest)} {when[:1].lower()}{when[1:]}"


_LATER = frozenset("then now então entao agora lá cá".split())
_TIMES = frozenset("year month week season term ano mês semana semestre safra".split())
_THIS = frozenset("this este esta neste nesta".split())
# Portuguese verbs whose subject follows: `falta | menos gente`.
_BEFORE_SUBJECT = frozenset(
    """falta faltam sobra sobram aparece aparecem chega chegam vem vêm entra entram sai saem há tem
    cai caem some somem vai vão""".split()
)


def _is_later(tree: Tree, word: int) -> bool:
    """Whether a word says that something is so since: `now`, `this year`."""
    this = any(tree.words.lower[at] in _THIS for at in tree.children(word))
    since = tree.child(word, "case")
    if since is not None and tree.words.lower[since] in ("since", "desde"):
        return True
    return tree.words.lower[word] in _LATER or (tree.words.lower[word] in _TIMES and this)


_SPEAKERS = frozenset("i we my our eu nós gente meu minha meus minhas nosso nossa".split())


def is_clause(text: str) -> bool:
    """Whether a text is one sentence with a subject before its verb."""
    tree = parsed(split(text))
    roots = [at for at, head in enumerate(tree.heads) if head == ROOT]
    if len(roots) != 1 or not tree.tags[roots[0]].startswith(_SAYS):
        return False
    subject = clause(tree, roots[0], range(len(tree.words))).subject
    if subject is None:
        return _says_who(tree, roots[0])
    return subject < roots[0]


def _says_who(tree: Tree, verb: int) -> bool:
    """Whether a verb names its subject by its ending, `durmo melhor`, and is no opinion, `acho
    que`; the tag is Portuguese."""
    own = tree.tags[verb] == "VF.s" and tree.words.lower[verb].endswith(("o", "ei"))
    return own and "que" not in tree.words.lower[verb:]


def before_condition(text: str) -> int | None:
    """Where a sentence's statement ends before a condition: `fewer slugs[,] unless the summer is
    wet`.

    None where no limiting clause follows.
    """
    tree = parsed(split(text))
    roots = [at for at, head in enumerate(tree.heads) if head == ROOT]
    if len(roots) != 1:
        return None
    for at in tree.children(roots[0], "advcl", "obl", "conj"):
        first = min(one for one in tree.below(at) if tree.tags[one] != "PUNCT")
        opening = tree.words.lower[first : first + 2]
        if first > roots[0] and (opening[0] in _LIMITS or opening in _LIMITED):
            last = max(one for one in range(first) if tree.tags[one] != "PUNCT")
            return tree.words.ends[last]
    return None


_LIMITS = frozenset(
    """unless except even although though if provided only especially mainly mostly particularly
    exceto embora se só principalmente especialmente sobretudo""".split()
)
_LIMITED = frozenset(
    (
        ("at", "least"),
        ("but", "only"),
        ("but", "not"),
        ("mas", "só"),
        ("a", "não"),
        ("a", "menos"),
        ("pelo", "menos"),
    )
)


def has_complement(text: str) -> bool:
    """Whether a sentence says that somebody thinks, wants or sees the content of one of its
    clauses."""
    tree = parsed(split(text))
    roots = [at for at, head in enumerate(tree.heads) if head == ROOT]
    return any(tree.children(root, "ccomp", "xcomp") for root in roots)


def is_indirect(text: str, language: Language) -> bool:
    """Whether a question has the order of an indirect question: `how nurses sleep`."""
    words = split(text)
    if language == "pt" or not may_be_indirect(words):
        return False
    tree = parsed(words)
    roots = [at for at, head in enumerate(tree.heads) if head == ROOT]
    if len(roots) != 1:
        return False
    return clause_is_indirect(clause(tree, roots[0], range(len(tree.words))))


_SAYS = ("V", "J", "N", "R", "ADV")


def asked(sentence: str, language: Language) -> str | None:
    """A sentence as a yes-no question; None where it has no clause."""
    tree = parsed(split(sentence))
    roots = [at for at, head in enumerate(tree.heads) if head == ROOT]
    if len(roots) != 1:
        return None
    said = clause(tree, roots[0], range(len(tree.words)))
    if said.subject is None:
        return said.text if _says_who(tree, roots[0]) else None
    return question(said, language)


def _spans(tree: Tree, text: str, claim: Claim) -> Iterator[tuple[SlotName, tuple[int, int]]]:
    """The words of the slots that are in a text."""
    for name, slot in claim.items():
        spot = placed(slot, text)
        if spot is None or name == "leftover":
            continue
        inside = [
            at
            for at, (start, end) in enumerate(zip(tree.words.starts, tree.words.ends, strict=True))
            if start < spot[1] and end > spot[0]
        ]
        if inside:
            yield name, (inside[0], inside[-1] + 1)


def _hedged(tree: Tree, text: str, claim: Claim, held: set[int]) -> Iterator[int]:
    """The words of hedges, `probably`, and of other explanations with their introduction: `, which
    may be only because they were fewer`. Words of slots are `held`."""
    for aside in (*claim.hedges, *claim.rivals):
        start = text.find(aside)
        places = [at for at, begin in enumerate(tree.words.starts)
                  if 0 <= start <= begin < start + len(aside)]  # fmt: skip
        yield from (at for at in places if tree.tags[at] != "MD")  # a question takes another verb
        if aside in claim.rivals and places:
            before = range(places[0] - 1, -1, -1)
            yield from takewhile(lambda at: tree.words.lower[at] in _LEAD_TO_ANOTHER, before)
        for outer in places if aside in claim.rivals else ():
            while tree.heads[outer] != ROOT and held.isdisjoint(tree.below(tree.heads[outer])):
                outer = tree.heads[outer]  # noqa: PLW2901
            if tree.heads[outer] != ROOT and held.isdisjoint(tree.below(outer)):
                yield from tree.below(outer)


_LEAD_TO_ANOTHER = frozenset(", or is it just only ou é foi só".split())
"""What leads to another explanation: `, ou é só | na turma da tarde`."""
_ARGUMENTS = frozenset(("obj", "nsubj", "conj"))


def _beside(tree: Tree, said: Clause, spans: dict[SlotName, tuple[int, int]]) -> tuple[int, ...]:
    """The slots of the sentence that stand before the clause: `in my clinic, I think that`."""
    held = set(said.places)
    found: set[int] = set()
    above = set(tree.above(said.head)) - {said.head}
    for first, end in spans.values():
        if held & set(range(first, end)):
            continue
        top = tree.top(first, end)
        chain = [at for at in tree.above(top) if at not in above]
        outer = chain[-1] if chain else top
        led = tree.relations[outer] not in _ARGUMENTS  # `I coach | a team | and wonder if`
        led &= ":" not in tree.words.lower[end : said.places[0]]  # of a title
        if tree.heads[outer] in above and outer < said.head and led:
            found |= set(tree.below(outer)) - held
    return tuple(sorted(found))
