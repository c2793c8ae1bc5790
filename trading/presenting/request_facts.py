"""A development's request, and what Crivo reads from its objective, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from trading.analyst.objective import Wishes, read_objective
from trading.models import AuxiliaryDataset, Dataset, Strategy
from trading.presenting.code_names import word
from trading.presenting.numbers import number, percent
from trading.services.opening_marks import data_marks
from trading.services.page_facts import Rest


def wishes_in_words(text: str) -> list[str]:
    """The requests of a text, a phrase each, in the reader's language; none where it names
    nothing that the strategist knows."""
    wishes = read_objective(text)
    found = []
    if wishes.kinds:
        found.append(_("wants %(kinds)s") % {"kinds": _names(wishes.kinds)})
    if wishes.unwanted:
        found.append(_("leaves out %(kinds)s") % {"kinds": _names(wishes.unwanted)})
    return found + _manner(wishes)


def guidance_read(text: str) -> str:
    """A sentence on what the strategist takes from guidance."""
    read = wishes_in_words(text)
    if not read:
        return _("It names no kind of rule, side or risk that Crivo knows: the numbers decide.")
    return _("Read from your words: %(read)s.") % {"read": "; ".join(read)}


def _manner(wishes: Wishes) -> list[str]:
    found = []
    if wishes.long_only:
        found.append(_("long only"))
    if wishes.low_risk:
        found.append(_("low risk"))
    return found


def _names(kinds: frozenset[str]) -> str:
    return ", ".join(sorted(word(kind, "kind") for kind in kinds))


class Fact(NamedTuple):
    """A line: what it is, and the words for it."""

    title: str
    text: str


def facts(strategy: Strategy, rest: Rest) -> list[Fact]:
    """Limits, gates, constraints and the rest; data and origins have links, and lines of their
    own on the page."""
    return list(_facts(strategy, rest))


def _facts(strategy: Strategy, rest: Rest) -> Iterator[Fact]:
    for mark in data_marks(strategy.dataset):
        yield Fact(_("warning"), mark)
    if read := wishes_in_words(strategy.objective):
        yield Fact(_("read from the objective"), "; ".join(read))
    if strategy.date_from or strategy.date_to:
        yield Fact(_("only bars"), _range(strategy))
    if rest.auxiliary:
        yield Fact(_("other data"), ", ".join(_auxiliary(row) for row in rest.auxiliary))
    yield Fact(_("limits"), _limits(strategy))
    yield Fact(_("gates"), _profile(strategy.profile))
    yield Fact(_("costs"), costs_in_words(strategy.constraints))
    if demands := list(_demands(strategy.constraints)):
        yield Fact(_("constraints"), "; ".join(demands))
    if strategy.starting_spec:
        yield Fact(_("starting spec"), str(strategy.starting_spec.get("name", "")))
    yield Fact(_("memory"), _memory(strategy))
    yield Fact(_("seed"), str(strategy.seed))
    if strategy.masked:
        yield Fact(_("masked"), _("the model saw neither ticker, dates nor price level"))
    yield Fact(_("language"), strategy.get_language_display())


def data(dataset: Dataset) -> str:
    """A dataset's extent: its frequency, dates and number of bars."""
    return _("%(frequency)s, %(first)s to %(last)s, %(bars)s bars") % {
        "frequency": word(dataset.frequency, "frequency"),
        "first": _day(dataset.first_at),
        "last": _day(dataset.last_at),
        "bars": number(dataset.bars, 0),
    }


def _range(strategy: Strategy) -> str:
    if strategy.date_from and strategy.date_to:
        days = {"first": _day(strategy.date_from), "last": _day(strategy.date_to)}
        return _("%(first)s to %(last)s") % days
    if strategy.date_from:
        return _("from %(first)s on") % {"first": _day(strategy.date_from)}
    return _("up to %(last)s") % {"last": _day(strategy.date_to)}


def _day(when: Any) -> str:
    return date_format(when, "SHORT_DATE_FORMAT")


def _auxiliary(row: AuxiliaryDataset) -> str:
    return f"{row.get_kind_display()} v{row.version}"


def _limits(strategy: Strategy) -> str:
    return _(
        "iterations: %(rounds)s; designs of one research: %(designs)s; rounds of research: "
        "%(researches)s; variants an iteration: %(variants)s"
    ) % {
        "rounds": strategy.max_iterations,
        "designs": strategy.max_strategy_iterations,
        "researches": strategy.max_research_iterations,
        "variants": strategy.variants_wanted,
    }


def _profile(profile: Mapping[str, Any]) -> str:
    if profile.get("final_error"):
        return _(
            "profile %(name)s: %(count)s gates, one test of all bars with an error of %(error)s"
        ) % {
            "name": word(profile.get("name", ""), "profile"),
            "count": len(profile.get("criteria", [])),
            "error": percent(profile["final_error"], 0),
        }
    return _("profile %(name)s: %(count)s gates, score to pass %(score)s") % {
        "name": word(profile.get("name", ""), "profile"),
        "count": len(profile.get("criteria", [])),
        "score": number_format(profile.get("pass_score", 0), 2),
    }


def costs_in_words(constraints: Mapping[str, Any]) -> str:
    """Commission and cash, and a broker's further terms where there are any."""
    message = _("%(commission)s a side, on %(cash)s of cash") % {
        "commission": percent(constraints.get("commission", 0.0), 2),
        "cash": number(constraints.get("cash", 0.0), 0),
    }
    return ", ".join([message, *_terms(constraints)])


def _terms(constraints: Mapping[str, Any]) -> Iterator[str]:
    if spread := constraints.get("spread"):
        yield _("spread %(spread)s") % {"spread": percent(spread, 2)}
    if (margin := constraints.get("margin", 1)) < 1:
        yield _("margin %(margin)s") % {"margin": percent(margin, 0)}
    if borrow := constraints.get("borrow"):
        yield _("%(borrow)s a year for short positions") % {"borrow": percent(borrow, 2)}
    if constraints.get("fractions"):
        yield _("parts of a unit")


def _demands(constraints: Mapping[str, Any]) -> Iterator[str]:
    if constraints.get("long_only"):
        yield _("long only")
    if kinds := constraints.get("forbidden_indicators"):
        yield _("without %(indicators)s") % {"indicators": ", ".join(kinds)}
    if most := constraints.get("most_complexity"):
        yield _("complexity of at most %(most)s") % {"most": most}


def _memory(strategy: Strategy) -> str:
    count = len(strategy.memory.content) if strategy.memory else 0
    if not count:
        return _("none: nothing was recalled")
    return ngettext("%(count)s lesson recalled", "%(count)s lessons recalled", count) % {
        "count": count
    }
