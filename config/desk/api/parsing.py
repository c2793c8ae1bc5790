"""Reading a request's body: bounded, and JSON in the strict sense."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    """413: the body is longer than the site takes."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "too_large"


class BoundedJSONParser(JSONParser):
    """JSON of at most API_BODY_BYTES. What cannot be Unicode, or nests without end, is refused."""

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value. Raises TooLarge, ParseError."""
        limit = settings.API_BODY_BYTES
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge(_("the body is longer than %(limit)s bytes") % {"limit": limit})
        try:
            value = json.loads(body.decode("utf-8"), parse_constant=_no_constant)
            if b"\\u" in body:
                json.dumps(value, ensure_ascii=False).encode("utf-8")  # no half of a surrogate pair
        except (ValueError, RecursionError) as error:
            raise ParseError(_("the body is not JSON: %(error)s") % {"error": error}) from error
        return value


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")
