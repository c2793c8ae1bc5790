"""A variant: a spec with what a person needs to judge it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from trading.analyst.sentences import say
from trading.strategies.description import describe
from trading.strategies.names import DESCRIPTION_CHARACTERS, NAME_CHARACTERS
from trading.strategies.parse import parse_spec
from trading.strategies.render import render
from trading.strategies.spec import StrategySpec, hashed_form, spec_hash

Document = dict[str, Any]
YOURS = "yours"
"""The template of a spec that a user handed in."""
WRITTEN = "model"
"""The template of a spec that a language model wrote."""
_ADDED = " + "


@dataclass(frozen=True)
class Design:
    """A spec on its way to being a variant. `approach` is its kind of strategy.

    `why` are codes of the reasons with their values; `findings` names the findings it rests on;
    `parent` is the index of the variant of the round before that it was made from; `structure` are
    the labels of all changes of structure since the first design; `by` names the model that wrote
    it, if one did; `as_written` is one whose values were handed in before anything was tried.
    """

    spec: StrategySpec
    approach: str
    template: str
    why: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    findings: tuple[str, ...] = ()
    parent: int | None = None
    changed: Mapping[str, Any] = field(default_factory=dict)
    searched: int = 0
    structure: tuple[str, ...] = ()
    by: str = ""
    as_written: bool = False


def as_variant(
    design: Design, expected: Mapping[str, Any], costs: Mapping[str, Any], language: str
) -> Document:
    """The variant as plain JSON, its rules in words and as a script.

    `costs`: cash, commission, bars a year, fractions and the broker's terms.
    """
    spec = named(design, language)
    made = {
        "name": spec.name,
        "description": spec.description,
        "approach": design.approach,
        "template": design.template,
        "complexity": spec.complexity(),
        "spec": spec.document(),
        "spec_hash": spec_hash(spec),
        "rules_hash": rules_hash(spec),
        "code": render(spec, **costs),
        "parameters": dict(spec.values),
        "rationale": " ".join(say(code, values, language) for code, values in design.why),
        "words": words_of(design),
        "findings": list(design.findings),
        "parent_index": design.parent,
        "parameters_changed": dict(design.changed),
        "structure": list(design.structure),
        "expected_performance": dict(expected),
    }
    return made | {"as_written": True} if design.as_written else made


def words_of(design: Design) -> Document:
    """Name and rationale by their codes: `{name: [...], why: [{code, values}]}`.

    Empty for what a user or a model named: their words have no codes.
    """
    if design.template in (YOURS, WRITTEN):
        return {}
    labels = [f"label_{label}" for label in design.structure]
    why = [{"code": code, "values": dict(values)} for code, values in design.why]
    return {"name": [f"name_{design.template}", *labels], "why": why}


def name_in(words: Mapping[str, Any], language: str) -> str:
    """A variant's name in a language, from `words_of`."""
    return _ADDED.join(say(code, {}, language) for code in words["name"])[:NAME_CHARACTERS]


def named(design: Design, language: str) -> StrategySpec:
    """The spec under a name and a description in the language; a name given to it stays."""
    labels = [say(f"label_{label}", {}, language) for label in design.structure]
    if design.template in (YOURS, WRITTEN):
        first = _without(design.spec.name, labels)
    else:
        first = say(f"name_{design.template}", {}, language)
    told = {
        "name": _ADDED.join([first, *labels])[:NAME_CHARACTERS],
        "description": " ".join(describe(design.spec, language))[:DESCRIPTION_CHARACTERS],
    }
    return design.spec.model_copy(update=told)


def _without(name: str, labels: Sequence[str]) -> str:
    """A name without the labels that earlier rounds added to it."""
    for label in reversed(labels):
        name = name.removesuffix(_ADDED + label)
    return name


def spec_of(variant: Mapping[str, Any]) -> StrategySpec:
    """The spec of a variant."""
    return parse_spec(variant["spec"])


def rules_hash(spec: StrategySpec) -> str:
    """A hash of the rules without the values of their parameters: one for all trials of them."""
    whole = hashed_form(spec)
    for parameter in whole["parameters"].values():
        parameter.pop("value")
    text = json.dumps(whole, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def changes(before: StrategySpec, after: StrategySpec) -> dict[str, list[float | None]]:
    """The parameters that differ, each `[before, after]`; None where a spec lacks it."""
    names = sorted({*before.values, *after.values})
    pairs = {name: [before.values.get(name), after.values.get(name)] for name in names}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def distinct(designs: Sequence[Design]) -> list[Design]:
    """The designs without repetitions of the same rules and parameters, the first of each kept."""
    seen: dict[str, Design] = {}
    for design in designs:
        seen.setdefault(spec_hash(design.spec), design)
    return list(seen.values())
