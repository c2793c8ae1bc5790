"""What a pre-registration freezes, as plain JSON read from the rows."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from hypotheses.domain.registration import FORMAT
from hypotheses.models import Decision, Element, Hypothesis, Note, Preregistration, Version

# The analyst's wording of what is to be tested.
STATEMENTS = (Note.Kind.H0, Note.Kind.H1, Note.Kind.REFUTED)
STILL_OPEN = ("open", "reopened", "waived")


def moment(at: datetime) -> str:
    """A moment as it is hashed: UTC, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def substance(version: Version, decision: Decision, form: int = FORMAT) -> dict[str, Any]:
    """What is frozen and can be read again from rows that nothing changes.

    `form` is the number of the content's format: the first had no design and direction.
    """
    hypothesis = version.hypothesis
    notes = version.notes.filter(kind__in=STATEMENTS)
    return {
        "hypothesis": {
            "id": hypothesis.pk,
            "idea": hypothesis.text,
            "language": hypothesis.language,
        },
        "version": {
            "number": version.number,
            "question": version.question,
            **(_frame(version) if form > 1 else {}),
            "elements": [
                {"aspect": e.aspect, "kind": e.kind, "text": e.text, "origin": e.origin}
                for e in version.elements.all()
            ],
            "statements": [{"kind": note.kind, "text": note.text} for note in notes],
        },
        "decision": {
            "source": decision.source,
            "after": decision.after,
            "reason": decision.reason,
            "made_at": moment(decision.created_at),
        },
    }


def content_of(
    version: Version, decision: Decision, plan: Mapping[str, str], note: str
) -> dict[str, Any]:
    """All that is frozen but its place in the series. It names nobody: the row does."""
    frozen = substance(version, decision)
    assumed = [e for e in frozen["version"]["elements"] if e["origin"] == Element.Origin.SUGGESTED]
    return {
        "format": FORMAT,
        **frozen,
        "assumptions": [{k: e[k] for k in ("aspect", "kind", "text")} for e in assumed],
        "open_gaps": _open_gaps(version.hypothesis),
        "plan": dict(plan),
        "note": note,
    }


def _open_gaps(hypothesis: Hypothesis) -> list[dict[str, str]]:
    gaps = hypothesis.gaps.filter(state__in=STILL_OPEN).order_by("pk")
    names = ("aspect", "code", "gap", "state")
    return [{name: getattr(gap, name) for name in names} for gap in gaps]


def registration_row(row: Preregistration) -> dict[str, Any]:
    """A pre-registration in short."""
    return {
        "id": row.pk,
        "number": row.number,
        "version": row.content["version"]["number"],
        "sha256": row.sha256,
        "created_at": moment(row.created_at),
    }


def _frame(version: Version) -> dict[str, str]:
    claim = version.claim
    return {"design": claim.design, "direction": claim.direction}
