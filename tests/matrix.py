"""Who gets what: the harness of the matrices of pages by role, read and written.

A matrix has a line a page: `(GET, POST, what is posted)`, each with a cell for every one of ROLES.
in: sent to sign in; ok: a page; done: done, and sent on; no: sent back with the refusal; 404, 405
and the like: as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.contrib.auth.models import AnonymousUser, Group, User
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

ROLES = ("anonymous", "owner", "other", "reviewer", "admin")
APART = ("admin/", "api/", "metrics/")  # faces with matrices of their own
NOBODY = "405 405 405 405 405"
Matrix = dict[str, tuple[str, str, dict[str, Any]]]
OWNER = "ana"


def addresses(
    patterns: Any = None, prefix: str = "", module: str = "config.urls"
) -> Iterator[tuple[str, str, set[str]]]:
    """The pages' names, the module that lists them and what their addresses take."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(each.pattern)
        if route.startswith(APART):
            continue
        if isinstance(each, URLResolver):
            listed_in = getattr(each.urlconf_module, "__name__", module)
            yield from addresses(each.url_patterns, route, listed_in)
        elif isinstance(each, URLPattern):
            taken = set(each.pattern.converters)
            yield each.name or route, module, taken


def names_of(*apps: str) -> set[str]:
    """The pages that some top-level packages list."""
    return {name for name, module, _taken in addresses() if module.split(".")[0] in apps}


def address(name: str, known: Mapping[str, Any]) -> str:
    """The address of that name for the rows at hand."""
    taken = next(taken for each, _module, taken in addresses() if each == name)
    return reverse(name, kwargs={key: known[key] for key in taken})


def reader(role: str) -> User | AnonymousUser:
    """One who reads in that role; the owner is there already."""
    if role == "anonymous":
        return AnonymousUser()
    if role == "owner":
        return User.objects.get(username=OWNER)
    user = User.objects.create_user(role)
    user.groups.add(Group.objects.get(name="researcher" if role == "other" else role))
    return user


def asked(user: User | AnonymousUser, method: str, url: str, data: dict[str, Any]) -> str:
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
    """An answer as a cell."""
    if answer.status_code == 200:
        return "ok"
    if answer.status_code != 302:
        return str(answer.status_code)
    if answer["Location"].startswith(f"{reverse('login')}?next="):
        return "in"
    follow = client.get(answer["Location"]).content.decode()
    return "no" if 'class="message error"' in follow else "done"


def found_and_wanted(
    matrix: Matrix, role: str, known: Callable[[str], Mapping[str, Any]]
) -> tuple[Any, Any]:
    """Every cell of a role's column, as it is and as it should be.

    `known` gives the parts of a page's address by its name.
    """
    user, column = reader(role), ROLES.index(role)
    found, wanted = {}, {}
    for name, (get, post, data) in matrix.items():
        url = address(name, known(name))
        for method, cells in (("get", get), ("post", post)):
            found[name, method] = asked(user, method, url, data if method == "post" else {})
            wanted[name, method] = cells.split()[column]
    return found, wanted
