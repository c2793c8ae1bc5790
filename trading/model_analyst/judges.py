"""The second judge of a round: a model's class of failure and trajectory, beside the computed ones.

The next action follows from the computed ones alone: a model's words change no gate, route or count
of trials.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from config.llm.asker import AgentAsker, AgentQuestion, ModelFailed, judge_name
from config.llm.texts import Prompt
from trading.analyst.sentences import say
from trading.domain.types import BUILTIN
from trading.model_analyst import development_brief
from trading.model_analyst.development_brief import FailureAnswer, TrajectoryAnswer
from trading.model_analyst.mask import Masking
from trading.model_analyst.number_check import AllowedNumbers, faults_of_text, struck_note
from trading.model_analyst.strategist import PROMPTS

Document = dict[str, Any]
FAILURE_ANALYST, TRAJECTORY_ANALYST = "failure_analyst", "trajectory_analyst"
_DRIFT = 0.05  # of the score: a step by our own rule, which the prompt names, too


class JudgeQuestion(NamedTuple):
    """What one judge is asked, and how its answer becomes a verdict."""

    agent: str
    prompt: Prompt
    schema: type[FailureAnswer] | type[TrajectoryAnswer]
    allowed: AllowedNumbers
    computed: Document
    note: str


class ModelJudges:
    """Implements `trading.graph.context.Judges`. Raises BudgetExceeded, which ends the run."""

    def __init__(self, talk: AgentAsker, masking: Masking) -> None:
        self.talk = talk
        self.masking = masking

    async def failure(self, brief: Mapping[str, Any]) -> Document | None:
        """Both verdicts on why the round failed; None where no model is asked."""
        if not self.talk.serves(FAILURE_ANALYST):
            return None
        analysis = brief["failure_analysis"]
        data = {
            "objective": self.masking.text(brief["user_objective"]),
            "round": self.masking.document(
                development_brief.short(development_brief.variants(brief))
            ),
            "measure": development_brief.short(_measure(brief)),
            "history": self.masking.document(
                development_brief.history(brief["iteration_history"][:-1])
            )
            or "-",
        }
        prompt = PROMPTS.render(FAILURE_ANALYST, brief["language"], data=data)
        computed = _verdict(BUILTIN, analysis["failure_class"], analysis["root_cause"])
        numbers = AllowedNumbers(data, masking=self.masking)
        return await self._both(
            JudgeQuestion(
                FAILURE_ANALYST, prompt, FailureAnswer, numbers, computed, "note_degraded_failure"
            )
        )

    async def trajectory(self, brief: Mapping[str, Any]) -> Document | None:
        """Both verdicts on where the development is heading; None where no model is asked."""
        if not self.talk.serves(TRAJECTORY_ANALYST):
            return None
        language, path = brief["language"], brief["trajectory_analysis"]
        data = {
            "history": self.masking.document(development_brief.history(brief["iteration_history"]))
        }
        prompt = PROMPTS.render(TRAJECTORY_ANALYST, language, data=data)
        status = path["convergence_status"]
        computed = _verdict(BUILTIN, status, say(f"heading_{status}", path, language))
        numbers = AllowedNumbers(data, development_brief.short(path), _DRIFT, masking=self.masking)
        return await self._both(
            JudgeQuestion(TRAJECTORY_ANALYST, prompt, TrajectoryAnswer, numbers, computed,
                  "note_degraded_trajectory")
        )  # fmt: skip

    async def _both(self, judged: JudgeQuestion) -> Document:
        """`{judges, notes}`: the computed verdict, then the model's. Without one it is degraded."""
        language = judged.prompt.language
        question = AgentQuestion(
            judged.agent,
            "quality_gate",
            judged.prompt,
            judged.schema,
            lambda answer: faults_of_text("explanation", answer.explanation, language),
        )
        try:
            heard = await self.talk.ask(question)
        except ModelFailed:
            degraded = judged.computed | {"degraded": True}
            return {"judges": [degraded], "notes": [say(judged.note, {}, language)]}
        judge = judge_name([heard], BUILTIN)
        answer = heard.value
        own = answer.failure_class if isinstance(answer, FailureAnswer) else answer.convergence
        verdict = _verdict(judge, own, judged.allowed.hold(answer.explanation))
        return {
            "judges": [judged.computed, verdict],
            "notes": struck_note(judged.allowed, judge, language),
        }


def _measure(brief: Mapping[str, Any]) -> Document:
    kinds = {kind for entry in brief["iteration_history"] for kind in entry["kinds"]}
    return {
        **brief["failure_analysis"]["statistical_assessment"],
        "kinds_with_significant_findings": [
            edge["kind"] for edge in brief["research_edges"] if edge["significant"]
        ],
        "kinds_tried": sorted(kinds),
        "research_rounds": brief["research_iteration"],
        "designs_since_research": brief["strategy_iteration"],
        "score_to_pass": brief["profile"]["pass_score"],
    }


def _verdict(judge: str, verdict: str, text: str) -> Document:
    return {"judge": judge, "verdict": verdict, "text": text, "degraded": False}
