"""The shape of a quote, and what the words around it must agree with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, takewhile
from typing import Literal

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.english import MANY
from hypotheses.analyst.syntax.parser import begins_with_name, begins_with_title, parsed
from hypotheses.analyst.syntax.tagging.tagger import Token, is_name, tagged
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.predicates import compares
from hypotheses.domain.claim import SLOTS, Claim, Slot, SlotName
from hypotheses.domain.types import Language

Shape = Literal[
    "nominal",  # a noun phrase: "Coffee", "the share of bugs"
    "action",  # an -ing form or an infinitive that stands for a noun: "Wearing a uniform"
    "relative",  # "who sleep badly"
    "prepositional",  # "in bilingual schools"
    "participle",  # "exposed to noise"
    "adjective",  # "productive", "mais rápido"
    "verb",  # "miss defects"
    "clause",  # "when the price goes up", "the price goes up"
    "cut",  # "quality of what": words that end too early
    "other",
]
ATTACHED: frozenset[Shape] = frozenset(("relative", "prepositional", "participle"))
NOMINAL: frozenset[Shape] = frozenset(("nominal", "action"))

# A relation between two things, which are nouns: `between screen time and sleep quality`.
_PAIRED = lazy_regex(r"(?:relation|association|link|correla|rela[çc]|associa|v[ií]nculo)", re.I)
_UNSHAPED: tuple[Shape, ...] = ("verb", "other", "adjective", "participle")
_NOUNS: tuple[SlotName, ...] = ("unit", "comparator", "measure")
_ALWAYS = frozenset("with without in on at by for from of under among between".split())
_FUSED = frozenset("no na nos nas do da dos das pelo pela pelos pelas ao à aos às".split())
_FINITE = {"en": ("V0", "V3", "VD", "AUX", "MD"), "pt": ("VF", "AUXF")}
_STOPS = ("ADP", "P", "WH", "VN", "VG", "VP", "PUNCT", "V0", "V3", "VD", "SCONJ", "PART", "AUX")
_LINKS = frozenset("per of in to with for de por em com para".split())
_OPEN = ("PD.", "WH", "CC", "SCONJ", "MD")
_SUBORDINATORS = frozenset(
    "when where if once while because whenever quando onde se enquanto porque caso".split()
)
_OF = frozenset("of de do da dos das".split())
_RELATIVES = frozenset("who whose which that whom que cujo cuja cujos cujas".split())
_PREPOSITIONS = frozenset(  # that are adverbs, too
    "over about around within under since after before near up between during until past".split()
)


_POSSESSIVES = frozenset(
    "my our your their this these meu minha meus minhas nosso nossa nossos nossas".split()
)
_NOMINATIVES = frozenset("i we you they he she it".split())
_AMOUNT = lazy_regex(r"the (?:number|share|amount|count|length) of\b|the time (?:until|for)\b")
_SINGULAR = lazy_regex(r"(?:ss|(?<!men)us|[sy]sis)$")  # `bus`, `illness`, `analysis`


@dataclass(frozen=True, slots=True)
class Phrase:
    """Quoted words: their shape, and gender (`m`, `f`, empty) and number of their head.

    `determined`: the words begin with an article or the like. `subordinate`: a clause begins with
    its conjunction. `ambiguous`: the number is undetermined: `Standing desks` are desks, `Wearing
    uniforms` is an action. `joint`: the preposition by which the author joins a unit, where it says
    more than `in`: `on | rocks`.
    """

    text: str
    shape: Shape
    plural: bool = False
    gender: str = ""
    determined: bool = False
    subordinate: bool = False
    ambiguous: bool = False
    tags: tuple[Token, ...] = ()
    joint: str = ""

    @property
    def nominal(self) -> bool:
        """Whether the words can be a subject or an object."""
        return self.shape in NOMINAL


def stands(slot: Slot | None, source: str) -> bool:
    """Whether a slot's words are at their place in the source."""
    return (
        slot is not None
        and slot.start is not None
        and slot.end is not None
        and source[slot.start : slot.end] == slot.text
    )


