"""Every text of ours on every page goes through the catalogue, and the catalogue has it.

The pages are rendered with a catalogue that puts each message into marks: what stands outside of
them is either what people and analysts wrote, or was never marked for translation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from html.parser import HTMLParser

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import trans_real
from django.utils.translation.trans_real import CONTEXT_SEPARATOR

from config.runs.models import Run
from hypotheses.models import Hypothesis
from hypotheses.services.answers import edit_question
from hypotheses.services.archive import archive_hypothesis, erase_hypothesis
from hypotheses.services.review import one_more_round, override_decision
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import FORCED, REFINED, VETOED, last_run, refined

pytestmark = pytest.mark.django_db
OPEN, CLOSE, PLURAL = "⟦", "⟧", "¦"
# The same in both languages, or nobody's to translate: names, numbers, single signs, keys.
ALIKE = set(
    "API Crivo Status marketing software Veto English de às causal Word LaTeX Markdown PDF "
    "Menu".split()
) | {"%(hours)s h %(minutes)s min"}
VOID = {"meta", "link", "input", "img", "br", "hr"}
SHOWN = ("title", "placeholder", "aria-label", "alt")


class Texts(HTMLParser):
    """What a reader reads or hears, without what stands in another language by its `lang`."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(page)

    @property
    def _foreign(self) -> bool:
        return any(foreign for _, foreign in self._open)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        foreign = tag != "html" and "lang" in told
        if not (self._foreign or foreign):
            self.found += [value for name in SHOWN if (value := told.get(name))]
        if tag not in VOID:
            self._open.append((tag, foreign or tag in ("script", "style", "textarea", "kbd")))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._foreign:
            self.found.append(" ".join(data.split()))


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The messages asked for while the catalogue of pt-br puts each into marks."""
    asked: set[str] = set()
    catalogue = trans_real.translation("pt-br")

    def marked(message: str) -> str:
        asked.add(message)
        return f"{OPEN}{message.rpartition(CONTEXT_SEPARATOR)[2]}{CLOSE}"

    def counted(one: str, many: str, n: int) -> str:
        asked.add(f"{one}{PLURAL}{many}")
        return f"{OPEN}{one if n == 1 else many}{CLOSE}"

    monkeypatch.setattr(catalogue, "gettext", marked, raising=False)
    monkeypatch.setattr(catalogue, "ngettext", counted, raising=False)
    return asked


@pytest.fixture
def people() -> dict[str, User]:
    made = {}
    for name, role in (("qxana", "researcher"), ("qxbea", "reviewer"), ("qxcarla", "admin")):
        made[name] = User.objects.create_user(name)
        made[name].groups.add(Group.objects.get(name=role))
    return made


@pytest.fixture
def pages(people: dict[str, User]) -> list[tuple[str, str]]:
    """A reader and an address: every page, in the states that read differently."""
    ana, bea, carla = people.values()
    forced = refined(FORCED["pt"], user=ana)
    vetoed = refined(VETOED["pt"], user=ana)
    assumed = refined(REFINED["pt"], user=ana)
    override_decision(hypothesis_id=vetoed.pk, outcome="approved", reason="qxwhy", user=bea)
    again = refined(FORCED["pt"].replace("X", "K"), user=ana)
    one_more_round(hypothesis_id=again.pk, guidance="qxwhy", user=bea, wake=False)
    edited = refined(FORCED["pt"].replace("X", "J"), user=ana)
    edit_question(hypothesis_id=edited.pk, question="qxmine", user=ana, wake=False)
    archived, erased = (refined(FORCED["pt"].replace("X", k), user=ana) for k in "LM")
    archive_hypothesis(hypothesis_id=archived.pk, user=ana)
    erase_hypothesis(hypothesis_id=erased.pk, user=carla)
    failed, cancelled, stalled = (queued(ana, key) for key in ("failed", "cancelled", ""))
    rows = [forced, vetoed, assumed, again, edited, archived, erased, failed, cancelled, stalled]
    own = [f"/hypotheses/{row.pk}/" for row in rows if row is not erased]
    others = [f"/hypotheses/{row.pk}/" for row in rows]
    shared = ["/", "/hypotheses/", "/hypotheses/?order=text&q=zzz", "/hypotheses/?since=x",
              "/hypotheses/?order=gaps", "/hypotheses/new/", "/hypotheses/99999/",
              f"{own[0]}compare/", f"{own[0]}compare/?a=0&b=0&view=side", f"{own[2]}edit/",
              f"{own[0]}progress/"]  # fmt: skip
    pages = [("", "/sign-in/"), *(("qxana", url) for url in (*shared, *own))]
    pages += [("qxbea", url) for url in (*shared, *others)]
    return [*pages, ("qxcarla", "/"), ("qxcarla", others[0]), ("qxcarla", f"{others[0]}erase/")]


def queued(owner: User, status: str) -> Hypothesis:
    made = submit_hypothesis(text=f"qxidea{status} melhora o sono", user=owner, wake=False)
    if status:
        Run.objects.filter(pk=made.run.pk).update(status=status, finished_at=timezone.now())
    else:
        long_ago = timezone.now() - timedelta(hours=1)
        Run.objects.filter(pk=last_run(made.hypothesis).pk).update(queued_at=long_ago)
    return made.hypothesis


def rendered(pages: list[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for name, url in pages:
        client = Client(headers={"accept-language": "pt-br"})
        if name:
            client.force_login(User.objects.get(username=name))
        answer = client.get(url)
        assert answer.status_code in (200, 404), url
        yield url, answer.content.decode()
    for url, data in POSTED.items():
        yield f"POST {url}", client.post(url, data).content.decode()


# What is refused, or asked back: told in the reader's language, too. By an admin.
POSTED: dict[str, dict[str, str]] = {
    "/hypotheses/new/": {"text": "", "language": "xx", "max_refinements": "99"},
    "/hypotheses/1/override/": {"outcome": "approved", "reason": " "},
    "/hypotheses/1/answer/": {"expected": "99", "ask-metrics": "qx"},
    "/hypotheses/1/edit/": {"question": "qx", "expected": "99"},
}


def outside(page: str, known: set[str]) -> list[str]:
    """Texts with words that no message holds."""
    left = []
    for text in Texts(page).found:
        bare = text
        while (shorter := re.sub(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}", "", bare)) != bare:
            bare = shorter
        for part in sorted(known, key=len, reverse=True):
            bare = bare.replace(part, "")
        words = [w for w in re.findall(r"[^\W\d_]{2,}", bare) if w not in ALIKE]
        if words and not any("qx" in word for word in words):
            left.append(text)
    return left


def written() -> set[str]:
    """What people wrote, whole and cut to the lengths that pages cut it to."""
    texts = list(Hypothesis.objects.values_list("text", flat=True))
    return {*texts, *(text[:60].rsplit(" ", 1)[0] for text in texts), "[erased]"}


def test_no_text_of_ours_misses_the_catalogue(pages: list[tuple[str, str]], used: set[str]) -> None:
    known = written()
    found = {url: left for url, page in rendered(pages) if (left := outside(page, known))}
    assert not found, "\n".join(f"{url}: {left}" for url, left in found.items())


def test_the_catalogue_has_every_message_of_the_pages(
    pages: list[tuple[str, str]], used: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    list(rendered(pages))
    monkeypatch.undo()
    with translation.override("pt-br"):
        same = {text for text in used if untranslated(text)}
    assert same - ALIKE == set()
    assert len(used) > 150  # the pages were read


def untranslated(text: str) -> bool:
    one, plural, many = text.partition(PLURAL)
    told = translation.ngettext(one, many, 2) if plural else translation.gettext(one)
    return told in (one, many) and words(one)


def words(text: str) -> bool:
    """Whether there is anything to translate once the placeholders are out."""
    return bool(re.search(r"[^\W\d_]{3,}", re.sub(r"%\(\w+\)\w", "", text)))
