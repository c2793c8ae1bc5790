"""Archived is hidden and kept; erased is gone but for anonymous decisions."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection

from config.desk.refusals import Conflict, NotAllowed
from config.runs.execution import execute
from config.runs.models import LlmCall, Run
from hypotheses.domain.claim import SLOTS, Claim, Slot
from hypotheses.models import Hypothesis, Note
from hypotheses.services.answers import answer_clarifications, edit_question
from hypotheses.services.archive import (
    ERASED,
    archive_hypothesis,
    erase_hypothesis,
    restore_hypothesis,
)
from hypotheses.services.review import one_more_round, override_decision
from hypotheses.services.submit import submit_hypothesis, submit_split
from tests.hypotheses.helpers import FORCED, last_run, refined
from tests.hypotheses.recorded import recorded
from tests.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> User:
    return User.objects.create_user("ana")


@pytest.fixture
def root() -> User:
    return person("root", "admin")


def test_an_archived_one_is_kept_and_comes_back(ana) -> None:
    hypothesis = refined(FORCED["en"], user=ana)
    archive_hypothesis(hypothesis_id=hypothesis.pk, user=ana)
    assert not Hypothesis.objects.not_archived().exists()
    assert Hypothesis.objects.get().versions.count() == 3
    restore_hypothesis(hypothesis_id=hypothesis.pk, user=ana)
    assert Hypothesis.objects.not_archived().get() == hypothesis


def test_nobody_archives_anothers_but_an_admin(ana, root) -> None:
    hypothesis = refined(FORCED["en"], user=ana)
    with pytest.raises(NotAllowed):
        archive_hypothesis(hypothesis_id=hypothesis.pk, user=User.objects.create_user("eva"))
    assert archive_hypothesis(hypothesis_id=hypothesis.pk, user=root).archived_at


def test_it_is_archived_once_and_not_while_a_run_works(ana) -> None:
    queued = submit_hypothesis(text=FORCED["en"], user=ana, wake=False).hypothesis
    with pytest.raises(Conflict, match="wait for it or cancel it"):
        archive_hypothesis(hypothesis_id=queued.pk, user=ana)
    done = refined(FORCED["pt"], user=ana)
    archive_hypothesis(hypothesis_id=done.pk, user=ana)
    with pytest.raises(Conflict, match="archived already"):
        archive_hypothesis(hypothesis_id=done.pk, user=ana)


def test_an_archived_one_is_not_decided_on(ana, root) -> None:
    hypothesis = refined(FORCED["en"], user=ana)
    archive_hypothesis(hypothesis_id=hypothesis.pk, user=ana)
    with pytest.raises(Conflict, match="restore it first"):
        override_decision(hypothesis_id=hypothesis.pk, outcome="approved", reason="fine", user=root)


SECRETS = ("zebra", "quagga", "okapi", "tapir", "gnu")


def everything() -> str:
    """All that the tables hold, whatever app they belong to, as text."""
    tables: list[str] = connection.introspection.table_names()
    found = []
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608
            found += [str(value) for row in cursor.fetchall() for value in row]
    return "\n".join(found).lower()


def test_erasing_leaves_no_word_and_no_person(ana, root) -> None:
    hypothesis = refined("How does X impact Y in Zebra herds?", user=ana)
    run = answer_clarifications(
        hypothesis_id=hypothesis.pk, answers={"metrics": "the quagga index"}, user=ana
    )
    LlmCall.objects.create(
        run=run, prompt="p", prompt_hash="h", model="m", raw="tapir", cost_usd=1, tokens_in=5
    )
    execute(run.pk)
    again = one_more_round(hypothesis_id=hypothesis.pk, guidance="name the okapi", user=root)
    execute(again.pk)
    override_decision(hypothesis_id=hypothesis.pk, outcome="approved", reason="gnu", user=root)
    before = list(hypothesis.decisions.values_list("source", "before", "after", "created_at"))
    assert [secret for secret in SECRETS if secret not in everything()] == []

    erase_hypothesis(hypothesis_id=hypothesis.pk, user=root)

    assert [secret for secret in SECRETS if secret in everything()] == []
    erased = Hypothesis.objects.get()
    assert (erased.text, erased.owner, bool(erased.erased_at)) == (ERASED, None, True)
    kept = hypothesis.decisions.all()
    assert [(d.source, d.before, d.after, d.created_at) for d in kept] == before
    assert {(d.user, d.actor, d.reason) for d in kept} == {(None, "", ERASED)}
    assert not Run.objects.exclude(created_by=None).exists()
    call = LlmCall.objects.get()
    assert (call.tokens_in, float(call.cost_usd)) == (5, 1.0)


def test_erasing_leaves_no_word_in_any_column_of_any_table(ana, root) -> None:
    told = "narwhal"
    claim = Claim("causal", "increase", relation=f"{told} rel", hedges=(f"{told} hedge",))
    for name in SLOTS:
        claim = claim.with_slot(name, Slot(f"{told} {name}"))
    hypothesis = recorded(
        f"{told} text", claim, user=ana, question=f"{told} question", forced=True,
        asks={"measure": f"{told} ask"},
        proposals=[{"slot": "measure", "text": f"{told} p", "source": f"{told} source"}],
        notes=dict.fromkeys(Note.Kind.values, f"{told} note"),
        vetoes=[{"code": "popular_belief", "quote": told, "reason": f"{told} reason"}],
        gaps=[{"slot": "measure", "code": "missing", "gap": told, "closed_by": f"{told} words",
               "state": "closed"}],
        earlier=[claim],
    )  # fmt: skip
    edit_question(hypothesis_id=hypothesis.pk, question=f"Does the {told} eat fish?", user=ana)
    execute(last_run(hypothesis).pk)
    override_decision(hypothesis_id=hypothesis.pk, outcome="approved", reason=told, user=root)
    assert everything().count(told) > len(SLOTS) + 20

    erase_hypothesis(hypothesis_id=hypothesis.pk, user=root)

    assert told not in everything()
    rows = {model.__name__ for model in apps.get_app_config("hypotheses").get_models()
            if model._default_manager.exists()}  # fmt: skip
    assert rows == {"Hypothesis", "Version", "Decision"}


def test_only_an_admin_erases(ana) -> None:
    hypothesis = refined(FORCED["en"], user=ana)
    with pytest.raises(NotAllowed, match="only an admin"):
        erase_hypothesis(hypothesis_id=hypothesis.pk, user=ana)
    assert Hypothesis.objects.get().text == FORCED["en"]


def test_what_is_erased_stays_so(ana, root) -> None:
    hypothesis = refined(FORCED["en"], user=ana)
    erase_hypothesis(hypothesis_id=hypothesis.pk, user=root)
    with pytest.raises(Conflict, match="was erased"):
        restore_hypothesis(hypothesis_id=hypothesis.pk, user=root)


def test_the_text_it_was_split_from_goes_with_it(ana, root) -> None:
    text = "TDD reduces bugs in teams; coffee improves memory in students"
    first, second = submit_split(text=text, user=ana, wake=False)
    execute(first.run.pk)
    assert Hypothesis.objects.filter(split_from=text).count() == 2
    erase_hypothesis(hypothesis_id=first.hypothesis.pk, user=root)
    assert not Hypothesis.objects.exclude(split_from="").exists()
    assert Hypothesis.objects.get(pk=second.hypothesis.pk).text.startswith("coffee")
