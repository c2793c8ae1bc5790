"""The comparison that the tree of a sentence gives: the other option that the sentence names, the
time before an event, or the clause denied."""

from __future__ import annotations

from collections.abc import Sequence

from hypotheses.analyst.proposals.denials import denied_clause
from hypotheses.analyst.proposals.nouns import is_plural, plural
from hypotheses.analyst.proposals.sentences import Place, noun_phrase, place_of
from hypotheses.analyst.proposals.stems import lowered
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.clause import AUXILIARIES, SUBJECTS, clause_of
from hypotheses.analyst.syntax.tagging.tagger import Token
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.analyst.writer.portuguese import infinitive_of_past
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import Language

_OR = frozenset(("or", "ou"))
# `instead of B`, `rather than B`, `em vez de B`, `A vs B`, with the words that may precede them.
_AGAINST = frozenset(("instead", "rather", "vs", "versus", "vez", "invés", "lugar"))
_FIXED = frozenset("of than de do da em ao no x .".split())
_EVENTS = frozenset("since after desde depois após".split())
_LEADS = frozenset("when whenever where if while quando se onde enquanto".split())


def other_option(claim: Claim, source: str) -> str | None:
    """The option that the sentence itself contrasts with the exposure: `oat milk`, `overhead`."""
    place = place_of(claim.exposure, source)
    if place is None:
        return None
    tree = place.tree
    inner = set(tree.below(clause_of(tree, place.top))) | set(range(place.first, place.end))
    for at in sorted(inner):
        small = _lead(tree, at)
        if not _AGAINST.isdisjoint(tree.words.lower[each] for each in small):
            return _without(tree, at, small)
        joint = tree.child(at, "cc")
        either = joint is not None and tree.words.lower[joint] in _OR
        if either and tree.relations[at] == "conj" and _is_option(claim, place, at):
            return _without(tree, at, [joint] if joint is not None else [])
    return None


def _lead(tree: Tree, word: int) -> list[int]:
    """The small words before a word that say how it is joined: `instead of`."""
    direct = tree.children(word, "case", "mark", "cc", "advmod")
    found = [each for at in direct if at < word for each in tree.below(at)]
    lower = tree.words.lower
    return [at for at in found if lower[at] != "vez" or lower[max(at - 1, 0)] == "em"]


def _is_option(claim: Claim, place: Place, word: int) -> bool:
    """Whether a word after `or` is the second of two options: no reason, and neither an example of
    what varies nor a part of what describes it: `those | who smoke or drink`."""
    tree, first = place.tree, place.tree.heads[word]
    if first != place.top or tree.relations[first] == "acl:relcl":
        return False
    compared = claim.design in ("comparative", "unknown") or claim.direction == "difference"
    return compared and tree.child(word, "mark") is None


def _without(tree: Tree, word: int, small: Sequence[int]) -> str | None:
    """The words that depend on a word, without the small ones that lead to it, where they are
    contiguous."""
    left = sorted(set(tree.below(word)) - set(small))
    while left and (tree.words.lower[left[0]] in _FIXED or tree.tags[left[0]] == "PUNCT"):
        left = left[1:]
    while left and tree.tags[left[-1]] == "PUNCT":
        left = left[:-1]
    told = any(tree.words.lower[at][0].isalpha() for at in left)  # `14 vs 5`: both are counts
    if not told or left != list(range(left[0], left[-1] + 1)):
        return None
    return tree.quote(left[0], left[-1] + 1)


def is_event(claim: Claim, source: str) -> bool:
    """Whether the exposure is an event, so that the comparison is the time before it.

    That is a clause after `since` or `after` (`since our school banned phones`), or a noun there
    whose clause tells what changed: `the bill fell after the roof's repair`.
    """
    place = place_of(claim.exposure, source)
    if place is None:
        return False
    tree, top = place.tree, place.top
    if _follows_event(place):
        return True
    marks = {tree.words.lower[at] for at in _joints(tree, top) if at <= top}
    if _EVENTS.isdisjoint(marks):
        return False
    if tree.relations[top] == "advcl":
        return True
    return tree.tags[top].startswith("N") and _is_told(tree, clause_of(tree, top))


