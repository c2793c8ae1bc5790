"""One round of design: from the brief to designs, and from a design to a variant."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from trading.analyst.first_designs import (
    OTHER_KINDS,
    approach_of,
    first_designs,
    mend,
    rank_templates,
    redesign,
    within,
    without_dropped,
)
from trading.analyst.guidance import guided, heard
from trading.analyst.objective import Wishes
from trading.analyst.variants import (
    WRITTEN,
    YOURS,
    Design,
    Document,
    as_variant,
    changes,
    distinct,
    rules_hash,
    spec_of,
)
from trading.domain.broker import broker_of
from trading.domain.luck import expected_maximum
from trading.domain.types import MIN_VARIANTS
from trading.strategies.constraints import ConstraintError, adapt, parse_constraints
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec, spec_hash
from trading.strategies.templates import TEMPLATES, Template

# What a variant is expected to do, before it is judged: a stated method, kept beside the
# outcome. The Sharpe ratio seen on train is first cut by the best that the sets searched for
# this variant would have shown by luck (`expected_maximum`), then shrunk towards zero by how
# little its years can tell: E = (S - luck) * prior / (prior + 1 / years), the posterior mean of
# a normal ratio whose prior is centred on zero with variance PRIOR (annual ratios of real rules
# rarely exceed 1).

PRIOR = 0.25
METHOD = "train Sharpe ratio less luck, shrunk to zero"


def expected_performance(
    seen: Mapping[str, Any] | None, *, searched: int, years: float
) -> dict[str, Any]:
    """`{method, sharpe_ratio, annual_return, volatility}`; None where train shows nothing.

    `seen` are the figures on train, `searched` how many sets the variant was chosen from, `years`
    the length of train.
    """
    sharpe = (seen or {}).get("sharpe_ratio")
    volatility = (seen or {}).get("volatility")
    if sharpe is None or years <= 0:
        return {"method": METHOD, "sharpe_ratio": None, "annual_return": None, "volatility": None}
    luck = expected_maximum(searched, math.sqrt(1.0 / years))
    left = math.copysign(max(0.0, abs(sharpe) - (luck if sharpe > 0 else 0.0)), sharpe)
    expected = left * PRIOR / (PRIOR + 1.0 / years)
    return {
        "method": METHOD,
        "sharpe_ratio": expected,
        "annual_return": None if volatility is None else expected * volatility,
        "volatility": volatility,
    }


class DesignRound:
    """What one round of design knows, and the trials it makes with their rules."""

    def __init__(self, brief: Document, bench: Any) -> None:
        self.brief = brief
        self.bench = bench
        self.count = brief["variants"]
        self.language = brief["language"]
        told = heard(brief["user_objective"], brief.get("guidance", ()))
        self._asked: Wishes = told
        self.wishes: Wishes = without_dropped(told, brief["iteration_history"])
        asked = parse_constraints(brief["constraints"])
        long_only = asked.long_only or self.wishes.long_only
        self.constraints = asked.model_copy(update={"long_only": long_only})
        self.trials: list[Document] = []
        self.rules: dict[str, Document] = {}
        self.tried = {done for entry in brief["iteration_history"] for done in entry["spec_hashes"]}

    async def designs(self, written: Sequence[Design] = ()) -> list[Design]:
        """The round's designs: as many as asked for, no two the same, within the constraints.

        Those `written` by a model go first, but for the user's own spec and what guidance names.
        """
        asked_for = await guided(self) if self.brief.get("guided") else []
        first = [*self._starting(), *asked_for[:1], *written] if written else []
        made = [*first, *asked_for, *await self._of_action(self.brief["next_action"])]
        return await self._first_tuned(self._filled(distinct(self._conforming(made))))

    async def _of_action(self, action: str) -> list[Design]:
        if action == "TUNE_PARAMETERS":
            return await self._bases_tuned()
        if action == "FIX_BUG":
            return self._mended()
        if action == "REFINE_ALGORITHM":
            return self._redesigned()
        return self._starting() + self._first(self.count)

    def _starting(self) -> list[Design]:
        """The user's own spec goes first, in the first round."""
        document = self.brief["starting_spec"]
        if document is None or self.brief["iteration"] > 1:
            return []
        spec, as_written = parse_spec(document), bool(self.brief.get("as_written"))
        why = [("why_yours", {"name": spec.name})]
        why += [("why_as_written", {})] if as_written else []
        return [Design(spec, YOURS, YOURS, tuple(why), as_written=as_written)]

    def _first(self, count: int) -> list[Design]:
        tried = Counter(
            kind for entry in self.brief["iteration_history"] for kind in entry["templates"]
        )
        ranking = rank_templates(
            self.wishes,
            self.brief["research_edges"],
            self.brief["memory"]["lessons"],
            tried,
            self.usable(),
        )
        edges, bars = self.brief["research_edges"], self.brief["train_bars"]
        return first_designs(ranking, edges, count, self.wishes, bars)

    def usable(self) -> Sequence[Template]:
        """Templates that the constraints allow and that the bars are enough for."""
        return [
            template
            for template in TEMPLATES
            if self.adapted(template.make()) is not None
            and within(template.make(), self.brief["train_bars"]).lookback() * 3
            <= self.brief["train_bars"]
        ]

    @property
    def kinds(self) -> list[str]:
        """The kinds of rule that the objective, the constraints and the bars leave, by name."""
        allowed = [one for one in self.usable() if one.kind not in self._asked.unwanted]
        return sorted({approach_of(one) for one in allowed})

    async def _first_tuned(self, designs: Sequence[Design]) -> list[Design]:
        """The designs, those that begin with a template with the values that train prefers: the
        literature's were chosen for other markets."""
        done = {spec_hash(design.spec) for design in designs} | self.tried
        begun = []
        for design in designs:
            tuned = await self._of_train(design) if _begins(design) else design
            found = spec_hash(tuned.spec)
            known = found in done and found != spec_hash(design.spec)
            begun.append(design if known else tuned)
            done.add(found)
        return begun

    async def _of_train(self, design: Design) -> Design:
        seed = (self.brief["seed"], self.brief["iteration"], *design.template.encode())
        return await self.tuned(design, seed)

    async def tuned(self, design: Design, seed: Sequence[int]) -> Design:
        """The design with the values that train prefers; all that were looked at are trials."""
        found = await self.bench.tune(design.spec, seed)
        spec = design.spec.with_parameters(**found["parameters"])
        self._count_trials(design.approach, spec, found["rows"])
        self._count_lost(design, found.get("lost", 0))
        return replace(design, spec=spec, searched=len(found["rows"]))

    async def _bases_tuned(self) -> list[Design]:
        """The best variants of the round before, tuned; the best of them first."""
        designs = []
        for index, variant in self.bases():
            spec = spec_of(variant)
            seed = (self.brief["seed"], self.brief["iteration"], index)
            design = Design(
                spec,
                variant["approach"],
                variant["template"],
                findings=tuple(variant["findings"]),
                parent=index,
                structure=tuple(variant["structure"]),
            )
            tuned = await self.tuned(design, seed)
            why = ("why_tuned", {"name": variant["name"], "sets": tuned.searched})
            designs.append(replace(tuned, why=(why,), changed=changes(spec, tuned.spec)))
        return designs

    def _mended(self) -> list[Design]:
        results = self.brief["backtest_results"]
        designs = [
            mend(variant, index, results[index]["error"], self.brief["train_bars"])
            for index, variant in enumerate(self.brief["strategy_variants"])
            if results[index]["error"] or not _trades(results[index])
        ]
        return [design for design in designs if design is not None]

    def _redesigned(self) -> list[Design]:
        failure = self.brief["failure_analysis"] or {}
        if failure.get("cause") in OTHER_KINDS:
            return self._first(self.count)
        return redesign(self.bases()[:2], failure.get("cause", "weak"), self.count)

    def bases(self) -> list[tuple[int, Document]]:
        """The variants of the round before that ran, best gate score first; none of a kind that
        is unwanted by now."""
        gates = self.brief["quality_gate_results"]
        results = self.brief["backtest_results"]
        order = sorted(range(len(gates)), key=lambda i: (-gates[i]["score"], i))
        variants = self.brief["strategy_variants"]
        ran = [(i, variants[i]) for i in order if not results[i]["error"]]
        return [(i, one) for i, one in ran if one["template"] not in self.wishes.unwanted]

    def _conforming(self, designs: Sequence[Design]) -> list[Design]:
        """Each design within the constraints: without its short side if need be."""
        pairs = [(design, self.adapted(design.spec)) for design in designs]
        return [_conformed(design, spec) for design, spec in pairs if spec is not None]

    def adapted(self, spec: StrategySpec) -> StrategySpec | None:
        """The spec within the constraints; None where it cannot be."""
        try:
            return adapt(spec, self.constraints)
        except ConstraintError:  # not a design for this user
            return None

    def _filled(self, designs: Sequence[Design]) -> list[Design]:
        """New designs up to the count wanted; those of other kinds fill what is missing."""
        new = [design for design in designs if spec_hash(design.spec) not in self.tried]
        if len(new) < max(MIN_VARIANTS, min(self.count, len(designs))):
            new = distinct([*new, *self._conforming(self._first(self.count + len(new)))])
        return new[: self.count]

    async def variant(self, design: Design) -> Document:
        """A design as a variant, with what it is expected to do."""
        seen = await self.bench.search(design.spec, [design.spec.values])
        years = self.brief["train_bars"] / self.brief["bars_per_year"]
        expected = expected_performance(
            seen[0] if seen else None, searched=max(1, design.searched), years=years
        )
        costs = {name: self.brief["constraints"][name] for name in ("cash", "commission")}
        costs["bars_per_year"] = self.brief["bars_per_year"]
        costs["fractions"] = bool(self.brief["constraints"].get("fractions", False))
        costs["broker"] = broker_of(self.brief["constraints"], self.brief["bars_per_year"])
        made = as_variant(design, expected, costs, self.language)
        by = design.by or self._designer(design, made["rules_hash"])
        return made | {"designed_by": by} if by else made

    def _designer(self, design: Design, rules: str) -> str:
        """Who wrote the rules that other values of their parameters are tried of."""
        if design.parent is None:
            return ""
        parent = self.brief["strategy_variants"][design.parent]
        return str(parent.get("designed_by", "")) if parent["rules_hash"] == rules else ""

    def _count_lost(self, design: Design, count: int) -> None:
        """Sets that may have been looked at: which they were is not known, so each is its own."""
        self.trials += [
            {
                "kind": design.approach,
                "rules_hash": spec_hash(design.spec),
                "parameters": {"unreported": number},
                "sharpe_ratio": None,
                "total_trades": None,
            }
            for number in range(count)
        ]

    def _count_trials(self, kind: str, spec: StrategySpec, rows: Sequence[Document]) -> None:
        """Every set that was looked at is a trial; the chosen one counts when it is backtested.

        Their rules are kept, once, so that the trials can be played anew.
        """
        rules = rules_hash(spec)
        self.rules[rules] = spec.document()
        self.trials += [
            {
                "kind": kind,
                "rules_hash": rules,
                "parameters": row["parameters"],
                "sharpe_ratio": row["sharpe_ratio"],
                "total_trades": row["total_trades"],
            }
            for row in rows
            if row["parameters"] != spec.values
        ]


def _begins(design: Design) -> bool:
    """Whether a design is a template's own, and nothing was searched for it yet."""
    foreign = design.template in (YOURS, WRITTEN)
    return design.parent is None and not design.searched and not foreign


def _trades(result: Document) -> int:
    """How often a variant traded on train, where a rule that never does is found out."""
    return result["segments"].get("train", {}).get("total_trades") or 0


def _conformed(design: Design, spec: StrategySpec) -> Design:
    """The design with its spec within the constraints; what was taken away is in its name."""
    if spec.direction == design.spec.direction:
        return replace(design, spec=spec)
    return replace(design, spec=spec, structure=(*design.structure, "long_only"))
