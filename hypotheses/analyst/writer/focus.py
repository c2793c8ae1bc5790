"""Extracts the clause that states the claim from everything else its author wrote."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.clause import AUXILIARIES
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import ROOT
from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.asides import TEMPORAL, is_speaker, plain, unadorned
from hypotheses.analyst.writer.edit import OPENING_OPINION, is_asking
from hypotheses.analyst.writer.excerpt import asked, excerpt, formed, is_indirect
from hypotheses.analyst.writer.grammar import is_one_sentence
from hypotheses.analyst.writer.phrases import analysed, mid
from hypotheses.analyst.writer.places import located, placed
from hypotheses.analyst.writer.predicates import is_degree
from hypotheses.analyst.writer.scraps import OPINION
from hypotheses.domain.claim import Claim, Slot, SlotName
from hypotheses.domain.types import Language

Span = tuple[int, int]

_COLON = lazy_regex(
    r":\s(?=(?:do|does|did|is|are|was|were|can|could|would|will|has|have|será que)\b)", re.I
)
_BRACKET = lazy_regex(r"\([^()]{1,300}\)")

_BREAK = lazy_regex(r"(?<!\.\w)[.!?]+(?=\s|$)|\n+|;(?=\s)|\s[—–-]\s")
_BULLET = lazy_regex(r"^\s*(?:[-*•–]|\d+[.)])\s+")
_FINITE = ("V0", "V3", "VD", "AUX", "MD", "VF")
_CORE: tuple[SlotName, ...] = ("exposure", "outcome")
_TURNS = frozenset("but mas porém".split())
_DENIALS: dict[Language, frozenset[str]] = {
    "en": frozenset("no not n't never".split()),
    "pt": frozenset("não nem nunca".split()),  # `no` is `em o`
}
_ANDS = frozenset("and e".split())
_NOMINATIVES = frozenset("i we it they he she you that this eu ele ela eles elas isso".split())
_PERSON = frozenset("i we you eu nós você vocês".split())
_REASONS = frozenset("because since as so porque pois então".split())
_ASKED_OF_ONE = frozenset(("how", "como", "why"))
"""What opens a question that is not about cause and effect, where no link to earlier words precedes
it."""
_OPENERS = frozenset("that que q why whether se if how como".split())
_ARTICLES = lazy_regex(
    r"(?<!\w)(?:the|an?|[oa]s?|uma?|my|our|meus?|minhas?|nossos?|nossas?) $", re.I
)
_EXCEPTION = lazy_regex(
    r"(?<!\w)(?:(?:but|mas) (?:not|não)|except|exceto)(?: (?:for|in|on|when|para|em|n[ao]s?))? $",
    re.I,
)
_SUBJECTS = frozenset("it this that isso isto aquilo ele ela".split())
_PERSONS = frozenset("they them those these eles elas".split())


# A question about its author, who does more in it than wonder: `do I sleep less after a night
# shift`; but `can I expect`, `do we know whether`.
_OF_SELF = lazy_regex(
    r"(?:(?:do|did|am|are|was|were|have)\s(?:i|we)\s"
    r"(?!(?:think|know|have to|need to|expect|see|find|believe|say|want)\b)"
    r"|(?:eu|nós|a gente)\s"
    r"(?!(?:ach|quer|gostaria|sei|sabe|poss|pode|consig|vej|espera?)\w{0,6}\b))[^?]{1,400}\?",
    re.I,
)


def focused(
    text: str, claim: Claim, language: Language, further: Sequence[Span] = ()
) -> tuple[str, Claim]:
    """The clause with its mark, and the claim with its slots' places in it.

    Slots of other sentences have no place; their words get the article that preceded them.
    `further` are characters of other claims, which are removed.
    """
    leftover = claim.leftover
    text, claim = _unbroken(text, claim)
    own_question = text.strip()
    if _OF_SELF.fullmatch(own_question) and is_one_sentence(own_question):
        return _finished(own_question[:-1], claim, leftover, language, asks=True)
    if not further:  # whose places are those of the whole text
        text, claim = unadorned(text, claim, language)
    claim = claim.with_slot("leftover", None)
    listed = _listed(text, claim, language)
    own = formed(text, claim, language)
    if own is None and not listed:
        own = excerpt(text, claim, language, further)
    if own is not None:
        held = _of_excerpt(own.claim, own.text, text)
        return _finished(own.text, held, leftover, language, asks=own.asks)
    text, claim = plain(text, claim, language, further)
    start, end = _segment(text, claim, language)
    spots = [p for _, slot in claim.items() if (p := placed(slot, text)) and start <= p[0] < end]
    asks = text[end:].lstrip(" ").startswith("?")
    start = _opening(text, start, end, claim, language)
    listed = _listed(text, claim, language)
    spots = [spot for spot in spots if spot not in listed]
    spots = [spot for spot in spots if spot[0] >= start]
    cores = [p for n in _CORE if (p := placed(claim.slot(n), text)) in spots and p is not None]
    end = _ending(text, end, spots, cores, language)
    clause = OPINION.sub("", _without_brackets(text, start, end, spots))
    clause = clause if clause.count('"') % 2 == 0 else clause.replace('"', "")
    held = claim
    for name, slot in claim.items():
        if not (slot.start is not None and start <= slot.start < end):
            lead = _EXCEPTION if name == "qualifiers" else _ARTICLES
            held = held.with_slot(name, replace(_led(slot, text, lead), start=None, end=None))
        elif slot.end is not None:
            here = replace(slot, start=slot.start - start, end=slot.end - start)
            held = held.with_slot(name, here)
    if is_indirect(clause, language) and (direct := asked(clause, language)) is not None:
        clause, asks = direct, True
    return _finished(clause, held, leftover, language, asks=asks)


def _finished(
    clause: str, held: Claim, leftover: Slot | None, language: Language, *, asks: bool
) -> tuple[str, Claim]:
    """A clause on its own, and the claim with its slots' places there."""
    clause = _uncleft(clause, located(held, clause))
    clause = _without_link(clause, located(held, clause), language)
    clause = _with_nouns(clause, held, language)
    if language == "pt":
        clause, held = _stated(clause, located(held, clause))
    clause = clause[:1].upper() + clause[1:] + ("?" if asks else "")
    return clause, located(held.with_slot("leftover", leftover), clause)


