"""The sentence of a text that states its claim, read by itself, and the other explanations that the
author names beside it: `it could also be the weather`.

Who tells a story tells the claim in one sentence of it (`My hypothesis is that ...`, `Will ...?`);
the others say where, in whom and how it was seen. Read together, words of the story take the place
of what varies and of the outcome. So the sentence that announces a claim and has both is read
alone, and the other sentences give only what it does not say itself.

Other explanations are told by grammar alone: a modal and `be` whose subject points back (`it could
be ...`), a doubt that asks (`or is it just ...?`, `Or the new variety?`), what may explain it (`the
discount may explain it`), what somebody else says that it is (`my sister says it's the cold`), a
cause that is denied (`not because of pupils`), or a sentence that opens with `But ... also`. And
why the author believes that the cause works: `because they check their form`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from hypotheses.analyst.reader.model import Found, Model
from hypotheses.analyst.reader.spans import Span, spans
from hypotheses.analyst.syntax.clause import is_first_person
from hypotheses.analyst.syntax.indirect import IndirectQuestion, asked, is_graded, told_before
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import Words, parts_of_speech, split
from hypotheses.domain.types import Language

_CLAUSE = (
    r"(?P<words>[^.,;:!?\n]{3,120}?)(?=[.,;:!?\n]|\Z|\s(?:or|ou)\s(?:else|it|just|maybe|perhaps"
    r"|could|may|might|é|então|pode|poderia|podia|só|talvez|será)\b)"
)
_THIS_EN = r"(?:it|this|that|the (?:difference|effect|change|drop|rise))"
_THIS_PT = r"(?:isso|isto|[oa] (?:diferença|efeito|mudança|queda|aumento))"
_RIVALS: dict[Language, tuple[re.Pattern[str], ...]] = {
    "en": (
        re.compile(
            r"(?:\b(?:it|this)\s+|(?<=,\s)|(?<=[.!?]\s))(?:could|may|might|can)\s+"
            r"(?:(?:also|just|simply|equally|well|only|of course)\s+)*(?:be|have been)\s+"
            r"(?:(?:also|just|simply|only|down to|due to|because of|because|that|caused by"
            r"|explained by)\s+)*" + _CLAUSE, re.I),
        re.compile(r"\bor\s+(?:does|do|is|are|did|was|were)\s+(?:it|that|this|they)\s+"
                   r"(?:just|only|simply|really|merely)\s+" + _CLAUSE, re.I),
        re.compile(
            r"\b(?:maybe|perhaps|or|unless(?= (?:it|that|this)(?:['’]s| is| was) (?:just|only|also"
            r"|simply|really|down to|due to|because)))\s+(?:(?:is|was)\s+(?:it|that|this)"
            r"|its(?=\s(?:just|only|also|simply|really|because|that)\b)|(?:it|that|this)"
            r"(?:['’]s|\s+is|\s+was))\s+(?:(?:just|only|also|simply|really|down to|due to"
            r"|because(?: of)?|that)\s+)*" + _CLAUSE, re.I),
        re.compile(
            r"(?:(?<=[.!?]\s)|(?<=\n)|(?<=,\s))(?:but|though|however),?\s+"
            r"(?P<words>(?!(?:it|this|that|they|only|not|if|when|where)\b)[^.,;:!?\n]{2,60}\balso\b"
            r"[^.,;:!?\n]{2,80})", re.I),
        re.compile(rf"\b(?:could|might|may)\s+{_THIS_EN}\s+(?:(?:also|just|only)\s+)*be\s+"
                   r"(?P<words>[^.,;:!?\n]{3,80}?)(?=\s+or\b|[.,;:!?\n]|\Z)", re.I),
        re.compile(
            r"(?:\b(?:but|though|although|then again|of course|maybe|perhaps),?\s+|(?<=[.!?]\s))"
            r"(?P<words>(?!(?:it|this|that|they)\b)[^.,;:!?\n]{3,80}?)\s+"
            r"(?:may|might|could|can|would|must)\s+(?:(?:also|just|well|equally)\s+)*"
            r"(?:explain|account for|be behind|be the (?:reason|cause) (?:for|of)"
            rf"|be responsible for|have caused|cause)\s+{_THIS_EN}\b", re.I),
        re.compile(
            r"\b(?:says?|said|thinks?|believes?|reckons?|swears?|claims?|insists?|suspects?"
            r"|argues?)\s+(?:that\s+)?(?:it|that)(?:['’]s|\s+is|\s+was)\s+"
            r"(?:(?:all|just|only|really|simply|because of|due to|down to)\s+)*" + _CLAUSE, re.I),
        re.compile(r"\bbut\s(?P<words>it\swas\salso\s[^.,;:!?\n]{2,80})", re.I),
        re.compile(
            r"(?:(?<=[.!?]\s)|(?<=\n))(?:is|was)\s(?:it|that)\s[^.,;:!?\n]{2,60}?\sor\s"
            r"(?:(?:just|only|rather|simply)\s){0,2}(?P<words>[^.,;:!?\n]{3,80})(?=\?)", re.I),
        re.compile(r"(?:(?<=[.!?]\s)|(?<=\n))or\s+(?:(?:maybe|perhaps|else|just|it is that"
                   r"|it['’]s that),?\s+)*(?P<words>(?!(?:is|are|does|do|did|was|were|which)\b)"
                   r"[^.,;:!?\n]{3,120})", re.I),
        re.compile(r"(?:,|\band|\bbut)\s+not\s+(?:because of|due to|down to)\s+" + _CLAUSE, re.I),
    ),
    "pt": (
        re.compile(
            r"(?<!só )(?<!não )(?<!nao )\b(?:pode|poderia|podia)\s+"
            r"(?:(?:também|só|até|muito bem)\s+)*(?:ser|ter sido)\s+"
            r"(?:(?:também|só|apenas|que|porque|por causa|devido|culpa)\s+)*"
            r"(?:(?<=causa )d[aeo]s?\s+|(?<=culpa )d[aeo]s?\s+|(?<=devido )(?:a|à|ao|às|aos)\s+)?"
            + _CLAUSE, re.I),
        re.compile(
            r"\b(?:talvez|vai ver|quem sabe|ou)\s+(?:(?:também|só)\s+)*"
            r"(?:seja|fosse|tenha sido|é|foi|será|seria)\s+"
            r"(?:(?:que|é|também|só|apenas|porque|pq)\s+)*" + _CLAUSE, re.I),
        re.compile(
            r"(?:(?<=[.!?]\s)|(?<=\n))(?:mas|só que|porém),?\s+também\s+" + _CLAUSE, re.I),
        re.compile(
            r"(?:\b(?:mas|só que|porém|se bem que|talvez),?\s+|(?<=[.!?]\s))"
            r"(?P<words>(?!(?:isso|isto|ele|ela|também)\b)[^.,;:!?\n]{3,80}?)\s+"
            r"(?:pode|poderia|podia|deve)\s+(?:(?:também|muito bem|até)\s+)*"
            r"(?:explicar|estar por trás d|ter causado|causar|ser a (?:causa|razão) d)\s?"
            rf"{_THIS_PT}\b", re.I),
        re.compile(
            r"\b(?:diz|dizem|disse|acha|acham|acredita|jura|juram|insiste|desconfia|suspeita|fala)"
            r"\s+(?:que\s+)?(?:isso\s+)?(?:é|foi|era|será|seja)\s+"
            r"(?:(?:só|apenas|tudo|por causa d[aeo]s?|culpa d[aeo]s?)\s+)*" + _CLAUSE, re.I),
        re.compile(
            r"(?:(?<=[.!?]\s)|(?<=\n))(?:será\sque\s)?(?:foi|é|era)\s[^.,;:!?\n]{2,60}?\sou\s"
            r"(?:(?:só|apenas|simplesmente)\s){0,2}(?P<words>[^.,;:!?\n]{3,80})(?=\?)", re.I),
        re.compile(r"(?:(?<=[.!?]\s)|(?<=\n))ou\s+(?:(?:talvez|então|entao|só|é que|será que"
                   r"|seja),?\s+)*(?P<words>[^.,;:!?\n]{3,120})", re.I),
        re.compile(
            r"(?:,|\be|\bmas)\s+não\s+(?:por causa|por culpa|devido)\s+"
            r"(?:d[aeo]s?|a|à|ao|às|aos)\s+" + _CLAUSE, re.I),
    ),
}  # fmt: skip
_BECAUSE: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\bbecause\s+(?!of\b)(?=\S+ \S)" + _CLAUSE, re.I),
    "pt": re.compile(r"\b(?:porque|pq|pois|já que)\s+(?=\S+ \S)" + _CLAUSE, re.I),
}


@dataclass(frozen=True, slots=True)
class Aside:
    """Words beside the claim; `start` to `end` is their clause with the words that introduce it."""

    text: str
    start: int
    end: int


def rivals(text: str, language: Language) -> list[Aside]:
    """The clauses that name another explanation, in the order of the text."""
    found = sorted(_found(text, language), key=lambda each: each.start)
    return [
        each
        for at, each in enumerate(found)
        if not any(each.start < other.end for other in found[:at])
    ]


def _found(text: str, language: Language) -> Iterator[Aside]:
    for pattern in _RIVALS[language]:
        for match in pattern.finditer(text):
            words = _TAIL.sub("", match["words"].strip())
            if not (_CHANCE.fullmatch(words) or _MODERATES.match(words)):
                yield Aside(words, match.start(), match.end())


# What a test of the claim itself decides; nothing to control for.
_CHANCE = re.compile(
    r"(?:(?:an?|mere|pure|uma?|mera|mero|puro) ){0,2}"
    r"(?:chance|coincidence|luck|acaso|coincidência|sorte)"
    r"|(?:é )?(?:the opposite|the reverse|the other way a?round|o contrário|o inverso|o oposto)",
    re.I)  # fmt: skip


# Where the claim is stronger: `it's worse for the girls than the boys`.
_MODERATES = re.compile(
    r"(?:even |much |ainda |bem )?(?:worse|better|stronger|weaker|greater|smaller|pior|melhor"
    r"|mais forte|mais fraco|maior|menor)\b(?= (?:for|in|among|with|when|on|at|para|pra|entre|em"
    r"|n[ao]s?|com|quando)\b)", re.I)  # fmt: skip
_TAIL = re.compile(r"\s(?:though|tho|too|instead|maybe|perhaps|né|também|talvez)$", re.I)


def reason(text: str, language: Language, start: int) -> Aside | None:
    """The author's reason to believe the claim whose last slot ends at `start`."""
    match = _BECAUSE[language].search(text, start)
    return Aside(match["words"].strip(), match.start(), match.end()) if match else None


