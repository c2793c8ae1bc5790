"""H0, H1, what would refute the claim, and the estimand in words, for each design.

Sources: one-sided and two-sided hypotheses as the claim's direction asks; equivalence by two
one-sided tests (Schuirmann 1987, J Pharmacokinet Biopharm 15:657); non-inferiority as in CONSORT's
extension (Piaggio et al. 2012, JAMA 308:2594); a null claim without a margin cannot be shown
(Altman & Bland 1995, BMJ 311:485); the estimand as in ICH E9(R1).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.clause import AUXILIARIES, MEDIATES, SUBJECTS
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import ROOT
from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.alike import alike, in_how, is_alternative
from hypotheses.analyst.writer.assertion import assertion, is_sound
from hypotheses.analyst.writer.clauses import after_definite, bound, definite, is_period
from hypotheses.analyst.writer.compose_english import as_gerund, as_predictor, is_act, theirs
from hypotheses.analyst.writer.edit import closed, opens_a_question, without_moderation
from hypotheses.analyst.writer.focus import focused
from hypotheses.analyst.writer.fragments import is_greater, is_interaction, of_those
from hypotheses.analyst.writer.frames import Frame, frame
from hypotheses.analyst.writer.grammar import is_one_sentence, is_told
from hypotheses.analyst.writer.holders import without_both_sides
from hypotheses.analyst.writer.phrases import Phrase, analysed, mid
from hypotheses.analyst.writer.places import located, placed
from hypotheses.analyst.writer.superiority import (
    SIDES,
    Pair,
    do_not,
    pair,
    proportional,
    with_article,
)
from hypotheses.analyst.writer.tails import is_of_main
from hypotheses.domain.claim import Claim, Slot, SlotName
from hypotheses.domain.types import Language


@dataclass(frozen=True, slots=True)
class Statements:
    """Sentences in the reader's language; empty where the design has none."""

    null: str = ""
    alternative: str = ""
    refuted: str = ""
    estimand: str = ""


# `Como a renda afeta a dieta?`: what is stated is that it does.
_HOW = lazy_regex(r"(?:how(?= (?:do|does|did)\b)|como|de que (?:forma|maneira|modo))\s", re.I)
# A further question, of which nothing is stated: `Does it help, and by how much?`, `and does it
# last`.
_AND_HOW = lazy_regex(
    r",? (?:and|e) (?:(?:by|in|with|de|em|por) )?"
    r"(?:(?:do|does|did|is|are) (?:it|this|that|they)|isso"
    r"|how|what|which|why|como|quanto|qua(?:l|is)|por que)\b[^,?]{0,80}\?\Z",
    re.I,
)
# Another case that is asked about instead: `Does it last, or has it vanished?`
_OR_ELSE = lazy_regex(
    r"(?:,? or (?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)|, or whether"
    r"|, ou se)\s[^?]{1,300}\?\Z",
    re.I,
)
_WHY = lazy_regex(r"(?:why|por qu[eê])\b", re.I)
_REFUTED: dict[Language, dict[int | str, str]] = {
    "en": {
        1: "The confidence interval of this {what} lies at or below zero. An interval on both"
        " sides of zero decides nothing.",
        -1: "The confidence interval of this {what} lies at or above zero. An interval on both"
        " sides of zero decides nothing.",
        0: "The confidence interval of this {what} holds only values too small to matter, by a"
        " limit set beforehand.",
        "margin": "The confidence interval of this difference lies wholly beyond the margin.",
        "without": "On new data, the predictor does not improve the prediction.",
    },
    "pt": {
        1: "O intervalo de confiança dessa {what} fica em zero ou abaixo. Um intervalo que"
        " contém o zero não decide.",
        -1: "O intervalo de confiança dessa {what} fica em zero ou acima. Um intervalo que"
        " contém o zero não decide.",
        0: "O intervalo de confiança dessa {what} só contém valores pequenos demais para"
        " importar, segundo um limite fixado antes.",
        "margin": "O intervalo de confiança dessa diferença fica todo além da margem.",
        "without": "Em dados novos, o preditor não melhora a previsão.",
    },
}
_DIFFERENCE = {"en": "difference", "pt": "diferença"}
_CORRELATION = {"en": "correlation", "pt": "correlação"}


