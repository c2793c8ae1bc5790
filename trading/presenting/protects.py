"""What each gate protects from, in one plain sentence."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PROTECTS: Mapping[str, str | Promise] = {
    "sharpe_ratio": _("Keeps out rules that earn too little for their ups and downs."),
    "validation.sharpe_ratio": _(
        "Keeps out rules that earn too little for their ups and downs on bars that did not make "
        "them."
    ),
    "max_drawdown": _("Keeps out rules that fall deeper on the way than most people sit through."),
    "win_rate": _("Keeps out rules that are wrong far more often than right."),
    "profit_factor": _("Keeps out rules whose losses eat most of what they gain."),
    "total_trades": _("Keeps out results that rest on a handful of trades."),
    "psr": _("Keeps out a good ratio that so few, or such wild, returns show by accident."),
    "psr_above_luck": _("Keeps out the best of many tries where luck alone would do as well."),
    "walk_forward.sharpe_ratio": _(
        "Keeps out rules that need to have seen the future: here each stretch is played with "
        "parameters that were tuned on its past alone."
    ),
    "dsr": _("Keeps out the luckiest of many tries: the more is tried, the better it looks."),
    "luck_p": _(
        "Keeps out the luckiest of many tries, and rules that earn no more than holding the market "
        "for as long as they do."
    ),
    "appraisal_ratio": _("Keeps out rules that earn little beyond the market that they are in."),
    "permutation_p": _(
        "Keeps out rules that earned by being in the market, not by when they went in."
    ),
    "efficiency": _(
        "Keeps out rules that lose most of what they earned once they meet bars that their tuning "
        "had not seen."
    ),
    "double_cost_sharpe": _(
        "Keeps out rules that live on low costs: real ones are often higher than assumed."
    ),
    "enough_evidence": _(
        "Keeps out verdicts on too little: a few trades on a few bars say nothing, however good "
        "they look."
    ),
    "pbo": _(
        "Keeps out a search that chooses by luck: what was best in one half of the history is "
        "among the worse in the other."
    ),
    "plateau": _(
        "Keeps out parameters that work only exactly as they are: the future is not that exact."
    ),
    "look_ahead": _("Keeps out rules that decide by prices which nobody could know yet."),
}


def protects(name: str, segment: str) -> str:
    """The sentence of a figure of a segment; empty for one that no profile that ships judges."""
    return str(PROTECTS.get(f"{segment}.{name}") or PROTECTS.get(name, ""))
