"""A clause of a sentence: which words belong to it, and the question that it makes."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.parser import begins_with_name, begins_with_title
from hypotheses.analyst.syntax.tokens import ENDS, Words
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.domain.types import Language

SUBJECTS = ("nsubj", "nsubj:pass", "csubj", "expl")
AUXILIARIES = ("aux", "aux:pass", "cop")
_CLAUSES = frozenset(("root", "ccomp", "advcl", "parataxis"))
_HEARD = ("discourse", "vocative", "parataxis", "dep", "reparandum")
_MARKS = ("mark", "cc")
_OR = frozenset(("or", "ou"))
_COMPLEMENTS = ("obj", "xcomp", "ccomp")
_WHENEVER = frozenset("sempre whenever".split())
# What opens a reason or a concession: neither is part of a claim.
_BESIDE = frozenset("because porque pois although though embora".split())
CONCESSIONS = frozenset("although though embora".split())


# `doesn't`, also in the spelling `doesnt`.
CONTRACTED = lazy_regex(
    r"(do|does|did|is|are|was|were|has|have|had|wo|would|ca|could|should|must)n['’]?t"
)
_GET = frozenset("get gets got".split())
IN_FULL = {"wo": "will", "ca": "can", "'s": "is", "'re": "are", "'m": "am", "'ll": "will",
          "'ve": "have", "'d": "would"}  # fmt: skip
"""The full forms of contracted verbs."""


MEDIATES = lazy_regex(
    r"(?:mediat|moderat)\w{1,4}|(?:medei?|moder)(?:ia|iam|a|am|e|em)"
    r"|(?:mediad|moderad)[ao]s?|(?:mediar|moderar)(?:á|ão)?"
)
"""A verb that tells of what lies between two things, or changes what one does to the other."""


_IRREGULAR = frozenset("sou estou dou vou vi li ouvi".split())


def is_first_person(word: str, tag: str) -> bool:
    """Whether a Portuguese word is a verb of `eu` or `nós`."""
    ends = word.endswith(("o", "ei", "amos", "emos", "imos")) and not word.endswith("ão")
    return (ends or word in _IRREGULAR) and tag.startswith(("VF", "AUXF"))


def clause_of(tree: Tree, word: int) -> int:
    """The word that heads the clause of a word: its verb, or what is said with a copula."""
    for at in tree.above(word):
        relation = tree.relations[at]
        if relation in _CLAUSES or tree.heads[at] == ROOT:
            return at
        if relation == "conj" and is_predicate(tree, at):
            return at
    return word


def is_predicate(tree: Tree, word: int) -> bool:
    """Whether a word is a predicate: a verb, or a word with a copula."""
    return tree.tags[word].startswith("V") or bool(tree.children(word, "cop", *SUBJECTS))


def common(tree: Tree, words: Collection[int]) -> int | None:
    """The lowest clause that contains all words; None where they are in several sentences."""
    chains = [list(tree.above(word)) for word in words]
    if not chains:
        return None
    shared = set(chains[0]).intersection(*chains[1:])
    if not shared:
        return None
    lowest = max(shared, key=lambda at: len(list(tree.above(at))))
    return clause_of(tree, lowest)


@dataclass(frozen=True, slots=True)
class Clause:
    """The words of a clause in their order. `head` is its verb, or the complement of its copula."""

    tree: Tree
    head: int
    places: tuple[int, ...]

    @property
    def subject(self) -> int | None:
        """The word that heads the subject."""
        tree = self.tree
        heads = [self.head]
        if not tree.children(self.head, *SUBJECTS):  # `fish | taste muddy`, about their taste
            heads += [at for at in tree.children(self.head, "xcomp") if at > self.head]
        found = [at for head in heads for at in tree.children(head, *SUBJECTS) if at in self.places]
        if not found:  # `what makes regulars stop`
            first = self.places[:1]
            found = [at for at in first if tree.words.lower[at] == "what" and at < self.head]
        there = [at for at in found if tree.relations[at] != "expl"]
        before = [at for at in found if at < self.head]
        return next(iter([*[at for at in before if at in there], *before, *there]), None)

    @property
    def text(self) -> str:
        """The text of the clause."""
        return joined(self.tree, self.places)


def clause(tree: Tree, head: int, kept: Collection[int], dropped: Collection[int] = ()) -> Clause:
    """The clause of a word without asides.

    Clauses joined to it stay where they hold one of the words `kept`; the words `dropped` are
    removed.
    """
    out: set[int] = set()
    dropped = set(dropped)
    for at in tree.children(head):
        relation, below = tree.relations[at], set(tree.below(at))
        if below & set(kept):
            if at in dropped:
                dropped -= below  # `ask for less and | stay longer than those who do not`
            continue
        aside = relation in _HEARD or _is_further(tree, at) or _is_beside(tree, at)
        opening = relation in _MARKS and at < min(_core(tree, head))
        opening &= tree.words.lower[at] != "quanto"  # `quanto mais grupos, menos leem`
        opening &= not _is_asked_before(tree, at) and not _tells_when(tree, at)
        if aside or opening or at in dropped:
            out |= below
    places = [at for at in sorted(tree.below(head)) if at not in out and at not in dropped]
    return Clause(tree, head, tuple(_trimmed(tree, places)))


def _is_asked_before(tree: Tree, mark: int) -> bool:
    """Whether the question word stands before a mark: `por que será | que`."""
    return mark > 1 and tree.words.lower[mark - 1] == "será"


def _tells_when(tree: Tree, mark: int) -> bool:
    """Whether a mark is that of `sempre | que`, which stays even if its clause was read as the main
    one."""
    lower = tree.words.lower
    return lower[mark] in _WHENEVER or (mark > 0 and lower[mark - 1] in _WHENEVER)


def _is_further(tree: Tree, word: int) -> bool:
    """Whether a word heads a clause that is joined to another one: `bring people in | or scare them
    off`, but not `rise | or fall`."""
    joint = tree.child(word, "cc")
    either = joint is not None and tree.words.lower[joint] in _OR and tree.tags[word][0] == "V"
    either &= tree.child(word, *SUBJECTS) is None
    either &= any(tree.child(at, *_COMPLEMENTS) is None for at in (word, tree.heads[word]))
    both = joint is not None and joint == tree.heads[word] + 1 and word == joint + 1
    both &= tree.child(word, *SUBJECTS) is None  # `draw | and hold | tourists`
    return tree.relations[word] == "conj" and is_predicate(tree, word) and not (either or both)


def _is_beside(tree: Tree, word: int) -> bool:
    """Whether a clause is a reason, `because they are keen`, a concession, `although it rained`, or
    an objection: `whatever they say`."""
    first = tree.extent(word)[0]
    if "whatever" in tree.words.lower[first : first + 2] and tree.relations[word] != "csubj":
        return True
    marks = (tree.words.lower[at] for at in tree.children(word, "mark"))
    return tree.relations[word] == "advcl" and not _BESIDE.isdisjoint(marks)


def _core(tree: Tree, head: int) -> tuple[int, ...]:
    return (head, *tree.children(head, *SUBJECTS, *AUXILIARIES))


def _trimmed(tree: Tree, places: Sequence[int]) -> list[int]:
    """Positions without marks at the ends, and without two marks or one word twice in a row."""
    made: list[int] = []
    for at in places:
        if _is_mark(tree, at) and (not made or _is_mark(tree, made[-1])):
            continue
        if made and _is_again(tree, made[-1], at):
            continue
        made.append(at)
    while made and tree.words.lower[made[-1]] in (*".,;:!?-–—…", "..."):
        made.pop()
    while made and (
        tree.relations[made[-1]] == "cc" or tree.words.lower[made[-1]] in (*".,;:!?-–—…", "...")
    ):
        made.pop()
    return made


def _is_again(tree: Tree, before: int, at: int) -> bool:
    """Whether a word repeats the one before what was dropped: `por que [será] que`."""
    lower = tree.words.lower
    return at > before + 1 and lower[at] == lower[before] and tree.tags[at][0] in "SW"


_PAIRED = frozenset("\"'()“”‘’«»%")


def _is_mark(tree: Tree, at: int) -> bool:
    """Whether a word is a mark that separates clauses: not a bracket or a quotation mark."""
    return tree.tags[at] == "PUNCT" and tree.words.lower[at] not in _PAIRED


def joined(tree: Tree, places: Sequence[int]) -> str:
    """Words as a text, with the gaps of the original."""
    made = ""
    for before, at in zip((None, *places), places, strict=False):
        word = tree.quote(at, at + 1)
        gap = "" if before is None else " "
        if before is not None and at == before + 1:
            gap = " " if tree.words.gap(before) else ""
        elif word in ",.;:?!)":
            gap = ""
        made += gap + word
    return made


def is_topic(tree: Tree) -> bool:
    """Whether words name something without a statement about it: `music at work`."""
    roots = [at for at, head in enumerate(tree.heads) if head == ROOT]
    if len(roots) != 1 or "?" in tree.words.lower:
        return False
    return (
        tree.tags[roots[0]].startswith(("N", "J", "PRON"))
        and tree.child(roots[0], "cop", "nsubj", "aux", "csubj") is None
    )


def is_indirect(found: Clause) -> bool:
    """Whether a clause has the form of an indirect question, `how nurses sleep`, or one of that
    form is joined to it."""
    if not found.places:
        return False
    tree, subject, first = found.tree, found.subject, found.places[0]
    verbs = [
        at for at in (found.head, *tree.children(found.head, *AUXILIARIES)) if at != first
    ]  # `what | it is like`
    asks = tree.words.lower[first] in _ASKING
    asks &= _DO.isdisjoint(tree.words.lower[first + 1 : first + 2])  # `why | do | nurses`
    if asks and subject is not None and first < subject < min(verbs, default=subject):
        return True
    return tree.tags[first] == "WH" and _joined_question(found) is not None


_IS = frozenset(("is", "are", "was", "were", "'s", "'re"))
_ASKING = frozenset(("how", "why", "what", "where", "when"))


def may_be_indirect(words: Words) -> bool:
    """Whether a text holds a word without which no clause of it `is_indirect`."""
    return not _ASKING.isdisjoint(words.lower)


def question(found: Clause, language: Language) -> str | None:
    """A clause as a yes-no question, without its mark; with a question that is joined to it.

    None where it has no subject or no verb that a question could begin with.
    """
    if language == "pt":
        return found.text
    if (both := _joined_question(found)) is None:
        return _in_order(found)
    first, joint, second = both
    made = [_in_order(each) or "" for each in (first, second)]
    return f" {found.tree.quote(joint, joint + 1)} ".join(made) if all(made) else None


def _in_order(found: Clause) -> str | None:
    """One English clause with the verb of a question before its subject."""
    tree, subject = found.tree, found.subject
    if subject is None:
        return None
    finite, verb = _verbs(found)
    subjects = _subject_words(found, subject)
    begin = min(subjects, default=0)
    lead = [at for at in found.places if at < begin]
    if lead and tree.words.lower[lead[-1]] in _SELDOM:
        begin = lead.pop()
        subjects = [begin, *subjects]
    if not subjects or _is_torn(found, lead, subjects):
        return None
    asks = tree.tags[begin] == "WH" and not tree.words.lower[begin].endswith("ever")
    asks &= tree.relations[subject] != "csubj"  # `where it lies changes how much is sold`
    asks &= all(tree.tags[at] != "WH" for at in lead)  # `how | that | changed`
    if asks or (finite is not None and finite < begin):
        return found.text  # it is a question already
    rest = [at for at in found.places if at not in lead and at not in subjects]
    denied = ""
    if finite is not None and tree.words.lower[finite] in _PERHAPS:
        return _unhedged(found, finite, (lead, subjects, rest))
    if finite is not None:
        asking, rest = tree.words.lower[finite], [at for at in rest if at != finite]
        if (contracted := CONTRACTED.fullmatch(asking)) is not None:
            asking, denied = contracted[1], "not"
        asking = asking.replace("’", "'")
        asking = IN_FULL.get(asking, asking)
        asking = _be(tree, subject) if asking == "be" else asking
    else:
        if verb not in rest or not tree.tags[verb].startswith(("V", "AUX")):
            return None
        asking = _do(tree, verb, subject)
    said = [_word(tree, at, lowered=at == begin and not lead) for at in subjects]
    verbs = () if finite is not None else _joined_verbs(tree, verb)
    behind = [_base(tree, at) if at in verbs else _word(tree, at) for at in rest]
    before = joined(tree, lead).rstrip(" ,")
    when = any(tree.relations[at] == "advcl" for at in lead)
    if lead and (when or tree.tags[lead[0]] != "WH"):
        before += ","  # `in spring, do`, but `how do`
    parts = [before, asking, _spaced(tree, subjects, said), denied]
    return " ".join(part for part in (*parts, _spaced(tree, rest, behind)) if part)


_SELDOM = frozenset("hardly barely scarcely almost nearly".split())
"""What limits a subject: `hardly | anyone`."""


def _joined_question(found: Clause) -> tuple[Clause, int, Clause] | None:
    """A question, the word that joins another one to it, and that one, where it still has the order
    of a statement: `who won | and | how that changed the vote`."""
    tree, places = found.tree, found.places
    for at in places:
        joint = tree.child(at, "cc") if tree.relations[at] == "conj" else None
        own = tuple(one for one in places if one in set(tree.below(at)))
        if joint is None or own[:1] != (joint,) or own[-1] != places[-1] or len(own) == 1:
            continue
        second = Clause(tree, at, own[1:])
        if is_indirect(second):
            first = tuple(_trimmed(tree, places[: -len(own)]))
            return Clause(tree, found.head, first), joint, second
    return None


def _joined_verbs(tree: Tree, verb: int) -> tuple[int, ...]:
    """A verb and those joined to it that share its subject and its time: `read | and copied`."""
    kinds = (_is_past, _is_third)
    alike = [
        at
        for at in tree.children(verb, "conj")
        if tree.child(at, *SUBJECTS, *AUXILIARIES, "mark") is None
        and any(kind(tree, verb) and kind(tree, at) for kind in kinds)
    ]
    return (verb, *alike)


def _subject_words(found: Clause, subject: int) -> list[int]:
    """The words of a subject in their order, with those before it that belong to it: `the | average
    sum`, `so | few nurses`."""
    tree = found.tree
    first, end = tree.extent(subject)
    below = set(tree.below(subject))
    words = [at for at in found.places if first <= at < end and at in below]
    while words and (before := words[0] - 1) in found.places:
        if tree.relations[before] != "det" and tree.heads[before] != words[0]:
            break
        words.insert(0, before)
    if len(words) > 1 and tree.words.lower[words[0]] == "how":
        return words if tree.words.lower[words[1]] in _COUNTED else words[1:]
    return words


_COUNTED = frozenset("many much few little".split())
"""What `how` counts: before any other word it asks in which way."""


def asked_of(tree: Tree, verb: int, places: Sequence[int]) -> str:
    """What a question is about, as a statement: `how often | do people call`, `people call`.

    Nothing where the sentence is no such question.
    """
    if verb not in places:
        return ""
    inside = [at for at in places if at in set(tree.below(verb)) and tree.tags[at] != "PUNCT"]
    asking = [at for at in inside if _asks_how(tree, at)]
    subject = next((at for at in tree.children(verb, *SUBJECTS) if at in inside), None)
    if not asking:
        return ""
    gone = {at for one in asking for at in tree.below(next(
        each for each in tree.above(one) if tree.heads[each] in (verb, ROOT)))}  # fmt: skip
    who = set() if subject is None else set(tree.below(subject)) & set(inside)
    if who & gone:
        return _of_those_asked(tree, asking[0], inside) if asking[0] in who else ""
    moved = [at for at in tree.children(verb, *AUXILIARIES) if subject is not None and at < subject]
    rest = [at for at in inside if at not in gone and at not in who and at not in moved]
    said = [_word(tree, at, lowered=True) for at in sorted(who)]
    done = [_past(tree, verb, moved) if at == verb else _word(tree, at) for at in rest]
    kept = [tree.quote(at, at + 1).lower() for at in moved if tree.words.lower[at] not in _DO]
    return " ".join(part for part in (_spaced(tree, sorted(who), said), *kept,
                                      _spaced(tree, rest, done)) if part)  # fmt: skip


def _asks_how(tree: Tree, word: int) -> bool:
    lower = tree.words.lower[word]
    return tree.tags[word] == "WH" or lower.startswith("quant") or lower == "how"


def _of_those_asked(tree: Tree, asking: int, inside: Sequence[int]) -> str:
    """`how many | of our members leave`: `our members leave`."""
    first = asking + 1
    while first in inside and tree.words.lower[first] in _MANY_OF:
        first += 1
    rest = [at for at in inside if at >= first]
    return joined(tree, rest) if rest else ""


def _past(tree: Tree, verb: int, moved: Sequence[int]) -> str:
    word = tree.quote(verb, verb + 1)
    return english.past(word) if any(tree.words.lower[at] == "did" for at in moved) else word


_DO = frozenset(("do", "does", "did"))
_MANY_OF = frozenset("many much often of dos das de".split())


def _verbs(found: Clause) -> tuple[int | None, int]:
    """The verb before the subject of a question, if there is one, and the verb of the act."""
    tree = found.tree
    verbs = [at for at in tree.children(found.head, *AUXILIARIES) if at in found.places]
    gets = [at for at in verbs if tree.words.lower[at] in _GET]
    finite = min(
        (at for at in verbs if tree.tags[at] in ("AUX", "MD") and at not in gets), default=None
    )
    if finite is None and tree.words.lower[found.head].replace("’", "'") in _IS:
        finite = found.head  # `there | 's | more mould`
    return finite, min([found.head, *gets])  # `get passed`


def _is_torn(found: Clause, lead: Sequence[int], subjects: Sequence[int]) -> bool:
    """Whether a clause's tree is wrong: other words stand within its subject, or only `if` is left
    of a clause before it."""
    beside = set(found.places) - set(subjects)
    if any(subjects[0] < at < subjects[-1] for at in beside):
        return True
    return bool(lead) and all(found.tree.tags[at] == "SCONJ" for at in lead)


def _unhedged(
    found: Clause, modal: int, parts: tuple[Sequence[int], Sequence[int], Sequence[int]]
) -> str:
    """A question without `may`: `training | might cut pain`, `does training cut pain`; `should cut`
    is an expectation."""
    tree, subject = found.tree, found.subject
    lead, subjects, rest = parts
    behind = [at for at in rest if at != modal]
    be = next((at for at in behind if tree.words.lower[at] == "be"), None)
    one = subject is not None and _is_one(tree, subject)
    if be is not None and all(at >= be for at in behind if at > modal):
        asking, behind = ("is" if one else "are"), [at for at in behind if at != be]
    else:
        asking = "does" if one else "do"
    before = joined(tree, lead).rstrip(" ,")
    said = [_word(tree, at, lowered=at == subjects[0] and not lead) for at in subjects]
    words = [_word(tree, at) for at in behind]
    asks = bool(lead) and tree.tags[lead[0]] == "WH"  # `how | may it shape`
    opening = f"{before}," if before and not asks else before
    made = (opening, asking, _spaced(tree, subjects, said), _spaced(tree, behind, words))
    return " ".join(part for part in made if part)


_PERHAPS = frozenset(("may", "might", "should"))


def _do(tree: Tree, at: int, subject: int) -> str:
    """The form of `do` that a verb takes in a question."""
    if _is_past(tree, at) and not (_is_of_both(tree, at) and not _is_one(tree, subject)):
        return "did"
    beside = {tree.words.lower[each] for each in tree.children(subject, "amod", "det")}
    many = tree.tags[subject] == "NP" and not beside.isdisjoint(_OF_MANY)
    if many and tree.words.lower[subject].endswith("s"):
        return "do"  # `more students means`
    return "does" if _is_third(tree, at) or _is_one(tree, subject) else "do"


def _is_of_both(tree: Tree, at: int) -> bool:
    """Whether a verb is alike now and before, with many: `owners | set`, `prices | cut`."""
    word = tree.words.lower[at]
    return english.present(word) == word or english.is_present(word)


_OF_MANY = frozenset("more fewer many these those several few".split())


def _be(tree: Tree, subject: int) -> str:
    return "is" if _is_one(tree, subject) else "are"


def _is_one(tree: Tree, subject: int) -> bool:
    """Whether a subject is singular: its verb has lost its ending together with a hedge, `seems to
    sleep`."""
    if tree.words.lower[subject] in english.MANY:
        return False
    single = tree.tags[subject] in ("NS", "VG") or tree.words.lower[subject] in ("he", "she", "it")
    return single and tree.child(subject, "conj") is None


def _is_third(tree: Tree, at: int) -> bool:
    word = tree.words.lower[at]
    verb = tree.tags[at] in ("V3", "V0", "AUX")
    return verb and word.endswith("s") and not word.endswith("ss")


def _is_past(tree: Tree, at: int) -> bool:
    word = tree.words.lower[at]
    return tree.tags[at] in ("VD", "VN") and (word.endswith("ed") or english.is_past(word))


def _base(tree: Tree, at: int) -> str:
    word = tree.words.lower[at]
    if _is_third(tree, at):
        return english.base(word)
    return english.present(word) if _is_past(tree, at) else word


def _word(tree: Tree, at: int, *, lowered: bool = False) -> str:
    word = tree.quote(at, at + 1)
    whole = tree.words.text[tree.words.starts[at] :].split(maxsplit=1)[0]  # `Ti-6Al-4V`
    kept = word == "I" or re.search(r"[A-Z\d]", whole[1:]) is not None
    kept |= lowered and begins_with_title(tree.words.text[tree.words.starts[at] :], "en")
    if not lowered or kept or (tree.tags[at] in ("NAME", "J") and _is_name(tree, at)):
        return word
    return word[:1].lower() + word[1:]


def _is_name(tree: Tree, at: int) -> bool:
    """Whether a word read as a name is one: the capital of a sentence's first word says nothing."""
    opens = at == 0 or tree.words.lower[at - 1] in ENDS
    return not opens or begins_with_name(tree.words.text[tree.words.starts[at] :], "en")


def _spaced(tree: Tree, places: Sequence[int], said: Sequence[str]) -> str:
    made = ""
    for before, at, word in zip((None, *places), places, said, strict=False):
        near = before is not None and at == before + 1 and not tree.words.gap(before)
        tight = near or (before is not None and word in ",.;:?!)")
        made += ("" if not made or tight else " ") + word
    return made