def statements(claim: Claim, language: Language, source: str = "") -> Statements:
    """The statements of the claim's test.

    `source` is the text that the slots' offsets point into; its own sentence is stated and denied
    where its verb is found. All are empty for a design without hypotheses, where exposure or
    outcome could not be read, and where the slots' words fit no pattern. Where one of them is
    uncertain, only the author's own sentence is stated and denied.
    """
    claim = without_both_sides(claim.stated)
    asks_why = _WHY.match(source.lstrip()) is not None  # it presupposes, and does not claim
    if (
        asks_why
        or claim.placeholders
        or claim.is_unread
        or claim.design in ("qualitative", "unknown")
        or claim.outcome is None
    ):
        return Statements()
    asks = None
    quoted = "“" in source  # its words may be those of a sentence that was not understood
    if source:
        source, claim = _focused(source, located(claim, source), language)
        source, claim = without_moderation(source, claim)
        asks = _HOW.match(source)
        source, claim = _put(source, claim)
    parts = frame(claim, language, source)
    if claim.design == "descriptive":
        return Statements(estimand=_closed(_descriptive(parts)))
    clause = proportional(source)
    if clause is not None and claim.direction in SIDES:
        lead = _UNTRUE[language] + ("," if language == "pt" else "")
        return Statements(_closed(f"{lead} {clause}"), _closed(clause))
    between = any(map(MEDIATES.fullmatch, source.lower().split()))
    asked = _of_question(parts, asks_how=asks is not None)
    if asked is not None:
        return _closed_all(asked)
    if claim.is_doubted_at_core:
        both = _own(parts) if claim.direction != "none" and not quoted else None
        return Statements(*map(_closed, both)) if both is not None else Statements()
    return _closed_all((_between(parts) if between else None) or _rule(parts)(parts))


def _focused(source: str, claim: Claim, language: Language) -> tuple[str, Claim]:
    """The clause that states the claim; a whole question of which words within would be lost stays:
    `do broilers walk more | and peck | less than`."""
    made, held = focused(source, claim, language)
    whole = source.endswith("?") and opens_a_question(source) and is_one_sentence(source)
    is_part = made.rstrip("?").lower() in source.lower()
    return (made, held) if is_part or not whole else (source, claim)


def _of_question(parts: Frame, *, asks_how: bool) -> Statements | None:
    """The statements of a question that asks for more than whether its sentence is so; None for
    any other."""
    if (chosen := _chosen(parts)) is not None:
        return chosen
    if _asks_which(parts) or _keeps_do(parts):
        return Statements(estimand=_estimand(parts))
    if is_alternative(parts):
        both = alike(parts)
        refuted = _REFUTED[parts.language][0].format(what=_DIFFERENCE[parts.language])
        made = Statements(*both, refuted) if both is not None else Statements()
        return replace(made, estimand=_estimand(parts))
    if not asks_how or parts.claim.design != "comparative":
        return None
    if (both := in_how(parts)) is not None:
        return Statements(*both)
    if _is_of_compared(parts):
        return None
    both = pair(parts)  # that they act is not in question
    return Statements(*both) if both is not None else Statements()


def _closed_all(made: Statements) -> Statements:
    return Statements(
        _closed(made.null), _closed(made.alternative), made.refuted, _closed(made.estimand)
    )


def _closed(text: str) -> str:
    return closed(text) if text else ""


def _put(source: str, claim: Claim) -> tuple[str, Claim]:
    """What a question puts: without the `how` before it, and without a further question behind
    it."""
    asks = _HOW.match(source)
    put = source[asks.end() :] if asks is not None else source
    for further in (_AND_HOW, _OR_ELSE):
        if (more := further.search(put)) is not None:
            put = f"{put[: more.start()]}?"
    if put == source:
        return source, claim
    put = put[:1].upper() + put[1:]
    return put, located(claim, put)


# What opens a question for a part of the claim, behind a preposition: `in which period`.
_ASKED_PART = lazy_regex(
    r"(?:(?:in|at|on|for|with|from|to|of|by|under|em|de|com|para|por|sob|[ao]) )?"
    r"(?P<asks>which|what|who|whose|whom|how (?:many|much)|when|where"
    r"|qua(?:l|is)|que|quem|quant[oa]s?|onde)\b",
    re.I,
)
_EXTENT = lazy_regex(r"(?:to what extent|em que medida|até que ponto)\b", re.I)


