"""Trains the writer of questions: `python -m tests.lab.question.train WEIGHTS.npz [--epochs N]`.

Needs `torch`, which Crivo itself does not. The layers of the reader's encoder that the parser
shares stay as they are; those behind them begin as the reader's and are tuned, with a small decoder
upon them whose next word is either one of the text's, in some form, or one of a closed list. What
its author would still have to be asked is learned beside it, and not shipped.
`export` makes the product's file of it. Half an hour on two cores.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from hypotheses.analyst.reader.question import LONGEST, SHARPNESS
from hypotheses.analyst.syntax import encoding
from hypotheses.analyst.syntax.encoding import SHARED, WINDOW
from hypotheses.analyst.syntax.tokens import split
from tests.lab.encoder import EncoderLayers, Schedule, fit
from tests.lab.question.alignment import Copied, target
from tests.lab.question.corpus import NEEDS, Pair, pairs
from tests.lab.reader.export import PARTS

LAYERS, BLOCKS, DENSE, EPOCHS = 4, 2, 768, 7.0
SCHEDULE = Schedule(2e-4, EPOCHS, heads=4, warm_up=0.06)
DROPOUT = 0.1
FORM, NEED = 0.5, 0.3  # weights of the losses of forms and needs, beside that of the next word
LEAST_SEEN = 3  # times a word, or a form, is in the pairs
MOST_WORDS = 900
AT_ONCE = 32  # texts
IGNORED = -1
BEGIN, END, UNKNOWN = -1, 0, 1  # BEGIN is before the first word; the others are words of the list
NOT_COPIED = -5
OWN = 1000  # the code of the first word of the list; a smaller one is a position in the text


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that are not copied, and the forms of those that are."""

    words: tuple[str, ...]
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A pair in numbers: pieces, the first piece of each word, codes of the question's words, forms
    and needs."""

    pieces: list[int]
    firsts: list[int]
    codes: list[int]
    forms: list[int]
    needs: list[float]


@dataclass(frozen=True, slots=True)
class EncodedRow(Row):
    """With the rows of its pieces after the shared layers."""

    encoded: torch.Tensor


def vocabulary(targets: Sequence[Sequence[Copied | str]]) -> Vocabulary:
    """The words and forms that are frequent enough."""
    words = Counter(each for made in targets for each in made if isinstance(each, str))
    forms = Counter(each.form for made in targets for each in made if isinstance(each, Copied))
    common = [w for w, n in words.most_common(MOST_WORDS) if n >= LEAST_SEEN]
    kept = [form for form, n in forms.most_common() if n >= LEAST_SEEN and form != "K"]
    return Vocabulary(("<end>", "<unknown>", *common), ("K", *kept))


def known(path: Path) -> Vocabulary:
    """The vocabulary of weights."""
    with np.load(path, allow_pickle=False) as held:
        return Vocabulary(*(tuple(str(held[name]).split("\n")) for name in ("gen", "forms")))


def shipped(first: int, count: int) -> dict[str, NDArray[np.float32]]:
    """The weights of some of the reader's layers, by the names of `EncoderLayers`."""
    held: dict[str, NDArray[Any]] = {**encoding.arrays(encoding.PATH)}
    made: dict[str, NDArray[Any]] = {}
    for at in range(count):
        of = at + first
        for short, name in PARTS.items():
            whole = held[f"{of}.{name}.weights"] * held[f"{of}.{name}.scale"][:, None]
            made |= {f"l{at}.{short}.w": whole, f"l{at}.{short}.b": held[f"{of}.{name}.bias"]}
        for short, name in (("aln", "after_attention"), ("oln", "after_dense")):
            made[f"l{at}.{short}.w"] = held[f"{of}.{name}.weight"]
            made[f"l{at}.{short}.b"] = held[f"{of}.{name}.bias"]
    return {name: np.array(each, np.float32) for name, each in made.items()}


