"""From an approved hypothesis to a draft, and to a development that keeps the link."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from config.desk.refusals import Conflict, Missing
from hypotheses.domain.claim import Claim, Slot
from hypotheses.models import Hypothesis
from hypotheses.services.archive import archive_hypothesis, erase_hypothesis
from hypotheses.services.review import override_decision
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import FORCED, REFINED, refined
from tests.hypotheses.recorded import recorded
from tests.people import person
from tests.trading.services.inline import stored
from trading.domain.limits import MAX_OBJECTIVE_CHARACTERS
from trading.models import Strategy
from trading.services.decide import fork_development
from trading.services.hypothesis_draft import draft_from_hypothesis
from trading.services.submit import start_development

pytestmark = pytest.mark.django_db
ABOUT = (
    "In AAPL daily prices 2000-2010, does a long-only moving-average crossover yield a higher "
    "Sharpe ratio than buy-and-hold?"
)


@pytest.fixture
def ana() -> User:
    return person("ana")


CLAIM = Claim(
    "comparative",
    "increase",
    unit=Slot("AAPL daily prices"),
    bound=Slot("2000-2010"),
    exposure=Slot("a long-only moving-average crossover"),
    outcome=Slot("Sharpe ratio"),
    comparator=Slot("buy-and-hold"),
    counted=True,
)


def approved(
    text: str = ABOUT, owner: User | None = None, claim: Claim = CLAIM, language: str = "en"
) -> Hypothesis:
    return recorded(text, claim, user=owner, language=language, status="approved")


def test_ticker_dates_and_side_are_drawn_from_its_words(ana):
    hypothesis = approved(owner=ana)
    draft = draft_from_hypothesis(hypothesis_id=hypothesis.pk, user=ana)
    last = hypothesis.versions.latest("number")
    assert (draft.objective, draft.version, draft.language) == (last.question, last.number, "en")
    assert draft.ticker == "AAPL"
    assert draft.constraints == {
        "start": "2000-01-01", "end": "2010-12-31", "long_only": True,
    }  # fmt: skip
    assert [(one.field, one.words) for one in draft.sources] == [
        ("ticker", "AAPL"), ("start", "2000-2010"), ("end", "2000-2010"),
    ]  # fmt: skip


def test_what_it_does_not_say_is_left_to_the_person(ana):
    hypothesis = approved(REFINED["pt"], ana, language="pt")
    draft = draft_from_hypothesis(hypothesis_id=hypothesis.pk, user=ana)
    assert (draft.ticker, draft.constraints, draft.sources) == (None, {}, ())
    assert draft.language == "pt"


@pytest.mark.parametrize("act", [draft_from_hypothesis, start_development])
@pytest.mark.parametrize(
    ("slot", "said"),
    [
        (Slot("buy-and-hold", "suggested"), "settle first what hypothesis .* buy-and-hold"),
        (Slot("strategy B"), "leaves open: comparison .“strategy B”."),
        (None, "leaves open: comparison$"),
    ],
)
def test_nothing_is_built_upon_what_is_open_or_unconfirmed(act, slot, said, ana):
    hypothesis = approved(owner=ana, claim=CLAIM.with_slot("comparator", slot))
    override_decision(hypothesis_id=hypothesis.pk, outcome="approved", reason="fine")
    before = stored()
    with pytest.raises(Conflict, match=said):
        _asked(act, hypothesis.pk, ana)
    assert stored() == before


def test_a_draft_writes_nothing(ana):
    hypothesis = approved(owner=ana)
    before = stored()
    draft_from_hypothesis(hypothesis_id=hypothesis.pk, user=ana)
    assert stored() == before


def test_too_many_words_are_cut_between_two(ana):
    hypothesis = approved(owner=ana)
    hypothesis.versions.update(question="word " * MAX_OBJECTIVE_CHARACTERS)
    draft = draft_from_hypothesis(hypothesis_id=hypothesis.pk)
    assert draft.shortened
    assert len(draft.objective) <= MAX_OBJECTIVE_CHARACTERS
    assert draft.objective.endswith("word")


@pytest.mark.parametrize("act", [draft_from_hypothesis, start_development])
def test_only_an_approved_one_that_one_may_see_is_developed(act, ana):
    root = person("root", "admin")
    rejected = refined(FORCED["en"], user=ana)
    waiting = submit_hypothesis(text=REFINED["en"], user=ana, wake=False).hypothesis
    archived, erased = approved(owner=ana), approved(REFINED["en"], owner=ana)
    archive_hypothesis(hypothesis_id=archived.pk, user=ana)
    erase_hypothesis(hypothesis_id=erased.pk, user=root)
    others = approved(REFINED["pt"], owner=root)
    before = stored()

    for hypothesis, error, said in (
        (rejected, Conflict, "not approved"),
        (waiting, Conflict, "not approved"),
        (archived, Conflict, "archived"),
        (erased, Missing, "no hypothesis"),  # it is nobody's any more
        (others, Missing, "no hypothesis"),
    ):
        with pytest.raises(error, match=said):
            _asked(act, hypothesis.pk, ana)
    with pytest.raises(Missing):
        _asked(act, 404, ana)
    assert stored() == before


def _asked(act, pk: int, user: User) -> None:
    if act is start_development:
        act(ticker="AAPL", hypothesis=pk, user=user, wake=False)
    else:
        act(hypothesis_id=pk, user=user)


def test_the_link_is_kept_and_a_fork_keeps_it(ana):
    hypothesis = approved(owner=ana)
    first = start_development(
        ticker="AAPL", hypothesis=hypothesis.pk, user=ana, memory="none", wake=False
    ).strategy
    fork = fork_development(strategy_id=first.pk, memory="none", wake=False).strategy
    assert (first.hypothesis, fork.hypothesis) == (hypothesis, hypothesis)
    assert Strategy.objects.get(pk=first.pk).hypothesis_id == hypothesis.pk