def _asks_which(parts: Frame) -> bool:
    """Whether a question asks for a part of the claim itself: `which states have more nurses`,
    `what happens`. Nothing is stated yet that could be denied. `What is the effect of` asks only
    how large it is."""
    found = _ASKED_PART.match(parts.source)
    if found is None or _EXTENT.match(parts.source) or not parts.source.endswith("?"):
        return False
    tree = parsed(split(parts.source))
    at = tree.words.starts.index(found.start("asks"))
    other = parts.claim.comparator
    if other is not None and other.text.lower().startswith(f"{tree.words.lower[at]} "):
        return False  # `quem acorda cedo rende mais do que | quem acorda tarde`
    noun = tree.heads[at] if tree.relations[at] in ("det", "nummod", "advmod", "amod") else at
    noun = noun if tree.tags[noun].startswith("N") else at
    if not is_of_main(tree, noun):
        return False  # `who smokes | coughs`
    if noun == at and tree.relations[at] != "root":
        return True
    noun = tree.child(at, "nsubj") or noun  # `quais são as ruas | mais largas`
    place = tree.words.starts[noun]
    spots = (placed(parts.claim.slot(name), parts.source) for name in _ASKED_FOR)
    return any(spot is not None and spot[0] <= place < spot[1] for spot in spots)


_ASKED_FOR: tuple[SlotName, ...] = ("unit", "bound", "exposure", "outcome", "comparator", "window")


def _is_of_compared(parts: Frame) -> bool:
    """Whether what is compared is the subject of its sentence: `how do A and B differ`."""
    found, exposure = assertion(parts.claim, parts.language, parts.source), parts.claim.exposure
    if found is None or exposure is None:
        return False
    return exposure.text.lower() in found.subject.lower()


def _keeps_do(parts: Frame) -> bool:
    """Whether what was read as the subject of a question still begins with its `do`: then where the
    subject ends is not known."""
    if not _DO.search(parts.source):
        return False
    found = assertion(parts.claim, parts.language, parts.source)
    return found is not None and _DO.match(found.subject) is not None


_DO = lazy_regex(r"(?:do|does|did) \w", re.I)


def _between(parts: Frame) -> Statements | None:
    """For a mediator: its sentence, denied and stated."""
    both = _said(parts)
    return Statements(*both) if both is not None else None


# `Which | keeps them awake longer, | tea or juice`; `which do they like` asks otherwise.
_WHICH = lazy_regex(
    r"(?:which|what|who|qual|o que|quem)\s(?!(?:one\s)?(?:do|does|did|can|would)\s)(?:one\s)?"
    r"(?P<does>[^,?]{1,300}),\s(?P<one>[^,?]{1,150}?)\s(?:or|ou)\s(?P<other>[^,?]{1,200})"
    r"(?P<rest>,[^?]{1,300})?\?", re.I)  # fmt: skip
_NEITHER: dict[Language, tuple[str, str]] = {
    "en": (
        "Neither {one} nor {other} {does}{rest}",
        "One of the two, {one} or {other}, {does}{rest}",
    ),
    "pt": ("Nem {one} nem {other} {does}{rest}", "Um dos dois, {one} ou {other}, {does}{rest}"),
}


def _chosen(parts: Frame) -> Statements | None:
    """Of which of two it is that does more of something: neither, and one of them."""
    found = _WHICH.fullmatch(parts.source)
    if found is None or parts.claim.direction != "difference":
        return None
    words = {name: text or "" for name, text in found.groupdict().items()}
    null, alternative = (form.format(**words) for form in _NEITHER[parts.language])
    refuted = _REFUTED[parts.language][0].format(what=_DIFFERENCE[parts.language])
    return Statements(null, alternative, refuted, _estimand(parts))


def _rule(parts: Frame) -> Callable[[Frame], Statements]:
    claim = parts.claim
    if claim.design == "non_inferiority":
        return _non_inferiority
    if claim.design == "equivalence" or claim.direction == "none":
        return _equivalence
    if claim.design == "predictive":
        return _predictive
    if claim.design == "correlational" and parts.exposure is not None and parts.quantity:
        return _correlational
    if is_interaction(claim):
        return _interaction
    return _superiority


