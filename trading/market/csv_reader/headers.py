"""What the columns of a price file are called, in English and Portuguese."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

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

_NUMBERED = re.compile(r"^\s*\d{1,2}[a-z]?\.\s+")  # "1. open"
_CURRENCY = re.compile(r"\(.*?\)|\[.*?\]|r\$|us\$|\b(?:usd|brl|eur|gbp)\b|(?<=^volume) \w{2,5}$")


def plain(name: str) -> str:
    """A header without case, accents, brackets, currencies, signs and a number before it."""
    bare = unicodedata.normalize("NFKD", _NUMBERED.sub("", name.casefold()))
    letters = "".join(each for each in bare if not unicodedata.combining(each))
    return re.sub(r"[^a-z0-9]", "", _CURRENCY.sub("", letters))


def meanings(header: list[str], known: Mapping[str, Sequence[str]]) -> dict[int, str]:
    """Which column means what: place in the header -> our name, for those understood."""
    spellings = {word: name for name, words in known.items() for word in words}
    found = {place: spellings.get(plain(name)) for place, name in enumerate(header)}
    return _with_dates(header, {place: name for place, name in found.items() if name}, known)


def _with_dates(
    header: list[str], found: dict[int, str], known: Mapping[str, Sequence[str]]
) -> dict[int, str]:
    """The columns of prices with one of dates: a column of times in its place, or the first one
    where that has no name, as pandas writes an index."""
    if "Date" not in known or "Date" in found.values():
        return found
    for word in STAMPS:
        places = [place for place, name in enumerate(header) if plain(name) == word]
        if places:
            others = {place: name for place, name in found.items() if name != "Time"}
            return {places[0]: "Date", **others}
    if not header[0].strip() or plain(header[0]) == "unnamed0":
        return {0: "Date", **found}
    return found
