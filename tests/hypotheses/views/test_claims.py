"""The answer and the frame on a hypothesis's page, and what its author says to them."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser

import pytest
from django.test import Client

from hypotheses.domain.claim import Claim, Slot
from hypotheses.models import Hypothesis
from tests.hypotheses.helpers import last_run, refined
from tests.hypotheses.recorded import (
    FISHERS,
    IDEA,
    STATEMENTS,
    TESTERS,
    WHICH_TESTERS,
    conditional,
    recorded,
    unnamed,
    waiting,
)

pytestmark = pytest.mark.django_db


def page(client, hypothesis):
    return client.get(f"/hypotheses/{hypothesis.pk}/")


def rows(client, hypothesis) -> dict[str, tuple[str, str]]:
    frame = page(client, hypothesis).context["frame"]
    return {row.name: (row.state, row.words) for row in frame.rows}


def answered(client: Client, hypothesis, **told):
    told = {
        "expected": hypothesis.versions.count(),
        **{k.replace("_", "-"): v for k, v in told.items()},
    }
    return client.post(f"/hypotheses/{hypothesis.pk}/answer/", told)


class Named(HTMLParser):
    """The controls of a page: `(tag, name, value)`."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if told.get("name"):
            self.found.append((tag, told["name"] or "", told.get("value") or ""))


def controls(client, hypothesis) -> set[tuple[str, str, str]]:
    return set(Named(page(client, hypothesis).text).found)


def test_an_approval_on_conditions_says_so_first(ana, rita):
    row = conditional(ana.user)
    assert page(ana, row).context["outcome"] == "Approved on 2 conditions"
    assert page(rita, row).context["outcome"] == "Approved on 2 conditions"
    assert "approved on 2 conditions" in page(ana, row).text
    assert "/preregister/" not in page(ana, row).text


def test_one_that_waits_says_so_and_what_for(ana, rita):
    row = waiting(ana.user)
    shown = page(ana, row)
    assert shown.context["outcome"] == "Waiting for your answer"
    assert page(rita, row).context["outcome"] == "Waiting for its author's answer"
    title, asked = shown.text.index("Waiting for your answer"), shown.text.index("Which testers:")
    assert title < asked < shown.text.index('id="versions-title"')


def test_a_veto_is_a_refusal_even_with_a_question(ana):
    veto = {"code": "popular_belief", "quote": "everybody knows", "reason": "a belief"}
    row = recorded(user=ana.user, vetoes=[veto], asks={"population": "In whom?"})
    shown = page(ana, row)
    assert shown.context["outcome"] == "Rejected: veto"
    assert "everybody knows" in shown.text


def test_both_wordings_are_there_and_what_would_be_tested(ana):
    text = page(ana, conditional(ana.user)).text
    assert IDEA in text
    assert "miss a larger share of" in text
    assert all(words in text for words in STATEMENTS.values())


def test_the_rows_of_a_causal_claim(ana):
    found = rows(ana, waiting(ana.user))
    assert found == {
        "population": ("open", "software testers"),
        "exposure": ("yours", "background music"),
        "comparator": ("proposed", "the same testers working in silence"),
        "outcome": ("yours", "defects missed"),
        "measure": ("yours", "share of seeded defects not found"),
        "window": ("optional", ""),
        "qualifiers": ("optional", ""),
    }


def test_each_assumption_has_a_row_of_its_own(ana):
    """Also where both halves of a population were proposed."""
    unit, bound = Slot("software testers", "suggested"), Slot("of one company", "suggested")
    row = recorded(user=ana.user, status="approved", claim=replace(TESTERS, unit=unit, bound=bound))
    shown = page(ana, row)
    assert shown.context["outcome"] == "Approved on 4 conditions"
    asked = {each.name: each.label for each in shown.context["frame"].proposed}
    assert asked == {"participants": "Unit of study", "setting": "Bound of the population",
                     "comparator": "Comparison", "measure": "Measure"}  # fmt: skip
    answered(ana, row, act_participants="confirm", act_setting="confirm")
    assert last_run(row).params["round"]["answers"] == {"participants": "", "setting": ""}


