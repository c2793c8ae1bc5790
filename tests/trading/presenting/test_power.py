"""What the calibration found, as pages and certificates say it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.utils import translation

from tests.trading.helpers import make_strategy
from trading.domain.gates import CALIBRATED, RIGOROUS
from trading.domain.limits import Limits
from trading.presenting import trust
from trading.presenting.trust import FILE, calculations, power_of

MEASURED: dict[str, Any] = {
    "code": "0123456789ab",
    "calculation": CALIBRATED.calculation,
    "gates": CALIBRATED.as_dict(),
    "limits": {name: value for name, value in Limits()._asdict().items() if name != "seed"},
    "years": 15,
    "noise": {"runs": 700, "found": 2},
    "edges": [{"sharpe": 1.0, "runs": 80, "found": 42}],
}


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trust, "measured", lambda: MEASURED)


def developed(**fields: Any) -> Any:
    return make_strategy(**{"profile": CALIBRATED.as_dict(), **limits_of(), **fields})


def limits_of() -> dict[str, int]:
    limits = dict(MEASURED["limits"])
    return limits | {"variants_wanted": limits.pop("variants")}


@pytest.mark.django_db
@pytest.mark.usefixtures("measured")
class TestSaid:
    def test_how_often_an_edge_is_found_and_luck_taken_for_one(self) -> None:
        said = power_of(developed())
        assert said.found.endswith("a year is about 1.0: in 42 of 80 (52%).")
        assert said.taken == "Where there was none, 2 of 700 reported one."
        with translation.override("pt-br"):
            assert "cerca de 1,0: em 42 de 80 (52%)" in power_of(developed()).found

    def test_higher_limits_and_other_gates_were_not_measured(self) -> None:
        limits = MEASURED["limits"]
        more = power_of(developed(max_iterations=limits["max_iterations"] + 1))
        assert "max_iterations" in more.unlike
        assert not more.found
        other = CALIBRATED.as_dict() | {"final_error": 0.05}
        assert "not calibrated" in power_of(developed(profile=other)).unlike

    def test_a_low_drawdown_that_is_asked_for_is_the_same_test(self) -> None:
        assert power_of(developed(profile=CALIBRATED.requiring("max_drawdown").as_dict())).found

    def test_a_later_calculation_says_by_which_one_it_was_measured(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        version = CALIBRATED.calculation
        step = {"calculation": version, "replayed": 120, "same_verdict": 119}
        known = MEASURED | {"calculation": version - 1, "later": [step]}
        monkeypatch.setattr(trust, "measured", lambda: known)
        said = power_of(developed())
        assert said.found
        assert said.later == (
            f"Measured by calculation {version - 1}. Of 120 developments that were played by it "
            f"and by calculation {version}, 119 ended with the same verdict."
        )
        as_measured = power_of(
            developed(profile=CALIBRATED.as_dict() | {"calculation": version - 1})
        )
        assert (bool(as_measured.found), as_measured.later) == (True, "")
        monkeypatch.setattr(trust, "measured", lambda: known | {"later": []})
        assert not power_of(developed()).found

    def test_gates_of_before_say_nothing(self) -> None:
        said = power_of(developed(profile=RIGOROUS.as_dict()))
        assert (said.found, said.taken, said.unlike) == ("", "", "")


def test_what_ships_is_of_the_gates_that_ship() -> None:
    found = json.loads(FILE.read_text())
    version = {"calculation": CALIBRATED.calculation}
    assert found["gates"] | version == CALIBRATED.as_dict()
    assert CALIBRATED.calculation in calculations(found)
    assert found["limits"] == MEASURED["limits"]
    assert 0 <= found["noise"]["found"] <= found["noise"]["runs"]
