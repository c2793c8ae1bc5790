"""`manage.py serve`: pages and worker together, until Ctrl-C; the demo's users can sign in."""

from __future__ import annotations

import http.cookiejar
import json
import re
import signal
import socket
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

import psutil
import pytest

from config.server_processes import PortTaken, check_port, web_command
from hypotheses.models import Hypothesis
from tests.processes import CEILING, Process, Site, alive, wait_for
from trading.models import Strategy


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def page(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=CEILING) as answer:
        return str(answer.read().decode())


def answers(port: int) -> bool:
    try:
        return "Crivo" in page(port, "/sign-in/")
    except OSError:
        return False


def signed_in(port: int, name: str, password: str) -> tuple[urllib.request.OpenerDirector, str]:
    """A visitor's browser, and the token of its forms."""
    cookies = http.cookiejar.CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(cookies))
    address = f"http://127.0.0.1:{port}/sign-in/"

    def token() -> str:
        return next(str(each.value) for each in cookies if each.name == "csrftoken")

    browser.open(address, timeout=CEILING).close()
    form = {"csrfmiddlewaretoken": token(), "username": name, "password": password}
    browser.open(address, urllib.parse.urlencode(form).encode(), timeout=CEILING).close()
    return browser, token()


def assessed(port: int, password: str, text: str) -> dict[str, Any]:
    browser, token = signed_in(port, "researcher", password)
    asked = urllib.request.Request(  # our own server
        f"http://127.0.0.1:{port}/api/v1/assess/",
        json.dumps({"texts": [text]}).encode(),
        {"Content-Type": "application/json", "X-CSRFToken": token},
    )
    with browser.open(asked, timeout=CEILING) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def serving(site: Site, port: int, *options: str) -> Process:
    process = site.start("serve", "--port", str(port), *options)
    wait_for(lambda: answers(port) or process.popen.poll() is not None, "the server")
    return process


@pytest.mark.slow
def test_the_demo_is_served_and_ctrl_c_ends_all_of_it(site: Site, port: int) -> None:
    process = serving(site, port, "--demo")
    wait_for(lambda: "Ctrl-C" in process.out, "the address")
    passwords = dict(re.findall(r"^  (researcher|reviewer|admin) +(\S+)$", process.out, re.M))
    assert len(passwords) == 3
    assert Hypothesis.objects.filter(owner__username="researcher").count() == 3
    assert Strategy.objects.get(owner__username="researcher").ticker == "AAPL"
    decided = Hypothesis.objects.filter(decisions__current=True)
    wait_for(lambda: decided.count() == 3, "the ideas to be refined")
    # What making the demo started is not what the web process reads with.
    found = assessed(port, passwords["researcher"], "Do naps shorten the night sleep of toddlers?")
    assert "naps" in json.dumps(found)

    # Static files by their hashed names, as they are served in production.
    style = re.search(r'href="(/static/crivo\.\w+\.css)"', page(port, "/sign-in/"))
    assert style is not None
    assert "--paper" in page(port, style[1])
    with pytest.raises(urllib.error.HTTPError, match="414"):
        page(port, f"/?q={'x' * 9_000}")

    wait_for(lambda: "running" in process.log, "the worker")
    itself = psutil.Process(process.popen.pid)
    assert "config.server_processes" in itself.cmdline()  # what made the demo is no more
    assert psutil.STATUS_ZOMBIE not in [child.status() for child in itself.children()]
    children: list[psutil.Process] = site.remember(process)
    process.signal(signal.SIGINT)
    assert process.wait() == 0
    wait_for(lambda: not any(map(alive, children)), "the children to end")


@pytest.mark.slow
def test_it_ends_when_one_of_the_two_does(site: Site, port: int) -> None:
    process = serving(site, port)
    site.remember(process)
    web, _work = psutil.Process(process.popen.pid).children()
    web.send_signal(signal.SIGTERM)
    assert process.wait() == 1
    assert "ended by itself" in process.log


@pytest.mark.slow
def test_killed_it_leaves_nothing_behind(site: Site, port: int) -> None:
    process = serving(site, port)
    children: list[psutil.Process] = site.remember(process)
    process.signal(signal.SIGKILL)
    process.wait()
    wait_for(lambda: not any(map(alive, children)), "the children to end")


def test_a_port_that_is_taken_is_one_line(site: Site) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        number = taken.getsockname()[1]
        with pytest.raises(PortTaken):
            check_port("127.0.0.1", number)
        process = site.start("serve", "--port", str(number))
        assert process.wait() == 1
    assert f"cannot listen on 127.0.0.1:{number}" in process.log
    assert "Traceback" not in process.log


def test_an_address_of_the_sixth_version_stands_in_brackets() -> None:
    web = web_command("::1", 8000, 4)
    assert "[::1]:8000" in web
