"""Answers that are files, not JSON: one form whatever is asked for; errors are JSON."""

from __future__ import annotations

from typing import Any

from rest_framework.negotiation import BaseContentNegotiation

from config.desk.api.views import Strict


class OneAnswer(BaseContentNegotiation):
    """There is one form: what a client would rather have does not matter."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class OneForm(Strict):
    """A view whose answer is a file."""

    content_negotiation_class = OneAnswer
