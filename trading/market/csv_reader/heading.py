"""Where a CSV file's header is, what signs stand between its columns, and what these mean."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from trading.market.csv_reader.cells import bare, normalized, read_date, read_number, unit_of
from trading.market.csv_reader.options import shown
from trading.market.errors import MarketError

# What the columns of a price file are called, in English and Portuguese.

# Without case, accents, blanks and signs: "Preço de abertura (R$)" is `precodeaberturar`.
PRICE_COLUMNS: Mapping[str, Sequence[str]] = {
    "Date": (
        "date dates datetime day dt data dia datahora datapregao datadopregao pregao "
        "tradedate tradingdate exchangedate datadenegociacao datanegociacao dtyyyymmdd"
    ).split(),
    "Time": "time hour hora horario".split(),
    "Open": (
        "open o op opening openprice openingprice abertura abe precoabertura precodeabertura "
        "precoaber primeiro preabe bidopen mido pxopen"
    ).split(),
    "High": (
        "high h hi highest max maximum highprice maxima maximo alta precomaximo premax "
        "precomaxima maxday bidhigh midh pxhigh highestprice"
    ).split(),
    "Low": (
        "low l lo lowest min minimum lowprice minima minimo baixa precominimo premin precominima "
        "bidlow midl pxlow lowestprice"
    ).split(),
    "Close": (
        "close c cl closing closeprice closingprice closelast last lastprice price fechamento fech "
        "ultimo ult preco precofechamento precodefechamento precoultimo preult bidclose midc "
        "closeclosepriceadjustedforsplits pxlast lastclosingprice"
    ).split(),
    "Volume": (
        "volume v vol volumes sharestraded shares quantidade qtd qtde quantidadenegociada "
        "volumenegociado volumefinanceiro voltot tickvol tickvolume titulosnegociados pxvolume "
        "tradingvolume"
    ).split(),
    "Adj Close": (
        "adjclose adjustedclose closeadj closeadjusted adjustedcloseprice adjcloseprice "
        "fechamentoajustado fechajustado fechamentoajust ajustado adjusted adjclosingprice "
        "adjclose"
        "adjustedclosepriceadjustedforsplitsanddividendandorcapitalgaindistributions"
    ).split(),
}
STAMPS = (
    "opentime timestamp starttime gmttime utctime localtime unix unixtime unixtimestamp epoch ts "
    "time index windowstart t"
).split()
"""What the column of times is called where there is none of dates; beside one of dates, `time` is
the time of day and the others are not used."""


def meanings(header: list[str], known: Mapping[str, Sequence[str]]) -> dict[int, str]:
    """Which column means what: place in the header -> our name, for those understood."""
    spellings = {word: name for name, words in known.items() for word in words}
    found = {place: spellings.get(normalized(name)) for place, name in enumerate(header)}
    return _with_dates(header, {place: name for place, name in found.items() if name}, known)


def _with_dates(
    header: list[str], found: dict[int, str], known: Mapping[str, Sequence[str]]
) -> dict[int, str]:
    """The columns of prices with one of dates: a column of times in its place, or the first one
    where that has no name, as pandas writes an index."""
    if "Date" not in known or "Date" in found.values():
        return found
    for word in STAMPS:
        places = [place for place, name in enumerate(header) if normalized(name) == word]
        if places:
            others = {place: name for place, name in found.items() if name != "Time"}
            return {places[0]: "Date", **others}
    if not header[0].strip() or normalized(header[0]) == "unnamed0":
        return {0: "Date", **found}
    return found


Known = Mapping[str, Sequence[str]]
BARS = ("Open", "High", "Low", "Close")
_DELIMITERS = (",", ";", "\t", "|")
_ABOVE = 20  # lines that may stand above a header
_NAME = re.compile(r"[^\W\d_][^,;]*")  # begins with a letter: no number, no date
_CLOCK = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_VALUE = re.compile(r"[\d.,]+(?:e[+-]?\d+)?", re.IGNORECASE)


class Heading(NamedTuple):
    """A file's header: as `written`, and split. `line` is the last one before the rows; `columns`
    maps our names to places.

    `above` is the number of lines above it that say something else; without a header `named` is
    False, the names are empty, and the columns are those that such files have.
    """

    written: str
    delimiter: str
    names: list[str]
    line: int
    columns: dict[str, int]
    above: int = 0
    named: bool = True


def heading_of(text: str, known: Known, required: Sequence[str]) -> Heading:
    """The header: the first line that is not empty, or a later one where that has not all of the
    columns and the later one has.

    Raises MarketError: no_rows, not_csv, no_columns, repeated_column.
    """
    first: Heading | MarketError = MarketError("no_rows")
    for above, (number, line) in enumerate(itertools.islice(_lines(text), _ABOVE)):
        found = _attempted(text, number, line, known)
        if isinstance(found, Heading) and all(name in found.columns for name in required):
            return found._replace(above=above)
        if above == 0:
            bare_bars = _without(number, line, known)
            if bare_bars is not None:
                return bare_bars
            first = found
    if isinstance(first, MarketError):
        raise first
    return first


def _attempted(text: str, number: int, line: str, known: Known) -> Heading | MarketError:
    """A line as a header, with the lines below that belong to it; or why it is none."""
    try:
        delimiter, names = _split(line, number, known)
        levels = _levels(text, number, delimiter)
        names, last = _joined(names, levels, known), number + len(levels)
        return Heading(line, delimiter, names, last, _columns(names, last, known))
    except MarketError as error:
        return error


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines that are not empty, and their numbers; `sep=;`, as Excel writes it, is none."""
    for number, line in enumerate(io.StringIO(text, newline=""), start=1):
        if line.strip() and not line.strip().lower().startswith("sep="):
            yield number, line.strip("\r\n")


