"""Errors of research, by a stable code."""

from __future__ import annotations

from config.error_texts import N_, TranslatableError


class ResearchError(TranslatableError):
    """Material or a name that research refuses."""

    messages = {
        "auxiliary_after_train": N_(
            "auxiliary rows of kind %(kind)s become available after the last bar of train: "
            "%(newest)s > %(end)s"
        ),
        "auxiliary_without_time": N_("auxiliary rows of kind %(kind)s have no column available_at"),
        "peer_after_train": N_("the peer %(peer)s has bars after train: %(newest)s > %(end)s"),
        "no_bars": N_("there is no bar to look at"),
        "columns_missing": N_("the frame lacks the columns %(columns)s"),
        "unknown_agent": N_("there is no agent %(agent)s"),
        "unknown_language": N_("there are no sentences in %(language)s"),
    }
