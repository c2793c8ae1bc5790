"""What chaos tells at its end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .rounds import Chaos


def as_document(chaos: Chaos) -> dict[str, Any]:
    """For a program to read."""
    return {
        "seed": chaos.seed,
        "database": chaos.database,
        "kills": chaos.killed.total(),
        "killed": dict(chaos.killed),
        "hit": dict(chaos.hit),
        "rounds": chaos.rounds,
        **({} if chaos.upgrades is None else {"upgrades": chaos.upgrades}),
        "runs": dict(chaos.runs),
        "certificates": dict(chaos.certificates),
        "steps": chaos.steps,
        "repeated": chaos.repeated,
        "missing": sum(each.missing for _round, each in chaos.differences),
        "duplicate": sum(each.duplicate for _round, each in chaos.differences),
        "other": sum(each.other for _round, each in chaos.differences),
        **({"calls": chaos.calls, "calls_repeated": chaos.calls_repeated} if chaos.models else {}),
        "seconds": round(chaos.seconds, 1),
        "undisturbed_seconds": chaos.undisturbed_seconds,
        "faults": chaos.faults,
        "differences": [{"round": n, **each._asdict()} for n, each in chaos.differences],
    }


def as_text(chaos: Chaos) -> str:
    """For a person."""
    return "\n".join(_lines(as_document(chaos)))


def _lines(told: dict[str, Any]) -> Iterator[str]:
    yield _("%(database)s, seed %(seed)s") % told
    killed = ngettext(
        "%(kills)s process killed in %(rounds)s rounds of %(seconds)s s in all",
        "%(kills)s processes killed in %(rounds)s rounds of %(seconds)s s in all",
        told["kills"],
    )
    yield killed % told
    if "upgrades" in told:
        yield _("rounds upgraded while runs were at work: %(upgrades)s") % told
    yield _("a round left alone takes %(undisturbed_seconds)s s") % told
    yield from _counted(told["killed"])
    yield _("runs that lost their worker:")
    yield from _counted(told["hit"])
    yield _("how the runs ended:")
    yield from _counted(told["runs"])
    if told["certificates"]:
        yield _("certificates by their hash, without moments and versions:")
        yield from _counted({each[:12]: n for each, n in told["certificates"].items()})
    yield _("%(steps)s steps, %(repeated)s computations repeated") % told
    if "calls" in told:
        calls = _("the model was asked %(calls)s times, of these %(calls_repeated)s repeated")
        yield calls % told
    yield _("rows: %(missing)s missing, %(duplicate)s duplicate, %(other)s different") % told
    yield from told["faults"]
    for each in told["differences"]:
        yield _("round %(round)s, run %(run)s, %(model)s:") % each
        yield from (f"  {line}" for line in each["examples"])


def _counted(numbers: dict[str, int]) -> Iterator[str]:
    for name, number in sorted(numbers.items()):
        yield f"  {number:>5}  {name}"