_MOST = 12  # sentences; a longer text is prose and is read as a whole
_MARKS = frozenset(".!?")
_STEM = 5  # letters that two forms of a word share
_SAME = 0.34  # two statements that share more of these words are one claim
_SHORT = 3  # letters of an article, or before a full stop within a sentence: `vs. urban`
_CORE = frozenset(("exposure", "outcome", "quantity", "relation"))
_OUTCOMES = frozenset(("outcome", "quantity"))
_ONCE = frozenset(("unit", "bound", "comparator", "measure", "window", "margin", "approach"))
_TOLD = frozenset(("unit", "comparator", *_CORE))
_POPULATION = frozenset(("unit", "bound"))
_POINTERS = frozenset(
    """it this that these those they them he she i we one which who
    isso isto esse essa este esta ele ela eles elas eu nós quem""".split()
)
_NAMED = re.compile(r"hypothes|hipót|hipot", re.I)
_JOINTS = frozenset("and but e mas so".split())
_CLAUSES = frozenset("that que if whether se how".split())
_COPULAS = frozenset("'m am are is as sou somos como".split())
_NEAR = 6  # words from `I` to `that`
_LABEL = 4  # words before a colon or dash: `Mock Research Question:`
_FINITE = ("V0", "V3", "VD", "VF", "AUX", "MD")
_DASHES = frozenset("—–-")
_TOLD_BEFORE = frozenset(("it", "this", "so", "isso"))  # `I don't believe it`: of another sentence
_OPINION = 0.5  # the least mean probability of `I think` that announces a claim