def _follows_event(place: Place) -> bool:
    """Whether a clause with its own verb stands directly behind `after`: `depois que | abriu`."""
    tree, first = place.tree, place.first
    leads = tree.words.lower[max(0, first - 2) : first]
    led = leads[-1:] in _AFTER or leads in _AFTER
    return led and any(tree.tags[at].startswith(("VF", "VD")) for at in range(first, place.end))


_AFTER = (("since",), ("after",), ("depois", "que"), ("desde", "que"))


def _joints(tree: Tree, word: int) -> list[int]:
    """The words that join a word to its clause; for `depois da reforma` the adverb above it."""
    found = list(tree.children(word, "mark", "case"))
    above = tree.heads[word]
    if above >= 0 and tree.relations[above] == "advmod":
        found.append(above)
    return found


def _is_told(tree: Tree, verb: int) -> bool:
    """Whether a clause reports an event: its verb is in the past."""
    return any(
        (tree.tags[at] in ("VD", "VN") and (tree.words.lower[at].endswith("ed")
                                            or english.is_past(tree.words.lower[at])))
        or (tree.tags[at].startswith("VF") and bool(infinitive_of_past(tree.words.lower[at])))
        for at in (verb, *tree.children(verb, *AUXILIARIES))
    )  # fmt: skip


# What is there where the thing that an exposure says to be missing is not missing.
_MISSING: dict[str, str] = {
    "lack": "enough", "shortage": "enough", "absence": "the presence of",
    "falta": "a presença", "ausência": "a presença", "carência": "a presença",
}  # fmt: skip


def not_missing(claim: Claim, source: str) -> str | None:
    """The presence of what the exposure says to be missing: `a lack of rain` -> `enough rain`."""
    place = place_of(claim.exposure, source)
    if place is None:
        return None
    tree, top = place.tree, place.top
    there = _MISSING.get(tree.words.lower[top])
    for at in tree.children(top, "nmod") if there else ():
        case = tree.child(at, "case")
        if case is not None and tree.words.lower[case] in _OF:
            end = min(tree.extent(at)[1], place.end)
            behind = tree.words.lower[end : end + 1]
            end = place.end if behind and behind[0] in _AND else end
            start = case if there == "a presença" else case + 1
            return f"{there} {tree.quote(start, end)}"
    return None


_AND = frozenset(("and", "e"))
_OF = frozenset("of de do da dos das".split())


def not_so(claim: Claim, language: Language, source: str) -> str | None:
    """The clause of the exposure denied: `when the judge does not`, `routes where ... does not`."""
    place = place_of(claim.exposure, source)
    if place is None:
        return None
    tree = place.tree
    for at in tree.above(place.top):
        lead = next((each for each in tree.children(at, "mark", "advmod", "obl")
                     if tree.words.lower[each] in _LEADS and each < at), None)  # fmt: skip
        if tree.relations[at] == "advcl" and lead is not None:
            return denied_clause(tree.words.lower[lead], _tokens(tree, at, lead), language)
        if at == place.top and tree.relations[at] not in ("advcl", "acl:relcl"):
            break
    return _in_other(place, language)


def _in_other(place: Place, language: Language) -> str | None:
    """A noun with a clause of place or time, denied: `routes where the driver does not`."""
    tree, noun = place.tree, place.top
    if not tree.tags[noun].startswith("N"):
        return None
    for at in tree.children(noun, "acl:relcl", "acl"):
        lead = next((each for each in tree.children(at, "mark", "advmod", "obl")
                     if tree.words.lower[each] in _LEADS and each < at), None)  # fmt: skip
        denied = lead is not None and denied_clause(
            tree.words.lower[lead], _tokens(tree, at, lead), language
        )
        if denied:
            case = tree.child(noun, "case")
            first = case if case == place.first - 1 else place.first
            return f"{tree.quote(first, lead or noun + 1).lower()} {denied}"
    return None


def _tokens(tree: Tree, head: int, lead: int) -> list[Token]:
    """The words of a clause after the one that joins it."""
    places = [at for at in sorted(tree.below(head)) if at > lead]
    while places and tree.tags[places[-1]] == "PUNCT":
        places.pop()
    words = tree.words
    return [
        Token(words.quote(at, at + 1), tree.tags[at], words.starts[at], words.ends[at])
        for at in places
    ]


