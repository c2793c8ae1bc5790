"""The author's own sentence with the additions at their places.

The unit's bounds follow the unit, everything else goes to the end of the clause. What the author
wrote stays unchanged; a slot whose words differ from those at its place in the source replaces
them.
"""

from __future__ import annotations

import re

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.clause import SUBJECTS
from hypotheses.analyst.syntax.english import base
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.writer import clauses
from hypotheses.analyst.writer.asides import is_speaker
from hypotheses.analyst.writer.assertion import Assertion, assertion
from hypotheses.analyst.writer.clauses import CORE, Edit, unit_edits
from hypotheses.analyst.writer.excerpt import (
    asked,
    before_condition,
    has_complement,
    is_clause,
    is_indirect,
)
from hypotheses.analyst.writer.phrases import Phrase, mid, phrase
from hypotheses.analyst.writer.places import located, placed
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

_BULLET = lazy_regex(r"^[^\S\n]*(?:[-*•–]|\d+[.)])\s", re.M)
_ASIDE = lazy_regex(r"(?<!\s)\s*(?:[;:—–]|,\s|\s-\s)")
_ENDING: tuple[SlotName, ...] = (
    "qualifiers", "measure", "comparator", "margin", "window", "approach",
)  # fmt: skip
_FINITE = {"en": ("V0", "V3", "VD", "AUX", "MD"), "pt": ("VF", "AUXF")}
OPENING_OPINION = lazy_regex(
    r"(?:(?:i|we) (?:think|believe|guess|suspect|feel)(?: that)?"
    r"|it (?:seems|appears)(?: to me)?(?: that)?"
    r"|(?:eu )?(?:acho|acredito|penso|suspeito|desconfio|creio|suponho|presumo|postulo|proponho"
    r"|imagino|defendo|sustento|prevejo) que|(?:me )?parece(?:-me)? que)[ ,]+",
    re.I,
)

# Where the claim is stronger, in a clause of its own: `and that this effect is weaker`.
_SAID_STRONGER = lazy_regex(
    r"(?<=\w),? (and|but|e|mas) (?:(?:(?:i|we|eu) )?(?:think|suspect|guess|believe|acho|desconfio"
    r"|suspeito|acredito|imagino|penso) )?(?:that |que )?"
    rf"(?={clauses.EFFECTS} |(?:it|this|isso|isto) )",
    re.I,
)
_MODERATION = lazy_regex(
    rf"{clauses.EFFECTS} |(?:it|this|that|isso|isto) |with an? \w+er effect\b"
    r"|com (?:um )?(?:efeito|impacto) (?:mais|menos|maior|menor)\b"
    r"|(?:especially|particularly|above all|mainly|mostly|(?:even )?(?:more|less) so|most of all"
    r"|sobretudo|principalmente|especialmente|em especial|ainda mais|mais ainda)\b",
    re.I,
)
_JOINS = lazy_regex(
    r"\s?[,;:–—]\s(?:(?:and|but|though|although|e|mas|embora|só que)\s)?(?:that\s|que\s)?\Z", re.I
)


def without_moderation(text: str, claim: Claim) -> tuple[str, Claim]:
    """A claim without where its effect is stronger: a denial of the claim says nothing about
    that."""
    condition = claim.qualifiers
    if condition is None or _MODERATION.match(condition.text) is None:
        return text, claim
    lead = r"[,;]?\s(?:(?:and|but|though|although|e|mas|embora|sendo|só que)\s)?(?:(?:that|que)\s)?"
    made = re.sub(lead + re.escape(condition.text), "", text, count=1, flags=re.I)
    return made, located(claim.with_slot("qualifiers", None), made)


def joined_moderation(question: str) -> str:
    """`improves marks, and that the effect is weaker`, which no `I think` leads any more; in
    English in the order of a question: `and is the effect weaker`."""
    question = _SAID_STRONGER.sub(r", \1 ", question)
    if not DOES.match(question):
        return question
    question = _STATED_STRONGER.sub(r"\1 \3 \2", question)
    return _STATED_FADING.sub(lambda m: f"{m[1]} does {m[2]} {base(m[3].lower())}", question)


