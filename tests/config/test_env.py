"""The readers of the environment: a wrong value names its variable and what it takes."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from config import env
from config.env import SettingError
from tests.lab.settings import existing_folder

KEY = "k" * 50


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch):
    return lambda value: monkeypatch.setenv("X", value)


@pytest.mark.parametrize(
    ("read", "wrong", "takes"),
    [
        (lambda: env.boolean("X", False), "maybe", "true or false"),
        (lambda: env.integer("X", 1, 1, 9), "ten", "a whole number from 1 to 9"),
        (lambda: env.integer("X", 1, 1, 9), "10", "a whole number from 1 to 9"),
        (lambda: env.integer("X", 1, 1, 9), "0", "a whole number from 1 to 9"),
        (lambda: env.choice("X", "en", ["en", "pt-br"]), "fr", "one of en, pt-br"),
        (lambda: env.time_zone("X", "UTC"), "Mars/Base", "a time zone such as UTC"),
        (lambda: env.time_zone("X", "UTC"), "../etc/passwd", "a time zone such as UTC"),
        (lambda: env.folder("X", Path()), "/dev/null/x", "a folder that exists or can be made"),
    ],
)
def test_a_wrong_value_names_the_variable_and_what_it_takes(given, read, wrong, takes):
    given(wrong)
    with pytest.raises(SettingError) as error:
        read()
    assert str(error.value).startswith(f"X={wrong!r}: takes {takes}")


@pytest.mark.parametrize("value", ["1", "true", "YES", " on "])
def test_boolean_reads_yes(given, value):
    given(value)
    assert env.boolean("X", False) is True


@pytest.mark.parametrize("value", ["0", "False", "no", "OFF"])
def test_boolean_reads_no(given, value):
    given(value)
    assert env.boolean("X", True) is False


def test_an_empty_variable_counts_as_not_set(given):
    given("  ")
    assert env.integer("X", 7, 1, 9) == 7


@pytest.mark.parametrize("value", ["1", "9"])
def test_integer_bounds_are_included(given, value):
    given(value)
    assert env.integer("X", 5, 1, 9) == int(value)


def test_hosts_may_have_the_variable_of_their_key(given):
    given("A_API_KEY=Api.a.org, .b.org, B_API_KEY=.c.org")
    hosts, pairs = env.hosts("X", ["d.org"])
    assert hosts == ["api.a.org", ".b.org", ".c.org"]
    assert pairs == [("A_API_KEY", "api.a.org"), ("B_API_KEY", ".c.org")]


@pytest.mark.parametrize(
    "value", ["sk-secret=a.org", "A_API_KEY=", "=a.org", "A_API_KEY=*", "sk-secret=A_API_KEY=a.org"]
)
def test_a_host_with_no_variable_for_its_key_is_not_quoted(given, value):
    given(value)
    with pytest.raises(SettingError, match="host or VARIABLE=host") as error:
        env.hosts("X", [])
    assert value not in str(error.value)


KNOWN = {"timeout": env.Bounds(60, 1, 600), "price": env.Bounds(0.0, 0, 10)}


def test_numbers_that_are_not_given_keep_their_default(given):
    assert env.numbers("X", KNOWN) == {"timeout": 60, "price": 0.0}
    given("price = 0.15")
    assert env.numbers("X", KNOWN) == {"timeout": 60, "price": 0.15}


@pytest.mark.parametrize(
    ("value", "takes"),
    [
        ("timeout=1.5", "for timeout a whole number from 1 to 600"),
        ("timeout=601", "for timeout a whole number from 1 to 600"),
        ("price=nan", "for price a number from 0 to 10"),
        ("price", "for price a number from 0 to 10"),
        ("prices=1", "WORD=number between commas: timeout, price"),
    ],
)
def test_a_wrong_number_names_its_word_and_bounds(given, value, takes):
    given(value)
    with pytest.raises(SettingError) as error:
        env.numbers("X", KNOWN)
    assert str(error.value) == f"X={value!r}: takes {takes}"


def test_a_choice_may_have_a_detail(given):
    assert env.detailed_choice("X", ["words"], ["vectors"]) == ("words", "")
    given("vectors")
    assert env.detailed_choice("X", ["words"], ["vectors"]) == ("vectors", "")
    given("vectors:bge-m3:latest")
    assert env.detailed_choice("X", ["words"], ["vectors"]) == ("vectors", "bge-m3:latest")


@pytest.mark.parametrize("value", ["words:model", "vectors:", "vector"])
def test_a_detail_where_none_is_taken_is_refused(given, value):
    given(value)
    with pytest.raises(SettingError, match="one of words, vectors, vectors:DETAIL"):
        env.detailed_choice("X", ["words"], ["vectors"])


def test_words_stand_between_commas(given):
    given("a.example, b.example,,")
    assert env.words("X", []) == ["a.example", "b.example"]


def test_an_existing_folder_is_taken(given, tmp_path):
    given(str(tmp_path))
    assert existing_folder("X", tmp_path / "other") == tmp_path


def test_an_existing_folder_is_not_made(given, tmp_path):
    given(str(tmp_path / "new"))
    with pytest.raises(SettingError, match="takes a folder that exists"):
        existing_folder("X", tmp_path)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize("there", [True, False])
def test_the_default_of_an_existing_folder_may_be_absent(tmp_path, there):
    default = tmp_path if there else tmp_path / "absent"
    assert existing_folder("X", default) == (default if there else None)


def test_folder_is_made(given, tmp_path):
    given(str(tmp_path / "new" / "data"))
    assert env.folder("X", tmp_path).is_dir()


@pytest.mark.parametrize(
    "url",
    [
        "mysql://u:hidden@h/d",
        "sqlite:///",
        "sqlite:///:memory:",
        "hidden",
        "postgres://u:hidden@h:x/d",
    ],
)
def test_a_wrong_database_is_refused_without_quoting_it(given, url):
    given(url)
    with pytest.raises(SettingError, match="X='...': takes sqlite:///") as error:
        env.database("X", "")
    assert "hidden" not in str(error.value)


def test_a_database_url_becomes_djangos_settings(given):
    given("postgres://user:secret@db.example:5433/crivo")
    config = env.database("X", "")
    assert (config["ENGINE"], config["NAME"]) == ("django.db.backends.postgresql", "crivo")


def test_a_server_that_is_cut_off_is_given_up_unless_the_url_says_otherwise(given):
    given("postgres://user:secret@db.example/crivo?connect_timeout=3&sslmode=require")
    options = env.database("X", "")["OPTIONS"]
    assert (options["connect_timeout"], options["sslmode"]) == (3, "require")
    assert options["tcp_user_timeout"] == 30_000
    assert "idle_in_transaction_session_timeout" in options["options"]


class TestSecretKey:
    def test_a_given_key_is_used(self, given, tmp_path):
        given(KEY)
        assert env.secret_key("X", tmp_path / "key") == KEY

    def test_a_given_key_makes_no_file(self, given, tmp_path):
        given(KEY)
        env.secret_key("X", tmp_path / "key")
        assert not list(tmp_path.iterdir())

    def test_a_short_key_is_refused_without_quoting_it(self, given, tmp_path):
        given("hidden")
        with pytest.raises(SettingError, match="X='...': takes a secret of at least 50") as error:
            env.secret_key("X", tmp_path / "key")
        assert "hidden" not in str(error.value)

    def test_a_key_is_made_once_and_kept(self, tmp_path):
        first = env.secret_key("X", tmp_path / "key")
        assert env.secret_key("X", tmp_path / "key") == first

    def test_two_folders_have_two_keys(self, tmp_path):
        assert env.secret_key("X", tmp_path / "a") != env.secret_key("X", tmp_path / "b")

    def test_only_its_owner_can_read_the_file(self, tmp_path):
        old = os.umask(0)
        try:
            env.secret_key("X", tmp_path / "key")
        finally:
            os.umask(old)
        assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600

    def test_all_who_start_at_once_get_the_same_key(self, tmp_path):
        with ThreadPoolExecutor(16) as pool:
            keys = set(pool.map(lambda _: env.secret_key("X", tmp_path / "key"), range(64)))
        assert len(keys) == 1

    def test_no_draft_is_left_behind(self, tmp_path):
        env.secret_key("X", tmp_path / "key")
        assert [path.name for path in tmp_path.iterdir()] == ["key"]

    @pytest.mark.parametrize("content", ["", "short", "é" * 60])
    def test_a_file_that_holds_no_key_is_refused(self, tmp_path, content):
        (tmp_path / "key").write_text(content, encoding="utf-8")
        with pytest.raises(SettingError, match="takes a secret of at least 50 characters"):
            env.secret_key("X", tmp_path / "key")

    def test_a_folder_that_cannot_be_written_is_refused(self):
        with pytest.raises(SettingError, match="can be made and read"):
            env.secret_key("X", Path("/dev/null/key"))


def test_what_is_set_and_read_by_nothing_is_named(monkeypatch):
    monkeypatch.setenv("CRIVO_READ", "1")
    monkeypatch.setenv("CRIVO_OF_A_PROVIDER", "1")
    monkeypatch.setenv("CRIVO_GONE", "1")
    before = env.unread([])
    env.text("CRIVO_READ", "")
    assert set(before) - set(env.unread(["CRIVO_OF_A_PROVIDER"])) == {
        "CRIVO_READ",
        "CRIVO_OF_A_PROVIDER",
    }
    assert "CRIVO_GONE" in env.unread([])
    assert "CRIVO_TEST_DATABASE" not in env.unread([])


class TestModels:
    def test_variables_that_belong_together_are_all_set_or_none(self, monkeypatch):
        assert env.together("CRIVO_A", "CRIVO_B") == ["", ""]
        monkeypatch.setenv("CRIVO_A", "a")
        with pytest.raises(env.SettingError, match="CRIVO_B.*when CRIVO_A is set"):
            env.together("CRIVO_A", "CRIVO_B")
        monkeypatch.setenv("CRIVO_B", "b")
        assert env.together("CRIVO_A", "CRIVO_B") == ["a", "b"]

    def test_a_key_in_place_of_its_variable_is_not_quoted(self, monkeypatch):
        monkeypatch.setenv("CRIVO_A", "sk-planted")
        with pytest.raises(env.SettingError) as error:
            env.variable_name("CRIVO_A")
        assert "planted" not in str(error.value)

    def test_a_secret_is_read_when_it_is_asked_for(self, monkeypatch):
        assert env.secret("CRIVO_A") == ""
        monkeypatch.setenv("CRIVO_A", " now ")
        assert env.secret("CRIVO_A") == "now"


class TestRedis:
    @pytest.mark.parametrize(
        "url",
        [
            "http://u:hidden@h/0",
            "redis://",
            "redis://:hidden@h:x/0",
            "hidden",
            "redis://:hidden@:0",
        ],
    )
    def test_a_wrong_one_is_refused_without_quoting_it(self, given, url):
        given(url)
        with pytest.raises(SettingError, match="X='...': takes redis://") as error:
            env.redis("X")
        assert "hidden" not in str(error.value)

    def test_none_is_none(self, given):
        given("")
        assert env.redis("X") == ""

    def test_a_dead_server_holds_nobody_up(self, given):
        given("redis://:secret@broker:6380/2")
        assert env.redis("X") == (
            "redis://:secret@broker:6380/2?socket_connect_timeout=2&socket_timeout=5"
        )

    def test_limits_of_one_s_own_stand(self, given):
        given("redis://broker/0?socket_timeout=30")
        assert env.redis("X") == "redis://broker/0?socket_connect_timeout=2&socket_timeout=30"


def test_each_installation_has_a_queue_of_its_own():
    assert env.queue_name(KEY) == env.queue_name(KEY)
    assert env.queue_name(KEY) != env.queue_name("l" * 50)
    assert KEY not in env.queue_name(KEY)


class TestAnOptionalPart:
    def test_is_off_and_asks_for_nothing(self, given):
        given("")
        assert env.optional_part("X", "no-such-package") is False

    def test_is_on_with_its_package(self, given):
        given("true")
        assert env.optional_part("X", "django") is True

    def test_names_the_package_that_is_missing(self, given):
        given("true")
        with pytest.raises(SettingError, match="pip install .* no-such-package"):
            env.optional_part("X", "no-such-package")


class TestMail:
    def test_none_by_default(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.delenv("CRIVO_MAIL_URL", raising=False)
        assert env.mail("CRIVO_MAIL_URL") == {}

    @pytest.mark.parametrize(
        ("url", "port", "tls", "ssl"),
        [
            ("smtp://mail.example.org?from=a@b.org", 25, None, None),
            ("smtp+tls://crivo:p%40ss@mail.example.org/?from=a@b.org", 587, True, None),
            ("smtp+ssl://crivo:p@mail.example.org:2465/?from=a%40b.org", 2465, None, True),
        ],
    )
    def test_a_server(self, monkeypatch, url: str, port: int, tls: Any, ssl: Any):
        monkeypatch.setenv("CRIVO_MAIL_URL", url)
        found = env.mail("CRIVO_MAIL_URL")
        assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("mail.example.org", port)
        assert found["DEFAULT_FROM_EMAIL"] == "a@b.org"
        assert (found.get("EMAIL_USE_TLS"), found.get("EMAIL_USE_SSL")) == (tls, ssl)

    @pytest.mark.parametrize(
        "url",
        ["mail.example.org", "smtp://:secret@", "imap://h", "smtp://h:x", "smtp://u:secret@h",
         "smtp://u:secret@h/?from=crivo", "smtp://h/?from=a@b.org%0ABcc:c@d.org"],
    )  # fmt: skip
    def test_what_is_none_is_refused_and_never_quoted(self, monkeypatch, url: str):
        monkeypatch.setenv("CRIVO_MAIL_URL", url)
        with pytest.raises(env.SettingError, match="CRIVO_MAIL_URL=") as refused:
            env.mail("CRIVO_MAIL_URL")
        assert "secret" not in str(refused.value)
