"""Sentences of treebanks of Universal Dependencies, in the words that the reader cuts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hypotheses.analyst.syntax.tagging.training import tag_of
from hypotheses.analyst.syntax.tokens import Words, bare, split
from hypotheses.domain.types import Language

LONGEST = 60  # words
ROOT = -1
UNTOLD = ""
_BARE = frozenset(("N.-.-", "VF.-", "AUXF.-", "J.-.-"))
_KEPT = frozenset(("nsubj:pass", "acl:relcl", "aux:pass", "nmod:poss", "compound:prt"))
_RARE = {
    "goeswith": "flat", "fixed": "fixed", "reparandum": "dep", "list": "parataxis",
    "orphan": "dep", "clf": "dep", "csubj": "csubj", "dislocated": "dep",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Parsed:
    """A text with, of each word, its tag (or `UNTOLD`), its head (`ROOT`: none) and its relation
    to it.
    """

    language: Language
    words: Words
    tags: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Cell:
    """A syntactic word, and where it stands in the text."""

    start: int
    end: int
    tag: str
    head: int
    relation: str


def relation_of(name: str) -> str:
    """A relation without the subtypes that nothing here uses."""
    if name in _KEPT:
        return name
    whole = name.partition(":")[0]
    return _RARE.get(whole, whole)


def sentences(folder: Path, language: Language) -> Iterator[Parsed]:
    """The sentences of all files below a folder, each text once."""
    seen: set[str] = set()
    for path in sorted(folder.rglob("*.conllu")):
        for block in path.read_text("utf-8").split("\n\n"):
            made = _sentence(block, language)
            if made is not None and made.words.text not in seen:
                seen.add(made.words.text)
                yield made


def _sentence(block: str, language: Language) -> Parsed | None:
    lines = block.splitlines()
    text = next((each[9:] for each in lines if each.startswith("# text = ")), "")
    cells, at, until = [], 0, 0
    start = end = within = 0
    for line in lines:
        parts = line.split("\t")
        if len(parts) != 10 or "." in parts[0]:
            continue
        if "-" in parts[0]:
            start = text.find(parts[1], at)
            end, until = start + len(parts[1]), int(parts[0].split("-")[1])
            at, within = end, start
        if "-" in parts[0] or parts[3] == "_":
            if start < 0:
                return None
            continue
        if int(parts[0]) > until:
            start = text.find(parts[1], at)
            if start < 0:
                return None
            end = at = start + len(parts[1])
        elif text.startswith(parts[1], within, end):  # `it` and `'s`, but not `de` and `a` of `da`
            start, within = within, within + len(parts[1])
        values = dict(each.split("=", 1) for each in parts[5].split("|") if "=" in each)
        tag = tag_of(language, parts[3], parts[4], values)
        cells.append(_Cell(start, end, tag, int(parts[6]) - 1, relation_of(parts[7])))
    words = split(text)
    if not cells or not 1 < len(words) <= LONGEST:
        return None
    return _merged(words, cells, language)


def _merged(words: Words, cells: list[_Cell], language: Language) -> Parsed | None:
    """Syntactic words joined or cut to the reader's words."""
    owner = [next((i for i, e in enumerate(words.ends) if e > each.start), -1) for each in cells]
    if -1 in owner:
        return None
    tags: list[str] = []
    heads: list[int] = []
    relations: list[str] = []
    for at in range(len(words)):
        mine = [cell for cell, of in zip(cells, owner, strict=True) if of == at]
        if not mine:  # a further piece of a word such as `e-mail`
            if at == 0:
                return None
            tags.append(tags[-1])
            heads.append(at - 1)
            relations.append("flat")
            continue
        outer = next((c for c in mine if c.head < 0 or owner[c.head] != at), None)
        if outer is None:
            return None
        joined = len(mine) > 1 and mine[0].tag == "ADP" and mine[-1].tag[0] in "DP"
        tags.append(f"P{mine[-1].tag}" if joined and language == "pt" else outer.tag)
        heads.append(ROOT if outer.head < 0 else owner[outer.head])
        relations.append(outer.relation)
    # Older treebanks call what depends on a verb `nmod`.
    relations = [
        "obl" if name == "nmod" and head != ROOT and tags[head][0] == "V" else name
        for name, head in zip(relations, heads, strict=True)
    ]
    if not _BARE.isdisjoint(tags):  # parts of the treebanks lack gender and number
        tags = [UNTOLD] * len(tags)
    return Parsed(language, words, tuple(tags), tuple(heads), tuple(relations))


def varied(found: list[Parsed], seed: int) -> Iterator[Parsed]:
    """The sentences as people type them: without a capital, accents or a full stop, two at once."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    for at, each in enumerate(found):
        made = each
        if draw.random() < 0.3 and at + 1 < len(found):
            made = joined(made, found[at + 1])
        if draw.random() < 0.35 and made.words.lower[-1] in ".!?" and len(made.words) > 2:
            made = _shortened(made)
        text = made.words.text
        if draw.random() < 0.3:
            text = text[0].lower() + text[1:]
        if draw.random() < 0.1:
            text = text.lower()
        if draw.random() < 0.12:
            text = "".join(bare(letter) for letter in text)
        words = split(text)
        if len(words) == len(made.words):
            made = replace(made, words=words)
        yield made


def joined(first: Parsed, second: Parsed) -> Parsed:
    """Two sentences as one text."""
    words = split(f"{first.words.text} {second.words.text}")
    size = len(first.words)
    if len(words) != size + len(second.words):
        return first
    heads = (*first.heads, *(ROOT if h == ROOT else h + size for h in second.heads))
    return Parsed(
        first.language, words, (*first.tags, *second.tags), heads,
        (*first.relations, *second.relations),
    )  # fmt: skip


def _shortened(each: Parsed) -> Parsed:
    last = len(each.words) - 1
    if last in each.heads:
        return each
    words = split(each.words.text[: each.words.starts[last]].rstrip())
    if len(words) != last:
        return each
    return Parsed(each.language, words, each.tags[:-1], each.heads[:-1], each.relations[:-1])