def drawn(names: Vocabulary, width: int) -> dict[str, NDArray[np.float32]]:
    """The first weights of the decoder."""
    draw = np.random.RandomState(0)
    made: dict[str, NDArray[np.float32]] = {}

    def add(name: str, outputs: int, inputs: int = width, spread: float | None = None) -> None:
        spread = 1 / math.sqrt(inputs) if spread is None else spread
        made[f"h.{name}.w"] = (draw.randn(outputs, inputs) * spread).astype(np.float32)
        made[f"h.{name}.b"] = np.zeros(outputs, np.float32)

    def add_norm(name: str) -> None:
        made[f"h.{name}.w"], made[f"h.{name}.b"] = np.ones((2, width), np.float32) * [[1], [0]]

    for at in range(BLOCKS):
        for name in ("sq", "sk", "sv", "so", "cq", "ck", "cv", "co"):
            add(f"d{at}.{name}", width)
        add(f"d{at}.fi", DENSE)
        add(f"d{at}.fo", width, DENSE)
        for name in ("n1", "n2", "n3"):
            add_norm(f"d{at}.{name}")
    for name in ("in", "next", "key"):
        add(name, width)
    add_norm("en")
    add("go", 3, spread=0.02)
    made["h.go.b"] = np.array([2, 0, -1], np.float32)
    add("gen", len(names.words), spread=0.02)
    add("form", len(names.forms), 2 * width, spread=0.02)
    add("ask", len(NEEDS) + 1, spread=0.02)
    made["h.att"] = (draw.randn(width) * 0.02).astype(np.float32)
    made["h.emb.gen"] = (draw.randn(len(names.words) + 1, width) * 0.05).astype(np.float32)
    made["h.emb.pos"] = (draw.randn(LONGEST + 4, width) * 0.02).astype(np.float32)
    return {name: np.array(each, np.float32) for name, each in made.items()}


