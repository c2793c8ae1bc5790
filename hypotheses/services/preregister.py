"""Pre-registration: what it freezes, how it is made, and how it is verified."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.decisions import as_seen
from config.desk.refusals import Conflict, Missing, NotAllowed, Refusal
from config.desk.roles import is_admin
from config.text.validation import clean_words
from hypotheses.domain import registration
from hypotheses.domain.registration import (
    FORMAT,
    PLAN,
    Deviation,
    RegistrationDifference,
    Stand,
    differences,
    digest,
    parts_of,
    same_substance,
    version_parts,
)
from hypotheses.models import (
    ELEMENT_NAMES,
    Decision,
    Element,
    Hypothesis,
    Note,
    Preregistration,
    Version,
)
from hypotheses.services.review import require_complete
from hypotheses.services.subject import at_rest, locked

# The analyst's wording of what is to be tested.
STATEMENTS = (Note.Kind.H0, Note.Kind.H1, Note.Kind.REFUTED)
STILL_OPEN = ("open", "reopened", "waived")


def moment(at: datetime) -> str:
    """A time as it is hashed: UTC, to the microsecond."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def substance(version: Version, decision: Decision, form: int = FORMAT) -> dict[str, Any]:
    """The frozen content that can be read again from rows that never change. `form` is the
    number of the content's format: the first had no design and direction."""
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
    """The frozen content without its place in the series. It names nobody: the row does."""
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


MAX_PLAN = 5_000
MAX_SERIES = 100


def preregister(
    *,
    hypothesis_id: int,
    user: User | None = None,
    note: str = "",
    plan: Mapping[str, str] | None = None,
    expected: int | None = None,
) -> Preregistration:
    """Freeze an approved hypothesis; after the first time, an amendment to it.

    `plan` holds what a person states of the study beside the question, by the names in PLAN;
    `expected` is the id of the decision the person saw. Raises NotAllowed for another's hypothesis
    (an admin may), Conflict while a run is at work, if it is not approved, leaves something open or
    rests on unconfirmed words, or somebody decided meanwhile; TextError for words that cannot be
    taken, Refusal for a plan of another name or an amendment that changes nothing. Then nothing is
    written.
    """
    parts = _filled_parts(plan or {})
    note = clean_words(note, MAX_PLAN) if note.strip() else ""
    with transaction.atomic():
        hypothesis = locked(hypothesis_id)
        if user is not None and not may_preregister(user, hypothesis):
            raise NotAllowed(_("only its owner or an admin pre-registers a hypothesis"))
        as_seen(hypothesis.decisions, expected)
        at_rest(hypothesis)
        version, decision = _approved(hypothesis)
        return _append(version, decision, content_of(version, decision, parts, note), user)


def may_preregister(user: Any, hypothesis: Hypothesis) -> bool:
    """The owner of the hypothesis, and admins."""
    return hypothesis.owner_id == user.pk or is_admin(user)


def _filled_parts(plan: Mapping[str, str]) -> dict[str, str]:
    """The plan's texts that are not empty."""
    if unknown := [name for name in plan if name not in PLAN]:
        raise Refusal(
            _("a plan has no part %(name)s; it has: %(known)s")
            % {"name": unknown[0][:40], "known": ", ".join(PLAN)}
        )
    return {name: clean_words(plan[name], MAX_PLAN) for name in PLAN if plan.get(name, "").strip()}


def _approved(hypothesis: Hypothesis) -> tuple[Version, Decision]:
    """The version that the decision in force approves, and that decision. Raises Conflict."""
    decision = (
        hypothesis.decisions.filter(current=True).select_related("version__hypothesis").first()
    )
    if decision is None or decision.after != Decision.Outcome.APPROVED:
        raise Conflict(
            _("hypothesis %(id)s is not approved: only an approved one is pre-registered")
            % {"id": hypothesis.pk}
        )
    require_complete(decision.version)
    return decision.version, decision


def _append(
    version: Version, decision: Decision, content: dict[str, Any], user: User | None
) -> Preregistration:
    """The next one of the series; each holds the hash of the one before it."""
    series = Preregistration.objects.filter(hypothesis=version.hypothesis)
    before = series.order_by("-number").first()
    if before and same_substance(before.content, content):
        raise Conflict(
            _("nothing has changed since pre-registration %(number)s: there is nothing to amend")
            % {"number": before.number}
        )
    if before and before.number >= MAX_SERIES:
        raise Refusal(
            _("a hypothesis has %(limit)s pre-registrations at most") % {"limit": MAX_SERIES}
        )
    now = timezone.now()
    number = before.number + 1 if before else 1
    content |= {
        "number": number,
        "registered_at": moment(now),
        "registered_by": user.pk if user else None,
        "follows": before.sha256 if before else None,
    }
    return Preregistration.objects.create(
        hypothesis=version.hypothesis, version=version, decision=decision, number=number,
        content=content, sha256=digest(content), user=user, created_at=now,
    )  # fmt: skip


# Verification: its hash, its row, and the rows that it was made from.

_SHOWN = 200


