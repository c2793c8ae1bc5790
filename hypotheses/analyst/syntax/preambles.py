"""The words by which an author announces a claim: `Thus, our hypothesis is that`."""

from __future__ import annotations

import re

_LINK = (
    r"(?:(?:thus|therefore|hence|so|overall|ultimately|finally|portanto|assim|logo|enfim"
    r"|dessa forma|com isso|por isso),?\s{1,3})?"
)
_NAMED_EN = (
    r"(?:hypothesis|hypotheses|prediction|expectation|assumption|hunch|guess|suspicion|theory|idea)"
)
_NAMED_PT = r"(?:hipótese|hipotese|suposição|expectativa|aposta|suspeita|ideia|teoria|pressuposto)"
_ANNOUNCED = re.compile(
    rf"\s{{0,9}}{_LINK}(?:"
    rf"(?:my|our|the|a|one)\s(?:[\w-]{{1,20}}\s){{0,2}}{_NAMED_EN}\s(?:is|was|here is)\sthat\s"
    rf"|(?:(?:partimos|parto|trabalhamos|trabalho|levanto|levantei|levantamos|temos|tenho|testamos"
    rf"|testo|formulamos|defendemos)\s(?:com\s|d)?)?(?:[ao]s?\s|uma?\s)?(?:minha\s|nossa\s)?"
    rf"(?:[\w-]{{1,20}}\s){{0,2}}?{_NAMED_PT}\s(?:(?:é|e|era|foi)\s)?(?:a\s)?(?:de\s)?que,?\s"
    rf"|(?:{_NAMED_EN}|{_NAMED_PT}|research question|rq|h|pergunta(?: de pesquisa)?|thesis idea)"
    rf"\s?\d{{0,2}}[a-z]?\s?:\s{{1,3}}"
    r")", re.I,
)  # fmt: skip


def announcement(text: str) -> int:
    """How many characters of a text only announce its claim; 0 where none do."""
    found = _ANNOUNCED.match(text)
    return found.end() if found and text[found.end() :].strip() else 0