def _about(phrase: Phrase, language: Language) -> str:
    """`in motivation`, `na motivação`."""
    return f"in {phrase.text}" if language == "en" else after_definite("em", phrase)


def _and(first: str, second: str, language: Language) -> str:
    return f"{first} {'and' if language == 'en' else 'e'} {second}"


_ONLY = lazy_regex(r"\b(?:only|só(?! que\b)|somente|apenas)\b", re.I)
_UNTRUE: dict[Language, str] = {"en": "it is not true that", "pt": "não é verdade que"}
_CLEFT = frozenset(("it", "isso"))
_UNFINISHED = lazy_regex(r"(?:['’]s?|\b(?:and|or|of|e|ou|de|do|da|dos|das))\Z", re.I)


def _said(parts: Frame) -> tuple[str, str] | None:
    """H0 and H1 as the sentence itself, denied and stated; None where its verb is not found."""
    found = assertion(parts.claim, parts.language, parts.source) if parts.source else None
    compared = parts.claim.exposure or parts.claim.comparator
    if found is None or ":" in parts.source:
        return None  # what is chosen from is no subject: `gas or induction: which is hotter`
    cleft = found.subject.lower().partition(" ")[0] in _CLEFT
    if cleft and parts.comparator is not None:
        return None  # `is it the quiet or the lack of windows that`
    asked = closed(found.question, "?") == parts.source  # a question that is itself the claim
    if not asked and placed(compared, parts.source) is None:
        return None
    if not asked and is_told(found.statement, parts.claim, parts.language):
        return None  # `we want to follow how`: its verb is not the claim's
    if _UNFINISHED.search(found.subject) or not is_sound(found):
        return None  # `participants' | will reports`, `prices and | offer`
    varies = parts.claim.exposure
    if varies is not None and found.statement.lower() == varies.text.lower():
        return None  # `we moved the desks`: what was done is not in question
    if found.one_and_none:
        return found.denial, found.statement
    scoped = _does_twice(found.statement) or _is_limited(found.statement)
    if scoped or not (_is_denied(found.denial) or _is_denied(found.statement)):
        # denied at its verb, it would say something else, or nothing
        return f"{_UNTRUE[parts.language]} {mid(found.statement, parts.language)}", found.statement
    return found.denial, found.statement


def _does_twice(statement: str) -> bool:
    """Whether a subject has a second verb, which a denial of the first does not reach: `they write
    more and read less`; but `they neither write or read` is both denied."""
    words = split(statement)
    if all(word[0].isalnum() and word not in _JOINTS for word in words.lower):
        return False  # nothing joins a verb to another one
    tree = parsed(words)
    root = next((at for at, head in enumerate(tree.heads) if head == ROOT), 0)
    return any(
        _form(tree.tags[at]) == _form(tree.tags[root])
        and tree.tags[at].startswith("V")
        and not tree.children(at, *SUBJECTS)
        and not any(tree.words.lower[each] in _ORS for each in tree.children(at, "cc"))
        for at in tree.children(root, "conj")
    )


_JOINTS = frozenset("and or but nor yet plus e ou mas nem".split())
_ORS = frozenset(("or", "ou"))


def _form(tag: str) -> str:
    """The form of a verb's tag, which verbs that are joined share: finite, or `VG` and the like."""
    return "finite" if tag.startswith(("V0", "V3", "VD", "VF")) else tag[:2]


def _is_limited(statement: str) -> bool:
    """Whether `only` limits a sentence, and not just a relative clause in it."""
    if not _ONLY.search(statement):
        return False
    tree = parsed(split(statement))
    return any(
        _ONLY.fullmatch(word)
        and all(tree.relations[each] != "acl:relcl" for each in tree.above(at))
        for at, word in enumerate(tree.words.lower)
    )


_NOT = frozenset(("not", "não"))
_NO = frozenset(("no", "nenhum", "nenhuma"))


