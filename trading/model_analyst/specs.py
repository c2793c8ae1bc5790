"""A model's specs, held to what any spec is held to: shape, constraints, look-back, novelty."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from trading.analyst.choosing import approach_of
from trading.analyst.rounds import Round
from trading.analyst.variants import WRITTEN, Design, changes, spec_of
from trading.analyst.words import say
from trading.domain.types import MAX_VARIANTS
from trading.model_analyst.kinds import approach_of_spec
from trading.model_analyst.number_check import AllowedNumbers, faults_of_text
from trading.model_analyst.round_answers import DesignAnswer, DesignsAnswer
from trading.strategies.constraints import ConstraintError, adapt
from trading.strategies.errors import SpecError
from trading.strategies.faults import faults_of
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec, spec_hash
from trading.strategies.templates import TEMPLATES

MOST_DESIGNS = MAX_VARIANTS
"""Designs that are read: more than a round may have could not be tried."""
MOST_COMPLEXITY = 40
"""Twice the largest template: more parts fit noise, and cost an answer its room."""
LOOKBACKS = 3
"""Train must hold a spec's look-back as often, as it must a template's."""
_FAULTS = 2  # of one spec: the round of repair is told of a thousand characters
_WORDS = ("name", "description")  # a number in them is no number of the rules
_FAULT = 240  # characters of one


class SpecCheck(NamedTuple):
    """A design whose spec is sound, or what is wrong with it."""

    spec: StrategySpec | None
    faults: list[str]


class Specs:
    """Reads the designs of one round. What it lets go for good is in `dropped`."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.language: str = round_.language
        self.dropped: list[str] = []
        self.ruled_out = _ruled_out(round_)

    def faults(self, answer: DesignsAnswer) -> Iterator[str]:
        """What the model has to mend, each with its path in the answer."""
        if answer.rationale:  # ours stands without it; an answer that was mended may have none
            yield from faults_of_text("rationale", answer.rationale, self.language)
        if not answer.designs:
            yield f"designs: {self._say('fault_none')}"
        for checked in self.checked(answer):
            yield from checked.faults

    def salvage(self, answer: DesignsAnswer) -> DesignsAnswer | None:
        """What is sound of an answer that still is wrong; None where nothing is."""
        checked = self.checked(answer)
        kept = [
            one for one, found in zip(answer.designs, checked, strict=False) if not found.faults
        ]
        if not kept:
            return None
        self.dropped += [" ".join(found.faults) for found in checked if found.faults]
        sound = not any(faults_of_text("rationale", answer.rationale, self.language))
        return DesignsAnswer(rationale=answer.rationale if sound else "", designs=kept)

    def checked(self, answer: DesignsAnswer) -> list[SpecCheck]:
        """The designs that are read, each held to the rules and to those before it."""
        seen: dict[str, int] = {}
        found = []
        for index, one in enumerate(answer.designs[:MOST_DESIGNS]):
            checked = self._checked(one, f"designs.{index}", seen)
            if checked.spec is not None and not checked.faults:
                seen[spec_hash(checked.spec)] = index
            found.append(checked)
        return found

    def designs(self, answer: DesignsAnswer, told: AllowedNumbers, model: str) -> list[Design]:
        """The designs of an answer without faults."""
        pairs = zip(answer.designs, self.checked(answer), strict=False)
        return [self._design(one, checked.spec, told, model) for one, checked in pairs
                if checked.spec is not None]  # fmt: skip

    def _checked(self, one: DesignAnswer, path: str, seen: dict[str, int]) -> SpecCheck:
        texts = [
            fault for fault in faults_of_text(f"{path}.idea", one.idea, self.language) if fault
        ]
        if errors := faults_of(one.spec):
            return SpecCheck(
                None, texts + [_at(f"{path}.spec", error) for error in errors[:_FAULTS]]
            )
        try:
            spec = adapt(parse_spec(one.spec), self.round.constraints)
        except ConstraintError as error:
            return SpecCheck(None, [*texts, _at(f"{path}.spec", error)])
        said = self._unfit(spec, seen)
        return SpecCheck(spec, [*texts, f"{path}.spec: {said}"] if said else texts)

    def _unfit(self, spec: StrategySpec, seen: dict[str, int]) -> str:
        """Why a valid spec is not one to try here."""
        most = self.round.brief["train_bars"] // LOOKBACKS
        if spec.lookback() > most:
            return self._say("fault_lookback", bars=spec.lookback(), most=most)
        if spec.complexity() > MOST_COMPLEXITY:
            return self._say("fault_complex", found=spec.complexity(), most=MOST_COMPLEXITY)
        if (approach := approach_of_spec(spec)) in self.ruled_out:
            return self._say("fault_unwanted", kind=approach)
        if spec_hash(spec) in self.round.tried:
            return self._say("fault_tried")
        if (other := seen.get(spec_hash(spec))) is not None:
            return self._say("fault_same", other=other)
        return ""

    def _design(
        self, one: DesignAnswer, spec: StrategySpec, told: AllowedNumbers, model: str
    ) -> Design:
        told = told.with_own({k: v for k, v in one.spec.items() if k not in _WORDS})
        parent = self._parent(one.builds_on)
        known = {f"{f['agent']}/{f['name']}" for f in self.round.brief["research_findings"]}
        before = (
            spec_of(self.round.brief["strategy_variants"][parent]) if parent is not None else None
        )
        return Design(
            spec.model_copy(update={"name": told.hold(spec.name) or WRITTEN}),
            approach_of_spec(spec),
            WRITTEN,
            (("why_written", {"text": told.hold(one.idea)}),),
            tuple(name for name in dict.fromkeys(one.findings) if name in known),
            parent,
            changes(before, spec) if before is not None else {},
            by=model,
        )

    def _parent(self, index: int | None) -> int | None:
        """The variant it changes, if there is one of that number."""
        variants: Sequence[Any] = self.round.brief["strategy_variants"]
        return index if index is not None and 0 <= index < len(variants) else None

    def _say(self, code: str, **values: object) -> str:
        return say(code, values, self.language)


def _ruled_out(round_: Round) -> set[str]:
    """The kinds of which the objective wants no template."""
    kinds = {approach_of(one) for one in TEMPLATES}
    left = {approach_of(one) for one in TEMPLATES if one.kind not in round_.wishes.unwanted}
    return kinds - left


def _at(path: str, error: SpecError | ConstraintError) -> str:
    said = str(error) if isinstance(error, SpecError) else f"{error.path}: {error}"
    joint = "." if error.path else ": "
    return f"{path}{joint}{said.removeprefix(': ')}"[:_FAULT]
