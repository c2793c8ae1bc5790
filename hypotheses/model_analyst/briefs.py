"""What each agent is asked, from its files under hypotheses/prompts."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from config.llm.prompts import Prompt, Prompts
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Aspect

FOLDER = Path(__file__).parents[1] / "prompts"
PROMPTS = Prompts(FOLDER)
ORCHESTRATOR, STRUCTURER, METHODOLOGIST = AGENTS = ("orchestrator", "structurer", "methodologist")


@cache
def aspects(language: str) -> dict[str, dict[str, Any]]:
    """What the methodologist is told of each aspect: name, rubric, designs and examples."""
    return _told("aspects", language)


@cache
def frame(language: str) -> str:
    """What slots, designs and directions are."""
    return str(_told("frame", language)["slots"]).strip()


def _told(name: str, language: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / language / f"{name}.toml").read_text(encoding="utf-8"))


def claim_shown(claim: Claim) -> dict[str, Any]:
    """A claim as an agent reads it."""
    return {
        "design": claim.design,
        "direction": claim.direction,
        "slots": [
            {"slot": name, "text": slot.text, "origin": slot.origin} for name, slot in claim.items()
        ],
    }


def reading(idea: str, language: str) -> Prompt:
    """For the orchestrator."""
    return PROMPTS.render("orchestrator", language, data={"idea": idea})


def structuring(
    brief: Mapping[str, Any], claim: Claim, gaps: Sequence[Mapping[str, Any]]
) -> Prompt:
    """For the structurer: the first version, or the next one from what is settled by now."""
    language, idea = brief["language"], brief["original"]
    values = {"frame": frame(language)}
    if not brief.get("previous"):
        return PROMPTS.render("structurer_first", language, data={"idea": idea}, values=values)
    data = {
        "idea": idea,
        "previous": brief["previous"],
        "claim": claim_shown(claim),
        "gaps": gaps,
        "answers": brief.get("answers") or {},
        "declined": sorted(brief.get("declined", ())),
        "guidance": brief.get("guidance", "") or "-",
    }
    return PROMPTS.render("structurer_refine", language, data=data, values=values)


def reviewing(brief: Mapping[str, Any], claim: Claim, aspect: Aspect) -> Prompt:
    """For the methodologist: one aspect of a version, by the design of its claim."""
    told = aspects(brief["language"])[aspect]
    designs: Mapping[str, str] = told.get("designs", {})
    by_design = [designs.get(claim.design, "")]
    if claim.direction == "none" and claim.design not in designs:
        by_design.append(designs.get("none", ""))
    values = {
        "aspect": told["name"],
        "rubric": "\n\n".join(filter(None, (told["rubric"].strip(), *by_design))),
        "examples": told["examples"],
    }
    return PROMPTS.render(
        "methodologist", brief["language"], data=_version(brief, claim), values=values
    )


def fitting(brief: Mapping[str, Any], claim: Claim) -> Prompt:
    """For the methodologist: whether the slots of a version fit each other."""
    values = {"frame": frame(brief["language"])}
    return PROMPTS.render("fit", brief["language"], data=_version(brief, claim), values=values)


def _version(brief: Mapping[str, Any], claim: Claim) -> dict[str, Any]:
    return {
        "idea": brief["original"],
        "version": brief["question"],
        "claim": claim_shown(claim),
    }


def deciding(brief: Mapping[str, Any]) -> Prompt:
    """For the forced decision."""
    review = brief["review"]
    shown = {
        "scores": [
            {key: score[key] for key in ("aspect", "score", "evidence")}
            for score in review["scores"]
        ],
        "open": [
            {key: finding[key] for key in ("slot", "gap", "suggestion")}
            for finding in review["findings"]
            if not finding["filled"]
        ],
    }
    data = {"idea": brief["original"], "version": brief["question"], "review": shown}
    return PROMPTS.render("force_decision", brief["language"], data=data)