def test_the_table_of_parts_names_those_that_are_asked_and_leads_to_them(ana):
    parts = page(ana, conditional(ana.user)).text.partition('id="frame-title"')[2]
    for name, label in {"measure": "Measure", "comparator": "Comparison"}.items():
        assert f'href="#slot-{name}" aria-label="proposed: {label}"' in parts


def test_the_rows_of_a_qualitative_claim(ana):
    row = recorded(
        "Como pescadores vivem a reserva?", FISHERS, user=ana.user, language="pt", forced=True,
        asks={"approach": "Como o material é obtido?", "population": "Quem entra?"},
    )  # fmt: skip
    frame = page(ana, row).context["frame"]
    assert frame.spider
    assert [r.name for r in frame.rows][:4] == ["participants", "phenomenon", "setting", "approach"]
    asked = {r.name: r.question for r in frame.rows if r.question}
    assert asked == {"participants": "Quem entra?", "approach": "Como o material é obtido?"}
    assert [each.name for each in frame.selections] == ["design"]


def test_a_null_claim_has_a_row_for_its_margin(ana):
    claim = Claim(design="causal", direction="none", unit=Slot("pupils"), outcome=Slot("grades"))
    row = recorded("Uniforms do not change grades", claim, user=ana.user, forced=True)
    assert rows(ana, row)["margin"] == ("open", "")


def test_a_counted_outcome_and_a_letter_are_explained(ana):
    claim = Claim(
        design="causal", outcome=Slot("hours until merge"), exposure=Slot("X"), counted=True
    )
    frame = page(ana, recorded("X cuts hours until merge", claim, user=ana.user)).context["frame"]
    told = {row.name: (row.state, row.note) for row in frame.rows}
    assert told["measure"] == ("yours", "The outcome's own words say how it is observed.")
    assert told["exposure"] == ("open", "A letter stands for anything: name it.")


def test_a_question_about_no_part_is_asked_with_a_way_to_answer(ana):
    row = recorded(user=ana.user, forced=True, asks={"fit": "Do these fit each other?"})
    text = page(ana, row).text
    assert "Do these fit each other?" in text
    assert "answer it in your own wording of the question" in text


def test_a_proposal_is_confirmed_replaced_or_dropped_with_answers_in_one_round(ana):
    row = conditional(ana.user)
    offered = "use:measure:defects found an hour"
    assert ("input", "act-measure", offered) in controls(ana, row)
    made = answered(
        ana, row, act_measure=offered, act_comparator="drop",
        edit_window="six weeks", edit_design="comparative", edit_population="",
    )  # fmt: skip
    assert made.status_code == 302
    told = last_run(row).params["round"]
    assert told["answers"] == {
        "measure": "defects found an hour", "window": "six weeks", "design": "comparative",
    }  # fmt: skip
    assert told["declined"] == ["comparator"]


def test_all_confirmed_is_final_and_may_be_registered(ana):
    row = conditional(ana.user)
    answered(ana, row, act_measure="confirm", act_comparator="confirm")
    assert last_run(row).params["round"]["answers"] == {"measure": "", "comparator": ""}
    row.versions.latest("number").elements.update(origin="confirmed")
    Hypothesis.objects.store_standing()
    last_run(row).delete()
    shown = page(ana, row)
    assert shown.context["outcome"] == "Approved"
    assert f"/hypotheses/{row.pk}/preregister/" in shown.text


def test_an_open_part_is_answered_in_its_row(ana):
    row = waiting(ana.user)
    assert ("textarea", "edit-population", "") in controls(ana, row)
    assert answered(ana, row, edit_population="freelancers of one platform").status_code == 302
    ask = row.clarifications.get()
    assert (ask.answer, ask.answered_by) == ("freelancers of one platform", ana.user)


@pytest.mark.parametrize("name", ["participants", "setting"])
def test_half_a_population_answers_the_question_on_it(ana, name):
    claim = Claim(design="qualitative", outcome=Slot("the reserve"))
    row = recorded("The reserve", claim, user=ana.user, forced=True, asks={"population": "Who?"})
    answered(ana, row, **{f"edit_{name}": "fishers"})
    assert row.clarifications.get().answer == "fishers"


