"""The author's sentence taken apart at its verb: as a statement, its denial, and a question."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.clause import AUXILIARIES, IN_FULL, clause, is_first_person
from hypotheses.analyst.syntax.english import MANY
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.syntax.tokens import Words, split
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.clauses import definite
from hypotheses.analyst.writer.phrases import analysed, mid
from hypotheses.analyst.writer.places import placed
from hypotheses.analyst.writer.predicates import compares, is_degree
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

_BE = frozenset("am is are was were".split())
_AUXILIARIES = _BE | frozenset("will would can could should may might must".split())
_SPEAKERS = frozenset("i we you they".split())
_EXPECTING = frozenset("should will would may might could deve devem deveria deveriam".split())
_HAVE = {"has": "does", "have": "do", "had": "did"}
_DO = frozenset("do does did".split())
_INVERTED = _AUXILIARIES | _DO | frozenset(_HAVE)
_FINITE: dict[Language, tuple[str, ...]] = {
    "en": ("V0", "V3", "VD", "AUX", "MD"),
    "pt": ("VF", "AUXF"),
}
_GLUE = ("D", "ADP", "PD.", "N", "J", "VN", "VP", "VG", "PRON", "WH", "PUNCT", "PART", "CC", "PP")
_RELATIVES = frozenset("who which that whose whom que cujo cuja cujos cujas".split())
_CORE: tuple[SlotName, ...] = ("exposure", "outcome")
_ADVERBIAL: tuple[SlotName, ...] = ("window", "bound", "qualifiers")
_SUBJECT: tuple[SlotName, ...] = (
    "unit", "bound", "exposure", "outcome", "qualifiers", "window", "comparator", "measure",
)  # fmt: skip
_WHETHER = lazy_regex(r"(?:is it true that|é verdade que|em que medida),? ", re.I)
_NEGATORS: dict[Language, frozenset[str]] = {
    "en": frozenset("no not none never neither nor".split()),
    "pt": frozenset("não nao nem nunca nenhum nenhuma".split()),  # `no` is `em o`
}
_AMOUNTS = frozenset("more less fewer mais menos".split())
_DENIED_VERB = lazy_regex(
    r"(?P<do>do|does|did|is|are|was|were|has|have|had|could|would|should)"
    r"(?:(?:n't|nt)\b.*| (?P<apart>not|n't))"
)
_ANY = lazy_regex(r"^any(?=thing\b|one\b|body\b|where\b| )")
_SOME = lazy_regex(r"^some(?=thing\b|one\b|body\b|where\b| )")
# What is said to exist: `there is | a difference`, `there are | differences`.
_EXISTING = lazy_regex(r"(?:(?:an?|any|some) )(?=[^\W\d])")
# `tem | algum impacto`, `muda em | algo`; not in a clause of its own: `o que alguém`.
_INDEFINITE_PT = lazy_regex(
    r"(?P<before>(?:(?!que\b|quem\b|se\b|quando\b|e\b|ou\b)[^\s,;()]{1,30} ){0,4})"
    r"(?P<word>algum|alguma|alguém|algo)\b(?! dia\b)", re.I)  # fmt: skip
_NEGATIVES_PT = {"algum": "nenhum", "alguma": "nenhuma", "alguém": "ninguém", "algo": "nada"}
# A subject that is one of several: denied, it is none of them.
_QUANTIFIED: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"(?P<any>any|some|each|every|at least one)(?P<of> of)? (?=[^\W\d])", re.I),
    "pt": lazy_regex(r"(?P<any>cada|alguma?)(?: uma?(?= d))? (?=[^\W\d])", re.I),
}
_CLITIC = lazy_regex(r"(\w{1,40})-(se|[oa]s?|l[oa]s?|lhes?|nos|me)", re.I)
_GERUND = lazy_regex(r"\w{3,20}[^s]ing")
_INFINITIVE = lazy_regex(r"\w{2,20}[aei]r\b")
_INVARIANT = frozenset("species series means".split())  # one or many
_DENYING_PT = frozenset(("não", "nao"))
_PROCLITICS = frozenset("se lhe lhes me nos".split())
_OF_WHOM = frozenset("de do da dos das desses dessas destes destas".split())


@dataclass(frozen=True, slots=True)
class Assertion:
    """`lead` precedes the subject, with its comma; `subject`, `verb` and `rest` follow."""

    lead: str
    subject: str
    verb: Token
    rest: str
    language: Language
    adverb: str = ""

    @property
    def statement(self) -> str:
        """The sentence as it is stated, without its mark."""
        rest = _ANY.sub("some", self.rest) if self.language == "en" else self.rest
        subject = self.one_and_none[0] if self.one_and_none else self._whole_subject
        return _spaced(self.lead, subject, self.adverb, self.verb.text, rest)

    @property
    def denial(self) -> str:
        """The sentence denied."""
        if (positive := self._positive) is not None:
            return positive
        if self._is_negative or self._counts:
            return self._untrue
        rest = self._rest_denied
        if self.one_and_none:
            none = self.one_and_none[1]
            return _spaced(self.lead, none, self.adverb, self.verb.text, rest)
        if self.language == "pt":
            verb = _denied(self.verb.text)
            return _spaced(self.lead, self._whole_subject, self.adverb, verb, rest)
        auxiliary, left = self._auxiliary
        exists = _EXISTING.match(rest) if self.subject == "there" and not left else None
        if exists is not None:
            return _spaced(self.lead, "there", auxiliary, "no", self.adverb, rest[exists.end() :])
        if auxiliary == "can":
            return _spaced(self.lead, self.subject, "cannot", self.adverb, left, rest)
        return _spaced(self.lead, self.subject, auxiliary, "not", self.adverb, left, rest)

    @property
    def _rest_denied(self) -> str:
        """What follows a denied verb: `any effect`, `nenhum efeito`."""
        if self.language == "en":
            return _SOME.sub("any", self.rest)
        found = _INDEFINITE_PT.match(self.rest)
        if found is None:
            return self.rest
        return f"{found['before']}{_NEGATIVES_PT[found['word'].lower()]}{self.rest[found.end() :]}"

    @property
    def one_and_none(self) -> tuple[str, str] | None:
        """A subject that is one of several, and its denial: `some of the bells`, `none of the
        bells`. None for any other subject."""
        found = _QUANTIFIED[self.language].match(self.subject)
        if found is None or self._is_negative:
            return None
        whom, word = self.subject[found.end() :], found["any"].lower()
        if self.language == "en":
            one = "some" if word in ("any", "some") else "at least one"
            return (f"{one} of {whom}", f"none of {whom}") if found["of"] else (
                f"{one} {whom}", f"no {whom}")  # fmt: skip
        owned = whom.split(" ", 1)[0] in _OF_WHOM  # `cada um dos sinos`
        gender = analysed(whom.partition(" ")[2] if owned else whom, "pt").gender
        if not gender:
            return None
        a = "a" if gender == "f" else ""
        return f"pelo menos um{a} {whom}", f"nenhum{a} {whom}"

    @property
    def question(self) -> str:
        """The sentence as a yes-no question, without its mark."""
        if self.language == "pt":
            return _spaced(self.lead, self._whole_subject, self.adverb, self.verb.text, self.rest)
        if self._is_negative:
            return f"is it true that {self.statement}"
        auxiliary, left = self._auxiliary
        return _spaced(self.lead, auxiliary, self.subject, self.adverb, left, self.rest)

    @property
    def _whole_subject(self) -> str:
        """A bare Portuguese noun gets its article: `música alta` -> `a música alta`."""
        if self.language == "en" or not self.subject or not self.subject[0].islower():
            return self.subject
        head = analysed(self.subject, "pt")
        noun = bool(head.tags) and head.tags[0].tag.startswith(("N", "J"))
        if head.plural or not noun or _INFINITIVE.match(self.subject):
            return self.subject
        return definite(head) + "," * self.subject.endswith(",")

    @property
    def _untrue(self) -> str:
        lead = "it is not true that" if self.language == "en" else "não é verdade que"
        return f"{lead} {self.statement}"

    @property
    def _positive(self) -> str | None:
        """What a sentence denies at its verb: `cats don't wake you`, `cats wake you`. None where it
        denies nothing there."""
        verb, rest = self.verb.lower, self.rest.lower()
        if self.language == "pt" and _NEGATORS["pt"].isdisjoint(rest.split()):
            subject, _, last = self._whole_subject.rpartition(" ")  # `as pessoas nao | fazem`
            if self.adverb.lower() in _DENYING_PT:
                return _spaced(self.lead, self._whole_subject, self.verb.text, self.rest)
            if last.lower() in _DENYING_PT:
                return _spaced(self.lead, subject, self.adverb, self.verb.text, self.rest)
        denied = _DENIED_VERB.fullmatch(f"{verb} {rest.split(' ', 1)[0]}".replace("’", "'"))
        if self.language != "en" or denied is None:
            return None
        behind = self.rest.partition(" ")[2] if denied["apart"] else self.rest
        if verb.startswith(("do", "did")):
            base, _, behind = behind.partition(" ")
            if not base.isalpha():
                return None
            form = verb[: len(denied["do"])]
            made = {"does": english.third, "did": english.past}.get(form, str)(base)
        else:
            made = denied["do"]
        return _spaced(self.lead, self.subject, self.adverb, made, _ANY.sub("some", behind))

    @property
    def _counts(self) -> bool:
        """Whether the subject is an amount: `fewer falls happen` is not denied at its verb."""
        return bool(_AMOUNTS & set(self.subject.lower().split()[:1]))

    @property
    def _is_negative(self) -> bool:
        first = self.rest.lower().split(" ", 1)[0]
        subject = self.subject.lower().split()
        before = [*subject[:1], *subject[-1:], *self.adverb.lower().split()]
        negators = _NEGATORS[self.language]
        if re.search("n['’]t$", self.verb.lower) or first in negators or re.match("n['’]t", first):
            return True
        return bool(negators & set(before))

    @property
    def _auxiliary(self) -> tuple[str, str]:
        """The word that precedes the subject, and what follows it."""
        verb = self.verb.lower
        if verb in _AUXILIARIES:
            return verb, ""
        if verb in _HAVE:
            return (verb, "") if self.verb.tag == "AUX" else (_HAVE[verb], "have")
        if verb in _DO:
            return verb, "do"
        both = english.present(verb) == verb or english.is_present(verb)  # `cut`, `lay`
        if english.is_past(verb) and both:
            many = analysed(self.subject, "en").plural or self.subject.lower() in _SPEAKERS
            return ("do" if many else "did"), verb
        if self.verb.tag == "VD" or english.is_past(verb):
            return "did", english.present(verb)
        return ("does", english.base(verb)) if self.verb.tag == "V3" else ("do", verb)


def _spaced(*parts: str) -> str:
    return re.sub(r" (?=n['’]t\b)", "", " ".join(part for part in parts if part))


def _denied(verb: str) -> str:
    """`relaciona-se` -> `não se relaciona`."""
    clitic = _CLITIC.fullmatch(verb)
    return f"não {clitic[2]} {clitic[1]}" if clitic else f"não {verb}"


def is_sound(found: Assertion) -> bool:
    """Whether subject and verb fit each other, as far as their tags tell: not `file | are
    transfers`, `older voters | would affiliated`, `regional | variations`."""
    if found.language == "pt":
        return len(found.verb.text) > 1 or found.verb.lower in ("é", "há")
    subject, verb = analysed(found.subject, "en"), found.verb.lower
    rest = tagged(found.rest, "en")
    first = rest[0] if rest else None
    if first is not None and verb in _AUXILIARIES and first.lower in _JOINING:
        return False  # `factors | are such as age`
    if first is not None and verb in _AUXILIARIES - _BE and first.tag in ("VN", "VD"):
        return english.is_present(first.lower)
    if subject.shape == "adjective" or (subject.tags and subject.tags[0].lower == "how"):
        return False
    single = subject.shape == "nominal" and len(subject.tags) == 1 and not subject.ambiguous
    many = subject.plural or subject.text.lower() in MANY | _SPEAKERS | _INVARIANT
    return many or not (single and verb in ("are", "were"))


_JOINING = frozenset("and or such than".split())


def assertion(claim: Claim, language: Language, source: str) -> Assertion | None:
    """The one sentence of `source` divided; None where its verb is not found."""
    body = source.strip().rstrip(" .?!")
    shift = source.index(body[:1]) if body else 0
    whether = _WHETHER.match(body)
    if whether is not None:
        shift += whether.end()
        body = body[whether.end() :]
    tokens = [word for word in tagged(source, language) if shift <= word.start < shift + len(body)]
    if len(tokens) < 2:
        return None
    end = shift + len(body)
    told = _taken_apart(tokens, claim, language, source, end)
    asked = _asked_by_tree(source, shift, end) if language == "en" else None
    if asked is not None and (
        told is None or not _is_verb(source, told.verb) or _is_caused(asked, told)
    ):
        return asked
    found = _by_tree(source, shift, end, language)
    if found is None or (told is not None and _is_participle(found.verb, told.verb)):
        return told  # `players handed a skin | come back`
    return found


def _is_verb(source: str, verb: Token) -> bool:
    """Whether a word is a verb in the tree of its sentence: not `| rather | than`."""
    tree = parsed(split(source))
    at = next((at for at, start in enumerate(tree.words.starts) if start == verb.start), None)
    return at is None or tree.tags[at].startswith(("V", "AUX", "MD"))


def _is_participle(verb: Token, other: Token) -> bool:
    """Whether a verb is rather a participle of the subject, before another verb."""
    return verb.tag in ("VD", "VN") and other.start > verb.start


def _is_caused(whole: Assertion, part: Assertion) -> bool:
    """Whether the verb of a part is an effect of the whole one's verb: `cause | to list`."""
    between = whole.rest.lower().partition(f" to {part.verb.lower.rstrip('s')}")
    return bool(between[1]) and part.subject.lower().endswith(f"{between[0]} to")


