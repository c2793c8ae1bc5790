"""How long a history's bars are and on which calendar they trade, told from their times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

_MINUTES_A_DAY = 1440
_DAYS_A_YEAR = 365.25
_SESSIONS: Mapping[int, float] = {5: 252.0, 6: 313.0, 7: 365.0}
"""Sessions a year by trading days a week: of five, as is the custom, holidays are taken out."""
_HOLIDAYS = 2  # trading days in a row that may be missing; none where every day is one
_LONGEST_HOLIDAYS = 9  # trading days in a row: of New Year in Shanghai and Golden Week in Tokyo
_YEARS = (365, 354, 384)
"""Days from one holiday to the next: of the sun, and of 12 or 13 months of the moon."""
_EARLIER_OR_LATER = 3  # days, as holidays are put beside weekends
_RUN_OF_DAYS, _RUN_OF_MINUTES = 5, 20  # longer steps in a row that are no gap but other bars
_WEEK = 7

Flags = NDArray[np.bool_]
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Calendar:
    """How often bars come: `basis` says what the bars a year rest on.

    "sessions": `days` trading days a week, on `weekdays` (Monday 0), `bars_a_day` bars each;
    "weeks" and "months": the length of the bars; "observed": how many there were in a year;
    "given": somebody said so.
    """

    basis: str
    bars_per_year: float
    days: int = 0
    weekdays: tuple[int, ...] = ()
    bars_a_day: int = 1

    def as_plain(self) -> dict[str, Any]:
        """What the bars a year rest on, as plain JSON."""
        found = {name: value for name, value in asdict(self).items() if name != "bars_per_year"}
        return {**found, "weekdays": list(self.weekdays)}


class Frequency(NamedTuple):
    """`name` as in 5min, 1h, 1d, 1w, 1mo; how often bars come; steps that are gaps."""

    name: str
    calendar: Calendar
    gaps: NDArray[np.intp]  # i: between bars i and i + 1 some are missing

    @property
    def bars_per_year(self) -> float:
        return self.calendar.bars_per_year


class Mixed(ValueError):
    """Bars of different length: the first odd one, counted from 0."""

    def __init__(self, bar: int, frequency: str) -> None:
        self.bar, self.frequency = bar, frequency
        super().__init__(f"bar {bar}: not {frequency}")


class Unknown(ValueError):
    """Steps that are no usual length: the first bar that shows it, counted from 0."""

    def __init__(self, bar: int) -> None:
        self.bar = bar
        super().__init__(f"bar {bar}: no known frequency")


def infer(times: pd.DatetimeIndex) -> Frequency:
    """The frequency of strictly increasing times, 3 at least, on the spot. Raises Mixed, Unknown.

    `times` with a zone count by that zone's days and hours. A step shorter than a bar's length
    shows mixed bars, and so do many longer ones in a row; a few longer ones are gaps.
    """
    if len(times) < 3:
        raise Unknown(len(times) - 1)
    local = times.tz_localize(None) if times.tz is not None else times
    if np.all(local == local.normalize()):
        return _in_days(local)
    return _within_days(times, local)


def _in_days(times: pd.DatetimeIndex) -> Frequency:
    places = _day_numbers(times)
    steps = np.diff(places)
    usual = int(np.bincount(steps).argmax())
    name = {1: "1d", _WEEK: "1w"}.get(usual, "1mo" if 28 <= usual <= 31 else "")
    if not name:
        raise Unknown(int(np.argmax(steps == usual)) + 1)
    if name == "1d":
        week = _week_of(places)
        calendar, gap = week.calendar, week.gaps(places)
        _refuse_mixed(np.zeros(len(steps), dtype=bool), gap, _RUN_OF_DAYS, name)
    else:
        calendar = _LONG[name]
        periods = _weeks(places) if name == "1w" else times.year * 12 + times.month
        passed = np.diff(periods)
        gap = passed > 1
        _refuse_mixed(passed == 0, gap, _RUN_OF_DAYS, name)
        if name == "1w":
            gap &= ~_recurring(places, passed - 1, most=1)
    return Frequency(name, calendar, np.flatnonzero(gap))


def _weeks(places: Counts) -> Counts:
    """The week of each bar, which may bear any of its days: the first or last that traded, say.

    Weeks begin on the weekday by which the fewest have two bars, and then the fewest have none.
    """
    weeks = (places[:, None] - np.arange(_WEEK)) // _WEEK
    passed = np.diff(weeks, axis=0)
    twice, left_out = (passed == 0).sum(axis=0), (passed > 1).sum(axis=0)
    first = np.where(passed == 0, 1, 0).argmax(axis=0)
    found: Counts = weeks[:, np.lexsort((first, left_out, twice))[0]]
    return found


def _recurring(places: Counts, missing: Counts, *, most: int) -> Flags:
    """Which of the breaks between bars are holidays: those of up to `most` trading days or weeks
    at whose time of another year half as many were missing, too."""
    moved = _EARLIER_OR_LATER + (_WEEK if most == 1 else 0)
    first, margin = int(places[0]), max(_YEARS) + moved
    each = np.zeros(int(places[-1]) - first + 2 * margin + 1, dtype=np.int64)
    np.maximum.at(each, places[:-1] - first + margin, missing)
    near = np.lib.stride_tricks.sliding_window_view(each, 2 * moved + 1).max(axis=1)
    at = places[:-1] - first + margin - moved
    then = np.max([near[at + sign * year] for year in _YEARS for sign in (-1, 1)], axis=0)
    found: Flags = (missing <= most) & (2 * then >= missing)
    return found


_LONG = {"1w": Calendar("weeks", 52.0), "1mo": Calendar("months", 12.0)}


def _within_days(times: pd.DatetimeIndex, local: pd.DatetimeIndex) -> Frequency:
    places = _day_numbers(local)
    same_day = np.diff(places) == 0
    minutes = np.diff(times.as_unit("us").asi8) / 60e6
    steps = minutes[same_day]
    lengths, counts = np.unique(steps, return_counts=True)
    usual = float(lengths[counts.argmax()]) if len(steps) else 0.0
    if usual < 1 or _MINUTES_A_DAY % usual:
        raise Unknown(int(np.argmax(same_day)) + 1)
    name = f"{usual / 60:.0f}h" if usual % 60 == 0 else f"{usual:.0f}min"
    longer = same_day & (minutes > usual)
    _refuse_mixed(minutes < usual, longer, _RUN_OF_MINUTES, name)
    days, a_day = np.unique(places, return_counts=True)
    week = _week_of(days, a_day)
    around_the_clock = week.days == _WEEK and np.median(a_day) * usual == _MINUTES_A_DAY
    gap = minutes > usual
    if not around_the_clock:
        gap = week.gaps(places) | _missing_slots(local, places)
    return Frequency(name, week.calendar, np.flatnonzero(gap))


class _Week(NamedTuple):
    """A usual week: trading days, which weekdays those are, bars in all and on a whole day."""

    days: int
    weekdays: tuple[int, ...]
    bars: float
    bars_a_day: int
    observed: float  # bars a year, as many as there were

    @property
    def calendar(self) -> Calendar:
        """How often bars come."""
        sessions = _SESSIONS.get(self.days)
        if sessions is None:
            return Calendar("observed", self.observed, self.days, self.weekdays, self.bars_a_day)
        a_year = sessions * self.bars_a_day
        return Calendar("sessions", a_year, self.days, self.weekdays, self.bars_a_day)

    def gaps(self, places: Counts) -> Flags:
        """Between which bars, by their days, more trading days are missing than holidays take."""
        trading = np.zeros(_WEEK, dtype=np.int64)
        trading[list(self.weekdays)] = 1
        before = np.concatenate([[0], np.cumsum(np.tile(trading, 2))])
        begin, end = places[:-1] + 1, places[1:]  # the days between, half open
        whole, rest = np.divmod(np.maximum(end - begin, 0), _WEEK)
        first = _weekday(begin)
        missing = whole * trading.sum() + before[first + rest] - before[first]
        if self.days == _WEEK:
            every: Flags = missing > 0
            return every
        found: Flags = missing > _HOLIDAYS
        return found & ~_recurring(places, missing, most=_LONGEST_HOLIDAYS)


def _week_of(days: Counts, a_day: Counts | None = None) -> _Week:
    """The usual week of a history with bars on these days, `a_day` on each (None: one).

    The median over every seven days in a row that have half of the most at least, so that holidays,
    gaps, and years under another calendar do not tell. Less than a week is taken for five trading
    days, unless a weekend shows seven.
    """
    counts = np.ones(len(days), dtype=np.int64) if a_day is None else a_day
    span = int(days[-1] - days[0]) + 1
    each = np.zeros(span, dtype=np.int64)
    each[days - days[0]] = counts
    on = _weekday(days)
    bars_a_day = max(1, round(float(np.median(counts))))
    if span < _WEEK:
        seven = {5, 6} <= set(on.tolist())
        number = _WEEK if seven else 5
        known = tuple(range(number))
        return _Week(number, known, float(number * bars_a_day), bars_a_day, 0.0)
    sums = _sums_of_weeks(each)
    bars = float(np.median(sums[sums * 2 >= sums.max()]))
    number = max(1, round(bars / bars_a_day))
    observed = float(counts.sum()) / span * _DAYS_A_YEAR
    return _Week(number, _trading_weekdays(days, on), bars, bars_a_day, observed)


def _sums_of_weeks(each: Counts) -> Counts:
    """The sum of every seven values in a row."""
    running = np.concatenate([[0], np.cumsum(each)])
    found: Counts = running[_WEEK:] - running[:-_WEEK]
    return found


def _trading_weekdays(days: Counts, on: Counts) -> tuple[int, ...]:
    """The weekdays that trade at least half as often as the one that trades most, in weeks with
    half of the most trading days at least."""
    weeks = (days - days[0]) // _WEEK
    a_week = np.bincount(weeks)
    counts = np.bincount(on[a_week[weeks] * 2 >= a_week.max()], minlength=_WEEK)
    return tuple(int(day) for day in np.flatnonzero(counts * 2 >= counts.max()))


def _missing_slots(local: pd.DatetimeIndex, places: Counts) -> Flags:
    """Between which bars of a day one is missing at a time at which most days have one.

    So a break at noon is none; nor is a day that begins late or ends early.
    """
    clock = local.as_unit("us").asi8 % (_MINUTES_A_DAY * 60_000_000)
    slots = np.unique(clock)
    counts = np.bincount(np.searchsorted(slots, clock))
    usual = slots[counts * 2 >= len(np.unique(places))]
    between = np.searchsorted(usual, clock[1:]) - np.searchsorted(usual, clock[:-1], side="right")
    found: Flags = (np.diff(places) == 0) & (between > 0)
    return found


def _day_numbers(local: pd.DatetimeIndex) -> Counts:
    """Days since 1970, a Thursday."""
    found: Counts = local.normalize().to_numpy().astype("M8[D]").astype(np.int64)
    return found


def _weekday(days: Counts) -> Counts:
    """Monday is 0."""
    found: Counts = (days + 3) % _WEEK
    return found


def _refuse_mixed(shorter: Flags, longer: Flags, run: int, name: str) -> None:
    if shorter.any():
        raise Mixed(int(shorter.argmax()) + 1, name)
    if len(longer) >= run:
        rows = np.lib.stride_tricks.sliding_window_view(longer, run).all(axis=1)
        if rows.any():
            raise Mixed(int(rows.argmax()) + 1, name)