DOES = lazy_regex(r"(?:do|does|did|is|are|was|were|can|could|will|would|has|have)\b", re.I)
"""What opens an English question that is answered by yes or no."""
_STATED_STRONGER = lazy_regex(
    rf"(?<=\w)(, (?:and|but)) ({clauses.EFFECTS}|it|this)"
    r" (is|was|will|would|should|may|can|does)\b",
    re.I,
)
_STATED_FADING = lazy_regex(
    rf"(?<=\w)(, (?:and|but)) ({clauses.EFFECTS}|it|this)"
    r" (fades|disappears|vanishes|shrinks|grows|holds|applies|works|stops|ceases|reverses)\b",
    re.I,
)


_ASKS = lazy_regex(
    r"(?:how|what|which|why|who|does|do|is|are|can|to what extent"
    r"|(?:when|where) (?:do|does|did|is|are|was|were|can|will|would|has|have)"
    r"|(?:in|at|on|for|with|from|of|under|during) (?:what|which|whom|whose)"
    r"|(?:em|com|sob|durante|de|por) qua(?:l|is)|em que|como|de que (?:modo|forma|maneira)"
    r"|qua(?:l|is)|o que|por que|por quê|quem|onde"
    r"|será que|que (?!(?:[ao]s?|uma?|eu|eles?|elas?|se|não)\b)\w{2,30}"
    r"|quant[oa]s?(?! (?:mais|menos|maior|menor)))\b",
    re.I,
)


def is_opinion(text: str) -> int:
    """The length of a leading `I think that`; 0 without one."""
    found = OPENING_OPINION.match(text)
    return found.end() if found else 0


def is_asking(text: str) -> bool:
    """Whether a sentence begins as a question, with or without its mark."""
    return _ASKS.match(text) is not None


# Question words after a comma, too; elsewhere these open a relative clause: `, which helps`.
_ASKS_AGAIN = lazy_regex(
    r"(?:which ones?|what|how|(?:(?:com|em|de|para|pra) )?qua(?:l|is)|(?:with|in|on|for) which)\b",
    re.I,
)


# Verbs that precede their subject only in a question: `could a walk calm dogs`.
_INVERTS = lazy_regex(
    r"(?:(?:could|would|should|did|was|were|has|have|will|might)(?:n['’]?t)?"
    r"|(?:do|does|is|are|ca)n['’]?t) (?!to\b|not\b|been\b)\w",
    re.I,
)


def opens_a_question(text: str) -> bool:
    """Whether a sentence begins with a question word, or with its verb before its subject."""
    return is_asking(text) or _INVERTS.match(text) is not None


def asks_behind_a_mark(text: str) -> bool:
    """Whether a question follows a comma or a colon: `A vs B, which one holds water better`."""
    for mark in re.finditer(r"[,:]\s+(?=\w)", text):
        rest = text[mark.end() :]
        inverted = text.rstrip().endswith("?") and _INVERTED.match(rest) is not None
        if _ASKS_AGAIN.match(rest) or inverted or (mark.group()[0] == ":" and is_asking(rest)):
            return True
    return False


_INVERTED = lazy_regex(r"(?:do|does|did|is|are|was|were|has|have|can|could|would|will)\b", re.I)

_PERSONS = frozenset("they he she eles elas ele ela".split())
_THEY = lazy_regex(r"(?:how|why|what|como|por que|o que) (?:they|eles|elas)\b", re.I)

# `the longer they wait, the more they complain`, `quanto mais X, menos Y`
_PROPORTIONAL = lazy_regex(
    r"(?:[^\W\d]{1,20} [^\W\d]{1,20}, )?"  # `on average`
    r"(?:the (?:more|less|worse|\w+er)\b.*?,? the (?:more|less|worse|\w+er)\b"
    r"|quanto (?:mais|menos|maior|menor|melhor|pior)\b)",
    re.I | re.S,
)


