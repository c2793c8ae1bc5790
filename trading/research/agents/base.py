"""What every agent is, and how a technical one goes through the horizons of its focus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from trading.research.bars import Bars
from trading.research.drafts import FindingDraft, conclude, insufficient
from trading.research.rules import Rule, judge
from trading.research.sentences import Quantity
from trading.research.types import Domain, FindingDocument, Focus, Language, Material

MINIMUM_BARS = 100
Look = Callable[[Material, Focus], Sequence[FindingDraft]]


@dataclass(frozen=True)
class Agent:
    """One specialist: a pure function of train, focus and language."""

    name: str
    domain: Domain
    look: Look

    def research(
        self, material: Material, focus: Focus, language: Language
    ) -> list[FindingDocument]:
        """Its findings; deterministic."""
        return conclude(self.name, self.domain, material, self.look(material, focus), language)


def through_horizons(
    material: Material,
    focus: Focus,
    rules: Callable[[Bars], Sequence[Rule]],
    measures: Callable[[Bars], Sequence[FindingDraft]],
) -> list[FindingDraft]:
    """Measures on the bars as they are, rules on the bars of each horizon of the focus."""
    bars = Bars.of(material.frame, material.bars_per_year)
    if len(bars) < MINIMUM_BARS:
        return [insufficient("bars", len(bars), MINIMUM_BARS)]
    drafts = list(measures(bars))
    if focus.stability:
        drafts = in_both_halves(drafts, bars, measures)
    for horizon in focus.horizons:
        coarse = bars if horizon == 1 else Bars.of(material.frame, material.bars_per_year, horizon)
        if len(coarse) < MINIMUM_BARS:
            drafts.append(insufficient(f"bars.h{horizon}", len(coarse), MINIMUM_BARS))
            continue
        for rule in rules(coarse):
            drafts += judge(rule, coarse, focus)
    return drafts


def in_both_halves(
    whole: Sequence[FindingDraft], bars: Bars, measures: Callable[[Bars], Sequence[FindingDraft]]
) -> list[FindingDraft]:
    """The measures of the whole; one that speaks for an edge must do so in each half.

    Its p-value is the larger of the halves' (intersection-union test, Berger 1982), 1 where they
    speak for different things or one of them cannot tell.
    """
    middle = len(bars) // 2
    halves = [
        {draft.name: draft for draft in measures(part)}
        for part in (bars.part(0, middle), bars.part(middle, len(bars)))
    ]
    return [
        _held(draft, [half.get(draft.name) for half in halves]) if draft.edge else draft
        for draft in whole
    ]


def _held(draft: FindingDraft, halves: Sequence[FindingDraft | None]) -> FindingDraft:
    told = [
        half.p_value
        for half in halves
        if half
        and half.p_value is not None
        and half.edge == draft.edge
        and (half.statistic or 0.0) * (draft.statistic or 0.0) > 0.0
    ]
    p_value = max(told) if len(told) == len(halves) else 1.0
    said = {"p": Quantity(p_value, "p")}  # as everywhere, the sentence states the test's own p
    return replace(
        draft,
        name=f"{draft.name}.halves",
        p_value=p_value,
        found=replace(draft.found, values={**draft.found.values, **said}),
        nothing=draft.nothing and replace(draft.nothing, values={**draft.nothing.values, **said}),
    )
