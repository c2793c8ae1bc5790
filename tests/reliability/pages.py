"""The pages of a site, asked for as a browser does while things go wrong."""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from typing import NamedTuple, Self

OURS = "Algo deu errado", "Crivo"
"""What stands on a page of ours, whichever it is; a bare error of the server has neither."""


class Answer(NamedTuple):
    status: int
    text: str
    seconds: float


class Site:
    """Of one who is signed in."""

    def __init__(self, url: str, cookie: str) -> None:
        self.url, self._cookie = url, cookie

    def get(self, path: str) -> Answer:
        """Status 0 where nobody answers."""
        began = time.monotonic()
        request = urllib.request.Request(self.url + path)  # noqa: S310
        request.add_header("Cookie", f"sessionid={self._cookie}")
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:  # noqa: S310
                status, text = reply.status, reply.read().decode()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read().decode()
        except OSError as error:
            status, text = 0, str(error)
        return Answer(status, text, time.monotonic() - began)


class Visitor:
    """Looks at pages over and over, all the while; `answers` counts them by page and status."""

    PAGES = "/healthz", "/readyz", "/sign-in/", "/", "/hypotheses/"

    def __init__(self, site: Site) -> None:
        self._site = site
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self.answers: Counter[tuple[str, int]] = Counter()
        self.strange: list[str] = []
        self.unready: Counter[str] = Counter()
        self.longest = 0.0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._done.set()
        self._thread.join()

    @property
    def said(self) -> str:
        """All that `/readyz` found wrong."""
        return "\n".join(self.unready)

    def __str__(self) -> str:
        asked = ", ".join(f"{page} {status}: {n}" for (page, status), n in self.answers.items())
        return f"asked: {asked}; the longest took {self.longest:.1f} s; unready: {self.said}"

    def _look(self) -> None:
        while not self._done.wait(0.2):
            for path in self.PAGES:
                self._note(path, self._site.get(path))

    def _note(self, path: str, answer: Answer) -> None:
        self.answers[path, answer.status] += 1
        self.longest = max(self.longest, answer.seconds)
        if path == "/readyz":
            if answer.status == 503:
                self.unready[answer.text] += 1
        elif path != "/healthz" and not any(each in answer.text for each in OURS):
            self.strange.append(f"{path}: {answer.status} {answer.text[:200]}")