def _by_tree(source: str, start: int, end: int, language: Language) -> Assertion | None:
    """A statement divided by its tree; None where it is a question, or other words stand between
    its subject and its verb."""
    tree = _without_stop(split(source[start:end]), source[end:].strip() or ".")
    roots = [at for at, head in enumerate(tree.heads) if head == ROOT]
    if len(roots) != 1:
        return None
    (root,) = roots
    if tree.words.lower[:1] == ("there",) and tree.child(root, "expl") == 0:
        return _there(tree, source, start, end)
    said = clause(tree, root, range(len(tree.words)))
    if said.subject is None and is_first_person(tree.words.lower[root], tree.tags[root]):
        first, until = root, root  # `quando acordo cedo, | volto a dormir`
    elif said.subject is None or tree.relations[said.subject] in ("csubj", "expl"):
        return None
    else:
        first, until = tree.extent(said.subject)
    verbs = sorted((root, *tree.children(root, *AUXILIARIES)))
    finite = verbs[0]
    if finite < until or not tree.tags[finite].startswith(_FINITE[language]):
        return None
    between = range(until, finite)
    clitics = [at for at in between if tree.words.lower[at] in _PROCLITICS]
    if any(tree.heads[at] != root or tree.tags[at] not in _LOOSE for at in between):
        return None
    if _is_miscut(tree, first, finite):
        return None

    def place(at: int) -> int:
        return start + tree.words.starts[at]

    begin = clitics[0] if language == "pt" and clitics else finite
    last = finite
    while language == "pt" and last + 1 < len(tree.words) and not tree.words.gap(last):
        last += 1  # `relaciona | - | se`
    behind = [_token(tree, at, start) for at in range(last, len(tree.words))]
    text = source[place(begin) : behind[0].end]
    text = IN_FULL.get(text.lower().replace("’", "'"), text)
    text = text if first < until else text.lower()
    verb = Token(text, _tag(tree, finite), place(begin), behind[0].end)
    lead = mid(source[start : place(first)].strip(), language)
    subject = source[place(first) : start + tree.words.ends[until - 1]] if first < until else ""
    adverb = source[place(until) : place(begin)].strip() if begin > until else ""
    subject = subject if lead else mid(subject, language)
    verb = _without_modal(verb, behind[1:], subject, language)
    return Assertion(lead, subject, verb, source[verb.end : end].strip(), language, adverb)


