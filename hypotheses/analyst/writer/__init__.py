"""A claim as text: a sentence, its hypotheses, or the author's words as a question."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.antecedents import POINTERS, points_back
from hypotheses.analyst.syntax.clause import is_topic
from hypotheses.analyst.syntax.english import base
from hypotheses.analyst.syntax.factors import unnamed_factors
from hypotheses.analyst.syntax.forms import form_of
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.writer.asides import plain, tells_of_speaker
from hypotheses.analyst.writer.assertion import assertion
from hypotheses.analyst.writer.clauses import ALONE, after_definite, definite
from hypotheses.analyst.writer.compose import composed, robust
from hypotheses.analyst.writer.edit import (
    DOES,
    NAMED,
    asks_behind_a_mark,
    closed,
    edited,
    is_aim,
    is_opinion,
    is_proportional,
    is_sentence,
    joined_moderation,
    names_nobody,
    opens_a_question,
)
from hypotheses.analyst.writer.edit import opens_a_question as is_question
from hypotheses.analyst.writer.excerpt import asked, is_clause, is_indirect
from hypotheses.analyst.writer.focus import focused
from hypotheses.analyst.writer.grammar import is_grammatical, is_one_sentence, is_torn
from hypotheses.analyst.writer.holders import without_both_sides
from hypotheses.analyst.writer.phrases import analysed, mid
from hypotheses.analyst.writer.places import located, placed
from hypotheses.analyst.writer.portuguese import ARTICLES, infinitive_of_past
from hypotheses.analyst.writer.scraps import without_scraps
from hypotheses.analyst.writer.statements import Statements, statements
from hypotheses.analyst.writer.tails import with_tails
from hypotheses.analyst.writer.topics import is_subject, topic_question
from hypotheses.domain.claim import SLOTS, Claim, Slot, SlotName
from hypotheses.domain.types import Language

__all__ = [
    "Statements",
    "echo",
    "extent",
    "focused",
    "is_observation",
    "is_question",
    "is_subject",
    "is_title",
    "listing",
    "located",
    "plain",
    "question",
    "statements",
    "what_changed",
    "without_scraps",
]


_OF_TOPICS = ("unknown", "qualitative")
_WH = lazy_regex(r"(?:how|why|what) ", re.I)  # its verb moves in the question
_LABELS: dict[Language, dict[SlotName, str]] = {
    "en": {
        "unit": "Population", "bound": "Population", "exposure": "Exposure", "outcome": "Outcome",
        "comparator": "Compared with", "measure": "Measure", "window": "Time", "margin": "Margin",
        "qualifiers": "Condition", "approach": "Approach",
    },
    "pt": {
        "unit": "População", "bound": "População", "exposure": "Exposição", "outcome": "Desfecho",
        "comparator": "Comparação com", "measure": "Medida", "window": "Horizonte temporal",
        "margin": "Margem", "qualifiers": "Condição", "approach": "Abordagem",
    },
}  # fmt: skip


def question(claim: Claim, language: Language, source: str = "") -> str | None:
    """The claim as one question, with each slot's words in it once.

    `source` is the text that the slots' offsets point into. A slot whose offsets point at other
    words replaces those; a slot without offsets is added, unless it is a proposal that the sentence
    cannot carry. None where no sound sentence can be made: where exposure or outcome is uncertain,
    none is assembled from parts of a sentence.
    """
    return with_tails(cache(lambda tried: _question(tried, language, source)), claim, source)


def _question(claim: Claim, language: Language, source: str) -> str | None:
    claim = _without_doubtful(without_both_sides(claim.stated), source)
    claim = _bounded_once(_with_leftover(claim, source))
    claim = _in_its_question(claim, source, language)
    if claim.placeholders or claim.is_unread:
        return None
    if claim.design == "descriptive":
        claim = claim.with_slot("margin", None)  # a guess at the answer: `I bet less than a third`
    names_one = claim.design in _OF_TOPICS or None in (claim.exposure, claim.outcome)
    lived = claim.design == "qualitative"
    asked = topic_question(source, language, lived=lived) if names_one else None
    if asked is not None:
        return edited(located(claim, asked), language, asked) or asked
    if claim.design == "unknown" and _names_a_topic(claim, source, language):
        named = is_topic(parsed(split(source))) and None in (claim.exposure, claim.outcome)
        if named or claim.is_doubted_at_core:
            return None
        return _checked(composed(claim, language, source), claim, language)
    own = _of_author(claim, language, source)
    doubted = claim.is_doubted_at_core
    if own is not None or (doubted and (claim.story or is_clause(source))):
        return own
    made = _checked(composed(claim, language, source), claim, language)
    if _stands_as_asked(claim, source, language):
        return made if made is not None and _only_adds(made, source) else source
    if made is not None or doubted:
        return made
    made = robust(claim, language, source)
    return None if made is None or is_torn(made) else made


def _of_author(claim: Claim, language: Language, source: str) -> str | None:
    """The question in the author's own words; for factors that nobody names, which ones."""
    own = None
    if _names_no_factor(claim, source, language):
        own = _checked(composed(claim, language, source), claim, language)
    if own is None and not _is_opposed_title(source, language):
        own = _checked(_reworded(claim, language, source), claim, language)
        if own is None and claim.conditions:
            authored = _authored(claim)  # what is proposed stands in the frame
            own = _checked(_reworded(authored, language, source), authored, language)
    return own


