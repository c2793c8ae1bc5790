"""What goes over the pipes comes out as it went in."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from tests.trading.backtest.prices import bundled
from trading.backtest import wire


def test_a_message_is_complete_or_not_there() -> None:
    data = wire.pack({"a": 1}, b"body")
    assert wire.unpack(data[:-1]) is None
    assert wire.unpack(data) == ({"a": 1}, b"body")


def test_a_stream_ends_amid_a_message() -> None:
    data = wire.pack({"a": 1}, b"body")
    stream = io.BytesIO(data + data[:-1])
    assert wire.read(stream) == ({"a": 1}, b"body")
    assert wire.read(stream) is None


def test_a_header_without_number_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        wire.pack({"a": float("nan")})


def test_prices_arrive_bit_for_bit() -> None:
    frame = bundled("FB")
    message = wire.unpack(wire.pack_frame("hash", frame))
    assert message is not None
    pd.testing.assert_frame_equal(
        wire.unpack_frame(*message), frame, check_exact=True, check_freq=False,
        check_names=False, check_index_type=False,
    )  # fmt: skip


def test_numbers_as_text() -> None:
    values = np.array([1.5, np.nan, -0.1])
    np.testing.assert_array_equal(wire.array_of(wire.text_of(values)), values)
