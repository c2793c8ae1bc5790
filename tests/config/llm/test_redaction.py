"""The key is struck from all that a server sent, wherever a text is cut."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

import pytest

from config.llm.errors import ModelFailed
from config.llm.faults import RAW_CHARACTERS
from config.llm.redaction import MARK, Redactor
from config.llm.retry import Patience
from config.llm.store import TEXT, TracedStore
from config.llm.wire import MAX_BYTES
from tests.llm.server import Asked, FaultServer, Response

from .helpers import GOOD, ask, memory, provider

KEY = "sk-planted/9f3b+1c77d2e4A8Zq=0KmR7"
ONCE = Patience(attempts=1)
FAULTY = 1_000  # characters of what is wrong with an answer
ROW = 500  # characters of an error in a row


def left_of(key: str, text: str) -> set[str]:
    """The runs of eight characters of a key that a text holds."""
    return {key[at : at + 8] for at in range(len(key) - 7) if key[at : at + 8] in text}


def unicode_escaped(key: str) -> str:
    return "".join(f"\\u{ord(character):04x}" for character in key)


def entities(key: str) -> str:
    return "".join(f"&#x{ord(character):X};" for character in key)


ENCODINGS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "in a header": lambda key: f"Bearer {key}",
    "base64": lambda key: base64.b64encode(key.encode()).decode(),
    "base64 of a header": lambda key: base64.b64encode(f"Bearer {key}".encode()).decode(),
    "base64 with a user": lambda key: base64.b64encode(f"ab:{key}:".encode()).decode(),
    "base64 for addresses": lambda key: base64.urlsafe_b64encode(key.encode()).decode(),
    "address": lambda key: quote(key, safe=""),
    "address twice": lambda key: quote(quote(key, safe=""), safe=""),
    "json": lambda key: json.dumps(key).replace("/", "\\/"),
    "json escapes": unicode_escaped,
    "html": html.escape,
    "html entities": entities,
    "hex": lambda key: key.encode().hex(),
}


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("before", ["", "a", "ab", "the key: "])
def test_every_encoding_is_struck(name: str, before: str) -> None:
    sent = before + ENCODINGS[name](KEY)
    shown = Redactor(KEY).shown(f"{sent} is wrong", 500)

    assert MARK in shown
    assert not left_of(KEY, shown)
    assert shown.endswith(" is wrong")
    coded = ENCODINGS[name](KEY)
    assert not any(coded[at : at + 12] in shown for at in range(len(coded) - 11))


@pytest.mark.parametrize("length", [20, 150, 500])
def test_wherever_a_text_is_cut_no_part_is_left(length: int) -> None:
    redactor = Redactor(KEY)
    for offset in range(length - len(KEY) - 2, length + 2):
        text = "x" * max(0, offset) + KEY + " and more"
        assert not left_of(KEY, redactor.shown(text, length)), offset


def test_a_key_that_the_server_cut_is_struck() -> None:
    redactor = Redactor(KEY)
    for end in range(8, len(KEY)):
        assert not left_of(KEY, redactor.shown(f"wrong key {KEY[:end]}… see", 500))
        assert not left_of(KEY, redactor.shown(f"wrong key …{KEY[-end:]}, see", 500))


DECODED: dict[str, Callable[[str], str]] = {
    "address": unquote,
    "address twice": lambda text: unquote(unquote(text)),
    "json escapes": lambda text: re.sub(r"\\u(....)", lambda each: chr(int(each[1], 16)), text),
    "html entities": html.unescape,
    "hex": lambda text: bytes.fromhex(text[: len(text) // 2 * 2]).decode(errors="replace"),
    "base64": lambda text: base64.b64decode(text[: len(text) // 4 * 4]).decode(errors="replace"),
}


@pytest.mark.parametrize("name", DECODED)
def test_an_encoded_key_that_the_server_cut_is_struck(name: str) -> None:
    whole = ENCODINGS[name](KEY)
    for end in range(len(whole)):
        shown = Redactor(KEY).shown(whole[:end], 500).replace(MARK, "")
        assert not left_of(KEY, DECODED[name](shown)), end


def test_words_stay_as_they_are() -> None:
    assert Redactor(KEY).shown("sk-plan is no key", 500) == "sk-plan is no key"
    assert Redactor("none").shown("none of it", 500) == "none of it"
    assert Redactor("my-university-key").strike("a university") == "a university"


def test_an_answer_is_struck_after_its_escapes_are_read() -> None:
    value = {"why": [f"it is {KEY}", f"{KEY[:9]}\x00{KEY[9:]}"], KEY: 1}
    assert Redactor(KEY).answer(value) == {"why": ["it is [key]", "[key]"], "[key]": 1}


def error(text: str) -> Response:
    return Response({"error": {"message": text}}, 400)


def page(text: str) -> Response:
    return Response(text, 200, {"Content-Type": "text/html"})


def fault_list(text: str) -> Response:
    return Response({"detail": [{"loc": ["body", text], "msg": text}]}, 422)


def answer(text: str) -> Response:
    return Response({"choices": [{"message": {"content": json.dumps({**GOOD, "why": text})}}]})


def invalid(text: str) -> Response:
    return Response({"choices": [{"message": {"content": json.dumps({"status": text})}}]})


def refusal(text: str) -> Response:
    return Response({"choices": [{"message": {"content": None, "refusal": text}}]})


CUTS = [
    (error, 150), (page, 150), (fault_list, 150), (refusal, 150), (error, ROW), (invalid, FAULTY),
    (answer, FAULTY), (answer, TEXT), (page, TEXT), (page, RAW_CHARACTERS),
    (answer, RAW_CHARACTERS), (page, MAX_BYTES),
]  # fmt: skip


@pytest.mark.parametrize(("form", "cut"), CUTS)
def test_a_key_echoed_around_a_cut_leaves_nothing(
    monkeypatch: pytest.MonkeyPatch, form: Callable[[str], Response], cut: int
) -> None:
    """Over the real wire, at every offset: in what is stored, traced, raised and answered."""
    monkeypatch.setenv("TEST_API_KEY", KEY)
    step = 1 if cut < RAW_CHARACTERS else 5
    overhead = len(form("").sent)
    for offset in range(cut - len(KEY) - overhead - 3, cut + 3, step):
        text = ("word " * (offset // 5 + 1))[: max(0, offset)] + KEY + " and more"
        store = memory(cost="100000", tokens=10**12)
        trace: Any = Spy()

        def respond(asked: Asked, text: str = text) -> Response:
            return form(text)

        with FaultServer(always="custom") as server:
            server.respond = respond
            here = provider(server, key_env="TEST_API_KEY", max_tokens=100_000)
            traced: Any = TracedStore(store, trace, texts=True)
            try:
                found = repr(ask(here, traced, patience=ONCE))
            except ModelFailed as failed:
                found = f"{failed} {failed.values}"
        kept = found + repr(store.settled) + repr(store.unanswered) + repr(trace.facts)
        assert not left_of(KEY, kept), offset
        assert store.outcomes


class Spy:
    """Keeps what a trace is told."""

    def __init__(self) -> None:
        self.facts: list[Any] = []

    def begin(self, *facts: Any) -> int:
        self.facts.append(facts)
        return len(self.facts)

    def end(self, *facts: Any) -> None:
        self.facts.append(facts)