def _stands_as_asked(claim: Claim, source: str, language: Language) -> bool:
    """Whether the author's question is whole by itself, and holds all words of persons: it stays
    as it is, and what is proposed stands in the frame. `Can we predict` is put as a claim."""
    if claim.design == "predictive":
        return False
    asks = source.endswith("?") and (language == "pt" or is_question(source))
    if not asks or not is_one_sentence(source) or is_torn(source):
        return False
    if points_back(parsed(split(source))):
        return False
    return all(
        slot.origin in ("suggested", "model") or _stands(slot.text, source)
        for name, slot in claim.items()
        if name != "leftover"
    )


def _only_adds(made: str, source: str) -> bool:
    """Whether a sentence has all words of another one, in their order."""
    words = iter(split(made).lower)
    return all(word in words for word in split(source).lower)


_WHICH = lazy_regex(r"\b(?:which|what|que|qua(?:l|is))\s(?:are\s|são\s)?(?:the\s|[oa]s\s)?\Z", re.I)


def _names_no_factor(claim: Claim, source: str, language: Language) -> bool:
    """Whether what varies is only called factors, and is not asked for as such: `which factors`."""
    varies = claim.exposure
    if varies is None or claim.outcome is None or unnamed_factors(varies.text, language) is None:
        return False
    return varies.start is None or not _WHICH.search(source, 0, varies.start)


def _authored(claim: Claim) -> Claim:
    """The claim without what was only proposed."""
    for name, _ in claim.conditions:
        claim = claim.with_slot(name, None)
    return claim


def _is_opposed_title(source: str, language: Language) -> bool:
    """Whether words only set two things against each other: `wages, with and without a union`.

    With `vs` and without a mark or a verb that asks they are no sentence, though a noun may look
    like a verb: `visits on verges vs. lawns`.
    """
    tree = parsed(split(source))
    form = form_of(tree, language)
    if form is not None:
        return not form.question
    silent = "?" not in source and not any(tag.startswith(("AUX", "MD")) for tag in tree.tags)
    return silent and not _AGAINST.isdisjoint(tree.words.lower)


_AGAINST = frozenset(("vs", "versus"))


def _names_a_topic(claim: Claim, source: str, language: Language) -> bool:
    """Whether the author's words claim nothing yet: they name two things, or the author's own
    subject, `my thesis is about burnout`."""
    if is_question(source):
        return False
    return is_topic(parsed(split(source))) or tells_of_speaker(source, language)


def _checked(made: str | None, claim: Claim, language: Language) -> str | None:
    made = joined_moderation(made) if made is not None else None
    if made is not None and language == "en":
        made = _DO_BE.sub(_be, made)
    sound = made is not None and is_sound(made, claim) and is_grammatical(made, claim, language)
    return made if sound else None


def _without_doubtful(claim: Claim, source: str) -> Claim:
    """The claim without what was read in another sentence and may be wrong: it is asked about, and
    enters no sentence until then."""
    for name, slot in claim.items():
        elsewhere = slot.origin == "user" and placed(slot, source) is None
        if elsewhere and name not in _ASKED_FIRST and claim.is_doubted(name):
            claim = claim.with_slot(name, None)
    return claim