class Network(EncoderLayers):
    """The tuned layers, and the decoder upon them."""

    def __init__(self, names: Vocabulary) -> None:
        read = encoding.load(encoding.PATH).encoder
        width = read.positions.shape[1]
        weights = {**shipped(SHARED, LAYERS), **drawn(names, width)}
        super().__init__(weights, heads=read.heads, width=width, epsilon=1e-12)
        self.names = names

    def take(self, path: Path) -> None:
        """Go on from these weights."""
        with np.load(path, allow_pickle=False) as held:
            for name, weights in self.weights.items():
                weights.data = torch.from_numpy(held[name.removeprefix("h.")])

    def part(self, name: str) -> torch.Tensor:
        """A weight of the decoder."""
        return self.weights[f"h.{name}"]

    def head(self, rows: torch.Tensor, name: str) -> torch.Tensor:
        """A linear layer of the decoder."""
        return self.linear(rows, f"h.{name}")

    def texts(self, rows: Sequence[EncodedRow]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """The rows of the words of each text, which of them are there, and what is needed."""
        size, words = (max(len(getattr(r, n)) for r in rows) for n in ("pieces", "firsts"))
        seen = torch.zeros(len(rows), size, self.width)
        mask, there = torch.zeros(len(rows), size), torch.zeros(len(rows), words)
        firsts = torch.zeros(len(rows), words, dtype=torch.long)
        for at, row in enumerate(rows):
            seen[at, : len(row.pieces)] = row.encoded.float()
            mask[at, : len(row.pieces)] = 1
            there[at, : len(row.firsts)] = 1
            firsts[at, : len(row.firsts)] = torch.tensor(row.firsts)
        seen = functional.dropout(seen, DROPOUT)
        read = self.layers(seen, mask, count=LAYERS, dropout=DROPOUT).float()
        telling = torch.softmax(read @ self.part("att") - (1 - mask) * 1e9, -1)
        pooled = (telling[..., None] * read).sum(1)
        return _taken(read, firsts), there, self.head(pooled, "ask")

    def scores(
        self, text: torch.Tensor, there: torch.Tensor, before: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Rows of the next words, and the scores of the text's words and of those of the list.

        `before` holds the codes of the words before, shape (texts, words).
        """
        steps, size = before.shape[1], text.shape[1]
        is_copied = (before >= 0) & (before < OWN)
        places = before.clamp(0, size - 1)
        behind = (places + 1).clamp(max=size - 1)
        rows = self.head(_taken(text, places), "in") + self.head(_taken(text, behind), "next")
        own = torch.where(
            before >= OWN, before - OWN, torch.full_like(before, len(self.names.words))
        )
        rows = torch.where(is_copied[..., None], rows, self.part("emb.gen")[own])
        rows = self.norm(rows + self.part("emb.pos")[:steps], "h.en")
        rows = functional.dropout(rows, DROPOUT)
        later = torch.triu(torch.full((steps, steps), -1e4), 1)[None, None]
        absent = (1 - there)[:, None, None, :] * -1e4
        for at in range(BLOCKS):
            rows = self._block(f"d{at}", rows, text, later, absent)
        return rows, torch.cat(
            [self._places(rows, text, there, before), self.head(rows, "gen")], -1
        )

    def _block(
        self,
        name: str,
        rows: torch.Tensor,
        text: torch.Tensor,
        later: torch.Tensor,
        absent: torch.Tensor,
    ) -> torch.Tensor:
        for prefix, told, bias, norm in (("s", None, later, "n1"), ("c", text, absent, "n2")):
            seen = rows if told is None else told
            query = self.head(rows, f"{name}.{prefix}q")
            key, value = self.head(seen, f"{name}.{prefix}k"), self.head(seen, f"{name}.{prefix}v")
            mixed = self.head(self._mixed(query, key, value, bias), f"{name}.{prefix}o")
            rows = self.norm(rows + functional.dropout(mixed, DROPOUT), f"h.{name}.{norm}")
        dense = self.head(functional.gelu(self.head(rows, f"{name}.fi")), f"{name}.fo")
        return self.norm(rows + functional.dropout(dense, DROPOUT), f"h.{name}.n3")

    def _mixed(
        self, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, bias: torch.Tensor
    ) -> torch.Tensor:
        texts = len(query)
        parts = (
            each.view(texts, each.shape[1], self.heads, -1).transpose(1, 2)
            for each in (query, key, value)
        )
        mixed = functional.scaled_dot_product_attention(*parts, bias.to(query.dtype))
        return mixed.transpose(1, 2).reshape(texts, -1, self.width)

    def _places(
        self, rows: torch.Tensor, text: torch.Tensor, there: torch.Tensor, before: torch.Tensor
    ) -> torch.Tensor:
        """The scores of the text's words: the next one, those ahead and those that were copied
        before are told apart."""
        steps, size = before.shape[1], text.shape[1]
        scores = rows @ self.head(text, "key").transpose(1, 2)
        scores = scores * (SHARPNESS / math.sqrt(self.width))
        follows, ahead, again = self.head(rows, "go").unbind(-1)
        is_copied = (before >= 0) & (before < OWN)
        last = torch.where(is_copied, before, torch.full_like(before, NOT_COPIED))
        carried = torch.cummax(torch.arange(steps)[None] * is_copied, 1)[0]
        latest = torch.gather(last, 1, carried)
        at = torch.arange(size)[None, None]
        copied = functional.one_hot(last.clamp(min=0), size).float() * is_copied[..., None]
        scores = scores + follows[..., None] * (at == (last + 1)[..., None])
        scores = scores + ahead[..., None] * ((at > latest[..., None]) & (latest >= 0)[..., None])
        scores = scores + again[..., None] * copied.cumsum(1).clamp(max=1)
        return scores - (1 - there)[:, None] * 1e9


def _taken(rows: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    """The rows at these places of each text."""
    return torch.gather(rows, 1, places[..., None].expand(-1, -1, rows.shape[-1]))


def loss_of(network: Network, batch: Sequence[EncodedRow]) -> torch.Tensor:
    """The mean loss of next words, forms and needs."""
    with torch.autocast("cpu", torch.bfloat16):
        text, there, needs = network.texts(batch)
    wanted = torch.tensor([row.needs for row in batch])
    total = NEED * functional.binary_cross_entropy_with_logits(needs.float(), wanted)
    put = [at for at, row in enumerate(batch) if len(row.codes) > 1]
    if not put:
        return total
    text, there = text.float()[put], there[put]
    codes = _filled([batch[at].codes for at in put])
    forms = _filled([batch[at].forms for at in put])
    before = torch.cat([torch.full((len(put), 1), BEGIN), codes[:, :-1]], 1)
    before = torch.where((before == IGNORED) & (codes == IGNORED), OWN, before)
    with torch.autocast("cpu", torch.bfloat16):
        rows, scores = network.scores(text, there, before)
    size = text.shape[1]
    next_words = torch.where(codes >= OWN, codes - OWN + size, codes)
    next_words = torch.where(codes == OWN + UNKNOWN, IGNORED, next_words)
    total = total + functional.cross_entropy(
        scores.float().flatten(0, 1), next_words.flatten(), ignore_index=IGNORED
    )
    told = forms != IGNORED
    if told.any():
        both = torch.cat([rows.float(), _taken(text, codes.clamp(0, size - 1))], -1)[told]
        total = total + FORM * functional.cross_entropy(network.head(both, "form"), forms[told])
    return total


def _filled(rows: Sequence[Sequence[int]]) -> torch.Tensor:
    size = max(map(len, rows))
    return torch.tensor([[*each, *[IGNORED] * (size - len(each))] for each in rows])


def row(pair: Pair, made: Sequence[Copied | str], names: Vocabulary) -> Row | None:
    """A pair in numbers; None where its text or question is too long."""
    read = encoding.load(encoding.PATH)
    words = split(pair.text)
    if not len(words) or len(made) > LONGEST or sum(map(len, read.pieces.numbers(words))) > WINDOW:
        return None
    window = next(iter(read.windows(words)))
    numbers = {word: OWN + at for at, word in enumerate(names.words)}
    codes = [
        each.at if isinstance(each, Copied) else numbers.get(each, OWN + UNKNOWN) for each in made
    ]
    forms = [
        names.forms.index(each.form)
        if isinstance(each, Copied) and each.form in names.forms
        else IGNORED
        for each in made
    ]
    needs = [float(need in pair.needs) for need in NEEDS] + [float(not pair.question)]
    firsts = list(window.firsts)
    return Row(list(window.numbers), firsts, [*codes, OWN + END], [*forms, IGNORED], needs)


def encoded(rows: Sequence[Row]) -> list[EncodedRow]:
    """Rows with those of their pieces after the layers that are not tuned."""
    read = encoding.load(encoding.PATH).encoder
    width = read.positions.shape[1]
    shared = EncoderLayers(shipped(0, SHARED), heads=read.heads, width=width, epsilon=1e-12)
    made: list[EncodedRow] = []
    ordered = sorted(rows, key=lambda of: len(of.pieces))
    for first in range(0, len(ordered), AT_ONCE):
        some = ordered[first : first + AT_ONCE]
        size = len(some[-1].pieces)
        begun, mask = torch.zeros(len(some), size, width), torch.zeros(len(some), size)
        for at, each in enumerate(some):
            numbers = np.array(each.pieces, dtype=np.int64)
            begun[at, : len(numbers)] = torch.from_numpy(read.begun(numbers))
            mask[at, : len(numbers)] = 1
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            seen = shared.layers(begun, mask, count=SHARED, dropout=0).half()
        made += [
            EncodedRow(
                e.pieces, e.firsts, e.codes, e.forms, e.needs, seen[at, : len(e.pieces)].clone()
            )
            for at, e in enumerate(some)
        ]
    random.Random(4).shuffle(made)  # noqa: S311 - no secret
    return made


def main() -> None:
    """Train and save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--epochs", type=float, default=EPOCHS)
    parser.add_argument("--further", type=Path, help="pairs that are not part of Crivo")
    parser.add_argument("--onward", type=Path, help="weights to go on from, with their vocabulary")
    options = parser.parse_args()
    torch.manual_seed(0)
    found = [each for each in pairs(options.further) if not each.is_apart]
    random.Random(3).shuffle(found)  # noqa: S311 - no secret
    targets = [target(each.text, each.question, each.language) for each in found]
    names = vocabulary(targets) if options.onward is None else known(options.onward)
    network = Network(names)
    if options.onward is not None:
        network.take(options.onward)
    made = (row(each, words, names) for each, words in zip(found, targets, strict=True))
    rows = encoded([each for each in made if each is not None])
    schedule = SCHEDULE._replace(epochs=options.epochs)
    fit(network, rows, length=lambda of: len(of.pieces), loss_of=loss_of, schedule=schedule)
    saved: dict[str, Any] = {
        name.removeprefix("h."): each.detach().numpy() for name, each in network.weights.items()
    }
    saved |= {"gen": np.array("\n".join(names.words)), "forms": np.array("\n".join(names.forms))}
    np.savez(options.output, own=np.array(LAYERS), dec=np.array(BLOCKS), **saved)


if __name__ == "__main__":
    main()
