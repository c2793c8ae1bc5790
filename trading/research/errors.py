"""Errors of research, by a stable code."""

from __future__ import annotations


class ResearchError(ValueError):
    """Material that research refuses; `code` is stable, `params` fill the English text."""

    messages = {
        "auxiliary_after_train": (
            "auxiliary rows of kind %(kind)s become available after the last bar of train: "
            "%(newest)s > %(end)s"
        ),
        "auxiliary_without_time": "auxiliary rows of kind %(kind)s have no column available_at",
        "peer_after_train": "the peer %(peer)s has bars after train: %(newest)s > %(end)s",
        "no_bars": "there is no bar to look at",
        "columns_missing": "the frame lacks the columns %(columns)s",
        "unknown_agent": "there is no agent %(agent)s",
        "unknown_language": "there are no sentences in %(language)s",
    }

    def __init__(self, code: str, **params: object) -> None:
        self.code = code
        self.params = params
        super().__init__(self.messages[code] % params)
