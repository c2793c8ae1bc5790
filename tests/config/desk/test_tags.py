"""What templates of both apps use."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.db.models import CharField
from django.template import Context, Template
from django.utils.functional import lazy

from config.desk.templatetags.desk import named
from hypotheses.models import Hypothesis

LOAD = "{% load desk claims trading %}"
AT = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)


def mark(tone: str, words: str, who: str = "") -> str:
    source = f'<span class="source">{who}</span>' if who else ""
    return f'<span class="decided {tone}">{words}{source}</span>'


def shown(template: str, **context: Any) -> str:
    return Template(LOAD + template).render(Context(context))


CONDITIONAL = "approved on 2 conditions"
ISO = 'datetime="2026-03-04T05:06:00+00:00"'


@pytest.mark.parametrize(
    ("template", "html"),
    [
        ("{% moment at %}", f"<time {ISO}>2026-03-04 05:06</time>"),
        ('{% moment at "H:i" %}', f"<time {ISO}>05:06</time>"),
        ("{% moment none %}", ""),
        ("{% day at %}", f'<time {ISO} title="4 March 2026, 05:06">2026-03-04</time>'),
        ("{% decided 'approved' %}", mark("approved", "approved")),
        (
            "{% decided 'again' 'human' b %}",
            mark("again by-human", "one more round", "&lt;b&gt;"),
        ),
        ("{% decided 'rejected' 'human' %}", mark("rejected by-human", "rejected", "person")),
        ("{% verdict 'SUCCESS' 'agent' %}", mark("approved by-agent", "success", "agent")),
        ("{% verdict 'working' 'agent' %}", mark("working", "at work")),
        (
            "{% state of %}",
            mark("approved conditional by-human", CONDITIONAL, "person"),
        ),
    ],
)
def test_it_shows(template: str, html: str) -> None:
    of = Hypothesis(source="human", conditions=2)
    of.state = "conditional"  # type: ignore[attr-defined]  # as `with_status` annotates it
    assert shown(template, at=AT, none=None, b="<b>", of=of) == html


def test_a_choice_is_named_without_the_others() -> None:
    translated: list[str] = []

    def told(text: str) -> str:
        translated.append(text)
        return text

    told_later = lazy(told, str)
    choices = [(code, told_later(code)) for code in ("a", "b", "c")]
    field = CharField(choices=choices)
    field.set_attributes_from_name("kind")
    row = SimpleNamespace(kind="b", _meta=SimpleNamespace(get_field=lambda name: field))
    assert named(row, "kind") == "b"  # type: ignore[arg-type]
    assert translated == ["b"]


def test_a_code_without_a_name_is_shown() -> None:
    assert named(Hypothesis(field="software"), "field") == "software"
    assert named(Hypothesis(field=""), "field") == ""
    assert named(Hypothesis(field="unknown"), "field") == "unknown"
