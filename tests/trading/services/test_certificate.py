"""The certificate of a development: the same each time, and every value of it is checked."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from config.desk.refusals import Conflict, Missing
from config.runs.models import Run
from tests.people import person
from tests.trading.desk import developed
from tests.trading.helpers import make_iteration
from tests.trading.variants import opened_variant, own_strategy, tried
from trading.domain.certificate import BODY, HASH, Line, digest, leaves, sealed
from trading.domain.gates import CLASSIC
from trading.models import Dataset, GateOutcome, HoldoutOpening, Strategy, StrategyDecision, Variant
from trading.services.certificate import (
    CertificateVerification,
    certificate_of,
    find_certificate,
    verify_document,
)
from trading.services.certificate.verification import Recomputed
from trading.services.second_look import look_again_at_holdout

pytestmark = pytest.mark.django_db


def score(variant: Variant) -> float:
    gates = list(variant.gates.all())
    total = sum(gate.weight for gate in gates)
    return sum(gate.score * gate.weight for gate in gates) / total


def ended(**fields: Any) -> Strategy:
    """A development that failed on its holdout, with a second look, trials and a decision."""
    strategy = own_strategy(**{"final_status": "ABANDONED", **fields})
    variant = opened_variant(strategy)
    tried(variant, [{**variant.parameters}])
    strategy.trials.update(iteration=1)
    Run.objects.update(status="done", finished_at=timezone.now())
    played = variant.backtests.get(segment="validation")
    make_iteration(strategy, variant, best_score=score(variant), best_sharpe=played.sharpe_ratio,
                   failure_class="FUNDAMENTAL_IMPOSSIBILITY")  # fmt: skip
    luck_of_one(variant)
    StrategyDecision.objects.create(
        strategy=strategy, source="human", user=person("rita", "reviewer"), after="ABANDONED",
        reason="it is spent",
    )  # fmt: skip
    look_again_at_holdout(variant_id=variant.pk, reason="to check the engine")
    return strategy


def luck_of_one(variant: Variant) -> None:
    """The gate that knows of the number of trials, as a development judges it."""
    again = Recomputed(variant.strategy)
    again.evidence(variant)
    for gate in again.gates(variant):
        names = ("value", "score", "passed", "margin", "weight", "reason", "details", "applicable")
        told = {name: gate[name] for name in names}
        GateOutcome.objects.filter(variant=variant, name=gate["name"],
                                   segment=gate["segment"]).update(**told)  # fmt: skip


@pytest.fixture
def strategy() -> Strategy:
    return ended()


def test_it_is_the_same_each_time(strategy: Strategy):
    first, second = (find_certificate(strategy_id=strategy.pk) for _ in range(2))
    assert first == second
    assert first[HASH] == digest(first[BODY])


def test_an_untouched_one_holds(strategy: Strategy):
    found = verify_document(through_file(certificate_of(strategy)))
    assert [line for line in found.lines if not line.agrees] == []
    assert (found.holds, found.stopped) == (True, {})


def test_that_of_a_real_development_holds():
    found = verify_document(certificate_of(developed()))
    assert [line for line in found.lines if not line.agrees] == []


def test_one_of_the_first_calculation_is_verified_by_that():
    first = replace(CLASSIC, calculation=1).as_dict()
    strategy = ended(calculation=1, profile=first)
    certificate = certificate_of(strategy)
    told = certificate[BODY]
    assert "calculation" not in told
    assert "calculation" not in told["profile"]
    assert "dropped" not in told["figures"]["train"]
    assert verify_document(through_file(certificate)).holds
    Strategy.objects.update(calculation=2)
    found = verify_document(through_file(certificate))
    assert not found.holds
    assert "figures.validation.final_equity" in {line.path for line in found.differences}


def test_a_new_one_names_its_calculation(strategy: Strategy):
    assert certificate_of(strategy)[BODY]["calculation"] == 2


def through_file(certificate: dict[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(json.dumps(certificate))
    return read


def test_it_states_what_it_rests_on(strategy: Strategy):
    told = certificate_of(strategy)[BODY]
    assert told["data"]["sha256"] == strategy.dataset.sha256
    assert list(told["data"]["segments"]) == ["train", "validation", "holdout"]
    assert [one["second_look"] for one in told["holdout"]] == [False, True]
    assert told["holdout"][1]["openings_before"] == 1
    assert told["decisions"][0]["by"] == "rita"
    assert told["trials"]["own"] == 1


def changed(value: Any) -> Any:
    """Another value of its kind; of a number one that differs in its eighth digit."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return value * (1 + 1e-8) if value else 1e-8
    if isinstance(value, str):
        return value + "x"
    return 1 if value is None else [1] if value == [] else {"x": 1}


def tampered(body: dict[str, Any], path: str) -> dict[str, Any]:
    """The document with one of its values changed."""
    found = copy.deepcopy(body)
    *places, last = path.split(".")
    at: Any = found
    for place in places:
        at = at[int(place)] if isinstance(at, list) else at[place]
    key = int(last) if isinstance(at, list) else last
    at[key] = changed(at[key])
    return found


