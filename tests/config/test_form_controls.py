"""Controls made in one go are those that Django's templates make."""

from __future__ import annotations

from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.forms.widgets import Widget
from django.template import Template
from django.test.html import parse_html
from django.test.signals import template_rendered

from config.form_controls import PlainControls

BAD = "<b a='1'>&\"</b>"
CHOICES = [("", "any"), (BAD, BAD), (3, "three"), ("Group <", [("four", "4"), ("five", "5")])]
DAY = {"type": "date", "data-odd": BAD, "disabled": True, "hidden": False}


@pytest.mark.parametrize(
    ("widget", "value"),
    [
        (forms.TextInput(DAY), BAD),
        (forms.TextInput(), ""),
        (forms.TextInput({"required": True}), None),
        (forms.NumberInput({"min": 0, "step": "0.1"}), 1.5),
        (forms.HiddenInput(), 7),
        (forms.EmailInput(), "a@b.org"),
        (forms.PasswordInput(), "secret"),
        (forms.DateInput(), "2026-01-02"),
        (forms.CheckboxInput(), True),
        (forms.CheckboxInput({"value": "yes"}), False),
        (forms.Select({"class": "wide"}, CHOICES), BAD),
        (forms.Select({}, CHOICES), 3),
        (forms.Select({}, CHOICES), "five"),
        (forms.Select({}, CHOICES), None),
        (forms.SelectMultiple({}, CHOICES), ["", "four"]),
    ],
    ids=lambda each: type(each).__name__,
)
def test_a_control_is_djangos_own(widget: Widget, value: Any) -> None:
    drawn, plain = (
        widget.render("its <name>", value, {"id": "id"}, renderer)
        for renderer in (DjangoTemplates(), PlainControls())
    )
    assert parse_html(plain) == parse_html(drawn)
    assert BAD not in plain


def test_a_select_takes_no_template() -> None:
    used: list[Template] = []
    listen = lambda **signal: used.append(signal["template"])  # noqa: E731
    template_rendered.connect(listen)
    forms.Select({}, CHOICES).render("one", "3", renderer=PlainControls())
    template_rendered.disconnect(listen)
    assert used == []