def _there(tree: Tree, source: str, start: int, end: int) -> Assertion | None:
    """`There are fewer falls`, `there's less mould`."""
    words = tree.words
    text = words.lower[1].replace("’", "'")
    text = IN_FULL.get(text, text)
    if text not in _AUXILIARIES:
        return None
    verb = Token(text, "AUX", start + words.starts[1], start + words.ends[1])
    return Assertion("", "there", verb, source[verb.end : end].strip(), "en")


def _asked_by_tree(source: str, start: int, end: int) -> Assertion | None:
    """The proposition of a question with `do`, by its tree: `do rules cause owners to list`. None
    where its words stand in another order."""
    words = split(source[start:end])
    if _DO.isdisjoint(words.lower):
        return None
    tree = _without_stop(words, source[end:].strip() or "?")
    roots = [at for at, head in enumerate(tree.heads) if head == ROOT]
    asked = next((at for at in tree.children(roots[0], "aux") if words.lower[at] in _DO), None)
    subject = tree.child(roots[0], "nsubj", "csubj")
    if len(roots) != 1 or asked is None or subject is None:
        return None
    (root,), (first, until) = roots, tree.extent(subject)
    between = range(until, root)
    if "WH" in tree.tags[:asked]:
        return None  # `how does`
    if first != asked + 1 or root < until or any(tree.heads[at] != root or tree.tags[at] not in
                                                 _LOOSE for at in between):  # fmt: skip
        return None
    base = _token(tree, root, start)
    plain = base.tag in ("V0", "NS") or (base.tag == "V3" and not base.lower.endswith("s"))
    if not base.text.isalpha() or not plain:
        return None

    def said(begin: int, stop: int) -> str:
        return source[start + words.starts[begin] : start + words.ends[stop - 1]]

    lead = mid(said(0, asked), "en") if asked else ""
    adverb = said(until, root) if between else ""
    verb = _conjugated(_token(tree, asked, start), base, said(first, until))
    verb = replace(verb, text=verb.text.lower())
    return Assertion(lead, said(first, until), verb, source[base.end : end].strip(), "en", adverb)


