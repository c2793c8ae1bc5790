"""Takes the pictures of docs/screenshots/ from the demo, in a data folder that is thrown away.

    make screenshots
    .venv/bin/python docs/screenshots.py models      those with a language model alone

Needs Chromium and the development tools (playwright).
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from model_screenshots import take_models
from playwright.sync_api import Browser, Error, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "screenshots"
CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
WIDE, NARROW = {"width": 1200, "height": 800}, {"width": 390, "height": 844}
TALL: ViewportSize = {"width": 1200, "height": 1250}
IDEAS = (
    "Coffee is good because everybody knows that it works",
    "Remote work improves the wellbeing of nurses",
    "Sleeping less than six hours raises blood pressure in shift workers",
)


@contextmanager
def demo(**settings: str) -> Iterator[tuple[str, dict[str, str]]]:
    """The address of a demo of our own, and its people's passwords."""
    with tempfile.TemporaryDirectory(prefix="crivo-pictures-") as folder:
        environment = {
            **os.environ, "CRIVO_DATA_DIR": folder, "CRIVO_LANGUAGE": "en", **settings,
        }  # fmt: skip
        environment.pop("DATABASE_URL", None)
        manage = [sys.executable, "manage.py"]
        subprocess.run(  # noqa: S603
            [*manage, "migrate", "--verbosity", "0"], cwd=ROOT, env=environment, check=True
        )
        port = free_port()
        server = subprocess.Popen(  # noqa: S603
            [*manage, "serve", "--demo", "--port", str(port)],
            cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            yield f"http://127.0.0.1:{port}", passwords(server)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(60)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def passwords(server: subprocess.Popen[str]) -> dict[str, str]:
    """As the server prints them before it says where it is."""
    found: dict[str, str] = {}
    for line in server.stdout or ():
        if "http://" in line:
            return found
        if person := re.fullmatch(r"  (\w+) +(\S+)\n", line):
            found[person[1]] = person[2]
    raise SystemExit("the demo did not start")


def opened(browser: Browser, url: str, name: str, password: str, **look: object) -> Page:
    """A window of one of the demo's people."""
    page = browser.new_context(base_url=url, **look).new_page()  # type: ignore[arg-type]
    deadline = time.monotonic() + 30
    while True:
        try:
            page.goto("/sign-in/")
            break
        except Error:  # the server is not up yet
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
    page.fill("#id_username", name)
    page.fill("#id_password", password)
    page.press("#id_password", "Enter")
    page.wait_for_selector(".who")
    return page


def submit(page: Page, idea: str) -> None:
    page.goto("/hypotheses/new/")
    page.fill("#id_text", idea)
    page.click("button.primary")
    if page.locator(".notice").count():
        page.click("button.primary")
    page.wait_for_selector(".outcome .question")
    page.wait_for_selector("#progress", state="detached")


def picture(page: Page, name: str) -> None:
    page.evaluate("document.activeElement.blur()")
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")


def number_of(page: Page, words: str) -> str:
    """The address of the demo's hypothesis with these words."""
    page.goto("/hypotheses/")
    link = page.locator("[data-row]", has_text=words).first
    return str(link.get_attribute("href"))


def take(browser: Browser, url: str, known: dict[str, str]) -> None:
    author = opened(browser, url, "researcher", known["researcher"], viewport=WIDE)
    for idea in IDEAS:
        submit(author, idea)
    author.goto("/")
    picture(author, "inbox-author")
    author.goto("/hypotheses/")
    picture(author, "list")
    author.goto(number_of(author, "TDD"))
    author.set_viewport_size({"width": 1200, "height": 1000})
    picture(author, "detail")
    author.set_viewport_size(WIDE)  # type: ignore[arg-type]
    author.locator("a", has_text="Compare").first.click()
    author.wait_for_selector(".question")
    picture(author, "compare")
    author.goto("/hypotheses/new/")
    picture(author, "new")

    strategies(browser, url, known)
    reviewer = opened(
        browser, url, "reviewer", known["reviewer"], viewport=WIDE, color_scheme="dark"
    )
    picture(reviewer, "inbox-reviewer-dark")
    forced = number_of(reviewer, "Como X")
    reviewer.goto(forced)
    picture(reviewer, "detail-dark")
    reviewer.goto(f"{forced}compare/?a=0&b=3&view=side")
    picture(reviewer, "compare-dark")
    in_portuguese = opened(
        browser, url, "reviewer", known["reviewer"], viewport=WIDE, locale="pt-BR"
    )
    in_portuguese.goto(number_of(in_portuguese, "sprint"))
    picture(in_portuguese, "detail-pt")
    narrow = opened(browser, url, "reviewer", known["reviewer"], viewport=NARROW, locale="pt-BR")
    narrow.goto(forced)
    picture(narrow, "detail-narrow-pt")
    narrow.goto("/hypotheses/")
    picture(narrow, "list-narrow-pt")


def strategies(browser: Browser, url: str, known: dict[str, str]) -> None:
    """A development of the demo's own, watched to its end, and what belongs to it."""
    author = opened(browser, url, "researcher", known["researcher"], viewport=WIDE)
    author.goto("/strategies/new/?ticker=AAPL")
    author.fill("#id_objective", "momentum with low drawdown")
    picture(author, "strategy-new")
    author.click("button.primary")
    author.wait_for_selector(".facts .decided[class*=by-]", timeout=900_000)
    author.wait_for_selector(".picture svg")
    run = author.url
    author.set_viewport_size(TALL)
    picture(author, "strategy")
    author.goto(str(author.locator("#best a").get_attribute("href")))
    author.wait_for_selector("#sheet svg")
    author.set_viewport_size(TALL)
    picture(author, "variant")
    author.goto(f"{run}variants/")
    picture(author, "variants")
    for index in (0, 1):
        author.locator("input[name=v]").nth(index).check()
    author.locator("form[action$='compare/'] button").first.click()
    author.wait_for_selector("canvas")
    picture(author, "variants-compared")
    author.goto("/data/")
    author.get_by_role("link", name=re.compile("AAPL")).first.click()
    author.wait_for_selector("canvas")
    picture(author, "dataset")
    author.goto("/specs/new/")
    picture(author, "spec-editor")
    dark = opened(
        browser, url, "reviewer", known["reviewer"],
        viewport=WIDE, locale="pt-BR", color_scheme="dark",
    )  # fmt: skip
    dark.goto(run)
    dark.wait_for_selector(".picture svg")
    dark.set_viewport_size(TALL)
    picture(dark, "strategy-dark-pt")
    narrow = opened(browser, url, "reviewer", known["reviewer"], viewport=NARROW)
    narrow.goto(run)
    picture(narrow, "strategy-narrow")


def main() -> None:
    path = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if path is None:
        raise SystemExit("needs Chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
        browser = playwright.chromium.launch(executable_path=path, args=arguments)
        if "models" not in sys.argv[1:]:
            with demo() as (url, known):
                take(browser, url, known)
        take_models(browser, demo, opened, submit, picture)
        browser.close()
    for file in sorted(PICTURES.glob("*.png")):
        sys.stdout.write(f"{file.relative_to(ROOT)}  {file.stat().st_size // 1024} kB\n")


if __name__ == "__main__":
    main()
