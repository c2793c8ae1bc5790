"""The list: what one may see, narrowed and sorted as the address says."""

from __future__ import annotations

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from hypotheses.domain.claim import Claim, Slot
from hypotheses.list_query import searched
from hypotheses.models import Hypothesis
from hypotheses.services.archive import archive_hypothesis
from hypotheses.services.review import override_decision
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import COMPLETE
from tests.hypotheses.recorded import IDEA, conditional, recorded, waiting

LIST = "/hypotheses/"


def shown(client, **asked) -> list[str]:
    page = client.get(LIST, asked)
    assert page.status_code == 200
    return [row.text for row in page.context["page"]]


BELIEF = "Café é bom porque todo mundo sabe que funciona"
SURE = "Do nurses who nap learn more?"
OPEN = "Music makes testers miss defects"


@pytest.fixture
def five(ana) -> list[Hypothesis]:
    """Approved on conditions, waiting, vetoed (in Portuguese), approved, and one at work."""
    rows = [
        conditional(ana.user),
        waiting(ana.user, text=OPEN),
        recorded(BELIEF, Claim(), user=ana.user, language="pt"),
        recorded(SURE, Claim(unit=Slot("nurses")), user=ana.user, status="approved"),
        submit_hypothesis(text=COMPLETE["en"], user=ana.user, wake=False).hypothesis,
    ]
    Hypothesis.objects.filter(pk=rows[0].pk).update(field="software")
    return rows


def test_a_researcher_sees_their_own_a_reviewer_all(five, ana, eva, rita):
    assert len(shown(ana)) == len(shown(rita)) == 5
    assert shown(eva) == []


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ({"status": "approved"}, [SURE]),
        ({"status": "conditional"}, [IDEA]),
        ({"status": "waiting"}, [OPEN]),
        ({"status": "rejected"}, [BELIEF]),
        ({"status": "working"}, [COMPLETE["en"]]),
        ({"status": "failed"}, []),
        ({"forced": "yes"}, [OPEN]),
        ({"forced": "no"}, [COMPLETE["en"], SURE, BELIEF, IDEA]),
        ({"language": "pt"}, [BELIEF]),
        ({"field": "software"}, [IDEA]),
        ({"owner": "ANA", "q": "nurses nap"}, [SURE]),
        ({"owner": "nobody"}, []),
        ({"q": "larger share of seeded"}, [IDEA]),  # in its second version
        ({"since": "2999-01-01"}, []),
        ({"until": "2999-01-01", "status": "approved"}, [SURE]),
        ({"archived": "only"}, []),
    ],
)
def test_it_is_narrowed(five, rita, asked, texts):
    assert shown(rita, **asked) == texts


def test_a_number_finds_the_hypothesis(five, ana):
    assert five[1].text in shown(ana, q=str(five[1].pk))


@pytest.mark.parametrize(
    ("order", "key"),
    [("old", lambda row: row.pk), ("new", lambda row: -row.pk), ("text", lambda row: row.text)],
)
def test_it_is_sorted(five, ana, order, key):
    assert shown(ana, order=order) == [row.text for row in sorted(five, key=key)]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("status", "great", "great"),
        ("since", "yesterday", "valid date"),
        ("forced", "maybe", "maybe"),
        ("until", "2020-01-01", "ends before it begins"),
    ],
)
def test_a_value_that_no_filter_takes_is_said_and_kept(five, ana, name, value, said):
    page = ana.get(LIST, {name: value} | ({"since": "2021-01-01"} if name == "until" else {}))
    assert said in " ".join(page.context["form"].errors[name])
    assert list(page.context["page"]) == []
    assert value in page.text


@pytest.mark.parametrize("number", ["0", "999", "x", ""])
def test_a_page_that_there_is_not_shows_one_that_there_is(five, ana, number):
    assert len(shown(ana, page=number)) == 5


def test_archived_ones_are_hidden_until_asked_for(five, ana):
    archive_hypothesis(hypothesis_id=five[0].pk, user=ana.user)
    assert five[0].text not in shown(ana)
    assert shown(ana, archived="only") == [five[0].text]


def test_a_persons_decision_and_a_date_are_shown(five, ana, rita):
    override_decision(
        hypothesis_id=five[2].pk, outcome="approved", reason="we know X", user=rita.user
    )
    row = ana.get(LIST, {"q": str(five[2].pk)}).text
    assert 'class="decided approved by-human"' in row
    assert timezone.now().strftime("%Y-%m-%d") in row


def test_an_empty_list_says_what_to_do(ana):
    assert reverse("new-hypothesis") in ana.get(LIST).text
    assert "No hypotheses yet" in ana.get(LIST).text
    assert "Nothing fits these filters" in ana.get(LIST, {"q": "zebra"}).text


def test_what_is_not_final_says_so(five, ana):
    text = ana.get(LIST).text
    assert "approved on 2 conditions" in text
    assert (
        "waiting for the author&#x27;s answer" in text or "waiting for the author's answer" in text
    )


def test_a_row_takes_no_template_of_its_own(ana):
    waiting(ana.user)
    few = [each.name for each in ana.get(LIST).templates]
    conditional(ana.user)
    recorded(SURE, Claim(unit=Slot("nurses")), user=ana.user, status="approved")
    assert [each.name for each in ana.get(LIST).templates] == few


def test_a_name_is_a_text_in_its_row_and_in_a_filter(ana):
    Hypothesis.objects.filter(pk=waiting(ana.user, text="Is <b>a</b> & b better?").pk).update(
        field="software"
    )
    page = ana.get(LIST, {"field": "software", "status": "waiting"}).content.decode()
    assert "Is &lt;b&gt;a&lt;/b&gt; &amp; b better?" in page
    assert '<option value="software" selected>software</option>' in page
    assert page.count(" selected>") == 5  # one of each filter


@pytest.mark.skipif(connection.vendor != "sqlite", reason="its plan is told in other words")
def test_words_are_looked_up_and_not_tried_on_every_row(five):
    plan = Hypothesis.objects.filter(searched("testers")).order_by("pk").explain()
    assert "SEARCH hypotheses_hypothesis USING INTEGER PRIMARY KEY" in plan