def _without_stop(words: Words, stop: str) -> Tree:
    """The tree of a sentence parsed with its full stop, which is then removed."""
    whole, size = parsed(split(words.text + stop)), len(words)
    if whole.words.lower[:size] != words.lower or max(whole.heads[:size]) >= size:
        return parsed(words)
    return Tree(words, whole.tags[:size], whole.heads[:size], whole.relations[:size])


def _is_miscut(tree: Tree, first: int, finite: int) -> bool:
    """Whether a tree's verb is unlikely to be the sentence's: a question begins with another word,
    `the higher` and a clause without a verb of its own take none, and in `chairs glued last longer`
    the verb is `last`."""
    lower, tags = tree.words.lower, tree.tags
    if not lower[finite][0].isalpha() or tags[first] == "WH" or "WH" in tags[first : first + 2]:
        return True
    if not _INVERTED.isdisjoint(lower[:first]) or lower[0] in ("the", "quanto"):
        return first > 0
    return english.is_past(lower[finite]) and any(
        tags[at] in ("V0", "V3") and not tree.children(at, "mark", "nsubj", "aux", "cop")
        for at in tree.children(finite, "ccomp", "xcomp", "advcl", "conj")
        if tree.child(at, "cc") is None
    )


def _tag(tree: Tree, finite: int) -> str:
    """The tag of a finite verb as the rules for questions use it."""
    lower = tree.words.lower[finite]
    if tree.relations[finite].startswith("aux"):
        return "AUX"
    if lower in _HAVE:
        return "V0"
    third = tree.tags[finite] == "V3" and not (lower.endswith("s") and not lower.endswith("ss"))
    return "V0" if third else tree.tags[finite]


