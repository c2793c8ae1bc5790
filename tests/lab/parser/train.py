"""Trains the parser: `python -m tests.lab.parser.train BANKS WEIGHTS.npz`.

Needs `torch`, which Crivo itself does not. BANKS holds a folder `en` and a folder `pt` of treebanks
in CoNLL-U (see `hypotheses/analyst/syntax/model/README.md`). The first layers of the reader's
encoder stay as they are; `LAYERS` further ones start from the reader's and learn heads (Dozat &
Manning 2017), relations and tags of words. Half an hour on two cores.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from hypotheses.analyst.syntax import encoding
from hypotheses.analyst.syntax.encoder import Arrays
from hypotheses.analyst.syntax.encoding import PATH, SHARED
from hypotheses.domain.types import LANGUAGES
from tests.lab.encoder import BATCH, EncoderLayers, Schedule, fit
from tests.lab.parser.treebanks import UNTOLD, Parsed, sentences, varied
from tests.lab.reader.export import PARTS

LAYERS = 3
ARC, RELATION = 192, 128
EPOCHS, RATE = 3.0, 3e-4
IGNORED = -100
NORMS = {"aln": "after_attention", "oln": "after_dense"}


@dataclass(frozen=True, slots=True)
class Row:
    """A text in numbers: the rows of its pieces, the first piece of each word, and what is true."""

    pieces: NDArray[np.float16]
    firsts: NDArray[np.int64]
    tags: NDArray[np.int64]
    heads: NDArray[np.int64]
    relations: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Labels:
    """Tags and relations in their order."""

    tags: tuple[str, ...]
    relations: tuple[str, ...]


def labels(found: Sequence[Parsed]) -> Labels:
    """The labels that texts use."""
    return Labels(
        tuple(sorted({tag for each in found for tag in each.tags} - {UNTOLD})),
        tuple(sorted({name for each in found for name in each.relations})),
    )


def row(each: Parsed, names: Labels) -> Row | None:
    """A text in numbers; position 0 of its heads is the root."""
    model = encoding.load(PATH)
    windows = list(model.windows(each.words))
    if len(windows) > 1:
        return None
    found = model.begun(windows[0])
    return Row(
        found.astype(np.float16),
        np.array(windows[0].firsts),
        np.array([IGNORED if tag == UNTOLD else names.tags.index(tag) for tag in each.tags]),
        np.array([head + 1 for head in each.heads]),
        np.array([names.relations.index(name) for name in each.relations]),
    )


class Network(EncoderLayers):
    """The parser's layers and heads."""

    def __init__(self, names: Labels, parser: Path | None = None) -> None:
        reader = encoding.arrays(PATH)
        held = encoding.arrays(parser) if parser else reader
        made: dict[str, NDArray[Any]] = {}
        for at in range(LAYERS):
            source = at if parser else at + SHARED
            for short, name in PARTS.items():
                made[f"l{at}.{short}.w"] = _whole(held, f"{source}.{name}")
                made[f"l{at}.{short}.b"] = held[f"{source}.{name}.bias"]
            for short, name in NORMS.items():
                made[f"l{at}.{short}.w"] = held[f"{source}.{name}.weight"]
                made[f"l{at}.{short}.b"] = held[f"{source}.{name}.bias"]
        width = len(made["l0.aln.w"])
        draw = np.random.RandomState(0)
        for name, outputs, inputs in (
            ("arc.word", ARC, width), ("arc.head", ARC, width),
            ("arc.alike", ARC, ARC), ("rel.word", RELATION, width),
            ("rel.head", RELATION, width), ("rel", len(names.relations), RELATION),
            ("tag", len(names.tags), width),
        ):  # fmt: skip
            deviation = math.sqrt(1 / inputs)
            made[f"h.{name}.w"] = draw.randn(outputs, inputs).astype(np.float32) * deviation
            made[f"h.{name}.b"] = np.zeros(outputs, np.float32)
            if parser:
                made[f"h.{name}.w"] = _whole(held, name)
                made[f"h.{name}.b"] = held[f"{name}.bias"]
        weights = {name: np.array(each, dtype=np.float32) for name, each in made.items()}
        super().__init__(weights, heads=int(reader["heads"]), width=width, epsilon=1e-12)

    def encoded(self, rows: torch.Tensor, mask: torch.Tensor, dropout: float) -> torch.Tensor:
        """Rows of pieces, shape (texts, pieces, width)."""
        return self.layers(rows, mask, count=LAYERS, dropout=dropout)

    def arcs(self, words: torch.Tensor, dropout: float) -> torch.Tensor:
        """How well each word (row 0: the root) is the head of each, shape (texts, words, heads)."""
        word = functional.dropout(functional.relu(self.linear(words, "h.arc.word")), dropout)
        head = functional.dropout(functional.relu(self.linear(words, "h.arc.head")), dropout)
        return (self.linear(word, "h.arc.alike") @ head.transpose(1, 2)) / math.sqrt(ARC)

    def relations(self, words: torch.Tensor, heads: torch.Tensor, dropout: float) -> torch.Tensor:
        """The scores of relations of each word to its head."""
        index = heads[..., None].expand(-1, -1, RELATION)
        head = self.linear(words, "h.rel.head").gather(1, index)
        seen = functional.relu(self.linear(words, "h.rel.word") + head)
        return self.linear(functional.dropout(seen, dropout), "h.rel")


