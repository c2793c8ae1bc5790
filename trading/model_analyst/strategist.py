"""Asks language models for the design of variants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from config.llm.asker import AgentAsker, AgentQuestion, ModelFailed, judge_name
from config.llm.texts import Prompt, Prompts
from trading.analyst.first_designs import approach_of
from trading.analyst.rounds import DesignRound
from trading.analyst.sentences import say
from trading.analyst.strategist import BuiltinStrategist, expected, rationale
from trading.analyst.variants import WRITTEN, Design, changes, spec_of
from trading.domain.types import BUILTIN, MAX_VARIANTS
from trading.model_analyst import development_brief
from trading.model_analyst.development_brief import DesignAnswer, DesignsAnswer
from trading.model_analyst.mask import Masking, is_of_money
from trading.model_analyst.number_check import AllowedNumbers, faults_of_text, struck_note
from trading.strategies.conditions import (
    Arithmetic,
    Between,
    Combine,
    Compare,
    Condition,
    Cross,
    Not,
)
from trading.strategies.constraints import ConstraintError, adapt
from trading.strategies.errors import SpecError
from trading.strategies.faults import faults_of
from trading.strategies.indicators import KINDS
from trading.strategies.indicators.kinds import IndicatorKind
from trading.strategies.names import COLUMNS, series_of
from trading.strategies.parse import parse_spec
from trading.strategies.spec import StrategySpec, spec_hash
from trading.strategies.templates import TEMPLATES
from trading.strategies.walk import Node, nodes

PROMPTS = Prompts(Path(__file__).parents[1] / "prompts")
STRATEGIST = "strategist"
_NOTHING = "-"


class Asking(NamedTuple):
    """A prompt and its numbers, against which the answer is checked."""

    prompt: Prompt
    allowed: AllowedNumbers


def designing(brief: Mapping[str, Any], masking: Masking) -> Asking:
    """The strategist's prompt: specs for a round."""
    language = brief["language"]
    demands = _demands(brief)
    data = {
        "objective": masking.text(brief["user_objective"]),
        "guidance": [masking.text(text) for text in brief.get("guidance", ())] or _NOTHING,
        "demands": demands,
        "research": masking.document(development_brief.research(_tellable(brief, masking))),
        "lessons": masking.document(development_brief.lessons(brief)) or _NOTHING,
        "before": masking.document(development_brief.before(brief))
        if brief["strategy_variants"]
        else _NOTHING,
        "history": masking.document(development_brief.history(brief["iteration_history"]))
        or _NOTHING,
    }
    action = brief["next_action"] or "INITIAL_DESIGN"
    values = {
        "count": str(brief["variants"]),
        "complexity": str(MOST_COMPLEXITY),
        "task": say(f"task_{action}", {}, language),
        "indicators": catalogue(demands["forbidden_indicators"]),
    }
    prompt = PROMPTS.render("strategist", language, data=data, values=values)
    return Asking(prompt, AllowedNumbers(data, brief["variants"], masking=masking))


def _tellable(brief: Mapping[str, Any], masking: Masking) -> Mapping[str, Any]:
    """The brief; when masked, without amounts of money."""
    if not masking.masked:
        return brief
    found = [row for row in brief["research_findings"] if not is_of_money(row["name"])]
    return {**brief, "research_findings": found}


def _demands(brief: Mapping[str, Any]) -> dict[str, Any]:
    """The user's constraints, and what the history allows."""
    constraints = brief["constraints"]
    return {
        "long_only": bool(constraints.get("long_only")),
        "forbidden_indicators": sorted(constraints.get("forbidden_indicators") or ()),
        "commission_a_side": constraints["commission"],
        "bars_of_train": brief["train_bars"],
        "bars_a_year": development_brief.short(float(brief["bars_per_year"])),
        "longest_lookback": brief["train_bars"] // LOOKBACKS,
        "trials_so_far": brief["trials"],
    }


def catalogue(forbidden: Sequence[str] = ()) -> str:
    """The indicators that a spec may use, a line each."""
    return "\n".join(_line(kind) for name, kind in KINDS.items() if name not in forbidden)


def _line(kind: IndicatorKind) -> str:
    source = ["source=close"] if "source" in kind.inputs else []
    numbers = [f"{name}={value:g}" for name, value in kind.defaults.items()]
    outputs = f" -> {', '.join(kind.outputs)}" if len(kind.outputs) > 1 else ""
    return f"- {kind.name}({', '.join([*source, *numbers])}){outputs}: {kind.title}"


