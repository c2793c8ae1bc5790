"""What can go wrong between an agent and its models."""

from __future__ import annotations

from config.error_texts import N_, TranslatableError


class PromptError(TranslatableError):
    """A prompt that cannot be rendered: a bug of ours."""

    messages = {
        "missing": N_("prompt %(name)s (%(language)s): no value for %(variables)s"),
        "no_file": N_("there is no prompt %(name)s in %(language)s"),
        "no_parts": N_("prompt %(name)s (%(language)s) needs a system and a user part"),
    }


class AddressError(TranslatableError):
    """An address at which no model may be asked."""

    messages = {
        "malformed": N_("%(url)s is not the address of a model; one looks like https://host/v1"),
        "scheme": N_("%(url)s: only http and https are possible"),
        "secrets": N_("the address holds a user, a password or a query: keys go in a variable"),
        "not_listed": N_("%(host)s is not in CRIVO_LLM_ALLOWED_HOSTS"),
        "private": N_("%(host)s is a private address: CRIVO_LLM_ALLOW_PRIVATE does not hold it"),
        "unknown": N_("the name %(host)s has no address"),
        "key": N_(
            "%(variable)s may not be sent to %(host)s: CRIVO_LLM_ALLOWED_HOSTS says where it may"
        ),
        "plain_http": N_("%(host)s: plain http is for private addresses only; use https"),
    }


class CallFailed(TranslatableError):
    """One attempt without a usable answer; `code` is the outcome of its row."""

    messages = {
        "no_key": N_("%(model)s: the variable %(variable)s, which is to hold the key, is not set"),
        "address": N_("%(model)s: %(why)s"),
        "bad_request": N_("%(model)s: the request was refused (%(status)s): %(said)s"),
        "unauthorized": N_("%(model)s: the key was refused (%(status)s): see %(variable)s"),
        "no_credit": N_("%(model)s: the account has no credit left (%(status)s): %(said)s"),
        "not_found": N_("%(model)s: no such model or address (404): %(said)s"),
        "redirected": N_("%(model)s: the server sends elsewhere (%(status)s); it is not followed"),
        "rate_limited": N_("%(model)s: too many requests (%(status)s): %(said)s"),
        "wait_too_long": N_("%(model)s: too many requests; it asks to wait %(seconds)s seconds"),
        "server_error": N_("%(model)s: the server failed (%(status)s): %(said)s"),
        "loading": N_("%(model)s: the server still loads the model (%(status)s): %(said)s"),
        "timeout": N_("%(model)s: no answer within %(seconds)s seconds"),
        "connection": N_("%(model)s: the connection failed (%(said)s)"),
        "too_large": N_("%(model)s: the answer is longer than %(bytes)s bytes"),
        "truncated": N_("%(model)s: the answer was cut at %(tokens)s tokens"),
        "refused": N_("%(model)s: the model declined: %(said)s"),
        "garbage": N_("%(model)s: the server's answer is not what such a server sends: %(said)s"),
        "invalid": N_("%(model)s: the answer does not fit what was asked for: %(said)s"),
        "unfit": N_("%(model)s: the answer was not accepted: %(said)s"),
    }


class Doubt(TranslatableError):
    """An impossible statement of a server about itself: it is recorded, never raised."""

    messages = {
        "usage": N_("%(model)s reported %(sent)s tokens in and %(received)s out, which cannot be:"
                    " %(counted_sent)s and %(counted_received)s are counted"),
    }  # fmt: skip


class ModelFailed(TranslatableError):
    """No model of the chain gave a usable answer: the built-in analyst takes over."""

    messages = {
        "no_model": N_("no model is configured for %(agent)s"),
        "no_time": N_("the %(seconds)s seconds in which models may be asked are over"),
        "failed": N_("no model answered the %(agent)s: %(why)s"),
    }  # fmt: skip


class BudgetExceeded(TranslatableError):
    """The next call could exceed the run's budget: it was not made, and the run ends."""

    messages = {
        "calls": N_("the budget of %(limit)s model calls is used up; CRIVO_LLM_BUDGET (calls)"
                    " raises it, then try the run again"),
        "tokens": N_("the budget of %(limit)s tokens does not hold the next call (%(spent)s spent,"
                     " up to %(wanted)s more); CRIVO_LLM_BUDGET (tokens) raises it, then try the"
                     " run again"),
        "cost": N_("the budget of %(limit)s USD does not hold the next call (%(spent)s spent, up"
                   " to %(wanted)s more); CRIVO_LLM_BUDGET (usd) raises it, then try the run"
                   " again"),
    }  # fmt: skip