@dataclass(frozen=True, slots=True)
class _Sentence:
    """Words `first` to `end`, read alone; `spans` count from the text's first word.

    It is complete when it has an exposure and an outcome.
    """

    first: int
    end: int
    seen: Found
    spans: tuple[Span, ...]
    rank: int
    is_whole: bool

    def core(self, words: Words, tags: frozenset[str] = _CORE - {"relation"}) -> set[str]:
        """The first letters of the words of exposure and outcome."""
        return {
            words.lower[at][:_STEM]
            for span in self.spans
            if span.tag in tags
            for at in range(span.first, span.end)
            if len(words.lower[at]) > _SHORT
        }

    @property
    def sure(self) -> float:
        """The probability of its core."""
        core = [self.seen.sure[at - self.first] for span in self.spans if span.tag in _CORE
                for at in range(span.first, span.end)]  # fmt: skip
        return sum(core) / max(len(core), 1)


@dataclass(frozen=True, slots=True)
class Stated:
    """What is read in a text, its claim by the sentence that states it.

    `spoken` are the words of that sentence that only say who speaks, `further` the sentences that
    state other claims, `asked` what its author asks besides.
    """

    seen: Found
    spoken: range = range(0)
    further: tuple[range, ...] = ()
    asked: tuple[IndirectQuestion, ...] = ()


