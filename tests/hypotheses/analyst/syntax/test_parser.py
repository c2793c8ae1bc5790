"""The shipped parser on sentences as people write them."""

from __future__ import annotations

import pytest

from hypotheses.analyst.syntax.parser import begins_with_name, begins_with_title, parsed
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import ROOT, Tree


def _tree(text: str) -> Tree:
    return parsed(split(text))


def _hangs(tree: Tree, word: str, head: str, relation: str) -> bool:
    at = tree.words.lower.index(word)
    return tree.words.lower[tree.heads[at]] == head and tree.relations[at] == relation


@pytest.mark.parametrize(
    ("text", "word", "head", "relation"),
    [
        ("I reckon our night shift makes more errors when we're a nurse down.",
         "makes", "reckon", "ccomp"),
        ("Our pickers who skip lunch get slower", "skip", "pickers", "acl:relcl"),
        ("Clover between the rows cuts weeds without hurting the yield",
         "hurting", "cuts", "advcl"),
        ("acho que os clientes gastam mais quando toca música lenta", "toca", "gastam", "advcl"),
        ("Alunos que dormem pouco tiram notas piores", "alunos", "tiram", "nsubj"),
    ],
)  # fmt: skip
def test_words_hang_on_their_heads(text: str, word: str, head: str, relation: str) -> None:
    assert _hangs(_tree(text), word, head, relation)


def test_each_sentence_has_a_root_of_its_own() -> None:
    tree = _tree("We moved the desks. People talk less.")
    roots = [at for at, head in enumerate(tree.heads) if head == ROOT]
    assert [tree.words.lower[at] for at in roots] == ["moved", "talk"]


@pytest.mark.parametrize("text", ["", "?", "a", "word " * 700, "x" * 3_000])
def test_any_text_has_trees(text: str) -> None:
    tree = _tree(text)
    assert len(tree.heads) == len(tree.words)
    assert all(list(tree.above(at)) for at in range(len(tree.words)))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Georgian bakers", True),
        ("Wooden boats", False),
        ("Sleepy sailors", False),
    ],
)
def test_an_adjective_hardly_written_small_keeps_its_capital(text: str, names: bool) -> None:
    assert begins_with_name(text, "en") is names


def test_a_name_of_several_words_is_told_by_its_capitals() -> None:
    assert begins_with_title("Clinical and Forensic Chemistry students", "en")
    assert not begins_with_title("Nurses and German doctors", "en")
    assert not begins_with_title("Sleepy sailors", "en")
