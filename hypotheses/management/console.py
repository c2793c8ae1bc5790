"""A hypothesis as plain text; its decisions by `manage.py decide`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from config.runs.decision_subjects import Subject, TypedDecision
from config.runs.models import Run
from hypotheses.services.preregister import part_name
from hypotheses.services.report import hypothesis_report
from hypotheses.services.review import one_more_round, override_decision
from hypotheses.services.wording import condition_words, slot_name, wording


def as_text(report: dict[str, Any]) -> str:
    """A hypothesis for a person to read: each version, its gaps and what closed them."""
    lines = [
        _("hypothesis %(id)s (%(language)s, %(kind)s): %(text)s")
        % {
            "id": report["id"],
            "language": report["language"],
            "kind": report["input_kind"],
            "text": report["text"],
        }
    ]
    for version in report["versions"]:
        lines += _version(version, report["gaps"], report["language"])
    lines += _ending(report)
    return "\n".join(lines)


def _version(version: dict[str, Any], gaps: list[dict[str, Any]], language: str) -> Iterator[str]:
    number = version["number"]
    yield f"\n  V{number}  {version['question']}"
    review = version["review"]
    if review is None:
        return
    scores = " ".join(f"{_aspect(aspect)} {s['score']}/2" for aspect, s in review["scores"].items())
    yield f"      {scores}"
    for gap in gaps:
        if gap["closed_in"] == number:
            closure = {"aspect": _aspect(gap["aspect"]), "words": gap["closed_by"]}
            closed = (
                _("%(aspect)s closed by “%(words)s”")
                if closure["words"]
                else _("%(aspect)s closed")
            )
            yield f"      + {closed % closure}"
    for item in review["improvements"]:
        yield f"      - {_aspect(item['aspect'])}: {wording(item['gap'], language).text}"
        yield f"        {wording(item['suggestion'], language).text}"
    for veto in review["vetoes"]:
        yield f"      x {wording(veto['reason'], language).text}"
    for name, label in (("null", "H0"), ("alternative", "H1")):
        if text := version["claim"][name]:
            yield f"      {label}: {text}"


def _ending(report: dict[str, Any]) -> Iterator[str]:
    decision = next((d for d in report["decisions"] if d["current"]), None)
    yield ""
    if decision:
        yield f"  => {_outcome(report)}. {wording(decision['reason'], report['language']).text}"
    else:
        yield f"  => {_status(report['status'])}"
    for condition in report["conditions"] if report["status"] == "approved" else []:
        yield "     ? " + condition_words(condition["slot"], condition["text"])
    for ask in report["awaiting"]:
        yield (
            f"     ? {slot_name(ask['slot'])}: {wording(ask['question'], report['language']).text}"
        )
    claim = report["versions"][-1]["claim"] if report["versions"] else {}
    for text in claim.get("rivals", ()):
        yield "     ~ " + _("another explanation that you name, to be ruled out: “%(text)s”") % {
            "text": text
        }
    for text in report["siblings"]:
        yield "     & " + _("this sentence also claims: “%(text)s”; submit it with refine") % {
            "text": text
        }
    for row in report["preregistrations"]:
        yield "     " + _("pre-registration %(number)s of V%(version)s: SHA-256 %(hash)s") % {
            "number": row["number"],
            "version": row["version"],
            "hash": row["sha256"],
        }
    for each in report["deviations"]:
        yield "     " + _("deviates from the pre-registration: %(part)s") % {
            "part": part_name(each["part"])
        }
    for warning in report["warnings"]:
        yield "     " + _("warning: %(message)s") % {"message": warning["message"]}


def _outcome(report: dict[str, Any]) -> str:
    """The decision, and what it still waits for."""
    if report["waiting"]:
        return _("waiting for your answer")
    if report["status"] == "approved" and report["conditions"]:
        count = len(report["conditions"])
        return ngettext(
            "approved on %(count)s condition",
            "approved on %(count)s conditions",
            count,
        ) % {"count": count}
    return _status(report["status"]) + (" (" + _("forced") + ")" if report["forced"] else "")


def _aspect(name: str) -> str:
    return {
        "population": _("population"),
        "metrics": _("metrics"),
        "variables": _("variables"),
        "testability": _("testability"),
    }[name]


def _status(name: str) -> str:
    return {
        "approved": _("approved"),
        "rejected": _("rejected"),
        "failed": _("failed"),
        "cancelled": _("cancelled"),
        "queued": _("queued"),
        "running": _("running"),
    }.get(name, name)


# Decisions on a hypothesis by `manage.py decide`.

_OUTCOMES = {"approve": "approved", "reject": "rejected"}


def decide(typed: TypedDecision) -> Run | None:
    """Approve or reject; or start one more round and return its run."""
    who: dict[str, Any] = {
        "hypothesis_id": typed.number,
        "user": typed.user,
        "actor": typed.actor,
    }
    if typed.outcome == "again":
        return one_more_round(guidance=typed.reason, wake=False, **who)
    override_decision(outcome=_OUTCOMES[typed.outcome], reason=typed.reason, **who)
    return None


def report(number: int) -> dict[str, Any]:
    return hypothesis_report(hypothesis_id=number)


HYPOTHESIS = Subject(
    kind="hypothesis",
    title=gettext_lazy("hypothesis"),
    outcomes={
        "approve": gettext_lazy("approve it; open gaps are waived"),
        "reject": gettext_lazy("reject it"),
        "again": gettext_lazy("one more round, with the reason as guidance"),
    },
    decide=decide,
    report=report,
    as_text=as_text,
    numbered=True,
)