_LOOSE = ("ADV", "RB", "PRON", "PPRON")


def _token(tree: Tree, at: int, start: int) -> Token:
    words = tree.words
    begin, end = start + words.starts[at], start + words.ends[at]
    return Token(tree.quote(at, at + 1), tree.tags[at], begin, end)


def _taken_apart(
    tokens: list[Token], claim: Claim, language: Language, source: str, end: int
) -> Assertion | None:
    spots = _spots(claim, source)
    first = _first_of_subject(tokens, spots, language)
    if first is None:
        return None
    lead = source[tokens[0].start : first.start].strip()
    asked = first if language == "en" and first.lower in _INVERTED else None
    if asked is not None:
        first = next((w for w in tokens if w.start > asked.start), asked)
    if first.lower == "there":
        verb = asked or next((w for w in tokens if w.start > first.start), None)
        return _existential(mid(lead, language), first, verb, source[:end])
    until = _subject_end(tokens, spots, claim, first, language)
    until = _behind_bracket(source, until)
    if first.text == "“":  # words that can stand alone
        until = max(until, source.find("”", first.start) + 1)
    behind = [w for w in tokens if w.start >= until and w.start >= first.start]
    if asked is not None:
        behind = _predicate_of(asked, behind) if until <= first.start else behind
        return _stated(mid(lead, language), asked, behind, first, source, end)
    verb = _verb(behind, claim, language, source)
    if verb is None:
        return None
    subject_end = verb.start
    before = [w for w in tokens if first.start <= w.start < verb.start][-1:]
    if language == "pt" and before and before[0].lower in _PROCLITICS:
        subject_end = before[0].start
        verb = replace(verb, text=source[subject_end : verb.end])
    loose = _adverb_from(behind, until, subject_end)
    adverb = source[loose:subject_end].strip()
    subject = source[first.start : loose].strip()
    if not lead:
        subject = mid(subject, language)
    verb = _without_modal(verb, behind, subject, language)
    if not subject and not lead:
        verb = replace(verb, text=verb.lower)
    rest = source[verb.end : end].strip()
    return Assertion(mid(lead, language), subject, verb, rest, language, adverb)