def phrase(claim: Claim, name: SlotName, language: Language, source: str = "") -> Phrase | None:
    """The words of a slot, read in their sentence where it is known."""
    slot = claim.slot(name)
    if slot is None or not slot.text.strip(" .,;:?!"):
        return None
    lone = analysed(slot.text, language)
    found = lone
    if stands(slot, source) and slot.start is not None and slot.end is not None:
        tokens = tagged(source, language)
        inner = tuple(t for t in tokens if t.start >= slot.start and t.end <= slot.end)
        before = next((t for t in reversed(tokens) if t.end <= slot.start), None)
        if inner:
            found = _led(_analysed(slot.text, inner, language, before), name, before)
            if found.shape == "verb" and lone.nominal and _asks(before, tokens):
                found = lone  # `can | resting-state activity`: what an auxiliary asks about
            if lone.tags and lone.tags[0].tag.startswith("D."):  # `a cada nova obra`
                found = replace(found, determined=True)
            if name == "exposure" and before is not None and before.text in _GENITIVES:
                found = _owned(found, source, slot.start, tokens)
            if not opens(source, slot.start):
                found = replace(found, text=_as_written(found, slot))
                lone = replace(lone, text=trimmed(slot.text))
        if name == "unit":
            ends = (claim.outcome.end if claim.outcome else None) or slot.start
            joint = _JOINT.search(source, 0, slot.start) or _ON.fullmatch(source, ends, slot.start)
            joined = joint[1] if joint is not None else ""
            found, lone = replace(found, joint=joined), replace(lone, joint=joined)
    elif name == "bound" and slot.origin == "user" and found.shape == "nominal":
        found = replace(found, text=_as_written(found, slot))  # `I live in Recife`, elsewhere
    return _in_its_role(found, lone, claim, name, language, source)


def _asks(before: Token | None, tokens: Sequence[Token]) -> bool:
    """Whether a word is the auxiliary that opens a question: `how | can`."""
    led = tokens[: tokens.index(before)] if before is not None else ()
    opens_it = all(token.tag == "WH" for token in led)
    return before is not None and before.tag in ("MD", "AUX") and opens_it


_JOINT = lazy_regex(r"\b(among|amongst|across|within|throughout|entre)(?: (?:the|an?|[oa]s?))? \Z")
_ON = lazy_regex(r" (on)(?: (?:the|an?))? ")  # behind the outcome: not `the effect on girls`
_GENITIVES = frozenset(("'", "’", "'s", "’s"))


def _owned(found: Phrase, source: str, start: int, tokens: Sequence[Token]) -> Phrase:
    """A phrase with whose it is: `clients' | orders`."""
    before = [token for token in tokens if token.end <= start]
    own = [token for token in before[:-1] if token.tag.startswith(("N", "J"))]
    owner = own[-1] if own and own[-1].end == before[-1].start else None
    if owner is None:
        return found
    return replace(found, text=f"{source[owner.start : start]}{found.text}", determined=True)


def _in_its_role(
    found: Phrase, lone: Phrase, claim: Claim, name: SlotName, language: Language, source: str
) -> Phrase:
    """A phrase with the shape that its slot requires, where the words alone are ambiguous."""
    if name == "outcome":
        found = _as_outcome(found, lone, claim, language, source)
    elif name == "comparator":
        found = _as_comparator(found, claim)
    elif name == "exposure" and language == "pt" and found.shape == "verb":
        found = _as_subject(found, claim, source)
    elif name in ("unit", "measure") and found.shape in _UNSHAPED:
        many = found.tags[-1].lower.endswith("s") if found.tags else False
        found = lone if lone.shape == "nominal" else replace(found, shape="nominal", plural=many)
    if name in _NOUNS and found.shape in ("verb", "other") and lone.shape == "nominal":
        found = lone
    paired = name in ("exposure", "outcome") and _PAIRED.search(claim.relation) is not None
    if paired and (found.shape in ("verb", "other") or (lone.nominal and not found.nominal)):
        found = replace(lone, shape="nominal")
    return _as_noun(found, language) if name in ("unit", "measure") else found