@dataclass(frozen=True)
class RegistrationVerification:
    """What was recomputed, and every difference."""

    registration: Preregistration
    sha256: str
    differences: tuple[RegistrationDifference, ...]

    @property
    def holds(self) -> bool:
        """Whether there is no difference."""
        return not self.differences

    def as_json(self) -> dict[str, Any]:
        """The verification as plain JSON."""
        return {
            "id": self.registration.pk,
            "hypothesis": self.registration.hypothesis_id,
            "number": self.registration.number,
            "holds": self.holds,
            "sha256": {"recorded": self.registration.sha256, "recomputed": self.sha256},
            "differences": [
                {"path": each.path, "recorded": each.recorded, "found": each.found}
                for each in self.differences
            ],
        }


def verify_preregistration(*, preregistration_id: int) -> RegistrationVerification:
    """Recompute the hash of what is stored, and read the rows that it was frozen from. Raises
    Missing.

    Gaps are not compared: they continue to be closed and reopened.
    """
    rows = Preregistration.objects.select_related("version__hypothesis", "decision")
    row = rows.filter(pk=preregistration_id).first()
    if row is None:
        raise Missing(_("there is no pre-registration %(id)s") % {"id": preregistration_id})
    found = digest(row.content)
    differing = [*_hash(row, found), *_place(row), *_rows(row), *_chain(row)]
    return RegistrationVerification(row, found, tuple(differing))


def _hash(row: Preregistration, found: str) -> Iterator[RegistrationDifference]:
    if found != row.sha256:
        yield RegistrationDifference("sha256", row.sha256, found)


def _place(row: Preregistration) -> Iterator[RegistrationDifference]:
    """The row's values beside the content; a deleted account counts as none."""
    by = row.content.get("registered_by")
    found = {
        "number": row.number,
        "registered_at": moment(row.created_at),
        "registered_by": by if row.user_id is None else row.user_id,
    }
    yield from differences({name: row.content.get(name) for name in found}, found)


def _rows(row: Preregistration) -> Iterator[RegistrationDifference]:
    """The version, its elements, the idea and the decision, as they are now."""
    found = substance(row.version, row.decision, row.content.get("format", 1))
    yield from differences({name: row.content.get(name) for name in found}, found)


def _chain(row: Preregistration) -> Iterator[RegistrationDifference]:
    """The one before it: its hash is part of the content."""
    before = Preregistration.objects.filter(hypothesis=row.hypothesis_id, number=row.number - 1)
    found = before.values_list("sha256", flat=True).first()
    yield from differences({"follows": row.content.get("follows")}, {"follows": found})


def sentence(difference: RegistrationDifference) -> str:
    """A difference for a person to read."""
    return _("%(path)s: recorded %(recorded)s, found %(found)s") % {
        "path": difference.path,
        "recorded": _quoted(difference.recorded),
        "found": _quoted(difference.found),
    }


def _quoted(value: Any) -> str:
    text = "–" if value is None else str(value)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


# Deviations: parts of a hypothesis that differ from its pre-registration.


def deviations_of(hypothesis: Hypothesis) -> list[Deviation]:
    """How a hypothesis, read `with_history`, differs from its first pre-registration."""
    series = list(hypothesis.preregistrations.all())
    if not series:
        return []
    versions, decisions = list(hypothesis.versions.all()), list(hypothesis.decisions.all())
    return _compared(series, versions, [d for d in decisions if d.current])


def deviations_at(series: Sequence[Preregistration], at: datetime) -> list[Deviation]:
    """How a hypothesis differed at a moment, from the first of its pre-registrations."""
    versions = Version.objects.filter(hypothesis=series[0].hypothesis_id, created_at__lte=at)
    rows = [row for row in series if row.created_at <= at]
    return _compared(rows or series, list(versions.prefetch_related("elements")), [])


def _compared(
    series: Sequence[Preregistration], versions: Sequence[Version], decisions: Sequence[Decision]
) -> list[Deviation]:
    first, amendments = series[0], {row.number: parts_of(row.content) for row in series[1:]}
    frozen = parts_of(first.content)
    after = first.content["version"]["number"]
    stands = [_stand(version) for version in versions if version.number >= after]
    decided = [Stand(d.created_at, {"decision": d.after}) for d in decisions]
    return [
        *registration.deviations(frozen, stands, amendments),
        *registration.deviations(frozen, decided, amendments),
    ]


def _stand(version: Version) -> Stand:
    elements = [
        {"kind": e.kind, "text": e.text, "origin": e.origin} for e in version.elements.all()
    ]
    return Stand(version.created_at, version_parts(version.question, elements), version.number)


def deviation_row(deviation: Deviation) -> dict[str, Any]:
    """A deviation as plain JSON."""
    return {
        "part": deviation.part,
        "from": deviation.before or None,
        "to": deviation.after or None,
        "at": moment(deviation.at),
        "version": deviation.version,
        "declared_in": deviation.declared,
    }


def part_name(part: str) -> str:
    """A part in the reader's language."""
    kind = part.removeprefix("origin:")
    names = {"question": _("question"), "decision": _("decision"), **ELEMENT_NAMES}
    name = str(names.get(kind, kind))
    return name if kind == part else _("origin: %(part)s") % {"part": name}


def value_name(part: str, value: str) -> str:
    """A part's value: codes translated, words as they are."""
    if part == "decision":
        return str(dict(Decision.Outcome.choices).get(value, value))
    if part.startswith("origin:"):
        return str(dict(Element.Origin.choices).get(value, value))
    return value