# --- the rest of a kind ------------------------------------------------------------------------

_SWAPPED = {"with": "without", "without": "with", "com": "sem", "sem": "com"}
_RELATIVES = frozenset("who that which whose que cujo cuja cujos cujas".split())
_SCOPES: dict[Language, frozenset[str]] = {
    "en": frozenset("only never always hardly rarely seldom fewer most least no not nobody nothing"
                    " or".split()),
    "pt": frozenset("só apenas nunca sempre raramente quase nenhum nenhuma nada não nem"
                    " ou".split()),
}  # fmt: skip
"""Words with which denying the verb alone does not deny the clause."""
_HELPING = frozenset("is are was were can could will would should may might must".split())
_PLACED = frozenset("in on at under near em no na nos nas num numa sob".split())
DAYS = frozenset(
    """mondays tuesdays wednesdays thursdays fridays saturdays sundays monday tuesday wednesday
    thursday friday saturday sunday segunda terça quarta quinta sexta sábado domingo segundas terças
    quartas quintas sextas sábados domingos""".split()
)
_SPANS = frozenset(
    """day days night nights morning mornings evening evenings afternoon afternoons week weeks month
    months year years season seasons winter winters summer summers spring springs autumn autumns dia
    dias noite noites manhã manhãs tarde tardes semana semanas mês meses ano anos inverno invernos
    verão verões""".split()
)


def rest_of_kind(claim: Claim, language: Language, source: str) -> str | None:
    """Those of the same kind to which the exposure's own words do not apply, by their tree.

    `editors who do not read aloud`, `locks that ...`, `sapato não engraxado`, `with the filter`;
    for a noun that is only named by several words, `other meetings`.
    """
    place = place_of(claim.exposure, source) or _beside_unit(claim)
    if place is None or place.tree.words.lower[place.first] in _LEADS:
        return None
    swapped = _swapped(place)
    if swapped is not None:
        return swapped
    if claim.design in _OF_GROUPS or _describes(place):
        described = _described(claim, place, language)
        if described is not None:
            return described
    return _of_what_acts(claim, place, language, source)


def _beside_unit(claim: Claim) -> Place | None:
    """Whether words that occur in no sentence of the author's describe the unit."""
    unit = claim.unit.text if claim.unit else ""
    return place_of(claim.exposure, f"{unit} {claim.exposure.text}") if claim.exposure else None


_OF_GROUPS = ("comparative", "correlational", "unknown")


def _of_what_acts(claim: Claim, place: Place, language: Language, source: str) -> str | None:
    """For an exposure that itself does what the outcome says: others of its kind."""
    tree, noun = place.tree, place.top
    acts = tree.tags[noun].startswith("V")  # `técnica que pega dois plantões | lava`
    if acts:
        place = Place(tree, place.first, noun)
        noun = next((at for at in tree.children(noun, *SUBJECTS) if place.holds(at)), noun)
    observed = acts or _is_observed(claim, place, noun, source)
    if not tree.tags[noun].startswith("N") or not observed:
        return None
    for at in tree.children(noun, "acl:relcl", "acl", "nmod"):
        case = tree.child(at, "case")
        if not place.holds(at):
            continue
        if tree.relations[at] != "nmod":
            part = Place(tree, max(tree.extent(at)[0], noun + 1), place.end)
            return _denied(claim, part, noun, language) or _others(tree, noun, language)
        if case is not None and tree.words.lower[case] in _SWAPPED:
            return f"{_kind(claim, tree, noun)} {_turned(tree, at, case)}"
    return _others(tree, noun, language)


def _is_observed(claim: Claim, place: Place, noun: int, source: str) -> bool:
    """Whether the exposure itself does what the outcome says; then it cannot be absent."""
    tree = place.tree
    outcome = place_of(claim.outcome, source)
    if outcome is None or not tree.relations[noun].startswith("nsubj"):
        return False
    verb = tree.heads[noun]
    has = tree.heads[outcome.top] == verb and claim.design == "comparative"
    return outcome.holds(verb) or has or (claim.unit is not None and _names(claim.unit, tree, noun))


