"""The sentences of docs/evaluation.md, in English as all documents are."""

from __future__ import annotations

import os
import platform

from .pairs import PairSet

HEAD = """\
# The built-in analyst, measured

Written by `make eval`; an edit is lost at the next run. All but the speed is the same, to the
byte, whenever the same code is measured on the same data.

The reader is trained on marked claims, most of our own pairs among them. An eighth of the pairs, by
their ids, is kept apart and never trains anything: only those are measured here.

A share is hits out of a total, with its 95 % Wilson interval. The gaps of one text are not
independent of each other, so the interval of a share of gaps is somewhat too narrow.

## Targets"""

SPEED = """\
## Speed

`manage.py assess` as a process of its own on files of our own pairs, repeated, each language
recognised from its text. The rate is that between the two long files: what is done once (Python,
Django, the reader's model) is the start-up, and not in it. The figures are of the median of three
rounds, as a machine's speed varies by the minute; another machine gives other figures."""

TRIALS = """\
## Clinical trials

Registered trials in both languages, joined from their parts. The language is given; how well it is
recognised is measured apart. They carry no labels, but what an item lacks is known: without an
outcome, *metrics covered (2)* is an error."""


# How far a set's figures speak for texts that are new: by how it came about.
ORIGINS = {
    "heldout": "Set aside before the first analyst was tuned.",
    "unseen": "Written without knowing the analyst's words, in two lots.",
    "blind": "Written without knowing the analyst's words.",
    "practice": "Written to practise on.",
    "tuning": "The half that the first analyst was tuned on.",
}


def checked(pairs: PairSet) -> str:
    """What was measured, and that it is what was labelled."""
    origin = f"{ORIGINS[pairs.name]}\n\n" if pairs.name in ORIGINS else ""
    return origin + (
        f"{len(pairs.pairs)} pairs kept apart in `{pairs.file}`, unchanged: its SHA-256 is\n"
        f"the recorded `{pairs.sha256}`.\n"
        "The language is recognised from the text. Gaps are counted over ideas labelled without a\n"
        "veto. *Unread*: the language could not be told, which counts as wrong."
    )


def trials(count: int | None) -> str:
    if count is None:
        return f"{TRIALS}\n\nNot measured: no outside data (`EVAL_DATA`)."
    return f"{TRIALS}\n\n{count} trials."


def machine() -> str:
    cores = os.cpu_count()
    return f"Measured with Python {platform.python_version()} on a machine of {cores} cores."