def _is_denied(denial: str) -> bool:
    """Whether the tree of a sentence denies its main verb: `people listen to songs do not
    depending on the weather` does not."""
    said = split(denial.replace(" cannot ", " can not "))
    if (_NOT | _NO).isdisjoint(said.lower):
        return False
    tree = parsed(said)
    words, heads, relations = tree.words.lower, tree.heads, tree.relations
    for at, word in enumerate(words):
        above = heads[at]
        if word in _NO and above >= 0:
            above = heads[above]  # `have no effect`
        if word in _NOT | _NO and (above < 0 or relations[above] == "root"):
            return True
        beside = at - 1 if word == "not" else at + 1  # `is | not`, `não | podem`
        if word in _NOT and 0 <= beside < len(words):
            auxiliary = relations[beside] in AUXILIARIES and relations[heads[beside]] == "root"
            if relations[beside] == "root" or auxiliary:
                return True
    return False


def _own(parts: Frame) -> tuple[str, str] | None:
    """H0 and H1 as the author's sentence; for a group they name the groups that it is compared
    with."""
    alone = parts.group is not None and parts.comparator is None
    return (pair(parts) if alone else None) or _said(parts)


def _superiority(parts: Frame) -> Statements:
    both = _own(parts) or pair(parts)
    if both is None:
        return Statements()
    null, alternative = both
    side = SIDES.get(parts.claim.direction, 0) * (-1 if _is_turned(parts.claim) else 1)
    estimand = _estimand(parts)
    what = _DIFFERENCE[parts.language]
    if estimand.startswith(("the effect", "o efeito")):
        what = "effect" if parts.language == "en" else what
    refuted = _REFUTED[parts.language][side].format(what=what)
    return Statements(null, alternative, refuted, estimand)


def _is_turned(claim: Claim) -> bool:
    """Whether what is measured falls where the claim says more: faster is in less time."""
    measure = claim.measure
    if measure is None or _TIME.match(measure.text) is None:
        return False
    said = " ".join((claim.relation, claim.outcome.text if claim.outcome else ""))
    return not _QUICK.isdisjoint(split(said).lower)


_TIME = lazy_regex(
    r"(?:the |o |a )?(?:time|date|age|(?:number of )?(?:minutes|hours|days|weeks|months)"
    r"|tempo|data|idade|(?:número de )?(?:minutos|horas|dias|semanas|meses))\b",
    re.I,
)
_QUICK = frozenset(
    """faster quicker sooner earlier fast quickly soon early rápido rápida rápidos rápidas depressa
    cedo antes""".split()
)


def _sides(parts: Frame) -> tuple[str, str] | None:
    """The two sides of the comparison, as noun phrases."""
    first = parts.group or parts.exposure
    if first is None:
        return None
    other = parts.others if parts.group is not None else parts.against
    if other is None:
        return None
    return (first.text if parts.group else with_article(first, parts.language)), other


def _estimand(parts: Frame) -> str:
    """The difference or effect that is estimated."""
    language, quantity = parts.language, parts.quantity
    end = parts.where + parts.when
    acts = quantity is not None and _is_act(parts)
    what = (_measure(parts) if acts else None) or quantity or _measure(parts)
    sides = _periods(parts) or _sides(parts)
    if sides is not None:
        about = f" {_about(what, language)}" if what is not None else ""
        between = "between" if language == "en" else "entre"
        lead = "the difference" if language == "en" else "a diferença"
        return f"{lead}{about} {between} {_and(*sides, language)}{end}"
    if parts.exposure is not None and what is not None:
        if language == "en":
            return f"the effect of {parts.exposure.text} on {what.text}{end}"
        of = after_definite("de", parts.exposure)
        return f"o efeito {of} sobre {definite(what)}{end}"
    if parts.adverbial is not None and what is not None:
        lead = "the difference" if language == "en" else "a diferença"
        return f"{lead} {_about(what, language)} {parts.adverbial.text}, {_otherwise(parts)}{end}"
    return ""


def _is_act(parts: Frame) -> bool:
    """Whether the outcome's words are a verb on their own: `call in sick`."""
    outcome = parts.claim.outcome
    return outcome is not None and is_act(analysed(outcome.text, parts.language))


def _periods(parts: Frame) -> tuple[str, str] | None:
    """The time after an event and the time before it."""
    other, event = parts.comparator, parts.phrases.get("exposure")
    if other is None or event is None or not is_period(other):
        return None
    acts = any(word.tag.startswith(("V3", "VD", "VN", "AUX", "VF")) for word in event.tags)
    what = _LEAD.sub("", event.text)
    if parts.language == "en":
        return f"the period after {what}", other.text
    if acts:
        return f"o período depois que {what}", definite(other)
    return f"o período depois {after_definite('de', event)}", definite(other)


