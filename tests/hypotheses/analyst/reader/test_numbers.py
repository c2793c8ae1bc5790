"""A text is read alike on every processor: the same tags and the same probabilities."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from hashlib import sha256

import numpy as np
import pytest
from django.conf import settings

from hypotheses.analyst.reader.model import load
from hypotheses.analyst.reader.question import put
from hypotheses.analyst.syntax.encoder import WIDTH, Product
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from tests.lab.evaluation.pairs import FOLDER

FEATURES: list[str] = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
MACHINES = {
    "haswell": {"OPENBLAS_CORETYPE": "Haswell", "OPENBLAS_NUM_THREADS": "1"},
    "skylake": {"OPENBLAS_CORETYPE": "SkylakeX", "OPENBLAS_NUM_THREADS": "2"},
    "zen": {"OPENBLAS_CORETYPE": "Zen", "OPENBLAS_NUM_THREADS": "2"},
    "prescott": {"OPENBLAS_CORETYPE": "Prescott", "OPENBLAS_NUM_THREADS": "1"},
    "oldest": {"NPY_DISABLE_CPU_FEATURES": " ".join(FEATURES), "OPENBLAS_CORETYPE": "Prescott"},
}
if not any(name.startswith(("AVX512", "X86_V4")) for name in FEATURES):
    del MACHINES["skylake"]  # its kernels ask for instructions that are not there
CHOICES = ("OPENBLAS_", "OMP_", "NPY_")
TEXTS = int(os.environ.get("CRIVO_READER_TEXTS", "60"))


def digest() -> str:
    """A hash of all that is read in some texts."""
    rows = [
        json.loads(line)
        for path in sorted(FOLDER.glob("pairs_*.jsonl"))
        for line in path.read_text(encoding="utf-8").splitlines()
    ]
    texts = [row[language] for row in rows for language in ("en", "pt")]
    found = [load().read(split(text)) for text in texts[:: max(1, len(texts) // TEXTS)]]
    told = [(each.tags, [f"{p:.9f}" for p in each.sure], each.classes) for each in found]
    trees = [parsed(split(text)) for text in texts[:: max(1, len(texts) // TEXTS)]]
    grown = [(tree.tags, tree.heads, tree.relations) for tree in trees]
    asked = [put(split(text), "en", 0.0) for text in texts[:: 4 * max(1, len(texts) // TEXTS)]]
    written = [each and (each.text, f"{each.chance:.9f}") for each in asked]
    return sha256(json.dumps([told, grown, written]).encode()).hexdigest()


@pytest.mark.slow
def test_texts_are_read_alike_on_every_processor() -> None:
    base = {name: value for name, value in os.environ.items() if not name.startswith(CHOICES)}
    code = f"from {__name__} import digest; print(digest())"
    found = {}
    for machine, settings_of in MACHINES.items():
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=settings.BASE_DIR, env=base | settings_of,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        found[machine] = done.stdout.strip()
    assert set(found.values()) == {digest()}


def test_the_largest_products_are_exact() -> None:
    weights = np.full((3, WIDTH), 127, dtype=np.int8)
    weights[1] = -127
    weights[2, ::2] = -127
    rows = np.full((2, WIDTH), 1.0, dtype=np.float32)
    rows[1, ::3] = -1.0
    ones, zeros = np.ones(3, np.float32), np.zeros(3, np.float32)
    exact = rows.astype(np.float64) @ weights.T.astype(np.float64)
    assert (255 * np.abs(exact)).max() < 2**24
    assert Product.of(weights, ones, zeros)(rows) == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize("outputs", [30, 64, 192])
@pytest.mark.parametrize("inputs", [WIDTH, 4 * WIDTH])
@pytest.mark.parametrize("count", [1, 2, 3, 40, 41, 97])
def test_a_product_is_the_same_however_it_is_cut(outputs: int, inputs: int, count: int) -> None:
    drawn = np.random.default_rng(7)
    weights = drawn.integers(-127, 128, (outputs, inputs)).astype(np.int8)
    rows = drawn.integers(-255, 256, (count, inputs)).astype(np.float32)
    rows[:, 0] = 255  # so that a row is its own levels
    scale, bias = drawn.random(outputs, np.float32), drawn.random(outputs, np.float32)
    exact = rows.astype(np.int64) @ weights.T.astype(np.int64)
    assert np.array_equal(
        Product.of(weights, scale, bias)(rows), exact.astype(np.float32) * scale + bias
    )


def test_the_rows_that_are_wanted_are_those_of_all() -> None:
    encoder = load().encoding.encoder
    rows = encoder.begun(np.arange(5, 24))
    layers, wanted = encoder.layers[:2], [0, 3, 4, 18]
    assert np.array_equal(
        encoder.through(layers, rows, wanted), encoder.through(layers, rows)[wanted]
    )
