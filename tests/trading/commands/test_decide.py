"""`manage.py decide` on strategies."""

from __future__ import annotations

import getpass
import json

import pytest
from django.core.management import CommandError

from tests.hypotheses.helpers import command
from tests.people import person
from tests.trading.desk import developed
from tests.trading.services.inline import InlinePool, stored
from trading.models import Strategy

pytestmark = pytest.mark.django_db


@pytest.fixture
def strategy() -> Strategy:
    return developed(person("ana"))


def decide(strategy: Strategy, *arguments: object) -> tuple[str, str]:
    return command("decide", f"strategy:{strategy.pk}", *arguments)


def test_accepting_says_which_variant(strategy):
    variant = strategy.variants.first()
    assert variant is not None
    out, _log = decide(strategy, "accept", "--variant", variant.pk, "--reason", "good enough")
    row = strategy.decisions.get(current=True)
    assert (row.after, row.variant, row.actor) == ("ACCEPTED", variant, getpass.getuser())
    assert f"=> ACCEPTED (human: {getpass.getuser()}) [{variant.pk}: {variant.name}]" in out
    assert "MAX_ITERATIONS (forced). No strategy for WALK" in out


def test_abandoning_as_an_account_prints_json(strategy):
    rita = person("rita", "reviewer")
    out, _log = decide(strategy, "abandon", "--reason", "no", "--user", "rita", "--json")
    found = json.loads(out)
    assert (found["id"], found["final_status"]) == (strategy.pk, "MAX_ITERATIONS")
    assert found["decisions"][-1] == {
        "source": "human", "who": "rita", "before": "MAX_ITERATIONS", "after": "ABANDONED",
        "variant": None, "variant_name": None, "reason": "no", "current": True,
    }  # fmt: skip
    assert strategy.decisions.get(current=True).user == rita


HIGHER = "--max-iterations 2 --max-strategy-iterations 2 --max-research-iterations 2".split()


@pytest.mark.parametrize("arguments", [("again", "--reason", "momentum"),
                                       ("extend", *HIGHER, "--reason", "close")])  # fmt: skip
def test_it_goes_on_here_and_now(strategy, arguments, monkeypatch):
    monkeypatch.setattr("trading.backtest.pool.Pool", InlinePool)
    out, log = decide(strategy, *arguments)
    assert strategy.iterations.count() == 2
    assert "step quality_gate" in log
    assert out.count("(forced)") + out.count("(agent)") == 2


BAD = {
    "no variant": (("accept", "--reason", "x"), "accept needs the variant"),
    "another's variant": (("accept", "--variant", "9999", "--reason", "x"), "has no variant 9999"),
    "no limit": (("extend", "--reason", "x"), "extend needs a limit"),
    "a limit out of range": (("extend", "--max-iterations", "0", "--reason", "x"), "from 1 to 100"),
    "an outcome of hypotheses": (("approve", "--reason", "x"), "no decision on a strategy; there"),
    "an option of another outcome": (
        ("abandon", "--variant", "1", "--reason", "x"), "--variant does not go with abandon",
    ),
    "no reason": (("abandon",), "required: --reason"),
    "an empty reason": (("abandon", "--reason", " "), "needs a reason"),
    "a researcher": (("abandon", "--reason", "x", "--user", "eva"), "only a reviewer"),
    "nobody": (("abandon", "--reason", "x", "--user", "nobody"), "there is no user 'nobody'"),
}  # fmt: skip


def test_what_cannot_be_done_is_one_line_and_nothing_is_written(strategy):
    person("eva")
    before = stored()
    for name, (arguments, message) in BAD.items():
        with pytest.raises(CommandError, match=message) as caught:
            decide(strategy, *arguments)
        assert "\n" not in str(caught.value), name
        assert stored() == before, name


@pytest.mark.parametrize("subject", ["strategy:", "strategy:x", "spec:1", ":1", "-", "strategy:-1"])
def test_a_subject_that_is_none_is_told_what_there_is(subject):
    with pytest.raises(CommandError, match="hypothesis:NUMBER, strategy:NUMBER"):
        command("decide", subject, "abandon", "--reason", "x")


def test_a_strategy_that_is_not_there():
    with pytest.raises(CommandError, match="there is no strategy 404"):
        command("decide", "strategy:404", "abandon", "--reason", "x")


def test_options_of_strategies_do_not_go_with_hypotheses():
    with pytest.raises(CommandError, match="--variant does not go with approve on a hypothesis"):
        command("decide", "7", "approve", "--variant", "1", "--reason", "x")


def test_help_names_every_outcome(capsys):
    with pytest.raises(SystemExit):
        command("decide", "--help")
    said = capsys.readouterr().out
    assert "manage.py decide strategy:NUMBER" in said
    for outcome in ("approve", "reject", "again", "accept", "abandon", "extend"):
        assert f"\n  {outcome} " in said
