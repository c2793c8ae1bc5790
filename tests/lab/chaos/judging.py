"""What is wrong with a round, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _


def faults_of(number: int, told: Mapping[str, Any], quiet: Mapping[str, Any]) -> Iterator[str]:
    """Of round `number`, beside the one that nobody disturbed."""
    if told["unfinished"]:
        ids = ", ".join(told["unfinished"])
        yield _("round %(n)s: runs that do not end: %(ids)s") % {"n": number, "ids": ids}
    for step in told["needless"]:
        yield _("round %(n)s: computed although it was stored: %(step)s") % {
            "n": number,
            "step": step,
        }
    for process in told["left"]:
        yield _("round %(n)s: left behind by the worker: %(process)s") % {
            "n": number,
            "process": process,
        }
    for question in told["needless_calls"]:
        yield _(
            "round %(n)s: a model was asked more often than the run was begun: %(question)s"
        ) % {"n": number, "question": question}
    if other := told["asked"].keys() ^ quiet["asked"].keys():
        yield _("round %(n)s: a model was asked something else, or not at all: %(questions)s") % {
            "n": number,
            "questions": ", ".join(sorted(other)[:5]),
        }
