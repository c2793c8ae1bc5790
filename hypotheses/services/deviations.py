"""What of a hypothesis is no longer as it was pre-registered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from hypotheses.domain import registration
from hypotheses.domain.registration import Deviation, Stand, parts_of, version_parts
from hypotheses.models import ELEMENT_NAMES, Decision, Element, Hypothesis, Preregistration, Version
from hypotheses.services.preregister import moment


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
    told = [row for row in series if row.created_at <= at]
    return _compared(told or series, list(versions.prefetch_related("elements")), [])


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


def told(deviation: Deviation) -> dict[str, Any]:
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
    """A part's value: codes in the reader's language, words as they stand."""
    if part == "decision":
        return str(dict(Decision.Outcome.choices).get(value, value))
    if part.startswith("origin:"):
        return str(dict(Element.Origin.choices).get(value, value))
    return value
