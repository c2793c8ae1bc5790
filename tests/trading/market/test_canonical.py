"""Prices as bytes and back."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from tests.trading.market.files import walk
from trading.market import canonical

NUMBERS = st.floats(allow_nan=False, allow_infinity=False, width=64)
TIMES = st.lists(
    st.integers(-(10**15), 4 * 10**15), min_size=1, max_size=30, unique=True
)  # microseconds


@st.composite
def frames(draw):
    times = sorted(draw(TIMES))
    values = draw(arrays(np.float64, (len(times), 5), elements=NUMBERS))
    index = pd.DatetimeIndex(np.array(times, dtype="M8[us]"), name="Date")
    return pd.DataFrame(values, columns=list(canonical.COLUMNS), index=index)


@given(frames())
@settings(max_examples=60, deadline=None)
def test_what_is_packed_comes_back_exactly(frame):
    data = canonical.encode(frame)
    assert canonical.unpack_prices(canonical.pack_prices(data)) == data
    pd.testing.assert_frame_equal(canonical.decode(data), frame, check_exact=True)


@given(frames(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_part_is_the_same_as_the_part_of_the_whole(frame, data):
    start = data.draw(st.integers(0, len(frame)))
    stop = data.draw(st.integers(start, len(frame)))
    part = canonical.decode(canonical.encode(frame), start, stop)
    pd.testing.assert_frame_equal(part, frame.iloc[start:stop], check_exact=True)


def test_the_bytes_are_these():
    frame = pd.DataFrame(
        [[1.0, 2.0, 0.5, 1.5, 10.0]],
        columns=list(canonical.COLUMNS),
        index=pd.DatetimeIndex(["1970-01-02"]),
    )
    assert canonical.encode(frame).hex() == (
        "435249564f42310a 0100000000000000 0060d71d14000000 000000000000f03f 0000000000000040"
        " 000000000000e03f 000000000000f83f 0000000000002440"
    ).replace(" ", "")


@pytest.mark.parametrize("unit", ["s", "ms", "ns"])
def test_the_unit_of_the_index_does_not_matter(unit):
    frame = walk(20)
    other = frame.set_axis(pd.DatetimeIndex(frame.index).as_unit(unit))
    assert canonical.encode(other) == canonical.encode(frame)


def test_one_zero_and_one_nan():
    plain, odd = walk(2), walk(2)
    plain["Volume"] = [0.0, np.nan]
    odd["Volume"] = [-0.0, -np.nan]
    assert canonical.encode(plain) == canonical.encode(odd)


@pytest.mark.parametrize("column", canonical.COLUMNS)
def test_any_changed_number_changes_the_hash(column):
    frame = walk(20)
    before = canonical.sha256(canonical.encode(frame))
    values = frame[column].to_numpy(copy=True)
    values[7] *= 1 + 1e-15
    frame[column] = values
    assert canonical.sha256(canonical.encode(frame)) != before


def test_a_part_holds_no_memory_of_the_rest():
    part = canonical.decode(canonical.encode(walk(1000)), 0, 10)
    for name in canonical.COLUMNS:
        memory: object = part[name].to_numpy()
        while isinstance(memory, np.ndarray):
            assert memory.size <= 10 * 6
            memory = memory.base


@pytest.mark.parametrize(
    "data",
    [b"", b"x" * 15, b"x" * 40, canonical.encode(walk(3))[:-1], canonical.encode(walk(3)) + b"0"],
)
def test_other_bytes_are_refused(data):
    with pytest.raises(ValueError, match="not canonical"):
        canonical.decode(data)


@pytest.mark.parametrize(
    "packed", [b"", b"nonsense" * 5, canonical.pack_prices(canonical.encode(walk(3)))[:-9]]
)
def test_other_packed_bytes_are_refused(packed):
    with pytest.raises(ValueError, match="not packed"):
        canonical.unpack_prices(packed)


def test_real_prices_are_stored_in_two_thirds_of_their_size():
    from trading.market import sources

    data = canonical.encode(sources.read_bundled("AAPL").frame)
    assert len(canonical.pack_prices(data)) < 0.7 * len(data)