def test_the_present_design_says_nothing_and_another_is_said(ana):
    row = waiting(ana.user)
    frame = page(ana, row).context["frame"]
    assert [each.options[0][0] for each in frame.selections] == ["", ""]
    answered(ana, row, edit_design="", edit_direction="decrease")
    assert last_run(row).params["round"]["answers"] == {"direction": "decrease"}


def test_what_is_refused_is_kept_as_typed(ana):
    row = conditional(ana.user)
    told = {"act-measure": "use:measure:defects found an hour", "edit-window": "<b>x</b>",
            "edit-design": "comparative", "expected": "2"}  # fmt: skip
    shown = ana.post(f"/hypotheses/{row.pk}/answer/", told)
    assert shown.status_code == 422
    assert "the answer to window cannot be taken" in shown.text
    frame = shown.context["frame"]
    typed = {each.name: each for each in frame.rows}
    assert typed["window"].typed == "<b>x</b>"
    assert [c.value for c in typed["measure"].choices if c.checked] == [told["act-measure"]]
    assert [o[0] for o in frame.selections[0].options if o[2]] == ["comparative"]


@pytest.mark.parametrize("act", ["use:", "use:colour:red", "use:measure:", "use:measure"])
def test_a_choice_that_was_not_offered_is_refused(ana, act):
    row = waiting(ana.user)
    shown = answered(ana, row, act_measure=act)
    assert shown.status_code == 422
    assert row.versions.count() == 1


def test_who_may_not_answer_reads_the_frame_without_controls(ana, rita):
    row = conditional(ana.user)
    ana.post(f"/hypotheses/{row.pk}/archive/")
    names = {name for _tag, name, _value in controls(ana, row)}
    assert not [name for name in names if name.startswith(("act-", "edit-"))]
    assert "the same testers working in silence" in page(ana, row).text


def test_gaps_are_told_by_their_parts(ana):
    gaps = [
        {"slot": "comparator", "code": "missing", "gap": "Compared with what?", "state": "closed",
         "closed_in": 2, "closed_by": "in silence", "conditional": True},
    ]  # fmt: skip
    text = page(ana, conditional(ana.user, gaps=gaps)).text
    assert "closed on condition" in text
    assert "comparison: closed by “in silence”, if its author confirms it" in text


def test_a_gap_that_a_choice_closes_is_closed_once_it_is_named(ana):
    gaps = [
        {"slot": "population", "code": "no_bound", "gap": "Which testers?", "state": "closed",
         "closed_in": 2, "closed_by": f"testers ({WHICH_TESTERS.text})", "conditional": True},
    ]  # fmt: skip
    text = page(ana, unnamed(ana.user, gaps=gaps)).text
    assert "and in which year)”, once its author names it" in text
    assert "if its author confirms it" not in text


def test_another_claim_of_the_same_slots_has_no_controls_left_over(ana):
    claim = TESTERS.with_slot("measure", None).with_slot("comparator", None)
    offered = [{"slot": "measure", "text": "defects an hour", "source": ""}]
    row = recorded(claim=claim, user=ana.user, forced=True, proposals=offered)
    found = controls(ana, row)
    assert ("input", "act-measure", "use:measure:defects an hour") in found
    assert ("input", "act-measure", "confirm") not in found
    assert ("input", "act-measure", "drop") not in found


@pytest.mark.parametrize(
    ("ending", "kind"),
    [("md", "text/markdown"), ("docx", "application/vnd"), ("tex", "application/x-tex")],
)
def test_it_is_taken_along_as_a_file(ana, eva, ending, kind):
    row = conditional(ana.user)
    at = f"/hypotheses/{row.pk}/export.{ending}"
    assert at in page(ana, row).text
    file = ana.get(at)
    assert file["Content-Type"].startswith(kind)
    name = f"crivo-hypothesis-{row.pk}.{ending}"
    assert file["Content-Disposition"] == f'attachment; filename="{name}"'
    assert eva.get(at).status_code == 404
    assert ana.get(f"/hypotheses/{row.pk}/export.exe").status_code == 404


