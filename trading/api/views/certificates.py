"""The certificate of a strategy: what its result rests on, with a hash over it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from config.desk.api.serializers import ConflictSerializer
from trading.models import Strategy
from trading.services.certificate import find_certificate

from .base import AboutStrategy


class CertificateViewSet(AboutStrategy):
    """The document that `manage.py verify_certificate` takes."""

    queryset = Strategy.objects.none()

    @extend_schema(responses={200: OpenApiTypes.OBJECT, 409: ConflictSerializer})
    def retrieve(self, request: Any, pk: int) -> Response:
        """`document`, and the SHA-256 of its canonical form; 409 before the end."""
        found = self.subject(pk)
        return Response(find_certificate(strategy_id=found.pk, reader=self.person))
