"""The names of developments' codes for readers, each in one place.

Groups separate equal codes: the agent `trend` and the approach `trend`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from trading.analyst.sentences import templates
from trading.strategies.templates import TEMPLATES

Words = Mapping[str, str | Promise]

ACTIONS: Words = {
    "": _("first design"),
    "INITIAL_DESIGN": _("first design"),
    "SUCCESS": _("success"),
    "TUNE_PARAMETERS": _("tune the parameters"),
    "FIX_BUG": _("fix what is broken"),
    "REFINE_ALGORITHM": _("change the design"),
    "REFINE_RESEARCH": _("research differently"),
    "ABANDON": _("end it"),
}
FAILURES: Words = {
    "PARAMETER_ISSUE": _("parameters not there yet"),
    "ALGORITHM_BUG": _("rules that do not work"),
    "DESIGN_FLAW": _("flaw in the design"),
    "RESEARCH_GAP": _("gap in the research"),
    "FUNDAMENTAL_IMPOSSIBILITY": _("nothing to be found"),
}
CAUSES: Words = {
    "no_variants": _("nothing left to try"),
    "errors": _("variants failed with errors"),
    "no_trades": _("no variant traded"),
    "untried_edge": _("an edge was not tried"),
    "no_edge": _("no sign of an edge"),
    "nothing_works": _("nothing works on train"),
    "overfit": _("does not carry over to validation"),
    "luck": _("no better than luck on train"),
    "drawdown": _("drawdown too large"),
    "few_trades": _("trades too rarely"),
    "near_miss": _("close to the gates"),
    "weak": _("far from the gates"),
    "unjudged": _("could not be judged"),
    "too_dear": _("one unit costs more than the cash"),
    "look_ahead": _("looks ahead"),
    "random_entries": _("entries no better than random ones"),
    "too_few_trades": _("too few trades to judge"),
    "short_record": _("history too short to judge"),
    "overfitted_line": _("overfitted line, given up"),
    "overfit_forward": _("does not carry over when tuned on the past alone"),
    "near_plateau": _("close to the gates, on a plateau"),
    "peak": _("stands on a peak of its parameters"),
    "entries_by_chance": _("entries by chance"),
    "costs": _("lives on low costs"),
    "luck_forward": _("may be the luck of many tries"),
    "luck_beyond": _("may be the luck of many tries"),
    "holdout_failed": _("did not hold on the sealed holdout"),
}
TRAJECTORIES: Words = {
    "CONVERGING": _("rising"),
    "DIVERGING": _("falling"),
    "OSCILLATING": _("swinging"),
    "STAGNANT": _("no progress"),
}
OUTCOMES: Words = {
    "SUCCESS": _("success"),
    "ABANDONED": _("abandoned"),
    "MAX_ITERATIONS": _("limit reached"),
    "ACCEPTED": _("accepted"),
    "SENT_BACK": _("sent back"),
    "EXTENDED": _("limits extended"),
    "working": _("at work"),
    "queued": _("queued"),
    "running": _("running"),
    "done": _("done"),
    "failed": _("failed"),
    "cancelled": _("cancelled"),
    "dead": _("dead"),
}
NODES: Words = {
    "research_swarm": _("research"),
    "strategy_dev": _("design"),
    "parallel_backtest": _("backtests"),
    "quality_gate": _("gates"),
    "route": _("decision"),
    "end": _("the end"),
}
AGENTS: Words = {
    "trend": _("trend"),
    "momentum": _("momentum"),
    "volatility": _("volatility"),
    "volume": _("volume"),
    "pattern": _("patterns"),
    "financial_metrics": _("financial metrics"),
    "valuation": _("valuation"),
    "balance_sheet": _("balance sheet"),
    "cash_flow": _("cash flow"),
    "industry": _("industry"),
    "news": _("news"),
    "social": _("social media"),
    "analyst_ratings": _("analysts' ratings"),
    "options_flow": _("options flow"),
    "insider": _("insider trades"),
}
AGENT_STATES: Words = {
    "waiting": _("waiting"),
    "working": _("working"),
    "OK": _("ok"),
    "PROXY": _("proxy"),
    "NO_DATA": _("no data"),
    "STALE": _("stale"),
    "INSUFFICIENT": _("insufficient"),
}
DOMAINS: Words = {
    "technical": _("technical"),
    "fundamental": _("fundamental"),
    "sentiment": _("sentiment"),
    "overall": _("overall"),
}
SEGMENTS: Words = {
    "train": _("train"),
    "validation": _("validation"),
    "holdout": _("sealed holdout"),
    "walk_forward": _("out of sample"),
    "before_holdout": _("before the holdout"),
    "trials": _("all trials"),
    "both": _("train and validation"),
    "all": _("all, the sealed holdout among it"),
}
FIGURES: Words = {
    "sharpe_ratio": _("Sharpe ratio"),
    "annual_return": _("annual return"),
    "volatility": _("volatility"),
    "total_return": _("total return"),
    "max_drawdown": _("max. drawdown"),
    "win_rate": _("win rate"),
    "profit_factor": _("profit factor"),
    "avg_trade_duration": _("mean length of a trade, in bars"),
    "exposure": _("share of bars in the market"),
    "sortino": _("Sortino ratio"),
    "calmar": _("Calmar ratio"),
    "turnover": _("turnover a year"),
    "costs_paid": _("costs paid"),
    "total_trades": _("trades"),
    "dropped": _("entries that the cash could not pay for"),
    "bars": _("bars"),
    "final_equity": _("final equity"),
    "return_over_volatility": _("return over volatility"),
    "buy_hold_return": _("total return of buy-and-hold"),
    "buy_hold_sharpe": _("Sharpe ratio of buy-and-hold"),
    "buy_hold_max_drawdown": _("max. drawdown of buy-and-hold"),
    "psr": _("probability that the Sharpe ratio is above zero"),
    "psr_above_luck": _("probability that it is above luck"),
    "dsr": _("probability that it is above the luck of all tries"),
    "luck_p": _("probability that luck of all tries shows as much"),
    "appraisal_ratio": _("return beyond the market per unit of risk (appraisal ratio)"),
    "combined_p": _("the same with the sealed bars"),
    "permutation_p": _("chance that random entries do as well"),
    "efficiency": _("share retained out of sample"),
    "double_cost_sharpe": _("Sharpe ratio at twice the costs"),
    "enough_evidence": _("enough evidence"),
    "pbo": _("probability of overfitting"),
    "plateau": _("plateau: share that neighbouring parameters retain"),
    "look_ahead": _("look-ahead mismatches"),
    "forward_sharpe_ratio": _("Sharpe ratio out of sample"),
    "forward_psr": _("probability out of sample that the Sharpe ratio is above zero"),
    "forward_total_trades": _("trades out of sample"),
    "forward_max_drawdown": _("max. drawdown out of sample"),
    "forward_total_return": _("total return out of sample"),
}
FREQUENCIES: Words = {
    "1h": _("hourly"),
    "1d": _("daily"),
    "1w": _("weekly"),
    "1mo": _("monthly"),
}
# Without the percent sign, so that the texts are not format strings.
UNITS: Words = {
    "a bar": _("a bar"),
    "a month": _("a month"),
    "a year": _("a year"),
    "in 12 months": _("in 12 months"),
    "of price": _("of the price"),
    "a 100 million traded": _("a 100 million traded"),
    "share": _("share"),
    "ratio": _("ratio"),
    "slope": _("slope"),
    "correlation": _("correlation"),
    "rank correlation": _("rank correlation"),
    "chi-square": _("chi-square"),
    "R squared": _("R squared"),
    "standard deviations": _("standard deviations"),
}
_BLOCK = re.compile(r"a (\d+)-bar block")
_AHEAD = re.compile(r"in (\d+) bars")
ADVICE = _(
    "A research tool, not investment advice: what worked on past prices may not work on those to "
    "come."
)
PROFILES: Words = {
    "calibrated": _("calibrated"),
    "rigorous": _("rigorous"),
    "classic": _("classic"),
}
PARAMETERS: Words = {
    "length": _("length (bars)"),
    "fast": _("fast length (bars)"),
    "slow": _("slow length (bars)"),
    "trend": _("average of the trend (bars)"),
    "strong": _("strong trend from (ADX)"),
    "lookback": _("bars looked back"),
    "near": _("near bound"),
    "far": _("far bound"),
    "entry": _("length of the entry (bars)"),
    "leave": _("length of the exit (bars)"),
    "memory": _("what is usual (bars)"),
    "usual": _("usual volatility (bars)"),
    "calm": _("calm, times the usual volatility"),
    "target": _("target volatility a year"),
    "before": _("weekdays before the end of the month"),
    "after": _("weekday of the month of the exit"),
    "least": _("least move of a bar"),
    "back": _("move back of a bar"),
    "oversold": _("oversold below (RSI)"),
    "recovered": _("recovered above (RSI)"),
    "width": _("width of the band (standard deviations)"),
    "regime_length": _("filter: average (bars)"),
    "regime_strength": _("filter: strength of the trend (ADX)"),
    "regime_memory": _("filter: usual volatility (bars)"),
    "stop_loss": _("stop loss"),
    "take_profit": _("take profit"),
    "trailing_stop": _("trailing stop"),
    "time_stop": _("time stop (bars)"),
}
"""The parameters of Crivo's own templates, and of its additions to them."""
GROUPS: Mapping[str, Words] = {
    "action": ACTIONS,
    "failure": FAILURES,
    "cause": CAUSES,
    "trajectory": TRAJECTORIES,
    "outcome": OUTCOMES,
    "node": NODES,
    "agent": AGENTS,
    "state": AGENT_STATES,
    "domain": DOMAINS,
    "segment": SEGMENTS,
    "figure": FIGURES,
    "frequency": FREQUENCIES,
    "unit": UNITS,
    "profile": PROFILES,
}