def is_proportional(text: str) -> bool:
    """Whether the form of a sentence says that two things grow or fall together."""
    return _PROPORTIONAL.match(text) is not None


# Titles: `the effect of shade on milk`, `relação entre sono e notas`.
NAMED: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"(?:the )?(effect|impact|influence|role|relationship|relation|link|association"
        r"|correlation|difference)(s?) (?:of|between|in)\b",
        re.I,
    ),
    "pt": lazy_regex(
        r"[oa]?s? ?(efeito|impacto|influência|papel|relação|associação|correlação|diferença)(s?)"
        r" (?:d[eoa]s?|entre|n[oa]s?)\b",
        re.I,
    ),
}


def _is_named(source: str, language: Language) -> bool:
    """Whether a text names a relation, without a verb: `Effect of shade on milk`."""
    finite = _FINITE[language]
    return NAMED[language].match(source.strip()) is not None and not any(
        word.tag.startswith(finite) for word in tagged(source, language)
    )


def is_sentence(source: str, claim: Claim, language: Language) -> bool:
    """Whether the author wrote a clause with the claim, and not a title, an aim or notes."""
    if _BULLET.search(source) or _is_named(source, language):
        return False
    if is_clause(source) and not is_aim(source) and not opens_a_question(source):
        return not (has_complement(source) and is_spoken(source, claim, language))
    if is_spoken(source, claim, language):
        return False
    related = claim.exposure is not None and claim.outcome is not None
    if related and not all(placed(claim.slot(name), source) for name in CORE):
        return False
    if not related and claim.outcome is None and not source.rstrip().endswith("?"):
        return False
    return _holds(source, claim, language, related=related)


def names_nobody(text: str) -> bool:
    """Whether a question opens with a pronoun for whom it is about: `how they live`."""
    return _THEY.match(text) is not None


def _holds(source: str, claim: Claim, language: Language, *, related: bool) -> bool:
    """Whether a text with a form other than one plain clause holds the claim."""
    if related and _has_two_clauses(source, claim, language):
        return False
    if claim.unit is not None and names_nobody(source):
        return False  # `how they live`: the frame names who
    if is_proportional(source) or asks_behind_a_mark(source):
        return True
    found = assertion(claim, language, source)
    if related and found is not None and not _is_claimed(found, claim):
        return False
    if opens_a_question(source):
        return found is not None or not (related and _INVERTED.match(source))
    if not related:
        tokens = tagged(source, language)
        ends = source.rstrip().endswith("?") or claim.design != "descriptive"
        return ends and any(word.tag.startswith(_FINITE[language]) for word in tokens)
    return found is not None


def _has_two_clauses(source: str, claim: Claim, language: Language) -> bool:
    """Whether exposure and outcome stand in clauses of their own, or are only listed."""
    spots = sorted(p for name in CORE if (p := placed(claim.slot(name), source)) is not None)
    if len(spots) < 2:
        return False
    tokens = tagged(source, language)
    before = [word for word in tokens if word.start < spots[0][1]]
    between = [word for word in tokens if spots[0][1] <= word.start < spots[1][0]]
    if opens_a_question(source):
        before = []  # the verb that asks: `how do`
    acts = any(word.tag.startswith(_FINITE[language]) for word in before)
    joint = next((at for at, word in enumerate(between) if word.tag in ("CC", "CCONJ")), None)
    if joint is not None:
        unit = placed(claim.unit, source)
        behind = [w for w in tokens if between[joint].start <= w.start < spots[1][1]]
        does = any(word.tag.startswith(_FINITE[language]) for word in behind)
        subject = unit is not None and between[joint].start < unit[0] < spots[1][0]
        if subject or (acts and does):
            return True
    listed = any(word.text in ":=>→" for word in between)
    return listed or any(is_speaker(word, language) for word in between if word.text != "I")


