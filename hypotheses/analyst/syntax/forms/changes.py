"""Sentences that ask what changed after something was done."""

from __future__ import annotations

from collections.abc import Iterable

from hypotheses.analyst.syntax.clause import CONTRACTED, IN_FULL, SUBJECTS, joined
from hypotheses.analyst.syntax.forms.form import Form, Part, bare, sentence
from hypotheses.analyst.syntax.sign import is_comparative, is_turn
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

_WHY = (("why",), ("por", "que"), ("por", "quê"), ("pq",), ("porque",))
_SINCE = frozenset(("since", "desde"))
_DENIALS = frozenset("not never não nao nunca".split())
_OFTEN: dict[Language, tuple[str, str]] = {
    "en": ("more often", "less often"),
    "pt": ("com mais frequência", "com menos frequência"),
}


def since(tree: Tree, root: int, language: Language) -> Form | None:
    """`Why do | my tomatoes | split | since I changed the watering`: why it is more than before."""
    first, end = sentence(tree, root)
    lower = tree.words.lower
    why = next((len(each) for each in _WHY if lower[first : first + len(each)] == each), 0)
    subject = tree.child(root, *SUBJECTS)
    if not why or subject is None:
        return None
    event = next((at for at in tree.below(root) if _is_event(tree, at, _SINCE, end)), None)
    if event is None or subject > event:
        return None
    start, (who, until) = _opening(tree, event), tree.extent(subject)
    told = range(first + why, start)
    said = [at for at in told if lower[at] not in _DENIALS]
    part: Part = ("exposure", start, end)
    aux = CONTRACTED.fullmatch(lower[said[0]]) if said else None
    denied = aux is not None or len(said) < len(told)
    turns = any(is_turn(lower[at]) for at in told) and not denied
    if turns or any(is_comparative(lower[at]) or tree.is_degree(at) for at in told):
        question = f"{joined(tree, tuple(told))} {tree.quote(start, end)}"
        return Form(first, end, "causal", (part,), question)
    asking = aux[1] if aux is not None else ""
    rest = said[1:] if aux is not None else said
    degree = _OFTEN[language][denied]
    opening = f"{IN_FULL.get(asking, asking)} ".lstrip()
    question = f"{opening}{joined(tree, rest)} {degree} {tree.quote(start, end)}"
    verb = [at for at in said if at >= until]
    if until > root or not verb:
        return None
    unit = ("unit", bare(tree, who, until), until)
    parts: tuple[Part, ...] = (unit, ("outcome", verb[0], start), part)
    return Form(first, end, "causal", parts, question, "decrease" if denied else "increase")


_HAPPENED = frozenset(("happened", "aconteceu"))
_WHAT = frozenset(("what", "que"))
_AFTER = frozenset("after since when depois desde quando".split())


def happened(tree: Tree, root: int, language: Language) -> Form | None:
    """`What happened to | wages | after the container arrived`: how they changed."""
    first, end = sentence(tree, root)
    subject = tree.child(root, *SUBJECTS)
    if tree.words.lower[root] not in _HAPPENED or subject is None:
        return None
    event = next((at for at in tree.below(root) if _is_event(tree, at, _AFTER, end)), None)
    thing = next((at for at in tree.children(root, "obl", "obj") if at > root), None)
    if tree.words.lower[subject] not in _WHAT or event is None or thing is None:
        return None
    start, (begin, _) = _opening(tree, event), tree.extent(thing)
    if not begin < thing < start or tree.tags[begin] not in _CASES:
        return None
    what, when = tree.quote(begin + 1, start), tree.quote(start, end)
    if language == "en":
        question = f"did {what} change {when}"
    else:
        verb = "mudaram" if tree.tags[thing].endswith(".p") else "mudou"
        question = f"{what} {verb} {when}"
    parts = (("outcome", bare(tree, begin, start), start), ("exposure", start, end))
    return Form(first, end, "causal", parts, question, "difference")


_CASES = frozenset(("ADP", "PART"))


def _is_event(tree: Tree, word: int, leads: Iterable[str], end: int) -> bool:
    """Whether a word heads what happened, with one of the words `leads` before it, at the end of a
    sentence."""
    if tree.relations[word] not in ("advcl", "obl", "advmod", "nmod"):
        return False
    start, until = tree.extent(word)
    return tree.words.lower[start] in leads and until >= end and until - start > 1


def _opening(tree: Tree, word: int) -> int:
    return tree.extent(word)[0]
