"""Questions of how often something is so, of how many, or how long it takes."""

from __future__ import annotations

from hypotheses.analyst.syntax.forms.form import Form, Part, bare, sentence
from hypotheses.analyst.syntax.forms.question import leads, people, question_of
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

_OFTEN = (("how", "often"), ("how", "frequently"), ("how", "many", "times"), ("how", "long"),
          ("com", "que", "frequência"), ("com", "qual", "frequência"), ("quantas", "vezes"),
          ("quanto", "tempo"), ("de", "quanto", "em", "quanto", "tempo"))  # fmt: skip
_LONG = (("how", "long"), ("quanto", "tempo"))
_TIMES = frozenset(
    """hours minutes days weeks months years nights horas minutos dias semanas meses anos
    noites""".split()
)
_PER = frozenset("a an per por ao à".split())
_MANY = (("how", "many"), ("quantos",), ("quantas",))
_WHAT = frozenset("what which que qual".split())
_SHARES = frozenset(
    """share proportion percentage percent fraction proporção porcentagem percentual fração
    parcela""".split()
)
_OF = frozenset("of de do da dos das".split())
_FOR = frozenset("for para pra pro até a".split())
_WHO = frozenset("who that que".split())
# How often one needs to do something is a dose, whose effect may be meant.
_NEEDS = frozenset("need needs must should precisa precisam deve devem".split())
_TAKES = frozenset("take takes took leva levam levou demora demoram demorou".split())


def counted(tree: Tree, root: int, language: Language) -> Form | None:
    """`How often do | porters | get hurt lifting`, `how many | shops | closed in May`."""
    asked = question_of(tree, root, _often)
    if asked is None:
        asked = question_of(tree, root, _many)
        if asked is not None and any(tree.tags[at] in ("AUX", "MD") for at in range(*asked.who)):
            return None  # `how many cups | do they drink`
    if asked is None or asked.compares:
        return None
    first, end = sentence(tree, root)
    tag, who, until = asked.unit
    parts = ((tag, bare(tree, who, until), until), asked.outcome)
    text = asked.text(language)
    needs = not _NEEDS.isdisjoint(tree.words.lower[asked.lead : asked.verb + 1])
    return Form(
        first, end, "descriptive", parts, text, "unspecified",
        outcome=asked.shown(text), is_counted=True, is_doubtful=needs,
    )  # fmt: skip


def taken(tree: Tree, root: int, language: Language) -> Form | None:
    """`How long does it take | refugees | to find a job`."""
    first, end = sentence(tree, root)
    lower, tags = tree.words.lower, tree.tags
    takes = next((at for at in range(first, end) if lower[at] in _TAKES), end)
    asks = next((at for at in range(first, takes) if lower[at : at + 2] in _LONG), None)
    plain = ("VI",) if language == "pt" else ("V0",)
    done = next((at for at in range(takes + 1, end) if tags[at] in plain), None)
    if asks is None or done is None or not leads(tree, first, asks):
        return None
    if any(lower[at] in _WHO for at in range(takes, done)):
        return None
    who = takes + 1 + (lower[takes + 1] in _FOR)
    until = done - (lower[done - 1] in ("to", "not"))
    parts: tuple[Part, ...] = (("outcome", done, end),)
    if until > who:
        parts = (("unit", people(tree, who, until), until), *parts)
    text = tree.quote(asks, end)
    return Form(first, end, "descriptive", parts, text, "unspecified", is_counted=True)


def _often(tree: Tree, at: int) -> int:
    lower = tree.words.lower
    end = at + next((len(each) for each in _OFTEN if lower[at : at + len(each)] == each), 0)
    if end == at:
        many = at + next((len(each) for each in _MANY if lower[at : at + len(each)] == each), 0)
        end = many + 1 if at < many < len(lower) and lower[many] in _TIMES else at
    if at < end < len(lower) - 1 and lower[end] in _PER and tree.heads[end] == end + 1:
        end += 2  # `quantas vezes | por mês`
    return end


def _many(tree: Tree, at: int) -> int:
    """`how many | of our guests`, `what share of | listings`."""
    lower = tree.words.lower
    if _often(tree, at) > at:
        return at
    end = at + next((len(each) for each in _MANY if lower[at : at + len(each)] == each), 0)
    if lower[at] in _WHAT and lower[at + 1] in _SHARES and lower[at + 2 : at + 3]:
        end = at + 2 if lower[at + 2] in _OF else at
    return end
