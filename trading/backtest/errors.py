"""What a backtest refuses, by code, in words."""

from __future__ import annotations

from config.error_texts import N_, TranslatableError


class BacktestError(TranslatableError):
    """A refusal by `code` with `params`; its text is English, `template` is translatable."""

    messages = {
        "columns": N_("prices need the columns Open, High, Low and Close; missing: %(missing)s"),
        "too_few_bars": N_(
            "a backtest needs at least %(needed)d bars to trade on; there are %(bars)d"
        ),
        "prices": N_("bar %(bar)d: %(column)s is %(value)s; prices must be finite and above 0"),
        "order": N_("dates must rise from bar to bar"),
        "shape": N_("%(name)s has %(found)d values for %(bars)d bars"),
        "size": N_("bar %(bar)d: a size of %(value)s; it must be above 0 and at most 1"),
        "fraction": N_("%(name)s is %(value)s; it must lie between %(low)s and %(high)s"),
        "whole": N_("%(name)s is %(value)s; it must be a whole number of at least %(low)d"),
        "margin": N_("a margin of %(value)s; it must be at least %(low)s and at most 1"),
        "target": N_(
            "a take_profit of %(value)s lies within the spread of %(spread)s: no order can have it"
        ),
        "engine": N_("unknown engine %(value)s; there are: kernel, reference, auto"),
        "not_exact": N_("the kernel can't follow backtesting.py exactly here: %(why)s"),
        "engines_differ": N_(
            "kernel and reference differ in %(what)s: %(kernel)s and %(reference)s"
        ),
    }

    @property
    def params(self) -> dict[str, object]:
        """What the open places of the sentence are filled with."""
        return self.values


class NotExact(BacktestError):
    """The kernel would not give the reference's result to the last digit."""

    def __init__(self, why: str) -> None:
        super().__init__("not_exact", why=why)


class PoolError(BacktestError):
    """The pool can't work: too little memory, closed, or another process's."""

    messages = {
        "no_workers": N_("%(wanted)s workers are too few: at least 1"),
        "no_memory": N_("%(available)d MiB of memory are free; one worker needs %(needed)d MiB"),
        "closed": N_("the pool of workers was closed"),
        "forked": N_("this pool of workers belongs to another process"),
        "unknown_prices": N_("no prices %(prices)s were given to the pool"),
    }


class JobFailure(BacktestError):
    """One attempt at a job failed. All but "refused" may go better another time."""

    messages = {
        "died": N_("the worker ended (%(how)s)%(said)s"),
        "deadline": N_("no result within %(seconds)s seconds; the worker was stopped"),
        "memory": N_("the job needs more memory than the %(limit)d MiB a worker may take"),
        "failed": N_("%(kind)s: %(detail)s (%(where)s)"),
        "refused": N_("%(detail)s"),
        "start": N_("a worker did not start within %(seconds)s seconds%(said)s"),
    }
