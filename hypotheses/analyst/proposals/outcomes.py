"""An outcome's words in the tree of their sentence: what is done or what there is, and by whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from hypotheses.analyst.proposals.nouns import is_plural
from hypotheses.analyst.proposals.sentences import Place, noun_phrase, place_of, subject_of
from hypotheses.analyst.proposals.stems import fold, noun_stem, tokens
from hypotheses.analyst.proposals.units import UnitKind, kind_of
from hypotheses.analyst.proposals.verbs import begins
from hypotheses.analyst.syntax.clause import joined
from hypotheses.analyst.syntax.indirect import WHETHER
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.domain.claim import Claim, Slot, is_choice
from hypotheses.domain.types import Language

MORE = frozenset("more less fewer mais menos most least".split())
OFTEN = frozenset(
    """often oftener frequently seldom rarely regularly vezes frequencia frequentemente raramente
    rarer""".split()
)
FASTER = frozenset(
    "faster quicker slower quickly slowly rapido rapida rapidamente depressa "
    "devagar ligeiro lento lenta".split()
)
SOONER = frozenset("sooner antes".split())
EARLIER = frozenset("earlier later cedo tarde".split())
LONGER = frozenset("longer shorter".split())
TIMES = OFTEN | FASTER | SOONER | EARLIER | LONGER
"""Degrees of a verb: how often, how fast, when, how long."""
_TIME = frozenset(("time", "tempo"))
_BESIDE = frozenset("any a the much far lot bit way bem muito muita even ainda".split())
_BE = frozenset("am is are was were be been e sao era foi foram ser sera serem".split())
_GET = frozenset("get gets got getting".split())
_PARTICLES = frozenset("up off out back down away over on".split())
_NO_VERB = ("amod", "compound", "acl", "obl", "nmod")
_OBJECTS = ("obj", "obl", "iobj")
_WHOEVER = frozenset("quem who whoever anyone anybody everyone everybody nobody someone".split())
_PEOPLE: dict[Language, str] = {"en": "people", "pt": "pessoas"}
_SMALL = ("se", "nao", "to", "not", "vao", "vai", "ir", "iriam", "iria", "will")
_IN = frozenset("in at on during em no na nos nas num numa durante".split())


@dataclass(frozen=True)
class OutcomeWords:
    """An outcome's words.

    `places` are those of a predicate (`get stolen`) where `is_verb`, otherwise of a noun phrase or
    a property, without its degree. `degree` holds the folded words that compare it, `relation` all
    that relate it. `at_noun`: the degree directly precedes the noun, as in `fewer burns`. `actor`
    is who or what does it or has it; empty where the sentence does not say.
    """

    tree: Tree
    places: tuple[int, ...]
    top: int
    language: Language
    degree: tuple[str, ...]
    relation: str
    is_verb: bool
    at_noun: bool
    actor: str
    said_verb: bool = False

    @cached_property
    def text(self) -> str:
        """The words as written, with a small initial where they open the sentence."""
        made = joined(self.tree, self.places)
        return made[:1].lower() + made[1:] if made[1:2].islower() else made

    @cached_property
    def tags(self) -> list[str]:
        """Their parts of speech; linking verbs, and verbs that were tagged as nouns, count as
        verbs."""
        made = [self.tree.tags[at].replace("AUXF", "VF") for at in self.places]
        if self.is_verb and self.language == "pt" and self.tree.tags[self.top].startswith("N"):
            made[self.places.index(self.top)] = "VF.s"
        return made

    @cached_property
    def line(self) -> list[str]:
        """Their words, folded."""
        return tokens(self.text)

    @cached_property
    def kind(self) -> UnitKind | None:
        """The kind of the actor."""
        return kind_of(self.actor, self.language) if self.actor else None

    @cached_property
    def governor(self) -> list[str]:
        """The folded words of the governing verb, with its particle; empty for the sentence's own
        verb.

        `makes people | lose track`, `takes longer to | bake`, `give more | milk`.
        """
        head = self.tree.heads[self.top]
        if head == ROOT or not self.tree.tags[head].startswith(("V", "AUX")):
            return []
        particle = self.tree.children(head, "compound:prt")
        return [fold(self.tree.words.lower[at]) for at in (head, *particle)]

    @property
    def is_plural(self) -> bool:
        """Whether a noun is countable: `fewer | buses`, but `less | gas`."""
        if self.language == "en" and self.tree.tags[self.top] == "NS":
            return "fewer" in self.degree
        return self.tree.tags[self.top] == "NP" or is_plural(self.text, self.language)

    @cached_property
    def parts(self) -> tuple[str, str]:
        """A noun phrase, and what follows it about its verb: `energia | no calor`."""
        tree = self.tree
        for at in self.places:
            case = tree.child(at, "case")
            beside = tree.relations[at] in ("obl", "nmod") and case is not None and at > self.top
            first = case if beside and case is not None and tree.words.lower[case] in _IN else None
            first = at if tree.tags[at] == "ADV" and at > self.top else first
            if first in self.places and first is not None:
                cut = self.places.index(first)
                made = joined(tree, self.places[:cut]), joined(tree, self.places[cut:])
                return made if made[0] else (self.text, "")
        return self.text, ""

    @property
    def deed(self) -> tuple[int, ...]:
        """The verb that has a counted noun as its object and the actor as its subject, if there is
        one.

        `each hen | lays`: about the eggs that are counted.
        """
        tree, head = self.tree, self.tree.heads[self.top]
        if not self.at_noun or head == ROOT or tree.relations[self.top] != "obj":
            return ()
        subject = subject_of(Place(tree, head, head + 1))
        named = noun_phrase(tree, subject) if subject is not None else ""
        own = set(tokens(named)) & set(tokens(self.actor))
        if not tree.tags[head].startswith("V") or not (own or self.said_verb) or head > self.top:
            return ()
        return (head, *tree.children(head, "compound:prt"))

    @property
    def is_described(self) -> bool:
        """Whether the words are a participle that names a state: `are | frightened`."""
        bare = [word for word in self.line if word not in _BE]
        return len(bare) == 1 and self.tree.tags[self.top].startswith(("VN", "VD", "VP", "J"))

    @property
    def is_passive(self) -> bool:
        """Whether it happens to the actor: `get stolen`, `são devolvidas`."""
        helped = self.line[0] in _BE | _GET and self.tree.tags[self.top] in ("VN", "VD")
        return helped or self.tree.child(self.top, "aux:pass") is not None

    @property
    def is_asked(self) -> bool:
        """Whether the question is if it happens at all: `whether a donor | gives again`."""
        marks = {self.tree.words.lower[at] for at in self.tree.children(self.top, "mark")}
        return not marks.isdisjoint(WHETHER) and self.tree.relations[self.top] != "root"

    @property
    def describes(self) -> bool:
        """Whether it describes a noun beside the claim: `a car that needs a login to | reset`."""
        return any(self.tree.relations[at].startswith("acl") for at in self.tree.above(self.top))

    @property
    def becomes(self) -> bool:
        """Whether a verb says what the actor becomes: `virar | anfitriã`."""
        return any(self.tree.tags[at].startswith(("J", "N"))
                   for at in self.tree.children(self.top, "xcomp"))  # fmt: skip

    def is_of(self, *classes: str) -> bool:
        """Whether the outcome's verb is of one of these classes of `data/verbs.toml`."""
        line = [word for word in self.line if word not in _SMALL] or self.line
        return any(begins(line, name, self.language) for name in classes)

    def is_governed_by(self, name: str) -> bool:
        """Whether the governing verb is of a class of `data/verbs.toml`."""
        return begins(self.governor, name, self.language)