def _stated(clause: str, held: Claim) -> tuple[str, Claim]:
    """The statement without the words that introduced it: `suspeito que o sono | reduza`,
    `reduz`."""
    if not any(map(portuguese.is_subjunctive, split(clause).lower)):
        return clause, held
    tree = parsed(split(clause))
    roots = [at for at, head in enumerate(tree.heads) if head == ROOT]
    said = ("conj", "csubj", "ccomp") if OPENING_OPINION.match(clause) else ("conj",)
    heads = [*roots, *(at for root in roots for at in tree.children(root, *said))]
    for at in sorted((v for head in heads for v in (head, *tree.children(head, *AUXILIARIES))),
                     reverse=True):  # fmt: skip
        verb = tree.words.lower[at]
        if not tree.tags[at].startswith(("VF", "AUXF")) or not portuguese.is_subjunctive(verb):
            continue
        start, end, made = tree.words.starts[at], tree.words.ends[at], portuguese.indicative(verb)
        clause = clause[:start] + made + clause[end:]
        for name, slot in list(held.items()):
            if slot.start is not None and slot.start <= start < (slot.end or 0):
                begin = start - slot.start
                words = slot.text[:begin] + made + slot.text[begin + end - start :]
                held = held.with_slot(name, replace(slot, text=words, end=slot.start + len(words)))
        held = located(held, clause)
    return clause, held


def _of_excerpt(claim: Claim, own: str, text: str) -> Claim:
    """The claim with its slots' places in an excerpt; those of other sentences have none."""
    held = located(claim, own)
    for name, slot in held.items():
        if slot.start is None:
            told = claim.slot(name)
            lead = _EXCEPTION if name == "qualifiers" else _ARTICLES
            if told is not None:
                held = held.with_slot(name, replace(_led(told, text, lead), start=None, end=None))
    return held