def _without(number: int, line: str, known: Known) -> Heading | None:
    """The columns of bars that begin without a header: perhaps a ticker, a date, perhaps a time of
    day, four prices, perhaps a volume."""
    delimiter = max(_DELIMITERS, key=line.count)
    cells = [cell.strip() for cell in line.split(delimiter)]
    begin = next((place for place, cell in enumerate(cells[:2]) if _is_date(cell)), None)
    if "Date" not in known or begin is None or (begin and not _NAME.fullmatch(cells[0])):
        return None
    timed = ["Time"] if cells[begin + 1 :] and _CLOCK.fullmatch(cells[begin + 1]) else []
    names = ["Date", *timed, *BARS, "Volume"][: len(cells) - begin]
    values = cells[begin + 1 + len(timed) : begin + len(names)]
    if len(values) < len(BARS) or not all(_VALUE.fullmatch(bare(cell)) for cell in values):
        return None
    places = {name: place for place, name in enumerate(names, start=begin)}
    return Heading(line, delimiter, [""] * len(cells), number - 1, places, named=False)


def _is_date(cell: str) -> bool:
    unit = unit_of([cell])
    return (read_number(cell, unit) if unit else read_date(cell)) is not None


def _split(line: str, number: int, known: Known) -> tuple[str, list[str]]:
    """The sign that splits the header into the most columns we understand, and these."""
    try:
        names = {sign: next(csv.reader([line], delimiter=sign)) for sign in _DELIMITERS}
    except csv.Error as error:
        raise MarketError("not_csv", line=number, reason=str(error)) from None
    best = max(_DELIMITERS, key=lambda sign: (len(meanings(names[sign], known)), len(names[sign])))
    if len(names[best]) == 1:
        raise MarketError("no_columns", line=number, value=shown(line))
    return best, names[best]


def _levels(text: str, line: int, delimiter: str) -> list[list[str]]:
    """The lines below the first that belong to the header, as pandas writes columns of two levels:
    a ticker over or under each name, then perhaps the name of the first column alone."""
    below = list(itertools.islice(_lines_after(text, line, delimiter), 2))
    if not below or not _names_only(below[0]):
        return []
    alone = len(below) > 1 and bool(below[1][0]) and not any(below[1][1:])
    return below if alone else below[:1]


def _lines_after(text: str, line: int, delimiter: str) -> Iterator[list[str]]:
    lines = itertools.islice(io.StringIO(text, newline=""), line, None)
    for row in csv.reader(lines, delimiter=delimiter):
        yield [cell.strip() for cell in row]


def _names_only(row: list[str]) -> bool:
    """Whether a line is a level of a header: every cell is a name, the first one or none."""
    first, rest = (row or [""])[0], row[1:]
    named = all(_NAME.fullmatch(cell) for cell in rest)
    return bool(rest) and named and (not first or bool(_NAME.fullmatch(first)))


def _joined(header: list[str], levels: list[list[str]], known: Known) -> list[str]:
    """One header of several levels: the one that is understood best, its first column named by the
    last level that stands alone."""
    if not levels:
        return header
    rows = [header, *(row for row in levels if any(row[1:]))]
    rest = [["", *row[1:]] for row in rows]
    best = max(range(len(rows)), key=lambda at: len(meanings(rest[at], known)))
    first = levels[-1][0] if not any(levels[-1][1:]) else rows[best][0]
    understood = meanings([first, *rows[best][1:]], known).get(0)
    return [first if understood == "Date" else "", *rows[best][1:]]


def _columns(header: list[str], line: int, known: Known) -> dict[str, int]:
    columns: dict[str, int] = {}
    for place, name in meanings(header, known).items():
        if name in columns and name == "Volume":
            continue  # pieces and money: the first will do
        if name in columns:
            first, second = header[columns[name]].strip(), header[place].strip()
            raise MarketError("repeated_column", line=line, first=first, second=second)
        columns[name] = place
    return columns
