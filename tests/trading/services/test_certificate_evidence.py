"""The evidence in a certificate is gathered anew when it is verified."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync

from tests.trading.services.inline import InlinePool, momentum
from tests.trading.services.test_certificate import ended, luck_of_one
from tests.trading.storage.stored import dataset
from tests.trading.variants import MONEY, own_variant
from trading.domain.certificate import BODY
from trading.domain.gates import RIGOROUS
from trading.models import Evidence, GateOutcome, Strategy, TrialCount, Variant
from trading.recorder import StrategyRecorder
from trading.services.bench import PoolBench
from trading.services.certificate import certificate_of, verify_document
from trading.services.certificate.verification import Recomputed, counted_again
from trading.storage import load

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("inline")]


@pytest.fixture
def examined() -> Strategy:
    """A development that was judged rigorously."""
    dataset(momentum(1_600), ticker="EDGE")  # enough bars to walk forward on
    strategy = ended(profile=RIGOROUS.as_dict())
    variant = strategy.variants.get()
    data = load(strategy.dataset, None, None, [])
    bench = PoolBench(InlinePool(), data, **MONEY)  # type: ignore[arg-type]
    asked = {"spec": variant.spec, "approach": variant.approach}
    found = async_to_sync(bench.examine)(asked, strategy.seed)
    document = {name: part for name, part in found.items() if name not in ("error", "trials")}
    Evidence.objects.create(variant=variant, error=found["error"], document=document)
    row = TrialCount(strategy=strategy, iteration=1)
    ledger = counted_again(strategy, row, data)
    StrategyRecorder(strategy.pk, 0).counted({"iteration": 1, "ledger": ledger})[0].save()
    judge(variant)
    return strategy


def test_a_count_rests_on_the_moments_that_were_examined_anew(examined: Strategy):
    """The row's moments and the count made of them were changed alike."""
    row = Evidence.objects.get()
    row.document["segments"]["walk_forward"]["moments"] = [0.5, 400, 0.0, 3.0]
    row.save()
    data = load(examined.dataset, None, None, [])
    TrialCount.objects.all().delete()
    ledger = counted_again(examined, TrialCount(strategy=examined, iteration=1), data)
    StrategyRecorder(examined.pk, 0).counted({"iteration": 1, "ledger": ledger})[0].save()
    found = {line.path for line in verify_document(certificate_of(examined)).differences}
    assert any(path.startswith("trials.ledger.variants.0") for path in found)


def test_examined_variants_beside_it_are_told_to_be_as_recorded(examined: Strategy):
    assert certificate_of(examined)[BODY]["trials"]["as_recorded"] == []
    other = own_variant(examined, "rsi_reversion", index=1)
    Evidence.objects.create(variant=other, document={"segments": {}})
    told = certificate_of(examined)[BODY]["trials"]["as_recorded"]
    assert told == [{"iteration": 1, "index": 1}]


def judge(variant: Variant) -> None:
    """The gates' rows, of a profile of evidence."""
    variant.gates.all().delete()
    for one in RIGOROUS.criteria:
        GateOutcome.objects.create(
            variant=variant, name=one.name, segment=one.segment, operator=one.operator,
            threshold=one.threshold, soft=one.soft, weight=one.weight, required=one.required,
            score=0, passed=False,
        )  # fmt: skip
    luck_of_one(variant)
    again = Recomputed(variant.strategy)
    again.evidence(variant)
    score = again.best(variant.strategy.iterations.get())["best_score"]
    variant.strategy.iterations.update(best_score=score)


def test_it_agrees_and_a_changed_figure_of_it_is_named(examined: Strategy):
    told = certificate_of(examined)
    clean = verify_document(told)
    assert [line for line in clean.lines if not line.agrees] == []
    known = {line.path: line.recomputed for line in clean.lines}
    assert isinstance(known["evidence.segments.walk_forward.permutation_p"], float)
    row = Evidence.objects.get()
    row.document["segments"]["walk_forward"]["sharpe_ratio"] = 9.0
    row.save()
    TrialCount.objects.update(effective=99)
    issued = certificate_of(examined)
    found = {line.path for line in verify_document(issued).differences}
    assert {"evidence.segments.walk_forward.sharpe_ratio", "trials.ledger.effective"} <= found
