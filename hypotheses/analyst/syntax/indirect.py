"""Questions within a sentence, behind the words of whoever asks them: `I run a kennel and wonder if
music calms the dogs`."""

from __future__ import annotations

from dataclasses import dataclass

from hypotheses.analyst.syntax.clause import (
    AUXILIARIES,
    SUBJECTS,
    clause,
    is_first_person,
    is_predicate,
    question,
)
from hypotheses.analyst.syntax.tokens import ENDS
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.domain.types import Language

WHETHER = frozenset("if whether se".split())
_SPEAKERS = frozenset(
    "i we me us my our eu nós nos meu minha meus minhas nosso nossa nossos nossas".split()
)
_OR = frozenset(("or", "ou"))
_POINTERS = frozenset("it they them this that these those ele ela eles elas isso isto".split())
_NOBODY = frozenset("nobody noone none ninguém".split())
_COMPLEMENTS = ("ccomp", "csubj", "xcomp")
_LEADS_ON = ("xcomp", "ccomp", "conj", "acl", "advcl")
_ASKERS = ("V", "J", "N", "AUX")  # `wonder`, `not sure`, `the question`, `is`


@dataclass(frozen=True, slots=True)
class IndirectQuestion:
    """A question within a sentence: the word that opens it, and the clause behind that, up to
    `end`. `by` is the word that it hangs on: `wonder`."""

    mark: int
    end: int
    by: int

    @property
    def first(self) -> int:
        """The first word of the clause."""
        return self.mark + 1


def asked(tree: Tree, first: int = 0, end: int | None = None) -> list[IndirectQuestion]:
    """The questions that the author of a text asks within its sentences, in their order; those of
    a stretch of it, where that is given."""
    marks: list[tuple[int, int]] = []
    for mark in range(first, len(tree.words) if end is None else end):
        if tree.words.lower[mark] in WHETHER:
            by = _asker(tree, mark, marks[-1] if marks else None)
            if by is not None:
                marks.append((mark, by))
    following = (*(mark for mark, _ in marks[1:]), None)
    return [
        IndirectQuestion(mark, _end(tree, mark, by, other), by)
        for (mark, by), other in zip(marks, following, strict=False)
    ]


_WHY = frozenset("why porque".split())  # `pq` is `porque`


def asked_why(tree: Tree, first: int, end: int) -> IndirectQuestion | None:
    """What the author wants to know the reasons of, in a stretch: `I'd like to know | why`."""
    for mark in range(first, end):
        word = tree.words.lower[mark]
        head = tree.heads[mark]
        by = tree.heads[head] if head > mark else ROOT
        opens = word in _WHY and by == mark - 1 and tree.tags[by].startswith("V")
        if opens and tree.extent(head)[0] == mark and _is_authors(tree, by):
            return IndirectQuestion(mark, _end(tree, mark, by, None), by)
    return None


def as_question(tree: Tree, each: IndirectQuestion, topic: str, language: Language) -> str:
    """A question within a sentence as a sentence of its own; behind its `topic`, where a word of it
    points back: `Gloves: do staff wear them?`."""
    places = range(each.first, each.end)
    own = clause(tree, tree.top(each.first, each.end), places)
    made = question(own, language) or tree.quote(each.first, each.end)
    if topic and not _POINTERS.isdisjoint(tree.words.lower[each.first : each.end]):
        made = f"{topic}: {made}"
    return f"{made[:1].upper()}{made[1:]}?"


def is_alternative(tree: Tree, each: IndirectQuestion) -> bool:
    """Whether a question is another answer to the one before it: `if it helps | or if it hurts`."""
    return tree.words.lower[each.mark - 1] in _OR


def _asker(tree: Tree, mark: int, before: tuple[int, int] | None) -> int | None:
    """The word that a question hangs on, where a word opens one that the author asks."""
    head = next(
        (at for at in tree.above(mark) if at > mark and tree.relations[at] not in ("mark", "expl")),
        None,
    )
    if head is None or tree.extent(head)[0] < mark - 1:
        return None
    while tree.relations[head] in ("csubj", "nsubj") and tree.heads[head] > mark:
        head = tree.heads[head]  # `if | resting early | helps`
    by = tree.heads[head]
    if tree.relations[head] == "conj":  # `if ... or | if ...`
        joined = before is not None and (by == before[1] or before[0] < by)
        return before[1] if before is not None and joined else None
    if by == ROOT or by > mark or not tree.tags[by].startswith(_ASKERS):
        return None
    asks = tree.relations[head] in _COMPLEMENTS
    asks |= by == mark - 1 and tree.tags[by] == "J"  # `not sure | if`
    return by if asks and _is_authors(tree, by) else None


def _is_authors(tree: Tree, word: int) -> bool:
    """Whether the author asks, and nobody else of whom the text tells."""
    lower = tree.words.lower
    for at in tree.above(word):
        if is_first_person(lower[at], tree.tags[at]):
            return True
        verbs = (at, *tree.children(at, *AUXILIARIES))
        subjects = (one for each in verbs for one in tree.children(each, *SUBJECTS))
        subject = next((one for one in subjects if one < word), None)
        if subject is not None:
            told = {lower[one].partition("'")[0] for one in tree.below(subject)}
            return bool(told & (_SPEAKERS | _NOBODY)) or is_predicate(tree, subject)
        if tree.relations[at] not in _LEADS_ON:
            break
    return True


def _end(tree: Tree, mark: int, by: int, following: int | None) -> int:
    """Where a question ends: before the `following` one, and before what its asker does besides."""
    lower = tree.words.lower
    end = max(tree.extent(by)[1], mark + 1)
    stops = (at for at in range(mark + 1, end) if lower[at] in ENDS and tree.words.gap(at) != "")
    end = next(stops, end)
    if following is not None:
        end = min(end, _joint(tree, following))
    for each in tree.children(by, "conj", "parataxis"):
        first = tree.extent(each)[0]
        if mark < first < end:
            end = first
    while end > mark + 1 and tree.tags[end - 1].startswith("PUNCT"):
        end -= 1
    return end


def _joint(tree: Tree, mark: int) -> int:
    """Where the words begin that join a question to the one before: `, and | if`."""
    at = mark + (tree.tags[mark] == "CCONJ")
    while at and (tree.tags[at - 1] == "CCONJ" or tree.words.lower[at - 1] == ","):
        at -= 1
    return at
