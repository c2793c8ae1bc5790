"""Finds what shows a claim's effect, by the grammar of its sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.reader.span_tree import SpanTree
from hypotheses.analyst.reader.spans import OUTCOMES, Span
from hypotheses.analyst.syntax.clause import MEDIATES, SUBJECTS, is_predicate
from hypotheses.analyst.syntax.sign import is_comparative, is_turn, sign
from hypotheses.analyst.syntax.tree import ROOT, Tree

DENIALS = frozenset("not don't dont doesn't doesnt didn't didnt won't wont não nao".split())
_NOW = frozenset(("now", "agora"))


_BETTERS = lazy_regex(r"(?:(?:out|under)perform|surpass|beat)s?|(?:super|ultrapass|bat|venc)[ae]m?")
_IN_WHAT = frozenset("for at in on em no na nos nas para pra".split())


def surpassed(on: SpanTree) -> None:
    """The activity in which one outdoes another is the outcome, `flash cards beat | rereading | for
    | spelling tests`; without one, the verb alone is the outcome: `small shops | outsell | the
    large ones`."""
    tree = on.tree
    for verb in (at for at, word in enumerate(tree.words.lower) if _SURPASS.fullmatch(word)):
        thing = tree.child(verb, "obj")
        if thing is None or not tree.tags[verb].startswith("V") or thing < verb:
            continue
        first, end = on.phrase(thing)
        beside = [each for each in on.spans if not verb <= each.first < end]
        if any(each.tag in (*OUTCOMES, "comparator") for each in beside):
            continue  # `the jump exceeds that of others`
        gone = on.within(verb, end)
        where = _in_what(on, verb, thing) if _BETTERS.fullmatch(tree.words.lower[verb]) else None
        if where is None:
            on.put([Span("outcome", verb, verb + 1), Span("comparator", first, end)], gone)
            return
        case, stop = where
        gone = [*gone, *(span for span in on.within(case, stop) if span not in gone)]
        held = [span for span in gone if span.first >= stop]
        made = [Span("outcome", case + 1, stop), Span("comparator", first, case)]
        on.put([*made, *held], gone)
        return


def _in_what(on: SpanTree, verb: int, thing: int) -> tuple[int, int] | None:
    """Where the activity of a comparison stands: its preposition, and the end of its phrase before
    whom or where it is observed in."""
    tree = on.tree
    places = [span for span in on.spans if span.tag in ("unit", "bound", "window")]
    found = (*tree.children(thing, "nmod", "acl"), *tree.children(verb, "obl", "advcl"))
    for noun in sorted(found):
        case = tree.child(noun, "case", "mark")
        if case is None or noun < thing or tree.words.lower[case] not in _IN_WHAT:
            continue
        end = min([tree.extent(noun)[1], *(s.first - 1 for s in places if s.first > noun)])
        if end > case + 1 and not any(span.first <= noun < span.end for span in places):
            return case, end
    return None


def predicate(on: SpanTree) -> None:
    """What somebody does more is the outcome, if none was read: `reviews | take | longer`."""
    if on.first(*OUTCOMES) is not None:
        return
    varies = on.first("exposure")
    for verb in _verbs(on):
        degree = on.degree(verb)
        taken = any(span.tag not in ("relation", "hedge") for span in on.within(verb, verb + 1))
        said = _acts_upon(on, verb, varies) or _is_where(on, verb, varies)
        said |= _is_asked_how(on, verb, varies)
        if degree is None and not taken and said:
            gone = [span for span in on.within(verb, verb + 1) if span.tag == "relation"]
            on.put([Span("outcome", verb, verb + 1)], gone)
            return
        if degree is None or degree == verb:
            continue
        if varies is not None and verb not in on.near(varies):
            continue
        if degree in on.tree.children(verb, "xcomp") and on.tree.children(verb, "obj"):
            on.put([Span("outcome", degree, degree + 1)], on.within(degree, degree + 1))
            return  # `made my team | slower`
        if taken:
            continue
        gone = [span for span in on.within(verb, verb + 1) if span.tag == "relation"]
        rest = [Span("relation", degree, degree + 1)]
        on.put([Span("outcome", verb, verb + 1), *rest], [*gone, *on.within(degree, degree + 1)])
        return


def inclined(on: SpanTree) -> None:
    """What somebody is likelier to do is the outcome, and not how likely it is: `women are | more
    likely | than | men | to | vote early`. It takes the place of what was cut out of that."""
    found = next(_inclinations(on.tree), None)
    if found is None:
        return
    degree, adjective, does, other = found
    read = on.first(*OUTCOMES)
    end = max(does.stop, other.stop) if other else does.stop
    inside = on.within(adjective, end)
    cut = read is None or adjective <= read.first < does.start
    torn = (each for each in inside if each.tag in ("exposure", "comparator"))
    if not cut and not any(each.first <= does.start < each.end for each in torn):
        return
    gone = [each for each in on.spans if each in inside or each == read
            or (each.tag == "relation" and each.first < adjective)]  # fmt: skip
    made = [Span("relation", degree, adjective + 1), Span("outcome", does.start, does.stop)]
    when = None if other else _when(on.tree, does)
    if other:
        made.append(Span("comparator", other.start, other.stop))
    elif when is not None and all(each in gone for each in on.spans if each.tag == "exposure"):
        made[1:] = [Span("outcome", does.start, when), Span("exposure", when, does.stop)]
    on.put(made, gone)
    subject = on.tree.child(adjective, *SUBJECTS)
    if other and subject is not None and on.first("exposure") is None:
        first, until = on.phrase(subject)
        on.put([Span("exposure", first, until)], on.within(first, until))


def _inclinations(tree: Tree) -> Iterator[tuple[int, int, range, range | None]]:
    """Where a subject is more or less inclined to do something: the word of degree, the adjective,
    the words of what it does, and of whom it is compared with."""
    lower = tree.words.lower
    for adjective, tag in enumerate(tree.tags):
        does = tree.child(adjective, "xcomp", "advcl")
        if not tag.startswith("J") or does is None or tree.child(adjective, "cop") is None:
            continue
        near = (*tree.children(adjective, "advmod"), adjective)
        degree = next((at for at in near if is_comparative(lower[at]) or tree.is_degree(at)), None)
        mark = tree.child(does, "mark")
        subject = tree.child(adjective, *SUBJECTS)
        if degree is None or mark is None or subject is None or not adjective < mark < does:
            continue
        if lower[mark] not in _TO:
            continue  # `better than | buy and hold`
        end = tree.extent(does)[1]
        while end > does + 1 and tree.tags[end - 1] == "PUNCT":
            end -= 1
        other = _other_side(tree, adjective, does)
        if other and other[0] > does:
            end = min(end, other[0])
        yield degree, adjective, range(does, end), range(*other[1:]) if other else None


def _other_side(tree: Tree, adjective: int, does: int) -> tuple[int, int, int] | None:
    """Where `than` stands, and the words behind it, without an article."""
    for at in (*tree.children(adjective, "obl"), *tree.children(does, "obl")):
        first, until = tree.extent(at)
        if at < adjective or tree.words.lower[first] not in _THAN:
            continue
        start = first + 1
        while start < until - 1 and tree.tags[start].startswith(("D.", "DET", "WH", "PPRON")):
            start += 1
        return first, start, until
    return None


_TO = frozenset("to a de em para".split())
_THAN = frozenset("than do que".split())


def _when(tree: Tree, does: range) -> int | None:
    """Where the words begin, at the end of what is done, that say when or where: `smile | when the
    boss walks by`."""
    for at in range(does.start + 1, does.stop):
        first, end = tree.extent(at)
        told = at in tree.children(does.start, "obl", "advmod", "advcl") and first > does.start
        if told and end == does.stop and tree.words.lower[first] in _WHEN_OR_WHERE:
            return first
    return None


_WHEN_OR_WHERE = frozenset(
    """in on at during after before when while later early in na no nas nos em durante depois antes
    quando""".split()
)


def numbered(on: SpanTree) -> None:
    """The object of a verb with a degree is what is counted, where only the verb was read: `posters
    stop | more | passers-by`."""
    tree = on.tree
    for span in [each for each in on.spans if each.tag in OUTCOMES and each.end - each.first == 1]:
        verb = span.first
        thing = tree.child(verb, "obj")
        degree = tree.words.lower[span.end : span.end + 1]
        if thing != verb + 2 or not any(map(is_comparative, degree)) or tree.tags[verb][0] != "V":
            continue
        inside = on.within(thing, thing + 1)
        if tree.tags[thing][0] == "N" and all(each.tag == "unit" for each in inside):
            on.put([Span("outcome", verb, thing + 1)], [span, *on.within(verb, thing + 1)])
            return


def outdoes(tree: Tree, span: Span) -> bool:
    """Whether a span is the verb of outdoing, or the one that is outdone."""
    verb = span.first if span.tag in OUTCOMES else tree.heads[tree.top(span.first, span.end)]
    return verb >= 0 and _SURPASS.fullmatch(tree.words.lower[verb]) is not None and (
        tree.child(verb, "obj") is not None)  # fmt: skip


_SURPASS = lazy_regex(
    r"(?:out(?:perform|last|sell|live|grow|pace|score|do|run)|underperform|surpass|beat)s?"
    r"|(?:outliv|outpac|outscor)es|outdoes|(?:super|ultrapass|bat|venc)[ae]m?"
)


def _acts_upon(on: SpanTree, verb: int, varies: Span | None) -> bool:
    """Whether the unit does to the exposure what the verb says, and nothing else is said to change:
    `bats | avoid | bridges with lamps`."""
    unit = on.first("unit")
    if unit is None or varies is None or is_turn(on.tree.words.lower[verb]):
        return False
    subjects = on.tree.children(verb, "nsubj")
    objects = on.tree.children(verb, "obj", "obl")
    return on.top(unit) in subjects and on.top(varies) in objects


def _is_where(on: SpanTree, verb: int, varies: Span | None) -> bool:
    """Whether the exposure is the clause that says when or where something happens: `names survive
    | mostly | where the land was poor`."""
    if varies is None or is_turn(on.tree.words.lower[verb]):
        return False
    return any(
        on.top(varies) in set(on.tree.below(at)) and verb < varies.first
        for at in on.tree.children(verb, "advcl")
    )


def _is_asked_how(on: SpanTree, verb: int, varies: Span | None) -> bool:
    """Whether the question is how somebody does what a verb says: `how did settlers | live |
    there`."""
    unit, tree = on.first("unit"), on.tree
    asked = any(tree.words.lower[at] in ("how", "como") for at in tree.children(verb, "advmod"))
    return asked and varies is None and unit is not None and on.top(unit) in tree.children(verb)


def counted(on: SpanTree) -> None:
    """What counted persons do is the outcome as a whole, and a time within the subject describes
    who they are: `what share of the people who sign up | in January | are | still coming`."""
    tree, unit = on.tree, on.first("unit")
    if unit is None or on.first("comparator") is not None:
        return
    (*_, root) = tree.above(on.top(unit))
    if COUNTING.isdisjoint(tree.words.lower[tree.extent(root)[0] : unit.first]):
        return
    verb = tree.heads[on.top(unit)]
    while verb != ROOT and not is_predicate(tree, verb):
        verb = tree.heads[verb]
    subject = tree.child(verb, *SUBJECTS) if verb != ROOT else None
    varies = on.first("exposure")
    if subject is None or subject > verb or (varies is not None and varies.first < verb):
        return
    _, until = tree.extent(subject)
    inner = [each for each in on.spans if each.tag in ("bound", "window") and each.end <= until]
    if len(inner) > 1 and unit.end <= inner[0].first:
        on.put([Span("bound", inner[0].first, inner[-1].end)], inner)
    shown = [each for each in on.spans if each.tag in OUTCOMES]
    whole = _predicate(on, verb, until)
    if varies is None and any(each.first <= verb for each in shown):
        return
    if whole is not None and all(whole[0] <= each.first and each.end <= whole[1] for each in shown):
        on.put([Span("outcome", *whole)], [*shown, *on.within(*whole)])


def _predicate(on: SpanTree, verb: int, start: int) -> tuple[int, int] | None:
    """The words of a verb with its complements, up to another part of the claim."""
    tree = on.tree
    end = tree.extent(verb)[1]
    own = (*OUTCOMES, "relation", "exposure")
    other = [s.first for s in on.spans if s.tag not in own and s.first > verb]
    end = min([end, *other])
    while end > verb + 1 and tree.tags[end - 1].startswith(("PUNCT", "CC")):
        end -= 1
    loose = [at for at in tree.children(verb, "advmod") if start <= at < verb]
    first = min(loose) if loose and on.tree.tags[verb] == "VG" else verb  # `are still coming`
    return (first, end) if first < end else None


def _who_is_counted(tree: Tree, subject: int) -> int:
    """The owner of a quantity that is the subject: `so many of | my customers`."""
    those = tree.child(subject, "nmod")
    counts = not tree.tags[subject].startswith("N") and those is not None
    return those if counts and those is not None else subject


def mediated(tree: Tree, spans: Sequence[Span]) -> list[Span]:
    """A mediator or moderator is a condition of the relation: `trust mediates the effect of praise
    on effort`."""
    parts = mediation(tree)
    if not parts:
        return list(spans)
    kept = [each for each in spans if each.tag in ("unit", "bound", "window", "relation", "hedge")]
    kept = [each for each in kept if not any(part.first == each.first for part in parts)]
    kept = [each for each in kept if each.tag in ("relation", "hedge") or not any(
        part.first <= each.first and each.end <= part.end for part in parts)]  # fmt: skip
    return sorted((*kept, *parts), key=lambda each: each.first)


def mediation(tree: Tree) -> list[Span]:
    """The mediator or moderator, the exposure and the outcome of a sentence with `mediates` or `is
    moderated by`; nothing where they stand in another order."""
    on = SpanTree(tree, [])
    for verb, word in enumerate(tree.words.lower):
        if not MEDIATES.fullmatch(word) or not tree.tags[verb].startswith("V"):
            continue
        passive = tree.child(verb, "nsubj:pass")
        link = passive if passive is not None else tree.child(verb, "obj")
        by = [at for at in tree.children(verb, "obl") if at > verb]
        between = next(iter(by), None) if passive is not None else tree.child(verb, "nsubj")
        if link is None or between is None or tree.words.lower[link] not in _LINKS:
            continue
        ends = [at for at in tree.children(link, "nmod") if at > link]
        ends += [at for one in ends[:1] for at in tree.children(one, "conj")]
        ends += [at for one in ends[:1] for at in tree.children(one, "nmod") if
                 tree.words.lower[tree.extent(at)[0]] in _UPON]  # fmt: skip
        if len(ends) > 1:
            lies = _named(on, between) if passive is not None else tree.extent(between)
            places = (lies, *(_named(on, at) for at in sorted(ends)[:2]))
            tags = ("qualifier", "exposure", "outcome")
            return [Span(tag, *place) for tag, place in zip(tags, places, strict=True)]
    return []


def _named(on: SpanTree, noun: int) -> tuple[int, int]:
    """A noun with the words before it, and its owner: `perceived autonomy`, `apoio da coordenação`,
    but without a place: `autonomy | in teachers`."""
    tree = on.tree
    first, end = on.phrase(noun)
    while first < noun and tree.relations[first] in ("case", "det"):
        first += 1
    for at in tree.children(noun, "nmod"):
        lead = tree.words.lower[tree.extent(at)[0]]
        if at > noun and lead not in _OF:
            end = min(end, tree.extent(at)[0])
    joined = (tree.extent(at)[0] for at in tree.children(noun, "conj"))
    end = min((end, *(at for at in joined if at > noun)))
    return first, end


_UPON = frozenset("on over upon sobre em no na nos nas".split())
_OF = frozenset("of to from with about de do da dos das com".split())
_LINKS = frozenset(
    """relationship relationships relation relations association associations link links effect
    effects impact influence correlation relação relações associação associações vínculo elo efeito
    efeitos impacto influência correlação ligação""".split()
)


def _asks_why(tree: Tree) -> int | None:
    """The fact whose reason is sought: the verb of a text that opens with `why`."""
    lower = tree.words.lower
    if lower[:1] and (lower[0] in _WHY or lower[:2] in _WHY_PT):
        (*_, root) = tree.above(0)
        return root
    return None


def settled(tree: Tree, span: Span) -> bool:
    """Whether the form of the sentence alone determines the tag of a span."""
    verb = _asks_why(tree)
    if verb is None and not COUNTING.isdisjoint(tree.words.lower[:_NEAR]):
        (*_, verb) = tree.above(0)  # `how many people | are | still here`
    if verb is None and not _OFTEN.isdisjoint(tree.words.lower[:_NEAR]):
        (*_, verb) = tree.above(0)  # `how often does it | rain`
    asked = span.tag in OUTCOMES and verb is not None and span.first <= verb < span.end
    asked |= span in mediation(tree)
    why = _asks_why(tree)
    subject = tree.child(why, *SUBJECTS) if why is not None else None
    if subject is not None and span.tag == "unit":
        asked |= span.first <= _who_is_counted(tree, subject) < span.end
    if span.tag in ("comparator", *OUTCOMES):
        asked |= any(
            part is not None and part.start == span.first and span.end <= part.stop
            for each in _inclinations(tree)
            for part in each[2:]
        )
    return asked or (span.tag in ("comparator", *OUTCOMES) and outdoes(tree, span))


_WHY = frozenset(("why", "pq", "porque"))
_OFTEN = frozenset("often frequently frequência vezes".split())
_WHY_PT = (("por", "que"), ("por", "quê"))
_HAVING = frozenset("get gets got have has had".split())
COUNTING = frozenset(
    """share proportion percentage percent fraction many proporção porcentagem percentual fração
    parcela quantos quantas half majority metade maioria""".split()
)


def _verbs(on: SpanTree) -> list[int]:
    tree = on.tree
    return [
        at
        for at in range(len(tree.heads))
        if tree.tags[at].startswith("V")
        and tree.relations[at] in ("root", "ccomp")
        and tree.children(at, *SUBJECTS)
    ]


def trimmed(on: SpanTree) -> None:
    """A noun's span without a part of the verb at its end: `bring the | speed | back up`."""
    tree = on.tree
    made = []
    for span in on.spans:
        end = span.end
        if span.tag in OUTCOMES and span.end - span.first > 1:
            top = on.top(span)
            noun = tree.tags[top].startswith("N") and not is_predicate(tree, top)
            below = set(tree.below(top))
            while (
                noun
                and end - 1 > top
                and end - 1 not in below
                and (tree.relations[end - 1] in ("advmod", "compound:prt"))
            ):
                end -= 1
        if span.tag in OUTCOMES and end - span.first > 1 and tree.words.lower[end - 1] in _NOW:
            end -= 1  # `pay a week later | now`
        first = span.first
        while span.tag in OUTCOMES and end - first > 1 and tree.words.lower[first] in DENIALS:
            first += 1  # `| dont | wake you up`
        part = span.tag in ("exposure", "comparator", "unit", *OUTCOMES)
        while part and end - first > 1 and tree.words.lower[end - 1] in _JOINTS:
            end -= 1  # `in the middle of the corridor | and`
        quotes = tree.words.lower[first:end].count('"')
        if quotes % 2 and first and tree.words.lower[first - 1] == '"':
            first -= 1
        made.append(replace(span, first=first, end=end))
    on.spans = made


