"""Questions of how people live through something, or how they see it."""

from __future__ import annotations

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.clause import SUBJECTS
from hypotheses.analyst.syntax.forms.form import Form, Part, sentence
from hypotheses.analyst.syntax.forms.question import Question, people, question_of
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

_LIVES = lazy_regex(
    r"(?:experience|perceive|see|view|feel|cope|deal|handle|face|live|understand|remember|make)[sd]?"
    r"|(?:percebe|vivencia|vê|vee|encara|enfrenta|lida|vive|sente|entende|compreende|lembra)[mu]?"
    r"|(?:viv|lid|encar|enfrent|sobreviv|vivenci|perceb|sent)(?:eram|aram|iram|iam|avam)"
)
_NAMED_ALONE = lazy_regex(r"experience[sd]?|vivencia[mu]?|vivenci(?:aram|avam)")
_TELLS = lazy_regex(
    r"(?:write|wrote|talk|talked|speak|spoke|portray|describe|depict|represent|treat)(?:s|d|ed)?"
    r"|(?:fal|retrat|trat|apresent|noticia|represent)(?:a|am|ou|aram|ava|avam)"
    r"|(?:escrev|descrev)(?:e|em|eu|eram|ia|iam)"
)
_SENSE = ("sense",)  # `make sense of`
_THEY = frozenset("they theyre eles elas".split())
_LIKE = (("what", "is", "it", "like"), ("what", "was", "it", "like"),
         ("what", "it", "is", "like"), ("what", "it", "was", "like"),
         ("como", "é"), ("como", "foi"), ("como", "era"))  # fmt: skip
_FOR = frozenset("for para pra".split())


def lived_through(tree: Tree, root: int, language: Language) -> Form | None:
    """`How do | first-time mothers | experience | asking for help`."""
    asked = question_of(tree, root, _how)
    if asked is None or asked.compares or not _is_lived(asked):
        return None
    first, end = sentence(tree, root)
    does = asked.does
    if does == asked.verb and _NAMED_ALONE.fullmatch(tree.words.lower[does]):
        does += 1
        while does < asked.end - 1 and tree.tags[does].startswith(("D.", "DET")):
            does += 1
    parts = (asked.unit, ("outcome", does, asked.end))
    text = asked.text(language)
    return Form(
        first, end, "qualitative", parts, text, "unspecified", of_people=True, is_placed=True
    )


def written(tree: Tree, root: int, language: Language) -> Form | None:
    """`How did | newspapers | write about strikers`: whoever speaks, persons or texts."""
    asked = question_of(tree, root, _how)
    if asked is None or not tells(tree.words.lower[asked.verb]):
        return None
    first, end = sentence(tree, root)
    text = asked.text(language)
    parts = (asked.unit, asked.outcome)
    shown = asked.shown(text)
    return Form(
        first, end, "qualitative", parts, text, "unspecified", outcome=shown, is_placed=True
    )


def tells(verb: str) -> bool:
    """Whether a verb is what texts do with what they are about: `portray`, `falavam`."""
    return _TELLS.fullmatch(verb) is not None


def likened(tree: Tree, root: int, language: Language) -> Form | None:
    """`What is it like for | fathers | to spend weeks on a ward`."""
    first, end = sentence(tree, root)
    lower, tags = tree.words.lower, tree.tags
    found = next(((at, at + len(each)) for at in range(first, end) for each in _LIKE
                  if lower[at : at + len(each)] == each), (end, end))  # fmt: skip
    asks, lead = found
    if lead + 2 >= end or lower[lead] not in _FOR:
        return None
    plain = "V0" if language == "en" else "VI"
    done = next((at for at in range(lead + 2, end) if tags[at] == plain), end)
    until = done - (lower[done - 1] == "to")
    if done >= end or until <= lead + 1 or (language == "en" and until == done):
        return None
    parts: tuple[Part, ...] = (("unit", people(tree, lead + 1, until), until),
                               ("outcome", done, end))  # fmt: skip
    text = tree.quote(lead, end)
    verb = lower[asks + 1] if language == "pt" else "was" if "was" in lower[asks:lead] else "is"
    asked = f"what {verb} it like {text}" if language == "en" else f"como {verb} {text}"
    return Form(
        first, end, "qualitative", parts, asked, "unspecified", of_people=True, is_placed=True
    )


def _is_lived(asked: Question) -> bool:
    """Whether people live through it, and no clause tells who they are: `when they are old`."""
    tree, lower = asked.tree, asked.tree.words.lower
    if lower[asked.verb] == "make" and lower[asked.verb + 1 : asked.verb + 2] != _SENSE:
        return False
    clauses = tree.children(asked.verb, "advcl")
    who = (at for each in clauses for at in tree.children(each, *SUBJECTS))
    return _LIVES.fullmatch(lower[asked.verb]) is not None and not any(
        lower[at].startswith(tuple(_THEY)) for at in who
    )


def _how(tree: Tree, at: int) -> int:
    return at + (tree.words.lower[at] in ("how", "como"))
