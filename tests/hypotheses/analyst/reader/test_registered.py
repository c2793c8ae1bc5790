"""A registered study, pasted as it stands: a title, the criteria for whom it takes, the outcome and
how it is measured. What stands around the title fills the parts that the title leaves open."""

from __future__ import annotations

import pytest

from hypotheses.analyst.reader import read
from hypotheses.domain.types import Language

TRIALS: list[tuple[Language, str, dict[str, str]]] = [
    (
        "en",
        (
            "Effect of aquatic exercise on balance in women with knee osteoarthritis. Aged 55"
            " to 70 years; with pain for at least six months; registered at two clinics in"
            " Recife. Balance measured by the Berg scale after 12 weeks."
        ),
        {
            "exposure": "aquatic exercise",
            "outcome": "balance",
            "unit": "women",
            "bound": "with knee osteoarthritis",
            "measure": "Berg scale",
            "window": "after 12 weeks",
        },
    ),
    (
        "pt",
        (
            "Efeito da hidroginástica no equilíbrio de mulheres com artrose de joelho. Idade"
            " entre 55 e 70 anos; com dor há pelo menos seis meses. Equilíbrio medido pela"
            " escala de Berg."
        ),
        {
            "exposure": "hidroginástica",
            "outcome": "equilíbrio",
            "unit": "mulheres",
            "bound": "com artrose de joelho",
            "measure": "escala de Berg",
        },
    ),
    # The criteria of a list are one bound.
    (
        "en",
        (
            "Effect of a walking group on sleep. Adults; aged 60 to 75; living alone;"
            " registered at a clinic in Leeds. Sleep measured by the Pittsburgh index."
        ),
        {
            "exposure": "walking group",
            "outcome": "sleep",
            "unit": "Adults",
            "bound": "aged 60 to 75; living alone; registered at a clinic in Leeds",
            "measure": "Pittsburgh index",
        },
    ),
]


@pytest.mark.parametrize(("language", "text", "parts"), TRIALS)
def test_what_stands_around_a_title_fills_its_open_parts(
    language: Language, text: str, parts: dict[str, str]
) -> None:
    found = {name: slot.text for name, slot in read(text, language).claim.items()}
    assert found == parts
