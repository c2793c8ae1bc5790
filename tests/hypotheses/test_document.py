"""A hypothesis as Markdown, Word and LaTeX: what is in it, escaped, the same bytes every time."""

from __future__ import annotations

import io
import re

import docx
import pytest
from django.utils.translation import override

from config.desk.documents import FORMATS, Document, Grid, zipped
from config.desk.documents import escaped_for_latex as escaped
from hypotheses.domain.claim import Slot
from hypotheses.models import Decision, Element, Hypothesis, Version
from hypotheses.presentation import MAX_DECISIONS, document_of, package_of
from tests.hypotheses.helpers import refined
from tests.hypotheses.recorded import (
    FISHERS,
    IDEA,
    STATEMENTS,
    complete,
    conditional,
    recorded,
    unnamed,
    waiting,
)
from tests.hypotheses.registering import frozen

pytestmark = pytest.mark.django_db
HOSTILE = "\\input{/etc/passwd} 100% of $x_1$ & #2 ~ ^ <b>|`'\" [y] -- {z}\n- 1. *a* \x07\u200b"


def read(pk: int) -> Hypothesis:
    return Hypothesis.objects.with_status().with_history().get(pk=pk)


def made(row: Hypothesis) -> Document:
    return document_of(read(row.pk))


def in_word(document: Document) -> str:
    found = docx.Document(io.BytesIO(FORMATS["docx"].write(document)))
    cells = [cell.text for table in found.tables for row in table.rows for cell in row.cells]
    return "\n".join([*(each.text for each in found.paragraphs), *cells])


def test_it_holds_what_its_author_needs() -> None:
    text = in_word(made(conditional()))
    assert "Approved on 2 conditions" in text
    assert IDEA in text
    assert "miss a larger share of seeded defects" in text
    assert "the same testers working in silence" in text
    assert all(words in text for words in STATEMENTS.values())
    assert "Analysis" in text


def test_what_waits_has_its_questions_and_gaps() -> None:
    text = FORMATS["md"].write(made(waiting())).decode()
    assert "- Population: Which testers: one company, students, freelancers?" in text
    assert "- Population (open): Nothing bounds “software testers”." in text
    assert "| Population | software testers | open |" in text


def test_a_choice_is_to_be_named_and_a_proposal_confirmed() -> None:
    with override("en"):
        text = FORMATS["md"].write(made(unnamed())).decode()
    assert "| Bound of the population | – | to name |" in text
    assert (
        "- Bound of the population: “software testers”: of which company, and in which year" in text
    )
    assert "| Comparison | the same testers working in silence | proposed |" in text
    with override("pt-br"):
        assert "| a indicar |" in FORMATS["md"].write(made(unnamed())).decode()


def test_what_the_author_says_beside_the_claim_is_in_it() -> None:
    row = refined("Runners who stretch get fewer injuries, but it could also be the better shoes.")
    document = made(row)
    shown = "| Other explanations | the better shoes | author |"
    assert shown in FORMATS["md"].write(document).decode()
    assert "the better shoes" in in_word(document)


def test_it_is_in_its_reader_s_language() -> None:
    row = recorded("Como vivem?", FISHERS, language="pt", forced=True)
    with override("pt-br"):
        text = FORMATS["md"].write(made(row)).decode()
        assert b"[brazilian]{babel}" in FORMATS["tex"].write(made(row))
    assert "## As partes da pergunta (SPIDER)" in text
    assert "| Participantes | pescadores artesanais | autor |" in text
    with override("en"):
        assert "Participants\npescadores artesanais\nauthor" in in_word(made(row))


def test_the_analyst_s_sentences_are_in_its_reader_s_language() -> None:
    row = refined("Como X impacta Y em adultos de 18 a 40 anos?")
    with override("en"):
        text = FORMATS["md"].write(made(row)).decode()
    assert "> Como X impacta Y em adultos de 18 a 40 anos" in text
    assert "- What varies (open): “X” stands for nothing that can be observed." in text
    assert "- What varies: What is “X”?" in text
    assert "rejected (forced). Decided at the limit of refinements" in text
    assert "Comparison of two independent groups" in text


@pytest.fixture(params=FORMATS)
def ending(request: pytest.FixtureRequest) -> str:
    """Each kind of file."""
    if request.param == "pdf":
        pytest.importorskip("reportlab", reason="needs reportlab: install requirements.txt")
    return str(request.param)


def test_the_same_rows_give_the_same_bytes(ending: str) -> None:
    row = conditional()
    first, second = (FORMATS[ending].write(made(row)) for _ in range(2))
    assert first == second


@pytest.fixture
def hostile() -> Hypothesis:
    row = conditional()
    Hypothesis.objects.update(text=HOSTILE)
    Version.objects.update(question=HOSTILE)
    Element.objects.update(text=HOSTILE)
    Decision.objects.update(reason=HOSTILE)
    return row


