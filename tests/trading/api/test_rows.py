"""Variants, findings, lessons, profiles, saved specs and files, as they are read and curated."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from tests.api import client, wrong
from tests.people import person
from tests.trading.api.conftest import ended
from tests.trading.desk import developed
from tests.trading.helpers import HOLDOUT_SHARPE, make_gates, make_holdout, make_variant
from trading.models import GateProfile, LessonEdit, SavedSpec, Strategy
from trading.strategies.templates import template

pytestmark = pytest.mark.django_db
API = "/api/v1"
SPEC = template("rsi_reversion").make().document()
GATE = {"name": "sharpe_ratio", "segment": "validation", "operator": ">=", "threshold": 1.0,
        "soft": 0.0, "weight": 1.0, "required": True}  # fmt: skip


def read(user: User, path: str, **query: Any) -> Any:
    answer = client(user).get(f"{API}{path}", query)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_variant_tells_its_rules_gates_and_figures(ana: User, strategy: Strategy) -> None:
    row = strategy.variants.get()
    told = read(ana, f"/variants/{row.pk}/")
    assert (told["spec"], told["parameters"], told["parent"]) == (row.spec, {"length": 14}, None)
    assert [gate["name"] for gate in told["gates"]][:2] == ["sharpe_ratio", "max_drawdown"]
    gate = told["gates"][2]
    assert (gate["passed"], gate["threshold"], gate["score"]) == (True, 0.5, 1.0)
    assert set(told["backtests"]) == {"train", "validation"}
    assert told["findings"] == [strategy.findings.get().pk]
    assert (told["sharpe_ratio"], told["passed"]) == (0.42, False)


def test_the_holdout_is_told_only_when_it_was_opened(ana: User, strategy: Strategy) -> None:
    row = strategy.variants.get()
    before = json.dumps(read(ana, f"/variants/{row.pk}/"))
    assert str(HOLDOUT_SHARPE) not in before
    make_holdout(row)
    holdout = read(ana, f"/variants/{row.pk}/")["backtests"]["holdout"]
    assert holdout["opening"] is not None
    assert holdout["metrics"]["sharpe_ratio"] == HOLDOUT_SHARPE


def test_a_variant_s_script_is_python(ana: User, strategy: Strategy) -> None:
    answer = client(ana).get(f"{API}/variants/{strategy.variants.get().pk}/script/")
    assert answer["Content-Type"] == "text/x-python; charset=utf-8"
    assert answer.content == b"import backtesting\n"


def test_a_variant_s_series_are_recomputed(ana: User) -> None:
    strategy = developed(user=ana)
    row = strategy.variants.earliest("pk")
    told = read(ana, f"/variants/{row.pk}/series/")
    assert told["variant"] == row.pk
    assert told["verified"] is True
    assert read(ana, f"/variants/{row.pk}/")["series"].endswith(f"/variants/{row.pk}/series/")


def test_variants_are_found_and_ordered(ana: User, strategy: Strategy) -> None:
    first = strategy.variants.get()
    best = make_variant(strategy, iteration=2, approach="trend", parent=first)
    best.backtests.create(segment="validation", engine="kernel", sharpe_ratio=2.0)
    make_gates(best, **{each.name: 1.0 for each in first.gates.all()})
    cases = {
        ("strategy", str(strategy.pk)): [best.pk, first.pk],
        ("iteration", "2"): [best.pk],
        ("approach", "trend"): [best.pk],
        ("passed", "true"): [best.pk],
        ("passed", "false"): [first.pk],
        ("ordering", "sharpe_ratio"): [first.pk, best.pk],
        ("ordering", "-gate_score"): [best.pk, first.pk],
    }
    found = {
        (name, value): [row["id"] for row in read(ana, "/variants/", **{name: value})["results"]]
        for name, value in cases
    }
    assert found == cases
    nested = read(ana, f"/strategies/{strategy.pk}/variants/", passed="true")["results"]
    assert [row["id"] for row in nested] == [best.pk]


def test_findings_are_found(ana: User, strategy: Strategy) -> None:
    row = strategy.findings.get()
    for query, count in (
        ({"strategy": strategy.pk}, 1),
        ({"agent": "trend"}, 0),
        ({"domain": "technical", "status": "OK", "significant": "true"}, 1),
        ({"significant": "false"}, 0),
        ({"q": "followed opposite"}, 1),
        ({"q": "followed by nothing"}, 0),
    ):
        assert read(ana, "/findings/", **query)["count"] == count
    told = read(ana, f"/findings/{row.pk}/")
    assert (told["value"], told["params"], told["p_value"]) == (-0.081234, {"lag": 1}, 0.0004)
    assert read(ana, f"/strategies/{strategy.pk}/findings/")["results"] == [told]


def test_the_experiment_log_is_told_round_by_round(ana: User) -> None:
    strategy = ended(ana, rounds=3)
    told = read(ana, f"/strategies/{strategy.pk}/experiments/", page_size=2)
    assert (told["count"], [row["iteration"] for row in told["results"]]) == (3, [1, 2])


def lines(user: User, strategy: Strategy, name: str) -> list[str]:
    answer = client(user).get(f"{API}/strategies/{strategy.pk}/exports/{name}")
    assert answer.status_code == 200
    assert name.replace(".", ".") in answer["Content-Disposition"]
    return b"".join(answer.streaming_content).decode().splitlines()


def test_files_have_a_line_a_row_and_no_formula(ana: User) -> None:
    strategy = ended(ana, rounds=2)
    strategy.variants.filter(iteration=1).update(name="=HYPERLINK(1)")
    make_holdout(strategy.variants.earliest("pk"))
    rounds = [json.loads(line) for line in lines(ana, strategy, "experiments.jsonl")]
    assert [row["iteration"] for row in rounds] == [1, 2]
    findings = [json.loads(line) for line in lines(ana, strategy, "findings.jsonl")]
    assert [row["agent"] for row in findings] == ["momentum"]
    trials = list(csv.DictReader(lines(ana, strategy, "trials.csv")))
    assert trials[0]["parameters"] == '{"length": 2}'
    assert len(trials) == 4
    variants = list(csv.DictReader(lines(ana, strategy, "variants.csv")))
    assert [row["name"][:3] for row in variants] == ["'=H", "RSI"]
    assert variants[0]["validation_sharpe_ratio"] == "0.42"
    assert not any("holdout" in name for name in variants[0])


def test_a_file_comes_whatever_is_accepted_and_its_errors_are_json(
    ana: User, strategy: Strategy
) -> None:
    url = f"{API}/strategies/{strategy.pk}/exports/trials.csv"
    answer = client(ana).get(url, headers={"Accept": "text/csv"})
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    other = client(person("zoe")).get(url, headers={"Accept": "text/csv"})
    wrong(other, 404, "not_found")


def test_a_lesson_is_curated_by_reviewers(ana: User, rita: User, strategy: Strategy) -> None:
    lesson = strategy.lessons.earliest("pk")
    path = f"{API}/lessons/{lesson.pk}/"
    api = client(rita)
    assert api.post(f"{path}pin/").json()["pinned"] is True
    late = api.post(f"{path}pin/")
    wrong(late, 409, "conflict")
    assert late.json()["current"] == {
        "lesson": lesson.pk,
        "pinned": True,
        "retired": False,
        "archived": False,
    }
    assert api.post(f"{path}unpin/").json()["pinned"] is False
    assert api.post(f"{path}retire/").json()["retired_at"]
    assert read(rita, "/lessons/", retired="true")["count"] == 1
    assert api.post(f"{path}restore/").json()["retired_at"] is None
    assert api.patch(path, {"text": "It turns too late."}).json()["text"] == "It turns too late."
    assert LessonEdit.objects.get().user == rita
    wrong(client(ana).post(f"{path}pin/"), 403, "permission_denied")
    assert api.patch(path, {"text": " "}).status_code == 400


def test_lessons_are_found_by_their_words(ana: User, strategy: Strategy) -> None:
    assert read(ana, "/lessons/", q="drawdown")["count"] >= 1
    for query in ({"q": "no lesson holds this"}, {"ticker": "IBM"}, {"pinned": "true"}):
        assert read(ana, "/lessons/", **query)["count"] == 0


def test_a_profile_is_written_by_admins_and_checked(ana: User, eva: User) -> None:
    api = client(eva)
    body = {"pass_score": 0.5, "criteria": [GATE]}
    made = api.post(f"{API}/gate-profiles/", {"name": "mild", **body})
    assert made.status_code == 201, made.json()
    assert made["Location"].endswith("/gate-profiles/mild/")
    assert made.json()["criteria"] == [GATE]
    wrong(api.post(f"{API}/gate-profiles/", {"name": "mild", **body}), 409, "conflict")
    other = {**body, "criteria": [{**GATE, "threshold": 2.0}, {**GATE, "name": "win_rate"}]}
    put = api.put(f"{API}/gate-profiles/mild/", other)
    assert [gate["name"] for gate in put.json()["criteria"]] == ["sharpe_ratio", "win_rate"]
    assert GateProfile.objects.get(name="mild").frozen().criteria[0].threshold == 2.0
    assert read(ana, "/gate-profiles/")["count"] == 4
    wrong(api.put(f"{API}/gate-profiles/none/", body), 404, "not_found")


@pytest.mark.parametrize(
    ("criteria", "code", "field"),
    [
        ([], "empty", "criteria.non_field_errors"),
        ([{**GATE, "soft": 2.0}], "soft_above", "criteria"),
        ([{**GATE, "weight": 0.0}], "weightless", "criteria"),
        ([GATE, GATE], "repeated", "criteria"),
        ([{**GATE, "required": False}], "optional", "criteria"),
        ([{**GATE, "segment": "trials"}], "elsewhere", "criteria"),
        ([{**GATE, "name": "win_rate", "threshold": 1.5}], "unreachable", "criteria"),
        ([{**GATE, "name": "beauty"}], "invalid_choice", "criteria.0.name"),
        ([{**GATE, "segment": "holdout"}], "invalid_choice", "criteria.0.segment"),
        ([{**GATE, "threshold": 1e300}], "max_value", "criteria.0.threshold"),
    ],
)
def test_a_profile_by_which_nothing_can_be_judged_is_refused(
    eva: User, criteria: list[Any], code: str, field: str
) -> None:
    body = {"pass_score": 0.5, "criteria": criteria}
    wrong(client(eva).put(f"{API}/gate-profiles/classic/", body), 400, code, field)
    assert GateProfile.objects.get(name="classic").criteria.count() == 7


def test_a_spec_is_kept_by_name_and_version(ana: User, strategy: Strategy) -> None:
    api, url = client(ana), f"{API}/specs/"
    variant = strategy.variants.get().pk
    first = api.post(url, {"name": "mine", "spec": SPEC, "variant": variant})
    assert first.status_code == 201, first.json()
    told = api.get(first["Location"]).json()
    assert (told["name"], told["version"], told["variant"]) == ("mine", 1, variant)
    second = api.post(url, {"name": "mine", "spec": {**SPEC, "description": "new"}})
    assert read(ana, "/specs/", newest="true")["results"][0]["id"] == second.json()["spec"]
    assert read(ana, "/specs/", newest="false")["count"] == 1
    assert read(ana, "/specs/", q="hers")["count"] == 0
    archived = api.post(f"{first['Location']}archive/")
    assert archived.json()["archived_at"]
    assert (read(ana, "/specs/")["count"], read(ana, "/specs/", archived="true")["count"]) == (0, 2)
    assert api.post(f"{first['Location']}restore/").status_code == 200


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"name": "", "spec": SPEC}, "refused", None),
        ({"name": "mine", "spec": {"name": "x", "direction": "up"}}, "unknown_choice",
         "spec.direction"),
        ({"name": "mine"}, "required", "spec"),
    ],
)  # fmt: skip
def test_what_is_no_spec_is_not_kept(
    ana: User, body: dict[str, Any], code: str, field: str | None
) -> None:
    errors = client(ana).post(f"{API}/specs/", body).json()["errors"]
    assert (code, field) in [(each["code"], each["attr"]) for each in errors]
    assert not SavedSpec.objects.exists()


def test_another_s_variant_is_named_by_nobody(ana: User, strategy: Strategy) -> None:
    body = {"name": "mine", "spec": SPEC, "variant": strategy.variants.get().pk}
    wrong(client(person("zoe")).post(f"{API}/specs/", body), 404, "not_found")
