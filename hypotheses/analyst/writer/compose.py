"""A question made from the frame alone, for each design, where the slots' shapes allow it."""

from __future__ import annotations

import re
from dataclasses import replace

from hypotheses.analyst.syntax.tagging.tagger import tagged
from hypotheses.analyst.writer import clauses
from hypotheses.analyst.writer.compose_english import ENGLISH, IN_ENGLISH, as_gerund
from hypotheses.analyst.writer.compose_portuguese import IN_PORTUGUESE, PORTUGUESE
from hypotheses.analyst.writer.edit import closed
from hypotheses.analyst.writer.fragments import (
    Phrases,
    group,
    interaction,
    with_nouns,
)
from hypotheses.analyst.writer.phrases import phrases_of, with_indefinite
from hypotheses.analyst.writer.places import placed
from hypotheses.domain.claim import Claim, SlotName
from hypotheses.domain.types import Language


def composed(claim: Claim, language: Language, source: str = "") -> str | None:
    """The question, or None where a slot's words fit no pattern."""
    phrases: Phrases = with_nouns(phrases_of(claim, language, source))
    claim = _with_own_verb(claim, language, source)
    if claim.counted and claim.measure is None:
        phrases.pop("measure", None)
    own, general = (ENGLISH, IN_ENGLISH) if language == "en" else (PORTUGUESE, IN_PORTUGUESE)
    patterns = (own[claim.design], *general) if claim.design in own else general
    if language == "en" and "exposure" in phrases and group(phrases) is None:
        phrases["exposure"] = as_gerund(with_indefinite(phrases["exposure"]))
    cores = (pattern(claim, phrases) for pattern in patterns)
    core = interaction(claim, phrases, language)
    core = core or next((core for core in cores if core is not None), None)
    if core is None:
        return None
    text, used = _instead(core, claim, phrases, source, language)
    where = _where(phrases, used, language)
    if where is None:
        return None
    text += where
    for name in ("qualifiers", "measure", "comparator", "margin", "window", "approach"):
        if name in used or name not in phrases:
            continue
        clause = _ending(name, phrases, used, language)
        if clause is None:
            return None
        text += f" {clause}" if clause.startswith("(") else f", {clause}"
    return closed(text, "?")


_INSTEAD = re.compile(r"\b(?:instead of|rather than|em vez de|ao invés de)\s+\Z", re.I)


def _instead(
    core: tuple[str, set[SlotName]],
    claim: Claim,
    phrases: Phrases,
    source: str,
    language: Language,
) -> tuple[str, set[SlotName]]:
    """The option that the author sets the exposure against, beside it: `rather than every four`."""
    text, used = core
    spot, exposure = placed(claim.comparator, source), phrases.get("exposure")
    if (
        spot is None
        or exposure is None
        or "comparator" in used
        or not _INSTEAD.search(source[: spot[0]])
    ):
        return core
    lead = "rather than" if language == "en" else "em vez de"
    other = f"{exposure.text} {lead} {phrases['comparator'].text}"
    if text.count(exposure.text) != 1:
        return core
    return text.replace(exposure.text, other), used | {"comparator"}


def _with_own_verb(claim: Claim, language: Language, source: str) -> Claim:
    """Without a verb that does not lead from exposure to outcome: `the number fell`."""
    tokens = tagged(claim.relation, language)
    verb = len(tokens) == 1 and tokens[0].tag.startswith("V")
    exposure, outcome = placed(claim.exposure, source), placed(claim.outcome, source)
    if not verb or exposure is None or outcome is None:
        return claim
    between = claim.relation in source[exposure[1] : outcome[0]]
    return claim if between else replace(claim, relation="")


def _where(phrases: Phrases, used: set[SlotName], language: Language) -> str | None:
    if "unit" in used:
        return ""
    if "unit" in phrases:
        whole = clauses.population(phrases["unit"], phrases.get("bound"), language)
        return None if whole is None else f" {whole}"
    if "bound" in phrases:
        whole = clauses.place(phrases["bound"], language)
        return None if whole is None else f" {whole}"
    return ""


def _ending(
    name: SlotName, phrases: Phrases, used: set[SlotName], language: Language
) -> str | None:
    found = phrases[name]
    if name == "measure":
        alone = "unit" not in phrases and "bound" not in phrases
        return clauses.measure(found, phrases.get("outcome") if alone else None, language)
    if name == "comparator":
        return clauses.comparator(found, clauses.held_by(phrases), language)
    rules = {
        "window": clauses.window,
        "margin": clauses.margin,
        "qualifiers": clauses.qualifiers,
        "approach": clauses.approach,
    }
    return rules[name](found, language)


COPULAS = frozenset(
    """make makes leave leaves keep keeps get gets become becomes is are was were be
    deixa deixam deixe deixem torna tornam torne tornem fica ficam fique fiquem é são seja sejam
    estão está mantém mantêm faz fazem""".split()
)


def governs(claim: Claim, language: Language) -> bool:
    """Whether the relation begins with a verb that has the outcome for its object."""
    tokens = tagged(claim.relation, language)
    if not tokens or tokens[0].lower in COPULAS:
        return False
    return tokens[0].tag.startswith(("V3", "V0", "VF")) and tokens[0].tag != "AUX"
