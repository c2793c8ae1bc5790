"""What is stored, compared or decided is the same to the last bit on every processor: whatever
kernel BLAS chooses, however many threads it takes and whichever instructions numpy may use."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from asgiref.sync import async_to_sync
from django.conf import settings

from tests.processes import Site
from tests.trading.services.inline import InlinePool
from tests.trading.services.test_certificate import ended
from tests.trading.services.test_certificate_evidence import judge
from tests.trading.storage.stored import dataset
from tests.trading.variants import MONEY
from trading.backtest.machine_code import cache_folder
from trading.domain.gates import RIGOROUS
from trading.market import sources
from trading.models import Evidence, Strategy, TrialCount
from trading.recorder import StrategyRecorder
from trading.services.bench import PoolBench
from trading.services.certificate import certificate_of
from trading.services.certificate.verification import counted_again
from trading.storage import load

pytestmark = pytest.mark.slow

FEATURES: list[str] = np.show_config(mode="dicts")["SIMD Extensions"]["found"]
"""What this processor offers beyond what numpy asks of every one, the oldest first."""

MACHINES = {
    "haswell": {"OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "1"},
    "skylake": {"OPENBLAS_CORETYPE": "SkylakeX", "OPENBLAS_NUM_THREADS": "2"},
    "zen": {"OPENBLAS_CORETYPE": "Zen", "OPENBLAS_NUM_THREADS": "2"},
    "prescott": {"OPENBLAS_CORETYPE": "Prescott", "OPENBLAS_NUM_THREADS": "1"},
    "older": {"NPY_DISABLE_CPU_FEATURES": " ".join(FEATURES[1:]), "OPENBLAS_NUM_THREADS": "2"},
    "oldest": {
        "NPY_DISABLE_CPU_FEATURES": " ".join(FEATURES),
        "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA",
        "OPENBLAS_CORETYPE": "Prescott",
    },
}
if not any(name.startswith(("AVX512", "X86_V4")) for name in FEATURES):
    del MACHINES["skylake"]  # its kernels ask for instructions that are not there
CHOICES = ("OPENBLAS_", "OMP_", "MKL_", "NPY_")


def printed(machine: str) -> str:
    """`tests.trading.numbers`, computed as on another machine."""
    given = {name: value for name, value in os.environ.items() if not name.startswith(CHOICES)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.trading.numbers"], cwd=settings.BASE_DIR,
        env=given | MACHINES.get(machine, {}), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, (machine, done.stderr)
    return done.stdout


@pytest.fixture(scope="module")
def computed() -> dict[str, str]:
    """Two at a time, after one that compiles."""
    here = printed("here")
    with ThreadPoolExecutor(2) as threads:
        elsewhere = dict(zip(MACHINES, threads.map(printed, MACHINES), strict=True))
    return {"here": here, **elsewhere}


@pytest.mark.parametrize("machine", MACHINES)
def test_research_evidence_and_trials_have_the_same_bytes(computed: dict[str, str], machine: str):
    here, there = (computed[name].splitlines() for name in ("here", machine))
    assert [pair for pair in zip(here, there, strict=True) if pair[0] != pair[1]] == []


def test_they_are_numbers_that_another_machine_could_change(computed: dict[str, str]):
    found = json.loads(computed["here"])
    names = {one["name"] for round_ in found["research"] for one in round_["findings"]}
    assert {"portmanteau", "clustering", "volume_driven", "beta", "relative_return"} <= names
    assert found["evidence"]["segments"]["walk_forward"]["permutation_p"] > 0
    _, tally = found["trials"]
    assert 1 < tally["effective"] < 40
    assert 0 < tally["superior_hold"]["value"] < 1
    assert tally["pbo"]["value"] > 0


@pytest.fixture
def judged(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Strategy:
    """A development that was judged rigorously, with evidence and a count of trials."""
    monkeypatch.setattr("trading.backtest.pool.Pool", InlinePool)
    dataset(sources.read_bundled("AAPL").frame.iloc[:1_600], ticker="EDGE")
    strategy = ended(profile=RIGOROUS.as_dict())
    variant = strategy.variants.get()
    data = load(strategy.dataset, None, None, [])
    bench = PoolBench(InlinePool(), data, **MONEY)  # type: ignore[arg-type]
    found = async_to_sync(bench.examine)(
        {"spec": variant.spec, "approach": variant.approach}, strategy.seed
    )
    document = {name: part for name, part in found.items() if name not in ("error", "trials")}
    Evidence.objects.create(variant=variant, error=found["error"], document=document)
    ledger = counted_again(strategy, TrialCount(strategy=strategy, iteration=1), data)
    StrategyRecorder(strategy.pk, 0).counted({"iteration": 1, "ledger": ledger})[0].save()
    judge(variant)
    return strategy


def test_a_certificate_made_here_is_verified_elsewhere(
    judged: Strategy, site: Site, tmp_path: Path
):
    file = tmp_path / "certificate.json"
    file.write_text(json.dumps(certificate_of(judged)))
    compiled = cache_folder(os.environ.get("NUMBA_CACHE_DIR", ""))
    assert compiled is not None
    verifying = [
        site.start("verify_certificate", str(file), "--json", NUMBA_CACHE_DIR=str(compiled.parent),
                   **MACHINES[name])
        for name in ("haswell", "oldest")
    ]  # fmt: skip
    for process in verifying:
        assert process.wait(120) == 0, process.log
        found = json.loads(process.out)
        assert (found["holds"], found["differences"], found["not_recomputed"]) == (True, [], {})
        assert found["agree"]["evidence"] > 50
