"""A question by the words that open it: what it asks about whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hypotheses.analyst.syntax import clause
from hypotheses.analyst.syntax.clause import SUBJECTS, Clause, is_predicate
from hypotheses.analyst.syntax.forms.form import Part, sentence
from hypotheses.analyst.syntax.sign import is_comparative
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

_SPEAKERS = frozenset("i we eu nós gente question pergunta dúvida".split())
_CLEFT = frozenset("is it that será é que".split())  # `por que será que`
_QUANTIFIERS = frozenset(
    """so too very many few most some all tão tanto tanta tantos tantas muito muita muitos muitas
    pouco pouca poucos poucas alguns algumas majority half maioria metade""".split()
)
_AGAINST = frozenset("more less fewer mais menos than compared comparado comparados".split())
_SMALL = ("ADP", "PD.", "D.", "DET")


@dataclass(frozen=True, slots=True)
class Question:
    """The words that ask, `first` up to `lead`; who does it; where what they do begins; its end.

    `verb` is what the words behind `lead` hang on.
    """

    tree: Tree
    first: int
    lead: int
    who: tuple[int, int]
    does: int
    end: int
    verb: int

    @property
    def is_counted(self) -> bool:
        """Whether a word of number opens who does it: `so few | people`."""
        return self.tree.words.lower[self.who[0]] in _QUANTIFIERS

    @property
    def unit(self) -> Part:
        """Who does it, without how many of them: `so many of | our guests`."""
        return ("unit", people(self.tree, *self.who), self.who[1])

    @property
    def outcome(self) -> Part:
        """What they do."""
        return ("outcome", self.does, self.end)

    @property
    def compares(self) -> bool:
        """Whether it asks of more or less, or against what: `how many more`, `compared with`."""
        tree, lower = self.tree, self.tree.words.lower
        said = (*range(self.lead, self.who[0]), *range(self.does, self.end))
        degrees = any(is_comparative(lower[at]) or tree.is_degree(at) for at in said)
        return degrees or not _AGAINST.isdisjoint(lower[self.lead : self.end])

    def shown(self, text: str) -> str:
        """What they do in another form than the author's, if the question has it: `not join`, of
        `won't join`."""
        told = text.partition(self.tree.quote(*self.who))[2].strip()
        return "" if told == self.tree.quote(self.does, self.end) else told

    def text(self, language: Language) -> str:
        """The question without what leads to it and what it goes on to ask."""
        own = Clause(self.tree, self.verb, tuple(range(self.first, self.end)))
        asked = self.tree.quote(self.first, self.end)
        if language == "en" and self.lead == self.who[0]:  # `I wonder | how often nurses smoke`
            asked = clause.question(own, language) or asked
        short = self.tree.words.lower[self.first]
        if short == "porque":  # `pq`, and as it is typed: it asks
            asked = f"por que {self.tree.quote(self.lead, self.end)}"
        return asked


def people(tree: Tree, first: int, end: int) -> int:
    """Where who is meant begins: behind articles and words of number."""
    while end - first > 1 and (
        tree.tags[first].startswith(_SMALL) or tree.words.lower[first] in _QUANTIFIERS
    ):
        first += 1
    return first


def question_of(tree: Tree, root: int, asks: Callable[[Tree, int], int]) -> Question | None:
    """The question of a sentence; `asks` tells where the words end that ask from a word on, or
    that word where none do."""
    start, last = sentence(tree, root)
    found = next(
        ((at, lead) for at in range(start, last - 1) if (lead := asks(tree, at)) > at), None
    )
    if found is None or found[1] >= last or not leads(tree, start, found[0]):
        return None
    first, lead = found
    above = [at for at in tree.above(lead - 1) if lead <= at < last]
    verb = above[-1] if above else tree.top(lead, last)
    end = _end(tree, verb, lead, last)
    subject = _subject(tree, verb, first, lead)
    if subject is None or tree.tags[subject].startswith("V") or not is_predicate(tree, verb):
        return None
    below = [at for at in tree.below(subject) if at >= lead]
    who = (min(below), max(below) + 1) if below else (lead, lead)
    if len(below) != who[1] - who[0] or not who[0] < who[1] <= verb < end:
        return None
    between = range(lead, who[0])
    if not all(tree.tags[at] in ("AUX", "MD") or tree.words.lower[at] in _CLEFT for at in between):
        return None
    if any(at > who[1] for at in tree.children(verb, *SUBJECTS) if at < verb):
        return None
    done = _participle(tree, verb)
    if done is not None and verb == who[1]:  # `are | requests sent by post | answered`
        who = (who[0], tree.extent(done)[0])
    return Question(tree, first, lead, who, who[1], end, verb)


def _participle(tree: Tree, verb: int) -> int | None:
    """A second participle behind one that was read as the verb."""
    passive = tree.child(verb, "aux:pass") is not None and tree.tags[verb] == "VN"
    found = (at for at in tree.children(verb, "advcl") if at > verb and tree.tags[at] == "VN"
             and tree.child(at, "mark") is None)  # fmt: skip
    return next(found, None) if passive else None


def _subject(tree: Tree, verb: int, first: int, lead: int) -> int | None:
    """Who does it; `how many | of our guests` and `what share | of farms` do it themselves."""
    heads = (verb, *tree.children(verb, "xcomp"))
    found = [at for head in heads for at in tree.children(head, "nsubj", "nsubj:pass") if at < verb]
    own = [at for at in found if at >= lead]
    asked = [at for at in (*found, *tree.children(verb, "obj")) if first <= at < lead]
    return next(iter((*own, *asked)), None)


def leads(tree: Tree, first: int, end: int) -> bool:
    """Whether the words before a question only say that its author asks: `I'd like to know`."""
    before = range(first, end)
    subjects = [at for at in before if tree.relations[at] in SUBJECTS]
    verbs = any(tree.tags[at].startswith(("V", "AUX")) for at in before)
    speaks = all(tree.words.lower[at] in _SPEAKERS for at in subjects)
    return not before or (verbs and speaks)


def _end(tree: Tree, verb: int, first: int, last: int) -> int:
    """Where a question ends before what is said or asked beside it."""
    end = last
    for at in range(verb + 1, last):
        begin = tree.extent(at)[0]
        beside = tree.relations[at] == "parataxis" and is_predicate(tree, at)
        own = tree.child(at, *SUBJECTS) is not None or _asks_again(tree, begin)
        if (beside or (own and tree.relations[at] == "conj")) and first < verb < begin < end:
            end = begin
    while end - first > 1 and (
        tree.tags[end - 1].startswith("PUNCT") or tree.relations[end - 1] == "cc"
    ):
        end -= 1
    return end


def _asks_again(tree: Tree, first: int) -> bool:
    """Whether joined words ask: `and | what makes them stop`."""
    while first < len(tree.words) - 1 and tree.tags[first].startswith(("PUNCT", "CC")):
        first += 1
    return tree.tags[first] == "WH" or tree.words.lower[first : first + 2] == ("o", "que")
