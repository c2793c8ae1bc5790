"""How often a refinement goes through the network that reads and parses: nearly all that it
takes."""

from __future__ import annotations

import asyncio

import pytest

from hypotheses.analyst.syntax.encoder import Encoder
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from hypotheses.graph import create_multi_agent_graph


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The layers of each pass."""
    made: list[int] = []
    through = Encoder.through

    def counted(self: Encoder, layers: tuple[object, ...], *rows: object) -> object:
        made.append(len(layers))
        return through(self, layers, *rows)  # type: ignore[arg-type]

    monkeypatch.setattr(Encoder, "through", counted)
    return made


@pytest.mark.parametrize(
    ("idea", "most"),
    [
        ("Does green tea improve the sleep of adults within 41 days?", 45),
        ("Coffee changes the number of bugs after 43 hours", 70),
        ("Será que café muda a rotatividade em equipes de 47 pessoas?", 90),
    ],
)
def test_a_refinement_parses_no_text_whose_words_already_tell(
    passes: list[int], idea: str, most: int
) -> None:
    state = {"user_input": idea, "language": "auto"}
    asyncio.run(create_multi_agent_graph().ainvoke(state))
    assert sum(passes) <= most


def test_a_clause_with_blanks_for_the_words_around_it_is_parsed_once(passes: list[int]) -> None:
    whole = parsed(split("warm milk calms 53 old dogs"))
    passes.clear()
    within = parsed(split("            warm milk calms 53 old dogs"))
    assert not passes
    assert (within.heads, within.tags) == (whole.heads, whole.tags)
