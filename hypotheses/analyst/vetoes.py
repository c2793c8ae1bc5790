"""What vetoes a version: the words of persons alone. What Crivo writes never causes a veto."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hypotheses.analyst.reader import FoundVeto, Reading, read


@dataclass(frozen=True, slots=True)
class PersonWords:
    """What persons wrote into a version beside the original idea.

    `question` is the newest wording of a person's own, empty without one; `answers` are the
    author's words for slots since then.
    """

    question: str = ""
    answers: tuple[str, ...] = ()


def vetoes_of(original: Reading, words: PersonWords) -> tuple[FoundVeto, ...]:
    """The vetoes of the original idea, of a person's own wording, and of the answers.

    Rewording an idea does not take its vetoes away.
    """
    found = list(original.vetoes)
    if words.question:
        found += read(words.question, original.language).vetoes
    found += _of_answers(original, words)
    return tuple(dict.fromkeys(found))


def _of_answers(original: Reading, words: PersonWords) -> Iterable[FoundVeto]:
    """An answer is a fragment, which is easily misread: it has to show its veto both by itself and
    behind the claim that it is about."""
    claim = (words.question or original.text).rstrip(" .?!")
    for answer in words.answers:
        alone = read(answer, original.language).vetoes
        if alone and _within(answer, read(f"{claim}, {answer}", original.language).vetoes):
            yield from alone


def _within(answer: str, vetoes: Iterable[FoundVeto]) -> bool:
    return any(veto.quote in answer for veto in vetoes)