def _is_claimed(found: Assertion, claim: Claim) -> bool:
    """Whether a subject holds words of the claim, and is not somebody who asks or observes.

    A pronoun counts after the exposure: `when I tune the piano, they sing`.
    """
    words = found.subject.lower()
    led = claim.exposure is not None and claim.exposure.text.lower() in found.lead.lower()
    if words in ("", "there", "it") or (led and words in _PERSONS):
        return True
    held = [slot.text.lower() for name, slot in claim.items() if name != "leftover"]
    return any(each in words or each.startswith(f"{words} ") for each in held)  # with its verb


# How theses and projects begin: they announce a study and claim nothing.
_AIM = lazy_regex(
    r"(?:(?:this|my|our|the (?:present|current)) (?:present |current )?"
    r"(?:thesis|dissertation|study|paper|project|article|research|work|review)\b"
    r"|the (?:thesis|dissertation|study|paper|article)\b"  # `the work of nurses` is a topic
    r"|an? (?:study|investigation|analysis|examination|exploration|comparison|survey|review)\b"
    r"|(?:to )?(?:compar|examin|investigat|explor|understand|analy[sz]|evaluat|assess|describ|map"
    r"|test|predict|forecast|stud(?:y|i))(?:e|ing)?\b"
    r"|(?:o presente|este|esse|meu|nosso) (?:estudo|trabalho|projeto|artigo|tcc)\b"
    r"|o (?:estudo|artigo|tcc)\b"
    r"|(?:a presente|esta|essa|a|minha|nossa) (?:pesquisa|tese|disserta[cç][aã]o)\b"
    r"|(?:analis|investig|verific|avali|compar|estud|examin|mape|levant|identific|explor)ar\b"
    r"|(?:entend|compreend|descrev|conhec|prev)er\b|levantamento\b"
    r"|(?:eu )?(?:quero|queria|queremos|gostaria de|pretendo|preciso) \w+[aei]r\b)",
    re.I,
)


def is_aim(text: str) -> bool:
    """Whether a sentence announces a study: `To compare ...`, `Esta tese avalia ...`."""
    return _AIM.match(text.lstrip()) is not None


_WHENEVER = frozenset("when whenever if while after before once quando se enquanto".split())


def _opens_clause(before: Token | None, word: Token) -> bool:
    """Whether a word opens a clause of its own, and not one that belongs to a noun: `women who`."""
    return word.tag in ("WH", "SCONJ") and not (before is not None and before.tag.startswith("N"))


def is_spoken(source: str, claim: Claim, language: Language) -> bool:
    """Whether the claim stands in a speaker's act or a study's aim.

    `I want to study the link between`, `To compare ...`.
    """
    starts = [p[0] for _, slot in claim.items() if (p := placed(slot, source)) is not None]
    first = min(starts, default=0)
    if is_aim(source) and (first or not starts):
        return True
    sentence = max((m.end() for m in re.finditer(r"[.!?\n]\s", source[:first])), default=0)
    before = [word for word in tagged(source, language) if sentence <= word.start < first]
    if len(before) == 2 and before[0].lower in _WHENEVER:
        return False  # `Whenever I | tune the piano`: what the speaker does is what varies
    if len(before) == 1 and before[0].lower in ("i", "eu"):
        return False  # `I | sleep worse`: of himself
    return any(is_speaker(word, language) for word in before)


