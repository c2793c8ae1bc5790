"""Questions of why people do something."""

from __future__ import annotations

from hypotheses.analyst.syntax.forms.form import Form, sentence
from hypotheses.analyst.syntax.forms.question import question_of
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

_WHY = (("why",), ("por", "que"), ("por", "quê"), ("porque",))
_NOBODY = frozenset("nobody noone none ninguém nenhum nenhuma".split())


def reason(tree: Tree, root: int, language: Language) -> Form | None:
    """`Why do so few | people in my town | come to hearings`."""
    asked = question_of(tree, root, _why)
    if asked is None or asked.compares or not _NOBODY.isdisjoint(_who(tree, asked.who)):
        return None
    first, end = sentence(tree, root)
    parts = (asked.unit, asked.outcome)
    text = asked.text(language)
    shown = asked.shown(text)
    return Form(first, end, "qualitative", parts, text, "unspecified", of_people=True,
                outcome=shown, is_placed=True)  # fmt: skip


def _who(tree: Tree, who: tuple[int, int]) -> tuple[str, ...]:
    return tree.words.lower[who[0] : who[1]]


def _why(tree: Tree, at: int) -> int:
    lower = tree.words.lower
    end = at + next((len(each) for each in _WHY if lower[at : at + len(each)] == each), 0)
    typed = tree.quote(at, at + 1).lower()
    return at if typed == "porque" and at > 0 else end  # `because`
