"""Answers as models really write them: which are read, which are not, and what is noted."""

from __future__ import annotations

import json
import time
from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict

from config.llm.answers import Unreadable, read
from config.llm.redaction import Redactor
from config.llm.reply import ARGUMENTS, CONTENT, FAILED, REASONING, AnswerText


class Part(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kind: Literal["population", "metric"]
    text: str


class Review(BaseModel):
    """Like the schemas of the apps."""

    model_config = ConfigDict(extra="forbid")

    quote: str
    score: Literal[0, 1, 2]
    sound: bool
    parts: list[Part]
    count: int | None = None


GOOD: dict[str, Any] = {
    "quote": "in teams of eight",
    "score": 2,
    "sound": True,
    "parts": [{"kind": "metric", "text": "defects"}],
    "count": None,
}
EXPECTED = Review(**GOOD)
JSON = json.dumps(GOOD)
DRAFT = json.dumps({**GOOD, "quote": "a draft", "score": 0})


def answer(text: str, source: str = CONTENT) -> tuple[Review, tuple[str, ...]]:
    found = read([AnswerText(source, text)], Review)
    return found.value, found.mended


def changed(**changes: Any) -> str:
    return json.dumps({**GOOD, **changes})


AS_IT_IS = {
    "alone": JSON,
    "words and a fence": f"Here you are:\n```json\n{JSON}\n```\nAnything {{else}}?",
    "thoughts": f"<think>{DRAFT} maybe</think>\n{JSON}",
    "thoughts, no opening": f"{DRAFT} maybe</think>\n{JSON}",
    "thoughts, another spelling": f"<Thinking>{DRAFT} {{a}}</Thinking>{JSON}",
    "thoughts with attributes": f'<reasoning level="2">{DRAFT}</reasoning>{JSON}',
    "thoughts twice": f"<thought>{DRAFT}</thought> so <THOUGHT>{DRAFT}</THOUGHT>{JSON}",
    "Mistral's thoughts": f"[THINK]{DRAFT}[/THINK]{JSON}",
    "Kimi's thoughts": f"◁think▷{DRAFT}◁/think▷{JSON}",
    "Cohere's thoughts": f"<|START_THINKING|>{DRAFT}<|END_THINKING|>{JSON}",
    "Sky's thoughts": f"<|begin_of_thought|>{DRAFT}<|end_of_thought|>{JSON}",
    "Seed's thoughts": f"<seed:think>{DRAFT}</seed:think>{JSON}",
    "thoughts after it": f"{JSON}\n<think>done</think>",
    "harmony": f"<|channel|>analysis<|message|>{DRAFT}<|end|><|start|>assistant"
               f"<|channel|>final<|message|>{JSON}<|return|>",
    "harmony, a function": f"<|channel|>analysis<|message|>{DRAFT}<|end|><|start|>assistant"
               f"<|channel|>commentary to=functions.Review <|constrain|>json"
               f"<|message|>{JSON}<|call|>",
    "harmony without its marks": f"analysisWe need {DRAFT}assistantfinal{JSON}",
    "harmony, words before it": f"<|channel|>commentary<|message|>I plan {DRAFT}<|end|><|start|>"
               f"assistant<|channel|>final<|message|>{JSON}",
    "harmony in capitals": f"<|CHANNEL|>analysis<|MESSAGE|>{DRAFT}<|END|>"
               f"<|CHANNEL|>final<|MESSAGE|>{JSON}",
    "harmony, a mark left out": f"<|channel|>analysis<|message|>{DRAFT}<|end|><|start|>assistant"
               f"<|channel|>final{JSON}",
    "harmony, thoughts alone": f"<|channel|>analysis<|message|>{DRAFT} or rather {JSON}",
    "harmony, a function without marks": f"analysisSo {DRAFT}assistantcommentary"
               f" to=functions.Review json{JSON}",
    "thoughts that do not end": f"<think>{DRAFT} no, better\n{JSON}",
    "thoughts in escaped marks": f"&lt;think&gt;{DRAFT}&lt;/think&gt;{JSON}",
    "thoughts in a fold": f'<details type="reasoning" done="true"><summary>So</summary>{DRAFT}'
               f"</details>{JSON}",
    "Gemma's thoughts": f"<unused94>thought\n{DRAFT}<unused95>{JSON}",
    "a monologue": f"<inner_monologue>{DRAFT}</inner_monologue>{JSON}",
    "words before the answer": f"**Thinking:** {DRAFT}\n\n**Final answer:**\n{JSON}",
    "words before it in Portuguese": f"Rascunho: {DRAFT}\nResposta final:\n{JSON}",
    "marks of the answer": f"{DRAFT}<answer>{JSON}</answer>",
    "a function of a template's": f'[TOOL_CALLS]Review[ARGS]{JSON}',
    "a schema before it": f'{{"type": "object", "properties": {{}}}}\n{JSON}',
    "braces in words before it": f"I {{think}} of {{a: b}} {JSON}",
    "twice": JSON + JSON,
    "a list of one": f"[{JSON}]",
}  # fmt: skip


@pytest.mark.parametrize("text", AS_IT_IS.values(), ids=AS_IT_IS.keys())
def test_an_answer_is_found_wherever_it_stands(text: str) -> None:
    assert answer(text) == (EXPECTED, ())


MENDED: dict[str, tuple[str, set[str]]] = {
    "a key too many": (changed(confidence=0.9), {"extra fields"}),
    "a key too many within": (
        changed(parts=[{"kind": "metric", "text": "defects", "note": 1}]), {"extra fields"}),
    "a number as a text": (changed(score="2"), {"choice in another form"}),
    "a choice in capitals": (
        changed(parts=[{"kind": "METRIC", "text": "defects"}]), {"choice in another form"}),
    "a key in capitals": (JSON.replace('"score"', '"Score"'), {"key in another form"}),
    "one for a list": (changed(parts=GOOD["parts"][0]), {"one for a list"}),
    "wrapped": (json.dumps({"Review": GOOD}), {"wrapping"}),
    "wrapped in a list": (json.dumps({"reviews": [GOOD]}), {"wrapping"}),
    "wrapped as a function": (json.dumps({"name": "Review", "arguments": GOOD}), {"wrapping"}),
    "wrapped as a text": (json.dumps({"name": "Review", "parameters": JSON}), {"wrapping"}),
    "wrapped, a key too many": (
        json.dumps({"Review": {**GOOD, "more": 1}}), {"wrapping", "extra fields"}),
    "wrapped with other keys": (
        json.dumps({"thinking": "so", "answer": GOOD, "sure": 0.9}), {"wrapping"}),
    "wrapped as a call": (json.dumps({"function": "Review", "arguments": GOOD}), {"wrapping"}),
    "wrapped as a list of calls": (
        json.dumps({"tool_calls": [{"name": "Review", "arguments": GOOD}]}), {"wrapping"}),
    "wrapped as OpenAI's call": (
        json.dumps({"type": "function", "function": {"name": "R", "parameters": GOOD}}),
        {"wrapping"}),
    "a list as a text": (changed(parts=json.dumps(GOOD["parts"])), {"a text of JSON"}),
    "an object as a text": (
        changed(parts=[json.dumps(GOOD["parts"][0])]), {"a text of JSON"}),
    "a text in a list": (changed(quote=["in teams of eight"]), {"one for a list"}),
    "an empty text for null": (changed(count=""), {"null"}),
    "a word for null": (changed(count="None"), {"null"}),
    "quotes escaped": (JSON.replace('"', '\\"'), {"broken JSON"}),
    "quotes escaped for HTML": (JSON.replace('"', "&quot;"), {"broken JSON"}),
    "trailing commas": (JSON.replace("}", ",}"), {"broken JSON"}),
    "single quotes": (str(GOOD), {"broken JSON"}),
    "comments": (JSON.replace(', "score"', ', // the score\n "score"'), {"broken JSON"}),
    "keys without quotes": (
        JSON.replace('"score"', "score").replace('"sound"', "sound"), {"broken JSON"}),
    "a fence around broken JSON": (f"So:\n```\n{GOOD!s}\n```\nDone.", {"broken JSON"}),
    "thoughts and broken JSON": (f"<think>{{a}}</think>{GOOD!s}", {"broken JSON"}),
}  # fmt: skip


@pytest.mark.parametrize(("text", "notes"), MENDED.values(), ids=MENDED.keys())
def test_form_is_mended_and_that_is_noted(text: str, notes: set[str]) -> None:
    value, noted = answer(text)

    assert value == EXPECTED
    assert set(noted) == notes


@pytest.mark.parametrize(
    ("text", "quote", "notes"),
    [
        (changed(quote=None), "", {"null"}),
        (changed(quote=5), "5", {"number for a text"}),
        (JSON.replace("in teams", "in\nteams"), "in\nteams of eight", {"line breaks"}),
        (json.dumps({k: v for k, v in GOOD.items() if k != "quote"}), "", {"missing fields"}),
        (JSON.replace("in teams", 'in "big" teams'), 'in "big" teams of eight', {"broken JSON"}),
        (JSON.replace("in teams", r"in\_teams"), r"in\_teams of eight", {"broken JSON"}),
    ],
)
def test_texts_keep_what_they_say(text: str, quote: str, notes: set[str]) -> None:
    value, noted = answer(text)

    assert value == EXPECTED.model_copy(update={"quote": quote})
    assert set(noted) == notes


@pytest.mark.parametrize("mark", ["<think>", "</think>", "<|channel|>final"])
def test_what_looks_like_a_mark_may_stand_in_a_text(mark: str) -> None:
    assert answer(changed(quote=f"a {mark} b"))[0].quote == f"a {mark} b"


def test_a_json_text_of_json_is_read() -> None:
    assert answer(json.dumps(JSON)) == (EXPECTED, ())


REFUSED = {
    "nothing": ("", "no JSON object"),
    "words": ("I would rather not.", "no JSON object"),
    "a list": ("[1, 2]", "no JSON object"),
    "nothing of it": ('{"colour": "green"}', "quote: Field required"),
    "a schema": ('{"type": "object", "properties": {"quote": {}}}', "quote: Field required"),
    "no number": (JSON.replace("2", "NaN"), "NaN is no JSON number"),
    "no number, broken": (str(GOOD).replace("2", "NaN"), "no JSON"),
    "things left out": (JSON.replace('{"kind"', '..., {"kind"'), "no JSON"),
    "a value outside": (changed(score=7), "score: Input should be 0, 1 or 2"),
    "a number that nobody gave": (changed(score=None), "score: Input should be 0, 1 or 2"),
    "a translated key": (JSON.replace("score", "nota"), "score: Field required"),
    "a translated choice": (changed(parts=[{"kind": "métrica", "text": ""}]), "parts.0.kind"),
    "two wrappings": (json.dumps({"a": {"b": GOOD}}), "quote: Field required"),
    "two objects in it": (json.dumps({"a": GOOD, "b": GOOD}), "quote: Field required"),
    "another object": ('{"quote": "a", "kind": "metric"}', "score: Field required"),
    "a value outside a broken one": (str({**GOOD, "score": 7}), "no JSON"),
    "levels": (changed(count=[]).replace("[]", "[" * 300 + "]" * 300), "levels"),
    "levels without end": ('{"a":' * 100_000, "no JSON"),
}


@pytest.mark.parametrize(("text", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_not_the_answer_is_refused_and_says_why(text: str, said: str) -> None:
    with pytest.raises(Unreadable, match=said):
        answer(text)


def test_what_is_cut_is_never_completed() -> None:
    for whole in (JSON, str(GOOD), f"Well: {JSON}", json.dumps({"Review": GOOD}), f"[{DRAFT[:-1]}"):
        end = whole.rindex("}")
        for at in range(end):
            with pytest.raises(Unreadable):
                answer(whole[:at])


def test_drafts_in_thoughts_are_no_answer() -> None:
    with pytest.raises(Unreadable):
        answer(f"<think>{DRAFT}</think> I cannot say.")


def test_thoughts_that_do_not_end_may_hold_the_answer() -> None:
    assert answer(f"<think>Let me see.\n{JSON}")[0] == EXPECTED


def test_the_answer_is_looked_for_elsewhere_and_that_is_noted() -> None:
    said = [AnswerText(CONTENT, "Here it is."), AnswerText(REASONING, f"{DRAFT} or rather {JSON}")]
    found = read(said, Review)
    assert (found.value, found.mended) == (EXPECTED, ("reasoning",))

    found = read([AnswerText(ARGUMENTS, JSON)], Review)
    assert found.mended == ("arguments",)
    assert read([AnswerText(ARGUMENTS, JSON)], Review, expected=ARGUMENTS).mended == ()
    assert read([AnswerText(FAILED, JSON)], Review).mended == ("failed generation",)


def test_content_wins_over_thoughts_though_it_has_to_be_mended() -> None:
    found = read([AnswerText(CONTENT, changed(more=1)), AnswerText(REASONING, DRAFT)], Review)
    assert (found.value, found.mended) == (EXPECTED, ("extra fields",))


def test_what_a_database_cannot_keep_is_taken_out() -> None:
    assert answer(changed(quote="x").replace('"x"', '"a\\u0000b\\ud800"'))[0].quote == "ab?"


def test_a_key_in_an_answer_is_struck() -> None:
    key = "sk-planted-9f3b1c77d2"
    found = read([AnswerText(CONTENT, changed(quote=f"it is {key}"))], Review, Redactor(key))
    assert found.value.quote == "it is [key]"


@pytest.mark.parametrize(
    "text",
    ["{" * 500_000, '{"a": "' * 20_000, "{'a': [" * 6_000 + "}", "<think>" * 100_000,
     '{"a":' * 50_000, "'{" * 4_900 + "}", "{a:" + "'" * 9_900 + "}", "{a: [" + "'{" * 4_900 + "}",
     "{a: [" + "'{" * 200_000 + "}", "<|" + "think" * 50_000],
)  # fmt: skip
def test_nothing_takes_long(text: str) -> None:
    began = time.monotonic()
    with pytest.raises(Unreadable):
        answer(text)
    assert time.monotonic() - began < 30
