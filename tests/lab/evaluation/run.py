"""Runs the analyst over the data and gathers the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from django.utils.translation import gettext as _

from config.text.language import LanguageError, detect
from hypotheses.analyst.assessment import assess
from hypotheses.domain.types import LANGUAGES, Assessment, Language, Verdict

from . import figures, labels, measure
from .figures import ALL_ITEMS, Figure
from .measure import Found
from .pairs import FOLDER, PairSet, read_pair_sets
from .trials import ITEMS, Trial, read_trials

Progress = Callable[[str], None]


@dataclass(slots=True)
class Evaluation:
    """All that was measured, apart from speed: the same data and code give the same value.

    `trials` is None without outside data.
    """

    sets: Sequence[PairSet]
    trials: int | None = None
    figures: list[Figure] = field(default_factory=list)
    confusions: dict[tuple[str, Language], Counter[tuple[Verdict, Found]]] = field(
        default_factory=dict
    )


def evaluate(
    *,
    trials_in: Path | None,
    progress: Progress,
    own: Path = FOLDER,
    first: int | None = None,
) -> Evaluation:
    """Measure on our own pairs and, given their folder, on the trials. Raises DataError.

    All data is read before any is measured, so a bad file is told at once. `first` takes so many
    pairs of each set, for a quick look.
    """
    sets = [replace(pairs, pairs=pairs.pairs[:first]) for pairs in read_pair_sets(own)]
    trials = read_trials(trials_in) if trials_in else None
    result = Evaluation(sets)
    for pairs in sets:
        _add_pairs(result, pairs, progress)
    if trials is not None:
        result.trials = len(trials)
        _add_trials(result, trials, progress)
    return result


def _add_pairs(result: Evaluation, pairs: PairSet, progress: Progress) -> None:
    progress(_("assessing %(part)s") % {"part": labels.part(pairs.name)})
    readings = {
        language: [_read(pair.text(language)) for pair in pairs.pairs] for language in LANGUAGES
    }
    result.figures += figures.of_pairs(pairs.name, pairs.pairs, readings)
    for language in LANGUAGES:
        judged = list(zip(pairs.pairs, readings[language], strict=True))
        result.confusions[pairs.name, language] = measure.confusion(judged)


def _read(text: str) -> Assessment | None:
    """The assessment of a text whose language has to be told; None when it cannot be."""
    try:
        return assess(text)
    except LanguageError:
        return None


def _add_trials(result: Evaluation, trials: Sequence[Trial], progress: Progress) -> None:
    everything: list[tuple[Assessment, Assessment]] = []
    for kind in ITEMS:
        progress(_("assessing %(part)s") % {"part": labels.part(kind)})
        texts = [
            {language: trial.item(kind, language) for language in LANGUAGES} for trial in trials
        ]
        complete = [text for text in texts if all(text.values())]
        readings = {
            language: [assess(text[language], language) for text in complete]
            for language in LANGUAGES
        }
        detected = {
            language: measure.proportion(_detected(text[language], language) for text in complete)
            for language in LANGUAGES
        }
        result.figures += figures.of_trials(kind, readings, detected)
        everything += zip(readings["pt"], readings["en"], strict=True)
    result.figures.append(figures.same_verdict(ALL_ITEMS, everything))


def _detected(text: str, language: Language) -> bool:
    try:
        return detect(text) == language
    except LanguageError:
        return False