def _as_outcome(
    found: Phrase, lone: Phrase, claim: Claim, language: Language, source: str
) -> Phrase:
    if found.tags and (_follows_unit(claim, source) or _is_done(found, claim, language, source)):
        tag = "V3" if _is_third(found) and not claim.relation else "V0"
        first = replace(found.tags[0], tag=tag if language == "en" else "VF")
        return replace(found, shape="verb", tags=(first, *found.tags[1:]))
    if claim.counted and found.shape in ("adjective", "participle", "other"):
        return _of_participle(found)
    if language == "en" and (done := _of_degree(found)) is not None:
        return done
    nobody = claim.unit is None and found.shape in ("verb", "other", "adjective")  # who would do it
    return lone if nobody and lone.shape == "nominal" else found


def _of_degree(found: Phrase) -> Phrase | None:
    """A verb with a comparative that was tagged as a noun: `sing flatter`."""
    if len(found.tags) != 2 or found.determined:
        return None
    first, last = found.tags
    if not first.tag.startswith(("V0", "NS")) or last.tag != "NS" or not compares(last.lower):
        return None
    verb, degree = replace(first, tag="V0"), replace(last, tag="RC")
    return replace(found, shape="verb", plural=False, tags=(verb, degree))


def _as_subject(found: Phrase, claim: Claim, source: str) -> Phrase:
    """Words that open a sentence without a finite verb: `sombra nas paradas`, `alongar`."""
    slot, first = claim.exposure, found.tags[0].lower
    if slot is None or not stands(slot, source) or not opens(source, slot.start or 0):
        return found
    if first.endswith(("ar", "er", "ir")):
        return replace(found, shape="action", gender="m", plural=False)
    gender = portuguese.ending_gender(first)
    return replace(found, shape="nominal", gender=gender, plural=False) if gender else found


def _as_comparator(found: Phrase, claim: Claim) -> Phrase:
    unit = claim.unit.text.lower() if claim.unit is not None else ""
    again = bool(unit) and found.text.lower().startswith(unit)  # `nearby hens without noise`
    return replace(found, shape="nominal") if again or found.shape == "other" else found


def _follows_unit(claim: Claim, source: str) -> bool:
    """Whether an outcome is an act of its unit, with more or less: `residents ring less`."""
    unit, outcome = claim.unit, claim.outcome
    if not (stands(unit, source) and stands(outcome, source)) or unit is None or outcome is None:
        return False
    start, end = outcome.start or 0, outcome.end or 0
    behind = source[end:].split(maxsplit=1)[:1]
    degree = bool(behind) and claim.relation.lower().startswith(behind[0].lower().strip(",.?"))
    ends = [s.end or 0 for s in (unit, claim.bound, claim.exposure) if s and stands(s, source)]
    near = any(source[each:start].isspace() for each in ends)
    return near and degree and claim.relation != "" and not claim.counted


def _is_third(found: Phrase) -> bool:
    word = found.tags[0].lower
    return word.endswith("s") and not word.endswith("ss")


def _is_done(found: Phrase, claim: Claim, language: Language, source: str) -> bool:
    """Whether a single word is the only verb and agrees with the unit before it: `Gold rises`."""
    unit, outcome = claim.unit, claim.outcome
    if language == "pt" or claim.relation or claim.counted or len(found.tags) != 1:
        return False
    if not (stands(unit, source) and stands(outcome, source)) or unit is None or outcome is None:
        return False
    near = source[unit.end or 0 : outcome.start or 0].isspace()
    return near and analysed(unit.text, "en").plural != _is_third(found)


