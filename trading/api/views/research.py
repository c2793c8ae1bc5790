"""`/findings/` and `/lessons/`: what was found, and what was learnt."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.response import Response

from config.desk.api.serializers import checked
from config.desk.api.views import ReadOnly
from trading.api.errors import field_errors
from trading.api.filters import FindingFilter
from trading.api.kept_filters import LessonFilter
from trading.api.serializers.research import FindingSerializer, LessonSerializer
from trading.api.serializers.submissions import RewordSerializer
from trading.api.views.base import seen_by
from trading.models import Finding, Lesson
from trading.services.lessons import (
    edit_lesson,
    pin_lesson,
    restore_lesson,
    retire_lesson,
    unpin_lesson,
)


class FindingViewSet(ReadOnly):
    """Findings of all strategies one may see, the newest first."""

    queryset = Finding.objects.none()
    serializer_class = FindingSerializer
    filterset_class = FindingFilter
    ordering_fields = ["id", "agent", "p_value"]

    def get_queryset(self) -> Any:
        return Finding.objects.filter(strategy__in=seen_by(self.person)).order_by("-id")


class LessonViewSet(ReadOnly):
    """Lessons of the strategies one may see, the newest first; reviewers curate them."""

    queryset = Lesson.objects.none()
    serializer_class = LessonSerializer
    filterset_class = LessonFilter
    ordering_fields = ["created_at", "id"]

    def get_queryset(self) -> Any:
        return Lesson.objects.visible_to(self.person).order_by("-id")

    def current_state(self) -> dict[str, Any]:
        """How the lesson stands, for whoever came too late."""
        row = Lesson.objects.get(pk=self.kwargs["pk"])
        retired, archived = (at is not None for at in (row.retired_at, row.archived_at))
        return {"lesson": row.pk, "pinned": row.pinned, "retired": retired, "archived": archived}

    @extend_schema(request=RewordSerializer, responses=LessonSerializer)
    def partial_update(self, request: Any, pk: int) -> Response:
        """Say a lesson in other words; what it said before is kept."""
        lesson = self.get_object().pk
        words = checked(RewordSerializer, request)
        with field_errors("text"):
            edit_lesson(lesson_id=lesson, user=self.person, **words)
        return self._told()

    @extend_schema(request=None, responses=LessonSerializer)
    def pin(self, request: Any, pk: int) -> Response:
        """Have it recalled by every later development."""
        return self._act(pin_lesson)

    @extend_schema(request=None, responses=LessonSerializer)
    def unpin(self, request: Any, pk: int) -> Response:
        """Have it recalled only where it fits."""
        return self._act(unpin_lesson)

    @extend_schema(request=None, responses=LessonSerializer)
    def retire(self, request: Any, pk: int) -> Response:
        """Have it recalled no more."""
        return self._act(retire_lesson)

    @extend_schema(request=None, responses=LessonSerializer)
    def restore(self, request: Any, pk: int) -> Response:
        """Have a retired or archived lesson recalled again."""
        return self._act(restore_lesson)

    def _act(self, act: Any) -> Response:
        act(lesson_id=self.get_object().pk, user=self.person)
        return self._told()

    def _told(self) -> Response:
        return Response(self.get_serializer(self.get_object()).data)
