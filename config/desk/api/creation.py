"""Answers to a creation: 201 with what was made, 202 with the run that will make it.

A creation that is requested twice under one idempotency key happens once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.reverse import reverse

from config.desk.models import IdempotencyKey
from config.desk.refusals import Conflict, Refusal

KEPT = timedelta(hours=24)


class KeyReused(Refusal):
    """The key was used for another request."""


@dataclass(frozen=True)
class Receipt:
    """What a creation made: ids by name, and the name of the one to look at next (`leads_to`),
    prefixed with its kind where the name alone would be ambiguous: "run", "strategy-decision"."""

    made: Mapping[str, int | None]
    leads_to: str
    replayed: bool = field(default=False, compare=False)


def once(*, user: User, key: str, fingerprint: str, create: Callable[[], Receipt]) -> Receipt:
    """Create under a key, or repeat the answer of what was created under it within 24 hours.

    The key and what it made are written in one transaction: a failed creation keeps no key, and of
    several at once one creates while the others wait for it. Raises KeyReused, and whatever
    `create` raises.
    """
    with transaction.atomic():
        IdempotencyKey.objects.filter(created_at__lt=timezone.now() - KEPT).delete()
        row, new = IdempotencyKey.objects.get_or_create(
            user=user, key=key, defaults={"fingerprint": fingerprint}
        )
        if not new:
            return _told_again(row, fingerprint)
        receipt = create()
        row.made, row.leads_to = dict(receipt.made), receipt.leads_to
        row.save(update_fields=["made", "leads_to"])
        return receipt


def is_known(*, user: User, key: str) -> bool:
    """Whether something was created under a key within 24 hours."""
    since = timezone.now() - KEPT
    return IdempotencyKey.objects.filter(user=user, key=key, created_at__gte=since).exists()


def _told_again(row: IdempotencyKey, fingerprint: str) -> Receipt:
    if row.fingerprint != fingerprint:
        raise KeyReused(_("this key was used for another request: take a new one"))
    return Receipt(row.made, row.leads_to, replayed=True)


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


class MadeSerializer(serializers.Serializer):
    """The ids that a creation made; an app adds its own. A replay answers the same, so the
    answer holds only what never changes."""

    url = serializers.URLField()


class Unprocessable(APIException):
    """422: the key was used for another request."""

    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_code = "idempotency_key_reused"


def created(request: Any, create: Callable[[], Receipt]) -> Response:
    """The answer to a creation, made once for each key. Raises ValidationError, Unprocessable."""
    return created_after(request, lambda _occasion: create)


def created_after(request: Any, prepare: Callable[[str], Callable[[], Receipt]]) -> Response:
    """`created`, for work that takes long or must not be done within the key's transaction.

    `prepare` does the work and gives the creation; a replay leaves it out. It receives the
    occasion: empty without a key, else the same text for each repetition of the request.
    """
    key = request.headers.get(HEADER)
    if key is None:
        return _answer(request, prepare("")())
    if not (0 < len(key) <= MAX_KEY and key.isascii() and key.isprintable() and " " not in key):
        message = _("takes 1 to %(limit)s visible ASCII characters") % {"limit": MAX_KEY}
        raise ValidationError({HEADER: [message]})
    print_ = _fingerprint(request)
    create = _known if is_known(user=request.user, key=key) else prepare(_occasion(request, key))
    try:
        receipt = once(user=request.user, key=key, fingerprint=print_, create=create)
    except KeyReused as error:
        raise Unprocessable(str(error)) from error
    return _answer(request, receipt)


def _known() -> Receipt:
    raise Conflict(_("the key ran out just now: ask again"))


def _answer(request: Any, receipt: Receipt) -> Response:
    """The URL of what was made; `leads_to` names its kind, and the last word is the id's name."""
    made = receipt.made[receipt.leads_to.rpartition("-")[2]]
    url = reverse(f"api-{receipt.leads_to}-detail", [made], request=request)
    headers = {"Location": url}
    if receipt.replayed:
        headers[REPLAYED] = "true"
    later = receipt.leads_to == "run"
    code = status.HTTP_202_ACCEPTED if later else status.HTTP_201_CREATED
    return Response({**receipt.made, "url": url}, code, headers=headers)


def _occasion(request: Any, key: str) -> str:
    occasion = f"{request.user.pk}\n{key}\n{_fingerprint(request)}"
    return salted_hmac("crivo.occasion", occasion, algorithm="sha256").hexdigest()


def _fingerprint(request: Any) -> str:
    """A hash of the method, the path and the meaning of the body: spaces and the order of keys
    do not count."""
    body = json.dumps(request.data, sort_keys=True)
    content = f"{request.method}\n{request.path}\n{body}"
    return salted_hmac("crivo.idempotency", content, algorithm="sha256").hexdigest()