def _behind_bracket(source: str, place: int) -> int:
    """A place in a text, or that behind the bracket there: `crews (say, of tugs) | would`."""
    aside = _BRACKET.match(source, place)
    return place if aside is None else aside.end()


_BRACKET = lazy_regex(r" ?\([^()]{1,300}\)")


def _predicate_of(asked: Token, behind: list[Token]) -> list[Token]:
    """The predicate of a subject without slots: `is running over time | lower`."""
    if asked.lower not in _BE:
        return behind
    compared = next((at for at, word in enumerate(behind) if at and is_degree(word)), 0)
    return behind[compared:]


def _existential(lead: str, there: Token, verb: Token | None, body: str) -> Assertion | None:
    """`There are fewer falls`, `Are there fewer falls`."""
    if verb is None or verb.lower not in _AUXILIARIES:
        return None
    rest = body[max(there.end, verb.end) :].strip()
    return Assertion(lead, "there", replace(verb, text=verb.lower), rest, "en")


def _adverb_from(behind: list[Token], start: int, end: int) -> int:
    """Where the adverbs between subject and verb begin: `really keeps`."""
    loose = [word for word in behind if start <= word.start and word.end <= end]
    alone = bool(loose) and all(word.tag == "ADV" for word in loose)
    return loose[0].start if alone else end


def _without_modal(verb: Token, behind: list[Token], subject: str, language: Language) -> Token:
    """`should improve` -> `improves`: an expectation is asked about as a fact."""
    following = next((w for w in behind if w.start >= verb.end), None)
    if following is None or verb.lower not in _EXPECTING:
        return verb
    plural = analysed(subject, language).plural or subject.lower().rpartition(" ")[2] in MANY
    if language == "pt":
        if following.tag not in ("VI", "AUXI"):
            return verb
        return replace(following, text=portuguese.finite(following.lower, plural), tag="VF")
    if following.lower == "be":
        return replace(following, text="are" if plural else "is", tag="AUX")
    if not following.tag.startswith(("V0", "N", "AUX")):
        return verb
    made = following.lower if plural else english.third(following.lower)
    return replace(following, text=made, tag="V0" if plural else "V3")


def _spots(claim: Claim, source: str) -> list[tuple[int, int, SlotName]]:
    return sorted(
        (*spot, name)
        for name in _SUBJECT
        if (spot := placed(getattr(claim, name), source)) is not None
    )


def _first_of_subject(
    tokens: list[Token], spots: list[tuple[int, int, SlotName]], language: Language
) -> Token | None:
    """The first word, or the one after the comma that ends what precedes the subject."""
    opening = tokens[0]
    for comma, asked in pairwise(tokens):
        inside = any(start <= comma.start < end for start, end, _ in spots)
        if comma.text == "," and not inside and _inverts(asked, tokens):
            return asked  # `in villages with a road, do girls`
    if opening.lower in ("how", "what", "which", "why", "who", "como", "qual", "quais"):
        return None
    fronted = opening.tag in ("ADP", "SCONJ", "WH", "ADV") or opening.tag.startswith("PD.")
    if not fronted:
        return opening
    until = next((start for start, _, name in spots[1:] if name in _CORE), tokens[-1].end)
    for comma in (word for word in tokens if word.text == "," and word.start < until):
        if not any(start < comma.start < end for start, end, _ in spots):
            return next((word for word in tokens if word.start > comma.start), None)
    before = [w for w in tokens if spots and w.start < spots[0][0]]
    links = ("D", "PRON") if opening.tag in ("SCONJ", "WH") else ("D",)
    if spots and all(w is opening or w.tag.startswith(links) for w in before):
        start, end, name = spots[0]
        words = " ".join(w.text for w in tokens if w.start < end)
        leads = analysed(words, language).shape == "prepositional"
        if name in _ADVERBIAL or (leads and opening.tag != "ADV"):
            return next((w for w in tokens if w.start >= end and w.text != ","), None)
        if start == opening.start and not leads:
            return opening
    return opening if language == "pt" or opening.tag == "ADV" else None


