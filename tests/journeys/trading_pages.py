"""Every page of trading in the states that look different, for those that look at all of them."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone

from config.runs.models import Run
from tests.journeys.desk import aside, person
from tests.journeys.pages import LONG_WORD
from tests.trading.desk import abandoned, asked, at_limit, succeeded
from tests.trading.market.files import file, rows
from tests.trading.views.test_specs import SPEC
from tests.trading.views.test_uploads import bad
from trading.models import Lesson, Strategy
from trading.services.decide import accept_variant
from trading.services.specs import save_spec
from trading.services.uploads import stage_upload


class TradingPages:
    """Developments in every state. `addresses` are the pages of a reader, by name."""

    def __init__(self) -> None:
        self.ana, self.rita = person("ana"), person("rita", "reviewer")
        self.everybody = [self.ana, self.rita, person("carla", "admin")]
        aside(self._make)

    def _make(self) -> None:
        self.won = succeeded(self.ana)
        self.limited = at_limit(self.ana, objective=f"momentum {LONG_WORD}")
        self.lost = abandoned(self.ana)
        self.waiting = self._waiting(queued_at=timezone.now() - timedelta(hours=1))
        self.failed = self._waiting(
            status="failed", error=f"no answer from {LONG_WORD}", finished_at=timezone.now()
        )
        self.variant = self.won.variants.order_by("pk")[0]
        other = self.limited.variants.order_by("pk")[0]
        accept_variant(
            strategy_id=self.limited.pk, variant_id=other.pk, user=self.rita,
            reason=f"<b>{LONG_WORD}</b>",
        )  # fmt: skip
        self.other = other
        self.spec = save_spec(name=LONG_WORD[:100], spec=SPEC, user=self.ana)
        self.lesson = Lesson.objects.latest("pk")
        self.good = stage_upload(data=file(rows()), ticker="MINE", user=self.ana)
        self.bad = stage_upload(data=bad(), ticker="MINE", user=self.ana)

    def _waiting(self, **changes: object) -> Strategy:
        made = asked(self.ana)
        Run.objects.filter(pk=made.run.pk).update(**changes)
        return made.strategy

    def addresses(self) -> dict[str, tuple[User | None, str]]:
        """Who reads, and where."""
        ana, rita = self.ana, self.rita
        of = "/strategies/{}/".format
        return {
            "strategies": (rita, "/strategies/"),
            "strategies, none": (rita, "/strategies/?q=nothing-of-the-kind"),
            "strategies, filters wrong": (rita, "/strategies/?since=x"),
            "new": (ana, "/strategies/new/"),
            "fork": (ana, f"/strategies/new/?fork={self.won.pk}"),
            "found": (ana, of(self.won.pk)),
            "accepted": (rita, of(self.limited.pk)),
            "abandoned": (rita, of(self.lost.pk)),
            "waiting": (ana, of(self.waiting.pk)),
            "failed": (ana, of(self.failed.pk)),
            "report": (ana, of(self.won.pk) + "report/"),
            "certificate": (ana, of(self.won.pk) + "certificate/"),
            "variants": (ana, of(self.lost.pk) + "variants/"),
            "variant with its holdout": (ana, f"/variants/{self.variant.pk}/"),
            "variant": (rita, f"/variants/{self.other.pk}/"),
            "variants compared": (
                ana, f"/variants/compare/?v={self.variant.pk}&v={self.other.pk}",
            ),
            "strategies compared": (
                ana, f"/strategies/compare/?s={self.won.pk}&s={self.lost.pk}",
            ),
            "data": (ana, "/data/"),
            "dataset": (ana, f"/data/{self.won.dataset_id}/"),
            "upload": (ana, "/data/upload/"),
            "preview": (ana, f"/data/upload/{self.good.pk}/"),
            "faults": (ana, f"/data/upload/{self.bad.pk}/"),
            "memory": (ana, "/memory/"),
            "lesson": (rita, f"/memory/{self.lesson.pk}/"),
            "specs": (ana, "/specs/"),
            "spec": (ana, f"/specs/{self.spec.pk}/"),
            "new spec": (ana, "/specs/new/"),
            "trust": (ana, "/trust/"),
        }  # fmt: skip
