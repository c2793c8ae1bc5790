"""What a person does with lessons: those that must be recalled, and those that must not."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing, NotAllowed
from config.desk.roles import is_reviewer
from trading.models import Lesson


def pin_lesson(*, lesson_id: int, user: User) -> None:
    """Have a lesson recalled by every later development, before the others.

    Raises NotAllowed for anybody but a reviewer or an admin, Missing, and Conflict for one that
    is pinned already or retired.
    """
    _curates(user)
    rows = Lesson.objects.in_use().filter(pk=lesson_id, pinned=False)
    if not rows.update(pinned=True):
        raise _refused(lesson_id, _("lesson %(id)s is pinned already, or retired"))


def unpin_lesson(*, lesson_id: int, user: User) -> None:
    """Have a lesson recalled only where it fits. Raises as `pin_lesson`."""
    _curates(user)
    if not Lesson.objects.filter(pk=lesson_id, pinned=True).update(pinned=False):
        raise _refused(lesson_id, _("lesson %(id)s is not pinned"))


def retire_lesson(*, lesson_id: int, user: User) -> None:
    """Have a lesson recalled no more; snapshots that hold it stay. Raises as `pin_lesson`."""
    _curates(user)
    rows = Lesson.objects.in_use().filter(pk=lesson_id)
    if not rows.update(retired_at=timezone.now(), pinned=False):
        raise _refused(lesson_id, _("lesson %(id)s is retired already"))


def restore_lesson(*, lesson_id: int, user: User) -> None:
    """Have a retired lesson recalled again. Raises as `pin_lesson`."""
    _curates(user)
    rows = Lesson.objects.filter(pk=lesson_id, retired_at__isnull=False)
    if not rows.update(retired_at=None):
        raise _refused(lesson_id, _("lesson %(id)s is not retired"))


def _curates(user: User) -> None:
    if not is_reviewer(user):
        raise NotAllowed(_("only a reviewer or an admin pins and retires lessons"))


def _refused(lesson_id: int, sentence: str) -> Missing | Conflict:
    if not Lesson.objects.filter(pk=lesson_id).exists():
        return Missing(_("there is no lesson %(id)s") % {"id": lesson_id})
    return Conflict(sentence % {"id": lesson_id})
