"""What is wrong with a strategy, said by code and place."""

from __future__ import annotations

from config.error_texts import N_, TranslatableError


class StrategyError(TranslatableError):
    """An error by `code`, with its `params`; its text is English, `template` is translatable."""

    @property
    def params(self) -> dict[str, object]:
        """What the open places of the sentence are filled with."""
        return self.values


class SpecError(StrategyError):
    """A document that is no valid spec; `path` is where, as in `indicators.fast.length`."""

    messages = {
        "bad_json": N_("not JSON: %(detail)s, line %(line)s, column %(column)s"),
        "not_an_object": N_("a spec is an object, not %(found)s"),
        "too_large": N_("the document has %(found)s characters, at most %(most)s are read"),
        "too_deep": N_("nested deeper than %(most)s levels"),
        "too_many": N_("has %(found)s parts, at most %(most)s are allowed"),
        "duplicate_key": N_("the key %(key)s stands twice in one object"),
        "bad_key": N_("the key %(key)s is not text"),
        "missing": N_("is missing"),
        "unknown_field": N_("is not a field here; known: %(known)s"),
        "unknown_choice": N_("%(value)s is not known; known: %(known)s"),
        "unknown_indicator": N_("there is no indicator %(value)s; known: %(known)s"),
        "unknown_reference": N_("nothing is named %(value)s; known: %(known)s"),
        "unknown_output": N_("%(name)s has no output %(output)s; it has: %(known)s"),
        "unknown_parameter": N_("there is no parameter %(value)s; known: %(known)s"),
        "not_number": N_("must be a number, not %(found)s"),
        "not_whole_number": N_("must be a whole number, not %(found)s"),
        "not_text": N_("must be text, not %(found)s"),
        "not_boolean": N_("must be true or false, not %(found)s"),
        "not_date": N_("must be a date such as 2010-12-31, not %(found)s"),
        "not_list": N_("must be a list, not %(found)s"),
        "not_object": N_("must be an object, not %(found)s"),
        "not_json_number": N_("%(value)s is no number of JSON"),
        "bad_reference": N_(
            "%(value)s is no number; a parameter is written with $ before its name"
        ),
        "empty": N_("must not be empty"),
        "too_long": N_("has %(found)s characters, at most %(most)s are allowed"),
        "bad_character": N_("holds a character that cannot be kept as text: %(character)s"),
        "not_finite": N_("must be a finite number"),
        "bad_name": N_("%(value)s is not a name: small letters, digits and _, a letter first"),
        "reserved_name": N_("%(value)s is a reserved name"),
        "too_small": N_("%(value)s is below the least, %(low)s"),
        "too_big": N_("%(value)s is above the most, %(high)s"),
        "not_above": N_("%(value)s is not above %(low)s"),
        "not_below": N_("%(value)s is not below %(high)s"),
        "bad_bounds": N_("low %(low)s is above high %(high)s"),
        "bad_step": N_("the step %(step)s must be above zero and fit between low and high"),
        "fine_grid": N_("has %(found)s steps from low to high, at most %(most)s are allowed"),
        "off_grid": N_("%(value)s is not low + a whole number of steps; nearest: %(nearest)s"),
        "not_whole": N_("%(value)s is not a whole number"),
        "whole_parameter": N_("needs a whole number, and parameter %(value)s is not one"),
        "not_ordered": N_("%(first)s (%(low)s) must be below %(second)s (%(high)s)"),
        "circular": N_("is computed from itself: %(chain)s"),
        "unused_parameter": N_("parameter %(value)s is never used"),
        "unused_indicator": N_("indicator %(value)s is never used"),
        "no_entry": N_("a strategy that trades %(direction)s needs %(field)s"),
        "wrong_side": N_("a strategy that trades %(direction)s only has no %(field)s"),
        "no_exit": N_("no rule and no stop ever closes a position: give %(field)s or a stop"),
        "short_target": N_("a price cannot fall by %(value)s: below 1 when selling short"),
        "constant": N_("compares two numbers: it would be always true or always false"),
        "bad_version": N_("version %(value)s of specs is not known, only %(known)s"),
        "invalid": N_("%(detail)s"),
    }

    def __init__(self, code: str, path: str = "", **params: object) -> None:
        self.path = path
        super().__init__(code, **params)

    def __str__(self) -> str:
        said = super().__str__()
        return f"{self.path}: {said}" if self.path else said


class RuleError(StrategyError):
    """A valid spec that cannot be run on these bars."""

    messages = {
        "never_defined": N_("indicator %(name)s has no value on any of the %(bars)s bars"),
        "missing_column": N_("the prices have no column %(name)s"),
        "undefined_size": N_("the size of positions has no value on any of the %(bars)s bars"),
    }


class LookbackError(RuleError):
    """Fewer bars than the longest look-back of the spec asks for."""

    messages = {
        "too_short": N_("%(bars)s bars are too few: %(name)s looks back over %(needed)s"),
    }