_JOINTS = frozenset("and or e ou".split())
_NO = frozenset(("no", "not", "não", "nem"))


def result(on: SpanTree) -> None:
    """What somebody or something becomes is a part of the outcome: `get | worse`, `sai | mais
    mole`."""
    tree = on.tree
    for span in [each for each in on.spans if each.tag in OUTCOMES]:
        verb = on.top(span)
        made = next((at for at in tree.children(verb, "xcomp") if at >= span.end), None)
        if made is None or not tree.tags[verb].startswith("V") or tree.children(verb, "obj"):
            continue
        between = on.within(span.end, made + 1)
        said = tree.tags[made].startswith(("J", "ADV", "RC")) and not tree.children(made, "mark")
        said &= _NO.isdisjoint(tree.words.lower[span.end : made])  # `grew | no worse`
        near = set(range(span.end, made + 1)) <= set(tree.below(made))
        if said and near and all(each.tag == "relation" for each in between):
            on.put([replace(span, end=made + 1)], [span, *between])
            return
    _become(on)


def _become(on: SpanTree) -> None:
    """The verb of becoming, where only its complement was read: `acorda mais | irritada`."""
    tree = on.tree
    for span in [each for each in on.spans if each.tag in OUTCOMES]:
        top = on.top(span)
        verb = tree.heads[top]
        comes = tree.relations[top] == "xcomp" and tree.tags[top].startswith("J")
        if not comes or verb >= span.first or not tree.tags[verb].startswith("V"):
            continue
        if tree.words.lower[verb] in _HAVING:
            continue  # `get less | blight`, for the parser an adjective
        between = on.within(verb, span.first)
        near = set(range(verb + 1, span.first)) <= set(tree.below(top))
        near &= not any(tree.tags[at].startswith("N") for at in range(verb + 1, span.first))
        if near and not tree.children(verb, "obj") and all(s.tag == "relation" for s in between):
            on.put([replace(span, first=verb)], [span, *between])
            return


def event(on: SpanTree) -> None:
    """An event without more or less of it: `the phones | went mad`."""
    tree = on.tree
    shown = [each for each in on.spans if each.tag in OUTCOMES]
    for span in shown if len(shown) == 1 else ():
        told = next((each for each in on.spans if each.first == span.end), None)
        if told is None or told.tag != "relation":
            continue
        said = tree.words.lower[told.first : told.end]
        verb = on.top(told)
        happens = tree.tags[verb].startswith("V") and sign(" ".join(said)) == "unspecified"
        subject = on.top(span) in tree.children(verb, "nsubj") and not tree.children(verb, "obj")
        if happens and subject and not any(map(is_turn, said)) and on.degree(verb) is None:
            on.put([Span("outcome", span.first, told.end)], [span, told])
            return


_NEAR = 3  # words