def _whole(held: Arrays, name: str) -> NDArray[np.float32]:
    """The weights of a linear layer of a model's file."""
    levels = np.asarray(held[f"{name}.weights"], dtype=np.float32)
    return levels * np.asarray(held[f"{name}.scale"], dtype=np.float32)[:, None]


def tensors(batch: Sequence[Row]) -> tuple[torch.Tensor, ...]:
    """Pieces, their mask, first pieces of words, tags, heads, relations; row 0 is the root."""
    pieces = max(len(each.pieces) for each in batch)
    words = 1 + max(len(each.firsts) for each in batch)
    made = torch.zeros(len(batch), pieces, batch[0].pieces.shape[1])
    mask = torch.zeros(len(batch), pieces)
    firsts = torch.zeros(len(batch), words, dtype=torch.long)
    tags, heads, relations = (
        torch.full((len(batch), words), IGNORED, dtype=torch.long) for _ in range(3)
    )
    for at, each in enumerate(batch):
        made[at, : len(each.pieces)] = torch.from_numpy(each.pieces.astype(np.float32))
        mask[at, : len(each.pieces)] = 1
        for held, source in (
            (firsts, each.firsts), (tags, each.tags), (heads, each.heads),
            (relations, each.relations),
        ):  # fmt: skip
            held[at, 1 : len(source) + 1] = torch.from_numpy(source)
    return made, mask, firsts, tags, heads, relations


def scores(
    network: Network, batch: Sequence[Row], dropout: float
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """The rows of words, and the scores of arcs, and tags; and what is true."""
    made, mask, firsts, *_ = tensors(batch)
    with torch.autocast("cpu", torch.bfloat16):
        rows = network.encoded(made, mask, dropout)
    rows = rows.float()
    words = rows.gather(1, firsts[..., None].expand(-1, -1, rows.shape[-1]))
    arcs = network.arcs(words, dropout)
    size = torch.tensor([len(each.firsts) for each in batch])
    absent = torch.arange(words.shape[1])[None, :] > size[:, None]
    arcs = arcs.masked_fill(absent[:, None, :], -1e9)
    return words, arcs, network.linear(words, "h.tag"), mask


def loss_of(network: Network, batch: Sequence[Row]) -> torch.Tensor:
    """The mean loss of heads, relations and tags."""
    _, _, _, tags, heads, relations = tensors(batch)
    words, arcs, tagged, _ = scores(network, batch, 0.15)
    named = network.relations(words, heads.clamp(min=0), 0.15)
    options: Any = {"ignore_index": IGNORED}
    return (
        functional.cross_entropy(arcs.transpose(1, 2), heads, **options)
        + functional.cross_entropy(named.transpose(1, 2), relations, **options)
        + 0.5 * functional.cross_entropy(tagged.transpose(1, 2), tags, **options)
    )


@torch.no_grad()  # type: ignore[untyped-decorator]
def measure(network: Network, rows: Sequence[Row]) -> tuple[float, float, float]:
    """The shares of words with the right head, with head and relation, and with the right tag."""
    total = right = named_right = told = tag_right = 0
    for at in range(0, len(rows), BATCH):
        batch = rows[at : at + BATCH]
        _, _, _, tags, heads, relations = tensors(batch)
        words, arcs, tagged, _ = scores(network, batch, 0.0)
        best = arcs.argmax(-1)
        named = network.relations(words, best, 0.0).argmax(-1)
        real, with_tag = heads != IGNORED, tags != IGNORED
        total += int(real.sum())
        right += int(((best == heads) & real).sum())
        named_right += int(((best == heads) & (named == relations) & real).sum())
        told += int(with_tag.sum())
        tag_right += int(((tagged.argmax(-1) == tags) & with_tag).sum())
    return right / total, named_right / total, tag_right / told


def main() -> None:
    """Train, measure and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("banks", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--epochs", type=float, default=EPOCHS)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--further", type=Path, help="begin with this parser's file")
    options = parser.parse_args()
    torch.manual_seed(0)
    kept: dict[str, list[Parsed]] = {}
    learned: list[Parsed] = []
    for language in LANGUAGES:
        found = list(sentences(options.banks / language, language))
        kept[language] = found[9::25]
        learned += varied([e for at, e in enumerate(found) if at % 25 != 9], 1)
    if options.epochs < 1:
        random.Random(2).shuffle(learned)  # noqa: S311 - no secret
        learned = learned[: int(options.epochs * len(learned))]
    names = labels([*learned, *itertools.chain.from_iterable(kept.values())])
    if options.further:
        held = encoding.arrays(options.further)
        names = Labels(*(tuple(str(held[each]).split()) for each in ("tags", "relations")))
    rows = [made for each in learned if (made := row(each, names)) is not None]
    print(f"{len(rows)} texts", flush=True)  # noqa: T201
    network = Network(names, options.further)
    schedule = Schedule(options.rate, max(options.epochs, 1), heads=4, warm_up=0.05)
    fit(network, rows, length=lambda of: len(of.pieces), loss_of=loss_of, schedule=schedule)
    for name, texts in kept.items():
        tried = [made for each in texts if (made := row(each, names)) is not None]
        shares = ", ".join(f"{share:.3f}" for share in measure(network, tried))
        print(f"{name}: heads, with relations, tags: {shares}", flush=True)  # noqa: T201
    np.savez(
        options.output,
        tags=np.array(" ".join(names.tags)),
        relations=np.array(" ".join(names.relations)),
        **{name: each.detach().numpy() for name, each in network.weights.items()},
    )


if __name__ == "__main__":
    main()
