"""What a development recalls: the fitting lessons first, frozen, whatever the objective's words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from config.text_index import folded
from tests.people import person
from tests.trading.helpers import make_developed, make_strategy
from trading.memory import evidence_end, recall, remember
from trading.models import Lesson, MemorySnapshot, Strategy

pytestmark = pytest.mark.django_db
ASKED: dict[str, Any] = {
    "ticker": "AAPL",
    "objective": "rsi reversion",
    "frequency": "1d",
    "language": "en",
}


def lesson(strategy: Strategy, text: str, **fields: Any) -> Lesson:
    return Lesson.objects.create(
        **{
            "strategy": strategy,
            "kind": "lesson",
            "key": text,
            "ticker": "AAPL",
            "frequency": "1d",
            "code": "custom",
            "text": text,
            "words": folded(text),
            "language": "en",
            **fields,
        }
    )


def recalled(**changes: Any) -> list[str]:
    return [row["text"] for row in recall(**{**ASKED, **changes}).content]


@pytest.fixture
def strategy(db: None) -> Strategy:
    return make_strategy()


def test_the_ticker_comes_first_then_its_frequency_then_what_fits(strategy: Strategy) -> None:
    lesson(strategy, "rsi reversion elsewhere", ticker="IBM")
    lesson(strategy, "nothing in common")
    lesson(strategy, "rsi reversion weekly", frequency="1w")
    lesson(strategy, "reversion by the rsi")
    lesson(strategy, "momentum elsewhere", ticker="IBM")
    assert recalled() == [
        "reversion by the rsi",
        "nothing in common",
        "rsi reversion weekly",
        "rsi reversion elsewhere",
    ]


def test_pinned_lessons_come_first_and_always(strategy: Strategy) -> None:
    lesson(strategy, "reversion by the rsi")
    lesson(strategy, "costs matter", ticker="IBM", pinned=True)
    assert recalled() == ["costs matter", "reversion by the rsi"]


def test_a_retired_lesson_is_not_recalled(strategy: Strategy) -> None:
    lesson(strategy, "rsi reversion", retired_at=timezone.now())
    assert recalled() == []


def test_lessons_that_fit_alike_stand_in_the_order_they_were_written(strategy: Strategy) -> None:
    texts = [f"reversion {letter}" for letter in "dacb"]
    for text in texts:
        lesson(strategy, text)
    assert recalled() == texts


def test_accents_make_no_difference(strategy: Strategy) -> None:
    lesson(strategy, "reversão à média", ticker="IBM")
    assert recalled(objective="Reversao a MEDIA") == ["reversão à média"]
    assert recalled(objective="médiã") == ["reversão à média"]


def test_no_more_than_the_limit(strategy: Strategy) -> None:
    for number in range(5):
        lesson(strategy, f"reversion {number}")
    assert len(recalled(limit=2)) == 2


@pytest.mark.parametrize(
    "objective",
    ['"', "*", "NEAR(", 'rev"', "OR", "AND NOT", "words: x", "^a", "a\x00b", "-", "{a b}: c",
     "(", "'; DROP TABLE trading_lesson; --", "%s %(x)s", "²", "𝕏", "", "x" * 5_000,
     " ".join(map(str, range(2_000)))],
)  # fmt: skip
def test_an_objective_is_data(strategy: Strategy, objective: str) -> None:
    lesson(strategy, "kept")
    assert recalled(objective=objective) == ["kept"]


def test_a_word_of_the_syntax_is_searched_for_as_a_word(strategy: Strategy) -> None:
    lesson(strategy, "near the high", ticker="IBM")
    lesson(strategy, "gold or silver", ticker="IBM")
    assert recalled(objective='NEAR("gold" OR') == ["gold or silver", "near the high"]


def test_a_lesson_is_found_in_the_other_language_and_told_in_it() -> None:
    remember(strategy=make_developed(), state={})
    told = recalled(ticker="IBM", objective="reversão por IFR", language="pt")
    assert (
        "Em AAPL (dados diários), a reversão por IFR (RSI) falha pelo drawdown: 34%"
        in told[0] + told[1]
    )


def test_a_lesson_that_cannot_be_said_in_the_other_language_stays_as_it_is(
    strategy: Strategy,
) -> None:
    lesson(strategy, "an old lesson", code="drawdown", values={})
    assert recalled(language="pt") == ["an old lesson"]


def test_a_change_of_a_lesson_changes_what_it_is_found_by(strategy: Strategy) -> None:
    row = lesson(strategy, "gold", ticker="IBM")
    row.words = "silver"
    row.save()
    assert recalled(objective="gold") == []
    assert recalled(objective="silver") == ["gold"]
    row.delete()
    assert recalled(objective="silver") == []


def test_the_same_content_is_the_same_snapshot(strategy: Strategy) -> None:
    lesson(strategy, "reversion")
    first = recall(**ASKED)
    assert recall(**{**ASKED, "objective": "reversion again"}) == first
    lesson(strategy, "another reversion")
    assert recall(**ASKED).sha256 != first.sha256
    assert MemorySnapshot.objects.count() == 2


def test_a_snapshot_stays_as_it_was(strategy: Strategy) -> None:
    row = lesson(strategy, "reversion")
    snapshot = recall(**ASKED)
    row.delete()
    snapshot.refresh_from_db()
    assert [kept["text"] for kept in snapshot.content] == ["reversion"]


def test_an_empty_memory_has_its_snapshot_too(db: None) -> None:
    snapshot = recall(**ASKED)
    assert (snapshot.content, snapshot.trials, len(snapshot.sha256)) == ([], {}, 64)
    assert recall(**ASKED) == snapshot


def test_the_hash_covers_no_ids() -> None:
    """The same lessons of other strategies: another row, the same hash."""
    first = make_developed()
    remember(strategy=first, state={})
    before = recall(**ASKED)
    first.delete()
    remember(strategy=make_developed(), state={})
    after = recall(**ASKED)
    assert after.sha256 == before.sha256
    assert after != before


def test_what_several_left_is_recalled_once() -> None:
    for _time in range(2):
        remember(strategy=make_developed(), state={})
    assert len(recalled()) == 3
    assert sum(recall(**ASKED).trials.values()) == 8


def test_what_was_learned_from_later_bars_of_the_ticker_is_left_out(strategy: Strategy) -> None:
    cut = datetime(2008, 1, 1, tzinfo=UTC)
    lesson(strategy, "later", evidence_until=datetime(2010, 1, 1, tzinfo=UTC))
    lesson(strategy, "earlier", evidence_until=cut)
    lesson(strategy, "unknown")
    lesson(strategy, "rsi elsewhere", ticker="IBM")
    assert recalled(until=cut) == ["earlier", "rsi elsewhere"]


def test_a_lesson_says_until_when_its_evidence_goes(strategy: Strategy) -> None:
    developed = make_developed()
    remember(strategy=developed, state={})
    ends = set(developed.lessons.values_list("evidence_until", flat=True))
    assert ends == {evidence_end(developed)}
    assert evidence_end(developed) < developed.dataset.last_at


@pytest.mark.parametrize(("role", "seen"), [("researcher", ["own"]), ("reviewer", ["own", "all"])])
def test_lessons_come_from_strategies_that_one_may_see(role: str, seen: list[str]) -> None:
    ana = person("ana", role)
    lesson(make_strategy(owner=ana), "own")
    lesson(make_strategy(), "all")
    assert recalled(user=ana) == seen


def test_who_is_not_signed_in_recalls_nothing(strategy: Strategy) -> None:
    lesson(strategy, "rsi reversion")
    assert recalled(user=AnonymousUser()) == []