def test_any_value_changed_in_the_file_is_named_even_where_it_was_hashed_anew(strategy):
    body = through_file(certificate_of(strategy))[BODY]
    clean = verify_document(sealed(body))
    known = {line.path: line for line in clean.lines}
    paths = [path for path, _value in leaves(body) if path != "strategy.id"]
    assert len(paths) > 150
    for path in paths:
        other = tampered(body, path)
        found = against(known, other, clean)
        named = {line.path for line in found.lines if not line.agrees}
        assert any(one == path or one.startswith(f"{path}.") for one in named), path
        assert found.holds is path.startswith("versions.")


def against(
    known: dict[str, Line], body: dict[str, Any], clean: CertificateVerification
) -> CertificateVerification:
    """What a verification says of another document on the same rows, without playing again."""
    told = dict(leaves(body))
    nothing = Line("", *["(not there)"] * 3)
    lines = [
        Line(path, told.get(path, "(not there)"), known.get(path, nothing).stored,
             known.get(path, nothing).recomputed)
        for path in {**known, **told}
    ]  # fmt: skip
    return CertificateVerification(clean.strategy, digest(body), digest(body), lines)


def test_a_file_that_was_changed_and_not_hashed_anew_is_not_intact(strategy: Strategy):
    told = certificate_of(strategy)
    told[BODY]["strategy"]["seed"] += 1
    found = verify_document(told)
    assert (found.intact, found.holds) == (False, False)
    assert [line.path for line in found.differences] == ["strategy.seed"]


def figures(strategy: Strategy) -> Iterator[tuple[str, Any, str]]:
    """Figures in the database: where each is stated, its row and its column."""
    (variant,), (done,) = strategy.variants.all(), strategy.iterations.all()
    for row in variant.backtests.all():
        part = f"figures.{row.segment}" if row.segment != "holdout" else "holdout.0.figures"
        for name in ("sharpe_ratio", "max_drawdown", "total_trades", "final_equity"):
            yield f"{part}.{name}", row, name
    for at, gate in enumerate(variant.gates.order_by("id")):
        for name in ("value", "score"):
            yield f"gates.{at}.{name}", gate, name
    for name in ("margin", "passed", "threshold", "weight"):
        yield f"gates.{at}.{name}", gate, name
    for name in ("best_score", "best_sharpe"):
        yield f"iterations.0.{name}", done, name
    yield "data.bars", strategy.dataset, "bars"


def test_any_figure_changed_in_the_database_is_named_in_what_is_issued_then(strategy, monkeypatch):
    once = Recomputed(strategy)  # what is played is the same each time
    monkeypatch.setattr("trading.services.certificate.verification.Recomputed", lambda _row: once)
    for path, row, name in figures(strategy):
        rows, was = type(row)._default_manager.filter(pk=row.pk), getattr(row, name)
        rows.update(**{name: changed(was)})
        issued = through_file(certificate_of(Strategy.objects.get(pk=strategy.pk)))
        assert path in {line.path for line in verify_document(issued).differences}
        rows.update(**{name: was})
    assert verify_document(certificate_of(strategy)).holds


def test_a_figure_changed_in_the_database_is_named_in_what_was_issued_before(strategy: Strategy):
    before = certificate_of(strategy)
    strategy.variants.get().backtests.filter(segment="train").update(sharpe_ratio=3.21)
    (found,) = verify_document(before).differences
    assert (found.path, found.stored) == ("figures.train.sharpe_ratio", 3.21)
    assert found.stated == pytest.approx(found.recomputed)


def test_prices_that_were_changed_are_named(strategy: Strategy):
    before = certificate_of(strategy)
    Dataset.objects.filter(pk=strategy.dataset_id).update(sha256="0" * 64)
    found = verify_document(before)
    assert "data.sha256" in {line.path for line in found.differences}
    assert "data" in found.stopped


def test_a_trial_that_was_taken_out_is_missed(strategy: Strategy):
    before = certificate_of(strategy)
    strategy.trials.all().delete()
    found = {line.path for line in verify_document(before).differences}
    assert {"trials.own", "trials.total"} <= found


def test_an_opening_since_then_is_told(strategy: Strategy):
    before = certificate_of(strategy)
    look_again_at_holdout(variant_id=strategy.variants.get().pk, reason="once more")
    found = verify_document(before)
    assert not found.holds
    assert {line.path.split(".")[1] for line in found.differences} == {"2"}


def test_verifying_opens_nothing(strategy: Strategy):
    before = certificate_of(strategy)
    count = HoldoutOpening.objects.count()
    verify_document(before)
    assert HoldoutOpening.objects.count() == count


def test_a_development_that_has_not_ended_is_not_certified():
    with pytest.raises(Conflict, match="not ended"):
        find_certificate(strategy_id=own_strategy().pk)


def test_what_is_not_there_is_missing():
    with pytest.raises(Missing):
        find_certificate(strategy_id=99_999)
