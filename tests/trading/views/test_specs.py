"""The spec editor: what is wrong in its place, what is kept, what is on record."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from tests.people import person
from tests.trading.helpers import make_strategy, make_variant
from tests.trading.storage.stored import dataset
from trading.models import HoldoutOpening, SavedSpec, SpecBacktest
from trading.presenting.specs import pretty_json
from trading.services.specs import archive_spec, save_spec
from trading.strategies.templates import TEMPLATES, template

pytestmark = pytest.mark.django_db
NEW = "/specs/new/"
SPEC = template("rsi_reversion").make().document()
TEXT = pretty_json(SPEC)


def window(name: str, role: str = "researcher") -> Client:
    client = Client()
    client.force_login(person(name, role))
    return client


@pytest.fixture
def ana() -> Client:
    return window("ana")


def owner(client: Client) -> Any:
    from django.contrib.auth.models import User

    return User.objects.get(pk=client.session["_auth_user_id"])


def send(client: Client, act: str, text: str = TEXT, url: str = NEW, **more: Any) -> Any:
    return client.post(url, {"text": text, "act": act, **more})


def shown(page: Any) -> str:
    return str(page.context["form"]["text"].value())


def test_without_any_the_list_says_how_to_begin(ana: Client) -> None:
    assert "No saved specs yet" in ana.get("/specs/").text


def test_the_list_has_the_newest_of_each_name_with_its_rules_in_words(ana: Client) -> None:
    for spec in (template("sma_long").make().document(), SPEC):
        row = save_spec(name="mine", spec=spec, user=owner(ana))
    page = ana.get("/specs/")
    (line,) = page.context["lines"]
    assert (line.row, line.row.version) == (row, 2)
    assert line.rules[0].startswith("Buys when")
    assert line.rules[0] in page.text.replace("&#x27;", "'")
    archive_spec(spec_id=row.pk, user=owner(ana))
    assert ana.get("/specs/").context["lines"] == []
    assert len(ana.get("/specs/?archived=only").context["lines"]) == 1


def test_the_list_is_searched_by_name_and_hash(ana: Client) -> None:
    row = save_spec(name="Turtles", spec=SPEC, user=owner(ana))
    for words, count in (("turt", 1), (row.spec_hash[:9], 1), ("hares", 0)):
        assert len(ana.get("/specs/", {"q": words}).context["lines"]) == count


def test_a_spec_says_which_strategies_tried_it(ana: Client) -> None:
    row = save_spec(name="mine", spec=SPEC, user=owner(ana))
    own, other = make_strategy(owner=owner(ana)), make_strategy(owner=person("zoe"))
    for strategy in (own, other):
        make_variant(strategy, spec_hash=row.spec_hash)
    assert ana.get("/specs/").context["lines"][0].tried == [own.pk]
    assert ana.get(f"/specs/{row.pk}/").context["tried"] == [own.pk]
    assert window("rita", "reviewer").get("/specs/").context["lines"][0].tried == [other.pk, own.pk]


def test_it_begins_with_a_sound_spec(ana: Client) -> None:
    page = ana.get(NEW)
    assert page.context["read"].faults == []
    assert "The rules in words" in page.text
    for each in TEMPLATES:
        assert f"?template={each.kind}" in page.text


def test_it_begins_with_what_the_address_names(ana: Client) -> None:
    strategy = make_strategy(owner=owner(ana))
    variant = make_variant(strategy, spec=SPEC)
    saved = save_spec(name="mine", spec=SPEC, user=owner(ana))
    turtles = template("donchian_breakout").make().document()
    assert json.loads(shown(ana.get(f"{NEW}?template=donchian_breakout"))) == turtles
    assert json.loads(shown(ana.get(f"{NEW}?variant={variant.pk}"))) == SPEC
    assert json.loads(shown(ana.get(f"{NEW}?spec={saved.pk}"))) == SPEC
    assert json.loads(shown(ana.get(f"/specs/{saved.pk}/"))) == SPEC


@pytest.mark.parametrize("asked", ["spec", "variant"])
@pytest.mark.parametrize("value", ["{pk}", "0", "x", "9" * 40])
def test_another_s_is_not_there(ana: Client, asked: str, value: str) -> None:
    zoe = person("zoe")
    spec = save_spec(name="hers", spec=SPEC, user=zoe)
    variant = make_variant(make_strategy(owner=zoe), spec=SPEC)
    pk = spec.pk if asked == "spec" else variant.pk
    assert ana.get(f"{NEW}?{asked}={value.format(pk=pk)}").status_code == 404
    assert ana.get(f"/specs/{spec.pk}/").status_code == 404


def test_each_fault_is_told_with_its_place_and_nothing_is_lost(ana: Client) -> None:
    text = '{"name": 3,\r\n "colour": "<b>red</b>"}'
    page = send(ana, "save", text, name="mine")
    assert page.status_code == 422
    places = [(fault.path, fault.line, fault.column) for fault in page.context["read"].faults]
    assert places == [("name", 1, 10), ("colour", 2, 2)]
    assert 'data-line="2" data-column="2"' in page.text
    assert "&lt;b&gt;red&lt;/b&gt;" in page.text
    assert not SavedSpec.objects.exists()


def test_faults_are_told_in_the_reader_s_language(ana: Client) -> None:
    ana.cookies["django_language"] = "pt-br"
    page = send(ana, "check", '{"name": 3}')
    with translation.override("pt-br"):
        assert page.context["read"].faults[0].message == "deve ser texto, não 3"


def test_the_part_beside_the_text_is_read_as_one_writes(ana: Client) -> None:
    wrong = ana.post("/specs/check/", {"text": "{"})
    assert "line 1, column 2" in wrong.text
    assert "<html" not in wrong.text
    right = ana.post("/specs/check/", {"text": TEXT})
    assert "nothing to mend" in right.text
    assert ana.get("/specs/check/").status_code == 405
    assert Client().post("/specs/check/", {"text": TEXT}).status_code == 302


@pytest.mark.parametrize("text", ["", "x" * 60_000, "x" * 200_000, "[" * 40_000, "\x00"])
def test_no_text_is_too_much(ana: Client, text: str) -> None:
    assert send(ana, "check", text).status_code == 422
    assert ana.post("/specs/check/", {"text": text}).status_code == 200


def test_what_is_kept_has_a_page_of_its_own(ana: Client) -> None:
    answer = send(ana, "save", name="mine")
    row = SavedSpec.objects.get()
    assert answer["Location"] == f"/specs/{row.pk}/"
    assert (row.name, row.spec, row.owner) == ("mine", SPEC, owner(ana))
    page = ana.get(answer["Location"])
    assert "saved as mine, version 1" in page.text
    other = json.dumps({**SPEC, "description": "another text"})
    assert send(ana, "save", other, url=answer["Location"], name="mine").status_code == 302
    page = ana.get(f"/specs/{SavedSpec.objects.latest('pk').pk}/")
    assert [each.version for each in page.context["versions"]] == [2, 1]


def test_without_a_name_the_spec_s_own_is_taken(ana: Client) -> None:
    send(ana, "save")
    assert SavedSpec.objects.get().name == SPEC["name"]


def test_a_spec_made_from_a_variant_names_it(ana: Client) -> None:
    own = make_variant(make_strategy(owner=owner(ana)), spec=SPEC)
    hers = make_variant(make_strategy(owner=person("zoe")), spec=SPEC)
    send(ana, "save", name="own", variant=own.pk)
    send(ana, "save", name="hers", variant=hers.pk)
    found = dict(SavedSpec.objects.values_list("name", "variant"))
    assert found == {"own": own.pk, "hers": None}


def test_developing_from_it_keeps_it_first(ana: Client) -> None:
    answer = send(ana, "develop", name="mine")
    assert answer["Location"] == f"/strategies/new/?spec={SavedSpec.objects.get().pk}"


def test_the_ticker_comes_along_from_the_variant_to_the_development(ana: Client) -> None:
    strategy = make_strategy(owner=owner(ana))
    variant = make_variant(strategy, spec=SPEC)
    page = ana.get(f"{NEW}?variant={variant.pk}")
    assert page.context["form"]["ticker"].value() == strategy.ticker
    answer = send(ana, "develop", ticker=strategy.ticker)
    assert answer["Location"].endswith(f"&ticker={strategy.ticker}")


def test_running_it_on_train_is_on_record(ana: Client) -> None:
    dataset()
    page = send(ana, "run", ticker="WALK")
    row = SpecBacktest.objects.get()
    assert page.status_code == 200
    assert (row.part, row.owner, row.metrics["bars"]) == ("train", owner(ana), 180)
    assert f"On record as backtest {row.pk}: a look at train" in page.text
    assert [look.row for look in page.context["looks"]] == [row]
    assert json.loads(shown(page)) == SPEC
    assert not HoldoutOpening.objects.exists()


def test_what_cannot_be_run_says_why_and_keeps_the_text(ana: Client, settings: Any) -> None:
    dataset()
    settings.BACKTEST_WEB_BARS = 100
    page = send(ana, "run", ticker="WALK")
    assert page.status_code == 422
    assert "manage.py backtest" in page.text
    assert json.loads(shown(page)) == SPEC
    assert send(ana, "run", ticker="NONE").status_code == 422
    assert not SpecBacktest.objects.exists()


def test_one_s_looks_are_one_s_own(ana: Client) -> None:
    dataset()
    send(ana, "run", ticker="WALK")
    assert send(window("zoe"), "check").context["looks"] == []
    assert len(send(window("rita", "reviewer"), "check").context["looks"]) == 1


def test_archiving_and_restoring(ana: Client) -> None:
    row = save_spec(name="mine", spec=SPEC, user=owner(ana))
    for act, archived in (("archive", True), ("restore", False)):
        assert ana.post(f"/specs/{row.pk}/{act}/").status_code == 302
        row.refresh_from_db()
        assert (row.archived_at is not None) == archived
    rita = window("rita", "reviewer")
    refused = rita.post(f"/specs/{row.pk}/archive/", follow=True)
    assert "by its owner or an admin" in refused.text
    assert window("zoe").post(f"/specs/{row.pk}/archive/").status_code == 404


def test_pages_ask_the_database_as_often_for_much_as_for_little(
    ana: Client, django_assert_max_num_queries: Any
) -> None:
    def asked(url: str) -> int:
        with django_assert_max_num_queries(30) as queries:
            assert ana.get(url).status_code == 200
        return len(queries)

    first = save_spec(name="spec 0", spec=SPEC, user=owner(ana))
    strategy = make_strategy(owner=owner(ana))
    make_variant(strategy, spec_hash=first.spec_hash)
    ana.get("/specs/")
    before = [asked(url) for url in ("/specs/", f"/specs/{first.pk}/", NEW)]
    for number in range(1, 6):
        save_spec(name=f"spec {number}", spec=SPEC, user=owner(ana))
        make_variant(strategy, index=number, spec_hash=first.spec_hash)
    save_spec(name="spec 0", spec=template("sma_long").make().document(), user=owner(ana))
    assert [asked(url) for url in ("/specs/", f"/specs/{first.pk}/", NEW)] == before