_ASKED_FIRST = ("exposure", "outcome", "comparator", "leftover")


def _in_its_question(claim: Claim, source: str, language: Language) -> Claim:
    """The claim with an outcome that is itself a question, in the order that it has in the source:
    `how rivers freeze`, `how do rivers freeze`."""
    slot = claim.outcome
    if slot is None or placed(slot, source) is not None or not is_indirect(slot.text, language):
        return claim
    if claim.unit is not None and names_nobody(slot.text):
        return claim  # `how they live`: the frame names who
    own = asked(slot.text, language)
    if own is None or own.lower() not in source.lower():
        return claim
    return located(claim.with_slot("outcome", replace(slot, text=own)), source)


def _with_leftover(claim: Claim, source: str) -> Claim:
    """The claim with words in no slot joined to the slot that they directly follow."""
    left = placed(claim.leftover, source)
    if left is None:
        return claim
    for name, slot in claim.items():
        spot = placed(slot, source)
        if spot is None or name == "leftover" or not source[spot[1] : left[0]].isspace():
            continue
        whole = Slot(source[spot[0] : left[1]], slot.origin, spot[0], left[1], slot.sure)
        return claim.with_slot(name, whole).with_slot("leftover", None)
    return claim


def _bounded_once(claim: Claim) -> Claim:
    """The claim without bounds that are part of the unit's own words: `our`, in `our team`."""
    unit, bound = claim.unit, claim.bound
    once = unit and bound and f" {bound.text} ".lower() in f" {unit.text} ".lower()
    return claim.with_slot("bound", None) if once else claim


# `be` takes no `do`: `tend to be braver` would become `do goalkeepers be braver`
_DO_BE = lazy_regex(
    r"^(?P<do>do|does) (?P<who>(?:(?!(?:to|that|will|can|must)\b)[\w-]+ )+?)be (?=\w)", re.I
)


def _be(found: re.Match[str]) -> str:
    return f"{'Are' if found['do'].lower() == 'do' else 'Is'} {found['who']}"


def _reworded(claim: Claim, language: Language, source: str) -> str | None:
    """The author's own clause with the additions in it; None where an addition has no place."""
    if not source or not is_sentence(source, claim, language):
        return None
    return edited(claim, language, source)


def is_sound(text: str, claim: Claim) -> bool:
    """Whether every slot's words are in a text, and its marks are balanced."""
    held = [slot.text for name, slot in claim.items() if name != "leftover"]
    if not all(_stands(words, text) or _WH.match(words) for words in held):
        return False
    return text.count("(") == text.count(")") and not re.search(r",\s*[,.?!;]|\(\s*\)", text)


