"""Keys under which an agent's findings can be kept: same key, same findings."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd

from trading.research.agents import AGENTS, Agent
from trading.research.types import Focus, Language, Material, ResearchError

ROOT = Path(__file__).parents[1]
PACKAGE = "trading"


def agent_named(name: str) -> Agent:
    """The agent, or ResearchError."""
    for agent in AGENTS:
        if agent.name == name:
            return agent
    raise ResearchError("unknown_agent", agent=name)


def cache_key(material: Material, agent: str, focus: Focus, language: Language) -> str:
    """SHA-256 over all that findings hang on: data, bounds, agent, focus, language, code.

    Of the focus only what an agent acts on; its round and guidance change no finding.
    A technical agent sees neither peers nor auxiliary rows, so they don't count for it.
    """
    frame, looks_beside = material.frame, agent_named(agent).domain != "technical"
    parts = {
        "data": material.sha256,
        "ticker": material.ticker,
        "train": [frame.index[0].isoformat(), material.end.isoformat(), len(frame)],
        "bars_per_year": material.bars_per_year,
        "peers": _digest(material.peers) if looks_beside else "",
        "auxiliary": _digest(material.auxiliary) if looks_beside else "",
        "agent": agent,
        "focus": [focus.horizons, focus.regime, focus.stability],
        "language": language,
        "code": code_version(agent),
    }
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def _digest(tables: Mapping[str, pd.DataFrame]) -> str:
    """Of the content of all tables, by name."""
    digest = hashlib.sha256()
    for name in sorted(tables):
        table = tables[name]
        digest.update(json.dumps([name, *map(str, table.columns)]).encode())
        rows = pd.util.hash_pandas_object(table, index=True)
        digest.update(np.ascontiguousarray(rows.to_numpy()).tobytes())
    return digest.hexdigest()


@cache
def code_version(agent: str) -> str:
    """12 hex digits of the agent, its file, all of `trading` that imports, and the sentences."""
    seen: set[Path] = set()
    _collect(_file_of(agent_named(agent)), seen)
    digest = hashlib.sha256(agent.encode())
    for path in sorted(seen | set((ROOT / "research" / "messages").glob("*.toml"))):
        digest.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _file_of(agent: Agent) -> Path:
    """Where the agent stands: in the file of its domain, or in one of its own beside others."""
    folder = ROOT / "research" / "agents" / agent.domain
    shared = folder.with_suffix(".py")
    return shared if shared.is_file() else folder / f"{agent.name}.py"


def _path(module: str) -> Path:
    """The file of a module of `trading`."""
    parts = module.removeprefix(PACKAGE).strip(".").split(".")
    base = ROOT.joinpath(*[part for part in parts if part])
    package = base / "__init__.py"  # a folder alone may be what an earlier version left
    return package if package.is_file() else base.with_suffix(".py")


def _collect(path: Path, seen: set[Path]) -> None:
    """The file and, in turn, those of `trading` that it imports from."""
    if path in seen:
        return
    seen.add(path)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{PACKAGE}."):
            _collect(_path(str(node.module)), seen)