def edited(claim: Claim, language: Language, source: str) -> str | None:
    """The author's sentence with the added slots in it; None where one has no place."""
    if _BULLET.search(source):
        return None
    source, claim = _of_unit(claim, language, source)
    spots = {n: p for n, s in claim.items() if (p := placed(s, source)) is not None}
    asks = opens_a_question(source) and source.rstrip().endswith("?")
    if not asks and not any(name in spots for name in CORE):
        return None
    main = (0, len(source))
    edits = [*_replacements(claim, source, spots), *_comma_behind_lead(source, spots, language)]
    insertions = None
    for tried in (_with_unit(claim, source, spots), spots):
        added = [name for name, slot in claim.items() if name not in tried]
        insertions = _insertions(claim, language, source, tried, main, added)
        if insertions is not None:
            break
    if insertions is None:
        return None
    edits += insertions
    return _asked(_sentence(source, main, edits), claim, language)


_ME: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"(?P<verb>\b\w{2,20}) me\b"),
    "pt": lazy_regex(r"\bme (?P<verb>\w{2,20})\b"),
}


def _of_unit(claim: Claim, language: Language, source: str) -> tuple[str, Claim]:
    """A statement of the speaker's about himself, made about the unit: `helps me sleep`, `helps
    nurses sleep`."""
    said = _ME[language].search(source)
    unit = phrase(claim, "unit", language, source)
    if said is None or unit is None or not unit.nominal or placed(claim.unit, source) is not None:
        return source, claim
    whole = clauses.definite(unit) if language == "pt" else unit.text
    made = f"{source[: said.start()]}{said['verb']} {whole}{source[said.end() :]}"
    return made, located(claim, made)


def _with_unit(
    claim: Claim, source: str, spots: dict[SlotName, tuple[int, int]]
) -> dict[SlotName, tuple[int, int]]:
    """The places with that of a unit that another slot's words also name: `women`."""
    if claim.unit is None or "unit" in spots:
        return spots
    spot = placed(located(Claim(unit=claim.unit), source).unit, source)
    spot = spot or _in_another_number(claim.unit.text, source)
    if spot is None:
        return spots
    whole = next((held for held in spots.values() if held[0] == spot[0]), spot)
    return {**spots, "unit": whole if whole[1] > spot[1] else spot}


def _in_another_number(unit: str, source: str) -> tuple[int, int] | None:
    """The place of a unit's words in the singular: `cement`, for `cements`."""
    stems = (re.escape(word[: max(_STEM, len(word) - 3)]) for word in unit.split())
    found = re.search(
        r"\b" + r"\s".join(rf"{stem}\w{{0,3}}" for stem in stems) + r"\b", source, re.I
    )
    return found.span() if found else None


_STEM = 3  # letters of a word that its plural keeps


def _comma_behind_lead(
    source: str, spots: dict[SlotName, tuple[int, int]], language: Language
) -> list[Edit]:
    """The comma that is often omitted: `since we moved the desks[,] people talk less`."""
    exposure, unit = spots.get("exposure"), spots.get("unit")
    if exposure is None or unit is None or unit[0] < exposure[1]:
        return []
    tokens = tagged(source, language)
    lead = [word for word in tokens if word.start < exposure[0]] or list(tokens[:1])
    opens_clause = lead[0].lower in _LEADS and len(lead) < _MOST_LEADING
    inner = [w for w in tokens if exposure[0] <= w.start < exposure[1]]
    acts = any(word.tag.startswith(_FINITE[language]) for word in inner)
    between = [w for w in tokens if exposure[1] <= w.start < unit[0]]
    only_articles = all(word.tag.startswith("D") for word in between)
    if not (opens_clause and acts and only_articles):
        return []
    return [Edit(exposure[1], exposure[1], ",")]


_LEADS = frozenset("since after when whenever once if desde depois quando se sempre".split())
_MOST_LEADING = 3  # words: `desde que`


def _replacements(claim: Claim, source: str, spots: dict[SlotName, tuple[int, int]]) -> list[Edit]:
    made = []
    for name, (start, end) in spots.items():
        slot = getattr(claim, name)
        if source[start:end] != slot.text:
            made.append(Edit(start, end, slot.text))
    return made


