"""An author's sentences as plain claims: a question asserts nothing that could be hedged.

What is removed from the sentence (`I noticed that`, `might`, `but I'm not sure`) remains in the
author's text, which is kept unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.clause import is_first_person
from hypotheses.analyst.syntax.english import MANY
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.phrases import analysed, opens
from hypotheses.analyst.writer.places import located
from hypotheses.domain.claim import Claim, Slot, SlotName
from hypotheses.domain.types import Language

Cut = tuple[int, int, str]  # first character, end, and the replacement

_END = lazy_regex(r"[.!?](?=\s|$)|\n")
_FINITE = ("V0", "V3", "VD", "AUX", "MD", "VF")
_NEGATORS: dict[Language, frozenset[str]] = {
    "en": frozenset("not n't no never".split()),
    "pt": frozenset("não nunca".split()),  # `no` is `em o`
}
_SPEAKERS = frozenset(
    "i me my we us our eu me mim meu meus minha minhas nós nosso nossa nossos nossas".split()
)
SPEAKING = frozenset("i we eu nós".split())
"""Subjects that stand for the author."""
_POINTERS = frozenset("that this it essa esse isso isto essa este esta assim né".split())
TURNS = frozenset("but mas".split())
"""Words that turn away from what was said before."""
_MODALS = frozenset("pode podia poderia deve devia".split())
_OBJECTIONS = TURNS | frozenset("however though although porém embora".split())
TEMPORAL = frozenset("depois desde antes sempre assim logo até já vez".split())
"""Portuguese words that open a clause together with `que`."""
_VERBS = ("V", "AUX", "MD")
_EMPTY = ("AUX", "ADV", "PRON", "INTJ", "PART", "PUNCT")  # `será?`, `isn't it?`
_MARKS = " ,;:—–(-"


def plain(
    text: str, claim: Claim, language: Language, further: Sequence[tuple[int, int]] = ()
) -> tuple[str, Claim]:
    """The text without reports, hedges and asides around its claim, and the claim's places in it.

    `further` are characters of other claims of the sentence, which are removed, too.
    """
    cuts: list[Cut] = [(start, end, "") for start, end in further]
    for hedge in claim.hedges:
        cuts += _hedge(hedge, text, claim.relation, language)
    cuts += [(start, end, "") for start, end in asides(text, claim, language)]
    claim = _inflected(claim, text, cuts)
    places = {name: slot.start for name, slot in claim.items() if slot.start is not None}
    text, moved = _without(text, cuts, places)
    for name, start in moved.items():
        slot: Slot = getattr(claim, name)
        claim = claim.with_slot(name, replace(slot, start=start, end=start + len(slot.text)))
    return text, located(claim, text)


def _inflected(claim: Claim, text: str, cuts: Sequence[Cut]) -> Claim:
    """Slots that begin with the verb of a hedge, in its form without the hedge: `falta`, for
    `faltar`."""
    for name, slot in list(claim.items()):
        for start, end, instead in cuts:
            if instead and slot.start is not None and start < slot.start < end <= (slot.end or 0):
                words = instead + text[end : slot.end]
                made = replace(slot, text=words, start=end - len(instead), end=slot.end)
                claim = claim.with_slot(name, made)
    return claim


_THEN = frozenset(("then", "então"))
_EMPHASIS = frozenset("actually really truly genuinely realmente mesmo".split())


def unadorned(text: str, claim: Claim, language: Language) -> tuple[str, Claim]:
    """The text without a `whether` that opens it, and without words that only add emphasis or
    doubt: `does it really help`, `ajuda mesmo`, `parece que`."""
    tokens = tagged(text, language)
    cuts: list[Cut] = [(word.start, word.end, "") for word in tokens[:1] if word.lower == "whether"]
    for before, word, behind in zip((None, *tokens), tokens, (*tokens[1:], None), strict=False):
        if before is not None and _insists(before, word, behind, language):
            cuts.append((word.start, word.end, ""))
        if before is None and behind and (word.lower, behind.lower) == ("ever", "since"):
            cuts.append((word.start, word.end, ""))
        if before and behind and (word.lower, behind.lower) == ("parece", "que"):
            cuts.append((word.start, behind.end, ""))  # `o número | parece que | vem caindo`
        if word.lower in _THEN and before and behind and before.text == behind.text == ",":
            cuts.append((before.start, behind.end, ""))  # `why, then, do they`
    held = [(s.start, s.end) for _, s in claim.items() if s.start is not None and s.end is not None]
    cuts = [cut for cut in cuts if not any(a <= cut[0] < b for a, b in held)]
    if not cuts:
        return text, claim
    places = {name: slot.start for name, slot in claim.items() if slot.start is not None}
    made, moved = _without(text, cuts, places)
    for name, start in moved.items():
        slot: Slot = getattr(claim, name)
        claim = claim.with_slot(name, replace(slot, start=start, end=start + len(slot.text)))
    return made, located(claim, made)


def _insists(before: Token, word: Token, behind: Token | None, language: Language) -> bool:
    if word.lower not in _EMPHASIS or before.lower in _NEGATORS[language]:
        return False
    if word.lower == "mesmo":  # but not `mesmo quando`, `o mesmo dia`
        if behind is not None and behind.tag.startswith("D"):  # `melhora`, for the tagger no verb
            return not before.tag.startswith(("ADP", "P", "SCONJ", "CCONJ"))
        ends = behind is None or behind.tag.startswith(("PUNCT", "V")) or behind.lower == "a"
        return ends and before.tag.startswith((*_VERBS, "ADV"))
    verb = behind or before
    return word.tag == "ADV" and verb.tag.startswith(_VERBS)


def asides(text: str, claim: Claim, language: Language) -> list[tuple[int, int]]:
    """The ranges of characters before or after the claim in which a speaker comments."""
    held = [
        slot
        for name, slot in claim.items()
        if name != "leftover" and not (name == "qualifiers" and is_remark(slot.text, language))
    ]
    spots = [(s.start, s.end) for s in held if s.start is not None and s.end is not None]
    if not spots:
        return []
    tokens = tagged(text, language)
    first, last = min(start for start, _ in spots), max(end for _, end in spots)
    named = {word.lower for word in tokens if any(a <= word.start < b for a, b in spots)}
    return [*_lead(text, tokens, first, language), *_tail(text, tokens, last, language, named)]


def _without(
    text: str, cuts: list[Cut], places: dict[SlotName, int]
) -> tuple[str, dict[SlotName, int]]:
    places = dict(places)
    for start, end, instead in reversed(_apart(cuts)):
        rest = text[end:]
        before = text[:start]
        if not instead and opens(text, start):
            rest = rest.lstrip(" ,;:")
            rest = rest[:1].upper() + rest[1:]
        elif not instead:
            before, rest = before.rstrip(" "), _joined(rest)
        made = before + instead + rest
        for name, place in places.items():
            if place >= end - len(instead) and place > start:
                places[name] = place + len(made) - len(text)
        text = made
    return text, places


def _apart(cuts: list[Cut]) -> list[Cut]:
    """Cuts in their order; overlapping ones joined."""
    made: list[Cut] = []
    for cut in sorted(cuts, key=lambda each: (each[0], -each[1])):
        if made and cut[0] < made[-1][1]:
            start, end, instead = made[-1]
            made[-1] = (start, max(end, cut[1]), instead if end >= cut[1] else "")
        else:
            made.append(cut)
    return made


def _joined(rest: str) -> str:
    """What follows a cut within a sentence: a blank is removed unless a mark comes first."""
    rest = rest.lstrip(" ")
    return rest if rest[:1] in ".,;:!?)" else f" {rest}".rstrip(" ")


def _lead(
    text: str, tokens: Sequence[Token], first: int, language: Language
) -> Iterator[tuple[int, int]]:
    """`Someone told me that`, `I'm not sure, but` before the first slot; a denied report stays."""
    start = max((m.end() for m in _END.finditer(text, 0, first)), default=0)
    lead = [word for word in tokens if start <= word.start < first]
    start = lead[0].start if lead else first
    turn = max((at for at, word in enumerate(lead) if word.lower in TURNS), default=-1)
    if turn >= 0 and not _speaks(lead[:turn], language):
        turn = -1
    rest = lead[turn + 1 :]
    ends = [at for at, word in enumerate(rest) if word.text in ":" or _opens_clause(rest, at)]
    if ends and not any(word.lower in _NEGATORS[language] for word in rest[: ends[-1]]):
        yield start, rest[ends[-1]].end
    elif turn >= 0:
        yield start, lead[turn].end


def _opens_clause(lead: list[Token], at: int) -> bool:
    """Whether a word is `that` after a verb that takes a clause.

    In `it is all the same whether ...` the verb belongs to the claim.
    """
    if lead[at].lower == "if":
        return at > 0 and lead[at - 1].tag.startswith("V")  # `know if`
    if lead[at].lower not in ("that", "que", "whether", "se"):
        return False
    if lead[at].lower == "whether" and any(re.match(r"it\b", word.lower) for word in lead[:at]):
        return False
    if at and (lead[at - 1].lower == "por" or lead[at - 1].lower in TEMPORAL):
        return False  # `saber por que`, `depois que`
    return any(word.tag.startswith(_FINITE) for word in lead[:at])


def _tail(
    text: str, tokens: Sequence[Token], last: int, language: Language, named: set[str]
) -> Iterator[tuple[int, int]]:
    """`, but I'm not sure`, `, is that so?`: the speaker's comment after the claim's last slot."""
    mark = _END.search(text, last)
    stop = mark.start() if mark else len(text)
    tail = [word for word in tokens if last <= word.start < stop]
    opening = [at for at, word in enumerate(tail)
               if word.text in ",;—–(-" or word.lower in _OBJECTIONS]  # fmt: skip
    asks = stop < len(text) and text[stop] == "?"
    marked = set(opening)
    opening = [at for at in opening if at - 1 not in marked]  # `, but`
    for at, end in pairwise([*opening, len(tail)]):
        said = [word for word in tail[at:end] if word.tag not in ("PUNCT", "CCONJ")]
        points = asks and any(word.lower in _POINTERS for word in said)  # `has anybody seen it?`
        speaks = _speaks(said, language) or _objects(tail[at:end], named) or _guesses(said)
        if said and (points or speaks or not any(map(_has_content, said))):
            last = not text[stop + 1 :].strip()
            yield tail[at].start, stop + (asks and last)
            return


def _guesses(words: Sequence[Token]) -> bool:
    """Whether a modal opens a piece without a subject: `, could be chance`, `, pode ser acaso`."""
    opening = [word.lower for word in words[:2]]
    return bool(words) and (
        words[0].tag == "MD" or (opening[0] in _MODALS and opening[-1] == "ser")
    )


def _objects(words: Sequence[Token], named: set[str]) -> bool:
    """Whether a clause after `but` is about something other than the claim: `but the trial failed`.

    `but it fades`, `but not in boys` add to the claim itself.
    """
    words = [word for word in words if word.tag != "PUNCT"]
    verb = next((at for at, word in enumerate(words) if word.tag.startswith(_FINITE)), 0)
    subject = words[1:verb]
    return (
        bool(words)
        and words[0].lower in _OBJECTIONS
        and any(word.tag.startswith("N") for word in subject)
        and not any(word.tag.startswith("ADP") and not word.tag[3:] for word in subject[:1])
        and named.isdisjoint(word.lower for word in words if word.tag.startswith(("N", "V")))
    )


def _speaks(words: Sequence[Token], language: Language) -> bool:
    """Whether words are a speaker's comment or refer back: `I'd like to check`, `is it so`."""
    parts = {part for word in words for part in re.split("['’]", word.lower)}
    is_said = any(word.tag.startswith("AUX") or re.search("['’]s$", word.lower) for word in words)
    first_person = language == "pt" and any(is_first_person(w.lower, w.tag) for w in words)
    return bool(parts & _SPEAKERS) or first_person or (bool(parts & _POINTERS) and is_said)


def speaks(text: str, language: Language) -> bool:
    """Whether words have the speaker as their subject: `and I have noticed`."""
    return any(is_speaker(word, language) for word in tagged(text, language))


def is_remark(text: str, language: Language) -> bool:
    """Whether a condition is the speaker's comment on the claim: `but I cannot explain it`."""
    words = tagged(text, language)
    return words[:1] != () and words[0].lower in TURNS and _speaks(words, language)


def _has_content(word: Token) -> bool:
    return not word.tag.startswith(_EMPTY)


def is_speaker(word: Token, language: Language) -> bool:
    """Whether a word makes a sentence its speaker's own: `I want to see`, `quero ver`."""
    own = language == "pt" and is_first_person(word.lower, word.tag)
    return re.split("['’]", word.lower)[0] in SPEAKING or own


def tells_of_speaker(text: str, language: Language) -> bool:
    """Whether a text speaks of who wrote it: `my thesis is about`, `quero saber`."""
    return any(
        word.lower.partition("'")[0] in _SPEAKERS
        or (language == "pt" and is_first_person(word.lower, word.tag))
        for word in tagged(text, language)
    )


def _hedge(hedge: str, text: str, relation: str, language: Language) -> Iterator[Cut]:
    """The cut that removes one hedge; none where its sentence would become ungrammatical."""
    place = _place(hedge, text)
    if place is None:
        return
    tokens = tagged(text, language)
    start, end = place.span()
    inner = [word for word in tokens if start <= word.start < end]
    following = [word for word in tokens if word.start >= end][:2]
    if opens(text, start) and not any(word.lower in _NEGATORS[language] for word in inner):
        clause = following and following[0].lower in ("that", "que", "de")
        linked = clause and not (len(inner) == 1 and inner[0].tag == "ADV")
        ends = [w.end for w in following if linked and w.lower in ("that", "que")]
        yield start, max([end, *ends]), ""
        if inner and inner[-1].tag == "ADV" and language == "pt" and len(inner) == 1:
            yield from _indicative(tokens, end, relation)
    elif inner and all(word.tag.startswith(("ADV", "RB", "INTJ")) for word in inner):
        yield start, end, ""
        if language == "pt":
            yield from _indicative(tokens, end, relation)
    elif inner and inner[0].tag.startswith(_FINITE):
        yield from _plain_verb(inner, following, text, language)
    elif text[:start].rstrip()[-1:] in ("", ",", ";", "(") and text[end : end + 1] in (
        ",",
        ";",
        ")",
    ):
        yield len(text[:start].rstrip(" ,")), end, ""
    elif not following:
        yield len(text[:start].rstrip(_MARKS)), end, ""


def _plain_verb(
    inner: list[Token], following: list[Token], text: str, language: Language
) -> Iterator[Cut]:
    """`might keep` -> `keeps`, `seem to help` -> `help`, `parecem funcionar` -> `funcionam`."""
    hedge = inner[0]
    rest = [*inner[1:], *following]
    verb = next((word for word in rest if word.lower not in ("to", "not", "a", "que")), None)
    if verb is None or any(word.lower == "not" for word in rest[:2]):
        return
    between = text[hedge.end : verb.start].strip().lower()
    if language == "pt":
        if verb.tag not in ("VI", "AUXI") or between not in ("", "a"):
            return
        plural = hedge.lower.endswith("m") or hedge.tag.endswith(".p")
        yield hedge.start, verb.end, portuguese.finite(verb.lower, plural)
    elif between == ("" if hedge.tag == "MD" else "to"):
        plural = not hedge.lower.endswith("s")
        if hedge.tag == "MD":
            start = max((m.end() for m in _END.finditer(text, 0, hedge.start)), default=0)
            subject = text[start : hedge.start].strip()
            plural = analysed(subject, "en").plural or subject.lower().rpartition(" ")[2] in MANY
        if verb.lower == "be":  # `there seem to be more of them`
            yield hedge.start, verb.end, "are" if plural else "is"
        else:
            yield hedge.start, verb.end, verb.lower if plural else english.third(verb.lower)


def _indicative(tokens: Sequence[Token], start: int, relation: str) -> Iterator[Cut]:
    """The verb after `talvez`, a subjunctive, in the form that it has without it."""
    told = relation.lower().split()[:1]
    behind = [word for word in tokens if word.start >= start]
    found = [word for word in behind if word.lower in told]  # `aumente`, for the tagger a noun
    found += [word for word in behind if word.tag.startswith(("VF", "AUXF"))]
    verb = next(iter(found), None)
    if verb is not None:
        yield verb.start, verb.end, portuguese.indicative(verb.lower)


def _place(hedge: str, text: str) -> re.Match[str] | None:
    """The positions of a hedge as whole words: as written, or with a capital that was added
    since."""
    words = rf"(?<!\w){re.escape(hedge)}(?!\w)"
    return re.search(words, text) or re.search(words, text, re.I)
