"""A claim made immune: no test could find it, or whatever happens confirms it."""

from __future__ import annotations

from hypotheses.analyst.grammar import words
from hypotheses.analyst.reading import Reading, Span
from hypotheses.analyst.vetoes.listed import asserted, followed

_NONE = words("immunity.none")
_NO_TEST = words("immunity.no_test")
_CAN = words("immunity.can")
_DETECT = words("immunity.detect")
_REVEAL = words("immunity.reveal")
_APPLY = words("immunity.apply")
_SUPPOSED = words("immunity.supposed")
_BLAMED = words("immunity.blamed")
_VANISH = words("immunity.vanish")
_WHENEVER = words("immunity.whenever")
_REACH = 7
_BLAME_REACH = 16


def find(reading: Reading) -> Span | None:
    """`no test can detect it`, `the lack of proof confirms it`, `if it fails, it is because`."""
    return (
        asserted(reading, "unfalsifiable")
        or _no_test(reading)
        or _never_seen(reading)
        or followed(reading, "absences", "proofs", 6)
        or _excused(reading)
    )


def _no_test(reading: Reading) -> Span | None:
    """`no test can detect`; not `no test will be applied`."""
    for cue in reading.all("tests"):
        before = reading.keys[max(0, cue.start - 4) : cue.start]
        after = reading.keys[cue.end : cue.end + _REACH]
        if (
            not _NO_TEST.isdisjoint(before[-2:])
            and any(key[:5] in _REVEAL or key[:6] in _DETECT for key in after)
            and _APPLY.isdisjoint([reading.keys[cue.start], *before])
        ):
            return max(0, cue.start - 1), min(reading.size, cue.end + 3)
    return None


def _never_seen(reading: Reading) -> Span | None:
    """`can never be refuted`, `nobody can ever observe`, `vanishes whenever it is measured`."""
    if _NONE.isdisjoint(reading.held) and _WHENEVER.isdisjoint(reading.held):
        return None
    for index in range(1, reading.size):
        key = reading.keys[index]
        if key[:6] not in _DETECT and key[:5] not in _DETECT:
            continue
        start = max(reading.sentence_span(index)[0], index - _REACH)
        before = reading.keys[start:index]
        never = not _NONE.isdisjoint(before) and any(key[:6] in _CAN for key in before)
        hides = not _WHENEVER.isdisjoint(before) and any(key[:5] in _VANISH for key in before)
        if never or hides:
            return start, index + 1
    return None


def _excused(reading: Reading) -> Span | None:
    """A failure explained away in advance: `if it does not work, it is because ...`."""
    for cue in reading.all("conditionals"):
        if reading.keys[cue.start] not in _SUPPOSED:
            continue
        failed = next((c for c in reading.all("failures") if 0 <= c.start - cue.end <= 6), None)
        if failed is None:
            continue
        end = min(reading.sentence_span(cue.start)[1], cue.end + _BLAME_REACH)
        for place in range(failed.end, end):
            if "/".join(reading.keys[place : place + 2]) in _BLAMED:
                return cue.start, min(reading.size, place + 2)
    return None