def word(code: str, group: str = "") -> str:
    """A code's name in the reader's language; an unknown one as it is, underscores as spaces.

    `group` is one of GROUPS, or `kind` for the approaches and templates of strategies; without it
    the first group that knows the code names it.
    """
    if group == "kind":
        return _kind(code)
    if group == "unit":
        return _unit(code)
    for names in [GROUPS[group]] if group else GROUPS.values():
        if code in names and (code or group):
            return str(names[code])
    return code.replace("_", " ") if group else _kind(code)


def parameter_word(name: str, template: str) -> str:
    """A parameter of a template's rules by name; one that occurs twice has a number. In a
    person's own spec the name may mean anything: it is unchanged."""
    base, _underscore, number = name.rpartition("_")
    if not number.isdecimal():
        base, number = name, ""
    if base not in PARAMETERS or all(template != known.kind for known in TEMPLATES):
        return name
    return f"{PARAMETERS[base]} {number}".rstrip()


def step_word(item: str) -> str:
    """The name of a run's step by its node, or by its item: an agent, a domain, a variant."""
    if item in NODES:
        return word(item, "node")
    what, _space, of = item.partition(" ")
    if what == "agent":
        return gettext("agent: %(name)s") % {"name": word(of, "agent")}
    if what == "synthesizer":
        return gettext("synthesis: %(name)s") % {"name": word(of, "domain")}
    if variant := _VARIANT.fullmatch(item):
        message = gettext("evidence on variant %(n)s") if variant[1] else gettext("variant %(n)s")
        return message % {"n": int(variant[2]) + 1}
    known = {"leader": gettext("all domains together"), "trial ledger": gettext("count of trials")}
    return known.get(item, item)


_VARIANT = re.compile(r"(evidence )?variant (\d+)")


def _unit(code: str) -> str:
    """A unit of a finding's value; the word after a percent sign is translated."""
    sign, rest = ("% ", code[2:]) if code.startswith("% ") else ("", code)
    if block := _BLOCK.fullmatch(rest):
        return sign + gettext("a block of %(bars)s bars") % {"bars": block[1]}
    if ahead := _AHEAD.fullmatch(rest):
        return sign + gettext("in %(bars)s bars") % {"bars": ahead[1]}
    return sign + str(UNITS.get(rest, rest))


def _kind(code: str) -> str:
    """The name of an approach or a template, as the strategist writes it."""
    known = templates("pt" if (get_language() or "").startswith("pt") else "en")
    named = known.get(f"kind_{code}") or known.get(f"name_{code}")
    return named or code.replace("_", " ")


# The names of segments where their figures are shown.


def segment_word(name: str) -> str:
    """A segment that was played: a holdout with figures is no longer sealed."""
    return gettext("opened holdout") if name == "holdout" else word(name, "segment")