def _of_participle(found: Phrase) -> Phrase:
    """A participle that is used as a noun: `gasto por semana`."""
    tag = found.tags[0].tag.split(".")
    gender, number = tag[-2:] if len(tag) > 2 else (found.gender, "p" if found.plural else "s")
    gender = gender if gender in ("m", "f") else ""
    return replace(found, shape="nominal", gender=gender, plural=number == "p")


def _as_noun(found: Phrase, language: Language) -> Phrase:
    """A slot that is a noun by its content: `manufacturing firms`, `share of bugs`."""
    tags = [word.tag for word in found.tags]
    working = found.shape == "action" and tags[:1] == ["VG"] and tags[1:2] in (["NP"], ["NS"])
    if language == "en" and working and not found.determined:
        return replace(found, shape="nominal", plural="NP" in tags, ambiguous=False)
    counts = _AMOUNT.match(found.text) is not None
    if found.shape == "clause" and not found.subordinate and (counts or _nounish(found.tags[0])):
        return replace(found, shape="nominal")
    bare = found.shape == "verb" and len(tags) > 1 and tags[0] == "V0" and tags[1] == "ADP"
    return replace(found, shape="nominal", plural=False) if bare else found


def _as_written(found: Phrase, slot: Slot) -> str:
    """With the capital that the author gave the words within a sentence."""
    own = trimmed(slot.text)
    lead = len(found.text) - len(own)
    return found.text[:lead] + own


_CLAUSE_ARTICLES = frozenset("the a an o a os as um uma uns umas".split())


def _led(found: Phrase, name: SlotName, before: Token | None) -> Phrase:
    """With the article, or a window's preposition, that the author wrote before the words."""
    if before is None or found.shape not in ("nominal", "clause"):
        return found
    said = before.lower in ("that", "que")
    own = before.tag in ("ADP", "SCONJ") and not said and before.lower not in _OF
    linking = own or before.lower in _SUBORDINATORS
    if found.shape == "clause" and before.tag.startswith("D") and before.lower in _CLAUSE_ARTICLES:
        return replace(found, text=f"{before.lower} {found.text}")
    if found.shape == "clause" and linking and found.tags[0].lower not in _SUBORDINATORS:
        return replace(found, text=f"{before.lower} {found.text}", subordinate=True)
    linked = before.tag.startswith(("ADP", "PD.")) and before.lower not in _OF
    if name == "window" and linked:
        return replace(found, text=f"{before.lower} {found.text}", shape="prepositional")
    indefinite = before.lower in ("um", "uma", "uns", "umas")
    article = before.tag == "DET" and before.lower in ("the", "a", "an")
    if before.lower in ("a", "an") and found.plural and "." not in before.tag:
        return found  # `a players height`
    own = before.lower in _POSSESSIVES
    if (article or indefinite or own) and name != "measure" and found.shape == "nominal":
        return replace(found, text=f"{before.lower} {found.text}", determined=True)
    return found


def opens(source: str, start: int) -> bool:
    """Whether a position in a text is the start of a sentence."""
    before = source[:start].rstrip(" ")
    return not before or before[-1] in ".:?!•-\n"


def phrases_of(claim: Claim, language: Language, source: str = "") -> dict[SlotName, Phrase]:
    """The phrases of a claim's slots; unit and bounds are one where the author wrote them so."""
    made: dict[SlotName, Phrase] = {}
    for name in SLOTS:
        found = phrase(claim, name, language, source)
        if found is not None:
            made[name] = found
    unit, bound = claim.unit, claim.bound
    both = stands(unit, source) and stands(bound, source) and "unit" in made
    if not both or unit is None or bound is None:
        return made
    spots = sorted(((unit.start or 0, unit.end or 0), (bound.start or 0, bound.end or 0)))
    behind = spots[1][0] == bound.start
    gap = source[spots[0][1] : spots[1][0]]
    if gap.strip(" ,(" if behind else " ") and (behind or not _only_nouns(gap, language)):
        return made
    start, end = spots[0][0], spots[1][1]
    text = source[start:end]
    text += ")" if source[end : end + 1] == ")" and text.count("(") > text.count(")") else ""
    text = mid(text, language) if opens(source, start) else text
    unit_phrase = made["unit"]
    lead = unit_phrase.text.split()[0].lower()
    if unit_phrase.determined and lead in ("the", "a", "an", "um", "uma") and start == unit.start:
        text = f"{lead} {text}" if not text.lower().startswith(f"{lead} ") else text
    made["unit"] = replace(unit_phrase, text=text)
    made.pop("bound", None)
    return made