Document = dict[str, Any]
_SEARCHES = ("TUNE_PARAMETERS",)
"""Actions that concern numbers only: they need no design."""


class ModelStrategist:
    """Implements `trading.graph.context.Strategist`. A model writes specs; each is checked by
    the rules of any spec, and the built-in designs fill what is missing. All are played, judged
    and counted alike. Raises BudgetExceeded, which ends the run."""

    def __init__(self, talk: AgentAsker, builtin: BuiltinStrategist, masking: Masking) -> None:
        self.talk = talk
        self.builtin = builtin
        self.masking = masking

    async def propose(self, brief: Document, bench: Any) -> Document:
        """See `BuiltinStrategist.propose`; each variant with `designed_by`, the proposal with
        `notes`: what was dropped or removed."""
        if brief["next_action"] in _SEARCHES or not self.talk.serves(STRATEGIST):
            return _signed(await self.builtin.propose(brief, bench))
        round_ = DesignRound(brief, bench)
        specs = Specs(round_)
        prompt, allowed = designing(brief, self.masking)
        question = AgentQuestion(
            STRATEGIST, "strategy_dev", prompt, DesignsAnswer, specs.faults, specs.salvage
        )
        try:
            heard = await self.talk.ask(question)
        except ModelFailed:
            note = self.explain("note_degraded_design", {}, brief["language"])
            return _signed(await self.builtin.propose(brief, bench), degraded=True) | {
                "notes": [note]
            }
        model = judge_name([heard], BUILTIN)
        designs = await round_.designs(specs.designs(heard.value, allowed, model))
        variants = [await round_.variant(design) for design in designs]
        ours, theirs = rationale(brief, designs, len(round_.trials)), heard.value.rationale
        return _signed(
            {
                "variants": variants,
                "rationale": f"{ours} {allowed.hold(theirs)}".strip(),
                "expected_performance": expected(variants),
                "trials": round_.trials,
                "rules": round_.rules,
                "kinds": round_.kinds,
                "notes": [
                    *self._dropped(specs.dropped, model, brief["language"]),
                    *struck_note(allowed, model, brief["language"]),
                ],
            }
        )

    def _dropped(self, faults: list[str], model: str, language: str) -> list[str]:
        """The parts of the model's answer that were not used, for the error log."""
        return [
            self.explain("note_dropped", {"model": model, "fault": fault}, language)
            for fault in faults
        ]

    def explain(self, code: str, values: Mapping[str, Any], language: str) -> str:
        """A sentence of the message files."""
        return self.builtin.explain(code, values, language)


def _signed(proposal: Document, *, degraded: bool = False) -> Document:
    """Each variant with its designer; marked where no model answered."""
    signed = [{"designed_by": BUILTIN, **variant} for variant in proposal["variants"]]
    if degraded:
        signed = [variant | {"degraded": True} for variant in signed]
    return proposal | {"variants": signed}


MOST_DESIGNS = MAX_VARIANTS
"""The most designs that are read: a round cannot try more."""
MOST_COMPLEXITY = 40
"""Twice the largest template: more parts fit noise, and fill the answer."""
LOOKBACKS = 3
"""How often train must hold a spec's look-back, as it must a template's."""
_FAULTS = 2  # faults of one spec: the round of repair gets a thousand characters
_WORDS = ("name", "description")  # a number in them is no number of the rules
_FAULT = 240  # characters of one


class SpecCheck(NamedTuple):
    """A design with a valid spec, or its faults."""

    spec: StrategySpec | None
    faults: list[str]


