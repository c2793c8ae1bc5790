"""The terms of the refinement loop: aspects, scores, verdicts, gaps, elements."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from hypotheses.domain.claim import Claim

Aspect = Literal["population", "metrics", "variables", "testability"]
Verdict = Literal["approved", "needs_refinement", "rejected"]
Kind = Literal["vague", "semi_formed", "complete"]
Origin = Literal["user", "suggested", "confirmed", "guidance", "model"]
Language = Literal["en", "pt"]

ASPECTS: tuple[Aspect, ...] = ("population", "metrics", "variables", "testability")
LANGUAGES: tuple[Language, ...] = ("en", "pt")
MAX_REFINEMENTS = 5
DEFAULT_REFINEMENTS = 2
COVERED = 2
"""The score of an aspect that a text covers."""


@dataclass(frozen=True, slots=True)
class AspectAssessment:
    """How well a text covers one aspect: 0 absent, 1 in part, 2 covered.

    `evidence` is a verbatim quote of the text, or None. `code` names the gap (`no_bound`,
    `construct_only` ...) and is empty at 2. `gap` and `suggestion` are sentences in the text's
    language, empty at 2.
    """

    aspect: Aspect
    score: int
    evidence: str | None
    code: str = ""
    gap: str = ""
    suggestion: str = ""


@dataclass(frozen=True, slots=True)
class VetoReason:
    """A reason to reject whatever the scores, with its verbatim quote."""

    code: str
    quote: str
    reason: str


@dataclass(frozen=True, slots=True)
class Assessment:
    """The built-in analyst's reading of one text."""

    text: str
    language: Language
    kind: Kind
    verdict: Verdict
    scores: tuple[AspectAssessment, ...]
    claim: Claim
    null: str = ""
    alternative: str = ""
    vetoes: tuple[VetoReason, ...] = ()
    hedges: tuple[str, ...] = ()

    def score(self, aspect: Aspect) -> AspectAssessment:
        """The score of one aspect."""
        return self.scores[ASPECTS.index(aspect)]

    @property
    def gaps(self) -> tuple[AspectAssessment, ...]:
        """The aspects that are not covered, in their fixed order."""
        return tuple(score for score in self.scores if score.score < COVERED)

    def as_line(self) -> dict[str, Any]:
        """The JSON object that `manage.py assess` prints."""
        return {
            "text": self.text,
            "language": self.language,
            "kind": self.kind,
            "verdict": self.verdict,
            "aspects": {
                score.aspect: {
                    "score": score.score,
                    "evidence": score.evidence,
                    "gap": score.gap or None,
                    "suggestion": score.suggestion or None,
                }
                for score in self.scores
            },
            "vetoes": [asdict(veto) for veto in self.vetoes],
            "claim": self.claim.as_json(self.null, self.alternative),
        }
