"""Parts of pages that one app adds to another app's page, and erases with its subject: each
app's AppConfig.ready registers its part, so that neither app imports the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse


@dataclass(frozen=True)
class PageSection:
    """A part of a page: a template and its context."""

    template: str
    context: Mapping[str, Any] = field(default_factory=dict)


Show = Callable[[Any, Any], PageSection | None]
"""Called with the subject and its reader."""
Forget = Callable[[int], None]
"""Called with the subject's id, in the transaction that erases it; a Refusal rolls it all back."""

_shows: dict[str, list[Show]] = {}
_forgets: dict[str, list[Forget]] = {}


def register(kind: str, *, show: Show | None = None, forget: Forget | None = None) -> None:
    """Register what is shown beside a kind of subject, and how it is erased. Registering it
    twice has no further effect."""
    for registry, given in ((_shows, show), (_forgets, forget)):
        known: list[Any] = registry.setdefault(kind, [])
        if given is not None and given not in known:
            known.append(given)


def sections(kind: str, subject: Any, reader: Any) -> list[PageSection]:
    """What other apps show on the page of a subject."""
    shown = (show(subject, reader) for show in _shows.get(kind, []))
    return [section for section in shown if section is not None]


def forget(kind: str, subject_id: int) -> None:
    """Have the other apps erase their texts about an erased subject. Raises what they refuse
    with."""
    for each in _forgets.get(kind, []):
        each(subject_id)


# Parts of pages that are reloaded by themselves while a page stays open.


def or_reload(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """For a part of a page: without a session the whole page is reloaded and leads to sign-in.
    Otherwise the sign-in page would appear inside the part."""

    @wraps(view)
    def part(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "HX-Request" in request.headers and not request.user.is_authenticated:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return view(request, *args, **kwargs)

    return part
