"""Ideas as people write them, a whole refinement in memory, and what is wrong with a sentence."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from functools import cache, lru_cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

from hypotheses.analyst.lexicon.compile import GENERAL, field_names, load
from hypotheses.domain.types import LANGUAGES
from hypotheses.graph import create_multi_agent_graph

FRAMES = {
    "en": (
        "{factor} improves {construct}",
        "{factor} reduces {construct} in adults",
        "I noticed that {factor} may increase {construct}",
        "I think {factor} seems to improve {construct} in small teams.",
        "Does {factor} affect {construct} in 3 schools?",
        "{factor} raises {construct} compared with its absence",
        "{factor} lowers {construct} by 12% within 6 months",
        "With {factor}, {construct} is somehow higher.",
    ),
    "pt": (
        "{factor} melhora {construct}",
        "{factor} reduz {construct} em adultos",
        "Observei que {factor} pode aumentar {construct}",
        "Acho que {factor} parece melhorar {construct} em equipes pequenas.",
        "Como {factor} afeta {construct} em 3 escolas?",
        "{factor} aumenta {construct} em comparação com a sua ausência",
        "{factor} diminui {construct} em 12% em 6 meses",
        "Com {factor}, {construct} é de alguma forma maior.",
    ),
}
PAIRS_OF_SIGNS = (("(", ")"), ("[", "]"), ("“", "”"))


class Idea(NamedTuple):
    """A text, its language, and the two terms that it relates."""

    language: str
    text: str
    factor: str
    construct: str


@st.composite
def ideas(draw) -> Idea:
    """A factor and a construct of one field in a sentence."""
    language = draw(st.sampled_from(LANGUAGES))
    fields = load(language).fields
    field = fields[draw(st.sampled_from([name for name in field_names() if name != GENERAL]))]
    factor = draw(st.sampled_from(draw(st.sampled_from(field.factors)).terms))
    construct = draw(st.sampled_from(draw(st.sampled_from(field.constructs)).terms))
    frame = draw(st.sampled_from(FRAMES[language]))
    text = frame.format(factor=factor, construct=construct)
    return Idea(language, text[0].upper() + text[1:], factor, construct)


@cache
def graph() -> Any:
    return create_multi_agent_graph()


@lru_cache(maxsize=1_000)
def refined(text: str, language: str, limit: int = 2) -> dict[str, Any]:
    """The final state of a refinement in memory, on the built-in analyst."""
    state = {"user_input": text, "language": language, "max_refinements": limit}
    return asyncio.run(graph().ainvoke(state))


def questions(state: dict[str, Any]) -> list[str]:
    """All versions of a refinement, the first one first."""
    return [version["question"] for version in state["hypothesis_versions"]]


def numbers(text: str) -> set[str]:
    """The numbers of a text in digits."""
    return set(re.findall(r"\d+", text))


def faults(text: str) -> Counter[str]:
    """What is typographically wrong with a sentence."""
    found = Counter(
        re.findall(r"  | [,;:?!)\]”]| \.(?!\.)|[(\[“] |[,;:][,.;:?!]|[?!]\.|[^.]\.\?", text)
    )
    for opening, closing in PAIRS_OF_SIGNS:
        found[f"{opening}{closing}"] = abs(text.count(opening) - text.count(closing))
    found['"'] = text.count('"') % 2
    found["end"] = text != text.strip() or text[-1:] in ",;:-"
    return +found
