"""Sentences of treebanks of Universal Dependencies, in the words that the reader cuts."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from hypotheses.analyst.syntax.tagging.training import tag_of
from hypotheses.analyst.syntax.tokens import Words, bare, split
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.domain.types import Language

LONGEST = 60  # words
UNTOLD = ""
_BARE = frozenset(("N.-.-", "VF.-", "AUXF.-", "J.-.-"))
_KEPT = frozenset(("nsubj:pass", "acl:relcl", "aux:pass", "nmod:poss", "compound:prt"))
_RARE = {
    "goeswith": "flat", "fixed": "fixed", "reparandum": "dep", "list": "parataxis",
    "orphan": "dep", "clf": "dep", "csubj": "csubj", "dislocated": "dep",
}  # fmt: skip
_SUBJECTS = ("nsubj", "nsubj:pass")
_DETERMINERS = ("det", "nmod:poss")
_NOUNS = ("NS", "NP", "N.")
_CLOSING = frozenset(".,;:!?)")
_THAN = frozenset(("than", "que", "do"))
_CONDITIONS = frozenset(
    "if when whenever while because although though unless after before since once even "
    "se quando enquanto porque embora caso depois antes assim sempre".split()
)
_LONGEST_GRAFT = 10  # words


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


_Piece = tuple[Parsed, int, int]
_Given = dict[str, list[_Piece]]


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
    """The sentences as people type them: without a capital, accents, commas or a full stop, with
    another's clause behind a bare noun, two at once.
    """
    draw = random.Random(seed)  # noqa: S311 - no secret
    given = graftable(found)
    for at, each in enumerate(found):
        made = _altered(each, given, draw) if _is_tree(each) else each
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


def _altered(each: Parsed, given: _Given, draw: random.Random) -> Parsed:
    for change, share in ((fronted, 0.6), (unparted, 0.6), (bared, 0.4)):
        if draw.random() < share:
            each = change(each)
    return grafted(each, given, draw) if draw.random() < 0.8 else each


def stitched(*pieces: _Piece, under: tuple[Parsed, int] | None = None) -> Parsed | None:
    """Stretches of texts as one text. A word whose head is left behind hangs on the word `under`;
    None where there is no such word, or where the words are cut otherwise than before.
    """
    place: dict[tuple[int, int], int] = {}
    text = ""
    tags: list[str] = []
    relations: list[str] = []
    for source, first, end in pieces:
        if first == end:
            continue
        text += "" if source.words.lower[first] in _CLOSING or not text else " "
        text += source.words.quote(first, end)
        place |= {(id(source), at): len(place) + at - first for at in range(first, end)}
        tags += source.tags[first:end]
        relations += source.relations[first:end]
    if under is not None:
        under_at = place[id(under[0]), under[1]]
    heads = []
    for source, first, end in pieces:
        for head in source.heads[first:end]:
            found = ROOT if head == ROOT else place.get((id(source), head))
            if found is None and under is None:
                return None
            heads.append(under_at if found is None else found)
    words = split(text)
    if len(words) != len(heads):
        return None
    language = pieces[0][0].language
    return Parsed(language, words, tuple(tags), tuple(heads), tuple(relations))


def joined(first: Parsed, second: Parsed) -> Parsed:
    """Two sentences as one text."""
    return stitched((first, 0, len(first.words)), (second, 0, len(second.words))) or first


def _shortened(each: Parsed) -> Parsed:
    return stitched((each, 0, len(each.words) - 1)) or each


def fronted(each: Parsed) -> Parsed:
    """A sentence with the clause that it ends with in front: `If it rains they stop`."""
    tree, size = _tree(each), len(each.words)
    end = size - 1 if each.words.lower[-1] in ".!?" else size
    root = each.heads.index(ROOT)
    if not tree.children(root, *_SUBJECTS):
        return each
    for at in tree.children(root, "advcl"):
        first, behind = tree.extent(at)
        opens = each.words.lower[first] in _CONDITIONS and each.tags[0] != "CCONJ"
        if behind != end or not opens or first <= root or not _whole(tree, at):
            continue
        main = first - 1 if each.words.lower[first - 1] == "," else first
        text = each.words.text
        start = each.words.starts[first]
        cased = text[:start] + text[start].upper() + text[start + 1 :]
        if each.tags[0] != "NAME" and each.words.quote(0, 1) != "I":
            cased = cased[0].lower() + cased[1:]
        new = replace(each, words=replace(each.words, text=cased))
        return stitched((new, first, end), (new, 0, main), (new, end, size)) or each
    return each


def unparted(each: Parsed) -> Parsed:
    """A sentence without the comma behind what stands before its subject."""
    tree, root = _tree(each), each.heads.index(ROOT)
    subject = tree.child(root, "nsubj", "nsubj:pass")
    if subject is None:
        return each
    comma = tree.extent(subject)[0] - 1
    if comma < 1 or each.words.lower[comma] != "," or tree.children(comma):
        return each
    before = [at for at in tree.children(root, "advcl", "obl", "advmod") if at < comma]
    if not before or tree.extent(before[-1])[1] < comma:
        return each
    return stitched((each, 0, comma), (each, comma + 1, len(each.words))) or each


def bared(each: Parsed) -> Parsed:
    """A sentence without the article or possessive that it begins with: `Drivers stop`."""
    head = each.heads[0]
    if head < 1 or each.relations[head] not in _SUBJECTS or each.relations[0] not in _DETERMINERS:
        return each
    text, start = each.words.text, each.words.starts[1]
    cased = text[:start] + text[start].upper() + text[start + 1 :]
    new = replace(each, words=replace(each.words, text=cased))
    return stitched((new, 1, len(each.words))) or each


def _tree(each: Parsed) -> Tree:
    return Tree(each.words, each.tags, each.heads, each.relations)


def _is_tree(each: Parsed) -> bool:
    """Whether all words hang on one root: joining words can leave circles."""
    if each.heads.count(ROOT) != 1:
        return False
    return sum(1 for _ in _tree(each).below(each.heads.index(ROOT))) == len(each.heads)


def _whole(tree: Tree, word: int) -> bool:
    """Whether what hangs on a word stands in one stretch."""
    first, end = tree.extent(word)
    return sum(1 for _ in tree.below(word)) == end - first


def graftable(found: list[Parsed]) -> _Given:
    """Clauses by the kind and the tag of the noun that they follow, comparisons by the word that
    they follow.
    """
    made: _Given = {}
    for each in filter(_is_tree, found):
        tree = _tree(each)
        for at, head in enumerate(each.heads):
            if head == ROOT or each.tags[head] == UNTOLD or head > at:
                continue
            first, end = tree.extent(at)
            marks = any(tag == "PUNCT" for tag in each.tags[first:end])
            if first != head + 1 or marks or end - first > _LONGEST_GRAFT or not _whole(tree, at):
                continue
            if each.relations[at] == "acl" and each.tags[at][:2] in ("VN", "VG", "VP"):
                made.setdefault(f"acl {each.tags[head]}", []).append((each, first, end))
            elif each.relations[at] == "acl:relcl":
                made.setdefault(f"relcl {each.tags[head]}", []).append((each, first, end))
            elif each.words.lower[first] in _THAN and each.relations[at] in ("obl", "advcl"):
                made.setdefault(each.words.lower[head], []).append((each, first, end))
    return made


def grafted(each: Parsed, given: _Given, draw: random.Random) -> Parsed:
    """A sentence with another's clause behind its bare subject, or with another's comparison."""
    tree = _tree(each)
    for at, word in enumerate(each.words.lower):
        end = tree.extent(at)[1]
        if end != at + 1:
            continue
        kind = draw.choice(("acl", "acl", "relcl"))
        subject = each.relations[at] in _SUBJECTS and each.tags[at].startswith(_NOUNS)
        if subject and each.heads[at] > at and each.tags[at + 1] != "PUNCT":
            options = given.get(f"{kind} {each.tags[at]}", [])
        elif each.tags[min(end, len(each.tags) - 1)] == "PUNCT" or end == len(each.tags):
            options = given.get(word, [])
        else:
            continue
        options = [option for option in options if option[0] is not each]
        if not options:
            continue
        made = stitched((each, 0, end), draw.choice(options), (each, end, len(each.words)),
                        under=(each, at))  # fmt: skip
        return made or each
    return each
