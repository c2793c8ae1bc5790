"""One name for one thing: class names are unique, and modules are named by nouns."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.lab.calibration.setting import DECIDING

ROOT = Path(__file__).parents[2]
FRAMEWORK = {"Command", "Meta", "Migration", "Media"}
"""Names that Django asks for."""
NOUNS = {
    "accounting", "encoding", "paging", "parsing", "overfitting", "routing", "setting", "finding",
    "heading", "tracing", "tuning", "training", "trading", "wording", "meaning", "timing", "sizing",
    "drawing",
}  # fmt: skip
"""Words of the field that end as a participle does."""
RIDDLES = {"again", "plain", "words", "apart", "standing", "sayable", "told", "held", "kept"}

UNSAYING = (RIDDLES | {"said", "asked"}) - {"words"}
"""Names that do not say what they hold. `words` are words."""
OPEN = ("hypotheses/analyst/", *(name for name in DECIDING if name.startswith("trading/")))
"""Where they still stand: the analyst, and sources whose hash a calibration names."""


@cache
def sources() -> tuple[Path, ...]:
    packages = (ROOT / name for name in ("config", "hypotheses", "trading"))
    files = (file for package in packages for file in package.rglob("*.py"))
    return tuple(sorted(file for file in files if "migrations" not in file.parts))


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def shared_classes() -> set[str]:
    """Names of classes that are defined in more than one module."""
    trees = (tree_of(file).body for file in sources())
    names = Counter(
        name
        for tree in trees
        for name in {node.name for node in tree if isinstance(node, ast.ClassDef)}
    )
    return {name for name, count in names.items() if count > 1} - FRAMEWORK


def participle_modules() -> set[str]:
    """Modules named by a participle, or by a word that does not say what they hold."""
    return {
        str(file.relative_to(ROOT))
        for file in sources()
        if file.stem in RIDDLES or (file.stem.endswith(("ing", "ed")) and file.stem not in NOUNS)
    }


def bindings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of what is assigned, passed or defined."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name


def test_a_class_name_stands_for_one_thing():
    assert shared_classes() == set()


def test_a_module_is_named_by_a_noun():
    assert participle_modules() == set()


def test_a_name_says_what_it_holds():
    found = [
        f"{file.relative_to(ROOT)}:{line} {name}"
        for file in sources()
        if not str(file.relative_to(ROOT)).startswith(OPEN)
        for line, name in bindings(tree_of(file))
        if name.strip("_") in UNSAYING
    ]
    assert found == []
