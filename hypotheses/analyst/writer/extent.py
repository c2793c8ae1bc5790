"""A vague idea's own words as a question, with nothing added."""

from __future__ import annotations

import re

from hypotheses.analyst.syntax.english import base
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.assertion import assertion
from hypotheses.analyst.writer.clauses import after_definite, definite
from hypotheses.analyst.writer.edit import (
    NAMED,
    asks_behind_a_mark,
    closed,
    is_aim,
    is_opinion,
    is_proportional,
    opens_a_question,
)
from hypotheses.analyst.writer.excerpt import asked, is_clause
from hypotheses.analyst.writer.phrases import analysed, mid
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

_SEEN = re.compile(
    r"(?:i|we)(?: have|'ve)? (?:observed|observe|noticed|notice|saw|see|seen)\b(?: that)?\s*"
    r"|(?:eu |nós )?(?:observei|observo|observamos|notei|noto|notamos|percebi|percebo|percebemos"
    r"|vi|vejo|vemos)\b(?: que)?\s*",
    re.I,
)
_MAYBE = re.compile(r"^(?:maybe|perhaps|possibly|talvez),? ", re.I)
_BULLET = re.compile(r"^\s*(?:[-*•–]|\d+[.)])\s+")
_NOT_FINITE = frozenset("be been being having".split())
_AUXILIARIES = frozenset("is are was were will can could should would may might must".split())


def is_observation(text: str) -> bool:
    """Whether a text opens by saying that its author saw something: `I noticed that ...`."""
    return _SEEN.match(_BULLET.sub("", text).lstrip()) is not None


def extent(text: str, language: Language, clause: bool = False) -> str:
    """`Trabalhar em pé ajuda` -> `Em que medida trabalhar em pé ajuda?`.

    A question stays a question. Words in which no verb is found become what is known, or seen, of
    them, unless the caller knows that they are a `clause`: its verb looks like a noun.
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
        return _clause(rest, language) if clause else _topic(rest, language, bool(seen))
    return _english(rest, parts, verb) if language == "en" else _portuguese(rest, verb)


def _asked_extent(text: str) -> str | None:
    """A clause as a question of degree, by its tree; None where it denies or is none."""
    own = asked(text, "en") if is_clause(text) and not is_proportional(text) else None
    if own is None or not _DOES.match(own) or _DENIES.search(own):
        return None
    return closed(f"To what extent {mid(own, 'en')}", "?")


_HOLDS: dict[Language, str] = {"en": "Does this hold: “{}”?", "pt": "Isto se confirma: “{}”?"}
_LONGEST = 600  # characters that are quoted: the last ones, as a story ends with its claim


def echo(text: str, language: Language) -> str:
    """An idea's own words in quotation marks, where no sentence can be made of them yet; a
    question stays a question."""
    flat = _THAT.sub("", " ".join(_BULLET.sub("", text).split()))
    if flat.endswith("?") or opens_a_question(flat):
        return closed(flat.rstrip(" .!;,:"), "?")
    if len(flat) > _LONGEST:
        flat = "… " + flat[-_LONGEST:].partition(" ")[2]
    flat = flat.translate(_INNER).rstrip(" .,;:")
    return _HOLDS[language].format(flat[:1].upper() + flat[1:])


_THAT = re.compile(r"^(?:that|que)\s", re.I)
_INNER = str.maketrans("“”", "‘’")


_DOES = re.compile(r"(?:do|does|did|is|are|was|were|can|could|will|would|has|have)\b", re.I)
_DENIES = re.compile(r"\b(?:not|no|never|nobody|nothing)\b|n['’]t\b", re.I)
# A question told about: `I would like to know whether`; `we test whether` tells a study as well.
_WISHED = re.compile(r"\b(?:know|see|find out|saber|ver|descobrir) (?:whether|if|se)\b", re.I)
_STUDIED = re.compile(
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
    finite = ("V0", "V3", "VD", "AUX", "MD", "VF")
    words = tagged(text, language)
    if any(word.tag.startswith(finite) for word in words) or analysed(text, language).shape not in (
        "nominal",
        "action",
    ):
        return False
    relation = tagged(claim.relation, language)
    return NAMED[language].match(text) is not None or not relation or relation[0].tag[0] == "N"


_GENDERS = {"efeito": "m", "impacto": "m", "papel": "m"}


def _named(title: str, named: re.Match[str], language: Language) -> str:
    """`Efeito da sombra no leite` -> `Qual é o efeito da sombra no leite?`."""
    behind = title[named.start(1) :]
    behind = behind[:1].lower() + behind[1:]
    if language == "en":
        return closed(f"What {'are' if named[2] else 'is'} the {behind}", "?")
    article = portuguese.ARTICLES[_GENDERS.get(named[1].lower(), "f"), bool(named[2])]
    return closed(f"{'Quais são' if named[2] else 'Qual é'} {article} {behind}", "?")


def _verb(parts: list[Token], language: Language) -> Token | None:
    """The main verb: finite, behind a subject, outside a relative clause."""
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
    """Of a claim that names no outcome what somebody did: `What changed after ...?`."""
    if claim.outcome is not None or claim.exposure is None or source.rstrip().endswith("?"):
        return None
    found = assertion(claim, language, source)
    if found is None or found.lead:
        return None
    if language == "en":
        done = found.verb.tag == "VD"
        return closed(f"What changed after {found.statement}", "?") if done else None
    done = bool(portuguese.infinitive_of_past(found.verb.text))
    return closed(f"O que mudou depois que {found.statement}", "?") if done else None


def _topic(rest: str, language: Language, seen: bool) -> str:
    found = analysed(rest, language)
    if language == "en":
        return closed(f"What {'is seen' if seen else 'is known'} of {found.text}", "?")
    verb = "observa" if seen else "sabe"
    return closed(f"O que se {verb} {after_definite('de', found)}", "?")


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
    """What follows a verb in its clause: an auxiliary there says that the verb is a noun."""
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
