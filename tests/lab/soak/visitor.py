"""Somebody who looks at everything: follows links, asks the API, reads the metrics."""

from __future__ import annotations

import html
import json
import random
import re
import threading
import time
from http.cookiejar import CookieJar
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from .judging import WARM_VISITS

PAUSE = 1.0  # seconds, after the warm-up: the runs are to have most of the machine
_LINK = re.compile(r'href="(/[^"#]*)"')
_NO_PAGE = ("/static/", "/sign-in/", "/api/")
_SIGN_IN, _SCHEMA = "/sign-in/", "/api/schema/"
_TAKES = "text/html, application/json, application/vnd.oai.openapi+json, */*;q=0.1"


def _kind(address: str) -> str:
    """Pages that differ in numbers or in what is asked of them alone are of one kind."""
    return re.sub(r"\d+", "", address.partition("?")[0])


class Visit(NamedTuple):
    """One request: when, its address, the answer's status (0 for none), how long it took."""

    when: float
    path: str
    status: int
    seconds: float


class Visitor(threading.Thread):
    """Asks for one thing after the other until `stop`; all that it asked for is in `visits`."""

    def __init__(self, base: str, name: str, password: str, token: str) -> None:
        super().__init__(daemon=True)
        self.visits: list[Visit] = []
        self._base, self._token = base, token
        self._person = {"username": name, "password": password}
        self._browser: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        self._draw = random.Random(0)  # noqa: S311  # chance, not secrecy
        self._page = "/"
        self._kinds: set[str] = set()
        self._told_to_stop = threading.Event()

    def stop(self) -> None:
        """Raises RuntimeError when it gave up before."""
        if not self.is_alive():
            raise RuntimeError("the visitor gave up")
        self._told_to_stop.set()
        self.join()

    def run(self) -> None:
        self._sign_in()
        lists = [path for path in self._lists() if "{" not in path]
        while not self._told_to_stop.is_set():
            for path in (self._draw.choice(lists), "/metrics", "/readyz", "/healthz"):
                self._get(path)
                for _each in range(3):
                    self._follow()

    def _sign_in(self) -> None:
        form = self._get(_SIGN_IN)
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)
        sent = {**self._person, "csrfmiddlewaretoken": found[1] if found else ""}
        self._get(_SIGN_IN, urlencode(sent).encode())

    def _lists(self) -> list[str]:
        """The addresses of the API that can be read as they are."""
        paths = json.loads(self._get(_SCHEMA))["paths"]
        return [path for path, methods in paths.items() if "get" in methods]

    def _follow(self) -> None:
        """A link of the open page, drawn; now and then, or at a dead end, the first page. Kinds of
        pages not seen yet go before: what they load is to be loaded in the warm-up."""
        text = self._get(self._page)
        links = [html.unescape(link) for link in _LINK.findall(text)]
        links = [link for link in links if not link.startswith(_NO_PAGE)]
        new = [link for link in links if _kind(link) not in self._kinds]
        onward = new or (links and self._draw.random() > 0.1)
        self._page = self._draw.choice(new or links) if onward else "/"
        self._kinds.add(_kind(self._page))

    def _get(self, path: str, data: bytes | None = None) -> str:
        """The answer's text; empty where there is none."""
        self._told_to_stop.wait(PAUSE if len(self.visits) > WARM_VISITS else 0)
        request = Request(self._base + path, data)  # noqa: S310  # our own server
        request.add_header("Accept", _TAKES)
        if path == "/metrics":
            request.add_header("Authorization", f"Bearer {self._token}")
        begun, status, text = time.monotonic(), 0, ""
        try:
            with self._browser.open(request, timeout=60) as answer:
                status, text = answer.status, answer.read().decode(errors="replace")
        except HTTPError as error:
            status = error.code
        except OSError:
            pass  # status 0 says so
        self.visits.append(Visit(begun, path, status, time.monotonic() - begun))
        return text
