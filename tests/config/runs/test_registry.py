from __future__ import annotations

import pytest

from config.runs import registry
from config.runs.errors import UnknownKind
from config.runs.registry import Job, RunKind


def test_a_registered_kind_is_found() -> None:
    assert registry.get("probe").name == "probe"


def test_an_unknown_kind_is_named_with_those_that_are_known() -> None:
    with pytest.raises(UnknownKind, match=r"unknown run kind 'prob' \(known: .*probe"):
        registry.get("prob")


def test_a_name_is_registered_for_one_kind_only() -> None:
    rival = RunKind("probe", lambda run, ledger: Job(None, {}))
    with pytest.raises(ValueError, match="twice"):
        registry.register(rival)


def test_registering_the_same_kind_again_is_harmless() -> None:
    kind = registry.get("probe")
    registry.register(kind)
    assert registry.get("probe") is kind
