"""Finds what a text claims to be related: the independent and the dependent variable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hypotheses.analyst.lexicon.matcher import Cue
from hypotheses.analyst.reading import Reading, Span

OF = frozenset("of de do da dos das".split())
ON = frozenset("on upon sobre over regarding".split())
IN = frozenset(
    "in to for em no na nos nas para at ao aos a nesse among within against contra".split()
)
AND = frozenset("and e with com x vs versus y &".split())
BETWEEN = frozenset("between entre among".split())
DETERMINERS = frozenset(
    "the a an of in no any its their this that some o um uma do da de no na os ao seu sua uns nenhum".split()
)
_PREPOSITIONS = frozenset("on upon for with by from per sobre com por pelo pela para".split())
_HEADING = 3  # a heading of fewer content words names nothing that is done
BE = frozenset("is are was were be been being é sao foi foram ser seja sejam".split())


@dataclass(frozen=True, slots=True)
class Relation:
    """Spans of the two variables (either may be None) and the tokens that relate them."""

    form: str
    independent: Span | None
    dependent: Span | None
    at: Span


def relations(reading: Reading) -> Iterator[Relation]:
    """All candidate relations, the surer forms of a sentence first."""
    for sentence in reading.sentences():
        yield from _paired(reading, sentence)
        yield from _passive(reading, sentence)
        yield from _effect_of(reading, sentence)
        yield from _conditional(reading, sentence)
        yield from _verbal(reading, sentence)
        yield from _comparative(reading, sentence)
        yield from _changing(reading, sentence)
        yield from _versus(reading, sentence)
        yield from _joined(reading, sentence)
    yield from _listed_outcome(reading)


def _first(reading: Reading, words: frozenset[str], span: Span) -> int | None:
    start, end = span[0], min(span[1], reading.size)
    return next((i for i in range(start, end) if reading.keys[i] in words), None)


def _clause_end(reading: Reading, start: int, end: int) -> int:
    """Where the phrase that starts at `start` stops: at how it is measured, compared or timed."""
    stops = [
        cue.start
        for cue in reading.all("measured_by", "comparators", "conditionals", "passive_relations")
        if start < cue.start < end and reading.keys[cue.start] not in ("controle", "control", "as")
    ]
    return min(stops, default=end)


def _clause_start(reading: Reading, start: int, end: int) -> int:
    """Where the phrase that ends at `end` begins: after `that`, `whether`, or the last comma."""
    begin = start
    for cue in reading.inside("claim_openers", (start, end)):
        if reading.has_content((cue.end, end)):
            begin = cue.end
    for index in range(begin, end):
        if reading.keys[index] in (",", ":") and reading.has_content((index + 1, end)):
            begin = index + 1
    return begin


def _paired(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`relationship between A and B`, `difference in B between A1 and A2`."""
    for cue in reading.inside("pair_nouns", sentence):
        end = _clause_end(reading, cue.end, sentence[1])
        between = _first(reading, BETWEEN, (cue.end, end))
        if between is not None and between > cue.end and reading.has_content((cue.end, between)):
            yield Relation("difference", (between + 1, end), (cue.end, between), cue[:2])
            continue
        opened = between if between is not None else _first(reading, OF, (cue.end, cue.end + 2))
        if opened is None or opened >= end:
            continue
        joined = _first(reading, AND, (opened + 2, end))
        if joined is not None:
            stop = _population_start(reading, joined + 1, end)
            yield Relation("pair", (opened + 1, joined), (joined + 1, stop), cue[:2])


def _population_start(reading: Reading, start: int, end: int) -> int:
    """Where `in <unit>` begins after a first phrase, or the end."""
    for index in range(start + 1, end - 1):
        if reading.keys[index] in IN and any(
            reading.starting("units", place) for place in range(index + 1, min(index + 4, end))
        ):
            return index
    return end