_BROKEN = lazy_regex(r"(?<=\w)-\n(?:\d{1,4} )?(?=\w)|\n\d{1,4} (?=\w)")


def _unbroken(text: str, claim: Claim) -> tuple[str, Claim]:
    """The words of a copied page in one piece: `re-\n88 lated`, with the numbers of its lines."""

    def whole(words: str) -> str:
        return _BROKEN.sub(lambda mark: "" if mark[0][0] == "-" else " ", words)

    if not _BROKEN.search(text):
        return text, claim
    made = whole(text)
    claim = replace(claim, relation=whole(claim.relation))
    for name, slot in list(claim.items()):
        start = None if slot.start is None else len(whole(text[: slot.start]))
        claim = claim.with_slot(name, replace(slot, text=whole(slot.text), start=start))
    return made, located(claim, made)


def _segment(text: str, claim: Claim, language: Language) -> Span:
    """The stretch between marks that holds most of the claim."""
    best, most = (0, len(text)), -1.0
    empty = not any(True for _ in claim.items())
    for start, end in _segments(text, claim, language):
        score = 0.5 if empty and text[end : end + 1] == "?" else 0.0
        for name, slot in claim.items():
            spot = placed(slot, text)
            if spot is not None and start <= spot[0] < end and name != "leftover":
                score += 3 if name in _CORE else 0.5
        if score and any(word in text[start:end] for word in claim.relation.split()):
            score += 1.5
        if score >= most and (score or most < 0):
            best, most = (start, end), score
    return best


def _segments(text: str, claim: Claim, language: Language) -> list[Span]:
    found, start = [], 0
    for mark in [*_breaks(text, claim, language), (len(text), len(text))]:
        lead = _BULLET.match(text[start : mark[0]])
        first = start + (lead.end() if lead else 0)
        stretch = text[first : mark[0]]
        first += len(stretch) - len(stretch.lstrip())
        if stretch.strip():
            found.append((first, first + len(stretch.strip())))
        start = mark[1]
    return found


def _breaks(text: str, claim: Claim, language: Language) -> list[Span]:
    """Marks between sentences, and `but` between two clauses; none within brackets."""
    marks = [mark.span() for mark in _BREAK.finditer(text)]
    tokens = tagged(text, language)
    for at, word in enumerate(tokens):
        comma = at and tokens[at - 1].text == ","
        following = tokens[at + 1].lower if at + 1 < len(tokens) else ""
        if comma and (word.lower in _TURNS or (word.lower in _ANDS and following in _NOMINATIVES)):
            marks.append((tokens[at - 1].start, word.end))
    marks += [mark.span() for mark in _COLON.finditer(text)]
    spots = [p for _, slot in claim.items() if (p := placed(slot, text))]
    spots += [bracket.span() for bracket in _BRACKET.finditer(text)]
    return sorted(mark for mark in marks if not _inside(mark[0], spots))


def _opening(text: str, start: int, end: int, claim: Claim, language: Language) -> int:
    """Where the clause begins, after the words of a speaker, a question or an aim."""
    cores = [p[0] for n in _CORE if (p := placed(claim.slot(n), text)) and start <= p[0] < end]
    spots = [p for _, slot in claim.items() if (p := placed(slot, text)) and start <= p[0] < end]
    if not spots:
        return start
    core = min(cores, default=min(spots)[0])
    asked = claim.outcome is not None and claim.exposure is None and is_asking(claim.outcome.text)
    if asked:
        return core
    lead = [word for word in tagged(text, language) if start <= word.start < core]
    behind = 0  # the first word of the clause, among those before its core
    said = denied = False
    for at, word in enumerate(lead):
        if not _inside(word.start, spots):
            following = lead[at + 1] if at + 1 < len(lead) else None
            before = lead[at - 1] if at > behind else None
            taken = not denied and before is not None and not _inside(before.start, spots)
            if (
                word.text == ":"
                or (at == behind and _asks_behind(word, at > 0 or "," not in text[start:end]))
                or (taken and before is not None and _is_opener(word, before, following, said))
                or (word.text == "," and _is_call(lead[behind:at], spots))
            ):
                behind = at + 1 if claim.exposure is not None else _asking_from(lead, at)
        denied |= word.lower in _DENIALS[language]
        said |= word.tag.startswith((*_FINITE, "VG", "VI"))
    begin = lead[behind].start if behind < len(lead) else core
    return max(begin, _behind_speaker(lead[behind:], spots, core, begin))