_LEAD = lazy_regex(r"^(?:since|after|when|once|desde que|depois que|quando|desde) ", re.I)


def _otherwise(parts: Frame) -> str:
    other = parts.comparator
    english_ = parts.language == "en"
    if other is None:
        return "compared with the other cases" if english_ else "em comparação com os demais casos"
    text = parts.compared.lstrip(", ")
    if text:
        return text
    return f"compared with {other.text}" if english_ else f"em comparação com {other.text}"


def _measure(parts: Frame) -> Phrase | None:
    found = parts.phrases.get("measure")
    return found if found is not None and found.nominal else None


def _correlational(parts: Frame) -> Statements:
    exposure, quantity, language = parts.exposure, parts.quantity, parts.language
    if exposure is None or quantity is None:
        return _superiority(parts)
    both = _and(with_article(exposure, language), with_article(quantity, language), language)
    end = parts.where + parts.when
    side = SIDES.get(parts.claim.direction, 0)
    if language == "en":
        sign = {1: "a positive ", -1: "a negative ", 0: "a "}[side]
        null = f"there is no correlation between {both}{end}"
        alternative = f"there is {sign}correlation between {both}{end}"
        estimand = f"the correlation between {both}{end}"
    else:
        sign = {1: " positiva", -1: " negativa", 0: ""}[side]
        null = f"não há correlação entre {both}{end}"
        alternative = f"há correlação{sign} entre {both}{end}"
        estimand = f"a correlação entre {both}{end}"
    refuted = _REFUTED[language][side].format(what=_CORRELATION[language])
    return Statements(null, alternative, refuted, estimand)


def _predictive(parts: Frame) -> Statements:
    exposure, language = parts.exposure, parts.language
    target = parts.quantity or parts.outcome
    rival = parts.claim.comparator
    if exposure is None or target is None or (rival is not None and rival.origin == "user"):
        return _superiority(parts)  # better than another predictor, not than none
    who = _who_will(parts)
    where = "" if who else parts.where
    end = where + parts.when
    if language == "en":
        exposure = theirs(exposure, parts.phrases.get("unit"))
    subject, what = with_article(exposure, language), who or with_article(target, language)
    refuted = _REFUTED[language]["without"]
    if language == "en":
        what, exposure = who or as_gerund(target).text, as_predictor(exposure)
        verb = "predict" if exposure.plural else "predicts"
        it = "them" if exposure.plural else "it"
        than = f"{where} better than a prediction without {it}{parts.when}"
        return Statements(
            f"{subject} {do_not(exposure)} predict {what}{than}",
            f"{subject} {verb} {what}{than}",
            refuted,
            f"how well {subject} {verb} {what}{end}, on data not used to fit the prediction",
        )
    verb = "preveem" if exposure.plural else "prevê"
    it = "ela" if exposure.gender == "f" else "ele"
    it = f"{it}s" if exposure.plural else it
    than = f"{where} melhor do que uma previsão sem {it}{parts.when}"
    return Statements(
        f"{subject} não {verb} {what}{than}",
        f"{subject} {verb} {what}{than}",
        refuted,
        f"quão bem {subject} {verb} {what}{end}, em dados não usados no ajuste",
    )


def _who_will(parts: Frame) -> str:
    """The outcome of a prediction, where it is an act of the unit: `which fields need water`."""
    outcome, unit = parts.phrases.get("outcome"), parts.phrases.get("unit")
    if outcome is None or unit is None or not (unit.nominal and unit.plural):
        return ""
    bounds = parts.phrases.get("bound")
    who = f"{unit.text}{bound(bounds) if bounds is not None else ''}"
    if parts.language == "en":
        which = "which of" if unit.determined else "which"
        return f"{which} {who} {outcome.text}" if is_act(outcome) else ""
    verb, _, rest = outcome.text.partition(" ")
    if not outcome.tags or not outcome.tags[0].tag.startswith("VI"):
        return ""
    who = portuguese.joined("de", who) if unit.determined else who
    return f"quais {who} {portuguese.finite(verb.lower(), True)} {rest}".rstrip()


