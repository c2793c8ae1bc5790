"""What an author says beside the claim: the other explanations, `it could also be the weather`, and
the reason to believe it, `because they check their form`.

Other explanations are told by grammar alone: a modal and `be` whose subject points back (`it could
be ...`), a doubt that asks (`or is it just ...?`, `Or the new variety?`), what may explain it (`the
discount may explain it`), what somebody else says that it is (`my sister says it's the cold`), a
cause that is denied (`not because of pupils`), or a sentence that opens with `But ... also`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from config.text.lazy_regex import lazy_regex
from hypotheses.domain.types import Language

_CLAUSE = (
    r"(?P<words>[^.,;:!?\n]{3,120}?)(?=[.,;:!?\n]|\Z|\s(?:or|ou)\s(?:else|it|just|maybe|perhaps"
    r"|could|may|might|é|então|pode|poderia|podia|só|talvez|será)\b)"
)
_THIS_EN = r"(?:it|this|that|the (?:difference|effect|change|drop|rise))"
_THIS_PT = r"(?:isso|isto|[oa] (?:diferença|efeito|mudança|queda|aumento))"
_RIVALS: dict[Language, tuple[re.Pattern[str], ...]] = {
    "en": (
        lazy_regex(
            r"(?:\b(?:it|this)\s+|(?<=,\s)|(?<=[.!?]\s))(?:could|may|might|can)\s+"
            r"(?:(?:also|just|simply|equally|well|only|of course)\s+)*(?:be|have been)\s+"
            r"(?:(?:also|just|simply|only|down to|due to|because of|because|that|caused by"
            r"|explained by)\s+)*" + _CLAUSE, re.I),
        lazy_regex(r"\bor\s+(?:does|do|is|are|did|was|were)\s+(?:it|that|this|they)\s+"
                   r"(?:just|only|simply|really|merely)\s+" + _CLAUSE, re.I),
        lazy_regex(
            r"\b(?:maybe|perhaps|or|unless(?= (?:it|that|this)(?:['’]s| is| was) (?:just|only|also"
            r"|simply|really|down to|due to|because)))\s+(?:(?:is|was)\s+(?:it|that|this)"
            r"|its(?=\s(?:just|only|also|simply|really|because|that)\b)|(?:it|that|this)"
            r"(?:['’]s|\s+is|\s+was))\s+(?:(?:just|only|also|simply|really|down to|due to"
            r"|because(?: of)?|that)\s+)*" + _CLAUSE, re.I),
        lazy_regex(
            r"(?:(?<=[.!?]\s)|(?<=\n)|(?<=,\s))(?:but|though|however),?\s+"
            r"(?P<words>(?!(?:it|this|that|they|only|not|if|when|where)\b)[^.,;:!?\n]{2,60}\balso\b"
            r"[^.,;:!?\n]{2,80})", re.I),
        lazy_regex(rf"\b(?:could|might|may)\s+{_THIS_EN}\s+(?:(?:also|just|only)\s+)*be\s+"
                   r"(?P<words>[^.,;:!?\n]{3,80}?)(?=\s+or\b|[.,;:!?\n]|\Z)", re.I),
        lazy_regex(
            r"(?:\b(?:but|though|although|then again|of course|maybe|perhaps),?\s+|(?<=[.!?]\s))"
            r"(?P<words>(?!(?:it|this|that|they)\b)[^.,;:!?\n]{3,80}?)\s+"
            r"(?:may|might|could|can|would|must)\s+(?:(?:also|just|well|equally)\s+)*"
            r"(?:explain|account for|be behind|be the (?:reason|cause) (?:for|of)"
            rf"|be responsible for|have caused|cause)\s+{_THIS_EN}\b", re.I),
        lazy_regex(
            r"\b(?:says?|said|thinks?|believes?|reckons?|swears?|claims?|insists?|suspects?"
            r"|argues?)\s+(?:that\s+)?(?:it|that)(?:['’]s|\s+is|\s+was)\s+"
            r"(?:(?:all|just|only|really|simply|because of|due to|down to)\s+)*" + _CLAUSE, re.I),
        lazy_regex(r"\bbut\s(?P<words>it\swas\salso\s[^.,;:!?\n]{2,80})", re.I),
        lazy_regex(
            r"(?:(?<=[.!?]\s)|(?<=\n))(?:is|was)\s(?:it|that)\s[^.,;:!?\n]{2,60}?\sor\s"
            r"(?:(?:just|only|rather|simply)\s){0,2}(?P<words>[^.,;:!?\n]{3,80})(?=\?)", re.I),
        lazy_regex(r"(?:(?<=[.!?]\s)|(?<=\n))or\s+(?:(?:maybe|perhaps|else|just|it is that"
                   r"|it['’]s that),?\s+)*(?P<words>(?!(?:is|are|does|do|did|was|were|which)\b)"
                   r"[^.,;:!?\n]{3,120})", re.I),
        lazy_regex(r"(?:,|\band|\bbut)\s+not\s+(?:because of|due to|down to)\s+" + _CLAUSE, re.I),
    ),
    "pt": (
        lazy_regex(
            r"(?<!só )(?<!não )(?<!nao )\b(?:pode|poderia|podia)\s+"
            r"(?:(?:também|só|até|muito bem)\s+)*(?:ser|ter sido)\s+"
            r"(?:(?:também|só|apenas|que|porque|por causa|devido|culpa)\s+)*"
            r"(?:(?<=causa )d[aeo]s?\s+|(?<=culpa )d[aeo]s?\s+|(?<=devido )(?:a|à|ao|às|aos)\s+)?"
            + _CLAUSE, re.I),
        lazy_regex(
            r"\b(?:talvez|vai ver|quem sabe|ou)\s+(?:(?:também|só)\s+)*"
            r"(?:seja|fosse|tenha sido|é|foi|será|seria)\s+"
            r"(?:(?:que|é|também|só|apenas|porque|pq)\s+)*" + _CLAUSE, re.I),
        lazy_regex(
            r"(?:(?<=[.!?]\s)|(?<=\n))(?:mas|só que|porém),?\s+também\s+" + _CLAUSE, re.I),
        lazy_regex(
            r"(?:\b(?:mas|só que|porém|se bem que|talvez),?\s+|(?<=[.!?]\s))"
            r"(?P<words>(?!(?:isso|isto|ele|ela|também)\b)[^.,;:!?\n]{3,80}?)\s+"
            r"(?:pode|poderia|podia|deve)\s+(?:(?:também|muito bem|até)\s+)*"
            r"(?:explicar|estar por trás d|ter causado|causar|ser a (?:causa|razão) d)\s?"
            rf"{_THIS_PT}\b", re.I),
        lazy_regex(
            r"\b(?:diz|dizem|disse|acha|acham|acredita|jura|juram|insiste|desconfia|suspeita|fala)"
            r"\s+(?:que\s+)?(?:isso\s+)?(?:é|foi|era|será|seja)\s+"
            r"(?:(?:só|apenas|tudo|por causa d[aeo]s?|culpa d[aeo]s?)\s+)*" + _CLAUSE, re.I),
        lazy_regex(
            r"(?:(?<=[.!?]\s)|(?<=\n))(?:será\sque\s)?(?:foi|é|era)\s[^.,;:!?\n]{2,60}?\sou\s"
            r"(?:(?:só|apenas|simplesmente)\s){0,2}(?P<words>[^.,;:!?\n]{3,80})(?=\?)", re.I),
        lazy_regex(r"(?:(?<=[.!?]\s)|(?<=\n))ou\s+(?:(?:talvez|então|entao|só|é que|será que"
                   r"|seja),?\s+)*(?P<words>[^.,;:!?\n]{3,120})", re.I),
        lazy_regex(
            r"(?:,|\be|\bmas)\s+não\s+(?:por causa|por culpa|devido)\s+"
            r"(?:d[aeo]s?|a|à|ao|às|aos)\s+" + _CLAUSE, re.I),
    ),
}  # fmt: skip
_BECAUSE: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(r"\bbecause\s+(?!of\b)(?=\S+ \S)" + _CLAUSE, re.I),
    "pt": lazy_regex(r"\b(?:porque|pq|pois|já que)\s+(?=\S+ \S)" + _CLAUSE, re.I),
}


@dataclass(frozen=True, slots=True)
class Aside:
    """Words beside the claim; `start` to `end` is their clause with the words that introduce it."""

    text: str
    start: int
    end: int


def rivals(text: str, language: Language) -> list[Aside]:
    """The clauses that name another explanation, in the order of the text."""
    found = sorted(_found(text, language), key=lambda each: each.start)
    return [
        each
        for at, each in enumerate(found)
        if not any(each.start < other.end for other in found[:at])
    ]


def _found(text: str, language: Language) -> Iterator[Aside]:
    for pattern in _RIVALS[language]:
        for match in pattern.finditer(text):
            words = _TAIL.sub("", match["words"].strip())
            if not (_CHANCE.fullmatch(words) or _MODERATES.match(words)):
                yield Aside(words, match.start(), match.end())


# What a test of the claim itself decides; nothing to control for.
_CHANCE = lazy_regex(
    r"(?:(?:an?|mere|pure|uma?|mera|mero|puro) ){0,2}"
    r"(?:chance|coincidence|luck|acaso|coincidência|sorte)"
    r"|(?:é )?(?:the opposite|the reverse|the other way a?round|o contrário|o inverso|o oposto)",
    re.I)  # fmt: skip


# Where the claim is stronger: `it's worse for the girls than the boys`.
_MODERATES = lazy_regex(
    r"(?:even |much |ainda |bem )?(?:worse|better|stronger|weaker|greater|smaller|pior|melhor"
    r"|mais forte|mais fraco|maior|menor)\b(?= (?:for|in|among|with|when|on|at|para|pra|entre|em"
    r"|n[ao]s?|com|quando)\b)", re.I)  # fmt: skip
_TAIL = lazy_regex(r"\s(?:though|tho|too|instead|maybe|perhaps|né|também|talvez)$", re.I)


def reason(text: str, language: Language, start: int) -> Aside | None:
    """The author's reason to believe the claim whose last slot ends at `start`."""
    match = _BECAUSE[language].search(text, start)
    return Aside(match["words"].strip(), match.start(), match.end()) if match else None
