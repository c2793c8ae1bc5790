"""Keys of findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.trading.research.support import PLAIN, frame_of, material, noise
from trading.research import cache
from trading.research.agents import AGENTS
from trading.research.cache import cache_key, code_version
from trading.research.swarm import focus_for
from trading.research.types import ResearchError

FRAME = frame_of(noise(300))
GIVEN = material(FRAME)


def key(agent: str = "trend", **changes):
    given = changes.pop("given", GIVEN)
    return cache_key(given, agent, changes.get("focus", PLAIN), changes.get("language", "en"))


def test_the_same_question_has_the_same_key():
    assert key() == key(given=material(FRAME.copy()))


def test_all_that_findings_hang_on_is_in_the_key():
    keys = {
        key(),
        key("momentum"),
        key(language="pt"),
        key(focus=focus_for(2)),
        key(focus=focus_for(3)),
        key(given=material(FRAME, sha256="cd" * 32)),
        key(given=material(FRAME, bars_per_year=365.0)),
        key(given=material(FRAME.iloc[:-1])),
        key(given=material(FRAME.iloc[1:])),
    }
    assert len(keys) == 9


def test_peers_count_for_those_who_look_at_them():
    beside = material(FRAME, peers={"PEER": FRAME})
    other = material(FRAME, peers={"PEER": FRAME * 2.0})
    assert key("trend", given=beside) == key("trend")
    assert len({key("industry", given=given) for given in (GIVEN, beside, other)}) == 3


def test_what_no_agent_acts_on_is_not_in_the_key():
    assert key(focus=focus_for(1, {"failure_class": "X"})) == key()
    assert key(focus=focus_for(4)) == key(focus=focus_for(3))


def test_the_code_version_is_of_the_agents_own_code():
    assert len({code_version(agent.name) for agent in AGENTS}) == 15
    assert all(len(code_version(agent.name)) == 12 for agent in AGENTS)


def test_the_code_version_covers_what_an_agent_imports():
    seen: set = set()
    cache._collect(cache._path("trading.research.agents.technical.pattern"), seen)
    names = {path.relative_to(cache.ROOT).as_posix() for path in seen}
    assert {
        "research/agents/technical/pattern.py",
        "research/inference.py",
        "strategies/indicators/formulae.py",
    } <= names
    assert "research/agents/technical/trend.py" not in names


def test_an_unknown_agent_is_refused():
    with pytest.raises(ResearchError) as refused:
        code_version("astrology")
    assert refused.value.code == "unknown_agent"


def test_a_folder_that_an_earlier_version_left_is_no_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "numbers" / "__pycache__").mkdir(parents=True)
    (tmp_path / "numbers.py").touch()
    monkeypatch.setattr(cache, "ROOT", tmp_path)
    assert cache._path("trading.numbers") == tmp_path / "numbers.py"