def _only_nouns(gap: str, language: Language) -> bool:
    """Whether bounds go on with a noun before the unit: `a diverse | sample of | older adults`."""
    return all(word.tag.startswith(("N", "ADP")) for word in tagged(gap, language))


@lru_cache(maxsize=512)
def analysed(text: str, language: Language) -> Phrase:
    """The shape of words on their own."""
    text = trimmed(text)
    return _analysed(text, tagged(text, language), language, None, alone=True)


def _analysed(
    text: str,
    tokens: tuple[Token, ...],
    language: Language,
    before: Token | None,
    alone: bool = False,
) -> Phrase:
    text = trimmed(text)
    whole = tokens
    tokens = tuple(word for word in tokens if word.text[0].isalnum()) or tokens
    if not tokens:
        return Phrase(text, "other")
    shape = _shape(tokens, language, alone)
    if len(tokens) > 1 and tokens[-1].tag.startswith(
        _OPEN
    ):  # a quote that was cut: `quality of what`
        return Phrase(text, "cut", tags=tokens)
    head, plural = _head(whole, language)
    gender = _gender(tokens, head, before) if language == "pt" else ""
    doing = any(word.tag == "VG" for word in tokens[1:])  # `machine | learning models`
    if language == "en" and shape == "nominal" and (doing or _OWNED_OR_LISTED.search(text)):
        plural = _is_plural_by_tree(text, otherwise=plural)
    if language == "en" and shape == "nominal" and tokens[-1].tag == "V3" and len(tokens) > 1:
        plural = True  # `rain barrels`
    if shape == "action" or tokens[0].lower == "quem":
        plural, gender = False, "m"
    ambiguous = shape == "action" and len(tokens) > 1 and tokens[1].tag == "NP" and alone
    subordinate = shape == "clause" and tokens[0].lower in _SUBORDINATORS
    return Phrase(
        mid(text, language),
        shape,
        plural,
        gender,
        _determined(tokens[0]),
        subordinate,
        ambiguous,
        tokens,
    )


# `influencers' posts`, `income, age and sex`: their number is not that of their first noun.
_OWNED_OR_LISTED = lazy_regex(r"\w['’]s? \w|, ")


def _is_plural_by_tree(text: str, *, otherwise: bool) -> bool:
    """Whether the head of a noun phrase is plural, or joined to another noun by `and`."""
    tree = parsed(split(text))
    top = tree.top(0, len(tree.words))
    if not tree.tags[top].startswith("N"):
        return otherwise
    joints = [tree.words.lower[each] for one in tree.children(top, "conj") for each in
              tree.children(one, "cc")]  # fmt: skip
    return "and" in joints or tree.tags[top] == "NP"


def with_indefinite(phrase: Phrase) -> Phrase:
    """A countable English noun with the article that notes omit."""
    if phrase.shape != "nominal" or phrase.determined or phrase.plural:
        return phrase
    nouns = takewhile(lambda word: word.tag[0] in "NJV", phrase.tags)
    head = {word.lower for word in list(nouns)[-1:]}
    if not head & english.COUNTED:
        return phrase
    return replace(phrase, text=english.a(phrase.text), determined=True)