def stated(
    model: Model, words: Words, seen: Found, beside: Sequence[Aside], language: Language
) -> Stated:
    """The text as `seen`, or with one of its sentences read by itself."""
    bounds = list(_sentences(words))
    if len(bounds) > _MOST:
        return Stated(seen)
    bounds = [piece for each in bounds for piece in _cut(words, *each, beside)]
    asides = [at for at in range(len(words)) for a in beside if a.start <= words.starts[at] < a.end]
    heard = _heard(words, seen, language)
    asks = _asked_beside(words, seen)
    heard += [each.first for each in asks]
    labelled = any(_label(words, *each) > each[0] for each in bounds)
    if len(bounds) == 1 and not (labelled or asks or _lead(spans(seen.tags), heard, *bounds[0])):
        return Stated(seen)
    found = [_read(model, words, first, end, heard) for first, end in bounds]
    found += [
        _read(model, words, start, each.end, heard)
        for each in found
        if (start := _lead(each.spans, heard, each.first, each.end))
    ]
    own = {each.first: each for each in asks}
    found += [_read(model, words, each.first, each.end, heard) for each in asks]
    claims = [each for each in found if each.rank and each.is_whole and not
              any(each.first <= at < each.end for at in asides)]  # fmt: skip
    chosen = max(
        claims,
        key=lambda each: (each.rank, each.first in own, each.first in heard, each.sure),
        default=None,
    )  # fmt: skip
    if chosen is None and not _is_whole(words, spans(seen.tags)):
        whole = [each for each in found if each.is_whole]
        unread = _CORE.isdisjoint(span.tag for span in spans(seen.tags))
        unread &= seen.classes["design"][0] != "unknown"  # it claims something
        chosen = whole[0] if len(whole) == 1 or (whole and unread) else None
    if chosen is None:
        return Stated(seen)
    spoken = range(next(first for first, end in bounds if end >= chosen.end), chosen.first)
    further = tuple(
        range(each.first, each.end)
        for each in claims
        if not (each.first < chosen.end and chosen.first < each.end)
        and (each.first not in own or chosen.first not in own)
        and _differ(words, chosen, each)
    )
    if chosen.first not in own:
        return Stated(
            _merged(model, words, _without(seen, further), chosen, spoken), spoken, further
        )
    besides = tuple(each for each in asks if each.first != chosen.first)
    told = told_before(parsed(words), own[chosen.first])
    claimed = bool(told) and is_graded(parsed(words), told)
    further = (*further, told) if claimed else further
    gone = [*(range(each.mark, each.end) for each in besides), *([told] if claimed else [])]
    merged = _merged(model, words, _without(_none_in(seen, gone), further), chosen, spoken)
    return Stated(merged, spoken, further, besides)


def _cut(words: Words, first: int, end: int, beside: Sequence[Aside]) -> Iterator[tuple[int, int]]:
    """A sentence in two, before another explanation: `sling babies cry less, | but it may be`."""
    for aside in beside:
        at = next((k for k in range(first + 1, end) if words.starts[k] >= aside.start), end)
        while at > first + 1 and (words.lower[at - 1] in (*_JOINTS, ",")):
            at -= 1
        if first + 1 < at < end:
            yield first, at
            first = at
    yield first, end