def _effect_of(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`effect of A on B`, `A has an effect on B`, `efficacy of A in B`."""
    for cue in reading.inside("effect_nouns", sentence):
        if cue.end >= sentence[1]:
            continue
        end = _clause_end(reading, cue.end, sentence[1])
        follow = reading.keys[cue.end]
        if follow in OF:
            turn = _turn(reading, (cue.end + 2, end)) or _first(
                reading, ON, (cue.end + 2, sentence[1])
            )
            if turn is None:
                yield Relation("effect", (cue.end + 1, end), None, cue[:2])
            else:
                stop = _population_start(reading, turn + 1, max(end, sentence[1]))
                yield Relation("effect", (cue.end + 1, turn), (turn + 1, stop), cue[:2])
        elif follow in ON or follow in IN:
            start = _clause_start(reading, sentence[0], cue.start)
            stop = _population_start(reading, cue.end + 1, end)
            yield Relation("effect", (start, cue.start), (cue.end + 1, stop), cue[:2])


def _turn(reading: Reading, span: Span) -> int | None:
    """The preposition at which `effect of A ON B` turns to B."""
    sure = _first(reading, ON, span)
    if sure is not None:
        return sure
    for index in range(*span):
        if reading.keys[index] in IN and not _opens_population(reading, index + 1, span[1]):
            return index
    return None


def _opens_population(reading: Reading, start: int, end: int) -> bool:
    return any(reading.starting("units", place) for place in range(start, min(start + 3, end)))


def _passive(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`A is associated with B`."""
    for cue in reading.inside("passive_relations", sentence):
        start = _clause_start(reading, sentence[0], cue.start)
        end = _clause_end(reading, cue.end, sentence[1])
        stop = _population_start(reading, cue.end, end)
        yield Relation("associated", (start, cue.start), (cue.end, stop), cue[:2])


def _conditional(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`when A, B rises`; `the more A, the less B`; `B rises when A`."""
    for cue in reading.inside("conditionals", sentence):
        comma = _first(reading, frozenset(","), (cue.end, sentence[1]))
        if comma is not None and reading.has_content((cue.end, comma)):
            stop = _clause_end(reading, comma + 1, sentence[1])
            yield Relation("conditional", (cue.end, comma), (comma + 1, stop), cue[:2])
        elif cue.start > sentence[0] and len(reading.keys[cue.start]) > 2:
            left = (_clause_start(reading, sentence[0], cue.start), cue.start)
            if _changes(reading, left):
                yield Relation("conditional", (cue.end, sentence[1]), left, cue[:2])


def _changes(reading: Reading, span: Span) -> bool:
    return any(
        reading.inside(category, span)
        for category in ("verb_up", "verb_down", "verb_change", "more", "less", "participle_up")
    )


def is_noun(reading: Reading, cue: Cue) -> bool:
    """Whether a word that may be a verb stands as a noun: `the increase of`, `a melhora`."""
    before = reading.keys[cue.start - 1] if cue.start > 0 else ""
    after = reading.keys[cue.end] if cue.end < reading.size else ""
    if reading.words.folds[cue.start].endswith(("ing", "ndo")):
        return before not in BE and before not in ("estao", "esta", "been")
    return (
        before in DETERMINERS
        or before in _PREPOSITIONS
        or (after in OF and before not in BE)
        or before == ""
    )


def _verbal(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`A reduces B`, `B falls after A`, `B was reduced by A`."""
    for cue in reading.all("verb_up", "verb_down", "verb_change", "verb_beat", "verb_equal"):
        if not sentence[0] <= cue.start < sentence[1] or is_noun(reading, cue):
            continue
        left = (_clause_start(reading, sentence[0], cue.start), cue.start)
        end = _clause_end(reading, cue.end, sentence[1])
        adjunct = _adjunct(reading, (cue.end, end))
        obj = (cue.end, adjunct if adjunct is not None else end)
        if reading.has_content(obj):
            stop = _population_start(reading, cue.end, end)
            yield Relation("verb", left, (cue.end, max(stop, obj[0] + 1)), cue[:2])
        elif adjunct is not None:
            yield Relation("intransitive", (adjunct, sentence[1]), left, cue[:2])
        else:
            yield Relation(
                "intransitive", _other_clause(reading, sentence, left, end), left, cue[:2]
            )


def _other_clause(reading: Reading, sentence: Span, left: Span, end: int) -> Span | None:
    """What else the sentence holds beside `B rises`: before it (`after A, B rises`) or behind it."""
    if reading.has_content((sentence[0], left[0])):
        return sentence[0], left[0]
    if reading.has_content((end, sentence[1])):
        return end, sentence[1]
    return None


def _adjunct(reading: Reading, span: Span) -> int | None:
    """The first word of an adjunct in a span: `increases NEAR the end of the sprint`."""
    starts = [cue.start for cue in reading.inside("adjuncts", span)]
    starts = [s for s in starts if reading.keys[s] not in OF or s == span[0]]
    return min(starts, default=None)


def _comparative(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`A is faster`, `A has lower B than C`, `B is higher in A than in C`."""
    for cue in reading.all("more", "less", "equivalence"):
        if not sentence[0] <= cue.start < sentence[1] or _counts(reading, cue):
            continue
        left = (_clause_start(reading, sentence[0], cue.start), cue.start)
        end = _clause_end(reading, cue.end, sentence[1])
        adjunct = _adjunct(reading, (cue.end, end))
        named = (cue.end, adjunct if adjunct is not None else end)
        if reading.has_content(named):
            yield Relation("comparative", left, (cue.start, named[1]), cue[:2])
        elif adjunct is not None and reading.has_content((adjunct, sentence[1])):
            yield Relation("comparative", (adjunct, sentence[1]), left, cue[:2])
        elif end < sentence[1] and len(_nouns(reading, left)) > 1:
            yield Relation("comparative", left, (left[0], cue.end), cue[:2])
        else:
            yield Relation("comparative", left, (cue.start, cue.end), cue[:2])


def _counts(reading: Reading, cue: Cue) -> bool:
    """`more than a thousand stars`: a count, not a comparison."""
    ahead = range(cue.end, min(reading.size, cue.end + 3))
    halves = [place for place in ahead if reading.keys[place] in ("than", "que", "de", "do")]
    return bool(halves) and any(reading.is_number(place) for place in ahead if place > halves[0])


def _nouns(reading: Reading, span: Span) -> list[int]:
    return [index for index in range(*span) if reading.is_content(index)]


def _changing(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`reduction of B with A`, `increase in B after A`, `Improving B after A`.

    An outcome listed behind a heading takes its independent variable from the heading.
    """
    for cue in reading.all("change_up_nouns", "change_down_nouns", "verb_up", "verb_down"):
        if not sentence[0] <= cue.start < sentence[1] or cue.end >= sentence[1]:
            continue
        noun = reading.keys[cue.end] in OF | IN
        if not noun and not _opens_outcome(reading, cue, sentence):
            continue
        end = _clause_end(reading, cue.end, sentence[1])
        adjunct = _adjunct(reading, (cue.end + 2, end))
        dependent = (cue.end + noun, adjunct if adjunct is not None else end)
        heading = reading.sentence_span(0) if sentence[0] > 0 else None
        choices = ((sentence[0], cue.start), (adjunct, sentence[1]) if adjunct else None, heading)
        independent = next((c for c in choices if c and _says(reading, c)), None)
        yield Relation("change", independent, dependent, cue[:2])


def _opens_outcome(reading: Reading, cue: Cue, sentence: Span) -> bool:
    """`Reduced pain`, `Improving adherence` at the start of a sentence or behind a colon."""
    folded = reading.words.folds[cue.start]
    first = cue.start == sentence[0] or reading.keys[cue.start - 1] in (":", "an", "a", "find")
    return first and folded.endswith(("ing", "ed", "ndo"))


def _says(reading: Reading, span: Span) -> bool:
    """Whether a span holds more than `expected outcome` and the like."""
    said = [i for i in range(*span) if reading.is_content(i)]
    return any(reading.starting("outcome_words", i) is None for i in said)


def _versus(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """A heading such as `B of A1 versus A2`, `comparison of A1 and A2: B`."""
    for index in range(sentence[0] + 2, sentence[1] - 1):
        if reading.keys[index] not in ("versus", "vs"):
            continue
        turn = _first(reading, OF | IN | frozenset(("with", "com")), (sentence[0] + 1, index))
        if turn is not None:
            at = (index, index + 1)
            yield Relation("difference", (turn + 1, sentence[1]), (sentence[0], turn), at)


def _listed_outcome(reading: Reading) -> Iterator[Relation]:
    """A heading that names what is done, and a later sentence that names what is measured."""
    heading = reading.sentence_span(0) if reading.size else (0, 0)
    if sum(reading.is_content(i) for i in range(*heading)) < _HEADING:
        return
    for cue in reading.all("measured_by", "outcome_words"):
        if cue.start < heading[1]:
            continue
        sentence = reading.sentence_span(cue.start)
        named = [c for kind in ("constructs", "measures") for c in reading.inside(kind, sentence)]
        if named:
            yield Relation("listed", heading, named[0][:2], cue[:2])


def _joined(reading: Reading, sentence: Span) -> Iterator[Relation]:
    """`A and B are linked`, `A and B: is there an association?`."""
    ends = [
        cue
        for cue in reading.all("pair_nouns", "participle_change")
        if sentence[0] < cue.start < sentence[1] and cue.end >= sentence[1] - 3
    ]
    joined = _first(reading, AND - {"com", "with"}, (sentence[0] + 1, sentence[1]))
    if joined is None:
        return
    for cue in ends:
        if joined < cue.start:
            stop = _first(reading, frozenset(":") | BE, (joined + 1, cue.start)) or cue.start
            yield Relation("pair", (sentence[0], joined), (joined + 1, stop), cue[:2])
