"""The list: what one may see, narrowed and sorted as the address says."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from hypotheses.models import Hypothesis
from hypotheses.services.keeping import archive_hypothesis
from hypotheses.services.review import override_decision
from hypotheses.services.submit import submit_hypothesis
from tests.hypotheses.helpers import COMPLETE, FORCED, REFINED, VETOED, refined

LIST = "/hypotheses/"


def shown(client, **asked) -> list[str]:
    page = client.get(LIST, asked)
    assert page.status_code == 200
    return [row.text for row in page.context["page"]]


@pytest.fixture
def four(ana) -> list[Hypothesis]:
    """Approved, rejected by force, vetoed (in Portuguese), and one at work."""
    texts = (REFINED["en"], FORCED["en"], VETOED["pt"])
    done = [refined(text, user=ana.user) for text in texts]
    return [*done, submit_hypothesis(text=COMPLETE["en"], user=ana.user, wake=False).hypothesis]


def test_a_researcher_sees_their_own_a_reviewer_all(four, ana, eva, rita):
    assert len(shown(ana)) == len(shown(rita)) == 4
    assert shown(eva) == []


@pytest.mark.parametrize(
    ("asked", "texts"),
    [
        ({"status": "approved"}, [REFINED["en"]]),
        ({"status": "rejected"}, [VETOED["pt"], FORCED["en"]]),
        ({"status": "working"}, [COMPLETE["en"]]),
        ({"status": "failed"}, []),
        ({"forced": "yes"}, [FORCED["en"]]),
        ({"forced": "no"}, [COMPLETE["en"], VETOED["pt"], REFINED["en"]]),
        ({"language": "pt"}, [VETOED["pt"]]),
        ({"field": "software"}, [REFINED["en"]]),
        ({"owner": "ANA", "q": "tdd teams"}, [REFINED["en"]]),
        ({"owner": "nobody"}, []),
        ({"q": "thousand lines"}, [REFINED["en"]]),  # in its second version
        ({"since": "2999-01-01"}, []),
        ({"until": "2999-01-01", "status": "approved"}, [REFINED["en"]]),
        ({"archived": "only"}, []),
    ],
)
def test_it_is_narrowed(four, rita, asked, texts):
    assert shown(rita, **asked) == texts


def test_a_number_finds_the_hypothesis(four, ana):
    assert four[1].text in shown(ana, q=str(four[1].pk))


@pytest.mark.parametrize(
    ("order", "key"),
    [("old", lambda row: row.pk), ("new", lambda row: -row.pk), ("text", lambda row: row.text)],
)
def test_it_is_sorted(four, ana, order, key):
    assert shown(ana, order=order) == [row.text for row in sorted(four, key=key)]


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("status", "great", "great"),
        ("since", "yesterday", "valid date"),
        ("forced", "maybe", "maybe"),
        ("until", "2020-01-01", "ends before it begins"),
    ],
)
def test_a_value_that_no_filter_takes_is_said_and_kept(four, ana, name, value, said):
    page = ana.get(LIST, {name: value} | ({"since": "2021-01-01"} if name == "until" else {}))
    assert said in " ".join(page.context["form"].errors[name])
    assert list(page.context["page"]) == []
    assert value in page.text


@pytest.mark.parametrize("number", ["0", "999", "x", ""])
def test_a_page_that_there_is_not_shows_one_that_there_is(four, ana, number):
    assert len(shown(ana, page=number)) == 4


def test_archived_ones_are_hidden_until_asked_for(four, ana):
    archive_hypothesis(hypothesis_id=four[0].pk, user=ana.user)
    assert four[0].text not in shown(ana)
    assert shown(ana, archived="only") == [four[0].text]


def test_a_persons_decision_and_a_date_are_shown(four, ana, rita):
    override_decision(
        hypothesis_id=four[1].pk, outcome="approved", reason="we know X", user=rita.user
    )
    row = ana.get(LIST, {"q": str(four[1].pk)}).text
    assert 'class="decided approved by-human"' in row
    assert timezone.now().strftime("%Y-%m-%d") in row


def test_an_empty_list_says_what_to_do(ana):
    assert reverse("new-hypothesis") in ana.get(LIST).text
    assert "No hypotheses yet" in ana.get(LIST).text
    assert "Nothing fits these filters" in ana.get(LIST, {"q": "zebra"}).text
