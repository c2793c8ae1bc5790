"""The auxiliary of an English question as its subject has it: `do | nurses`, `does | a nurse`."""

from __future__ import annotations

from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import Words
from hypotheses.analyst.syntax.tree import ROOT, Tree

_NUMBERS = (("does", "do"), ("is", "are"), ("was", "were"), ("has", "have"))
_ONE = dict(_NUMBERS)
_MANY = {many: one for one, many in _NUMBERS}
_DO = frozenset(("do", "does", "did"))
_OF_CLAUSES = frozenset("root conj ccomp parataxis advcl".split())
_BEFORE_VERB = frozenset("ADV R RB NP NS PRON".split())
_ROLES = ("nsubj", "nsubj:pass")
_BEFORE = frozenset("DET J JC PRON NS NAME PUNCT".split())
"""What may stand between an auxiliary and the noun that is its subject."""


def agreeing(words: Words) -> dict[int, str]:
    """Other forms of words of a question, by position: an auxiliary in the number of its subject, a
    verb behind `do` in its base form."""
    tree = parsed(words)
    made: dict[int, str] = {}
    for at, word in enumerate(words.lower):
        head = tree.heads[at]
        if tree.relations[at] not in ("aux", "cop", "aux:pass") or head == ROOT:
            continue
        if at < head:
            made |= _based(tree, at, head)
        if words.lower[at + 1 : at + 2] == ("there",):
            continue  # it agrees with what there is
        subject = tree.child(head, *_ROLES)
        between = () if subject is None else tree.tags[at + 1 : subject]
        if subject is None or subject < at or not all(map(_BEFORE.__contains__, between)):
            continue  # not inverted, or no plain noun phrase: `does | playing music`
        many, put = _is_many(tree, subject), made.get(at, word)
        if many is not None and put in (_ONE if many else _MANY):
            made[at] = (_ONE if many else _MANY)[put]
    return made


def is_doubled(words: Words) -> bool:
    """Whether a verb of a question has `do` and another auxiliary: `why do nurses won't use`."""
    tree = parsed(words)
    return any(
        words.lower[at] in _DO and tree.tags[other] in ("AUX", "MD") and at < other
        for at, head in enumerate(tree.heads)
        if tree.relations[at] == "aux" and head != ROOT
        for other in tree.children(head, "aux", "cop")
    )


def _based(tree: Tree, at: int, verb: int) -> dict[int, str]:
    """The base form of a verb behind `do`: `does | shorten`."""
    word, said, tag = tree.words.lower[at], tree.words.lower[verb], tree.tags[verb]
    if word not in _DO or tree.relations[verb] not in _OF_CLAUSES:
        return {}
    if tag == "V3" and said.endswith("s"):
        return {verb: english.base(said)}
    is_its_own = tree.tags[verb - 1] in _BEFORE_VERB
    return {verb: english.present(said)} if tag == "VD" and is_its_own else {}


def _is_many(tree: Tree, subject: int) -> bool | None:
    """Whether a subject is plural; None where its form does not tell."""
    if tree.children(subject, "conj"):
        return None
    if tree.words.lower[subject] in english.MANY or tree.tags[subject] == "NP":
        return True
    return False if tree.tags[subject] == "NS" else None
