from __future__ import annotations

import re

import pytest

from config.text.lazy_regex import lazy_regex


def test_it_is_compiled_when_it_is_first_used(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    compiled = re.compile

    def noted(pattern: str, flags: int) -> re.Pattern[str]:
        made.append(pattern)
        return compiled(pattern, flags)

    monkeypatch.setattr(re, "compile", noted)
    pattern = lazy_regex(r"b(?P<rest>.)", re.I)
    assert pattern.pattern == r"b(?P<rest>.)"
    assert made == []
    assert [found["rest"] for found in pattern.finditer("aBcbd")] == ["c", "d"]
    assert pattern.sub("x", "aBc") == "ax"
    assert made == [r"b(?P<rest>.)"]


def test_an_invalid_pattern_is_told_at_its_first_use() -> None:
    with pytest.raises(re.error):
        lazy_regex("(").search("a")
