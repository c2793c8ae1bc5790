"""A reviewer's guidance: what it asks for, and the designs that answer it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from trading.analyst.first_designs import first_designs, redesign
from trading.analyst.objective import Wishes, read_objective
from trading.analyst.sentences import say
from trading.analyst.variants import Design, changes, spec_of
from trading.strategies.errors import SpecError
from trading.strategies.mutate import with_volatility_target
from trading.strategies.spec import spec_hash
from trading.strategies.templates import Template

if TYPE_CHECKING:
    from trading.analyst.rounds import DesignRound

_ASKED: tuple[str, dict[str, Any]] = ("why_guided", {})
_ANNUAL_RISK = 0.15
_SEED = 1_000  # apart from the seeds of the variants that a round tunes


def heard(objective: str, guidance: Sequence[str]) -> Wishes:
    """The wishes of an objective and of all guidance after it: where they differ, the later
    words stand."""
    wishes = read_objective(objective)
    for words in guidance:
        later = read_objective(words)
        wishes = Wishes(
            kinds=(wishes.kinds - later.unwanted) | later.kinds,
            unwanted=(wishes.unwanted - later.kinds) | later.unwanted,
            long_only=wishes.long_only or later.long_only,
            low_risk=wishes.low_risk or later.low_risk,
        )
    return wishes


async def guided(round_: DesignRound) -> list[Design]:
    """The designs that the newest guidance asks for: kinds it names, then the variants of the
    round before with less risk, or without their short side.

    Guidance that names nothing the strategist knows asks for none: the numbers decide.
    """
    told = read_objective(round_.brief["guidance"][-1])
    wanted = [one for one in round_.usable() if one.kind in told.kinds]
    designs = [await _of_kind(round_, one, place) for place, one in enumerate(wanted)]
    if told.low_risk:
        designs = [_calmer(design) for design in designs]
        designs += redesign(round_.bases()[:2], "drawdown", round_.count)
    if told.long_only:
        designs += [_again(index, variant) for index, variant in round_.bases()]
    return [replace(design, why=(_ASKED, *design.why)) for design in designs]


async def _of_kind(round_: DesignRound, template: Template, place: int) -> Design:
    """A template as the findings have it; one that was tried as it is, tuned."""
    edges = round_.brief["research_edges"]
    # Without the wishes: what the guidance names, the objective may not.
    silent = replace(round_.wishes, kinds=frozenset())
    bars = round_.brief["train_bars"]
    [design] = first_designs([(template, 0.0)], edges, 1, silent, bars)
    as_played = round_.adapted(design.spec)
    if as_played is None or spec_hash(as_played) not in round_.tried:
        return design
    seed = (round_.brief["seed"], round_.brief["iteration"], _SEED + place)
    tuned = await round_.tuned(replace(design, spec=as_played), seed)
    name = say(f"name_{template.kind}", {}, round_.language)
    return replace(
        tuned,
        why=(("why_tuned", {"name": name, "sets": tuned.searched}), *design.why),
        changed=changes(as_played, tuned.spec),
    )


def _calmer(design: Design) -> Design:
    """The design sized by volatility, where it is not yet."""
    try:
        spec = with_volatility_target(design.spec, _ANNUAL_RISK)
    except SpecError:  # the spec would grow beyond its bounds
        return design
    if spec == design.spec or design.approach == "volatility":
        return design
    return replace(design, spec=spec, structure=(*design.structure, "volatility"))


def _again(index: int, variant: dict[str, Any]) -> Design:
    """A variant of the round before, for the constraints to take its short side away."""
    return Design(
        spec_of(variant),
        variant["approach"],
        variant["template"],
        (),
        tuple(variant["findings"]),
        index,
        structure=tuple(variant["structure"]),
    )


def reading(words: str, language: str) -> str:
    """What the strategist takes from guidance, in a sentence of the run's language."""
    told = read_objective(words)
    read = [say(f"name_{kind}", {}, language) for kind in sorted(told.kinds)]
    without = [say(f"name_{kind}", {}, language) for kind in sorted(told.unwanted)]
    if without:
        read.append(say("guided_without", {"names": "; ".join(without)}, language))
    read += [
        say(f"guided_{name}", {}, language)
        for name in ("long_only", "low_risk")
        if getattr(told, name)
    ]
    if not read:
        return say("guided_unread", {}, language)
    return say("guided_read", {"read": "; ".join(read)}, language)