def _insertions(
    claim: Claim,
    language: Language,
    source: str,
    spots: dict[SlotName, tuple[int, int]],
    main: tuple[int, int],
    added: list[SlotName],
) -> list[Edit] | None:
    """The added slots at their places; None where one has none."""
    if any(name in added for name in CORE):
        return None
    phrases: dict[SlotName, Phrase] = {
        name: found for name, _ in claim.items() if (found := phrase(claim, name, language, source))
    }
    placing = unit_edits(phrases, language, source, spots, added)
    if placing is None:
        return None
    edits, ending = placing
    than = _than(claim, phrases, language, source, added)
    if than and "exposure" in spots and _is_parallel(phrases):
        at = spots["exposure"][1]
        edits.append(Edit(at, at, f" {than}"))
    elif than:
        limit = _before_last_condition(source, spots) or before_condition(source)
        if limit is None:
            ending.insert(0, f" {than}")
        else:
            edits.append(Edit(limit, limit, f" {than}"))
    for name in _ENDING:
        if name not in added or name not in phrases or (name == "comparator" and than):
            continue
        clause = _clause(name, phrases, language, source, spots, main)
        if clause is None:
            return None
        ending.append(f" {clause}" if clause.startswith("(") else f", {clause}")
    if ending:
        at = _end(source, main, list(spots.values()), whole=claim.design == "qualitative")
        edits.append(Edit(at, at, "".join(ending)))
    return edits


def _before_last_condition(source: str, spots: dict[SlotName, tuple[int, int]]) -> int | None:
    """Where a statement ends before the condition that closes it: `ask more[,] and more so in
    June`."""
    spot = spots.get("qualifiers")
    if spot is None or any(first > spot[0] for first, _ in spots.values()):
        return None
    joint = _JOINS.search(source, 0, spot[0])
    return None if joint is None else joint.start()


_COMPARATIVE: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\b(?:more|less|fewer|better|worse|\w{3,}er)\b", re.I),
    "pt": lazy_regex(r"\b(?:mais|menos|(?:melhor|pior|maior|menor)(?:es)?)\b", re.I),
}


def _than(
    claim: Claim,
    phrases: dict[SlotName, Phrase],
    language: Language,
    source: str,
    added: list[SlotName],
) -> str:
    """A comparison next to the author's own comparative, `fewer ... than when they do not`; or
    none."""
    word = "than" if language == "en" else "do que"
    found = phrases.get("comparator") if "comparator" in added else None
    compares = _COMPARATIVE[language].search(claim.relation) is not None
    if found is None or not compares or re.search(rf"\b(?:{word}|than|que)\b", claim.relation):
        return ""
    at = source.find(claim.relation)
    exposure = placed(claim.exposure, source)
    if at < 0 or exposure is None:
        return ""
    if _is_parallel(phrases):
        return f"{word} {found.text}" if at < exposure[0] else ""
    group = claim.design == "comparative" and found.nominal and found.plural
    return f"{word} {found.text}" if group and exposure[0] < at else ""


def _is_parallel(phrases: dict[SlotName, Phrase]) -> bool:
    """Whether a comparison has the same form as the exposure: `when full`, `after other
    summers`."""
    found, exposure = phrases["comparator"], phrases.get("exposure")
    hangs = found.shape == exposure.shape == "prepositional" if exposure else False
    return found.subordinate or hangs


def _clause(
    name: SlotName,
    phrases: dict[SlotName, Phrase],
    language: Language,
    source: str,
    spots: dict[SlotName, tuple[int, int]],
    main: tuple[int, int],
) -> str | None:
    found = phrases[name]
    if name == "measure":
        behind = spots.get("outcome") and not _end_text(source, main, spots["outcome"][1])
        return clauses.measure(found, phrases.get("outcome") if behind else None, language)
    if name == "comparator":
        return clauses.comparator(found, clauses.held_by(phrases), language)
    rules = {
        "window": clauses.window,
        "margin": clauses.margin,
        "qualifiers": clauses.qualifiers,
        "approach": clauses.approach,
    }
    return rules[name](found, language)


