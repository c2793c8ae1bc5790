"""What the training of the reader and of the parser share: the layers of the encoder, batches, the
loop. Needs `torch`, which Crivo itself does not.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

BATCH = 16
Row = TypeVar("Row")
Length = Callable[[Any], int]


class EncoderLayers(torch.nn.Module):
    """Weights by name: `l0.q.w` is the query of the first layer; heads begin with `h.`."""

    def __init__(
        self, weights: Mapping[str, NDArray[Any]], *, heads: int, width: int, epsilon: float
    ) -> None:
        super().__init__()
        self.heads, self.width, self.epsilon = heads, width, epsilon
        self.weights = {
            name: torch.nn.Parameter(torch.from_numpy(np.array(each)))
            for name, each in weights.items()
        }

    def norm(self, rows: torch.Tensor, name: str) -> torch.Tensor:
        """Layer normalisation."""
        weight, bias = self.weights[f"{name}.w"], self.weights[f"{name}.b"]
        return functional.layer_norm(rows.float(), (self.width,), weight, bias, self.epsilon)

    def linear(self, rows: torch.Tensor, name: str) -> torch.Tensor:
        """A linear layer."""
        return functional.linear(rows, self.weights[f"{name}.w"], self.weights[f"{name}.b"])

    def layers(
        self, rows: torch.Tensor, mask: torch.Tensor, *, count: int, dropout: float
    ) -> torch.Tensor:
        """Rows of pieces after so many layers, shape (texts, pieces, width)."""
        texts, size, _ = rows.shape
        bias = (1 - mask)[:, None, None, :] * -1e4
        for at in range(count):
            query, key, value = (
                self.linear(rows, f"l{at}.{part}").view(texts, size, self.heads, -1).transpose(1, 2)
                for part in "qkv"
            )
            mixed = functional.scaled_dot_product_attention(query, key, value, bias.to(query.dtype))
            mixed = mixed.transpose(1, 2).reshape(texts, size, self.width)
            mixed = functional.dropout(self.linear(mixed, f"l{at}.ao"), dropout)
            rows = self.norm(rows + mixed, f"l{at}.aln")
            dense = self.linear(functional.gelu(self.linear(rows, f"l{at}.fi")), f"l{at}.fo")
            rows = self.norm(rows + functional.dropout(dense, dropout), f"l{at}.oln")
        return rows


class Schedule(NamedTuple):
    """How weights are learned: AdamW, warm-up, linear decay (Loshchilov & Hutter 2019)."""

    rate: float
    epochs: float
    heads: float
    """The rate of heads, as a multiple of the layers' rate."""
    warm_up: float
    """The share of steps until the rate is reached."""


def batches(rows: Sequence[Row], length: Length, draw: random.Random) -> Iterator[list[Row]]:
    """Batches of rows of about one length, in random order."""
    order = list(rows)
    draw.shuffle(order)
    chunks = [
        sorted(order[at : at + BATCH * 16], key=length) for at in range(0, len(order), BATCH * 16)
    ]
    made = [chunk[at : at + BATCH] for chunk in chunks for at in range(0, len(chunk), BATCH)]
    draw.shuffle(made)
    yield from made


def fit(
    network: EncoderLayers,
    rows: Sequence[Row],
    *,
    length: Length,
    loss_of: Callable[[Any, Sequence[Row]], torch.Tensor],
    schedule: Schedule,
) -> None:
    """Learn the weights of a network from rows."""
    heads = [each for name, each in network.weights.items() if name.startswith("h.")]
    others = [each for name, each in network.weights.items() if not name.startswith("h.")]
    groups = [
        {"params": others, "lr": schedule.rate},
        {"params": heads, "lr": schedule.heads * schedule.rate},
    ]
    optimizer = torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01)
    steps = int(schedule.epochs * math.ceil(len(rows) / BATCH))
    rates = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda step: min((step + 1) / (schedule.warm_up * steps), 1 - step / (steps + 1)),
    )
    draw = random.Random(1)  # noqa: S311 - no secret
    endless = (batch for _ in itertools.count() for batch in batches(rows, length, draw))
    for done, batch in enumerate(itertools.islice(endless, steps), start=1):
        optimizer.zero_grad()
        loss = loss_of(network, batch)
        loss.backward()
        torch.nn.utils.clip_grad_norm_([*others, *heads], 1.0)
        optimizer.step()
        rates.step()
        if done % 50 == 0:
            print(f"{done} of {steps} steps: loss {loss.item():.3f}", flush=True)  # noqa: T201
