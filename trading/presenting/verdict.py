"""How a development stands, in a badge and a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from trading.models import Decision, Strategy
from trading.services.reading import Course

GOOD = frozenset({"SUCCESS", "ACCEPTED"})
BAD = frozenset({"ABANDONED", "failed", "dead"})
_BY = {"SUCCESS": "agent", "ABANDONED": "agent", "MAX_ITERATIONS": "forced"}


@dataclass(frozen=True)
class Verdict:
    """`status` is `working`, an outcome, or how the last run ended where there is none.

    `source` is agent, forced or human, `name` who. `sentence` is in the development's language;
    `said` is the outcome in the reader's.
    """

    status: str
    source: str
    name: str
    sentence: str
    said: str
    decision: Decision | None

    @property
    def tone(self) -> str:
        """The class of the badge's colours."""
        if self.status in GOOD:
            return "approved"
        if self.status in BAD:
            return "rejected"
        return "working" if self.status == "working" else "needs_refinement"


def verdict(course: Course, current: Decision | None) -> Verdict:
    """The decision in force; the development's own end where nobody recorded one."""
    strategy, run = course.strategy, course.run
    status, source, name = _standing(strategy, current)
    if run is not None and not run.is_finished:
        status, source, name = "working", "", ""
    elif not status:
        status = str(run.status) if run else "queued"
    said = _said(course, status, name if source == "human" else "")
    return Verdict(status, source, name, strategy.final_message, said, current)


def _said(course: Course, status: str, person: str) -> str:
    """The outcome in one sentence; `person` is who decided it, empty for the development itself."""
    told = {"person": person, "iterations": len(course.iterations)}
    if person:
        by_person = {
            "ACCEPTED": _("%(person)s accepted a variant"),
            "ABANDONED": _("%(person)s gave it up: no strategy"),
        }
        return by_person.get(status, "%(person)s") % told
    return {
        "SUCCESS": _("A strategy was found: it passed every required gate, and the sealed holdout"),
        "ABANDONED": _("No strategy was found: given up (iterations: %(iterations)s)"),
        "MAX_ITERATIONS": _("No strategy was found within the limits"),
        "working": _("At work"),
    }.get(status, _("There is no verdict")) % told


def _standing(strategy: Strategy, current: Decision | None) -> tuple[str, str, str]:
    if current is None:
        return strategy.final_status, _BY.get(strategy.final_status, ""), ""
    if current.after in (Decision.Outcome.SENT_BACK, Decision.Outcome.EXTENDED):
        return strategy.final_status, "", ""  # sent on: what came of it is not decided yet
    who = current.user.get_username() if current.user else current.actor
    return current.after, current.source, who