def trimmed(text: str) -> str:
    """Words without the marks around them; `7 a.m.` keeps its point."""
    text = " ".join(text.split()).strip(" ,;:?!")
    text = text if re.search(r"\.\w+\.$", text) else text.strip(" .,;:?!")
    return f"{text})" if text.count("(") == text.count(")") + 1 else text  # cut before its end


def mid(text: str, language: Language) -> str:
    """Words as within a sentence: a capital stays where it belongs to a name."""
    first = re.match(r"[^\W\d_]+", text)
    if first is None or text[0].islower() or not _ordinary(text, first[0]):
        return text
    common = tagged(text, language)[0].tag in ("N.m.p", "N.f.p", "NP")
    known = language == "en" or is_name(first[0], language)
    if known and not common and begins_with_name(text, language):
        return text
    if begins_with_title(text, language):
        return text
    return text[0].lower() + text[1:]


def _ordinary(text: str, word: str) -> bool:
    """Whether a word has only the capital of a sentence's start: not `DNA`, nor the letter `X`."""
    whole = text.split(" ", 1)[0]
    ordinary = word[1:].islower() and not re.search(r"[A-Z\d]", whole[1:])
    return ordinary or (word in ("A", "O", "É") and text[1:2] == " ")


def _determined(word: Token) -> bool:
    leading = ("D", "NUM", "PRON", "PD", "J.")  # an adjective before its noun takes no article
    return word.tag.startswith(leading) or word.text[0].isdigit()


def _shape(tokens: tuple[Token, ...], language: Language, alone: bool) -> Shape:
    first = tokens[0]
    early = _opening(first, tokens, language, alone)
    if early is not None:
        return early
    if first.lower in _NOMINATIVES and len(tokens) > 1 and tokens[1].tag.startswith("V"):
        return "clause"  # `I walk round the car`
    bare = not first.tag.startswith(("D", "PRON"))
    if language == "en" and bare and len(tokens) > 1 and tokens[-1].tag == "V3":
        return "nominal"  # `rain barrels`: no clause
    noun = False
    relative = False
    for index, word in enumerate(tokens):
        relative |= word.tag == "WH" or word.lower in _RELATIVES
        following = tokens[index + 1].tag if index + 1 < len(tokens) else ""
        finite = word.tag.startswith(_sure_finite(language))
        finite &= not index or tokens[index - 1].lower != "of"  # `the number of | falls`
        finite &= not word.lower.endswith(_INFLECTED)
        if noun and not relative and finite and not (word.tag == "VD" and following in ("ADP", "")):
            return "clause"
        noun |= _nounish(word)
    if noun:
        return "nominal"
    if any(word.tag.startswith(("J", "VN", "VP", "RC")) for word in tokens):
        return "adjective"
    return "other"


_INFLECTED = ("arem", "erem", "irem", "armos", "ermos", "irmos")
"""The ends of infinitives with a person: `a capacidade de as pessoas | resolverem`."""


def _sure_finite(language: Language) -> tuple[str, ...]:
    return ("V3", "AUX", "MD", "VD") if language == "en" else ("VF", "AUXF")