def _names(unit: Slot, tree: Tree, noun: int) -> bool:
    """Whether a unit is what a noun names: `bus`, `buses`."""
    word = tree.words.lower[noun]
    return any(each[:_STEM] == word[:_STEM] for each in unit.text.lower().split())


_STEM = 4  # letters that a noun shares with its plural


def _swapped(place: Place) -> str | None:
    """A condition with or without something: `sem o filtro`, `with | a free voucher`."""
    tree, top = place.tree, place.top
    case = tree.child(top, "case")
    if case is None or tree.words.lower[case] not in _SWAPPED:
        return None
    verb = tree.tags[tree.heads[top]].startswith("V") if tree.heads[top] >= 0 else False
    opens = case == 0 or tree.tags[case - 1] == "PUNCT"
    return _turned(tree, top, case) if verb and opens and tree.relations[top] == "obl" else None


def _turned(tree: Tree, noun: int, case: int) -> str:
    """A phrase with `with` and `without` exchanged."""
    words = tree.quote(case + 1, tree.extent(noun)[1]).strip(" ,.;")
    return f"{_SWAPPED[tree.words.lower[case]]} {words}"


def _kind(claim: Claim, tree: Tree, noun: int) -> str:
    """The noun whose members are compared with others, in the unit's words where it has them."""
    unit = claim.unit
    text = tree.words.text.lower()
    stands = unit is not None and unit.text.lower() in text and _names(unit, tree, noun)
    return lowered(unit.text if unit is not None and stands else noun_phrase(tree, noun))


def _describes(place: Place) -> bool:
    """Whether the exposure only describes the noun before it: `(editors) who read aloud`."""
    tree, top = place.tree, place.top
    return tree.relations[top].startswith("acl") and tree.heads[top] < place.first


def _described(claim: Claim, place: Place, language: Language) -> str | None:
    """The rest of the kind named by the words before the exposure; None where the exposure is no
    clause, participle or phrase after them."""
    tree, first = place.tree, place.first
    relative = first > 0 and tree.words.lower[first - 1] in _RELATIVES
    if relative:
        place = Place(tree, first - 1, place.end)
    noun = place.first - 1
    if noun < 0 or not (tree.tags[noun].startswith("N") or tree.heads[place.top] <= noun):
        return None
    head = tree.heads[place.top]
    noun = head if 0 <= head < place.first and tree.tags[head].startswith("N") else noun
    lead = tree.words.lower[place.first]
    behind = tree.words.lower[place.first + 1] if place.end > place.first + 1 else ""
    swaps = lead in _SWAPPED and tree.tags[place.first + 1] != "NUM" and behind not in _NUMBERS
    if swaps and tree.tags[noun].startswith(("ADV", "R")):
        return None  # `plays better | with the stands empty`
    if swaps:
        return f"{_kind(claim, tree, noun)} {_SWAPPED[lead]} {tree.quote(first + 1, place.end)}"
    opens = lead in _RELATIVES or tree.tags[place.first].startswith(("VN", "VG", "ADP", "PD"))
    opens = opens or _is_participle(tree, place.first, language)
    if not opens and not _describes(place):
        return None
    return _denied(claim, place, noun, language) or _others(tree, noun, language, always=True)


_NUMBERS = frozenset("more less fewer mais menos two three four five dois duas três".split())


def _denied(claim: Claim, place: Place, noun: int, language: Language) -> str | None:
    """The kind of a noun with the clause or participle after it denied."""
    tree, first, end = place.tree, place.first, place.end
    kind = _kind(claim, tree, noun)
    verbs = [at for at in range(first, end) if tree.tags[at].startswith(("V", "AUX", "MD"))]
    inner = {tree.words.lower[at] for at in range(first, end)}
    joined = any(tree.tags[at][0] == "V" for at in tree.children(place.top, "conj"))
    if not verbs and tree.words.lower[first] in _RELATIVES:
        verbs = [first + 1]  # `who | whistle`, taken for a noun
    if not inner.isdisjoint(_SCOPES[language]) or joined or end - first > _LONGEST:
        return None
    denial = "not" if language == "en" else "não"
    if tree.words.lower[first] not in _RELATIVES:
        participle = tree.tags[first] == "VG" or _is_participle(tree, first, language)
        return f"{kind} {denial} {tree.quote(first, end)}" if participle else None
    verb = verbs[0]
    if language == "pt":
        cut = verb - 1 if tree.relations[verb - 1] == "expl" else verb  # `que | se acostuma`
        return f"{kind} {tree.quote(first, cut)} não {tree.quote(cut, end)}"
    denied = _denied_verb(tree, noun, first, verb, tree.quote(verb, end))
    return f"{kind} {tree.quote(first, verb)} {denied}"