def _is_speaker(word: Token) -> bool:
    return re.split("['’]", word.lower)[0] in ("i", "we", "eu", "nós")


def _behind_speaker(lead: list[Token], spots: list[Span], core: int, begin: int) -> int:
    """After `from what I see`, where nothing of the claim precedes."""
    if len(lead) > 1 and lead[0].tag == "ADP" and lead[1].lower in ("me", "us", "mim", "nós"):
        return lead[2].start if len(lead) > 2 else core
    speaker = next((at for at, word in enumerate(lead) if _is_speaker(word)), None)
    if speaker is None or any(begin <= first < lead[speaker].start for first, _ in spots):
        return begin
    for comma, word in pairwise(lead[speaker:]):
        if comma.text == "," and word.lower in ("do", "does", "did", "is", "are", "was", "were"):
            return word.start  # `we moved the desks, did the noise fall`
    verbal = ("V", "AUX", "MD")
    verbs = [at for at, w in enumerate(lead) if at > speaker and w.tag.startswith(verbal)]
    if not verbs:
        return begin
    last = verbs[-1] + 1
    while last < len(lead) and lead[last].tag in ("ADV", "J"):  # `I am fairly sure`
        last += 1
    return lead[last].start if last < len(lead) else core


def _asking_from(lead: list[Token], at: int) -> int:
    """Where a question begins that has no cause and effect: its word stays, `how`, `por que`."""
    if lead[at].lower in _ASKED_OF_ONE:
        return at
    return at - 1 if lead[at].lower == "que" and lead[at - 1].lower == "por" else at + 1


def _asks_behind(word: Token, asks: bool) -> bool:
    """Whether a word opens an indirect question: `RQ: if`, `Whether`; not in `if ..., ...`."""
    return word.lower == "whether" or (asks and word.lower in ("if", "se"))


def _is_opener(word: Token, before: Token, following: Token | None, said: bool) -> bool:
    """Whether a word opens a clause governed by a verb or noun before it: `I think that`."""
    if word.lower not in _OPENERS:
        return False
    if word.lower == "que" and before.lower in TEMPORAL:
        return False  # `depois que`
    if word.lower in ("whether", "how", "why") or (word.lower == "que" and before.tag == "ADV"):
        return True
    if following is not None and following.lower in ("modo", "forma", "maneira"):
        return False
    if before.tag.startswith(("V", "AUX", "MD")) or before.lower in ("de", "por"):
        return True
    relative = following is not None and following.tag.startswith(_FINITE)
    if word.lower in ("if", "se"):
        return before.text.isalpha() and before.lower not in _OPENERS and not relative
    return word.lower in ("that", "que", "q") and said and not relative and before.tag != "CC"


def _inside(place: int, spots: list[Span]) -> bool:
    return any(first <= place < last for first, last in spots)


def _is_call(said: list[Token], spots: list[Span]) -> bool:
    """Whether words before a comma greet or comment: no place, no condition, no slot."""
    if not said or any(_inside(word.start, spots) for word in said):
        return False
    opening = said[0].tag
    return not opening.startswith(("ADP", "PD.", "SCONJ", "WH", "V")) or is_speech(said)


def is_speech(words: Sequence[Token]) -> bool:
    """Whether words have a speaker and a verb: `as I said`."""
    speaker = any(word.lower in _PERSON for word in words)
    return speaker and any(word.tag.startswith(_FINITE) for word in words)


