"""The essence guard: a version keeps both variables and the direction of the original."""

from __future__ import annotations

import pytest

from hypotheses.domain.essence import Essence, drift

ORIGINAL = Essence(("test", "driven"), ("bug",), "down")


def lost(version: Essence, *terms: str) -> list[str]:
    return drift(ORIGINAL, version, terms)


def test_a_version_that_keeps_all_does_not_drift() -> None:
    assert lost(ORIGINAL, "test", "driven", "bug", "team") == []


def test_a_variable_may_move_within_the_sentence() -> None:
    moved = Essence(("bug",), ("test", "driven"), "down")
    assert lost(moved, "bug", "test", "driven") == []


@pytest.mark.parametrize(
    ("terms", "names"),
    [
        (("test", "driven"), ["dependent"]),
        (("bug",), ["independent"]),
        (("coffee",), ["independent", "dependent"]),
    ],
)
def test_a_lost_variable_is_named(terms: tuple[str, ...], names: list[str]) -> None:
    assert lost(ORIGINAL, *terms) == names


def test_half_of_a_variable_s_terms_keep_it() -> None:
    assert lost(ORIGINAL, "test", "bug") == []


@pytest.mark.parametrize("direction", ["up", ""])
def test_another_or_no_direction_is_drift(direction: str) -> None:
    version = Essence(ORIGINAL.independent, ORIGINAL.dependent, direction)
    assert lost(version, "test", "driven", "bug") == ["direction"]


def test_what_the_original_did_not_say_cannot_be_lost() -> None:
    assert drift(Essence((), (), ""), Essence(("a",), ("b",), "up"), ["a", "b"]) == []
