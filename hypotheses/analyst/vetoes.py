"""What vetoes a version: the words of persons alone. What Crivo writes never causes a veto."""

from __future__ import annotations

from hypotheses.analyst.reader import ClaimReading, FoundVeto, read


def vetoes_of(original: ClaimReading, person_question: str = "") -> tuple[FoundVeto, ...]:
    """The vetoes of the original idea, and of the newest wording of a person's own.

    Rewording an idea does not take its vetoes away. An answer for one slot is a fragment, which is
    easily misread: it is asked about, not rejected (`edits.apply_answers`).
    """
    found = list(original.vetoes)
    if person_question:
        found += read(person_question, original.language).vetoes
    return tuple(dict.fromkeys(found))
