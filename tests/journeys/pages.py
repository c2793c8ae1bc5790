"""Every page in the states that look different, for those that look at all of them."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from config.runs.models import Run
from hypotheses.models import Hypothesis
from hypotheses.services.archive import archive_hypothesis
from hypotheses.services.review import override_decision
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import REFINED, VETOED
from tests.hypotheses.recorded import (
    FISHERS,
    STATEMENTS,
    TESTERS,
    conditional,
    recorded,
    waiting,
)
from tests.journeys.desk import aside, of, person, refined

LONG_WORD = "pneumonoultramicroscopicsilicovolcanoconiosis" * 4

IDEA = "Does%20playing%20slow%20music%20make%20shoppers%20stay%20longer%20and%20spend%20more"


class Pages:
    """A desk with work in every state. `addresses` are the pages of a reader, by name."""

    def __init__(self) -> None:
        self.ana = person("ana")
        self.bea = person("bea-" + "w" * 60, "reviewer")
        self.carla = person("carla", "admin")
        self.everybody = [self.ana, self.bea, self.carla]
        self.forced = waiting(self.ana, earlier=[TESTERS, TESTERS], notes=STATEMENTS)
        self.conditional = conditional(self.ana)
        self.refined = refined(REFINED["pt"], user=self.ana)
        self.qualitative = recorded(
            "Como pescadores vivem a reserva?", FISHERS, user=self.ana, language="pt", forced=True,
            asks={"approach": "Como o material é obtido?"},
            proposals=[{"slot": "approach", "text": LONG_WORD, "source": LONG_WORD}],
        )  # fmt: skip
        self.vetoed = refined(VETOED["en"], user=self.ana)
        self.decided = refined(f"{LONG_WORD} improves sleep in adults", user=self.ana)
        self.failed, self.stalled = self._failed(), self._stalled()
        reason = f"<script>alert('{LONG_WORD}')</script>\nשלום \"{LONG_WORD}\""
        aside(lambda: self._decide(reason))
        self.archived = refined("Coffee improves memory in older adults", user=self.ana)
        archive_hypothesis(hypothesis_id=self.archived.pk, user=self.ana)

    def _decide(self, reason: str) -> None:
        override_decision(
            hypothesis_id=self.decided.pk, outcome="rejected", reason=reason, user=self.bea
        )

    def _failed(self) -> Hypothesis:
        made = submit_hypothesis(text="Naps improve learning", user=self.ana, wake=False)
        Run.objects.filter(pk=made.run.pk).update(
            status="failed", error=f"no answer from {LONG_WORD}", finished_at=timezone.now()
        )
        return made.hypothesis

    def _stalled(self) -> Hypothesis:
        made = submit_hypothesis(text="Naps improve mood in nurses", user=self.ana, wake=False)
        Run.objects.filter(pk=made.run.pk).update(queued_at=timezone.now() - timedelta(hours=1))
        return made.hypothesis

    def addresses(self) -> dict[str, tuple[User | None, str]]:
        """Who reads, and where."""
        return {
            "sign-in": (None, "/sign-in/"),
            "forgotten": (None, "/sign-in/forgotten/"),
            "forgotten, sent": (None, "/sign-in/forgotten/sent/"),
            "forgotten, by the link": (None, "/sign-in/new/MQ/a-b/"),
            "forgotten, link used": (None, "/sign-in/new/MQ/a-b/choose/"),
            "empty inbox": (self.carla, "/"),
            "inbox": (self.ana, "/"),
            "inbox of a reviewer": (self.bea, "/"),
            "list": (self.bea, "/hypotheses/"),
            "list, filters wrong": (self.bea, "/hypotheses/?since=2026-02-01&until=2026-01-01"),
            "list, none": (self.ana, "/hypotheses/?q=nothing-of-the-kind"),
            "new": (self.ana, "/hypotheses/new/"),
            "new, as it is read": (self.ana, f"/hypotheses/new/?text={IDEA}"),
            "forced": (self.bea, of(self.forced)),
            "forced, own": (self.ana, of(self.forced)),
            "assumptions": (self.ana, of(self.conditional)),
            "assumptions, of another": (self.bea, of(self.conditional)),
            "qualitative": (self.ana, of(self.qualitative)),
            "not to be frozen yet": (self.ana, of(self.conditional, "preregister/")),
            "vetoed": (self.bea, of(self.vetoed)),
            "decided": (self.ana, of(self.decided)),
            "failed": (self.ana, of(self.failed)),
            "stalled": (self.ana, of(self.stalled)),
            "archived": (self.ana, of(self.archived)),
            "compare": (self.ana, of(self.forced, "compare/")),
            "compare, side by side": (self.ana, of(self.decided, "compare/?a=0&b=1&view=side")),
            "edit": (self.ana, of(self.conditional, "edit/")),
            "erase": (self.carla, of(self.decided, "erase/")),
            "account": (self.bea, "/account/"),
            "API": (self.ana, "/api/docs/"),
            "health": (self.carla, "/health/"),
            "own runs": (self.ana, "/runs/"),
            "search": (self.bea, "/search/?q=naps"),
            "search, nothing": (self.ana, "/search/?q=nothing-of-the-kind"),
            "many at once": (self.bea, "/hypotheses/bulk/?act=reject"),
            "ideas from a file": (self.ana, "/hypotheses/new/many/"),
            "404": (self.ana, "/hypotheses/99999/"),
        }
