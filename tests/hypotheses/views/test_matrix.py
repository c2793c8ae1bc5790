"""Who gets what: every address of the pages, for every role, read and written.

The addresses come from the URL configuration: a new one without a line here fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import NoReverseMatch, URLPattern, URLResolver, get_resolver, reverse

from hypotheses.models import Hypothesis
from tests.hypotheses.helpers import FORCED, last_run, refined

pytestmark = pytest.mark.django_db
ROLES = ("anonymous", "owner", "other", "reviewer", "admin")
APART = ("admin/", "api/", "metrics/")  # faces with matrices of their own
REASON = {"outcome": "approved", "reason": "we know X"}
IDEA = {"text": "Naps improve learning in nurses", "language": "auto", "max_refinements": "2"}
EDITED = {"question": "In nurses, do naps improve recall?"}

# in: sent to sign in; ok: a page; done: done, and sent on; no: sent back with the refusal;
# 404, 405: as they are. A cell for each of ROLES.
NOBODY = "405 405 405 405 405"
MATRIX: dict[str, tuple[str, str, dict[str, str]]] = {
    # name: GET, POST, what is posted
    "inbox": ("in ok ok ok ok", "in 405 405 405 405", {}),
    "login": ("ok done done done done", "ok done done done done", {}),
    "logout": (NOBODY, "done done done done done", {}),
    "language": (NOBODY, "done done done done done", {"language": "pt-br"}),
    "theme": (NOBODY, "done done done done done", {"theme": "dark"}),
    "hypotheses": ("in ok ok ok ok", "in 405 405 405 405", {}),
    "new-hypothesis": ("in ok ok ok ok", "in done done done done", IDEA),
    "hypothesis": ("in ok 404 ok ok", "in 405 405 405 405", {}),
    "progress": ("in ok 404 ok ok", "in 405 405 405 405", {}),
    "compare": ("in ok 404 ok ok", "in 405 405 405 405", {}),
    "edit-question": ("in ok 404 ok ok", "in done 404 done done", EDITED),
    "answer": ("in 405 405 405 405", "in done 404 done done", {"ask-metrics": "a sleep diary"}),
    "override": ("in 405 405 405 405", "in no 404 done done", REASON),
    "archive": ("in 405 405 405 405", "in done 404 no done", {}),
    "restore": ("in 405 405 405 405", "in no 404 no no", {}),  # it is not archived
    "erase": ("in no 404 no ok", "in no 404 no done", {}),
    "retry-run": ("in 405 405 405 405", "in no 404 no no", {}),  # its run is done
    "cancel-run": ("in 405 405 405 405", "in no 404 no no", {}),
}


def addresses(patterns: Any = None, prefix: str = "") -> Iterator[str]:
    """The names of all pages, as the URL configuration has them."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(each.pattern)
        if route.startswith(APART):
            continue
        if isinstance(each, URLResolver):
            yield from addresses(each.url_patterns, route)
        elif isinstance(each, URLPattern):
            yield each.name or route


def test_every_address_has_its_line() -> None:
    assert set(addresses()) == MATRIX.keys()


@pytest.fixture
def hypothesis() -> Hypothesis:
    """Ana's: rejected by force, with questions to answer."""
    return refined(FORCED["en"], user=User.objects.create_user("ana"))


def reader(role: str) -> User | AnonymousUser:
    if role == "anonymous":
        return AnonymousUser()
    if role == "owner":
        return User.objects.get(username="ana")
    user = User.objects.create_user(role)
    user.groups.add(Group.objects.get(name="researcher" if role == "other" else role))
    return user


def asked(user: User | AnonymousUser, method: str, url: str, data: dict[str, str]) -> str:
    """What the reader gets; what it wrote is undone."""
    client = Client()
    with transaction.atomic():
        if isinstance(user, User):
            client.force_login(user)
        answer = getattr(client, method)(url, data)
        cell = told(client, answer)
        transaction.set_rollback(True)
    return cell


def told(client: Client, answer: HttpResponse) -> str:
    if answer.status_code == 200:
        return "ok"
    if answer.status_code != 302:
        return str(answer.status_code)
    if answer["Location"].startswith(f"{reverse('login')}?next="):
        return "in"
    follow = client.get(answer["Location"]).content.decode()
    return "no" if 'class="message error"' in follow else "done"


@pytest.mark.parametrize("role", ROLES)
def test_a_role_gets_what_the_matrix_says(role: str, hypothesis: Hypothesis) -> None:
    user, column = reader(role), ROLES.index(role)
    known = {"pk": hypothesis.pk, "run": last_run(hypothesis).pk}
    found, wanted = {}, {}
    for name, (get, post, data) in MATRIX.items():
        url = address(name, known)
        for method, cells in (("get", get), ("post", post)):
            found[name, method] = asked(user, method, url, data if method == "post" else {})
            wanted[name, method] = cells.split()[column]
    assert found == wanted


def address(name: str, known: dict[str, int]) -> str:
    """The address of that name for the hypothesis and run at hand."""
    for names in ((), ("pk",), ("pk", "run")):
        kwargs = {key: known[key] for key in names}
        try:
            return reverse(name, kwargs=kwargs)
        except NoReverseMatch:  # it takes others
            continue
    raise AssertionError(f"no address for {name}")


@pytest.mark.parametrize("name", [n for n in MATRIX if "run" not in n])
def test_what_is_not_there_looks_like_what_one_may_not_see(
    name: str, hypothesis: Hypothesis
) -> None:
    client = Client()
    client.force_login(cast("User", reader("other")))
    seen, gone = (address(name, {"pk": pk, "run": 1}) for pk in (hypothesis.pk, 99_999))
    for method in ("get", "post"):
        data = MATRIX[name][2] if method == "post" else {}
        if seen != gone:
            theirs, none = (getattr(client, method)(url, data) for url in (seen, gone))
            assert theirs.status_code == none.status_code
