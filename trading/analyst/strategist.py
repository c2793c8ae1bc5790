"""The built-in strategist: one round's variants from all that is known, without a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trading.analyst import sentences
from trading.analyst.guidance import reading
from trading.analyst.rounds import DesignRound
from trading.analyst.variants import Design, Document


class BuiltinStrategist:
    """Deterministic in its brief: seed, findings, lessons, and the rounds before."""

    async def propose(self, brief: Document, bench: Any) -> Document:
        """`{variants, rationale, expected_performance, trials, rules, kinds}` for one round."""
        round_ = DesignRound(brief, bench)
        designs = await round_.designs()
        variants = [await round_.variant(design) for design in designs]
        return {
            "variants": variants,
            "rationale": rationale(brief, designs, len(round_.trials)),
            "expected_performance": expected(variants),
            "trials": round_.trials,
            "rules": round_.rules,
            "kinds": round_.kinds,
        }

    def explain(self, code: str, values: Mapping[str, Any], language: str) -> str:
        """A sentence of the message files."""
        return sentences.say(code, values, language)


def rationale(brief: Document, designs: Sequence[Design], trials: int) -> str:
    """Why these, in a sentence or two."""
    kinds = list(dict.fromkeys(design.approach for design in designs))
    action = brief["next_action"] or "INITIAL_DESIGN"
    values = {"count": len(designs), "kinds": kinds, "trials": trials}
    said = sentences.say(f"rationale_{action}", values, brief["language"])
    if not brief.get("guided"):
        return said
    return f"{reading(brief['guidance'][-1], brief['language'])} {said}"


def expected(variants: Sequence[Document]) -> Document:
    """The expectation of the variant that is expected to do best."""
    known = [v for v in variants if v["expected_performance"]["sharpe_ratio"] is not None]
    if not known:
        return {}
    best = max(known, key=lambda v: v["expected_performance"]["sharpe_ratio"])
    return {"variant": best["name"], **best["expected_performance"]}
