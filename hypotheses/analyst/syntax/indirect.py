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

_WHETHER = frozenset("if whether se".split())
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
class Asked:
    """A question within a sentence: the word that opens it, and the clause behind that, up to
    `end`. `by` is the word that it hangs on: `wonder`."""

    mark: int
    end: int
    by: int

    @property
    def first(self) -> int:
        """The first word of the clause."""
        return self.mark + 1


def asked(tree: Tree) -> list[Asked]:
    """The questions that the author of a text asks within its sentences, in their order."""
    marks: dict[int, int] = {}
    for mark, word in enumerate(tree.words.lower):
        by = _asker(tree, mark, marks) if word in _WHETHER else None
        if by is not None:
            marks[mark] = by
    return [Asked(mark, _end(tree, mark, by, tuple(marks)), by) for mark, by in marks.items()]


def as_question(tree: Tree, each: Asked, topic: str, language: Language) -> str:
    """A question within a sentence as a sentence of its own; behind its `topic`, where a word of it
    points back: `Gloves: do staff wear them?`."""
    places = range(each.first, each.end)
    own = clause(tree, tree.top(each.first, each.end), places)
    made = question(own, language) or tree.quote(each.first, each.end)
    if topic and not _POINTERS.isdisjoint(tree.words.lower[each.first : each.end]):
        made = f"{topic}: {made}"
    return f"{made[:1].upper()}{made[1:]}?"


def is_alternative(tree: Tree, each: Asked) -> bool:
    """Whether a question is another answer to the one before it: `if it helps | or if it hurts`."""
    return tree.words.lower[each.mark - 1] in _OR


def told_before(tree: Tree, each: Asked) -> range:
    """The words of what a sentence tells of others before its author asks: `the river rose and | I
    want to know if`."""
    own = each.by
    while tree.relations[own] in ("xcomp", "ccomp"):
        own = tree.heads[own]
    if tree.relations[own] != "conj" or _is_authors(tree, tree.heads[own]):
        return range(0)
    first = tree.extent(tree.heads[own])[0]
    return range(first, _joint(tree, tree.extent(own)[0]))


def is_graded(tree: Tree, places: range) -> bool:
    """Whether a clause says that something is more or less: no `a larger yard opened`."""
    return any(tree.is_degree(at) and tree.relations[at] != "amod" for at in places)


def _asker(tree: Tree, mark: int, before: dict[int, int]) -> int | None:
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
        return next((told for one, told in before.items() if by == told or one < by), None)
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


def _end(tree: Tree, mark: int, by: int, marks: tuple[int, ...]) -> int:
    """Where a question ends: before the next one, and before what its asker does besides."""
    lower = tree.words.lower
    end = max(tree.extent(by)[1], mark + 1)
    stops = [at for at in range(mark + 1, end) if lower[at] in ENDS and tree.words.gap(at) != ""]
    stops += [_joint(tree, other) for other in marks if other > mark]
    for each in tree.children(by, "conj", "parataxis"):
        first = tree.extent(each)[0]
        if first > mark and all(_joint(tree, at) != first for at in marks):
            stops.append(first)
    end = min([*stops, end])
    while end > mark + 1 and tree.tags[end - 1].startswith("PUNCT"):
        end -= 1
    return end


def _joint(tree: Tree, mark: int) -> int:
    """Where the words begin that join a question to the one before: `, and | if`."""
    at = mark + (tree.tags[mark] == "CCONJ")
    while at and (tree.tags[at - 1] == "CCONJ" or tree.words.lower[at - 1] == ","):
        at -= 1
    return at
