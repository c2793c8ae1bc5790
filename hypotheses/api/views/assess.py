"""`/assess/`: read texts without keeping them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from config.desk.api.serializers import checked
from config.desk.api.throttles import Assessments
from config.desk.api.views import Strict
from hypotheses.api.serializers.assess import AssessedSerializer, TextsSerializer
from hypotheses.services.assess import assess_texts


class AssessViewSet(Strict):
    """What the analyst finds in one text, or in up to a thousand."""

    serializer_class = TextsSerializer

    def get_throttles(self) -> list[Any]:
        return [*super().get_throttles(), Assessments()]

    @extend_schema(request=TextsSerializer, responses={200: AssessedSerializer})
    def create(self, request: Any) -> Response:
        """Assess; a text that cannot be read has its `index` and `error` in its place."""
        found = assess_texts(**checked(TextsSerializer, request), user=self.person)
        return Response(AssessedSerializer({"results": found}).data)
