"""The refinement run: how it is prepared, and how its end becomes a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.lazy_import import imports
from config.llm.analyst import Analyst
from config.runs.calls import asker_for
from config.runs.errors import WrongStatus
from config.runs.ledger import Ledger
from config.runs.models import Run
from config.runs.registry import Job, Outcome, RunKind
from hypotheses.analyst.edits import SLOT_NAMES
from hypotheses.domain.claim import Claim
from hypotheses.models import Hypothesis, Review, Version
from hypotheses.recorder import HypothesisRecorder
from hypotheses.services.submit import KIND
from hypotheses.services.wording import wording


def check_retry(run: Run) -> None:
    """Raises WrongStatus unless it is the last run of a hypothesis that is neither archived nor
    erased: later runs build on other versions."""
    hypothesis = Hypothesis.objects.get(pk=run.subject_id)
    named = {"run": run.pk, "id": hypothesis.pk}
    if hypothesis.erased_at:
        raise WrongStatus(_("hypothesis %(id)s was erased") % named)
    if hypothesis.archived_at:
        raise WrongStatus(_("hypothesis %(id)s is archived: restore it first") % named)
    if Run.objects.filter(kind=KIND, subject_id=hypothesis.pk, pk__gt=run.pk).exists():
        raise WrongStatus(
            _("run %(run)s is not the last of hypothesis %(id)s: a later one followed it") % named
        )


_PART_OF: dict[str, str] = {"unit": "population", "bound": "population"}
_ROUND_LIMIT = 1  # rounds after an answer or a reviewer's guidance


def prepare(run: Run, ledger: Ledger) -> Job:
    """The graph with the state this run starts from; writes nothing."""
    # LangGraph takes two seconds to import, and most commands do without it.
    with imports():
        from hypotheses.analyst.builtin import BuiltinAnalyst
        from hypotheses.graph import HypothesisContext, create_multi_agent_graph

    hypothesis = Hypothesis.objects.get(pk=run.subject_id)
    builtin = BuiltinAnalyst()
    analyst: Analyst = builtin
    asker = asker_for(ledger)
    if asker is not None:
        from hypotheses.model_analyst.analyst import ModelAnalyst

        analyst = ModelAnalyst(asker, builtin)
    context = HypothesisContext(
        analyst=analyst,
        steps=ledger,
        recorder=HypothesisRecorder(hypothesis.pk, run.pk),
    )
    graph, aclose = create_multi_agent_graph(), asker.aclose if asker else None
    return Job(graph, _state(hypothesis, run), context, aclose=aclose)


def _state(hypothesis: Hypothesis, run: Run) -> dict[str, Any]:
    state: dict[str, Any] = {
        "user_input": hypothesis.text,
        "language": hypothesis.language,
        "max_refinements": hypothesis.max_refinements,
    }
    if frame := _frame(run):
        state["frame"] = frame
    if "round" in run.params:
        limit = run.params["round"].get("limit", _ROUND_LIMIT)
        state |= {"max_refinements": limit, **_earlier(hypothesis, run)}
    return state


def _frame(run: Run) -> dict[str, Any]:
    """The author's frame; it came with the first run."""
    runs = Run.objects.filter(kind=KIND, subject_id=run.subject_id).order_by("pk")
    first = runs.values_list("params", flat=True).first() or {}
    return dict(first.get("frame", {}))


def _earlier(hypothesis: Hypothesis, run: Run) -> dict[str, Any]:
    """The results of the earlier rounds: versions up to the one that this run builds on."""
    number = run.params["round"]
    versions = list(hypothesis.versions.filter(number__lte=number["version"]).order_by("number"))
    last = versions[-1]
    reviewed = next((v for v in reversed(versions) if v.reviews.exists()), last)
    return {
        "input_kind": hypothesis.kind,
        "hypothesis_versions": [
            {"version": v.number, "question": v.question, "feedback": None} for v in versions
        ],
        "claim": last.claim.as_dict(),
        "filled": _filled(reviewed.claim),
        "gaps": number["gaps"],
        "answers": number.get("answers", {}),
        "declined": _declined(run),
        "guidance": number.get("guidance", ""),
        "person_question": _person_question(versions),
    }


def _filled(claim: Claim) -> list[str]:
    """The needed slots with words, as a review names them: unit and bound as one."""
    missing = {_PART_OF.get(name, name) for name in claim.missing}
    needed = dict.fromkeys(_PART_OF.get(name, name) for name in claim.needed)
    return [name for name in needed if name not in missing]


def _person_question(versions: list[Version]) -> str:
    """A person's newest own wording; empty if there is none beside the original idea."""
    edited = (v for v in reversed(versions) if v.number > 1 and v.origin == Version.Origin.USER)
    return next((version.question for version in edited), "")


def _rounds(run: Run) -> list[dict[str, Any]]:
    """The parameters of each completed round of the hypothesis, and of this one."""
    carried_out = Q(pk=run.pk) | Q(pk__lt=run.pk, status=Run.Status.DONE)
    runs = Run.objects.filter(carried_out, kind=KIND, subject_id=run.subject_id)
    params = runs.order_by("pk").values_list("params", flat=True)
    return [each["round"] for each in params if "round" in each]


def _declined(run: Run) -> list[str]:
    """The parts for which the author wants no suggestion: dropped, and not answered since."""
    number = run.params["round"]
    if not {"answers", "guidance"} & set(number):
        return []
    declined: set[str] = set()
    for each in _rounds(run):
        for name in each.get("answers", {}):
            declined -= set(SLOT_NAMES.get(name, (name,)))
        declined |= set(each.get("declined", []))
    return sorted(declined)


def finish(run: Run, state: Mapping[str, Any]) -> Outcome:
    """The decision, in the transaction that ends the run; without a verdict the run failed."""
    review = state.get("methodologist_output", {})
    if review.get("status") not in (Review.Status.APPROVED, Review.Status.REJECTED):
        return Outcome("failed", _("the review ended without a decision"))
    HypothesisRecorder(run.subject_id, run.pk).decided(
        number=state["hypothesis_versions"][-1]["version"],
        status=review["status"],
        forced=state["forced"],
        reason=review["justification"],
        asked_at=run.created_at,
    )
    return Outcome()


def result(run: Run) -> str:
    """The decision in force, and why."""
    hypothesis = Hypothesis.objects.get(pk=run.subject_id)
    decision = hypothesis.decisions.get(current=True)
    reason = wording(decision.reason, hypothesis.language).text
    return f"{decision.get_after_display()}. {reason}"


REFINEMENT = RunKind(
    KIND,
    prepare,
    finish,
    visible=Hypothesis.objects.visible_to,
    check_retry=check_retry,
    result=result,
    title=gettext_lazy("refinement"),
    page="hypothesis",
)
