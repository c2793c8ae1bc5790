"""The question of a subject of which nothing is claimed yet: what it is, or what it is like."""

from __future__ import annotations

import re

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.clause import is_topic
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import ROOT
from hypotheses.analyst.writer.edit import closed
from hypotheses.analyst.writer.phrases import analysed, mid, trimmed
from hypotheses.domain.types import Language


def is_subject(source: str) -> bool:
    """Whether words are one noun phrase: `podcasts in the clinic`."""
    tree = parsed(split(source))
    if not is_topic(tree) or any(mark in source for mark in ";:"):
        return False
    root = next(at for at, head in enumerate(tree.heads) if head == ROOT)
    listed = any(tree.relations[at] in _LISTED for at in tree.children(root))
    return tree.tags[root].startswith("N") and tree.child(root, "conj") is None and not listed


_LISTED = frozenset(("appos", "parataxis", "list", "dep"))


def topic_question(source: str, language: Language, *, lived: bool = False) -> str | None:
    """`The political consequences of the crisis` as `What are the political consequences of the
    crisis?`; None for what is no subject, and for one without article.

    What is `lived` is no thing to be named: `What is the life of a lock keeper like?`
    """
    if not is_subject(source):
        return None
    phrase = analysed(trimmed(source), language)
    if phrase.shape != "nominal" or not phrase.determined:
        return None
    text = mid(phrase.text, language)
    lived = lived and _LISTS.match(text) is None
    if language == "en":
        like = " like" if lived else ""
        return closed(f"what {'are' if phrase.plural else 'is'} {text}{like}", "?")
    named = phrase.plural or _NAMED_BY_VALUE.match(text) is not None
    which, how = ("quais são", "como são") if phrase.plural else ("qual é", "como é")
    return closed(f"{which if named and not lived else how} {text}", "?")


# What a list names, of which nobody tells what it is like: `the reasons why they leave`.
_LISTS = lazy_regex(
    r"(?:the|[oa]s?) (?:(?:main|principa[il]s?) )?(?:reasons?|motives?|motivations?|factors?"
    r"|barriers?|obstacles?|criteria|strategies|motivos?|razões|motivações|fatores|barreiras?|obstáculos?"
    r"|critérios?|estratégias?)\b",
    re.I,
)
# What is told by its amount, its kind or its course: `a prevalência`, `o perfil`; not `o mercado`.
_NAMED_BY_VALUE = lazy_regex(
    r"[oa] (?:\w+(?:ência|ância|dade|ção|são|gem|mento|eza|ura)|taxa|nível|valor|número|quantidade"
    r"|proporção|custo|preço|tempo|risco|perfil|desempenho|dinâmica|efeito|impacto)\b",
    re.I,
)
