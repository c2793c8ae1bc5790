"""Assessing texts while a person waits: nothing is stored, and limits apply."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from config.desk import tallies
from config.desk.refusals import TooMuch, TryLater
from config.error_texts import TranslatableError
from config.runs.errors import explain
from config.side_process import SideProcessError, SideProcesses
from config.text.validation import clean_idea
from hypotheses.analyst.assessment import assess


def assess_text(
    *, text: str, language: str = "auto", processes: SideProcesses | None = None
) -> dict[str, Any]:
    """The assessment of one text as a JSON object, computed in one of the processes or here.

    Raises TextError, LanguageError; with processes SideProcessError, too.
    """
    if processes is None:
        return assess(_clean(text), language).as_line()
    found, _took = processes.call(assess, _clean(text), language, wait=_LONGEST, seconds=_LONGEST)
    return found.as_line()


def assess_texts(
    *, texts: Sequence[str], language: str = "auto", user: User | None = None
) -> list[dict[str, Any]]:
    """An object per text, in order; for one that cannot be read its `index` and the `error`.

    Raises TooMuch, TryLater.
    """
    check_size(texts)
    found: list[dict[str, Any]] = []
    with reader_for(user) as read:
        for index, text in enumerate(texts):
            try:
                found.append(read(assess, _clean(text), language).as_line())
            except TranslatableError as error:
                found.append({"index": index, "error": explain(error)})
    return found


def _clean(text: str) -> str:
    return clean_idea(text, settings.MAX_IDEA_CHARACTERS)


# Reading while a person waits: limited, so that nobody delays the others. Texts are read in a
# process beside the web server's (`config/side_process.py`). A person's processor time is counted
# in rows, for all web processes together.

Made = TypeVar("Made")
PATIENCE = 5.0
"""Seconds that a person's next request waits for the present one: text is also read while it is
typed."""
_WAIT = 1.0  # seconds that a request waits for its turn: it holds a thread of the web server
_LONGEST = 60.0  # seconds for one text: the longest takes less than one of processor time
_OFTEN = 0.25  # seconds of processor time, after which a request's use is written to its row

logger = logging.getLogger(__name__)
side_processes = SideProcesses(settings.READINGS_AT_ONCE)
_reading: set[int] = set()
_waiting: set[int] = set()  # one request of each person: more would hold the web server's threads
_turns = threading.Condition()


class Reader(Protocol):
    """Calls a function that reads a text. The function and its arguments go to another process."""

    def __call__(self, function: Callable[..., Made], *arguments: Any) -> Made: ...


def check_size(texts: Sequence[str]) -> None:
    """Raises TooMuch for more characters than one request may have read."""
    characters = sum(map(len, texts))
    limit = settings.MAX_ASSESSED_CHARACTERS
    if characters > limit:
        raise TooMuch(
            _("%(count)s characters are more than the %(limit)s of one request: send several")
            % {"count": characters, "limit": limit}
        )


@contextmanager
def reader_for(user: User | None) -> Iterator[Reader]:
    """A function that has one text read in its turn and counts the processor time a person takes.

    A web process reads one request of a person at a time; one more waits a moment. Raises TryLater,
    as the function does.
    Without a user, as on the command line, there is nobody to wait for: it reads here.
    """
    if user is None:
        yield lambda function, *arguments: function(*arguments)
        return
    with _one_at_a_time(user.pk):
        counted = _Counted(user.pk)
        try:
            yield counted
        finally:
            counted.note()


@contextmanager
def _one_at_a_time(person: int) -> Iterator[None]:
    with _turns:
        if person in _reading:
            _wait_for_turn(person)
        _reading.add(person)
    try:
        yield
    finally:
        with _turns:
            _reading.discard(person)
            _turns.notify_all()


def _wait_for_turn(person: int) -> None:
    """Wait until no request of this person is being read. Raises TryLater; the caller holds
    `_turns`."""
    first = person not in _waiting
    _waiting.add(person)
    try:
        if not first or not _turns.wait_for(lambda: person not in _reading, PATIENCE):
            raise TryLater(_("another text of yours is being read: try again in a moment"), 1)
    finally:
        if first:
            _waiting.discard(person)


class _Counted:
    """The readings of one request: their use is recorded from time to time, and at the end."""

    def __init__(self, person: int) -> None:
        self._key = f"reading:{person}"
        self._noted = tallies.this_minute(self._key)  # milliseconds
        self._taken = 0.0

    def __call__(self, function: Callable[..., Made], *arguments: Any) -> Made:
        self._check()
        try:
            found, seconds = side_processes.call(function, *arguments, wait=_WAIT, seconds=_LONGEST)
        except (TimeoutError, SideProcessError) as error:
            if isinstance(error, SideProcessError):
                logger.error("a text was not read: %s", error)
            raise TryLater(
                _("many texts are being read just now: try again in a moment"), 2
            ) from error
        self._taken += seconds
        if self._taken > _OFTEN:
            self.note()
        return found

    def note(self) -> None:
        """Record the use since the last time."""
        if self._taken:
            tallies.add(self._key, max(round(self._taken * 1_000), 1))
            self._noted, self._taken = tallies.this_minute(self._key), 0.0

    def _check(self) -> None:
        if self._noted + self._taken * 1_000 <= settings.READING_SECONDS * 1_000:
            return
        left = tallies.seconds_left()
        raise TryLater(
            _("you had many texts read in this minute: try again in %(seconds)s s")
            % {"seconds": left},
            left,
        )