def _interaction(parts: Frame) -> Statements:
    exposure, quantity, language = parts.exposure, parts.quantity, parts.language
    condition = parts.phrases.get("qualifiers")
    if exposure is None or quantity is None or condition is None:
        return _superiority(parts)
    side = 1 if is_greater(parts.claim) else -1
    here, there = of_those(condition, language)
    if language == "en":
        effect = f"the effect of {exposure.text} on {quantity.text}"
        level = "greater" if side > 0 else "smaller"
        return Statements(
            f"{effect} is no {level} {here} than {there}{parts.where}",
            f"{effect} is {level} {here} than {there}{parts.where}",
            _REFUTED[language][side].format(what="difference of effects"),
            f"the difference between {effect} {here} and {there}{parts.where}",
        )
    effect = f"o efeito {after_definite('de', exposure)} sobre {definite(quantity)}"
    level = "maior" if side > 0 else "menor"
    return Statements(
        f"{effect} não é {level} {here} do que {there}{parts.where}",
        f"{effect} é {level} {here} do que {there}{parts.where}",
        _REFUTED[language][side].format(what="diferença de efeitos"),
        f"a diferença entre {effect} {here} e {there}{parts.where}",
    )


def _contrast(parts: Frame) -> tuple[str, str] | None:
    """The difference that a margin refers to, and its verb; as `{A} and {B} differ in {Q}`. Window
    and condition follow what is said of it."""
    language = parts.language
    what = parts.quantity or _measure(parts) or _noun_of(parts.claim.outcome, language)
    if what is None:
        return None
    sides = _sides(parts) or _conditions(parts)
    if sides is not None:
        if language == "en":
            between = _and(*sides, language)
            return f"the difference in {what.text} between {between}{parts.where} is", ""
        about = after_definite("em", what)
        return f"a diferença {about} entre {_and(*sides, language)}{parts.where} é", "de "
    if parts.exposure is None:
        return None
    if parts.claim.design == "correlational":
        both = with_article(parts.exposure, language), with_article(what, language)
        lead = "the correlation between" if language == "en" else "a correlação entre"
        be = "is" if language == "en" else "é"
        return f"{lead} {_and(*both, language)}{parts.where} {be}", "de " * (language == "pt")
    if language == "en":
        verb = "change" if parts.exposure.plural else "changes"
        return f"{parts.exposure.text} {verb} {what.text}{parts.where} by", ""
    verb = "alteram" if parts.exposure.plural else "altera"
    return f"{definite(parts.exposure)} {verb} {definite(what)}{parts.where} em", ""


def _noun_of(slot: Slot | None, language: Language) -> Phrase | None:
    """A slot's words as a noun phrase, where they are one by themselves."""
    found = analysed(slot.text, language) if slot is not None else None
    return found if found is not None and found.shape == "nominal" else None


def _conditions(parts: Frame) -> tuple[str, str] | None:
    """Two conditions that are compared: `when it rains`, `when it does not`."""
    first, other = parts.adverbial, parts.comparator
    if first is None or other is None or not first.subordinate or other.nominal:
        return None
    return first.text, other.text


# H0 and H1 of a claim of no difference whose margin is not set yet, by the last word of what leads.
_MATTERS: dict[Language, dict[str, Pair]] = {
    "en": {
        "is": ("is large enough to matter", "is too small to matter"),
        "by": ("by enough to matter", "by too little to matter"),
    },
    "pt": {
        "é": ("é grande o bastante para importar", "é pequena demais para importar"),
        "em": ("o bastante para importar", "pouco demais para importar"),
    },
}
_UNSET: dict[Language, str] = {"en": " (margin to be set)", "pt": " (margem a fixar)"}


_MARGIN_OPEN: dict[Language, str] = {
    "en": "a margin (to be set)", "pt": "uma margem (a fixar)",
}  # fmt: skip


def _without_margin(parts: Frame) -> Statements:
    """H0 and H1 where the author has not set the margin: not finding a difference does not show
    that there is none, so H0 is a difference that matters."""
    contrast = _contrast(parts)
    if contrast is None:  # between whom, and in what, is not known
        return Statements(estimand=_estimand(parts))
    lead, _, verb = contrast[0].rpartition(" ")
    null, alternative = _MATTERS[parts.language][verb]
    refuted, end = _REFUTED[parts.language]["margin"], parts.when + _UNSET[parts.language]
    return Statements(
        f"{lead} {null}{end}", f"{lead} {alternative}{end}", refuted, _estimand(parts)
    )


