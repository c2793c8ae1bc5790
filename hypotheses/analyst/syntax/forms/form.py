"""What a sentence asks by its form."""

from __future__ import annotations

from dataclasses import dataclass

from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.claim import Design, Direction

Part = tuple[str, int, int]
"""The tag of a part, its first word, and the one behind its last."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a sentence asks by its form: its design, its parts, and the question that it makes.

    `first` and `end` are the sentence's words. Without a direction its words tell which it is. One
    `of_people` is none where its unit is something else. What it calls a phenomenon may be a place:
    then the phenomenon is its `topic`. `outcome` are the outcome's words as the question has them,
    where it has them in another form. Where something `is_counted`, nothing varies.
    Where its design `is_doubtful`, the author is asked.
    Where it `is_placed`, the place of who is asked is told apart: `people | in my town`.
    What the question goes on to ask is asked `since` the same
    event. What stands behind one that is `alone`, in its sentence, is no part of it.
    """

    first: int
    end: int
    design: Design
    parts: tuple[Part, ...]
    question: str
    direction: Direction | None = None
    of_people: bool = False
    topic: Part | None = None
    outcome: str = ""
    is_counted: bool = False
    is_placed: bool = False
    is_doubtful: bool = False
    since: str = ""
    alone: bool = False


def sentence(tree: Tree, root: int) -> tuple[int, int]:
    """A sentence without the marks around it."""
    first, end = tree.extent(root)
    while end - first > 1 and tree.tags[end - 1].startswith("PUNCT"):
        end -= 1
    while first < root and tree.tags[first].startswith("PUNCT"):
        first += 1
    return first, end


def bare(tree: Tree, first: int, end: int) -> int:
    """Where a phrase begins, without the words that open it: `of | the | wages`."""
    while end - first > 1 and (
        tree.tags[first].startswith(("ADP", "PD.", "D.", "DET"))
        or (tree.relations[first] == "nmod:poss" and not _is_of_owner(tree, first))
    ):
        first += 1
    return first


def _is_of_owner(tree: Tree, first: int) -> bool:
    """Whether a possessor is named, or is one of two: `a volcano's`, `his or her`."""
    named = tree.tags[first].startswith("N") or tree.words.lower[first + 1] in ("'s", "'")
    return named or tree.tags[first + 1].startswith("CC")


def with_article(tree: Tree, first: int, end: int) -> str:
    """A phrase without its preposition, but with the article contracted with it: `dos avós`, `os
    avós`."""
    tag, rest = tree.tags[first], tree.quote(first + 1, end)
    if not tag.startswith("PD."):
        return tree.quote(first + tag.startswith("ADP"), end)
    return f"{_ARTICLES.get(tag[3:], '')} {rest}".lstrip()


_ARTICLES = {"m.s": "o", "f.s": "a", "m.p": "os", "f.p": "as"}
