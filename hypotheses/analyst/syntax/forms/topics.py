"""Sentences that name their subject before they ask about it."""

from __future__ import annotations

from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.clause import joined
from hypotheses.analyst.syntax.forms.form import Form, bare, sentence
from hypotheses.analyst.syntax.sign import is_comparative
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

_MANY = frozenset("they eles elas".split())
_ONE = frozenset("he she it ele ela".split())
_ASKING = (("o", "que"), ("por", "que"), ("how",), ("what",), ("why",), ("como",))
_WH = frozenset("how what why".split())
_JOINTS = frozenset((",", ":", "-", "–", "—", "and", "e"))
_CLAUSES = ("acl", "acl:relcl")


def taken_up(tree: Tree, root: int, language: Language) -> Form | None:
    """`Drivers of night buses, how do | they | deal with drunks`: whom `they` refers to."""
    first, end = sentence(tree, root)
    lower = tree.words.lower
    for at in range(first + 2, end - 1):
        verb = tree.heads[at]
        pronoun = lower[at] in _MANY or lower[at] in _ONE
        if not pronoun or tree.relations[at] not in ("nsubj", "nsubj:pass") or verb < at:
            continue
        many, asks = lower[at] in _MANY, _asks(tree, at, first)
        if asks is None:
            continue
        if any(is_comparative(lower[one]) for one in range(at, end)):
            return None
        until = asks
        while until > first and lower[until - 1] in _JOINTS:
            until -= 1
        if until == asks or not _is_topic(tree, first, until, many):
            return None
        said = at + 1
        start = bare(tree, first, until)
        topic = tree.quote(first, until)
        topic = topic if tree.tags[first] == "NAME" else topic[:1].lower() + topic[1:]
        rest, shown = tree.quote(said, end), ""
        if language == "en" and lower[at - 1] in _WH:  # `how they deal`
            done = tree.quote(said, verb), _base(tree, verb), tree.quote(verb + 1, end)
            topic, rest = f"{_do(tree, verb, many)} {topic}", " ".join(filter(None, done))
            shown = rest
        made = f"{joined(tree, range(asks, at))} {topic} {rest}"
        parts = (("unit", start, until), ("outcome", said, end))
        return Form(first, end, "qualitative", parts, made, "unspecified", outcome=shown)
    return None


def _do(tree: Tree, verb: int, many: bool) -> str:
    past = tree.tags[verb] == "VD" or english.is_past(tree.words.lower[verb])
    return "did" if past else "do" if many else "does"


def _base(tree: Tree, verb: int) -> str:
    word = tree.quote(verb, verb + 1)
    return english.base(word) if tree.tags[verb] == "V3" else english.present(word)


def _asks(tree: Tree, pronoun: int, first: int) -> int | None:
    """Where the question with a pronoun as its subject begins: `how do | they`."""
    at = pronoun
    while at > first and tree.tags[at - 1] in ("AUX", "MD"):
        at -= 1
    lower = tree.words.lower
    for words in _ASKING:
        if lower[at - len(words) : at] == words:
            return at - len(words)
    return None


def _is_topic(tree: Tree, first: int, end: int, many: bool) -> bool:
    """Whether words are a noun with its description, in the number of the pronoun."""
    top = tree.top(bare(tree, first, end), end)
    tags = tree.tags
    if not tags[top].startswith("N"):
        return False
    plural = tags[top].endswith(("NP", ".p")) or any(at < end for at in tree.children(top, "conj"))
    inner = {one for at in range(first, end) if tree.relations[at] in _CLAUSES
             for one in tree.below(at)}  # fmt: skip
    acts = any(tags[at].startswith(("V0", "V3", "VD", "VF", "AUX")) for at in range(first, end)
               if at not in inner)  # fmt: skip
    return plural == many and not acts
