"""What an idea may be written in."""

from __future__ import annotations

import pytest

from config.text.validation import MESSAGES, TextError, clean_idea, clean_phrase, clean_words

LIMIT = 5_000
# Bad texts, each with the code of its message and a part of what it says.
BAD = {
    "empty": ("", "empty", "write it in a sentence"),
    "spaces": (" \n\t\u00a0\r\n", "empty", "write it in a sentence"),
    "only a zero-width space": ("\u200b", "empty", "write it in a sentence"),
    "only a byte order mark": ("\ufeff", "empty", "write it in a sentence"),
    "100 kB": ("a" * 100_000, "too_long", "the 5000 characters"),
    "one character too many": ("a" * 5_001, "too_long", "the 5000 characters"),
    "control": ("TDD reduces\x07 bugs", "control", "U+0007, character 12"),
    "escape": ("\x1b[31mred", "control", "U+001B, character 1"),
    "NUL": ("TDD\x00 reduces bugs", "control", "U+0000, character 4"),
    "C1 control": ("TDD\x85 reduces bugs", "control", "U+0085, character 4"),
    "emoji": ("TDD reduces bugs 🎉", "emoji", "🎉, character 18"),
    "older emoji": ("TDD takes ⏰ away", "emoji", "⏰, character 11"),
    "keycap": ("1\ufe0f\u20e3 TDD reduces bugs", "emoji", "character 2"),
    "HTML": ("TDD <b>reduces</b> bugs", "markup", "<b>, character 5"),
    "HTML with attributes": ("<img src=x onerror=alert(1)> bugs", "markup", "<img src=x"),
    "closing tag": ("bugs</p>", "markup", "</p>, character 5"),
    "comment": ("bugs <!-- no --> fall", "markup", "<!--, character 6"),
    "script": ("<script>alert(1)", "markup", "<script>, character 1"),
    "unclosed script": ("bugs <SCRIPT src=x", "markup", "<SCRIPT, character 6"),
    "lone surrogate": ("TDD \ud800 reduces bugs", "encoding", "character 5"),
    "invalid UTF-8": (b"TDD \xff bugs".decode(errors="surrogateescape"), "encoding", "character 5"),
    "digits only": ("12 345", "no_words", "no words"),
    "signs only": ("?!... ---", "no_words", "no words"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_text_gets_its_one_message(name: str) -> None:
    text, code, part = BAD[name]
    with pytest.raises(TextError) as caught:
        clean_idea(text, LIMIT)
    assert caught.value.code == code
    assert part in str(caught.value)


@pytest.mark.parametrize("name", BAD)
def test_a_message_is_one_short_printable_line(name: str) -> None:
    with pytest.raises(TextError) as caught:
        clean_idea(BAD[name][0], LIMIT)
    message = str(caught.value)
    assert len(message) < 150
    assert message.replace("\ufe0f", "").isprintable()


@pytest.mark.parametrize(
    "text",
    [
        "TDD reduces bugs (p<0.05)",
        "TDD reduces bugs, p < 0.05 and n > 30",
        "if BMI <LLN and age >65, falls rise",
        "a <b and c> d",
        "bugs fall by >= 5 % & stay <= 10",
        "café com açúcar – “à noite” – é pior…",
        "first line\nsecond line\tafter a tab",
        "Δ9-THC raises heart rate at 20 °C",
        "Кофе лучше чая",
    ],
)
def test_ordinary_text_is_taken_as_it_is(text: str) -> None:
    assert clean_idea(text, LIMIT) == text


def test_blanks_around_are_trimmed() -> None:
    assert clean_idea("\ufeff  TDD reduces bugs \r\n", LIMIT) == "TDD reduces bugs"


def test_decomposed_accents_are_composed() -> None:
    assert clean_idea("cafe\u0301 reduz o sono", LIMIT) == "café reduz o sono"


def test_a_text_at_the_limit_is_taken() -> None:
    assert len(clean_idea("a" * LIMIT, LIMIT)) == LIMIT


def test_a_text_of_many_half_tags_is_read_at_once() -> None:
    assert clean_idea("<a =" * 1_250, LIMIT)


def test_a_phrase_needs_no_letter() -> None:
    assert clean_phrase(" 2020-2023 ", LIMIT) == "2020-2023"


@pytest.mark.parametrize("text", ["<b>nurses</b>", "nurses 🎉"])
def test_a_phrase_holds_no_markup_and_no_emoji(text: str) -> None:
    with pytest.raises(TextError):
        clean_phrase(text, LIMIT)


def test_words_on_an_idea_may_be_free_in_form() -> None:
    assert clean_words("fine 👍\nsee <b>V2</b>", LIMIT) == "fine 👍\nsee <b>V2</b>"


@pytest.mark.parametrize("text", ["a\x00b", "a\ud800b", " ", "a" * 5_001])
def test_words_nobody_can_read_are_refused(text: str) -> None:
    with pytest.raises(TextError):
        clean_words(text, LIMIT)


def test_every_message_is_shown_to_occur() -> None:
    assert {code for _text, code, _part in BAD.values()} == set(MESSAGES)
