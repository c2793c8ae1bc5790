"""The analysts that must keep the contract of `config.llm.analyst.Analyst`."""

from __future__ import annotations

import pytest

from hypotheses.analyst.builtin import BuiltinAnalyst

# A further analyst joins the contract by one more entry here.
ANALYSTS = [BuiltinAnalyst]


@pytest.fixture(params=ANALYSTS, ids=lambda build: build.__name__)
def analyst(request):
    """Each analyst in turn."""
    return request.param()
