"""The judges of a round: what each says, question by question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from trading.models import Iteration, RoundVerdict


@dataclass(frozen=True)
class JudgedQuestion:
    """What the judges were asked about a round, and their verdicts, the computed one first.

    `group` is that of the words for the verdicts.
    """

    name: str
    group: str
    verdicts: Sequence[RoundVerdict]

    @property
    def disputed(self) -> bool:
        return len({row.verdict for row in self.verdicts}) > 1


def questions(iteration: Iteration) -> list[JudgedQuestion]:
    """The questions of a round whose verdicts were read with it; none where no model was asked."""
    rows = sorted(iteration.verdicts.all(), key=lambda row: (row.subject, row.pk))
    grouped = groupby(rows, key=lambda row: row.get_subject_display())
    kept = [(name, list(verdicts)) for name, verdicts in grouped]
    return [JudgedQuestion(name, verdicts[0].subject, verdicts) for name, verdicts in kept]
