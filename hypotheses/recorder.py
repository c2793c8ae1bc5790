"""Turns the graph's output into rows. The only writer of what a run produced."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from config.desk.decisions import put_in_force
from hypotheses.domain import gaps as ledger
from hypotheses.domain.claim import elements_of, from_dict
from hypotheses.models import (
    AspectScore,
    Clarification,
    Decision,
    Element,
    Gap,
    GapEvent,
    Hypothesis,
    Improvement,
    Note,
    Proposal,
    Review,
    Version,
    Veto,
    claim_fields,
)


class HypothesisRecorder:
    """Records one run of one hypothesis. Each method runs in its step's transaction."""

    def __init__(self, hypothesis_id: int, run_id: int) -> None:
        self.hypothesis_id = hypothesis_id
        self.run_id = run_id

    def understood(self, output: dict[str, Any]) -> None:
        """Language and kind; V1 when it is the author's words."""
        Hypothesis.objects.filter(pk=self.hypothesis_id).update(
            language=output["language"], kind=output["kind"]
        )
        if output["version"]:
            self.drafted(output["version"])

    def drafted(self, output: dict[str, Any]) -> None:
        """A version with its claim, the proposals to choose from and its notes."""
        claim = from_dict(output["claim"])
        version = Version.objects.create(
            hypothesis_id=self.hypothesis_id,
            number=output["number"],
            question=output["question"],
            origin=output["origin"],
            run_id=self.run_id,
            **claim_fields(claim),
        )
        Element.objects.bulk_create(
            Element(version=version, **element) for element in elements_of(claim)
        )
        Proposal.objects.bulk_create(
            Proposal(version=version, rank=rank, **proposal)
            for rank, proposal in enumerate(output["proposals"])
        )
        Clarification.objects.bulk_create(
            Clarification(hypothesis_id=self.hypothesis_id, version=version, **ask)
            for ask in output["asks"]
        )
        Note.objects.bulk_create(Note(version=version, **note) for note in output.get("notes", ()))
        self._stands("awaiting", "conditions", "contested")

    def reviewed(self, output: dict[str, Any]) -> None:
        """A review, its notes and questions, and the gap ledger as it stands after it."""
        version, review = self._version(output["version"]), output["review"]
        self._review(version, review, forced=False)
        notes = [Note(version=version, **note) for note in review["notes"]]
        notes += [
            Note(version=version, kind=Note.Kind.DRIFT, text=lost) for lost in review["drift"]
        ]
        Note.objects.bulk_create(notes)
        if review["clarifications"]:
            self._questions(version, review)
        self._gaps(version, ledger.from_dicts(output["gaps"]))
        self._stands("open_gaps", "awaiting", "contested")

    def _questions(self, version: Version, review: dict[str, Any]) -> None:
        """The questions of a review that the version did not come with."""
        aspects = {finding["slot"]: finding["aspect"] for finding in review["findings"]}
        slots = set(version.clarifications.values_list("slot", flat=True))
        Clarification.objects.bulk_create(
            Clarification(
                hypothesis_id=self.hypothesis_id,
                version=version,
                slot=slot,
                aspect=aspects[slot],
                question=question,
            )
            for slot, question in review["clarifications"].items()
            if slot not in slots
        )

    def forced(self, output: dict[str, Any]) -> None:
        """The forced review, on the version it was made of."""
        self._review(self._version(output["version"]), output["review"], forced=True)
        self._stands("contested")

    def decided(
        self, *, number: int, status: str, forced: bool, reason: str, asked_at: datetime
    ) -> None:
        """The run's decision, in force unless a person decided after the run was asked for."""
        source = Decision.Source.FORCED if forced else Decision.Source.AGENT
        version = self._version(number)
        put_in_force(
            version.hypothesis.decisions,
            version=version,
            source=source,
            after=status,
            reason=reason,
            yields_to_persons_since=asked_at,
        )
        self._stands("decided", "source")

    def _stands(self, *names: str) -> None:
        Hypothesis.objects.store_standing_of(self.hypothesis_id, *names)

    def _version(self, number: int) -> Version:
        return Version.objects.get(hypothesis_id=self.hypothesis_id, number=number)

    def _review(self, version: Version, review: dict[str, Any], *, forced: bool) -> None:
        """A verdict, and before it those of other judges: the last one is the one that led on."""
        for other in review.get("others", []):
            self._review(version, other, forced=forced)
        row = Review.objects.create(
            version=version,
            judge=review["judge"],
            status=review["status"],
            justification=review["justification"],
            forced=forced,
            degraded=review.get("degraded", False),
        )
        AspectScore.objects.bulk_create(
            AspectScore(
                review=row,
                aspect=score["aspect"],
                score=score["score"],
                evidence=score["evidence"] or "",
                code=score["code"],
            )
            for score in review["scores"]
        )
        Improvement.objects.bulk_create(
            Improvement(review=row, **improvement) for improvement in review["improvements"]
        )
        Veto.objects.bulk_create(Veto(review=row, **veto) for veto in review["vetoes"])

    def _gaps(self, version: Version, gaps: Iterable[ledger.SlotGap]) -> None:
        """The gaps as they are now, and an event for each that is new or in another state."""
        stored = Gap.objects.filter(hypothesis_id=self.hypothesis_id)
        before = {slot: was for slot, *was in stored.values_list("slot", "state", "conditional")}
        rows = [Gap(hypothesis_id=self.hypothesis_id, **gap.as_dict()) for gap in gaps]
        fields = [field.name for field in dataclasses.fields(ledger.SlotGap)]
        Gap.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["hypothesis", "slot"],
            update_fields=[name for name in fields if name != "slot"],
        )
        GapEvent.objects.bulk_create(
            GapEvent(gap=row, version=version, state=row.state, words=row.closed_by)
            for row in rows
            if before.get(row.slot) != [row.state, row.conditional]
        )
