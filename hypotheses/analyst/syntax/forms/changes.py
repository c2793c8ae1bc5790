"""Sentences that ask what changed after something was done."""

from __future__ import annotations

from collections.abc import Iterable

from hypotheses.analyst.syntax.clause import CONTRACTED, IN_FULL, SUBJECTS, clause, joined, question
from hypotheses.analyst.syntax.forms.form import Form, Part, bare, sentence
from hypotheses.analyst.syntax.indirect import asked_why
from hypotheses.analyst.syntax.sign import is_comparative, is_turn
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

_WHY = (("why",), ("por", "que"), ("por", "quê"), ("pq",), ("porque",))
_SINCE = frozenset(("since", "desde"))
_DENIALS = frozenset("not never não nao nunca".split())
_MORE: dict[Language, tuple[str, str]] = {"en": ("more", "less"), "pt": ("mais", "menos")}


def since(tree: Tree, root: int, language: Language) -> Form | None:
    """`Why do | my tomatoes | split | since I changed the watering`: why more than before."""
    first, end = sentence(tree, root)
    lower, subject = tree.words.lower, tree.child(root, *SUBJECTS)
    if subject is None and language == "en":
        return None  # the ending of a Portuguese verb gives its subject: `acordo com dor`
    if lower[first] in _SINCE:  # `since we moved, why does he bark`
        begin = next((at + 1 for at in range(first, root) if lower[at] == ","), end)
        event, stop = (first, begin - 1), end
    else:
        begin = first
        event = next((tree.extent(at) for at in tree.below(root)
                      if _is_event(tree, at, _SINCE, end)), (end, end))  # fmt: skip
        stop = event[0]
    why = next((len(each) for each in _WHY if lower[begin : begin + len(each)] == each), 0)
    acts = root if subject is None else subject
    if not why or stop == event[1] or not begin < acts < stop:
        return None
    who, until = (root, root) if subject is None else tree.extent(subject)
    speaker = "" if subject is not None else _speaker(tree, root)
    if (subject is None and not speaker) or not _SO_MUCH.isdisjoint(lower[begin:stop]):
        return None
    told = range(begin + why, stop)
    said = [at for at in told if lower[at] not in _DENIALS]
    start = event[0]
    since = tree.quote(start, min(event[1], end))
    part: Part = ("exposure", start, min(event[1], end))
    aux = CONTRACTED.fullmatch(lower[said[0]]) if said else None
    denied = aux is not None or len(said) < len(told)
    turns = any(is_turn(lower[at]) for at in told) and not denied
    if turns or any(is_comparative(lower[at]) or tree.is_degree(at) for at in told):
        question = f"{speaker}{joined(tree, tuple(told))} {since[:1].lower()}{since[1:]}"
        return Form(first, end, "causal", (part,), question)
    asking = aux[1] if aux is not None else ""
    rest = said[1:] if aux is not None else said
    verb = [at for at in said if at >= until]
    degree = _MORE[language][denied]
    if language == "pt" and len(verb) > 1:  # `range mais`, but of one who wakes coughing
        degree = f"com {degree} frequência"
    opening = f"{IN_FULL.get(asking, asking)} ".lstrip()
    told_of = f"{opening}{joined(tree, rest)} {degree}"
    question = f"{speaker}{told_of} {since[:1].lower()}{since[1:]}"
    if until > root or not verb:
        return None
    parts: tuple[Part, ...] = (("outcome", verb[0], stop), part)
    if subject is not None:
        parts = (("unit", bare(tree, who, until), until), *parts)
    return Form(first, end, "causal", parts, question, "decrease" if denied else "increase")


def sought(tree: Tree, root: int, language: Language) -> Form | None:
    """`I want to understand why | my pupils | do not read`: why they do not."""
    each = asked_why(tree, *tree.extent(root))
    if each is None:
        return None
    told = clause(tree, tree.top(each.first, each.end), range(each.first, each.end))
    subject = told.subject
    if subject is None or not tree.tags[subject].startswith("N"):
        return None
    start, until = max(tree.extent(subject)[0], each.first), tree.extent(subject)[1]
    said = told.text if language == "pt" else question(told, language)
    if said is None or until >= each.end:
        return None
    why = "why" if language == "en" else "por que"
    who = bare(tree, start, until)
    while who < subject and tree.words.lower[who] in _SO_MANY:
        who += 1
    parts = (("unit", who, until), ("outcome", until, each.end))
    return Form(
        each.mark,
        each.end,
        "qualitative",
        parts,
        said if said.startswith(why) else f"{why} {said}",
        "unspecified",
        of_people=True,
        alone=True,
    )


def _speaker(tree: Tree, verb: int) -> str:
    """The subject in the ending of a Portuguese verb in the first person: `acordo`, `dormimos`."""
    word = tree.words.lower[verb]
    if not tree.tags[verb].startswith("VF"):
        return ""
    return "nós " if word.endswith("mos") else "eu " if word.endswith(("o", "ei")) else ""


_SO_MUCH = frozenset("so tanto tanta tantos tantas".split())
_SO_MANY = _SO_MUCH | frozenset(
    "few many most some tão poucos poucas muitos muitas muita pouca".split()
)
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
    if not begin < thing < start or tree.words.lower[begin] not in _TO:
        return None
    what, when = tree.quote(begin + 1, start), tree.quote(start, end)
    if language == "en":
        question = f"did {what} change {when}"
    else:
        verb = "mudaram" if tree.tags[thing].endswith(".p") else "mudou"
        question = f"{what} {verb} {when}"
    parts = (("outcome", bare(tree, begin, start), start), ("exposure", start, end))
    return Form(first, end, "causal", parts, question, "difference")


_TO = frozenset("to with com".split())


def _is_event(tree: Tree, word: int, leads: Iterable[str], end: int) -> bool:
    """Whether a word heads an event, with one of the words `leads` before it, at the end of a
    sentence."""
    if tree.relations[word] not in ("advcl", "obl", "advmod", "nmod"):
        return False
    start, until = tree.extent(word)
    return tree.words.lower[start] in leads and until >= end and until - start > 1


def _opening(tree: Tree, word: int) -> int:
    return tree.extent(word)[0]