_LONGEST = 16  # words of a clause that is repeated


def _is_participle(tree: Tree, word: int, language: Language) -> bool:
    """Whether a word is a participle, even if it is tagged as an adjective: `secada`."""
    ends = language == "pt" and tree.words.lower[word].rstrip("s").endswith(
        ("ado", "ada", "ido", "ida")
    )
    return ends or tree.tags[word].startswith(("VN", "VD", "VP"))


def _denied_verb(tree: Tree, noun: int, first: int, verb: int, rest: str) -> str:
    """An English verb and its complement, denied."""
    said, tag = tree.words.lower[verb], tree.tags[verb]
    if said in _HELPING or (said in ("has", "have", "had") and tag == "AUX"):
        return f"{said} not {rest[len(said) :].strip()}".strip()
    past = english.is_past(said) or said.endswith("ed")
    if tag == "VD" and past and not english.is_present(said):
        does, base = "did", english.present(said)
    else:
        own = tree.relations[first].startswith("nsubj") and tree.words.lower[first] != "whose"
        one = not is_plural(tree.words.lower[noun], "en") and tree.tags[noun] != "NP"
        many = not one if own else tag != "V3"
        does, base = ("do" if many else "does"), english.base(said) if tag == "V3" else said
    return f"{does} not {base}{rest[len(said) :]}"


def _others(tree: Tree, noun: int, language: Language, *, always: bool = False) -> str | None:
    """Others of a kind that several words name: `other meetings`, `outras reuniões`."""
    bare = tree.words.quote(noun, noun + 1).lower()
    many = plural(bare, language) if tree.tags[noun].startswith("N") else ""
    told = always or tree.children(noun, "amod", "nmod", "acl", "acl:relcl", "compound")
    if not told or not many:
        return None
    if language == "en":
        return f"other {many}"
    return f"{'outras' if '.f' in tree.tags[noun] else 'outros'} {many}"


# --- other times and places --------------------------------------------------------------------


def elsewhere(claim: Claim, language: Language, source: str) -> str | None:
    """Other times or places than those of the claim: `on other days`.

    Those of the exposure; where that is a reason, or nothing is known of it, those of the time that
    is named.
    """
    made = _other_times(claim.exposure, language, source)
    for slot in (claim.qualifiers, claim.window):
        made = made or _other_times(slot, language, source, only_days=True)
    return made


def _other_times(
    slot: Slot | None, language: Language, source: str, *, only_days: bool = False
) -> str | None:
    place = place_of(slot, source)
    if place is None:
        return None
    tree, top = place.tree, place.top
    case, word = tree.child(top, "case"), tree.words.lower[top]
    if case is None or tree.words.lower[case] not in _PLACED or not place.first - 1 <= case < top:
        return None
    if word in DAYS:
        return "on other days" if language == "en" else "nos outros dias"
    told = tree.children(top, "amod", "nmod", "acl", "acl:relcl")
    where = {tree.words.lower[at] for each in told for at in tree.below(each)} & _LEADS
    only_days |= bool(where)  # `in towns where the merchants sat`: that is denied
    if only_days or not told or (word not in _SPANS and tree.relations[top] != "obl"):
        return None
    many = plural(word, language)
    if not many or not tree.tags[top].startswith("N"):
        return None
    if language == "en":
        return f"{tree.words.lower[case]} other {many}"
    return f"{'nas outras' if '.f' in tree.tags[top] else 'nos outros'} {many}"
