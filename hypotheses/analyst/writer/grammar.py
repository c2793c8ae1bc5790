"""Checks whether a question is one grammatical sentence, as far as the tags of its words tell."""

from __future__ import annotations

import re

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.english import MANY
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.writer.asides import is_speaker
from hypotheses.analyst.writer.phrases import analysed
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language

_SECOND = lazy_regex(r"(?<!\.\w)(?<![A-Z])[.!?]\s+[A-ZÀ-Ý“\"]|[!?]\s+\S|\n|;\s")
_MOST_WORDS = 60
_SINGULAR = frozenset("is does was has".split())
_PLURAL = frozenset("are do were have".split())
_ASKING = lazy_regex(
    r"(?:to what extent|is it true that|how|what|which|why|who|where|when|whose)\b",
    re.I,
)
_INVERTED = _SINGULAR | _PLURAL | frozenset("did had can could will would should may".split())
# An article, a joint or a Portuguese preposition with nothing behind it: `of the?`, `essas em`.
_TORN = lazy_regex(
    r"\b(?:and|or|of|the|an|than|from|e|ou|de|em|com|para|por|que|[dn][oa]s?|utilizando|usando)\?\Z"
    r"|\b[dn]?(?:est|ess)[ae]s? (?:em|de|por|com)\b|\b(\w{1,3}) \1\b"
    r"|\b(?:por meio|com base|em prol|a partir|em função|em relação|através|based on)\?\Z",
    re.I,
)
_SUBJECTS: tuple[SlotName, ...] = ("unit", "exposure", "outcome")
_ARTICLES = lazy_regex(r"(?:the|an?|each|every) ", re.I)


def is_grammatical(question: str, claim: Claim, language: Language) -> bool:
    """Whether no sign of a broken question is found."""
    if not is_one_sentence(question):
        return False
    if is_torn(question) or is_told(question, claim, language) or _only_names(question, language):
        return False
    return language == "pt" or (_is_inverted(question) and _agrees(question, claim))


def is_one_sentence(question: str) -> bool:
    """Whether no second sentence follows, and it is not too long to be read at once."""
    return not _SECOND.search(question) and len(question.split()) <= _MOST_WORDS


_FINITE = ("V0", "V3", "VD", "VF", "AUX", "MD")


def _only_names(question: str, language: Language) -> bool:
    """Whether all verbs of a question belong to relative clauses: `the effects | that were
    seen`."""
    words = split(question)
    if language == "en" and not _INVERTED.isdisjoint(words.lower[:1]):
        return False
    tree = parsed(words)
    finite = [at for at, tag in enumerate(tree.tags) if tag.startswith(_FINITE)]
    asks = tree.tags[0] == "WH" or tree.tags[0].startswith(_FINITE)
    if asks or not finite:
        return False
    return all(any(tree.relations[each] == "acl:relcl" for each in tree.above(at)) for at in finite)


def is_torn(question: str) -> bool:
    """Whether words stand beside each other that no sentence joins."""
    return _TORN.search(question) is not None


def is_told(text: str, claim: Claim, language: Language) -> bool:
    """Whether a speaker narrates outside the claim's words: `no verão passado fizemos`.

    The subject of a clause that is a slot directly precedes it: `whenever I feed the koi`.
    """
    held = text.lower()
    spots = []
    for name, slot in claim.items():
        at = held.find(slot.text.lower()) if name != "leftover" else -1
        if at >= 0:
            spots.append((at, at + len(slot.text)))
    tokens = tagged(text, language)
    return any(
        is_speaker(word, language)
        and not (before is not None and before.lower in _SUBORDINATE)  # `after we send it late`
        and not any(start <= word.end + 1 and word.start < end for start, end in spots)
        for before, word in zip((None, *tokens), tokens, strict=False)
    )


_SUBORDINATE = frozenset(
    "after before when whenever since if once while until que quando se enquanto".split()
)


def _is_inverted(question: str) -> bool:
    """Whether an English question has an auxiliary before its subject, or opens with a question
    word."""
    if _ASKING.match(question):
        return True
    words = question.lower().split()
    tokens = tagged(question, "en")
    for before, do, behind in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if before.tag in ("NP", "NS") and do.lower in ("do", "does") and behind.tag.startswith("V"):
            return False  # `our meetings do run over`
    return words[0] in _INVERTED or bool(_INVERTED & set(words[1:]))


def _agrees(question: str, claim: Claim) -> bool:
    """Whether the auxiliary agrees in number with the slot after it: not `is translators`."""
    auxiliary, _, rest = question.partition(" ")
    many = auxiliary.lower() in _PLURAL
    if not many and auxiliary.lower() not in _SINGULAR:
        return True
    rest = _ARTICLES.sub("", rest, count=1).lower()
    slots = [slot for name in _SUBJECTS if (slot := claim.slot(name)) is not None]
    for slot in slots:
        if not rest.startswith(slot.text.lower()):
            continue
        behind = rest[len(slot.text) :].lstrip()
        if behind.startswith(("'", "’", *(other.text.lower() for other in slots))):
            return True  # `Ti-6Al-4V coupons`, `lambs' weight`: the first is no head
        found = analysed(slot.text, "en")
        sure = found.shape == "nominal" and not found.ambiguous and len(found.tags) == 1
        plural = found.plural or found.text.lower() in MANY
        return not sure or plural == many
    return True
