"""`/gate-profiles/`: what a strategy must reach. Everybody reads them, admins write them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.response import Response

from config.desk.api.serializers import checked
from config.desk.api.views import ReadOnly
from trading.api.errors import field_errors
from trading.api.serializers.specs import GateProfileSerializer
from trading.api.serializers.submissions import NewProfileSerializer, ProfileBodySerializer
from trading.models import GateProfile
from trading.services.profiles import add_profile, replace_profile


class GateProfileViewSet(ReadOnly):
    """Profiles by name. A change leaves developments that started before as they are."""

    queryset = GateProfile.objects.none()
    serializer_class = GateProfileSerializer
    lookup_field = "name"
    ordering_fields = ["name", "changed_at"]
    http_method_names = [*ReadOnly.http_method_names, "put"]

    def get_queryset(self) -> Any:
        return GateProfile.objects.prefetch_related("criteria")

    @extend_schema(request=NewProfileSerializer, responses={201: GateProfileSerializer})
    def create(self, request: Any) -> Response:
        """Add a profile."""
        with field_errors("criteria"):
            row = add_profile(**checked(NewProfileSerializer, request), user=self.person)
        told = self.get_serializer(row).data
        return Response(told, status.HTTP_201_CREATED, headers={"Location": told["url"]})

    @extend_schema(request=ProfileBodySerializer, responses=GateProfileSerializer)
    def update(self, request: Any, name: str) -> Response:
        """Replace all gates of a profile."""
        found = self.get_object()
        with field_errors("criteria"):
            row = replace_profile(
                name=found.name, **checked(ProfileBodySerializer, request), user=self.person
            )
        return Response(self.get_serializer(row).data)
