"""Two things that are set against each other by name, and what shows which of them it is."""

from __future__ import annotations

from collections.abc import Iterator

from hypotheses.analyst.syntax.forms.form import Form, Part, sentence
from hypotheses.analyst.syntax.forms.form import bare as without_opening
from hypotheses.analyst.syntax.sign import is_comparative
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

_AGAINST = frozenset("vs versus x".split())
_OR = frozenset("or ou".split())
_WHICH = frozenset("which what who qual quais quem".split())
_MARKS = frozenset(",:-–—")
_WHERE = frozenset("in at on em no na nos nas num numa".split())
_FOR = frozenset("for para pra".split())
_FINITE = ("V0", "V3", "VD", "VF", "AUX", "MD")


def asked_of_two(tree: Tree, root: int, language: Language) -> Form | None:
    """`Tea or juice, which | keeps pupils awake longer`: the question with its verb first."""
    first, end = sentence(tree, root)
    lower = tree.words.lower
    for asks in range(first + 3, end - 1):
        mark = asks - 1 - (lower[asks - 1 : asks + 1] == ("o", "que"))
        is_one = lower[asks] in _WHICH or mark < asks - 1
        verb = asks + 1 + (lower[asks + 1] == "one")
        if not is_one or lower[mark] not in _MARKS or verb >= end:
            continue
        pair = next(_pairs(tree, first, mark, _AGAINST | _OR), None)
        graded = any(tree.is_degree(at) or is_comparative(lower[at]) for at in range(verb, end))
        if pair is None or not graded or not tree.tags[verb].startswith(("V", "AUX", "MD")):
            return None
        one, joint, until = pair
        parts: list[Part] = [("exposure", _bare(tree, one, joint), joint),
                             ("comparator", _bare(tree, joint + 1, until), until)]  # fmt: skip
        if until < mark:
            parts.append(("bound", until, mark))
        either = "or" if language == "en" else "ou"
        named = f"{_small(tree, one, joint)} {either} {tree.quote(joint + 1, until)}"
        asked = [tree.quote(mark + 1, end), named, tree.quote(until, mark) if until < mark else ""]
        question = f"{asked[0]}, {' '.join(filter(None, asked[1:]))}"
        return Form(first, end, "comparative", tuple(parts), question, "difference")
    return None


def set_against(tree: Tree, root: int, language: Language) -> Form | None:
    """`Fatigue in drivers, naps vs caffeine`: in what two things differ."""
    first, end = sentence(tree, root)
    lower = tree.words.lower
    marks = [at for at in range(first + 1, end - 1) if lower[at] in _MARKS and lower[at] != "-"]
    acts = any(tree.tags[at].startswith(_FINITE) for at in range(first, end))
    if not marks or acts:
        return None
    mark = min(marks, key=lambda at: (lower[at] == ",", at))
    end = min((at for at in marks if at > mark), default=end)
    for begin, stop, other in ((mark + 1, end, (first, mark)), (first, mark, (mark + 1, end))):
        pair = next(_pairs(tree, begin, stop, _AGAINST), None)
        held = any(lower[at] in _WHERE | _FOR for at in range(begin, stop))  # `A vs B for pain`
        named = tree.tags[other[0]].startswith(("N", "J", "PROPN", "D", "VN"))
        if pair is not None and named and not (held and begin < mark):
            one, joint, _ = pair
            parts: tuple[Part, ...] = (
                ("outcome", _bare(tree, *other), other[1]),
                ("exposure", _bare(tree, one, joint), joint),
                ("comparator", _bare(tree, joint + 1, stop), stop),
            )
            ordered = tuple(sorted(parts, key=lambda part: part[1]))
            return Form(first, end, "comparative", ordered, "", "difference")
    return None


def _pairs(
    tree: Tree, first: int, end: int, joints: frozenset[str]
) -> Iterator[tuple[int, int, int]]:
    """Where a stretch of names begins, its joint, and where the second name ends."""
    lower = tree.words.lower
    for at in range(first + 1, end - 1):
        if lower[at] not in joints:
            continue
        if any(tree.tags[one].startswith((*_FINITE, "WH")) for one in range(first, end)):
            return
        until = next((one for one in range(at + 2, end) if lower[one] in _WHERE), end)
        yield first, at, until
        return


def _bare(tree: Tree, first: int, end: int) -> int:
    """Where a name begins; `no timer` is another thing than the timer."""
    return first if tree.words.lower[first] in _NONE else without_opening(tree, first, end)


_NONE = frozenset("no nenhum nenhuma".split())


def _small(tree: Tree, first: int, end: int) -> str:
    """Words that open a sentence, within one."""
    words = tree.quote(first, end)
    name = tree.tags[first] in ("NAME", "PROPN") or words[:2].isupper()
    return words if name else words[:1].lower() + words[1:]
