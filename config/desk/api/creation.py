"""Answers to a creation: 201 with what was made, 202 with the run that will make it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.desk.idempotency import KeyReused, Receipt, once

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
MAX_KEY = 200
KEY_PARAMETER = OpenApiParameter(
    HEADER,
    {"type": "string", "minLength": 1, "maxLength": MAX_KEY, "pattern": "^[!-~]+$"},
    OpenApiParameter.HEADER,
    description=(
        "Makes the request safe to repeat: for 24 hours the same key with the same body creates "
        f"nothing more and answers as before, with `{REPLAYED}: true`."
    ),
)


class ReceiptSerializer(serializers.Serializer):
    """What was made. A replay answers the same, so it holds only what never changes."""

    hypothesis = serializers.IntegerField()
    decision = serializers.IntegerField(allow_null=True)
    run = serializers.IntegerField(allow_null=True)
    url = serializers.URLField()


class Unprocessable(APIException):
    """422: the key stands for another request."""

    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "idempotency_key_reused"


def created(request: Any, create: Callable[[], Receipt]) -> Response:
    """The answer to a creation, made once for each key. Raises ValidationError, Unprocessable."""
    key = request.headers.get(HEADER)
    if key is None:
        return _answer(request, create())
    if not (0 < len(key) <= MAX_KEY and key.isascii() and key.isprintable() and " " not in key):
        said = _("takes 1 to %(limit)s visible ASCII characters") % {"limit": MAX_KEY}
        raise ValidationError({HEADER: [said]})
    try:
        receipt = once(user=request.user, key=key, fingerprint=_fingerprint(request), create=create)
    except KeyReused as error:
        raise Unprocessable(str(error)) from error
    return _answer(request, receipt)


def _answer(request: Any, receipt: Receipt) -> Response:
    url = reverse(
        f"api-{receipt.leads_to}-detail", [receipt.made[receipt.leads_to]], request=request
    )
    headers = {"Location": url}
    if receipt.replayed:
        headers[REPLAYED] = "true"
    later = receipt.leads_to == "run"
    code = status.HTTP_202_ACCEPTED if later else status.HTTP_201_CREATED
    return Response({**receipt.made, "url": url}, code, headers=headers)


def _fingerprint(request: Any) -> str:
    """Of the method, the path and the body's meaning: spaces and the order of keys don't count."""
    body = json.dumps(request.data, sort_keys=True)
    told = f"{request.method}\n{request.path}\n{body}"
    return salted_hmac("crivo.idempotency", told, algorithm="sha256").hexdigest()
