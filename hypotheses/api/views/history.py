"""The rows of all hypotheses one may see: versions, reviews, gaps, clarifications."""

from __future__ import annotations

from typing import Any

from config.desk.api.views import ReadOnly
from hypotheses.api.filters import ClarificationFilter, GapFilter, ReviewFilter, VersionFilter
from hypotheses.api.serializers.history import (
    ClarificationSerializer,
    GapSerializer,
    ReviewSerializer,
    VersionSerializer,
)
from hypotheses.models import Clarification, Gap, Review, Version

from .base import seen_by


class VersionViewSet(ReadOnly):
    """Versions, by hypothesis."""

    queryset = Version.objects.none()
    serializer_class = VersionSerializer
    filterset_class = VersionFilter
    ordering_fields = ["created_at", "id", "number"]

    def get_queryset(self) -> Any:
        rows = Version.objects.filter(hypothesis__in=seen_by(self.person)).select_related("author")
        return rows.prefetch_related("elements", "proposals", "notes").order_by(
            "-hypothesis_id", "number"
        )


class ReviewViewSet(ReadOnly):
    """What the judges said of the versions, the newest first."""

    queryset = Review.objects.none()
    serializer_class = ReviewSerializer
    filterset_class = ReviewFilter
    ordering_fields = ["created_at", "id"]

    def get_queryset(self) -> Any:
        rows = Review.objects.filter(version__hypothesis__in=seen_by(self.person))
        parts = ("scores", "improvements", "vetoes")
        return rows.select_related("version").prefetch_related(*parts).order_by("-id")


class GapViewSet(ReadOnly):
    """What is missing, and what closed it."""

    queryset = Gap.objects.none()
    serializer_class = GapSerializer
    filterset_class = GapFilter
    ordering_fields = ["id"]

    def get_queryset(self) -> Any:
        rows = Gap.objects.filter(hypothesis__in=seen_by(self.person))
        return rows.prefetch_related("events__version").order_by("-id")


class ClarificationViewSet(ReadOnly):
    """Questions that only the author can answer; see `/hypotheses/{id}/answers/`."""

    queryset = Clarification.objects.none()
    serializer_class = ClarificationSerializer
    filterset_class = ClarificationFilter
    ordering_fields = ["id"]

    def get_queryset(self) -> Any:
        rows = Clarification.objects.filter(hypothesis__in=seen_by(self.person))
        return rows.select_related("version", "answered_by").order_by("-id")
