"""What each agent is asked, from its files under hypotheses/prompts."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from config.llm.prompts import Prompt, Prompts
from hypotheses.domain.types import Aspect

FOLDER = Path(__file__).parents[1] / "prompts"
PROMPTS = Prompts(FOLDER)
ORCHESTRATOR, STRUCTURER, METHODOLOGIST = AGENTS = ("orchestrator", "structurer", "methodologist")


@cache
def aspects(language: str) -> dict[str, dict[str, str]]:
    """What the methodologist is told of each aspect: name, rubric and examples."""
    file = FOLDER / language / "aspects.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def reading(idea: str, language: str) -> Prompt:
    """For the orchestrator."""
    return PROMPTS.render("orchestrator", language, data={"idea": idea})


def structuring(brief: Mapping[str, Any]) -> Prompt:
    """For the structurer: the first version, or the next one."""
    language, idea = brief["language"], brief["original"]
    if not brief.get("previous"):
        return PROMPTS.render("structurer_first", language, data={"idea": idea})
    review = brief.get("review") or {}
    data = {
        "idea": idea,
        "previous": brief["previous"],
        "gaps": review.get("improvements", []),
        "answers": brief.get("answers") or {},
        "declined": sorted(brief.get("declined", ())),
        "guidance": brief.get("guidance", "") or "-",
    }
    return PROMPTS.render("structurer_refine", language, data=data)


def reviewing(brief: Mapping[str, Any], aspect: Aspect) -> Prompt:
    """For the methodologist: one aspect of a version."""
    language = brief["language"]
    told = aspects(language)[aspect]
    return PROMPTS.render(
        "methodologist",
        language,
        data={"idea": brief["original"], "version": brief["question"]},
        values={"aspect": told["name"], "rubric": told["rubric"], "examples": told["examples"]},
    )


def deciding(brief: Mapping[str, Any]) -> Prompt:
    """For the forced decision."""
    review = brief["review"]
    kept = ("aspect", "score", "evidence", "gap")
    shown = [{key: score[key] for key in kept} for score in review["scores"]]
    data = {"idea": brief["original"], "version": brief["question"], "review": shown}
    return PROMPTS.render("force_decision", brief["language"], data=data)