class Specs:
    """Parses the designs of one round. Designs given up for good are in `dropped`."""

    def __init__(self, round_: DesignRound) -> None:
        self.round = round_
        self.language: str = round_.language
        self.dropped: list[str] = []
        self.ruled_out = _ruled_out(round_)

    def faults(self, answer: DesignsAnswer) -> Iterator[str]:
        """The faults that the model has to correct, each with its path in the answer."""
        if answer.rationale:  # our text works without it; a repaired answer may have none
            yield from faults_of_text("rationale", answer.rationale, self.language)
        if not answer.designs:
            yield f"designs: {self._say('fault_none')}"
        for checked in self.checked(answer):
            yield from checked.faults

    def salvage(self, answer: DesignsAnswer) -> DesignsAnswer | None:
        """The valid part of an answer that is still wrong; None where there is none."""
        checked = self.checked(answer)
        usable = [
            one for one, found in zip(answer.designs, checked, strict=False) if not found.faults
        ]
        if not usable:
            return None
        self.dropped += [" ".join(found.faults) for found in checked if found.faults]
        sound = not any(faults_of_text("rationale", answer.rationale, self.language))
        return DesignsAnswer(rationale=answer.rationale if sound else "", designs=usable)

    def checked(self, answer: DesignsAnswer) -> list[SpecCheck]:
        """The parsed designs, each checked by the rules and against those before it."""
        seen: dict[str, int] = {}
        found = []
        for index, one in enumerate(answer.designs[:MOST_DESIGNS]):
            checked = self._checked(one, f"designs.{index}", seen)
            if checked.spec is not None and not checked.faults:
                seen[spec_hash(checked.spec)] = index
            found.append(checked)
        return found

    def designs(self, answer: DesignsAnswer, allowed: AllowedNumbers, model: str) -> list[Design]:
        """The designs of an answer without faults."""
        pairs = zip(answer.designs, self.checked(answer), strict=False)
        return [self._design(one, checked.spec, allowed, model) for one, checked in pairs
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
        unfit = self._unfit(spec, seen)
        return SpecCheck(spec, [*texts, f"{path}.spec: {unfit}"] if unfit else texts)

    def _unfit(self, spec: StrategySpec, seen: dict[str, int]) -> str:
        """Why a valid spec is not tried here."""
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
        self, one: DesignAnswer, spec: StrategySpec, allowed: AllowedNumbers, model: str
    ) -> Design:
        allowed = allowed.with_own({k: v for k, v in one.spec.items() if k not in _WORDS})
        parent = self._parent(one.builds_on)
        known = {f"{f['agent']}/{f['name']}" for f in self.round.brief["research_findings"]}
        before = (
            spec_of(self.round.brief["strategy_variants"][parent]) if parent is not None else None
        )
        return Design(
            spec.model_copy(update={"name": allowed.hold(spec.name) or WRITTEN}),
            approach_of_spec(spec),
            WRITTEN,
            (("why_written", {"text": allowed.hold(one.idea)}),),
            tuple(name for name in dict.fromkeys(one.findings) if name in known),
            parent,
            changes(before, spec) if before is not None else {},
            by=model,
        )

    def _parent(self, index: int | None) -> int | None:
        """The variant that it changes, if that number exists."""
        variants: Sequence[Any] = self.round.brief["strategy_variants"]
        return index if index is not None and 0 <= index < len(variants) else None

    def _say(self, code: str, **values: object) -> str:
        return say(code, values, self.language)


def _ruled_out(round_: DesignRound) -> set[str]:
    """The kinds of template that the objective excludes."""
    kinds = {approach_of(one) for one in TEMPLATES}
    left = {approach_of(one) for one in TEMPLATES if one.kind not in round_.wishes.unwanted}
    return kinds - left


def _at(path: str, error: SpecError | ConstraintError) -> str:
    message = str(error) if isinstance(error, SpecError) else f"{error.path}: {error}"
    joint = "." if error.path else ": "
    return f"{path}{joint}{message.removeprefix(': ')}"[:_FAULT]


TELLING = (
    "seasonality", "single_bar_momentum", "single_bar_reversal", "breakout", "volume",
    "mean_reversion", "momentum", "volatility", "trend",
)  # fmt: skip
"""The kinds, the most important first: of a rule and its filter, the rule names the strategy."""

_MIDDLE = {"rsi": 50.0, "stochastic": 50.0, "zscore": 0.0, "bollinger": 0.5}
_OSCILLATORS = {"rsi", "stochastic", "zscore"}
_AVERAGES = ("sma", "ema", "wma", "median")
_RANGES = ("highest", "lowest", "donchian", "keltner", "bollinger")
_SPREADS = ("realised_volatility", "atr", "stdev", "variance_ratio")
_VOLUMES = ("obv", "volume_sma", "relative_volume")
_FLIPPED = {">": "<", ">=": "<=", "<": ">", "<=": ">=",
            "crosses_above": "crosses_below", "crosses_below": "crosses_above"}  # fmt: skip


class Leaf(NamedTuple):
    """One comparison as a buyer reads it: `up` is whether the leading operand has to be high."""

    kinds: frozenset[str]
    outputs: frozenset[str]
    up: bool
    crosses: bool
    level: float | None
    ratio: bool


