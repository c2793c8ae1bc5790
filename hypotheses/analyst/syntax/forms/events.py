"""Texts that tell what was done, and ask what changed: `We moved the desks. Did the noise fall?`"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.clause import SUBJECTS, clause, question
from hypotheses.analyst.syntax.forms.form import Form, Part, bare
from hypotheses.analyst.syntax.indirect import asked
from hypotheses.analyst.syntax.sign import is_turn, sign
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

_SINCE: dict[Language, str] = {"en": "since", "pt": "desde que"}
_DID = frozenset("did has have was were didn't hasn't haven't".split())
_PAST = lazy_regex(
    r"\w{1,20}(?:ou|eu|iu|ram|[aei]mos)"
    r"|foi|fui|fez|fiz|teve|tive|pôs|pus|veio|vim|trouxe|trouxemos|pôde|houve|dei"
)
_CHANGED = frozenset("change changed mudou mudaram".split())
# Behind these a question says by itself what it compares with, or when.
_COMPARED = frozenset(
    """than since after before without versus vs if when or que desde depois após antes sem quando
    se ou""".split()
)
_NEAR = 60  # words between what was done and what is asked
_ACTS = ("root", "conj", "parataxis")


@dataclass(frozen=True, slots=True)
class _Question:
    """A question's verb, its first word, and the one behind its last."""

    verb: int
    first: int
    end: int


def changed_since(tree: Tree, root: int, language: Language) -> Form | None:
    """Whether something changed since what was done before it was asked."""
    for asks in _questions(tree, root, language):
        subject = tree.child(asks.verb, *SUBJECTS)
        lower = tree.words.lower[asks.first : asks.end]
        turns = any(map(is_turn, lower)) or not _CHANGED.isdisjoint(lower)
        turns |= any(tree.is_degree(at) for at in range(asks.first, asks.end))
        if subject is None or not tree.tags[subject].startswith("N") or not turns:
            continue
        if tree.children(subject, "acl:relcl", "acl"):
            continue  # `did pupils who slept more read faster`: more than others
        event = _event(tree, asks, language)
        if event is None or not _COMPARED.isdisjoint(lower):
            continue
        own = clause(tree, asks.verb, range(asks.first, asks.end))
        told = own.text if language == "pt" else question(own, language)
        done = _done(tree, event)
        if told is None or done is None:
            continue
        said, first, end = done
        since = f"{_SINCE[language]} {said}"
        direction = sign(" ".join(lower))
        return Form(
            first,
            asks.end,
            "causal",
            (("exposure", first, end), _outcome(tree, subject, asks)),
            f"{told} {since}",
            "difference" if direction in ("unspecified", "none") else direction,
            since=since,
            alone=True,
        )
    return None


def _questions(tree: Tree, root: int, language: Language) -> Iterator[_Question]:
    """What is asked within the sentence of a root about the past."""
    first, last = tree.extent(root)
    inverted = [at for at in (root, *tree.children(root, *_ACTS)) if _is_asked(tree, at, language)]
    for verb in inverted:
        start, end = tree.extent(verb)
        start = min(at for at in tree.below(verb) if tree.relations[at] not in ("cc", "punct"))
        if verb == root:
            start = first
        yield _Question(verb, start, _until(tree, verb, end))
    for each in asked(tree, first, last):
        verb = tree.top(each.first, each.end)
        if _is_past(tree, verb, language):
            yield _Question(verb, each.first, each.end)


def _is_asked(tree: Tree, verb: int, language: Language) -> bool:
    """Whether a clause asks about the past, so that it is answered by yes or no."""
    subject = tree.child(verb, *SUBJECTS)
    if subject is None:
        return False
    if language == "en":
        first = next((at for at in tree.children(verb, "aux", "cop") if at < subject), None)
        return first is not None and tree.words.lower[first].replace("’", "'") in _DID
    end = max(tree.below(verb)) + 1
    asks = "?" in tree.words.lower[end - 1 : end + 1]
    return asks and subject < verb and _is_past(tree, verb, language)


def _is_past(tree: Tree, verb: int, language: Language) -> bool:
    word = tree.words.lower[verb]
    if language == "en":
        return tree.tags[verb] == "VD" or english.is_past(word)
    return tree.tags[verb].startswith("VF") and _PAST.fullmatch(word) is not None


def _until(tree: Tree, verb: int, end: int) -> int:
    """The end of a question without what is joined to it."""
    joined = [tree.extent(at)[0] for at in tree.children(verb, "conj", "parataxis")]
    end = min([end, *(at for at in joined if at > verb)])
    while end > verb + 1 and tree.tags[end - 1].startswith("PUNCT"):
        end -= 1
    return end


def _event(tree: Tree, asks: _Question, language: Language) -> int | None:
    """The verb of what was done last before a question."""
    for at in range(asks.first - 1, max(asks.first - _NEAR, -1), -1):
        if tree.words.lower[at] == "?":
            return None
        acts = tree.relations[at] in _ACTS and _is_past(tree, at, language)
        if not acts or tree.children(at, "aux", "cop", "ccomp", "advcl"):
            continue
        if not tree.children(at, "obj", "obl", "xcomp", "compound:prt"):
            continue
        own = [k for k in tree.below(at) if k < asks.first]
        if any(tree.is_degree(k) for k in own) or _who(tree, at) is None:
            continue
        return None if _LOOKS.fullmatch(tree.words.lower[at]) else at
    return None


# What is done to learn of something changes nothing: `we measured the noise`.
_LOOKS = lazy_regex(
    r"(?:measur|survey|ask|interview|count|observ|studi|record|compar|notic|visit|collect|look)e?d"
    r"|saw|read|met|heard|found|talked|vi|vimos|li|lemos|ouvi|ouvimos|medi|medimos"
    r"|(?:pergunt|entrevist|cont|observ|estud|registr|compar|not|visit|colet|convers|encontr)"
    r"(?:ei|ou|amos|aram)"
)


def _who(tree: Tree, verb: int) -> tuple[int, int] | None:
    """The words of who did it; of a joined verb those of the one before it."""
    for at in tree.above(verb):
        subject = next((one for one in tree.children(at, *SUBJECTS) if one < verb), None)
        if subject is not None:
            return tree.extent(subject)
        if tree.relations[at] != "conj":
            break
    return (verb, verb) if tree.words.lower[verb].endswith(("mos", "ei")) else None


def _done(tree: Tree, event: int) -> tuple[str, int, int] | None:
    """What was done as a clause, and its words from the first to the one behind its last."""
    further = tree.children(event, "conj", "parataxis", "cc")
    gone = {at for one in further for at in tree.below(one)}
    said, who = clause(tree, event, (), gone), _who(tree, event)
    if who is None or not said.places:
        return None
    first, end = said.places[0], said.places[-1] + 1
    lead = tree.quote(*who) if who[0] < who[1] <= first else ""
    text = f"{lead} {said.text}".lstrip()
    opens = who[0] if lead else first
    kept = tree.tags[opens] == "NAME" or tree.words.lower[opens] == "i"
    return (text if kept else text[:1].lower() + text[1:]), first, end


def _outcome(tree: Tree, subject: int, asks: _Question) -> Part:
    """What is asked about: `(did) borrowing (go up)`; of more or less of something how many there
    are: `(more) people (came in)`."""
    first, end = tree.extent(subject)
    graded = next((at for at in tree.children(subject, "amod") if tree.is_degree(at)), None)
    if graded is not None and graded < subject:
        return "quantity", graded + 1, min(end, asks.end)
    return "outcome", bare(tree, max(first, asks.first), end), min(end, asks.end)
