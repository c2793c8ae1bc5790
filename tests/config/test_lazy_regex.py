"""A pattern that is compiled when it is used is asked by its own methods: `re.sub` refuses it."""

from __future__ import annotations

import ast
import copy
from pathlib import Path

import pytest

from config.text.lazy_regex import lazy_regex

ROOT = Path(__file__).parents[2]
FILES = [
    path for folder in ("config", "hypotheses", "trading") for path in (ROOT / folder).rglob("*.py")
]


def handed_over(tree: ast.Module) -> list[int]:
    """The lines that hand a lazy pattern of the module to a function of `re`."""
    lazy = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        if isinstance(node.value.func, ast.Name) and node.value.func.id == "lazy_regex"
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
        if any(isinstance(each, ast.Name) and each.id in lazy for each in node.args[:1])
    ]


def test_no_lazy_pattern_is_handed_to_re() -> None:
    found = {str(path): handed_over(ast.parse(path.read_text("utf-8"))) for path in FILES}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_pattern_that_is_handed_over_would_be_seen() -> None:
    assert handed_over(ast.parse("_A = lazy_regex('a')\nre.sub(_A, '', 'b')")) == [2]
    with pytest.raises(TypeError):
        __import__("re").sub(lazy_regex("a"), "", "b")


def test_it_can_be_copied() -> None:
    assert copy.copy(lazy_regex("a+")).fullmatch("aa")