def test_an_open_part_that_nobody_asked_about_says_what_it_lacks(ana):
    row = refined("Street markets and loneliness in widowers", user=ana.user)
    shown = ana.get(f"/hypotheses/{row.pk}/")
    still_open = [each for each in shown.context["frame"].rows if each.state == "open"]
    lacking = {each.name: each.wanted for each in still_open if each.wanted}
    assert set(lacking) == {"comparator", "measure"}
    gaps = dict(row.gaps.values_list("slot", "suggestion"))
    for name, text in lacking.items():
        assert text == gaps[name]
        assert text in shown.text
        assert f'aria-describedby="edit-{name}-ask"' in shown.text


# What an approval rests on: proposals to confirm, and choices to name.


def test_a_choice_that_is_not_made_yet_is_named_not_confirmed(ana):
    row = unnamed(ana.user)
    frame = page(ana, row).context["frame"]
    asked = {each.name: each.state for each in frame.asking}
    assert asked == {"setting": "unnamed", "comparator": "proposed", "measure": "proposed"}
    (setting,) = frame.unnamed
    assert (setting.words, setting.ask) == (
        "", "“software testers”: of which company, and in which year",
    )  # fmt: skip
    assert rows(ana, row)["participants"] == ("yours", "software testers")
    found = controls(ana, row)
    assert ("textarea", "edit-setting", "") in found
    assert not [name for _tag, name, _value in found if name == "act-setting"]


def test_it_says_what_is_to_be_named_and_what_its_button_does(ana):
    text = page(ana, unnamed(ana.user)).text
    asked, _parts, parts = text.partition('id="frame-title"')
    row = asked.partition('id="slot-setting"')[2].partition("</tr>")[0]
    assert "“software testers”: of which company, and in which year" in row
    assert "to name" in row
    for misplaced in ("Does this hold?", "to be named", "proposed", "confirm", "drop"):
        assert misplaced not in row
    assert "1 to name, 2 to confirm" in asked
    assert "Put the answers into the question" in asked
    assert 'href="#slot-setting" aria-label="to name: Bound of the population"' in parts


def test_it_says_so_in_its_reader_s_language(ana):
    ana.cookies["django_language"] = "pt-br"
    asked = page(ana, unnamed(ana.user)).text
    assert "1 a indicar, 2 a confirmar" in asked
    assert "Incluir as respostas na pergunta" in asked


def test_its_name_goes_on_the_record_as_any_answer_does(ana):
    row = unnamed(ana.user, asks={"population": "Which testers?"})
    assert answered(ana, row, edit_setting="of one bank in 2025").status_code == 302
    assert last_run(row).params["round"]["answers"] == {"setting": "of one bank in 2025"}
    ask = row.clarifications.get()
    assert (ask.answer, ask.answered_by) == ("of one bank in 2025", ana.user)


def test_a_choice_is_never_offered_as_words_to_take(ana):
    """Neither beside other words, nor where a part is open."""
    offered = [
        {"slot": "comparator", "text": "to be named: which kinds of music", "source": ""},
        {"slot": "comparator", "text": "the same testers with speech", "source": ""},
    ]
    silent = TESTERS.with_slot("comparator", None)
    for claim in (TESTERS, silent):
        row = recorded(claim=claim, user=ana.user, forced=True, proposals=offered)
        values = {value for _tag, name, value in controls(ana, row) if name == "act-comparator"}
        assert "use:comparator:the same testers with speech" in values
        assert not [value for value in values if "to be named" in value]


def test_lists_and_the_inbox_tell_what_is_to_be_named(ana):
    unnamed(ana.user)
    conditional(ana.user)
    for url in ("/hypotheses/", "/"):
        shown = ana.get(url).text
        assert "1 to name, 2 to confirm" in shown
        assert "2 to confirm" in shown.replace("1 to name, 2 to confirm", "")


def test_freezing_it_is_refused_with_what_is_to_be_named(ana):
    shown = ana.get(f"/hypotheses/{unnamed(ana.user).pk}/preregister/").text
    asked = '<span lang="en">of which company, and in which year</span>'
    assert f"Bound of the population, to name: {asked}" in shown
    proposed = '<q lang="en">the same testers working in silence</q>'
    assert f"Comparison, to confirm: {proposed}" in shown
    assert "to be named" not in shown
