"""`/specs/`: specs that people keep, to start developments from."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from config.desk.api.creation import KEY_PARAMETER, created
from config.desk.api.serializers import checked
from config.desk.api.views import ReadOnly
from trading.api.errors import field_errors
from trading.api.kept_filters import SavedSpecFilter
from trading.api.receipts import of_spec
from trading.api.serializers.receipts import SpecReceiptSerializer
from trading.api.serializers.specs import SavedSpecSerializer
from trading.api.serializers.submissions import SaveSerializer
from trading.models import SavedSpec, Variant
from trading.services.specs import archive_spec, restore_spec, save_spec

from .base import seen_by


class SavedSpecViewSet(ReadOnly):
    """Saved specs, the newest first. One never changes: another text is the next version."""

    queryset = SavedSpec.objects.none()
    serializer_class = SavedSpecSerializer
    filterset_class = SavedSpecFilter
    ordering_fields = ["created_at", "id", "name"]

    def get_queryset(self) -> Any:
        return SavedSpec.objects.visible_to(self.person).select_related("owner")

    @extend_schema(
        parameters=[KEY_PARAMETER], request=SaveSerializer, responses={201: SpecReceiptSerializer}
    )
    def create(self, request: Any) -> Response:
        """Keep a spec under a name; the same text again is the version there is."""
        told = checked(SaveSerializer, request)
        if variant := told.pop("variant", None):
            seen = Variant.objects.filter(strategy__in=seen_by(self.person))
            told["variant"] = get_object_or_404(seen, pk=variant)
        with field_errors("spec"):
            return created(request, lambda: of_spec(save_spec(**told, user=self.person)))

    @extend_schema(request=None, responses=SavedSpecSerializer)
    def archive(self, request: Any, pk: int) -> Response:
        """Hide it from lists, all its versions; all of it is kept."""
        row = archive_spec(spec_id=self.get_object().pk, user=self.person)
        return Response(self.get_serializer(row).data)

    @extend_schema(request=None, responses=SavedSpecSerializer)
    def restore(self, request: Any, pk: int) -> Response:
        """Bring back what was archived."""
        row = restore_spec(spec_id=self.get_object().pk, user=self.person)
        return Response(self.get_serializer(row).data)