def _inverts(asked: Token, tokens: list[Token]) -> bool:
    """Whether an auxiliary precedes its subject."""
    following = next((w for w in tokens if w.start > asked.start), None)
    subject = following is not None and following.tag.startswith(("N", "D", "PRON", "J"))
    return asked.lower in (_DO | _BE) and subject


def _subject_end(
    tokens: list[Token],
    spots: list[tuple[int, int, SlotName]],
    claim: Claim,
    first: Token,
    language: Language,
) -> int:
    """Where the last slot of the subject ends: between its slots there is no verb except in a
    relative clause."""
    relation = {w[:5] for w in claim.relation.lower().split() if len(w) > 3}
    end = first.start
    seen = False
    for start, stop, name in spots:
        if stop <= first.start:
            continue
        gap = [w for w in tokens if end <= w.start < start]
        # The first word of a sentence is no verb: `beans` in `beans soaked overnight`.
        if not _is_glue(gap if seen else gap[1:], relation, seen=seen):
            break
        held = [w for w in tokens if start <= w.start < stop]
        if name == "outcome" and gap and _is_verb_phrase(gap[-1], held, language):
            break
        if name == "outcome" and seen and not _is_owned(gap):
            behind = next((w for w in tokens if w.start >= stop), None)
            if not gap and not _is_predicate(behind, relation, language):
                break
            joins = any(w.tag.startswith(("ADP", "PD.")) for w in gap) or _is_between(tokens, gap)
            if gap and not joins:
                break
        end, seen = stop, True
    return end


def _is_between(tokens: list[Token], gap: list[Token]) -> bool:
    """Whether the words between two slots join them: `the link between sleep | and | grades`."""
    if len(gap) != 1 or gap[0].lower not in ("and", "e"):
        return False
    before = [word.lower for word in tokens if word.start < gap[0].start]
    return not {"between", "entre"}.isdisjoint(before[-_FAR:])


_FAR = 6  # words


def _is_verb_phrase(before: Token, held: list[Token], language: Language) -> bool:
    """Whether an outcome begins with a verb after its subject: `I put things off`."""
    subject = before.tag.startswith(("PRON", "N", "J")) and not is_degree(before)
    return subject and bool(held) and held[0].tag.startswith(_FINITE[language])


def _is_owned(gap: list[Token]) -> bool:
    return len(gap) == 1 and re.fullmatch("['’]s?", gap[0].text) is not None


def _is_predicate(word: Token | None, relation: set[str], language: Language) -> bool:
    if word is None:
        return False
    finite = word.tag.startswith(("V3", "VD", "AUX", "MD", "VF"))
    related = word.lower[:5] in relation
    return finite or (related and not is_degree(word) and not compares(word.lower))


def _is_glue(gap: list[Token], relation: set[str], *, seen: bool) -> bool:
    relative = False
    for word in gap:
        if word.lower in ("what", "how", "why"):
            return False
        relative |= word.tag == "WH" or word.lower in _RELATIVES
        if relative:
            continue
        if is_degree(word):
            if seen or word is not gap[0]:
                return False
        elif (
            seen
            and {word.lower[:5], f"{word.lower}s"[:5]} & relation
            and not word.tag.startswith(("D", "ADP", "PD.", "CC"))
        ):
            return False
        if not word.tag.startswith(_GLUE):
            return False
    return True


def _verb(behind: list[Token], claim: Claim, language: Language, source: str) -> Token | None:
    """The verb is the first word of the predicate, whatever its tag."""
    words = [w for w in behind if not w.tag.startswith(("ADV", "RB")) or is_degree(w)]
    if not words:
        return None
    near = words[0]
    if near.tag.startswith(("ADP", "PD.", "D", "PRON", "CC", "PUNCT", "NUM", "VG")):
        return _next_finite(words, claim, language, source)
    if near.lower in ("não", "not"):
        near = words[1] if len(words) > 1 else near
    if language == "pt" and near.lower in _PROCLITICS and len(words) > 1:
        near = words[words.index(near) + 1]
    if language == "en" and near.lower in _HAVE:
        following = [w for w in behind if w.start > near.start and not w.tag.startswith("ADV")]
        perfect = following[:1] and (following[0].tag[:2] == "VN" or following[0].lower == "been")
        return replace(near, tag="AUX" if perfect else "V0")
    if near.tag.startswith(_FINITE[language]):
        return near
    if near.lower == claim.relation.lower() and is_degree(near) and language == "en":
        return replace(near, tag="V0")  # `rain barrels lower runoff`
    if language == "en" and near.lower in _INVERTED:
        return near
    looks = ("NS", "NP", "VN", "J") if language == "en" else ("N.", "J.", "N", "VI")
    if near.tag.startswith(looks) and not is_degree(near) and len(words) > 1:
        return replace(near, tag=_verb_tag(near.lower)) if language == "en" else _finite_pt(near)
    return None