def outcome_of(claim: Claim, language: Language, source: str) -> OutcomeWords | None:
    """The outcome of a claim, where its words stand in the tree, otherwise by themselves; None
    without words."""
    slot = claim.outcome
    if slot is None:
        return None
    unit = claim.unit.text if claim.unit and not is_choice(claim.unit.text) else ""
    place = place_of(slot, source) or place_of(slot, f"{unit} {slot.text}".strip())
    if place is None:
        return None
    tree = place.tree
    degree = _last_degree(tokens(claim.relation))
    places, own, counted = _parted(tree, _trimmed(place))
    degree = own or degree
    if not places:
        return None
    top = min(places, key=lambda at: (sum(1 for _ in tree.above(at)), at))
    verbal = not counted and _is_predicate(tree, top, degree, language)
    before = tree.words.lower[places[0] - 1] if places[0] else ""
    opens = tree.relations[places[0]] in ("det", "case")
    at_noun = not verbal and (counted or (fold(before) in MORE and not opens))
    if not verbal and not at_noun and (done := _done(tree, places, top, degree)):
        places, top, verbal = done, tree.heads[top], True
    if verbal:
        places, top = _what_takes_time(tree, places, top, language)
        places = _whole(tree, places, top, language)
        unit = _own_subject(tree, places, top, unit, language) or unit
        places = [at for at in places if at >= min(top, *_helpers(tree, places, top))]
    return OutcomeWords(tree, tuple(places), top, language, tuple(degree), claim.relation, verbal,
                   at_noun, _actor(claim, tree, top, unit, language), counted)  # fmt: skip


