"""Train the taggers on treebanks of Universal Dependencies.

    python -m hypotheses.analyst.syntax.tagging.training en FOLDER...   (UD_English-EWT)
    python -m hypotheses.analyst.syntax.tagging.training pt FOLDER...   (UD_Portuguese-Bosque, -GSD,
                                                                         -Porttinari)

Every `.conllu` file below the folders is read; sentences whose number ends in 9 measure, the others
train. Both English and Portuguese treebanks are CC BY-SA 4.0 (Porttinari: CC BY 4.0).
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from hypotheses.analyst.syntax.tagging.tagger import MASK, MODELS, features, tagger
from hypotheses.domain.types import Language

Sentence = list[tuple[str, str]]
EPOCHS, SEED, SCALE, RARE = 4, 7, 8, 2
Weights = NDArray[np.int8]
_NAMES = {"Masc": "m", "Fem": "f", "Sing": "s", "Plur": "p"}
_ENGLISH = {
    "NN": "NS", "NNP": "NAME", "NNS": "NP", "NNPS": "NAME", "VB": "V0", "VBP": "V0", "VBZ": "V3",
    "VBD": "VD", "VBN": "VN", "VBG": "VG", "JJ": "J", "JJR": "JC", "JJS": "JC", "RBR": "RC",
    "WDT": "WH", "WP": "WH", "WP$": "WH", "WRB": "WH", "MD": "MD", "EX": "PRON",
}  # fmt: skip
_AGREEING = frozenset(("NOUN", "ADJ", "DET", "PRON", "NUM"))
_SHORT = {"NOUN": "N", "ADJ": "J", "DET": "D", "PRON": "PRON", "NUM": "NUM"}


def _english(upos: str, xpos: str, values: dict[str, str]) -> str:
    if upos == "AUX" and xpos != "MD":
        return "AUX"
    return _ENGLISH.get(xpos, upos)


def _agreement(values: dict[str, str]) -> str:
    return (
        f"{_NAMES.get(values.get('Gender', ''), '-')}.{_NAMES.get(values.get('Number', ''), '-')}"
    )


def _portuguese(upos: str, xpos: str, values: dict[str, str]) -> str:
    if upos in ("VERB", "AUX"):
        form = values.get("VerbForm", "Fin")
        kind = "V" if upos == "VERB" else "AUX"
        if form == "Part":
            return f"VP.{_agreement(values)}"
        if form in ("Inf", "Ger"):
            return kind + form[0]
        return f"{kind}F.{_NAMES.get(values.get('Number', ''), '-')}"
    if upos in _AGREEING and (upos != "PRON" or values.get("PronType") not in ("Rel", "Int")):
        return f"{_SHORT[upos]}.{_agreement(values)}"
    return {"PRON": "WH", "PROPN": "NAME"}.get(upos, upos)


_TAGS = {"en": _english, "pt": _portuguese}


def tag_of(language: Language, upos: str, xpos: str, values: dict[str, str]) -> str:
    """The tag of a word in a treebank, from its class and features there."""
    return _TAGS[language](upos, xpos, values)


def _sentences(path: Path, language: str) -> Iterator[Sentence]:
    """The surface words of each sentence with their tags; `da` is one word."""
    made: Sentence = []
    whole, until = "", 0
    parts: list[str] = []
    for line in path.read_text("utf-8").splitlines():
        cells = line.split("\t")
        if len(cells) != 10:
            if not line and made:
                yield made
                made, until = [], 0
            continue
        if "-" in cells[0]:
            whole, until, parts = cells[1], int(cells[0].split("-")[1]), []
            continue
        if "." in cells[0] or cells[3] == "_":
            continue
        values = dict(each.split("=", 1) for each in cells[5].split("|") if "=" in each)
        tag = _TAGS[language](cells[3], cells[4], values)
        if int(cells[0]) > until or language == "en":
            made.append((cells[1], tag))
            continue
        parts.append(tag)
        if int(cells[0]) == until:
            joined = parts[0] if parts[0] != "ADP" else f"P{parts[-1]}"
            made.append((whole, joined if parts[-1][0] in "DP" or parts[0] != "ADP" else "ADP"))
    if made:
        yield made


def _complete(sentence: Sentence) -> bool:
    """Whether nouns and verbs have their features: parts of the treebanks lack them."""
    return not any(tag in ("N.-.-", "VF.-", "AUXF.-", "J.-.-") for _, tag in sentence)


def names(sentences: list[Sentence]) -> set[str]:
    """The words that have a capital within a sentence more often than not."""
    capital: Counter[str] = Counter()
    for sentence in sentences:
        for word, _ in sentence[1:]:
            capital[word.lower()] += 1 if word[0].isupper() else -1
    return {word for word, count in capital.items() if count > 0 and word.isalpha()}


def _fragments(sentences: list[Sentence], draw: random.Random) -> Iterator[Sentence]:
    """The sentences, many of them without their closing mark or capital, and pieces cut out of
    them."""
    for sentence in sentences:
        tokens = list(sentence)
        if len(tokens) > 2 and draw.random() < 0.4:
            tokens = tokens[:-1]
        if draw.random() < 0.3:
            tokens[0] = (tokens[0][0].lower(), tokens[0][1])
        yield tokens
        first = draw.randrange(len(tokens))
        cut = tokens[first : first + draw.randint(1, 6)]
        if cut[0][1][0] in "NDJVAP":
            yield cut


def train(sentences: list[Sentence]) -> tuple[list[str], Weights]:
    """The tags, and averaged weights as integers: a row for each feature, a column for each tag."""
    draw = random.Random(SEED)  # noqa: S311 - an order of sentences, no secret
    tags = sorted({tag for sentence in sentences for _, tag in sentence})
    place = {tag: index for index, tag in enumerate(tags)}
    weights = np.zeros((MASK + 1, len(tags)), dtype=np.int32)
    totals = np.zeros((MASK + 1, len(tags)), dtype=np.int64)
    step = 0
    for _ in range(EPOCHS):
        items = list(_fragments(sentences, draw))
        draw.shuffle(items)
        for item in items:
            tokens = [word for word, _ in item]
            before = before2 = "\x00"
            for index, (_, gold) in enumerate(item):
                step += 1
                hashed = features(tokens, index, before, before2)
                best = int(weights[hashed].sum(axis=0).argmax())
                if tags[best] != gold:
                    for column, change in ((place[gold], 1), (best, -1)):
                        weights[hashed, column] += change
                        totals[hashed, column] += change * step
                before, before2 = tags[best], before
    mean = (SCALE * (weights - totals / step)).round()
    mean[np.abs(mean) < RARE] = 0
    return tags, mean.clip(-127, 127).astype(np.int8)


def save(path: Path, tags: list[str], weights: Weights, named: set[str]) -> None:
    """Write a model: the non-zero weights, and the checksums of names."""
    keys = np.flatnonzero(weights.any(axis=1))
    rows, columns = weights[keys].nonzero()
    np.savez_compressed(
        path,
        tags=np.array(tags),
        keys=keys.astype(np.uint32),
        rows=rows.astype(np.uint32),
        columns=columns.astype(np.uint8),
        values=weights[keys][rows, columns],
        names=np.array(sorted(crc32(word.encode()) for word in named), dtype=np.uint32),
    )


def main(language: Language, folders: list[str]) -> None:
    """Train one language, save its model, and print its accuracy on the sentences left out."""
    paths = sorted(path for folder in folders for path in Path(folder).rglob("*.conllu"))
    found = [each for path in paths for each in _sentences(path, language)]
    sentences = [each for each in found if _complete(each)]
    training = [each for index, each in enumerate(sentences) if index % 10 != 9]
    save(MODELS / f"{language}.npz", *train(training), names(found))
    model = tagger(language)
    right = total = 0
    for sentence in sentences[9::10]:
        tokens = [word for word, _ in sentence]
        before = before2 = "\x00"
        for index, (_, gold) in enumerate(sentence):
            tag = model.best(tokens, index, before, before2)
            right += tag == gold
            total += 1
            before, before2 = tag, before
    sys.stdout.write(f"{language}: {right / total:.3f} of {total} words\n")


if __name__ == "__main__":
    main("pt" if sys.argv[1] == "pt" else "en", sys.argv[2:])
