"""Code that can't be kept on disk is compiled all the same."""

from __future__ import annotations

import types

from trading.backtest.compiled import compiled


def test_a_function_without_a_place_for_its_cache() -> None:
    code = compile("def double(x):\n    return 2 * x\n", "<nowhere>", "exec").co_consts[0]
    double = compiled(types.FunctionType(code, {}))
    assert double(2) == 4
