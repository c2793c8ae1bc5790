"""Questions of whether a share or a number has grown or fallen since a date."""

from __future__ import annotations

from hypotheses.analyst.syntax.forms.form import Form, Part, bare, sentence
from hypotheses.analyst.syntax.forms.titles import SHARES
from hypotheses.analyst.syntax.sign import is_turn, sign
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.claim import Direction
from hypotheses.domain.types import Language

_BECOMES = frozenset("become becomes became ficou ficaram fica ficam tornou tornaram".split())
_DATES = frozenset("since desde between entre from de in em over nos nas during durante".split())
_LATELY = frozenset("last past últimos últimas".split())
_AMONG = frozenset(("among", "entre"))
_BESIDE = ("obl", "advcl", "obj", "ccomp", "advmod")


def trend(tree: Tree, root: int, language: Language) -> Form | None:
    """`Has the share of women among | authors in top journals | grown | since 2000`."""
    first, _ = sentence(tree, root)
    lower, subject = tree.words.lower, tree.child(root, "nsubj")
    more = next((at for at in tree.children(root, "xcomp") if tree.is_degree(at - 1)), None)
    changes = root if more is None else more
    told = lower[root] in _BECOMES if more is not None else is_turn(lower[root])
    if subject is None or subject > root or not told or not tree.tags[subject].startswith("N"):
        return None
    begin, until = tree.extent(subject)
    here = next((at for at in tree.children(root, "advmod") if lower[at] == "cá"), None)
    beside = [at for at in tree.children(root, *_BESIDE) if at > root and at != here]
    dated = [at for at in beside if _is_dated(tree, at)]
    whom = [at for at in beside if lower[tree.extent(at)[0]] in _AMONG and at not in dated]
    if len(dated) != 1 or len(beside) > 1 + len(whom) or until > root:
        return None
    of = next((at for at in sorted(tree.below(subject)) if _is_whom(tree, at)
               and tree.extent(at)[1] == until), None)  # fmt: skip
    end = until if of is None else tree.extent(of)[0]
    when = tree.extent(dated[0])
    if here is not None and tree.extent(here)[0] == when[1]:  # `de 2012 | pra cá`
        when = (when[0], here + 1)
    counted = "quantity" if lower[subject] in SHARES else "outcome"
    parts: list[Part] = [(counted, bare(tree, begin, end), end), ("window", *when)]
    for at in [*whom[:1], *([of] if of is not None and not whom else [])]:
        start, stop = tree.extent(at)
        parts.append(("unit", bare(tree, start, stop), stop))
    said: Direction = sign(tree.quote(root, changes + 1))
    last = max(stop for _, _, stop in parts)
    text = tree.quote(first, max(last, changes + 1))
    if said not in ("increase", "decrease"):
        return None
    return Form(first, tree.extent(root)[1], "descriptive", tuple(sorted(parts, key=_place)),
                text, said, is_counted=True)  # fmt: skip


def _place(part: Part) -> int:
    return part[1]


def _is_whom(tree: Tree, at: int) -> bool:
    """Whether words say among whom: `women among | authors`, but not `between men and women`."""
    led = tree.relations[at] == "nmod" and tree.words.lower[tree.extent(at)[0]] in _AMONG
    return led and tree.child(at, "conj") is None and tree.tags[at].endswith(("NP", ".p"))


def _is_dated(tree: Tree, at: int) -> bool:
    """Whether words are a time of the calendar: `since 2000`, `nos últimos dez anos`."""
    first, end = tree.extent(at)
    words = tree.words.lower[first:end]
    years = any(word.isdigit() and len(word) == 4 for word in words)
    return words[0] in _DATES and (years or not _LATELY.isdisjoint(words))