def _last_degree(relation: list[str]) -> list[str]:
    """For `quanto mais tempo ..., mais` the degree that belongs to the outcome: the last one."""
    found = [at for at, word in enumerate(relation) if word in MORE]
    twice = len(found) > 1 and found[-1] == len(relation) - 1
    return relation[-1:] if twice else relation


def _trimmed(place: Place) -> list[int]:
    """The words without those that only connect them: `to | sleep`, `come back | to` for words
    elsewhere."""
    tree, places = place.tree, list(range(place.first, place.end))
    while places and (tree.relations[places[0]] == "mark" or tree.tags[places[0]] == "PUNCT"):
        places.pop(0)
    while places and (tree.tags[places[-1]] == "PUNCT" or (
            tree.relations[places[-1]] in ("case", "mark", "cc")
            and tree.heads[places[-1]] not in places)):  # fmt: skip
        places.pop()
    return places


def _parted(tree: Tree, places: list[int]) -> tuple[list[int], list[str], bool]:
    """The words without the degree among them, that degree, and whether it counts what follows.

    `fight | less | with their siblings`, `lose | fewer | hives`.
    """
    lower = [fold(word) for word in tree.words.lower]
    found = [at for at in places if lower[at] in MORE]
    if len(found) != 1:
        return places, [], False
    at = found[0]
    behind = [each for each in places if each > at]
    follows = lower[behind[0]] if behind else ""
    if follows in TIMES | _TIME:
        return [each for each in places if each not in (at, behind[0])], [lower[at], follows], False
    if behind and tree.tags[behind[0]].startswith(("N", "J")) and tree.heads[at] in behind:
        return behind, [lower[at]], True
    return [each for each in places if each != at], [lower[at]], False


def _is_predicate(tree: Tree, top: int, degree: Sequence[str], language: Language) -> bool:
    """Whether a word says what is done or happens, or how often something is so, with a copula."""
    tag, relation = tree.tags[top], tree.relations[top]
    times = not TIMES.isdisjoint(degree)
    if tree.children(top, "det") and not tag.startswith("V"):
        return False
    if tag in ("V0", "V3") or tag.startswith(("VF", "VI", "AUXF")):
        quality = language == "en" and relation == "xcomp" and not tree.children(top)
        quality &= tree.words.lower[top].endswith("er")  # `makes nurses | kinder`
        return relation not in _NO_VERB[:2] and not quality
    if tag in ("VD", "VN") or tag.startswith("VP"):
        helped = bool(tree.children(top, "aux:pass", "cop"))
        near = top > 0 and tree.words.lower[top - 1] in _GET
        return helped or near or relation not in (*_NO_VERB, "xcomp")  # `gets hikers | lost`
    if tag == "VG":
        return relation in ("xcomp", "root", "ccomp") or tree.child(top, "obj") is not None
    linked = tree.child(top, "cop") is not None and not OFTEN.isdisjoint(degree)
    compared = any(fold(tree.words.lower[at]) in TIMES | MORE
                   for at in tree.children(top, "advmod"))  # fmt: skip
    does = compared and bool(tree.children(top, "nsubj")) and not tree.children(top, "cop", "case")
    verb = tag in ("NS", "X") and times and (compared or relation == "root")
    verb &= relation not in _OBJECTS  # `boils | water | slower`
    return linked or (does and tag.startswith("N")) or (verb and language == "en")


def _done(tree: Tree, places: list[int], top: int, degree: Sequence[str]) -> list[int]:
    """A noun with the governing verb that the degree belongs to: `lava menos | a mão`.

    Empty where the degree belongs to no verb, or does not stand at the verb's object.
    """
    head = tree.heads[top]
    if head == ROOT or tree.relations[top] not in _OBJECTS or MORE.union(TIMES).isdisjoint(degree):
        return []
    if not tree.tags[head].startswith("V") or head > places[0]:
        return []
    between = range(head + 1, places[0])
    lower = {at: fold(tree.words.lower[at]) for at in between}
    degrees = MORE | TIMES
    said = {at for at in between if lower[at] in degrees | _BESIDE
            and tree.relations[at] not in ("det", "amod")}  # fmt: skip
    nouns = {at for at in between if tree.tags[at][0] in "NJ" and lower[at] not in degrees}
    behind = tree.words.lower[places[-1] + 1] if places[-1] + 1 < len(tree.tags) else ""
    compares = fold(behind) in degrees or any(lower[at] in degrees for at in said)
    if nouns or not compares:
        return []
    return [head, *(at for at in between if at not in said), *places]


