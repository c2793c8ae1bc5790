"""Sentences that ask what can be predicted, and from what."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.clause import SUBJECTS, is_predicate
from hypotheses.analyst.syntax.forms.form import Form, Part, bare, sentence
from hypotheses.analyst.syntax.indirect import WHETHER
from hypotheses.analyst.syntax.sign import is_comparative
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.claim import Direction
from hypotheses.domain.types import Language

_FORETELLS = lazy_regex(r"predict|forecast|foresee|foretell|anticipate|prever|predizer|antecipar")
_FORETELLING = lazy_regex(r"(?:predict|forecast|forese|foretell|anticipat)ing|prevendo")
_FINDS = lazy_regex(
    r"determine|estimate|identify|detect|infer|guess|tell|determinar|estimar|identificar|detectar"
    r"|inferir|adivinhar|descobrir|saber"
)
"""Verbs that predict where it is said from what."""
_IS_FORETOLD = lazy_regex(
    r"predicted|forecast|foretold|foreseen|determined|estimated|identified|detected|inferred|guessed"
    r"|told|(?:previst|antecipad|determinad|estimad|identificad|detectad|inferid)[oa]s?"
)
_FORESEEN = lazy_regex(r"predicted|forecast|foretold|foreseen|(?:previst|antecipad)[oa]s?")
_CAN_BE = frozenset("can could pode podem poderia poderiam possível possible".split())
_FORETOLD_BY = lazy_regex(
    r"(?:predict|forecast|foretell|anticipate)s?|pre(?:ver|vê|veem|diz|dizem)|antecip(?:a|am|ar)"
)
_WHO = frozenset("who quem".split())
_KNOWS = frozenset("know tell say saber dizer".split())  # a future event: `tell which will stop`
_WHICH = frozenset("which who quais quem whether if se".split())
_WILL = frozenset("will vai vão irá irão".split())
_SPEAKERS = frozenset("we i you one eu nós gente".split())
_FROM = frozenset("from by pelo pela pelos pelas".split())
_BASED = (("based", "on"), ("on", "the", "basis"), ("a", "partir"), ("com", "base"))
_ONLY = frozenset("just only simply só apenas já".split())
_RATHER = (("rather", "than"), ("instead", "of"), ("em", "vez"), ("ao", "invés"))
_MEASURED = ("como", "medida")  # after `tendo`
_CLAUSES = ("ccomp", "xcomp", "csubj", "obj")
_CAN: dict[Language, str] = {"en": "can we predict", "pt": "é possível prever"}


def foretold(tree: Tree, root: int, language: Language) -> Form | None:
    """`Can we predict | which | apprentices | drop out | from | their attendance`.

    The author predicts; `attendance predicts` is another form.
    """
    first, end = sentence(tree, root)
    lower = tree.words.lower
    for verb in range(first, end):
        known = lower[verb] in _KNOWS and _WHICH.issuperset(lower[verb + 1 : verb + 2])
        named = verb == root and _FORETELLING.fullmatch(lower[verb]) is not None
        finds = _FINDS.fullmatch(lower[verb]) is not None and _leads_by(tree, verb, end)
        foretells = known or named or finds or _FORETELLS.fullmatch(lower[verb]) is not None
        if not foretells or _has_subject(tree, verb):
            continue
        if (fronted := _fronted(tree, verb, first, end, language)) is not None:
            return fronted
        told = next((at for at in tree.children(verb, *_CLAUSES)
                     if at > verb and tree.tags[at] != "VG"), None)  # fmt: skip
        than = next((at for at in range(verb, end) if _is_than(tree, at)), end)
        lead = _lead(tree, verb, than)
        if told is None or lead is None:
            return None
        stop, begin = lead
        clause = is_predicate(tree, told)
        future = not _WILL.isdisjoint(lower[verb:told])
        if stop <= verb + 1 or (known and not (clause and future)):
            return None
        if lower[verb + 1] in WHETHER and tree.tags[stop] == "VG":
            return None  # `saber se vão voltar | usando o aplicativo`
        while stop > verb + 2 and (is_comparative(lower[stop - 1]) or lower[stop - 1] in _ONLY):
            stop -= 1  # `better | from`
        parts = [("exposure", bare(tree, begin, than), than)]
        parts += _clause(tree, verb, told, stop) if clause else [
            ("outcome", bare(tree, verb + 1, stop), stop)
        ]  # fmt: skip
        if than < end:
            parts.append(("comparator", bare(tree, _behind(tree, than), end), end))
        question = f"{_CAN[language]} {tree.quote(verb + 1, end)}"
        direction: Direction = "increase" if than < end else "difference"
        return Form(first, end, "predictive", tuple(sorted(parts, key=_first)), question, direction)
    return None


def _leads_by(tree: Tree, verb: int, end: int) -> bool:
    """Whether it is said from what something is found: `based on`; not what a thing is for: `a
    method | to detect`."""
    if any(tree.relations[at] in ("nmod", "acl", "advcl", "obl") for at in tree.above(verb)):
        return False
    reckons = tree.words.lower[verb] in _RECKONS
    leads = _leads(tree, verb, end)
    return any((acts or reckons) and tree.tags[first] != "VG" for first, _, acts in leads)


_RECKONS = frozenset("estimate infer guess estimar inferir adivinhar".split())


def _fronted(tree: Tree, verb: int, first: int, end: int, language: Language) -> Form | None:
    """`Identify, | based on | their blood count, | which patients will get worse`."""
    lower = tree.words.lower
    based = next((each for each in _BASED if lower[verb + 2 : verb + 2 + len(each)] == each), None)
    if based is None or lower[verb + 1] != ",":
        return None
    begin = verb + 2 + len(based)
    stop = next((at for at in range(begin, end) if lower[at] == ","), end)
    held = (*tree.children(verb, *_CLAUSES), tree.heads[verb])  # or the other way round
    told = next((at for at in held if at > stop), None)
    if told is None:
        return None
    clause = is_predicate(tree, told)
    parts = (
        _clause(tree, stop, told, end) if clause else [("outcome", bare(tree, stop + 1, end), end)]
    )
    question = f"{_CAN[language]} {tree.quote(stop + 1, end)} {tree.quote(verb + 2, stop)}"
    parts.append(("exposure", bare(tree, begin, stop), stop))
    return Form(
        first, end, "predictive", tuple(sorted(parts, key=_first)), question, "difference"
    )  # fmt: skip


def is_foretold(tree: Tree, root: int, language: Language) -> Form | None:
    """`Can | dropping out | be foretold from | the first marks`: in the passive."""
    first, end = sentence(tree, root)
    lower = tree.words.lower
    verb = next((at for at in (root, *tree.children(root, "xcomp"))
                 if _IS_FORETOLD.fullmatch(lower[at])), None)  # fmt: skip
    subject = None if verb is None else tree.child(verb, *SUBJECTS) or tree.child(root, *SUBJECTS)
    if verb is None or subject is None:
        return None
    if not _FORESEEN.fullmatch(lower[verb]) and _CAN_BE.isdisjoint(lower[first:verb]):
        return None  # `the price is determined by the weather`
    lead = next(iter(_leads(tree, verb - 1, end)), None)
    start, until = tree.extent(subject)
    if lead is None or not first <= start < until <= verb:
        return None
    start = bare(tree, start, until)
    rather = next((at for at in range(lead[1] + 1, end) if lower[at : at + 2] in _RATHER), end)
    parts = (("outcome", start, until), ("exposure", bare(tree, lead[1], rather), rather))
    return Form(first, end, "predictive", parts, tree.quote(first, end), "difference")


def who_will(tree: Tree, root: int, language: Language) -> Form | None:
    """`Which | lambs | will | need a vet, | judging by | their weight`."""
    first, end = sentence(tree, root)
    lower = tree.words.lower
    subject, lead = tree.child(root, "nsubj"), _lead(tree, first, end)
    future = not _WILL.isdisjoint(lower[first:root])
    if lower[first] not in _WHICH or subject is None or lead is None or not future:
        return None
    stop, begin = lead
    while stop > root and tree.tags[stop - 1].startswith("PUNCT"):
        stop -= 1
    named = tree.tags[tree.top(begin, end)] == "NAME"  # `travel through | Europe`
    if stop <= root or not first < subject < root or named:
        return None
    begin += lower[begin] == "by"  # `judging | by`
    source = ("exposure", bare(tree, begin, end), end)
    (_, _, until), done = _clause(tree, first, root, stop)
    parts = (("unit", first + 1, until), done, source)
    question = f"{_CAN[language]} {lower[first]} {tree.quote(first + 1, end)}"
    if language == "en":
        question = f"{_CAN[language]} {lower[first]} {tree.quote(first + 1, stop)} from "
        question += tree.quote(begin, end)
    return Form(first, end, "predictive", parts, question, "difference")


def foreseen(tree: Tree, root: int, language: Language) -> Form | None:
    """`Can | gas bills | predict | which | tenants | fall behind`: a thing foretells."""
    first, end = sentence(tree, root)
    lower = tree.words.lower
    verb = next((at for at in (root, *tree.children(root, "xcomp"))
                 if _FORETOLD_BY.fullmatch(lower[at])), None)  # fmt: skip
    subject = tree.child(root, "nsubj")
    told = None if verb is None else tree.child(verb, "ccomp", "xcomp")
    if verb is None or subject is None or told is None or lower[verb + 1] not in _WHICH:
        return None
    start, until = tree.extent(subject)
    if not first <= start < until <= verb < told or lower[subject] in _SPEAKERS:
        return None
    if is_comparative(lower[end - 1]) or any(_is_than(tree, at) for at in range(verb, end)):
        return None
    start += tree.tags[start].startswith(("D.", "DET"))
    parts: list[Part] = [("exposure", start, until)]
    alone = lower[verb + 1] in _WHO
    parts += [("outcome", verb + 1, end)] if alone else _clause(tree, verb, told, end)
    question = tree.quote(first, end)
    return Form(first, end, "predictive", tuple(parts), question, "difference")


def _first(part: Part) -> int:
    return part[1]


def _has_subject(tree: Tree, verb: int) -> bool:
    """Whether something other than the speaker predicts."""
    subject = tree.child(verb, *SUBJECTS)
    return subject is not None and tree.words.lower[subject] not in _SPEAKERS


def _clause(tree: Tree, verb: int, told: int, stop: int) -> list[Part]:
    """The unit and the outcome of a prediction: `which | fields | will | need water`."""
    held = (at for at in tree.children(told, *SUBJECTS) if verb < at < told)
    if (subject := next(held, None)) is None:
        return [("outcome", verb + 1, stop)]
    start, until = tree.extent(subject)
    start = max(start, verb + 1)
    while start < subject and tree.tags[start].startswith(("WH", "D.", "DET", "SCONJ")):
        start += 1
    done = until
    while done < told and tree.words.lower[done] in _WILL:
        done += 1
    return [("unit", start, until), ("outcome", done, stop)]


def _is_than(tree: Tree, at: int) -> bool:
    lower = tree.words.lower
    return lower[at] == "than" or lower[at : at + 2] == ("do", "que")


def _behind(tree: Tree, than: int) -> int:
    return than + 1 + (tree.words.lower[than] == "do")


def _lead(tree: Tree, verb: int, end: int) -> tuple[int, int] | None:
    """The position and the object of the words that introduce the predictor: `by looking at | their
    payments`."""
    found = list(_leads(tree, verb, end))
    acts = [lead for lead in found if lead[2]]
    first, begin, _ = next(iter(acts or found[-1:]), (0, 0, False))
    return (first, begin) if begin else None


def _leads(tree: Tree, verb: int, end: int) -> Iterator[tuple[int, int, bool]]:
    """All such words, and whether each is longer than `from`."""
    lower = tree.words.lower
    for at in range(verb + 2, end - 1):
        based = next((each for each in _BASED if lower[at : at + len(each)] == each), ())
        if based:
            yield at, at + len(based), True
        elif lower[at + 1 : at + 3] == _MEASURED:
            return
        elif tree.tags[at] == "VG" and tree.relations[at] in ("advcl", "acl", "ccomp"):
            yield at - (lower[at - 1] == "by"), at + 1, True
        elif (
            lower[at] in _FROM
            and tree.tags[tree.heads[at]].startswith("N")
            and not _tells_of_noun(tree, at, verb)
        ):
            yield at, at + 1, False


def _tells_of_noun(tree: Tree, at: int, verb: int) -> bool:
    """Whether a word behind a verb is in a relative clause: `estimate pain in those | who sell by
    post`."""
    above = takewhile(lambda each: each != verb, tree.above(at))
    return any(tree.relations[each] == "acl:relcl" for each in above)
