"""Assembles labelled spans into the parts of one claim, by grammar alone.

The tagger of slots may cut a phrase in two (`Longer | queues at the polling station`) and tags
every outcome of a sentence. Here the pieces of a phrase become one span, and spans whose words have
another part in the claim get its tag.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.proposals.units import kind_of, kinds_in
from hypotheses.analyst.reader import clauses, grammar, outcomes
from hypotheses.analyst.reader.spans import OUTCOMES, Span, shown
from hypotheses.analyst.syntax.forms import Form, form_of
from hypotheses.analyst.syntax.indirect import WHETHER, asked
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.sign import is_comparative, is_turn
from hypotheses.analyst.syntax.tokens import ENDS, Words, parts_of_speech
from hypotheses.analyst.writer.clauses import EFFECTS
from hypotheses.domain.types import Language

SUBJECTS = ("unit", "bound", "exposure")
SLOTS = frozenset(
    (*SUBJECTS, *OUTCOMES, "comparator", "measure", "window", "margin", "qualifier", "approach")
)
_TOGETHER = frozenset(("exposure", "unit", "comparator"))  # may be two things at once: `A and B`
_DO_QUE = ("do", "que")
_AND = frozenset(("and", "e"))
_ORIGINS = {"en": ("from",), "pt": ("de", "do", "da", "dos", "das")}
_GOALS = {"en": ("to",), "pt": ("para",)}
_REPLACED = lazy_regex(r"replac|swap|exchang|substitu[ií]|troc(?!o\b)")
_REPLACING = {"en": ("with", "by", "for"), "pt": ("por", "pelo", "pela", "pelos", "pelas")}
"""Words before what is given up, and before what replaces it."""
_ORS = (("or",), ("ou",))
SUBORDINATORS = frozenset("when if while whenever quando se enquanto".split())
_CONDITIONS = frozenset(("exposure", "comparator", "qualifier"))
_WITHIN = frozenset("in at within among em no na nos nas entre".split())
_OF_A_FORM = frozenset(("exposure", "comparator", *OUTCOMES))
_ASKED = frozenset(("if", "se"))  # behind a verb: `know if`, `saber se`
_RELATIONAL = lazy_regex(r"(?:[aá]ri[oa]s?|eir[oa]s?|ístic[oa]s?)$")  # `imobiliário`, of a noun
_HOW = frozenset(("how", "quanto", "quanta", "quantos", "quantas"))
_ASKING = frozenset(
    """know see wonder ask check test learn find out tell understand saber ver entender descobrir
    testar perguntar conferir verificar""".split()
)
_COPULAS = frozenset("is was é era seria".split())  # `what I'd like to see is whether`
_OBJECTS = frozenset("it them him her".split())
_TEMPORAL = frozenset("before after since during".split())
_SINCE = frozenset("since desde".split())
_OF = frozenset("of de do da dos das".split())
_OWN = frozenset("my our meu minha meus minhas nosso nossa nossos nossas".split())
_NOMINATIVES = frozenset("it they he she ele ela eles elas".split())
_ARTICLES = ("D.", "DET", "PD.")
_PLURAL = ("NP", ".p")  # the tagger's, in English and in Portuguese
_LONGEST_BRACKET = 12  # words
_JOINING = 2  # words: `and a`
_MARKS = frozenset(".,;:")
_AGAINST = frozenset(("vs", "versus"))
_LEADS_ON = frozenset(("que",))  # `número de perguntas que | os alunos fazem`
_LONGEST_PHRASE = 8  # words that continue a slot
_ATTACHES = frozenset(("exposure", "comparator", "unit", *OUTCOMES))
_TELLING_WHICH = frozenset("that which who where que onde".split())
# Prepositions that introduce a part of their own.
_LEADS_AWAY = frozenset(
    """than versus vs without according against instead compared because when if
    sem segundo conforme contra comparado porque quando se""".split()
)
# The number observed belongs to the study, not to the claim: `25 animals per group`, `n = 40`.
_SAMPLE = lazy_regex(
    r"\bn\s?=\s?\d+|\b\d[\d.,]{0,9}(?: (?:thousand|million|mil|milhões))?"
    r"(?: (?:de )?[\w-]{1,30}){0,2}"
    r" (?:(?:per|in each|por|em cada) (?:group|arm|condition|grupo|braço|condição)\b"
    r"|(?:each|cada)(?=\W*(?:$|[,.;:)])))",
    re.I,
)
_BESIDE_SAMPLE = frozenset(("bound", "measure", "window", "margin", "qualifier", "unit"))
# A clause that says where the claim is stronger or weaker: a condition of the claim. `it` needs a
# word that limits or compares: `and it makes them tired` is a claim of its own.
_REST = r"(?:[^.;!?\n]|(?<=\d)\.(?=\d)){3,200}"
_MODERATED: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"[,;]?\s(?:(?:and|but|though|although|with|where|while)\s+)?(?:that\s+)?"
        rf"(?P<said>(?:{EFFECTS} (?:is|are|was|were|will|would|should|may|might|being|gets?"
        r"|becomes?|grows?|widens?|shrinks?|fades?|disappears?|vanishes|holds|only)\b"
        r"|with an? (?:stronger|weaker|larger|smaller|greater) (?:effect|impact)\b"
        r"|(?:(?<=and )|(?<=but ))(?:it|this|that)\s(?:(?:only|just|mostly|mainly)\s"
        r"|(?:is|was|seems|holds|applies|works|matters|happens|counts)\s[^.;!?\n]{0,40}?"
        r"\b(?:only|just|more|less|stronger|weaker|larger|smaller|mostly|mainly|especially)\b"
        rf"|(?:stops|ceases|disappears|vanishes|fades|reverses)\b)){_REST})",
        re.I,
    ),
    "pt": lazy_regex(
        r"[,;]?\s(?:(?:e|mas|embora|sendo(?: que)?|só que)\s+)?(?:que\s+)?"
        rf"(?P<said>(?:{EFFECTS} (?:é|era|foi|seja|será|seria|deve|fica|aumenta|cresce|diminui|some"
        r"|desaparece|vale|só|mediad[oa]|moderad[oa])\b"
        r"|com (?:um )?(?:efeito|impacto) (?:mais|menos|maior|menor)\b"
        r"|(?:(?<=\se )|(?<=mas )|(?<=que ))is[st]o\s(?:(?:só|apenas|somente)\s"
        r"|(?:é|foi|seja|parece|vale|ocorre|acontece|pesa|funciona)\s[^.;!?\n]{0,40}?"
        r"\b(?:só|apenas|somente|mais|menos|maior|menor|sobretudo|principalmente)\b"
        rf"|(?:some|desaparece|diminui)\b)){_REST})",
        re.I,
    ),
}
EXCLUDED = frozenset((("but", "not"), ("mas", "não"), ("mas", "nao"), ("but", "only"),
                       ("mas", "só"), ("and", "only"), ("e", "só"), ("e", "não")))  # fmt: skip
_FINITE = ("VD", "VF", "V3", "V0")
_VERBAL = ("V", "AUX", "MD")
VERBS = ("V0", "V3", "VD", "AUX", "MD", "VF")


def is_sample(words: Words, tags: Sequence[str], span: Span) -> bool:
    """Whether a span only says how many are observed: it holds numbers, no range of them, and at
    most one noun, which is not `years`. `tags` are those of all words."""
    own = range(span.first, span.end)
    others = [at for at in own if not tags[at].startswith(_NUMBER)]
    is_range = not _RANGE.isdisjoint(words.lower[span.first : span.end])
    if len(others) == len(own) or len(others) > 1 or is_range:
        return False
    return all(tags[at].startswith("N") and words.lower[at] not in _YEARS for at in others)


_YEARS = frozenset("years year anos ano".split())
_RANGE = frozenset("-–+")  # `adults | 18-40`, `idosos | 60+`
_NUMBER = ("NUM", "PUNCT")


_SCOPE = (
    ("even", "more", "so"), ("more", "so"), ("less", "so"), ("above", "all"), ("especially",),
    ("particularly",), ("mainly",), ("mostly",), ("sobretudo",), ("principalmente",),
    ("especialmente",), ("ainda", "mais"),
)  # fmt: skip


def scope_before(words: Words, first: int) -> int:
    """How many words before a condition say how far it goes: `more so | in small bars`."""
    held = (each for each in _SCOPE if words.lower[max(0, first - len(each)) : first] == each)
    return len(next(held, ()))


class Assembly:
    """The spans of one text, with its words' tags."""

    def __init__(self, words: Words, spans: Sequence[Span], language: Language) -> None:
        self.words = words
        self.language = language
        self.tags = parts_of_speech(words, language)
        self.spans = list(spans)
        self.apart: set[int] = self._sample()  # and the words of further claims
        self._questions = frozenset(each.mark for each in asked(parsed(words)))
        self.asked = self._asked_alone()
        self._name()
        self._coordinated()
        self._exchanged()
        self.spans = clauses.mended(self.spans, words, self.tags, language)
        self._merge()
        self.spans = grammar.mended(self.spans, parsed(words))
        self.moderator: Span | None = None
        self._moderated()
        self._scoped()
        self._without_samples()
        self._population()
        self._extend()
        self._attach()
        self.spans = outcomes.mediated(parsed(words), self.spans)
        self.form = self._formed()

    def _formed(self) -> Form | None:
        """The form that tells the parts of the claim's sentence, which take the place of others;
        None where parts of the claim stand in another sentence."""
        form = form_of(parsed(self.words), self.language)
        if form is None:
            return None
        if form.alone:
            self._leave_to(form)
        outside = [span for span in self.spans if not form.first <= span.first < form.end]
        if any(span.tag in _OF_A_FORM for span in outside):
            return None
        made = [Span(*part) for part in form.parts]
        if form.of_people and not all(map(self._are_people, (s for s in made if s.tag == "unit"))):
            return None
        tags = {"outcome" if span.tag in OUTCOMES else span.tag for span in made}
        made = [self._part(form, span, "unit" in tags) for span in made]
        taken = {at for span in made for at in range(span.first, span.end)}
        if form.design == "qualitative" and any(
            span.tag == "exposure" and taken.isdisjoint(range(span.first, span.end))
            for span in self.spans
        ):
            return None  # `why don't they read, I think it is the library`: what is suspected
        tags |= {"exposure", "comparator"} if form.is_counted else set()  # nothing varies
        kept = [
            span for span in self.spans
            if taken.isdisjoint(range(span.first, span.end)) and not self._is_verb_alone(span)
            and ("outcome" if span.tag in OUTCOMES else span.tag) not in tags
        ]  # fmt: skip
        self.spans = sorted((*kept, *made), key=lambda span: span.first)
        self.apart.update(self.free(form.first, form.end))
        return form

    def _leave_to(self, form: Form) -> None:
        """Takes away what stands behind a question in its sentence, and the times before what is
        asked: what was done says since when."""
        lower = self.words.lower
        ends = (at for at in range(form.end, len(lower)) if lower[at] in ENDS)
        last = next(ends, len(lower))
        asked = max(first for _, first, _ in form.parts)
        self.spans = [
            span
            for span in self.spans
            if not form.end <= span.first < last
            and not (span.tag == "window" and form.first <= span.first < asked)
        ]

    def _part(self, form: Form, span: Span, names_unit: bool) -> Span:
        """A part of a form without what was read at its end as another part."""
        unit, when, place = (
            next((s for s in self.spans if s.tag == tag and span.first <= s.first
                  and s.end <= span.end), None)
            for tag in ("unit", "window", "bound")
        )  # fmt: skip
        if span.tag == "unit" and when is not None and when.first > span.first:
            return replace(span, end=when.first)  # `the press | in the 1920s`
        if span.tag == "exposure" and place is not None and place.first > span.first:
            return replace(span, end=place.first)  # `from click data | in one course`
        if form.is_counted:
            cut = self._counted(span, when, place)
            own = unit is not None and unit.first > span.first and unit.end == span.end
            if unit is not None and own and not names_unit:  # `share of births in | hospitals`
                cut = replace(span, end=self._before(unit.first, span.first))
            return cut
        if form.is_placed and span.tag == "unit" and self._is_place(place):
            return self._counted(span, None, place)  # `people | in my town`
        if form.is_placed and span.tag == "outcome" and not form.of_people:
            return self._counted(span, when, None)
        if unit is None or names_unit or unit.first == span.first:
            return self._topic(form, span)
        end = self._before(unit.first, span.first)
        if span.tag == "outcome" or (
            span.tag == "exposure" and self.words.lower[end] in _WITHIN and unit.end == span.end
        ):
            return replace(span, end=end)  # `wages of | dockers`, `from click data in | schools`
        return span

    def _is_verb_alone(self, span: Span) -> bool:
        """Whether a verb was taken for a place: `women in | grown`."""
        tags = self.tags[span.first : span.end]
        return span.tag == "bound" and all(tag.startswith(_VERBAL) for tag in tags)

    def _counted(self, span: Span, when: Span | None, place: Span | None) -> Span:
        """Who is counted or what is counted of them, without the place and the time of it."""
        for each in (when, place, when):
            ends = each is not None and each.first > span.first and each.end == span.end
            if each is None or not ends or (each is when and not self._is_dated(each)):
                continue
            span = replace(span, end=each.first)
        return span

    def _is_dated(self, when: Span) -> bool:
        """Whether a time is one of the calendar: `in 2023`, and not `within a week of moving`."""
        lower = self.words.lower[when.first : when.end]
        return lower[0] in _SINCE or any(word.isdigit() for word in lower)

    def _is_place(self, bound: Span | None) -> bool:
        """Whether what bounds people is no part of who they are: not `mothers | of twins`."""
        lower = self.words.lower
        if bound is None:
            return False
        named = self.tags[bound.end - 1] == "NAME" or lower[bound.first + 1] in _OWN
        return named or lower[bound.first] not in _OF

    def _topic(self, form: Form, span: Span) -> Span:
        """A phenomenon that is no place: of `the role of nurses | in our ward` the role."""
        places = (each for each in self.spans if each.tag == "bound" and each.end == span.end)
        place = next(places, None)
        if form.topic is None or span.tag == "unit" or place is None or place.first > span.first:
            return span
        return Span(*form.topic)

    def _are_people(self, who: Span) -> bool:
        """Whether words name people, or were read as who is observed and name nothing else."""
        named = self.words.quote(who.first, who.end)
        kinds, head = kinds_in(named, self.language), kind_of(named, self.language)
        read = any(each.tag == "unit" and who.first <= each.first < who.end for each in self.spans)
        unknown = not kinds or (head is None and self.language == "en")  # `choir | members`
        return any(kind.nature == "person" for kind in kinds) or (read and unknown)

    def is_formed(self, span: Span) -> bool:
        """Whether the form of the sentence alone says what a span is."""
        return self.form is not None and any(
            span.tag == tag and span.first == first and span.end <= end
            for tag, first, end in (*self.form.parts, self.form.topic or ("", 0, 0))
        )

    def _before(self, end: int, first: int) -> int:
        """The end of words without the small words after them: `wages | of the | dockers`."""
        while end - first > 1 and self.tags[end - 1].startswith((*_ARTICLES, "ADP")):
            end -= 1
        return end

    def free(self, first: int, end: int) -> list[int]:
        """The tokens from `first` to `end` that are in no span."""
        taken = {at for span in self.spans for at in range(span.first, span.end)}
        return [at for at in range(first, end) if at not in taken]

    def sentence(self, span: Span) -> tuple[int, int]:
        ends = [at for at, word in enumerate(self.words.lower) if word in ENDS
                and self.words.gap(at) != ""]  # fmt: skip
        start = max((at + 1 for at in ends if at < span.first), default=0)
        return start, min((at for at in ends if at >= span.end), default=len(self.words))

    def is_predicate(self, span: Span) -> bool:
        """Whether a comparative is all that the sentence says about its subject, `is | faster`, or
        about the object of the subject's act: `makes them | faster`."""
        one = span.end - span.first == 1
        if span.tag in OUTCOMES and one and self._is_made(span.first):
            return True
        if outcomes.settled(parsed(self.words), span):
            return True
        lower, end = self.words.lower, span.end
        ends = end == len(self.words) or lower[end] in ENDS
        compares = is_comparative(lower[span.first]) and end - span.first <= 2
        subject = any(each.tag == "exposure" and each.end == span.first - 1 for each in self.spans)
        copula = span.first > 0 and self.tags[span.first - 1].startswith("AUX")
        return span.tag in OUTCOMES and ends and compares and subject and copula

    def _is_made(self, at: int) -> bool:
        tree = parsed(self.words)
        verb = tree.heads[at]
        made = tree.is_degree(at) and tree.relations[at] == "xcomp"
        varies = next((each for each in self.spans if each.tag == "exposure"), None)
        subject = tree.child(verb, "nsubj", "csubj") if made else None
        acts = varies is not None and subject is not None and varies.first <= subject < varies.end
        return acts and tree.child(verb, "obj") is not None

    def _sample(self) -> set[int]:
        """The words that state the number observed; no slot is read in them."""
        places = [found.span() for found in _SAMPLE.finditer(self.words.text)]
        stretches = list(zip(self.words.starts, self.words.ends, strict=True))
        size = {
            at
            for at, (start, end) in enumerate(stretches)
            if any(first <= start and end <= last for first, last in places)
        }
        self.spans = [
            span
            for span in self.spans
            if span.tag not in _BESIDE_SAMPLE or not size.issuperset(range(span.first, span.end))
        ]
        return size

    def _asked_alone(self) -> bool:
        """The claim is the clause after `know if`; what precedes it gives way. Returns whether
        words of a relation gave way."""
        lower, tags = self.words.lower, self.tags
        asked = [
            at for at in range(2, len(self.words)) if lower[at] in WHETHER
            and ((lower[at - 1] in _ASKING and tags[at - 1].startswith("V"))
                 or (lower[at] != "if" and lower[at - 1] in _COPULAS))
        ]  # fmt: skip
        if not asked:
            return False
        start = asked[-1] + 1
        ends = (at for at in range(start, len(self.words)) if lower[at] in ENDS)
        end = next((at for at in ends if self.words.gap(at) != ""), len(self.words))
        inner = self._clauses(start, end)
        own = {"outcome" if span.tag == "quantity" else span.tag for span in inner}
        if not {"exposure", "outcome"} <= own:
            return False
        beside = [span for span in self.spans if not start <= span.first < end]
        dropped = {"exposure", "outcome", "quantity", "relation"} | own
        self.spans = sorted(
            (*inner, *(span for span in beside if span.tag not in dropped)),
            key=lambda span: span.first,
        )
        return any(span.tag == "relation" for span in beside)

    def _clauses(self, start: int, end: int) -> list[Span]:
        """The spans of an indirect question; `where it lies | changes | how much is sold` has one
        clause for the exposure and one for the outcome."""
        inner = [span for span in self.spans if start <= span.first < end]
        verb = next((span for span in inner if span.tag == "relation"), None)
        if verb is None or verb.first == start or self.tags[start] != "WH":
            return inner
        behind = [span for span in inner if span.first > verb.first]
        if not any(span.tag in OUTCOMES for span in behind) and verb.end < end:
            behind.append(Span("outcome", verb.end, end))
        return [Span("exposure", start, verb.first), verb, *behind]

    def _name(self) -> None:
        """A noun with an adjective that specifies its kind, in a comparison, is one thing: `Fundos
        imobiliários (caem menos que ações)`, but not `alunos ansiosos`."""
        if self.language != "pt" or not any(span.tag == "comparator" for span in self.spans):
            return
        for unit, kind in pairwise(list(self.spans)):
            near = unit.end == kind.first == kind.end - 1 and unit.end - unit.first == 1
            tags = (unit.tag, kind.tag) == ("unit", "exposure")
            if near and tags and _RELATIONAL.search(self.words.lower[kind.first]):
                at = self.spans.index(unit)
                self.spans[at : at + 2] = [Span("exposure", unit.first, kind.end)]
                return

    def _coordinated(self) -> None:
        """An alternative that `or` adds to the exposure is no comparison, unless the text asks
        which one: `customers with children | or | pets cancel less`."""
        if "?" in self.words.text:
            return
        for one, other in pairwise(list(self.spans)):
            between = self.words.lower[one.end : other.first]
            if (one.tag, other.tag) == ("exposure", "comparator") and between in _ORS:
                at = self.spans.index(one)
                self.spans[at : at + 2] = [replace(one, end=other.end)]

    def _exchanged(self) -> None:
        """`switched from | paper lists | to | scanners`, `replaced | bumps | with | signs`: the new
        state is the exposure, the old one the comparison."""
        lower = self.words.lower
        for at, span in enumerate(self.spans):
            led = lower[span.first] in _ORIGINS[self.language]
            if any(each.tag == "comparator" and each.first > span.end + 1 for each in self.spans):
                return  # `lower from May to October than from November to April`
            begin = self._given_up(span) if span.tag == "exposure" else span.first
            begin += led
            whole = begin == span.first and at and self._is_object(self.spans[at - 1], begin)
            goals = self._goals(begin) if span.tag == "exposure" and not whole else ()
            following = enumerate(lower[begin + 1 : span.end + 1], begin + 1)
            turn = next((place for place, word in following if word in goals), None)
            if turn is None:
                continue
            behind = self.spans[at + 1] if at + 1 < len(self.spans) else span
            joined = behind.first == turn + 1 and behind.tag in ("comparator", "exposure")
            end = behind.end if joined else span.end
            if turn + 1 < end:
                later = self.spans[at + 1 + joined :]
                earlier = [each for each in self.spans[:at] if each.tag != "exposure"]
                exchanged = [Span("comparator", begin, turn), Span("exposure", turn + 1, end)]
                self.spans = [*earlier, *exchanged, *later]  # the person who exchanged it gives way
            return

    def _is_object(self, verb: Span, begin: int) -> bool:
        """Whether words continue a span that is no finite verb: `replacing | oil with gas`."""
        return verb.end == begin and not self.tags[begin - 1].startswith(_FINITE)

    def _given_up(self, span: Span) -> int:
        """Where what is given up begins: after the verb, where somebody exchanges it: `the mayor
        swapped | humps for signs`."""
        verbs = (at for at in range(span.first, span.end - 1)
                 if _REPLACED.match(self.words.lower[at])
                 and self.tags[at].startswith(_FINITE))  # fmt: skip
        verb = next(verbs, None)
        if verb is None or self.tags[span.first] == "WH":
            return span.first  # `pupils who swap soda for water`
        return verb + 1 + self.tags[verb + 1].startswith(_ARTICLES)

    def _goals(self, begin: int) -> tuple[str, ...]:
        """The words that introduce the replacement of what begins there; empty where nothing is
        exchanged."""
        before = self.words.lower[begin - 1] if begin else ""
        if begin > 1 and self.tags[begin - 1].startswith(_ARTICLES):
            before = self.words.lower[begin - 2]
        if before in _ORIGINS[self.language]:
            return _GOALS[self.language]
        return _REPLACING[self.language] if _REPLACED.match(before) else ()

    def _merge(self) -> None:
        made: list[Span] = []
        for span in self.spans:
            last = made[-1] if made else None
            if last is not None and self._is_one(last, span):
                tag = "quantity" if "quantity" in (last.tag, span.tag) else last.tag
                made[-1] = Span(tag, last.first, span.end)
            elif self._is_degree_within(made, span):
                made[-2:] = [Span(made[-2].tag, made[-2].first, span.end)]
            else:
                made.append(span)
        self.spans = made

    def _is_one(self, last: Span, span: Span) -> bool:
        """Whether two spans are pieces of one phrase."""
        alike = span.tag == last.tag or {span.tag, last.tag} == set(OUTCOMES)
        if not alike or span.tag == "veto":
            return False
        between = self.words.lower[last.end : span.first]
        if not between:
            return True
        return span.tag in _TOGETHER and self._joins(last.end, span.first)

    def _joins(self, first: int, end: int) -> bool:
        """Whether words join their neighbours: `coffee | and a | nap`, `switched | to |`."""
        small = all(self.tags[at].startswith(_ARTICLES) for at in range(first + 1, end))
        opening = self.words.lower[first] in _AND or self.tags[first].startswith(("ADP", "PD."))
        return opening and small and end - first <= _JOINING

    def _is_degree_within(self, made: list[Span], span: Span) -> bool:
        """`sing | more | in tune`: one outcome, with its degree in the middle."""
        if span.tag not in OUTCOMES or len(made) < 2:
            return False
        outcome, degree = made[-2:]
        if outcome.tag not in OUTCOMES or degree.tag != "relation":
            return False
        if outcome.end != degree.first or degree.end - degree.first > 1:
            return False
        linking = all(self.tags[at].startswith(("ADP", "PD.", "D")) for at in
                      range(degree.end, span.first))  # fmt: skip
        return linking and is_comparative(self.words.lower[degree.first])

    def _moderated(self) -> None:
        """A further clause about where the effect is stronger is a condition of the claim."""
        found = _MODERATED[self.language].search(self.words.text)
        if found is None:
            return
        whole = [
            at for at, start in enumerate(self.words.starts)
            if found.start() <= start < found.end()
        ]  # fmt: skip
        own = [at for at in whole if self.words.starts[at] >= found.start("said")]
        told = {span.tag for span in self.spans if span.end <= whole[0]}
        if not told & set(OUTCOMES) or not told & {"exposure", "unit"}:
            return
        across = self._across(whole)
        self.apart.update(whole)
        kept = [span for span in self.spans if span not in across]
        self.moderator = Span("qualifier", own[0], own[-1] + 1)
        self.spans = sorted((*kept, self.moderator), key=lambda span: span.first)

    def _scoped(self) -> None:
        """A condition begins with the words that say how far it goes: `more so | in small bars`."""
        self.spans = [
            replace(span, first=span.first - scope_before(self.words, span.first))
            if span.tag == "qualifier"
            else span
            for span in self.spans
        ]

    def _across(self, places: Sequence[int]) -> list[Span]:
        return [span for span in self.spans if span.first <= places[-1] and span.end > places[0]]

    def _without_samples(self) -> None:
        """How many are observed bounds nobody: `90 students`, `n = 40`."""
        self.spans = [
            span
            for span in self.spans
            if span.tag != "bound" or not is_sample(self.words, self.tags, span)
        ]

    def _population(self) -> None:
        """A bound that names things or people is the population where no unit was read: `in small
        teams`, but not `in Recife`, `at the school`."""
        if any(span.tag == "unit" for span in self.spans) or self._compares_alike():
            return
        for at, span in enumerate(self.spans):
            first = span.first + self.tags[span.first].startswith(("ADP", "PD."))
            head = self._head(first, span.end)
            if span.tag == "bound" and head.startswith("N") and head.endswith(_PLURAL):
                self.spans[at] = Span("unit", first, span.end)
                return

    def _compares_alike(self) -> bool:
        """Whether two of a kind are compared: then they are the population, wherever they are."""
        tags = parsed(self.words).tags
        sides = [next((s for s in self.spans if s.tag == tag), None)
                 for tag in ("exposure", "comparator")]  # fmt: skip
        nouns = [
            {self.words.lower[at] for at in range(s.first, s.end) if tags[at].startswith("N")}
            for s in sides if s is not None
        ]  # fmt: skip
        return len(nouns) == len(sides) and not nouns[0].isdisjoint(nouns[1])

    def _head(self, first: int, end: int) -> str:
        """The tag of a phrase's head: in English its last noun before a preposition, in Portuguese
        its first."""
        until = next(
            (at for at in range(first, end) if self.tags[at].startswith(("ADP", "PD", "WH"))), end
        )
        nouns = [self.tags[at] for at in range(first, until) if self.tags[at].startswith("N")]
        if not nouns:
            return ""
        return nouns[-1] if self.language == "en" else nouns[0]

    def _extend(self) -> None:
        """Spans together with the small words that belong to them: `weigh it`, `when the house is
        empty`."""
        self.spans = [self._grown(span) for span in self.spans]

    def _attach(self) -> None:
        """A phrase or clause that continues a slot belongs to it, where it was read as nothing:
        `dough left on the counter | for two hours`, `farms | where no poison is used`."""
        shown_ones = list(shown(self.spans, SLOTS))
        taken = {at for span in shown_ones for at in range(span.first, span.end)}
        starts = {span.first for span in shown_ones}
        for place, span in enumerate(shown_ones):
            end = span.end
            while end < len(self.words) and end not in taken and not self._ends_phrase(end):
                end += 1
            opens = end in starts and self.tags[end - 1].startswith((*_ARTICLES, "ADP"))
            told = span.tag != "unit" or self.words.lower[min(span.end, end - 1)] in _TELLING_WHICH
            if (
                span.tag in _ATTACHES
                and told
                and not opens
                and self._leads_on(range(span.end, end))
            ):
                shown_ones[place] = replace(span, end=end)
                taken.update(range(span.end, end))
        repeated = [span for span in self.spans if span not in shown_ones
                    and taken.isdisjoint(range(span.first, span.end))]  # fmt: skip
        self.spans = sorted((*shown_ones, *repeated), key=lambda span: span.first)

    def _ends_phrase(self, at: int) -> bool:
        lower = self.words.lower
        return self.tags[at] == "PUNCT" or lower[at] in _AND or lower[at : at + 2] == _DO_QUE

    def _leads_on(self, run: range) -> bool:
        """Whether words are one prepositional phrase, or a relative clause."""
        if not 1 < len(run) <= _LONGEST_PHRASE:
            return False
        tags, opening = [self.tags[at] for at in run], self.words.lower[run.start]
        graded = any(is_comparative(self.words.lower[at]) or is_turn(self.words.lower[at])
                     for at in run)  # fmt: skip
        finite = any(tag.startswith(VERBS) for tag in tags)
        named = any(tag.startswith("N") for tag in tags)
        if graded or not named or opening in _LEADS_AWAY:
            return False
        return (
            finite
            if opening in _TELLING_WHICH
            else tags[0].startswith(("ADP", "PD.")) and not finite
        )

    def _grown(self, span: Span) -> Span:
        if span.tag not in SLOTS:
            return span
        first, end = self._begin(span), span.end
        lower = self.words.lower
        free = set(self.free(0, len(self.words)))
        if end in free and lower[end] in _OBJECTS and self.tags[end - 1].startswith("V"):
            end += 1
        # `share of` the unit; only English ends a phrase so: `the app that they log in to`
        if span.tag in OUTCOMES and lower[first] in _HOW and end - first <= 2:
            while end in free and lower[end] not in ENDS and self.tags[end] != "PUNCT":
                end += 1  # `how much | is sold`
        end = self._trimmed(span, first, end)
        end = self._with_its_noun(first, self._closed(first, end, free), free)
        lead = first - 1 if self._is_article(first - 1, free) else first
        asks = lead - 1 in self._questions
        asks |= lead > 1 and lower[lead - 1] in _ASKED and self._takes_a_question(lead - 2)
        conditional = span.tag in _CONDITIONS and lower[max(lead - 1, 0)] in SUBORDINATORS
        verbal = any(self.tags[at].startswith(_VERBAL) for at in range(first, end))
        asks |= lead > 0 and lower[lead - 1] in _ASKED and not verbal  # `if sounds affect plants`
        if lead - 1 in free and conditional and not asks:
            first = lead - 1
        if span.tag == "qualifier":
            for at in (first - 2, first - 3):  # `but not when ...`, `but not among | boys`
                if at >= 0 and lower[at : at + 2] in EXCLUDED:
                    first = at
        return replace(span, first=first, end=end)

    def _begin(self, span: Span) -> int:
        """The start of a span without the words that only introduce it."""
        first = span.first
        while first + 1 < span.end and self.words.lower[first] in _MARKS:
            first += 1  # `A vs | . B`
        led = span.tag in OUTCOMES and span.end - first > 1 and self._is_led(first)
        return first + led  # `better at | maths`, `ajuda a | dormir`

    def _trimmed(self, span: Span, first: int, end: int) -> int:
        """The end of a span without the words that only introduce what follows: `planting rye |
        before`."""
        lower = self.words.lower
        graded = end < len(lower) and is_comparative(lower[end])
        while graded and end - first > 1 and not lower[end - 1][0].isalpha():
            end -= 1  # `buy | 40% more`
        open_ended = span.tag in OUTCOMES or self.language == "pt"
        open_ended &= self.language == "pt" or not self.tags[first].startswith("V")  # `turn up`
        while end - first > 1 and self._opposes(end - 1):
            end -= 1  # `dry needling | vs.`
        if end - first > 1 and lower[end - 1] in _NOMINATIVES and self.tags[end - 2][0] in "NJ":
            end -= 1  # `the user rating | it receives`
        while end - first > 1 and (
            (
                span.tag == "exposure"
                and lower[end - 1] in _TEMPORAL
                and not self._ends_line(end - 1)
                and not self.tags[end - 1].startswith("ADV")
            )
            or (open_ended and self.tags[end - 1] == "ADP")
            or lower[end - 1] in _LEADS_ON
        ):
            end -= 1
        return end

    def _is_led(self, at: int) -> bool:
        """Whether a word only connects a degree or a verb with an outcome."""
        lower, before = self.words.lower, self.words.lower[at - 1] if at else ""
        if self.language == "en":
            return lower[at] == "at" and is_comparative(before)
        return lower[at] == "a" and self.tags[at + 1] == "VI" and self.tags[at - 1][:1] == "V"

    def _opposes(self, at: int) -> bool:
        """Whether a word only compares what precedes it with a comparator that follows."""
        lower = self.words.lower
        if lower[at] in _MARKS:
            return lower[at - 1] in _AGAINST
        compared = any(s.tag == "comparator" and s.first == at + 1 for s in self.spans)
        return lower[at] in _AGAINST or (lower[at] == "x" and compared)

    def _ends_line(self, at: int) -> bool:
        """Whether nothing follows that a word could introduce: `texts the day before`, `texts the
        day before | should cut`."""
        last = at + 1 == len(self.words) or "\n" in self.words.gap(at)
        return last or self.tags[at + 1].startswith(("PUNCT", "MD", "AUX"))

    def _closed(self, first: int, end: int, free: set[int]) -> int:
        """The end of a span with the closing bracket of the one that it opens: `words
        ("decisions"`."""
        lower = self.words.lower
        if lower[first:end].count("(") <= lower[first:end].count(")"):
            return end
        near = range(end, min(end + _LONGEST_BRACKET, len(lower)))
        until = next((at for at in near if lower[at] == ")"), None)
        return until + 1 if until is not None and free.issuperset(range(end, until + 1)) else end

    def _with_its_noun(self, first: int, end: int, free: set[int]) -> int:
        """The end of a span that was cut after an article: `away from the | weights`."""
        if not self.tags[end - 1].startswith(_ARTICLES):
            return end
        until = end
        while until in free and self.tags[until].startswith(("N", "J", "D")):
            until += 1
        if any(self.tags[at].startswith("N") for at in range(end, until)):
            return until
        while end - first > 1 and self.tags[end - 1].startswith((*_ARTICLES, "ADP")):
            end -= 1
        return end

    def _takes_a_question(self, at: int) -> bool:
        """Whether a word is a verb that `if` may follow: `know if`, `Testaria se`."""
        opens = at == 0 or self.words.lower[at - 1] in (*ENDS, ":")
        return self.tags[at].startswith("V") or opens

    def _is_article(self, at: int, free: set[int]) -> bool:
        return at in free and self.tags[at].startswith("D")
