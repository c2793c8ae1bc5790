"""The second judge over the real wire: both verdicts, numbers held, degraded where none answers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.llm.reading import data_of
from tests.llm.server import FaultServer
from tests.trading.model_analyst.briefs import second
from tests.trading.model_analyst.talker import SAID, talk
from tests.trading.model_analyst.wire import judged
from trading.domain.gates import CLASSIC

PATH = {"convergence_status": "CONVERGING", "slope": 0.1, "changes": [0.1], "best_score": 0.6}


def brief(**changes: Any) -> dict[str, Any]:
    """As the gates' node tells it."""
    history = [{**entry, "kinds": ["trend"]} for entry in second()["iteration_history"]] * 2
    return second() | {
        "current_iteration": 2, "strategy_iteration": 2, "trajectory_analysis": PATH,
        "iteration_history": history, "profile": CLASSIC.as_dict(), **changes,
    }  # fmt: skip


def test_both_verdicts_on_a_failure_the_computed_one_first():
    with FaultServer(talk) as server:
        found = judged(server, "failure", brief())
    assert found == {
        "judges": [
            {"judge": "builtin", "verdict": "DESIGN_FLAW", "text": "It falls too deep.",
             "degraded": False},
            {"judge": "model-1", "verdict": "DESIGN_FLAW", "text": SAID["en"]["failed"],
             "degraded": False},
        ],
        "notes": [],
    }  # fmt: skip


def test_both_verdicts_on_a_trajectory_in_the_language_of_the_run():
    with FaultServer(talk) as server:
        found = judged(server, "trajectory", brief(language="pt"))
    assert found is not None
    assert [(one["judge"], one["verdict"]) for one in found["judges"]] == [
        ("builtin", "CONVERGING"), ("model-1", "STAGNANT"),
    ]  # fmt: skip
    assert found["judges"][1]["text"] == SAID["pt"]["path"]


def test_the_judge_is_not_told_what_the_numbers_judged():
    with FaultServer(talk) as server:
        judged(server, "failure", brief(iteration_history=brief()["iteration_history"][:1]))
        assert "DESIGN_FLAW" not in "".join(data_of(server.asked[0]).values())
        assert "It falls too deep" not in server.asked[0].user


def test_numbers_that_no_figure_holds_are_struck():
    answer = {"explanation": "A Sharpe ratio of 0.5 with 40 trades, and 93 % of luck.",
              "failure_class": "RESEARCH_GAP"}  # fmt: skip
    with FaultServer(answer) as server:
        found = judged(server, "failure", brief())
    assert found is not None
    said = found["judges"][1]["text"]
    assert said == "A Sharpe ratio of 0.5 with 40 trades, and … % of luck."
    assert found["notes"] == [
        "model-1: struck from its words, as nothing that it was told holds it: 93"
    ]


@pytest.mark.parametrize("answer", [
    {"explanation": "It ends here.", "failure_class": "ABANDON"},
    {"explanation": "", "failure_class": "DESIGN_FLAW"},
    {"explanation": "O que foi aprendido no treino não se mantém na validação, por causa do risco.",
     "failure_class": "DESIGN_FLAW"},
])  # fmt: skip
def test_without_a_usable_answer_the_numbers_stand_and_say_so(answer: dict[str, Any]):
    with FaultServer(answer) as server:
        found = judged(server, "failure", brief())
    assert found is not None
    [only] = found["judges"]
    assert (only["judge"], only["verdict"], only["degraded"]) == ("builtin", "DESIGN_FLAW", True)
    [note] = found["notes"]
    assert note.endswith("the failure was judged by the numbers alone.")
