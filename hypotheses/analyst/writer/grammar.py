"""Whether a question is one sentence with its verbs in order, as far as tags of words tell."""

from __future__ import annotations

import re

from hypotheses.analyst.writer.phrases import MANY, analysed
from hypotheses.analyst.writer.plain import is_speaker
from hypotheses.analyst.writer.tagging.tagger import Token, tagged
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

_SECOND = re.compile(r"(?<!\.\w)(?<![A-Z])[.!?]\s+[A-ZÀ-Ý“\"]|[!?]\s+\S|\n|;\s")
_MOST_WORDS = 60
_WHEN = frozenset("quando enquanto porque caso".split())
_SINGULAR = frozenset("is does was has".split())
_PLURAL = frozenset("are do were have".split())
_ASKING = re.compile(
    r"(?:to what extent|is it true that|how|what|which|why|who|where|when|whose)\b",
    re.I,
)
_INVERTED = _SINGULAR | _PLURAL | frozenset("did had can could will would should may".split())
_ARTICLES = re.compile(r"(?:the|an?|each|every) ", re.I)


def is_grammatical(question: str, claim: Claim, language: Language) -> bool:
    """Whether nothing tells that a question is broken."""
    if _SECOND.search(question) or len(question.split()) > _MOST_WORDS:
        return False
    tokens = [word for word in tagged(question, language) if word.text[0].isalnum()]
    if language == "pt" and _lacks_verb(tokens):
        return False
    if _tells(tokens, question, claim, language):
        return False
    return language == "pt" or (_is_inverted(question) and _agrees(question, claim))


def _lacks_verb(tokens: list[Token]) -> bool:
    """`quando sombra nas paradas`: a clause that is opened and has no verb."""
    openers = (at for at, word in enumerate(tokens) if word.lower in _WHEN and at)
    last = max(openers, default=None)
    verbs = ("V", "AUX")
    return last is not None and not any(w.tag.startswith(verbs) for w in tokens[last + 1 :])


def _tells(tokens: list[Token], question: str, claim: Claim, language: Language) -> bool:
    """Whether a speaker tells something: `no verão passado fizemos`, outside the claim's words."""
    held = question.lower()
    spots = []
    for name, slot in claim.items():
        at = held.find(slot.text.lower()) if name != "leftover" else -1
        if at >= 0:
            spots.append((at, at + len(slot.text)))
    return any(
        is_speaker(word, language) and not any(start <= word.start < end for start, end in spots)
        for word in tokens
    )


def _is_inverted(question: str) -> bool:
    """Whether an English question has an auxiliary before its subject, or asks by a word."""
    if _ASKING.match(question):
        return True
    words = question.lower().split()
    return words[0] in _INVERTED or bool(_INVERTED & set(words[1:]))


def _agrees(question: str, claim: Claim) -> bool:
    """Whether the auxiliary has the number of the slot behind it: not `is translators`."""
    auxiliary, _, rest = question.partition(" ")
    many = auxiliary.lower() in _PLURAL
    if not many and auxiliary.lower() not in _SINGULAR:
        return True
    rest = _ARTICLES.sub("", rest, count=1).lower()
    for name in ("unit", "exposure", "outcome"):
        slot = claim.slot(name)
        if slot is None or not rest.startswith(slot.text.lower()):
            continue
        found = analysed(slot.text, "en")
        sure = found.shape == "nominal" and not found.ambiguous and len(found.tags) == 1
        plural = found.plural or found.text.lower() in MANY
        return not sure or plural == many
    return True