def _equivalence(parts: Frame) -> Statements:
    language, margin, end = parts.language, parts.margin, parts.when
    if not margin:
        return _without_margin(parts)
    estimand = _estimand(parts)
    contrast = _contrast(parts)
    if contrast is None:
        return _within_margin(parts, margin)
    lead, of = contrast
    refuted = _REFUTED[language]["margin"]
    if language == "en":
        return Statements(
            f"{lead} {margin} or more, in one direction or the other{end}",
            f"{lead} less than {margin}, in both directions{end} (two one-sided tests)",
            refuted,
            estimand,
        )
    return Statements(
        f"{lead} {of}{margin} ou mais, em um dos sentidos{end}",
        f"{lead} {'menor do que' if of else 'menos de'} {margin}, nos dois sentidos{end}"
        " (dois testes unilaterais)",
        refuted,
        estimand,
    )


def _within_margin(parts: Frame, margin: str) -> Statements:
    """For a claim whose sides are no nouns: the difference that its sentence refers to."""
    refuted = _REFUTED[parts.language]["margin"]
    if parts.language == "en":
        return Statements(
            f"the difference is {margin} or more, in one direction or the other",
            f"the difference is less than {margin}, in both directions (two one-sided tests)",
            refuted,
        )
    return Statements(
        f"a diferença é de {margin} ou mais, em um dos sentidos",
        f"a diferença é menor do que {margin}, nos dois sentidos (dois testes unilaterais)",
        refuted,
    )


def _non_inferiority(parts: Frame) -> Statements:
    language, sides = parts.language, _against(parts)
    margin = parts.margin or _MARGIN_OPEN[language]
    if sides is None:
        return _equivalence(parts)
    what = parts.quantity or _measure(parts)
    first = parts.group or parts.exposure
    end = parts.where + parts.when
    estimand, refuted = _estimand(parts), _REFUTED[language]["margin"]
    plural = first is not None and first.plural and first.shape == "nominal"
    if language == "en":
        lead = f"{sides[0]} {'are' if plural else 'is'}"
        about = (f" in {what.text}" if what is not None else "") + end
        return Statements(
            f"{lead} worse than {sides[1]} by {margin} or more{about}",
            f"{lead} worse than {sides[1]} by less than {margin}, equal or better,{about}",
            refuted,
            estimand,
        )
    lead, worse = (f"{sides[0]} são", "piores") if plural else (f"{sides[0]} é", "pior")
    about = (f", {after_definite('quanto a', what)}" if what is not None else "") + end
    better = "iguais ou melhores" if plural else "igual ou melhor"
    return Statements(
        f"{lead} {worse} do que {sides[1]} em {margin} ou mais{about}",
        f"{lead} {worse} do que {sides[1]} em menos de {margin}, {better}{about}",
        refuted,
        estimand,
    )


def _against(parts: Frame) -> tuple[str, str] | None:
    """The two sides of the comparison, also where the second is no noun by itself: `daily
    intake`."""
    sides, first = _sides(parts), parts.group or parts.exposure
    if sides is not None or first is None or parts.comparator is None:
        return sides
    own = first.text if parts.group else with_article(first, parts.language)
    return own, parts.comparator.text


def _descriptive(parts: Frame) -> str:
    language, what = parts.language, parts.quantity or _measure(parts)
    if (what is None or _is_act(parts)) and (share := _share(parts)):
        return share
    if what is None:
        return ""
    end = parts.where + parts.when
    if language == "en":
        return f"{what.text}{end}, with its confidence interval"
    return f"{definite(what)}{end}, com seu intervalo de confiança"


def _share(parts: Frame) -> str:
    """The share of a unit with an act: `the share of shops that accept cards`."""
    unit, outcome = parts.unit, parts.outcome
    if unit is None or outcome is None or not unit.nominal or not _is_act(parts):
        return ""
    if parts.language == "en":
        whole = f"{unit.text} that {outcome.text}{parts.when}"
        return f"the share of {whole}, with its confidence interval"
    whole = f"{unit.text} que {outcome.text}{parts.when}"
    return f"{portuguese.joined('a proporção de', whole)}, com seu intervalo de confiança"