def test_latex_takes_no_command_from_a_text(hostile: Hypothesis) -> None:
    text = FORMATS["tex"].write(made(hostile)).decode()
    assert "\\input{" not in text
    known = {
        "documentclass", "usepackage", "ifPDFTeX", "else", "fi", "setlength", "parindent",
        "parskip", "title", "date", "begin", "end", "maketitle", "section", "item", "newline",
        "textbf", "linewidth", "hline", "endhead", "textbackslash", "textasciicircum",
        "textasciitilde", "textless", "textgreater", "textbar", "textquotedbl", "textasciigrave",
        "textquotesingle", "textendash", "textquotedblleft", "textquotedblright", "rightarrow",
    }  # fmt: skip
    assert set(re.findall(r"\\([A-Za-z]+)", text)) <= known


@pytest.mark.parametrize("sign", list("\\{}$&#%_^~<>|\"`'[]"))
def test_no_sign_of_latex_stays_bare(sign: str) -> None:
    bare = re.sub(r"\\[A-Za-z]+\{\}|\\[{}$&#%_]|\{\[\}|\{\]\}", "", escaped(f"a{sign}b"))
    assert bare == "ab"


def test_dashes_are_no_ligature() -> None:
    assert escaped("a--b") == "a-{}-{}b"


def test_markdown_takes_no_markup_from_a_text(hostile: Hypothesis) -> None:
    text = FORMATS["md"].write(made(hostile)).decode()
    assert "<b>" not in text.replace("\\<b\\>", "")
    assert "> \\- 1. \\*a\\*" in text
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in rows} == {4}


def test_word_holds_what_xml_cannot_without_it(hostile: Hypothesis) -> None:
    text = in_word(made(hostile))
    assert "\\input{/etc/passwd} 100% of $x_1$" in text
    assert "\x07" not in text


def test_one_without_a_version_or_with_many_decisions_is_bounded() -> None:
    empty = Hypothesis.objects.create(text=IDEA, language="en")
    assert IDEA in FORMATS["md"].write(made(empty)).decode()
    row = complete()
    version = row.versions.get()
    Decision.objects.bulk_create(
        Decision(
            hypothesis=row,
            version=version,
            source="human",
            after="approved",
            reason=f"r{n}x",
            current=False,
        )
        for n in range(MAX_DECISIONS + 5)
    )
    text = FORMATS["md"].write(made(row)).decode()
    assert len(re.findall(r"r\d+x", text)) == MAX_DECISIONS
    assert "r0x" not in text
    assert "> Approved" in text


def test_a_part_said_twice_over_lines_stays_a_cell() -> None:
    row = complete()
    Element.objects.filter(kind="comparator").update(text=Slot("a\n\nb").text)
    assert "| Comparison | a b | author |" in FORMATS["md"].write(made(row)).decode()


def test_a_pdf_takes_no_markup_from_a_text_and_breaks_over_pages(hostile: Hypothesis) -> None:
    pytest.importorskip("reportlab", reason="needs reportlab: install requirements.txt")
    Hypothesis.objects.update(text=f"<b>x</b> & <font size=99> שלום {'long ' * 900}")
    file = FORMATS["pdf"].write(made(hostile))
    assert file.startswith(b"%PDF-")
    assert file.count(b"/Type /Page\n") > 1


def test_a_column_has_room_for_its_longest_word() -> None:
    pytest.importorskip("reportlab", reason="needs reportlab: install requirements.txt")
    from reportlab.pdfbase.pdfmetrics import stringWidth

    from config.desk.documents.pdf import widths

    long = "a sentence that takes as much of the page as it is given, and more than that"
    grid = Grid(("Gate", "Result"), ((long, "not passed"), (long, "incomparable")))
    _, narrow = widths(grid, 200)
    assert narrow >= stringWidth("incomparable", "Vera", 8.5) + 12
    assert sum(widths(grid, 200)) == pytest.approx(200)


def test_a_package_has_all_that_is_there_and_says_what_is_what(django_user_model) -> None:
    row = frozen(django_user_model.objects.create_user("ana")).hypothesis
    files = package_of(read(row.pk))
    assert {"README.md", "report.json", "preregistration-1.json"} < files.keys()
    readme = files["README.md"].decode()
    assert all(f"`{path}`" in readme for path in files if path != "README.md")
    assert zipped(files) == zipped(package_of(read(row.pk)))


def test_a_person_gets_each_kind_and_nobody_else(client, django_user_model, ending: str) -> None:
    ana, eva = (django_user_model.objects.create_user(name) for name in ("ana", "eva"))
    row = complete(ana)
    for kind in (ending, "zip"):
        url = f"/hypotheses/{row.pk}/export.{kind}"
        client.force_login(ana)
        assert client.get(url).status_code == 200
        client.force_login(eva)
        assert client.get(url).status_code == 404