def approach_of_spec(spec: StrategySpec) -> str:
    """The kind of strategy; for short-only rules that of buying on the reverse."""
    rule, turn = (spec.long_entry, False) if spec.long_entry else (spec.short_entry, True)
    assert rule is not None  # noqa: S101 - a spec without any entry is none
    found = {kind for leaf in _leaves(spec, rule, turn) if (kind := _kind(leaf))}
    return next((kind for kind in TELLING if kind in found), "trend")


def _kind(leaf: Leaf) -> str:
    kinds = leaf.kinds
    if "calendar" in kinds:
        return "seasonality"
    if "return" in kinds:
        return "single_bar_momentum" if leaf.up else "single_bar_reversal"
    if kinds & {*_VOLUMES, "volume"}:
        return "volume"
    if kinds & {*_SPREADS} or "bandwidth" in leaf.outputs:
        return "volatility"
    if kinds & _MIDDLE.keys() and (kinds <= _OSCILLATORS or "percent" in leaf.outputs):
        return _of_oscillator(leaf)
    if kinds & {*_RANGES}:
        return _of_range(leaf)
    return _of_averages(leaf)


def _of_oscillator(leaf: Leaf) -> str:
    """High values are momentum, low ones a fall to be bought; so is a crossing upwards."""
    middle = _MIDDLE[min(leaf.kinds & _MIDDLE.keys())]
    out_of = leaf.crosses and leaf.level is not None and leaf.level < middle
    return "momentum" if leaf.up and not out_of else "mean_reversion"


def _of_range(leaf: Leaf) -> str:
    if leaf.ratio:
        return "momentum"
    low_side = leaf.outputs & {"lower", "low"} or "lowest" in leaf.kinds
    return "breakout" if leaf.up and not low_side else "mean_reversion"


def _of_averages(leaf: Leaf) -> str:
    kinds = leaf.kinds
    if kinds & {"roc", "momentum"}:
        return "momentum" if leaf.up else "mean_reversion"
    if kinds & {"macd", "adx"}:
        return "trend"
    if kinds & {*_AVERAGES}:
        return "trend" if leaf.up else "mean_reversion"
    return ""


def _leaves(spec: StrategySpec, rule: Condition, turn: bool) -> Iterator[Leaf]:
    """The comparisons of a rule; `turn` for the reversed reading."""
    match rule:
        case Combine():
            for part in rule.conditions:
                yield from _leaves(spec, part, turn)
        case Not():
            yield from _leaves(spec, rule.condition, not turn)
        case Between():
            yield _leaf(spec, rule.value, ">=", rule.low, turn)
        case Compare() | Cross():
            yield _leaf(spec, rule.left, rule.op, rule.right, turn)


def _leaf(spec: StrategySpec, left: Node, op: str, right: Node, turn: bool) -> Leaf:
    leading, level = _series(spec, left), _number(spec, right)
    behind = _series(spec, right)
    if _leads(behind, leading):
        leading, behind, op, level = behind, leading, _FLIPPED[op], _number(spec, left)
    kinds = {**leading, **behind}
    return Leaf(
        frozenset(kinds),
        frozenset(output for outputs in kinds.values() for output in outputs),
        (op in (">", ">=", "crosses_above")) is not turn,
        op.startswith("crosses"),
        level,
        any(isinstance(part, Arithmetic) for part in (left, right)),
    )


def _leads(one: Mapping[str, set[str]], other: Mapping[str, set[str]]) -> bool:
    """Whether the right operand is the subject of a comparison: numbers never are, prices are."""
    return bool(one) and (not other or ("price" in one and "price" not in other))


def _series(spec: StrategySpec, node: Node) -> dict[str, set[str]]:
    """The kinds of indicators that an operand uses, each with its outputs."""
    found: dict[str, set[str]] = {}
    for _path, part, _depth in nodes(node, ""):
        if isinstance(part, str) and not part.startswith("$"):
            _trace(spec, part, found)
    return found


def _trace(spec: StrategySpec, reference: str, found: dict[str, set[str]]) -> None:
    """A reference, resolved to what it is computed from."""
    name, output = series_of(reference)
    if name in COLUMNS:
        found.setdefault("volume" if name == "volume" else "price", set())
        return
    indicator = spec.indicators[name]
    found.setdefault(indicator.kind, set()).add(output or indicator.definition.outputs[0])
    source = indicator.source_reference
    if source and series_of(source)[0] not in ("open", "high", "low", "close"):
        _trace(spec, source, found)


def _number(spec: StrategySpec, node: Node) -> float | None:
    if isinstance(node, str):
        return spec.values.get(node[1:]) if node.startswith("$") else None
    return float(node) if isinstance(node, int | float) else None
