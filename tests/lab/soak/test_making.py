"""What soak runs: mostly refinements, of texts that are all different."""

from __future__ import annotations

import pytest

from config.runs.models import Run
from tests.lab.soak import making
from tests.lab.soak.developments import EVERY
from tests.lab.soak.refinements import idea


def test_no_two_ideas_are_alike() -> None:
    assert len({idea(number) for number in range(2_000)}) == 2_000


@pytest.mark.django_db
def test_one_run_of_so_many_is_a_development() -> None:
    kinds = [making.start(number).kind for number in (EVERY - 1, EVERY, EVERY + 1)]
    assert kinds == ["refinement", "development", "refinement"]
    assert Run.objects.count() == 3
