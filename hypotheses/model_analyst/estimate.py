"""What a refinement will about take of the models, before it is started."""

from __future__ import annotations

from collections.abc import Iterator

from config.llm.forecast import Expected
from config.llm.prompts import Prompt
from hypotheses.domain.claim import Claim, Slot
from hypotheses.domain.types import ASPECTS, Language
from hypotheses.model_analyst import briefs
from hypotheses.model_analyst.briefs import METHODOLOGIST, ORCHESTRATOR, STRUCTURER

_A_TOKEN = {"en": 4.2, "pt": 3.6}  # characters, of common vocabularies
_SCHEMA = 200  # tokens of the shape that goes along with a prompt
# Tokens of an answer, as a rule.
_READING, _DRAFT, _ASPECT, _FIT, _DECISION = 60, 240, 110, 80, 120
_ADDED = " measured by something, in somebody of some place, compared with something else" * 2


def calls(text: str, language: Language, limit: int) -> Iterator[Expected]:
    """The calls of the longest way: a vague idea, refined to the limit, each answered at once."""

    def call(agent: str, prompt: Prompt, received: int) -> Expected:
        sent = (len(prompt.system) + len(prompt.user)) / _A_TOKEN[language]
        return Expected(agent, round(sent) + _SCHEMA, received)

    gaps = [{"slot": a, "aspect": a, "gap": _ADDED, "suggestion": _ADDED} for a in ASPECTS]
    scores = [{"aspect": a, "score": 1, "evidence": ""} for a in ASPECTS]
    review = {"scores": scores, "findings": [{**gap, "filled": False} for gap in gaps]}
    version = text + _ADDED
    claim = Claim(outcome=Slot(version))  # as many words as all slots hold together
    brief = {"original": text, "language": language, "question": version}
    later = {**brief, "previous": version}
    yield call(ORCHESTRATOR, briefs.reading(text, language), _READING)
    yield call(STRUCTURER, briefs.structuring(brief, claim, gaps), _DRAFT)
    for _round in range(limit):
        yield call(STRUCTURER, briefs.structuring(later, claim, gaps), _DRAFT)
    for _version in range(limit + 1):
        for aspect in ASPECTS:
            yield call(METHODOLOGIST, briefs.reviewing(brief, claim, aspect), _ASPECT)
        yield call(METHODOLOGIST, briefs.fitting(brief, claim), _FIT)
    yield call(METHODOLOGIST, briefs.deciding({**brief, "review": review}), _DECISION)