def _ending(text: str, end: int, spots: list[Span], cores: list[Span], language: Language) -> int:
    """Where the clause ends: before a reason or a comment after its last slot."""
    if not spots:
        return end
    last = max(stop for _, stop in spots)
    second = _second_clause(text, end, cores, language)
    if second is not None:
        return second
    tail = [word for word in tagged(text, language) if last <= word.start < end]
    for at, word in enumerate(tail):
        if word.text in ",:" and not _belongs(tail[at + 1 : at + 30], language):
            return word.start
        if word.lower in _REASONS and word.tag != "ADP" and (at or word.lower != "as"):
            return len(text[: word.start].rstrip(" ,"))
        if word.tag == "INTJ":
            return len(text[: word.start].rstrip(" ,"))
    return end


def _second_clause(text: str, end: int, cores: list[Span], language: Language) -> int | None:
    """Where `, and it is stronger in spring` begins, after exposure and outcome."""
    if len(cores) < len(_CORE):
        return None
    behind = [w for w in tagged(text, language) if max(cores)[1] <= w.start < end]
    for at, word in enumerate(behind[:-1]):
        if word.text == "," and behind[at + 1].tag in ("CC", "CCONJ"):
            near = behind[at + 2 : at + 8]
            if any(w.tag.startswith(_FINITE) for w in near):
                return word.start
    return None


_LISTED: tuple[SlotName, ...] = ("unit", "bound", "measure", "window", "margin", "approach")


def _listed(text: str, claim: Claim, language: Language) -> list[Span]:
    """The slots alone between marks after the claim: `..., rain gauge, ten days`."""
    cores = [p[1] for name in _CORE if (p := placed(claim.slot(name), text))]
    behind = max(cores, default=0)
    spots = sorted(p for n in _LISTED if (p := placed(getattr(claim, n), text)) and p[0] >= behind)
    chains: list[list[Span]] = []
    for spot in spots:
        if chains and text[chains[-1][-1][1] : spot[0]].strip(" ") == "":
            chains[-1].append(spot)  # `students | of one course`
        else:
            chains.append([spot])
    found: list[Span] = []
    for chain in chains:
        start, end = chain[0][0], chain[-1][1]
        alone = text[:start].rstrip(" ")[-1:] in (",", ";")
        alone &= text[end:].lstrip(" ")[:1] in ("", ",", ";", ".", "?", "\n")
        if alone and analysed(text[slice(*chain[0])], language).shape == "nominal":
            found += chain
    return found


def _belongs(piece: list[Token], language: Language) -> bool:
    """Whether words after a comma still give a time, a condition or a comparison."""
    if not piece or any(is_speaker(word, language) for word in piece):
        return False
    first = piece[0]
    leads = ("ADP", "PD.", "VN", "SCONJ")
    return first.tag.startswith(leads) and first.lower not in _REASONS


def _without_brackets(text: str, start: int, end: int, spots: list[Span]) -> str:
    """The clause without brackets that contain no slot."""
    made, at = "", start
    for bracket in _BRACKET.finditer(text, start, end):
        first, last = bracket.span()
        if not any(a < last and b > first for a, b in spots):
            made, at = made + text[at:first].rstrip(), last
    return (made + text[at:end]).strip(" ,;:")


def _led(slot: Slot, text: str, lead: re.Pattern[str]) -> Slot:
    """A slot with the words before it that belong to it: its article, `but not for`."""
    if slot.start is None:
        return slot
    found = lead.search(text[max(0, slot.start - 16) : slot.start])
    return replace(slot, text=f"{found[0].lower()}{slot.text}") if found else slot


_IT_IS = lazy_regex(r"(?:it is|it's|it was|é|são|foi) (?!que\b|that\b|true\b)", re.I)
_THAT = lazy_regex(r",? (?:that|who|which|what|que|quem)\s", re.I)
_IS_WHAT = lazy_regex(r" (?:is|are|was|were|é|são|foi) (?:what|o que|que|quem)\s", re.I)
_WHAT = lazy_regex(
    r"(?:what|o que|quem)\s(?P<rest>.{1,300}?),? (?:is|are|was|were|é|são|foi) $", re.I | re.S
)