def _whole(tree: Tree, places: list[int], top: int, language: Language) -> list[int]:
    """A predicate with the verb that it needs and its particle: `get | stolen`, `give | up`."""
    while places[0]:
        at = places[0] - 1
        helps = tree.relations[at] in ("aux:pass", "cop") or tree.words.lower[at] in _GET
        joint = tree.heads[at] == top or tree.heads[places[0]] == at
        if not helps or not joint:
            break
        places = [at, *places]
    at = places[-1] + 1
    follows = language == "en" and at < len(tree.tags) and tree.words.lower[at] in _PARTICLES
    if follows and tree.heads[at] in places and tree.relations[at] in ("compound:prt", "advmod"):
        places = [*places, at]
    return places


def _what_takes_time(
    tree: Tree, places: list[int], top: int, language: Language
) -> tuple[list[int], int]:
    """For a verb about the time that another one takes, that other verb: `demoram pra | dormir`."""
    if begins([fold(tree.words.lower[top])], "taking", language):
        for at in places:
            if at > top and tree.tags[at] in ("VI", "V0") and top in tree.above(at):
                return [each for each in places if each >= at], at
        behind = tree.children(top, "advcl", "xcomp")
        later = next((at for at in behind if at > top and tree.children(at, "mark")), None)
        if later is not None:  # `demora mais | pra ser adotado`
            marks = {each for at in tree.children(later, "mark") for each in tree.below(at)}
            return [at for at in sorted(tree.below(later)) if at not in marks], later
    return places, top


def _helpers(tree: Tree, places: list[int], top: int) -> list[int]:
    """The words of a predicate that precede its verb and are no subject."""
    small = ("aux", "aux:pass", "cop", "advmod", "expl", "obj", "iobj")
    return [at for at in tree.children(top, *small) if at in places and at < top] or [top]


def _own_subject(tree: Tree, places: list[int], top: int, unit: str, language: Language) -> str:
    """The subject of the verb itself, where it is a noun other than the unit."""
    found = max((at for at in tree.children(top, "nsubj", "nsubj:pass") if at < top), default=None)
    if found is None or not tree.tags[found].startswith("N"):
        return ""  # the nearest: `the more meetings we have, the less | code | gets merged`
    nearest = tree.words.lower[places[0] - 1] if places[0] else ""
    stem = {noun_stem(word, language) for word in tokens(unit)}
    if tree.words.lower[found] in _WHOEVER or noun_stem(fold(nearest), language) in stem:
        return ""
    named = noun_phrase(tree, found)
    return "" if stem & {noun_stem(word, language) for word in tokens(named)} else named


def _actor(claim: Claim, tree: Tree, top: int, unit: str, language: Language) -> str:
    """The unit, otherwise the subject of the verb: `drivers | stop more`, `quem | falta`."""
    if unit:
        return unit
    found = subject_of(Place(tree, top, top + 1))
    if found is None:
        return ""
    if tree.tags[found].startswith("N") and tree.words.lower[found] not in _WHOEVER:
        return noun_phrase(tree, found)
    first = tree.words.lower[tree.extent(found)[0]]
    return _PEOPLE[language] if not _WHOEVER.isdisjoint((first, tree.words.lower[found])) else ""


def one_of(claim: Claim, source: str) -> bool:
    """Whether a unit in the author's own words stands in the sentence, so that each one has its own
    outcome.

    What another sentence names (`we also got two more assistants`) does not count.
    """
    unit: Slot | None = claim.unit
    if unit is None or unit.origin != "user" or not source:
        return True
    return place_of(unit, source) is not None


def is_of_content(claim: Claim, language: Language, source: str) -> bool:
    """Whether the outcome is the ability to perceive something: `at hearing | when a chord is off`.

    Only the verb, which may mean something else (how faint a sound is heard), is not measured.
    """
    place = place_of(claim.outcome, source)
    if place is None or place.end >= len(place.tree.tags):
        return False
    behind = place.tree.words.lower[place.end]
    verb = place.tree.tags[place.end - 1] in ("VG", "VI")
    return verb and (place.tree.tags[place.end] == "WH" or behind in WHETHER)
