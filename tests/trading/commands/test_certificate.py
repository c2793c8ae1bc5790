"""`manage.py certificate`, `verify_certificate` and `look`."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.trading.services.test_certificate import ended
from trading.models import SecondLook, Strategy

pytestmark = pytest.mark.django_db


@pytest.fixture
def strategy() -> Strategy:
    return ended()


def said(*told: Any) -> str:
    out = StringIO()
    call_command(*map(str, told), stdout=out)
    return out.getvalue()


@pytest.fixture
def file(strategy: Strategy, tmp_path: Path) -> Path:
    path = tmp_path / "certificate.json"
    path.write_text(said("certificate", strategy.pk, "--json"))
    return path


def test_what_is_printed_is_verified(file: Path):
    told = said("verify_certificate", file)
    assert "= SHA-256" in told
    assert "= figures.train" in told
    assert "!" not in told


def test_a_changed_figure_is_named_and_the_exit_code_is_1(file: Path):
    read = json.loads(file.read_text())
    read["document"]["gates"][0]["value"] = 9.5
    file.write_text(json.dumps(read))
    out = StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("verify_certificate", str(file), stdout=out)
    assert caught.value.returncode == 1
    assert "! SHA-256" in out.getvalue()
    assert "! gates.0.value: stated 9.5" in out.getvalue()


def test_a_foreign_file_is_a_mistake_of_usage(tmp_path: Path):
    path = tmp_path / "other.json"
    path.write_text("{}")
    with pytest.raises(CommandError) as caught:
        said("verify_certificate", path)
    assert caught.value.returncode == 2


def test_in_short_it_names_data_gates_looks_and_decisions(strategy: Strategy):
    told = said("certificate", strategy.pk)
    assert strategy.dataset.sha256 in told
    assert "second look" in told
    assert "it is spent" in told


def test_a_second_look_is_marked(strategy: Strategy):
    told = said("look", strategy.variants.get().pk, "--reason", "to be sure")
    assert "opened 2 times before" in told
    assert "no longer out-of-sample" in told
    assert SecondLook.objects.latest("pk").actor
    assert "to be sure" in json.dumps(json.loads(said("certificate", strategy.pk, "--json")))


def test_nobody_s_account_looks_at_nothing(strategy: Strategy):
    with pytest.raises(CommandError, match="no user"):
        said("look", strategy.variants.get().pk, "--reason", "x", "--user", "nobody")
    assert SecondLook.objects.count() == 1
