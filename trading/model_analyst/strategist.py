"""The strategist that asks language models, with the built-in one beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from config.llm.asker import ModelFailed
from config.llm.talk import AgentQuestion, Talk, judge_name
from trading.analyst.rounds import Round
from trading.analyst.strategist import BuiltinStrategist, expected, rationale
from trading.analyst.variants import BUILTIN
from trading.model_analyst.design_prompt import STRATEGIST, designing
from trading.model_analyst.mask import Masking
from trading.model_analyst.number_check import struck_note
from trading.model_analyst.round_answers import DesignsAnswer
from trading.model_analyst.specs import Specs

Document = dict[str, Any]
_SEARCHES = ("TUNE_PARAMETERS",)
"""Actions that are a matter of numbers alone: there is nothing to design."""


class ModelStrategist:
    """Implements `trading.graph.context.Strategist`.

    A model writes specs; each is held to the rules of any spec, and the built-in designs fill what
    is missing. All are played, judged and counted alike. Raises BudgetExceeded, which ends the run.
    """

    def __init__(self, talk: Talk, builtin: BuiltinStrategist, masking: Masking) -> None:
        self.talk = talk
        self.builtin = builtin
        self.masking = masking

    async def propose(self, brief: Document, bench: Any) -> Document:
        """See `BuiltinStrategist.propose`; each variant with `designed_by`, the proposal with
        `notes`: what was dropped or struck."""
        if brief["next_action"] in _SEARCHES or not self.talk.serves(STRATEGIST):
            return _signed(await self.builtin.propose(brief, bench))
        round_ = Round(brief, bench)
        specs = Specs(round_)
        prompt, told = designing(brief, self.masking)
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
        designs = await round_.designs(specs.designs(heard.value, told, model))
        variants = [await round_.variant(design) for design in designs]
        ours, theirs = rationale(brief, designs, len(round_.trials)), heard.value.rationale
        return _signed(
            {
                "variants": variants,
                "rationale": f"{ours} {told.hold(theirs)}".strip(),
                "expected_performance": expected(variants),
                "trials": round_.trials,
                "rules": round_.rules,
                "kinds": round_.kinds,
                "notes": [
                    *self._dropped(specs.dropped, model, brief["language"]),
                    *struck_note(told, model, brief["language"]),
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