def _flat(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def listing(claim: Claim, sentence: str, language: Language) -> str:
    """The author's sentence, followed in brackets by the slots' words that are not in it."""
    claim = claim.stated
    sentence = _completed(claim, sentence, language)
    parts: dict[str, list[str]] = {}
    for name in SLOTS:
        slot = getattr(claim, name)
        if slot is not None and name != "leftover" and not _stands(slot.text, sentence):
            parts.setdefault(_LABELS[language][name], []).append(slot.text.strip(" .;"))
    if not parts:
        return sentence
    listed = "; ".join(f"{label}: {' '.join(tokens)}" for label, tokens in parts.items())
    return f"{closed(sentence)} ({listed}.)"


def _stands(words: str, sentence: str) -> bool:
    """Whether words are in a sentence; a verb also in the form that a question gives it (`rises`:
    `rise`)."""
    flat, words = _flat(sentence), _flat(words)
    if words in flat or _of_one(words) in _of_one(flat):
        return True
    rest, moved = _without_inverted(words), set(words.split()) <= set(flat.split())
    if rest != words and moved and rest in _without_inverted(flat):
        return True  # `the paint is worn`: `is the paint worn`
    words = ALONE.sub("", words)
    words = re.sub(r"\b(?:they|eles|elas) ", "", words)  # their noun stands there
    if words.endswith("s") and f" {base(words)} " in f" {flat} ":
        return True  # `rises`, `road bikes`
    first, _, more = words.partition(" ")
    if more:
        return f"{first[:3]}" in flat and f" {more}" in flat  # `reading aloud`, for `read aloud`
    stem = words.removesuffix("r")  # `funcionar`, without its hedge: `parecem funcionar`
    return stem != words and f" {stem}" in f" {flat}"


def _without_inverted(words: str) -> str:
    """Words without the verbs that a question puts before its subject."""
    return " ".join(word for word in words.split() if word not in _AUXILIARIES)


def _of_one(words: str) -> str:
    """Words without the ending of a plural: `bois gordos`, `boi gordo`."""
    return re.sub(r"(?<=\w\w)s\b", "", words)


def _completed(claim: Claim, sentence: str, language: Language) -> str:
    """The sentence with each missing slot at its place, if it has one."""
    held = Claim(claim.design, claim.direction, counted=claim.counted, relation=claim.relation)
    lacking = []
    for name, slot in claim.items():
        if _stands(slot.text, sentence):
            held = held.with_slot(name, slot)
        elif name != "leftover":
            lacking.append(name)
    for name in lacking:
        added = replace(getattr(claim, name), start=None, end=None)  # its place was the source's
        tried = located(held, sentence).with_slot(name, added)
        made = edited(tried, language, sentence)
        if made is not None and is_sound(made, tried):
            held, sentence = tried, made
    return sentence


_SEEN = lazy_regex(
    r"(?:i|we)(?: have|'ve)? (?:observed|observe|noticed|notice|saw|see|seen)\b(?: that)?\s*"
    r"|(?:eu |nós )?(?:observei|observo|observamos|notei|noto|notamos|percebi|percebo|percebemos"
    r"|vi|vejo|vemos)\b(?: que)?\s*",
    re.I,
)
_MAYBE = lazy_regex(r"^(?:maybe|perhaps|possibly|talvez),? ", re.I)
_BULLET = lazy_regex(r"^\s*(?:[-*•–]|\d+[.)])\s+")
_NOT_FINITE = frozenset("be been being having".split())
_AUXILIARIES = frozenset("is are was were will can could should would may might must".split())


def is_observation(text: str) -> bool:
    """Whether a text opens with its author's observation: `I noticed that ...`."""
    return _SEEN.match(_BULLET.sub("", text).lstrip()) is not None


def extent(text: str, language: Language, clause: bool = False) -> str:
    """`Trabalhar em pé ajuda` -> `Em que medida trabalhar em pé ajuda?`.

    A question stays a question. Words without a verb become what characterises them, or is seen of
    them, unless the caller knows that they are a `clause` whose verb looks like a noun.
    """
    flat = " ".join(_BULLET.sub("", text).split())
    first = re.split(r"(?<=[.!?])\s+(?=\w)|;\s", flat)[0]
    if flat.endswith("?"):
        return closed(flat)
    if opens_a_question(first) or asks_behind_a_mark(first):
        return closed(first.rstrip(" .!;,:"), "?")
    worded = is_opinion(first)
    tokens = _MAYBE.sub("", first[worded:].strip(), count=1) or first
    seen = _SEEN.match(tokens)
    rest = (tokens[seen.end() :] if seen else tokens).rstrip(" .!;,:") or tokens.rstrip(" .!;,:")
    if (named := NAMED[language].match(rest)) is not None:
        return _named(rest, named, language)
    if language == "en" and (own := _asked_extent(rest)) is not None:
        return own
    parts = list(tagged(rest, language))
    verb = _verb(parts, language)
    if verb is None:
        clause |= language == "pt" and is_clause(rest)
        return _clause(rest, language) if clause else _topic(rest, language, bool(seen))
    return _english(rest, parts, verb) if language == "en" else _portuguese(rest, verb)


def _asked_extent(text: str) -> str | None:
    """A clause as a question of degree, by its tree; None where it is negated or is no clause."""
    own = asked(text, "en") if is_clause(text) and not is_proportional(text) else None
    if own is None or not DOES.match(own) or _DENIES.search(own):
        return None
    return closed(f"To what extent {mid(own, 'en')}", "?")


_HOLDS: dict[Language, str] = {"en": "Does this hold: “{}”?", "pt": "Isto se confirma: “{}”?"}
_LONGEST = 600  # characters that are quoted: the last ones, because a story ends with its claim


def echo(text: str, language: Language) -> str:
    """An idea's own words in quotation marks, where no sentence can be made from them yet.

    A question stays a question.
    """
    flat = _THAT.sub("", " ".join(_BULLET.sub("", text).split()))
    flat = _own_question(flat) or _LAST_REMARK.sub("", flat)
    if opens_a_question(flat) and "?" in flat:
        flat = flat[: flat.rindex("?") + 1]  # `Does it matter? | I bet not.`
    if flat.endswith("?") or opens_a_question(flat):
        return closed(flat.rstrip(" .!;,:"), "?")
    if is_topic(parsed(split(flat))):
        return _topic(flat.rstrip(" .;!"), language, seen=False)
    if len(flat) > _LONGEST:
        flat = "… " + flat[-_LONGEST:].partition(" ")[2]
    flat = flat.translate(_INNER).rstrip(" .,;:")
    return _HOLDS[language].format(flat[:1].upper() + flat[1:])


def _own_question(text: str) -> str:
    """The one sentence of a text that asks, where it can be read by itself; or empty."""
    asks = [each for each in re.split(r"(?<=[.!?])\s+", text) if each.endswith("?")]
    asks = [each for each in asks if len(each.split()) >= _LEAST_ASKED]  # no `Coincidence?`
    alone = len(asks) == 1 and POINTERS.isdisjoint(asks[0].lower().rstrip("?").split())
    return asks[0] if alone else ""


_LAST_REMARK = lazy_regex(r"(?<=[.!?])\s+(?:[^\s.!?]{1,30}\s){0,2}[^\s.!?]{1,30}\?\Z")
_LEAST_ASKED = 4  # words of a question that says what it is about
_THAT = lazy_regex(r"^(?:that|que)\s", re.I)
_INNER = str.maketrans("“”", "‘’")


_DENIES = lazy_regex(r"\b(?:not|no|never|nobody|nothing)\b|n['’]t\b", re.I)
# An indirect question: `I would like to know whether`; `we test whether` describes a study as well.
_WISHED = lazy_regex(r"\b(?:know|see|find out|saber|ver|descobrir) (?:whether|if|se)\b", re.I)
_STUDIED = lazy_regex(
    r"\b(?:test|check|examine|investigate|testar|verificar|investigar) (?:whether|if|se)\b", re.I
)


def is_title(text: str, claim: Claim, language: Language) -> bool:
    """Whether a text states nothing: an aim, or a noun phrase, `Effect of shade on milk`."""
    text = text.strip()
    if text.endswith("?") or opens_a_question(text):
        return False
    if is_aim(text) or _WISHED.search(text):
        return True
    if _STUDIED.search(text):  # `we test whether A makes more errors` can fail
        return claim.direction not in ("increase", "decrease", "none")
    if _says_something(text) or analysed(text, language).shape not in ("nominal", "action"):
        return False
    relation = tagged(claim.relation, language)
    return NAMED[language].match(text) is not None or not relation or relation[0].tag[0] == "N"


def _says_something(text: str) -> bool:
    """Whether a text has a finite verb outside relative clauses: `rain on fields | that lie
    fallow`."""
    tree = parsed(split(text))
    finite = (at for at, tag in enumerate(tree.tags) if tag.startswith(_FINITE))
    return any(all(tree.relations[e] != "acl:relcl" for e in tree.above(at)) for at in finite)


_FINITE = ("V0", "V3", "VD", "AUX", "MD", "VF")
_GENDERS = {"efeito": "m", "impacto": "m", "papel": "m"}


def _named(title: str, named: re.Match[str], language: Language) -> str:
    """`Efeito da sombra no leite` -> `Qual é o efeito da sombra no leite?`."""
    behind = title[named.start(1) :]
    behind = behind[:1].lower() + behind[1:]
    if language == "en":
        return closed(f"What {'are' if named[2] else 'is'} the {behind}", "?")
    article = ARTICLES[_GENDERS.get(named[1].lower(), "f"), bool(named[2])]
    return closed(f"{'Quais são' if named[2] else 'Qual é'} {article} {behind}", "?")


def _verb(parts: list[Token], language: Language) -> Token | None:
    """The main verb: finite, after a subject, outside a relative clause."""
    relative = False
    for index, word in enumerate(parts):
        if word.tag == "WH" or (index and word.lower in ("that", "que", "who")):
            relative = True
        finite = ("V0", "V3", "VD", "AUX", "MD") if language == "en" else ("VF", "AUXF")
        if word.lower in _NOT_FINITE:
            continue
        if not word.tag.startswith(finite) or (language == "en" and not index):
            continue
        if relative:
            relative = False
            continue
        return word
    return _unlikely_noun(parts) if language == "pt" else None


def _unlikely_noun(parts: list[Token]) -> Token | None:
    """A verb that looks like a noun: `Música melhora tudo` has an object behind it."""
    for first, second, third in zip(parts, parts[1:], parts[2:], strict=False):
        subject = first.tag.startswith("N.") and second.tag.startswith(("N.", "J.", "ADV"))
        if subject and third.tag.startswith(("D.", "PRON.")):
            return second
    return parts[0] if parts and parts[0].tag == "ADV" else None


def what_changed(claim: Claim, source: str, language: Language) -> str | None:
    """For a claim without an outcome, the act that was reported: `What changed after ...?`."""
    if claim.outcome is not None or claim.exposure is None or source.rstrip().endswith("?"):
        return None
    found = assertion(claim, language, source)
    if found is None or found.lead:
        return None
    if language == "en":
        done = found.verb.tag == "VD"
        return closed(f"What changed after {found.statement}", "?") if done else None
    done = bool(infinitive_of_past(found.verb.text))
    return closed(f"O que mudou depois que {found.statement}", "?") if done else None


def _topic(rest: str, language: Language, seen: bool) -> str:
    found = analysed(_ABOUT.sub("", rest), language)
    if language == "en":
        return closed(f"What {'is seen of' if seen else 'characterises'} {found.text}", "?")
    if seen:
        return closed(f"O que se observa {after_definite('de', found)}", "?")
    return closed(f"O que caracteriza {definite(found)}", "?")


_ABOUT = lazy_regex(
    r"^(?:something|anything) (?:about|on|with) "
    r"|^(?:alguma coisa|qualquer coisa|algo) (?:sobre|com|de) ", re.I)  # fmt: skip


def _clause(words: str, language: Language) -> str:
    lead = "Is it true that" if language == "en" else "Em que medida"
    if words.lower().startswith("quanto "):
        lead = "É verdade que,"
    return closed(f"{lead} {mid(words, language)}", "?")


def _portuguese(rest: str, verb: Token) -> str:
    """The clause, with the article that a bare singular subject needs: `o método incremental`."""
    subject = rest[: verb.start].strip()
    head = analysed(subject, "pt")
    if head.shape == "nominal" and not head.plural:
        comma = "," * subject.endswith(",")
        return closed(f"Em que medida {definite(head)}{comma} {rest[verb.start :]}", "?")
    return _clause(rest, "pt")


def _same_clause(parts: list[Token], verb: Token) -> list[Token]:
    """The word after a verb in its clause: if it is an auxiliary, the verb is a noun."""
    behind = [word for word in parts if word.start >= verb.end]
    ends = (at for at, word in enumerate(behind)
            if word.tag in ("PUNCT", "WH", "SCONJ", "CCONJ") or word.lower == "that")  # fmt: skip
    return behind[: next(ends, len(behind))]


def _english(rest: str, parts: list[Token], verb: Token) -> str:
    fronted = parts[0].tag in ("ADP", "SCONJ", "ADV", "INTJ", "CCONJ")
    further = any(
        word.tag.startswith(("AUX", "MD")) and word.lower not in _NOT_FINITE
        for word in _same_clause(parts, verb)
    )
    if is_proportional(rest) or fronted or "," in rest[: verb.start] or further:
        return _clause(rest, "en")
    subject, after = mid(rest[: verb.start].strip(), "en"), rest[verb.end :].strip()
    after = re.sub(r"^n['’]t\b", "not", after)
    negated = after.split(" ", 1)[0].lower() == "not"
    if verb.lower in _AUXILIARIES or (negated and verb.lower in ("do", "does", "did")):
        return closed(f"To what extent {verb.lower} {subject} {after}", "?")
    if verb.tag == "V3" or verb.lower in ("has", "does"):
        return closed(f"To what extent does {subject} {base(verb.lower)} {after}", "?")
    if verb.tag == "V0" or verb.lower in ("have", "do"):
        return closed(f"To what extent do {subject} {verb.lower} {after}", "?")
    return _clause(rest, "en")