def _next_finite(words: list[Token], claim: Claim, language: Language, source: str) -> Token | None:
    """The first certain verb before the outcome, after words that still belong to the subject."""
    if language == "en" and words[0].lower in _SPEAKERS and [w.tag for w in words[1:2]] == ["V0"]:
        return words[1]  # `they sing`
    outcome = placed(claim.outcome, source)
    until = outcome[1] if outcome is not None else len(source)
    sure = ("V3", "AUX", "MD", "VD") if language == "en" else ("VF", "AUXF")
    for word in words:
        if word.start >= until and outcome is not None and outcome[0] > words[0].start:
            return None
        if word.tag == "WH":
            return None
        if word.tag.startswith(sure):
            return word
    return None


def _verb_tag(word: str) -> str:
    if word.endswith("ed") or english.present(word) != word:
        return "VD"
    return "V3" if word.endswith("s") and not word.endswith("ss") else "V0"


_PERSON = lazy_regex(r"(?:[aei]|[aei]m|[oei]u)$")


def _finite_pt(word: Token) -> Token | None:
    return replace(word, tag="VF") if _PERSON.search(word.lower) else None


def _stated(
    lead: str, asked: Token, behind: list[Token], first: Token, source: str, end: int
) -> Assertion | None:
    """`Does shade slow rust` -> `shade slows rust`."""
    subject_end, adverb = behind[0].start if behind else end, ""
    if asked.lower in _DO:
        base = _base_of(behind)
        if base is None or not base.text.isalpha():
            return None
        subject_end = behind[0].start
        adverb = source[subject_end : base.start].strip() if behind[0].tag == "ADV" else ""
        subject_end = subject_end if adverb else base.start
        verb = _conjugated(asked, base, source[first.start : subject_end])
        rest = source[base.end : end].strip()
    else:
        marks = _CLOSING.match(source, subject_end)  # `(that is, older ones|) | be`
        subject_end = marks.end() if marks is not None else subject_end
        verb, rest = replace(asked, tag="AUX"), source[subject_end:end].strip()
    subject = source[first.start : subject_end].strip()
    verb = replace(verb, text=verb.text.lower())
    return Assertion(lead, subject, verb, rest, "en", adverb) if subject and rest else None


_CLOSING = lazy_regex(r"[),]{1,3}(?=\s)")


def _base_of(behind: list[Token]) -> Token | None:
    """The verb after the subject of a question with `do`, whatever its tag."""
    if not behind:
        return None
    near, *rest = behind
    if near.tag.startswith(("ADV", "NP", "PRON")) and rest and rest[0].tag == "V0":
        near = rest[0]
    if (_GERUND.fullmatch(near.lower) or near.lower.endswith("ly")) and (
        rest and rest[0].tag.startswith(("V0", "N"))
    ):
        near = rest[0]  # `does expressive | writing change`, `positively | impact`
    if near.lower.endswith("ly") and near.tag == "ADV":
        return None
    if near.tag.startswith(("V", "N", "J", "ADV", "AUX")) and near.tag not in ("VN", "VD"):
        return near
    return next((word for word in behind if word.tag == "V0"), None)


def _conjugated(asked: Token, base: Token, subject: str) -> Token:
    """The verb of a question with `do`, as its subject has it: `does | levels change`, too."""
    word = base.lower
    found = analysed(subject, "en")
    many = found.shape == "nominal" and found.plural
    many &= _INVARIANT.isdisjoint(subject.lower().split())
    if asked.lower == "does" and not many:
        return replace(base, text="is" if word == "be" else english.third(word), tag="V3")
    if asked.lower == "did":
        return replace(base, text=english.past(word), tag="VD")
    return replace(base, text="are" if word == "be" else word, tag="V0")