def _asked_beside(words: Words, seen: Found) -> list[IndirectQuestion]:
    """What an author asks within a sentence, where slots were read outside it, too, or it tells or
    asks something else."""
    tree = parsed(words)
    asks = asked(tree)
    outside = (
        span.tag in _TOLD and not any(a.first <= span.first and span.end <= a.end for a in asks)
        for span in spans(seen.tags)
    )
    beside = len(asks) > 1 or any(told_before(tree, each) for each in asks)
    return asks if asks and (beside or any(outside)) else []


def _none_in(seen: Found, gone: Sequence[range]) -> Found:
    """What was read, without anything in some stretches of words."""
    tags = tuple("O" if any(at in each for each in gone) else tag
                 for at, tag in enumerate(seen.tags))  # fmt: skip
    return replace(seen, tags=tags)


def _without(seen: Found, further: Sequence[range]) -> Found:
    """What was read, without how another claim compares and measures."""
    tags = list(seen.tags)
    for span in spans(seen.tags):
        if span.tag in _ONCE - _POPULATION and any(span.first in each for each in further):
            tags[span.first : span.end] = ["O"] * (span.end - span.first)
    return replace(seen, tags=tuple(tags))


def _differ(words: Words, one: _Sentence, other: _Sentence) -> bool:
    """Whether two sentences state different claims: about other things, or equally plainly with
    another outcome."""
    told, further = one.core(words), other.core(words)
    apart = one.rank == other.rank and told.isdisjoint(other.core(words, _OUTCOMES))
    return apart or len(told & further) < _SAME * len(told | further)


def _lead(own: Sequence[Span], heard: Sequence[int], first: int, end: int) -> int:
    """Where a claim begins after its speaker's words, where slots were read in those; otherwise
    0."""
    starts = [at for at in heard if first < at < end]
    told = [at for at in starts if any(s.tag in _TOLD and first <= s.first < at for s in own)]
    return max(told, default=0)


def _heard(words: Words, seen: Found, language: Language) -> list[int]:
    """Where somebody introduces a statement: `(I teach maths and) I reckon`, `(As a nurse) I see
    that`, `(Dou aula e) desconfio que`."""
    hedges = {span.first for span in spans(seen.tags) if span.tag == "hedge"}
    tags = parts_of_speech(words, language)
    found = []
    for at in range(1, len(words)):
        speaks = _speaks(words, tags, at, language)
        follows = words.lower[at - 1] in _JOINTS
        said = follows and tags[at].startswith(("V", "N", "PRON"))  # `desconfio`, for it a noun
        if (at in hedges and (speaks or said)) or (speaks and _reports(words, tags, at)):
            found.append(at)
    return found


def _speaks(words: Words, tags: Sequence[str], at: int, language: Language) -> bool:
    if words.lower[at] in ("i", "we", "eu"):
        return True
    return language == "pt" and is_first_person(words.lower[at], tags[at])


def _reports(words: Words, tags: Sequence[str], at: int) -> bool:
    """Whether `that` follows the speaker's verb: `I have noticed that`."""
    near = range(at + 1, min(at + _NEAR, len(words)))
    end = next((k for k in near if words.lower[k] in _CLAUSES), None)
    verbs = ("V", "AUX", "MD", "ADV")
    return end is not None and all(tags[k].startswith(verbs) or len(words.lower[k]) <= _SHORT
                                   for k in range(at + 1, end))  # fmt: skip


def _is_whole(words: Words, own: Sequence[Span]) -> bool:
    tags = {span.tag for span in own}
    graded = (at for each in own if each.tag == "relation" for at in range(each.first, each.end))
    tree = parsed(words)
    shown = bool(tags & _OUTCOMES) or any(
        tree.is_degree(at) and tree.relations[at] == "xcomp" for at in graded
    )  # `made them | sharper`
    return "exposure" in tags and shown


def _sentences(words: Words) -> Iterator[tuple[int, int]]:
    """The sentences and lines of a text, each without its label."""
    start = 0
    for at, word in enumerate(words.lower):
        last = at + 1 == len(words)
        ends = last or "\n" in words.gap(at) or (word in _MARKS and _ends(words, at))
        if ends:
            yield start, at + 1
            start = at + 1


def _ends(words: Words, at: int) -> bool:
    if words.gap(at) == "":
        return False
    following = words.text[words.starts[at + 1]]
    short = at > 0 and len(words.lower[at - 1]) <= _SHORT and words.gap(at - 1) == ""
    return words.lower[at] != "." or not (short and following.islower())