def _opening(  # noqa: C901 - a table
    first: Token, tokens: tuple[Token, ...], language: Language, alone: bool
) -> Shape | None:
    tag, lower = first.tag, first.lower
    second = tokens[1] if len(tokens) > 1 else None
    if lower in ("não", "not") and second is not None:
        return "action" if second.tag in ("VI", "VG", "AUXI") else None
    if lower == "quem" or (second is not None and second.tag == "WH" and tag[0] in "DP"):
        return "nominal"
    if lower in ("se", "lhe", "me") and second is not None and second.tag.startswith("VF"):
        return "verb"  # `se empurram`
    if second is None and tag in ("ADP", "PART"):  # `drop-out`
        return "nominal"
    fused = language == "pt" and lower in _FUSED
    if language == "en" and lower in _ALWAYS and second is not None:
        return "prepositional"
    if fused or (tag == "ADV" and second is not None and second.tag.startswith(("ADP", "PD."))):
        return "prepositional"
    if lower in _SUBORDINATORS:
        return "clause"
    if lower in _RELATIVES and tag != "DET":
        return "relative"
    if lower in _PREPOSITIONS and len(tokens) > 1 and tag in ("ADV", "SCONJ", "PART"):
        return "prepositional"
    if tag == "ADP" or (tag[0] == "P" and tag[:2] in ("PD", "PN", "PP", "PJ")):
        return "prepositional"
    behind = second.tag if second is not None else "ADP"
    if tag.startswith("J") and behind.startswith(("ADP", "PD.", "SCONJ", "WH", "PART")):
        return "adjective"  # `satisfied with the service`, `willing to buy`
    if language == "pt" and tag == "VG":
        return "prepositional"  # `ouvindo música` says under what condition
    if tag in ("VG", "VI", "AUXI"):
        return "action"
    if tag.startswith(("VN", "VP")):
        following = tokens[1].tag if len(tokens) > 1 else ""
        prenominal = following.startswith("N") or (language == "en" and following.startswith("J"))
        return None if prenominal else "participle" if len(tokens) > 1 else "adjective"
    if tag.startswith(_FINITE[language]):
        compound = tag == "V0" and second is not None and second.tag == "NS" and alone
        return None if compound else "verb"  # `sleep quality`
    return None


def _nounish(word: Token) -> bool:
    return word.tag in ("NS", "NP", "PRON", "NAME") or word.tag.startswith(("N.", "PRON."))


def _head(tokens: tuple[Token, ...], language: Language) -> tuple[Token | None, bool]:
    """The head noun of a noun phrase, and whether the phrase is plural."""
    head: Token | None = None
    for index, word in enumerate(tokens):
        if head is not None and word.lower in ("and", "e"):
            return head, True
        if head is not None and word.tag.startswith(_STOPS):
            break
        if head is not None and language == "en" and word.tag == "DET":
            break  # `a bus every 20 minutes`
        if _nounish(word) or (
            index == 0 and word.tag.startswith("D.") and len(tokens) > 1 and tokens[1].tag == "WH"
        ):
            head = word
            if language == "pt":
                rest = tokens[index + 1 :]
                return head, _plural(word) or _coordinated(rest)
    return head, head is not None and _plural(head)


def _coordinated(rest: tuple[Token, ...]) -> bool:
    """Whether another noun is coordinated with a Portuguese one: `altos e baixos`, `o preço do pão
    e o salário`."""
    if any(one.lower == "e" and other.tag.startswith("D.") for one, other in pairwise(rest)):
        return True
    for word in rest:
        if word.lower == "e":
            return True
        if not word.tag.startswith("J"):
            return False
    return False


def _plural(word: Token) -> bool:
    if "." in word.tag:
        number = word.tag[-1]
        return number == "p" if number != "-" else word.lower.endswith("s")
    return (word.tag == "NP" and not _SINGULAR.search(word.lower)) or word.lower in MANY


def _gender(tokens: tuple[Token, ...], head: Token | None, before: Token | None) -> str:
    """From the article before, the article within, the head's own tag, or its ending."""
    if head is None:
        return ""
    ahead = [word for word in tokens if word.start < head.start]
    if before is not None and not ahead and before.lower not in ("mais", "menos"):
        ahead = [before]
    tag = head.tag.split(".")
    for word in ahead:
        if word.lower == "a" and head.lower.endswith("o"):  # the preposition
            continue
        if word.tag.startswith(("D.", "PD.")) and word.tag.split(".")[1] in "mf":
            return word.tag.split(".")[1]
    if (told := portuguese.told_gender(head.text)) is not None:
        return told
    if len(tag) > 2 and tag[-2] in "mf" and head.lower not in portuguese.FEMININE_NOUNS:
        return tag[-2]
    return portuguese.ending_gender(head.text) or ""
