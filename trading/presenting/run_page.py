"""A development as its page shows it: rows put into reading order, once."""

from __future__ import annotations

import json
from typing import Any

from config.runs.refusals import REFUSALS, explain
from trading.domain.best import best_round
from trading.models import Iteration, Strategy
from trading.presenting.flow import flow
from trading.presenting.picture import picture_of
from trading.presenting.power import power_of
from trading.presenting.request_facts import data, facts
from trading.presenting.research import research_part, teams
from trading.presenting.result import TrialSummary, holdout_lines, lesson_lines, trials
from trading.presenting.rounds import best_verdict, chart, hold_of, round_lines
from trading.services.reading import Course, Rest, RoundResearch

PARTS = ("now", "findings", "rounds", "errors")
"""The parts of the page that are sent again when something in them is new."""


def run_page(course: Course, research: RoundResearch | None, rest: Rest | None) -> dict[str, Any]:
    """The context of the page, or of the parts of it for which there are rows."""
    strategy = course.strategy
    drawn = flow(course)
    context: dict[str, Any] = {
        "strategy": strategy,
        "run": course.run,
        "active": course.run is not None and not course.run.is_finished,
        "flow": drawn,
        "teams": teams(course, drawn.working),
        "have": seen_of(course),
    }
    if research is not None:
        context |= {"research": research_part(research)}
    if rest is not None:
        context |= _rest(course, rest)
    return context


def _rest(course: Course, rest: Rest) -> dict[str, Any]:
    strategy = course.strategy
    best = best_round(course.iterations)
    tried = trials(strategy, course.iterations, rest)
    return {
        **_picture(strategy, best, tried),
        "data": data(strategy.dataset),
        "facts": facts(strategy, rest),
        "rounds": round_lines(course),
        "best_round": best,
        "best_verdict": best_verdict(strategy, best),
        "hold_sharpe": hold_of(best),
        "chart": json.dumps(chart(course), ensure_ascii=False),
        "trials": tried,
        "power": power_of(strategy),
        "holdout": holdout_lines(strategy, rest.openings),
        "openings_elsewhere": rest.openings_of_ticker - len(rest.openings),
        "lessons": lesson_lines(strategy, rest),
        "errors": rest.errors,
        "runs": rest.runs,
    }


def _picture(strategy: Strategy, best: Iteration | None, tried: TrialSummary) -> dict[str, Any]:
    """The picture of the best variant, or why there is none."""
    if best is None or best.best_variant is None:
        return {}
    try:
        return {"picture": picture_of(strategy, best.best_variant, tried)}
    except REFUSALS as error:
        return {"unpictured": explain(error)}


def seen_of(course: Course) -> str:
    """What the page shows, as a version for each of PARTS."""
    drawn = flow(course)
    now = f"{drawn.working}{drawn.iteration}"
    return f"{now}.{course.sheets}.{len(course.iterations)}.{course.errors}"


def changed_parts(have: str, seen: str) -> set[str]:
    """The parts that are not as the reader has them; all, when it cannot be told."""
    theirs, ours = have.split("."), seen.split(".")
    if len(theirs) != len(ours):
        return set(PARTS)
    return {part for part, old, new in zip(PARTS, theirs, ours, strict=True) if old != new}