def _uncleft(clause: str, claim: Claim) -> str:
    """`It is X that slows Y`, `X is what slows Y`, `What slows Y is X` as `X slows Y`."""
    spot = placed(claim.exposure, clause)
    if spot is None:
        return clause
    before, behind = clause[: spot[0]], clause[spot[1] :]
    opening, joint = _IT_IS.match(before), _THAT.match(behind)
    if opening is not None and joint is not None:
        return f"{clause[opening.end() : spot[1]]} {behind[joint.end() :]}"
    joint = _IS_WHAT.match(behind)
    if joint is not None:
        return f"{clause[: spot[1]]} {behind[joint.end() :]}"
    what = _WHAT.match(before)
    if what is not None and not behind.strip(" .?!"):
        return f"{clause[spot[0] : spot[1]]} {what['rest']}"
    return clause


_KEPT = frozenset(
    """only just even not hardly barely scarcely rarely só apenas não nem quase raramente quanto
    quando when""".split()
)


def _without_link(clause: str, claim: Claim, language: Language) -> str:
    """The clause without the word that links it to an earlier one: `Instead`, `E`, `So`."""
    tokens = tagged(clause, language)
    opening = any(slot.start == 0 for _, slot in claim.items())
    if len(tokens) < 4 or opening or tokens[0].lower in _KEPT or is_degree(tokens[0]):
        return clause
    if claim.exposure is None and tokens[0].lower in _ASKED_OF_ONE:
        return clause
    bound = tokens[1].tag.startswith(("ADV", "ADP", "PD."))  # `depois dos anúncios`
    bound |= tokens[0].lower in TEMPORAL and tokens[1].lower == "que"
    linking = tokens[0].tag in ("ADV", "CC", "CCONJ", "INTJ") and not bound
    linking = linking and not is_asking(clause) and _links(clause)
    return clause[tokens[1].start :].lstrip(" ,") if linking else clause


def _links(clause: str) -> bool:
    """Whether the first word of a clause depends on it as a link does."""
    tree = parsed(split(clause))
    return tree.relations[0] in ("advmod", "cc", "discourse") and tree.tags[0] != "WH"


def _with_nouns(clause: str, claim: Claim, language: Language) -> str:
    """The clause with the slots that only one of its pronouns refers to."""
    varies = claim.exposure
    plural = varies is not None and analysed(varies.text, language).plural
    held = claim.unit is None or claim.unit.start is not None  # `they` are not the unit
    first = _SUBJECTS | _PERSONS if plural and held else _SUBJECTS
    for slot, pronouns in ((varies, first), (claim.unit, _PERSONS)):
        if slot is not None and slot.start is None and slot.text.lower() not in clause.lower():
            clause = _replaced(clause, slot.text, pronouns, claim, language)
    return clause


def _replaced(
    clause: str, noun: str, pronouns: frozenset[str], claim: Claim, language: Language
) -> str:
    measure = placed(located(Claim(measure=claim.measure), clause).measure, clause)
    held = [measure] if measure is not None else []  # `the number of times this happens`
    tokens = [word for word in tagged(clause, language) if not _inside(word.start, held)]
    for at, word in enumerate(tokens):
        behind = tokens[at + 1] if at + 1 < len(tokens) else None
        if word.lower not in pronouns or word.tag == "SCONJ":
            continue
        if word.lower in ("that", "this", "those", "these") and not (
            behind is not None and behind.tag.startswith(_FINITE)
        ):
            continue
        text = noun if not at else mid(noun, language)
        end, verb = word.end, ""
        singular = behind is not None and behind.tag.startswith(("V3", "VF.s"))
        many = singular and word.lower in _SUBJECTS and analysed(noun, language).plural
        if behind is not None and many:
            end, plural = behind.end, english.base if language == "en" else portuguese.plural
            verb = f" {plural(behind.lower)}"
        return clause[: word.start] + text + verb + clause[end:]
    return clause
