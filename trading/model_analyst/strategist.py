"""Asks language models for the design of variants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from config.llm.asker import AgentAsker, AgentQuestion, ModelFailed, judge_name
from config.llm.texts import Prompt, Prompts
from trading.analyst.rounds import DesignRound
from trading.analyst.sentences import say
from trading.analyst.strategist import BuiltinStrategist, expected, rationale
from trading.analyst.variants import BUILTIN
from trading.model_analyst import development_brief
from trading.model_analyst.development_brief import DesignsAnswer
from trading.model_analyst.mask import Masking, is_of_money
from trading.model_analyst.number_check import AllowedNumbers, struck_note
from trading.model_analyst.specs import LOOKBACKS, MOST_COMPLEXITY, Specs
from trading.strategies.indicators import KINDS
from trading.strategies.indicators.kinds import IndicatorKind

PROMPTS = Prompts(Path(__file__).parents[1] / "prompts")
STRATEGIST = "strategist"
_NOTHING = "-"


class Asking(NamedTuple):
    """A prompt and the numbers in it, to which the answer is held."""

    prompt: Prompt
    allowed: AllowedNumbers


def designing(brief: Mapping[str, Any], masking: Masking) -> Asking:
    """For the strategist: specs for a round."""
    language = brief["language"]
    demands = _demands(brief)
    data = {
        "objective": masking.text(brief["user_objective"]),
        "guidance": [masking.text(text) for text in brief.get("guidance", ())] or _NOTHING,
        "demands": demands,
        "research": masking.plain(development_brief.research(_tellable(brief, masking))),
        "lessons": masking.plain(development_brief.lessons(brief)) or _NOTHING,
        "before": masking.plain(development_brief.before(brief))
        if brief["strategy_variants"]
        else _NOTHING,
        "history": masking.plain(development_brief.history(brief["iteration_history"])) or _NOTHING,
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
    """The brief; masked, without what amounts of money would tell."""
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
    """The indicators a spec may use, a line each."""
    return "\n".join(_line(kind) for name, kind in KINDS.items() if name not in forbidden)


def _line(kind: IndicatorKind) -> str:
    source = ["source=close"] if "source" in kind.inputs else []
    numbers = [f"{name}={value:g}" for name, value in kind.defaults.items()]
    outputs = f" -> {', '.join(kind.outputs)}" if len(kind.outputs) > 1 else ""
    return f"- {kind.name}({', '.join([*source, *numbers])}){outputs}: {kind.title}"


Document = dict[str, Any]
_SEARCHES = ("TUNE_PARAMETERS",)
"""Actions that are a matter of numbers alone: there is nothing to design."""


class ModelStrategist:
    """Implements `trading.graph.context.Strategist`.

    A model writes specs; each is held to the rules of any spec, and the built-in designs fill what
    is missing. All are played, judged and counted alike. Raises BudgetExceeded, which ends the run.
    """

    def __init__(self, talk: AgentAsker, builtin: BuiltinStrategist, masking: Masking) -> None:
        self.talk = talk
        self.builtin = builtin
        self.masking = masking

    async def propose(self, brief: Document, bench: Any) -> Document:
        """See `BuiltinStrategist.propose`; each variant with `designed_by`, the proposal with
        `notes`: what was dropped or struck."""
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
        """What of the model's answer did not count, for the error log."""
        return [
            self.explain("note_dropped", {"model": model, "fault": fault}, language)
            for fault in faults
        ]

    def explain(self, code: str, values: Mapping[str, Any], language: str) -> str:
        """A sentence of the message files."""
        return self.builtin.explain(code, values, language)


def _signed(proposal: Document, *, degraded: bool = False) -> Document:
    """Each variant with who designed it; where no model answered, marked."""
    signed = [{"designed_by": BUILTIN, **variant} for variant in proposal["variants"]]
    if degraded:
        signed = [variant | {"degraded": True} for variant in signed]
    return proposal | {"variants": signed}
