"""The pictures that need a language model: its page, two judges, what they cost.

The model is the loopback server of the tests: it answers as sensibly as the built-in analyst does,
but for the methodologist, who misses how the outcome is measured whatever stands there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from playwright.sync_api import Browser, Page

from tests.hypotheses.model_analyst import talker as refining
from tests.llm.reading import data_of, schema_of
from tests.llm.server import Asked, FaultServer
from tests.trading.model_analyst import talker as developing

IDEA = "Short daily walks reduce back pain in office workers"
PROVIDER = {
    "name": "Local model",
    "model": "model-1",
    "price_in": "0.15",
    "price_out": "0.6",
    "order": "1",
}
_ASPECTS = ("AspectAnswer", "TestabilityAnswer")
_REFINING = ("ReadAnswer", "DraftAnswer", "FitAnswer", "DecisionAnswer")
_DEVELOPING = ("DesignsAnswer", "FailureAnswer", "TrajectoryAnswer")
Take = Callable[[Page, str], None]
Opened = Callable[..., Page]


def answer(asked: Asked) -> dict[str, Any]:
    """What the model says to whatever it is asked."""
    schema = schema_of(asked)
    if schema in _REFINING:
        return refining.talk(asked)
    if schema in _DEVELOPING:
        return developing.talk(asked)
    if schema not in _ASPECTS:
        return {"points": [], "text": "What was found holds on train alone.", "caution": ""}
    last = " ".join(data_of(asked)["version"].split()[-2:])
    told = {"quote": last, "gap": "", "suggestion": "", "score": 2}
    if refining.aspect_of(asked) == "metrics":
        told |= {"gap": "How often pain is asked for is not said.", "score": 1,
                 "suggestion": "At which times of the day is back pain asked for?"}  # fmt: skip
    sound = {"unscientific": False, "basis_quote": "", "reason": ""}
    return told | (sound if schema == "TestabilityAnswer" else {})


def model() -> FaultServer:
    """The model's server: `with model() as server`. It takes its time, as models do."""
    return FaultServer(answer, latency=0.3)


def configure(admin: Page, url: str, picture: Take) -> None:
    """An admin adds the model, on its page."""
    admin.goto("/admin/runs/modelprovider/add/")
    for name, value in {**PROVIDER, "base_url": url}.items():
        admin.fill(f"[name={name}]", value)
    admin.click("[name=_continue]")
    admin.wait_for_selector("[name=price_in]")
    picture(admin, "model-provider")


def disagreement(author: Page, reviewer: Page, submit: Callable[..., None], picture: Take) -> None:
    """An idea that the built-in analyst approves once it is refined, and the model does not."""
    submit(author, IDEA)
    reviewer.goto("/")
    picture(reviewer, "inbox-two-judges-dark")
    reviewer.goto(author.url)
    reviewer.get_by_text("Why this judge says so").first.click()  # the versions are open
    reviewer.evaluate("document.querySelector('#versions-title').scrollIntoView()")
    picture(reviewer, "two-judges-dark")


def development(author: Page, picture: Take) -> str:
    """A short development that a model designs and judges; its address."""
    author.goto("/strategies/new/?ticker=AAPL")
    author.fill("#id_objective", "momentum with low drawdown")
    author.locator("summary", has_text="Limits and gates").click()
    author.fill("#id_max_iterations", "3")
    author.dispatch_event("#id_max_iterations", "change")
    author.wait_for_timeout(500)
    author.locator("#estimate").scroll_into_view_if_needed()
    picture(author, "strategy-estimate")
    author.locator("button.primary", has_text="Start").click()
    author.wait_for_selector(".facts .decided[class*=by-]", timeout=400_000)
    return author.url


def costs(page: Page, picture: Take, name: str) -> None:
    """The panel of a strategy, unfolded."""
    page.wait_for_selector("#costs")
    for index in (0, 1):
        page.locator("#costs summary").nth(index).click()
    page.evaluate("document.getElementById('costs').scrollIntoView()")
    picture(page, name)


def take_models(browser: Browser, demo: Any, opened: Opened, submit: Any, picture: Take) -> None:
    """All of them, in a demo of their own."""
    with model() as server, demo(CRIVO_LLM_ALLOW_PRIVATE="127.0.0.1") as (url, known):

        def window(name: str, **look: Any) -> Page:
            look = {"viewport": {"width": 1200, "height": 900}, **look}
            return opened(browser, url, name, known[name], **look)

        configure(window("admin"), server.url, picture)
        author = window("researcher")
        disagreement(author, window("reviewer", color_scheme="dark"), submit, picture)
        address = development(author, picture)
        costs(author, picture, "strategy-costs")
        pt = window("admin", locale="pt-BR", viewport={"width": 390, "height": 844})
        pt.goto(address)
        costs(pt, picture, "strategy-costs-narrow-pt")