def _read(model: Model, words: Words, first: int, end: int, heard: Sequence[int]) -> _Sentence:
    label = _label(words, first, end)
    named = bool(_NAMED.search(words.quote(first, label))) if label > first else False
    seen = model.read(split(words.quote(label, end)))
    own = [Span(each.tag, each.first + label, each.end + label) for each in spans(seen.tags)]
    own = [each for each in own if not _points(words, each)]
    rank = 3 if named else _rank(words, own, label, end, heard)
    return _Sentence(label, end, seen, tuple(own), rank, _is_whole(words, own))


def _label(words: Words, first: int, end: int) -> int:
    """Where a sentence begins after its label: `Hypothesis 1:`."""
    within = range(first + 1, min(first + 1 + _LABEL, end - 1))
    near = (at + 1 for at in within if words.lower[at] == ":" or _is_dash(words, at))
    return next(near, None) or _title(words, first, end)


def _title(words: Words, first: int, end: int) -> int:
    """Where a question begins behind a title that says nothing of what it names: `Native bees and
    the yield of coffee: does it ...?`; `first` without a title."""
    colon = next((at for at in range(first, end - 1) if words.lower[at] == ":"), None)
    if colon is None or words.lower[end - 1] != "?":
        return first
    tags = parsed(words).tags
    says = any(tag.startswith(_FINITE) for tag in tags[first:colon])
    chooses = tags[colon + 1] == "WH"  # `gas or induction: which is safer?`
    return first if says or chooses else colon + 1


def _is_dash(words: Words, at: int) -> bool:
    """`Customers — does ...?`, but not `self-esteem`."""
    return words.lower[at] in _DASHES and "" not in (words.gap(at - 1), words.gap(at))


def _points(words: Words, span: Span) -> bool:
    return span.tag in _CORE and _POINTERS.issuperset(words.lower[span.first : span.end])


def _rank(words: Words, own: Sequence[Span], first: int, end: int, heard: Sequence[int]) -> int:
    """How plainly a sentence announces a claim: 3 by name, 2 as an opinion or a question."""
    core = min((each.first for each in own if each.tag in _CORE), default=end)
    lead = words.quote(first, core) if core > first else ""
    if _NAMED.search(lead):
        return 3
    opinion = any(
        each.tag == "hedge"
        and each.first < core
        and each.end - each.first > 1
        and _TOLD_BEFORE.isdisjoint(words.lower[each.end - 1 : each.end + 1])
        for each in own
    )
    return 2 if opinion or first in heard or words.lower[end - 1] == "?" else 0


def _merged(model: Model, words: Words, seen: Found, chosen: _Sentence, spoken: range) -> Found:
    """The tags of the sentence, and those of the other sentences for slots that it leaves open.

    The author is asked about the unit where the sentence does not name it; other uncertain slots of
    a story are dropped.
    """
    own = {span.tag for span in chosen.spans}
    dropped = _CORE | (own & _ONCE)
    tags, sure = list(seen.tags), list(seen.sure)
    named = {word for word in words.lower[chosen.first : chosen.end] if len(word) > _SHORT}
    for span in spans(seen.tags):
        place, length = slice(span.first, span.end), span.end - span.first
        doubtful = span.tag in _ONCE - _POPULATION and not model.is_sure(seen, span)
        if span.tag in dropped or doubtful or _is_speaker(words, span):
            tags[place] = ["O"] * length
        elif span.tag in _POPULATION and not (
            span.first in spoken or named.intersection(words.lower[place])
        ):
            sure[place] = [0.0] * length
    tags[chosen.first : chosen.end] = chosen.seen.tags
    sure[chosen.first : chosen.end] = chosen.seen.sure
    ranked = {**chosen.seen.ranked, "veto": seen.ranked["veto"]}
    return replace(
        seen, tags=tuple(tags), sure=tuple(sure), ranked=ranked, size=len(chosen.seen.tags)
    )


def _is_speaker(words: Words, span: Span) -> bool:
    """Whether a unit is what the authors say they are: `I'm a bus driver`."""
    before = words.lower[max(0, span.first - 2) : span.first]
    return span.tag == "unit" and not _COPULAS.isdisjoint(before)
