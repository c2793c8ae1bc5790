"""How far two hands agree on what they mark: `python -m tests.lab.reader.agreement`.

A tenth of the claims was marked anew, each in one language, by hands that saw the guide and the
bare texts alone. It bounds what a reader of these marks can reach.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from hypotheses.analyst.reader.spans import OUTCOMES, spans
from tests.lab.reader.corpus import Example, all_claims, example
from tests.lab.reader.measure import overlap

SECOND = Path(__file__).parent / "data" / "second" / "hand.jsonl"
_ARTICLES = frozenset("the a an o os as um uma".split())
_CLASSES = ("design", "direction", "veto")


def second_hand(path: Path = SECOND) -> Iterator[Example]:
    """The claims of the second hand, with its marks."""
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield example(
            row["id"], row["language"], row["marked"], row["design"], row["direction"], row["veto"]
        )


def slots(each: Example) -> dict[str, set[int]]:
    """The words of each slot, without articles."""
    found: dict[str, set[int]] = {}
    for span in spans(each.tags):
        tag = "outcome" if span.tag in OUTCOMES else span.tag
        own = {at for at in range(span.first, span.end) if each.words.lower[at] not in _ARTICLES}
        found.setdefault(tag, set()).update(own)
    return found


def agreement() -> tuple[dict[str, float], dict[str, Counter[str]]]:
    """The share of texts with the same class, and of each slot how often both, or one hand alone,
    marked words; `alike` are slots of which half of all words agree."""
    first = {each.words.text: each for each in all_claims()}
    same: Counter[str] = Counter()
    found: dict[str, Counter[str]] = {}
    count = 0
    for other in second_hand():
        own = first[other.words.text]
        count += 1
        same.update(name for name in _CLASSES if getattr(own, name) == getattr(other, name))
        one, two = slots(own), slots(other)
        for tag in one.keys() | two.keys():
            if tag in one and tag in two:
                kind = "alike" if overlap(one[tag], two[tag]) >= 0.5 else "different"
            else:
                kind = "first alone" if tag in one else "second alone"
            found.setdefault(tag, Counter())[kind] += 1
    return {name: same[name] / count for name in _CLASSES}, found


def main() -> None:
    """Print the agreement."""
    classes, found = agreement()
    print(", ".join(f"{name} {share:.3f}" for name, share in classes.items()))  # noqa: T201
    for tag, kinds in sorted(found.items()):
        share = kinds["alike"] / kinds.total()
        print(f"{tag:11} {share:.2f}  {dict(kinds)}")  # noqa: T201


if __name__ == "__main__":
    main()