def _end_text(source: str, main: tuple[int, int], start: int) -> str:
    return source[start : main[1]].strip(" .?!")


def _end(
    source: str, main: tuple[int, int], spots: list[tuple[int, int]], *, whole: bool = False
) -> int:
    """Where the clause of the claim ends: before an aside after its last slot, or at the mark.

    If it is the `whole` sentence, it ends at its mark.
    """
    last = max((end for _, end in spots), default=main[0])
    tail = source[last : main[1]]
    for aside in _ASIDE.finditer(tail) if not whole else ():
        place = last + aside.start()
        if not _is_quoted(source[:place]) and not _is_joined(source, last + aside.end()):
            return place
    return last + len(tail.rstrip(" .?!"))


def _is_quoted(before: str) -> bool:
    """Whether a quotation is still open at the end of a text."""
    return before.count('"') % 2 == 1 or before.count("“") > before.count("”")


def _is_joined(source: str, start: int) -> bool:
    """Whether words behind a comma go on with what is said of the same subject: `are lighter, | and
    more likely to float`."""
    tree = parsed(split(source))
    first = next((at for at, begin in enumerate(tree.words.starts) if begin >= start), None)
    if first is None or tree.relations[first] != "cc":
        return False
    head = tree.heads[first]
    return head > first and tree.relations[head] == "conj" and not tree.children(head, *SUBJECTS)


def _sentence(source: str, span: tuple[int, int], edits: list[Edit]) -> str:
    start, end = span
    while source[start].isspace():
        start += 1
    opinion = OPENING_OPINION.match(source, start, end)
    if opinion is not None and not any(e.start < opinion.end() for e in edits if e.start >= start):
        start = opinion.end()
    inner = sorted((e for e in edits if start <= e.start <= end), key=lambda e: (e.start, e.end))
    made, at = "", start
    for edit in inner:
        made += source[at : edit.start] + edit.text
        at = max(at, edit.end)
    return closed(made + source[at:end])


def closed(text: str, mark: str = "") -> str:
    """A sentence with its initial capital and its closing mark."""
    text = " ".join(text.split())
    if text.count('"') % 2:  # the other one went with what was left out
        text = text.replace('"', "")
    text = re.sub(r"\s+([,.;:?!)])(?!\d)", r"\1", text)
    if text.count("(") == text.count(")") + 1:
        text = re.sub(r"[\s.?!]*\Z", lambda end: f"){end[0]}", text, count=1)
    body = text.rstrip(" .;:,") if mark or text[-1:] not in "?!" else text
    body = body.rstrip(" .?!") if mark else body
    made = body + (mark or ("" if body[-1:] in "?!" else "."))
    return made[:1].upper() + made[1:]


def _asked(sentence: str, claim: Claim, language: Language) -> str:
    """A statement as a yes-no question, where its verb is found."""
    bare = sentence.rstrip(" .")  # a closing mark may mislead the parser
    indirect = is_indirect(bare, language)
    asks = opens_a_question(sentence) or asks_behind_a_mark(sentence)
    if asks and not indirect:
        return closed(sentence, "?")
    own = None
    if not is_proportional(sentence):
        own = asked(sentence, language) or asked(bare, language)
    moved = own is not None and not sentence.lower().startswith(own.lower())
    if own is not None and moved and indirect:
        return closed(own, "?")
    if asks:
        return closed(sentence, "?")
    if own is not None and moved and language == "en":
        return closed(own, "?")
    held = located(claim, sentence)
    found = assertion(held, language, sentence) if not is_proportional(sentence) else None
    if found is not None:
        return closed(found.question, "?")
    if own is not None:
        return closed(own, "?")
    clause = claim.relation and claim.outcome
    if language == "pt":
        return closed(sentence, "?")
    return closed(f"Is it true that {mid(sentence, language)}", "?") if clause else sentence
