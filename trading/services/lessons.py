"""A person's acts on lessons: pin, retire, restore, reword; and their archiving."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from config.desk.refusals import Conflict, Missing, NotAllowed, Refusal
from config.desk.roles import is_reviewer
from trading.models import Lesson, LessonEdit

MAX_LESSON_CHARACTERS = 1_000


def pin_lesson(*, lesson_id: int, user: User) -> None:
    """Have a lesson recalled by every later development, before the others.

    Raises NotAllowed for anybody but a reviewer or an admin, Missing, and Conflict for one that is
    already pinned, retired or archived.
    """
    _curates(user)
    rows = Lesson.objects.in_use().filter(pk=lesson_id, pinned=False)
    if not rows.update(pinned=True):
        message = _("lesson %(id)s is pinned already, retired or archived")
        raise _refused(lesson_id, message)


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
        raise _refused(lesson_id, _("lesson %(id)s is retired already, or archived"))


def restore_lesson(*, lesson_id: int, user: User) -> None:
    """Have a retired or archived lesson recalled again. Raises as `pin_lesson`."""
    _curates(user)
    rows = Lesson.objects.filter(
        Q(retired_at__isnull=False) | Q(archived_at__isnull=False), pk=lesson_id
    )
    # Restoring counts as a use: otherwise it would be archived again at once.
    if not rows.update(retired_at=None, archived_at=None, last_used_at=timezone.now()):
        raise _refused(lesson_id, _("lesson %(id)s is not retired, nor archived"))


def archive_unused_lessons() -> int:
    """Archive what no development recalled for MEMORY_ARCHIVE_DAYS, except pinned lessons; returns
    the number.

    Nothing is deleted: an archived lesson can be restored.
    """
    now = timezone.now()
    rows = Lesson.objects.unused_since(now - timedelta(days=settings.MEMORY_ARCHIVE_DAYS))
    return int(rows.update(archived_at=now))


def edit_lesson(*, lesson_id: int, text: str, user: User, expected: int | None = None) -> None:
    """Say a lesson in other words: later recalls take them, snapshots keep the ones they have.

    What it said stays on record, and its figures are untouched. `expected` is the id of the last
    rewording the person saw, 0 for none. Raises NotAllowed for anybody but a reviewer or an admin,
    Missing, Refusal for words that are none, too long or the same, and Conflict when somebody
    reworded it meanwhile; then nothing is written.
    """
    from trading.memory.sentences import follow  # imports pandas

    _curates(user)
    wording = _worded(text)
    with transaction.atomic():
        lesson = Lesson.objects.select_for_update().filter(pk=lesson_id).first()
        if lesson is None:
            raise Missing(_("there is no lesson %(id)s") % {"id": lesson_id})
        last = lesson.edits.last()
        if expected is not None and expected != (last.pk if last else 0):
            raise Conflict(_("somebody reworded this lesson meanwhile: read it again"))
        if wording == lesson.text:
            raise Refusal(_("these are the words it has already"))
        LessonEdit.objects.create(lesson=lesson, user=user, before=lesson.text, after=wording)
        lesson.text, lesson.words = wording, _search_words(lesson, wording)
        lesson.save(update_fields=["text", "words"])
        follow(lesson)


def _worded(text: str) -> str:
    wording = " ".join(text.split())
    if not wording:
        raise Refusal(_("a lesson needs words; to have it recalled no more, retire it"))
    if not wording.isprintable():
        raise Refusal(_("the text holds control characters: take them out"))
    if len(wording) > MAX_LESSON_CHARACTERS:
        limit = {"limit": MAX_LESSON_CHARACTERS}
        raise Refusal(_("a lesson has at most %(limit)s characters") % limit)
    return wording


def _search_words(lesson: Lesson, text: str) -> str:
    """The text by which it is found from now on: its new words, its rule and its code in every
    language."""
    from trading.memory.sentences import search_words

    named = [lesson.approach, str(lesson.values.get("template", ""))]
    return search_words(
        code=lesson.code, names=[n for n in named if n], texts=[text, lesson.ticker]
    )


def _curates(user: User) -> None:
    if not is_reviewer(user):
        raise NotAllowed(_("only a reviewer or an admin pins, rewords and retires lessons"))


def _refused(lesson_id: int, sentence: str) -> Missing | Conflict:
    if not Lesson.objects.filter(pk=lesson_id).exists():
        return Missing(_("there is no lesson %(id)s") % {"id": lesson_id})
    return Conflict(sentence % {"id": lesson_id})
