"""The first sheet of a workbook."""

from __future__ import annotations

import io
import zipfile

import pytest

from config.desk import spreadsheets
from config.desk.spreadsheets import WorkbookError, rows_of
from hypotheses.services.submit import IdeaRow, read_file

MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
LINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
NAPS = "Naps improve recall in nurses"


def workbook(rows: str, shared: str = "", **others: str) -> bytes:
    """A workbook as a spreadsheet program writes it, with these rows on its first sheet."""
    files = {
        "xl/workbook.xml": f'<workbook {MAIN} xmlns:r="{LINK}"><sheets>'
        '<sheet name="ideas" sheetId="4" r:id="rId2"/><sheet name="b" sheetId="1" r:id="rId1"/>'
        "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": "<Relationships>"
        '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/>'
        '<Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>',
        "xl/worksheets/sheet2.xml": f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>",
        "xl/sharedStrings.xml": f"<sst {MAIN}>{shared}</sst>",
        **others,
    }
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for path, content in files.items():
            made.writestr(path, content)
    return buffer.getvalue()


def cell(place: str, text: str) -> str:
    return f'<c r="{place}" t="inlineStr"><is><t>{text}</t></is></c>'


def test_cells_of_every_kind_in_their_columns():
    shared = "<si><t>one</t></si><si><r><t>two </t></r><r><t>parts</t></r><rPh><t>x</t></rPh></si>"
    rows = (
        '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>'
        f'<row r="5">{cell("B5", "&lt;b&gt;")}<c r="AA5"><v>7</v></c></row>'
    )
    (first, cells), (second, others) = rows_of(workbook(rows, shared))
    assert (first, cells) == (2, ["one", "", "two parts"])
    assert (second, others[1], others[26]) == (5, "<b>", "7")


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04 broken",
        workbook("", **{"xl/workbook.xml": "<workbook/>"}),
        workbook("<row>"),
        workbook("", **{"xl/workbook.xml": '<!DOCTYPE x [<!ENTITY a "b">]><book>&a;</book>'}),
    ],
)
def test_what_is_no_workbook_is_refused(data: bytes):
    with pytest.raises(WorkbookError):
        list(rows_of(data))
    assert [fault.line for fault in read_file(data).faults] == [0]


def test_one_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(spreadsheets, "MOST_BYTES", 1_000)
    with pytest.raises(WorkbookError):
        list(rows_of(workbook(f"<row r='1'>{cell('A1', 'x' * 2_000)}</row>")))


@pytest.mark.django_db
def test_ideas_are_read_under_a_head_and_faults_named_by_row():
    rows = (
        f'<row r="1">{cell("A1", "Idea")}{cell("B1", "language")}</row>'
        f'<row r="3">{cell("A3", NAPS)}{cell("B3", "en")}</row>'
    )
    assert read_file(workbook(rows)).rows == (IdeaRow(3, NAPS, "en"),)
    wrong = rows + f'<row r="9">{cell("A9", NAPS)}{cell("B9", "fr")}</row>'
    assert [fault.line for fault in read_file(workbook(wrong)).faults] == [9]


@pytest.mark.django_db
def test_without_a_head_the_first_cells_are_the_ideas():
    rows = f'<row r="1">{cell("A1", NAPS)}</row><row r="2">{cell("A2", f"{NAPS} again")}</row>'
    assert [row.line for row in read_file(workbook(rows)).rows] == [1, 2]
