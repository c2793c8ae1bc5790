"""Titles about people: what they live through, their role, their share."""

from __future__ import annotations

from hypotheses.analyst.syntax.forms.form import Form, Part, bare, sentence, with_article
from hypotheses.analyst.syntax.periods import is_long_past
from hypotheses.analyst.syntax.tree import Tree
from hypotheses.domain.types import Language

# Nouns for an experience or a view, and the verb that asks for it.
_LIVED: dict[str, str] = {
    **dict.fromkeys(("experience", "experiences"), "experience"),
    **dict.fromkeys(("perception", "perceptions"), "perceive"),
    **dict.fromkeys(("view", "views"), "see"),
    **dict.fromkeys(("vivência", "vivências", "experiência", "experiências"), "vivenci"),
    **dict.fromkeys(("percepção", "percepções"), "perceb"),
}
_PORTUGUESE = {"vivenci": ("vivencia", "vivenciam"), "perceb": ("percebe", "percebem")}
_OF = frozenset("of de do da dos das".split())
_ABOUT = frozenset("about of on with sobre com acerca".split())
_THROUGH = frozenset("in during na no nas nos em durante diante".split())
_ROLES = frozenset(("role", "papel"))
_IN = frozenset("in na no nas nos em".split())
_WHO = frozenset("who that which whose que".split())
_WHICH = frozenset("what qual".split())
SHARES = frozenset(
    """share proportion percentage percent fraction number proporção porcentagem percentual fração
    parcela número quantidade""".split()
)


def lived(tree: Tree, root: int, language: Language) -> Form | None:
    """`The experience of | nurses | who retire early`: how they experience it."""
    first, end = sentence(tree, root)
    verb = _LIVED.get(tree.words.lower[root])
    people = _owner(tree, root)
    if verb is None or people is None or not _is_title(tree, root, first):
        return None
    lead, own = tree.extent(people)
    start, own = bare(tree, lead, own), min(own, end)
    clause = _clause(tree, people, own)
    many = tree.tags[people].endswith(("NP", ".p"))
    parts: tuple[Part, ...]
    if clause is not None:
        until, what = own, "this" if language == "en" else "isso"
        begin = clause[0] + (tree.words.lower[clause[0]] in _WHO)
        parts = (("unit", start, clause[0]), ("outcome", begin, own))
    else:
        told = _told(tree, people, end)
        if told is None:
            return None
        until, what = told, with_article(tree, told, end)
        parts = (("unit", start, told), ("outcome", bare(tree, told, end), end))
    named = with_article(tree, lead, until)
    if language == "en":
        asked = f"how {'do' if many else 'does'} {named} {verb} {what}"
    else:
        asked = f"como {named} {_PORTUGUESE[verb][many]} {what}"
    return Form(first, end, "qualitative", parts, asked, "unspecified", of_people=True)


def role(tree: Tree, root: int, language: Language) -> Form | None:
    """`The role of | grandmothers | in raising children`: which role they play in it.

    With things it is another name for an effect.
    """
    first, end = sentence(tree, root)
    people = _owner(tree, root)
    if tree.words.lower[root] not in _ROLES or people is None or not _is_title(tree, root, first):
        return None
    lead = tree.extent(people)[0]
    told = next((at for at in range(people + 1, end - 1) if tree.words.lower[at] in _IN), None)
    if told is None:
        return None
    past = is_long_past(tree.quote(first, end))
    who, what = with_article(tree, lead, told), tree.quote(told, end)
    many = tree.tags[people].endswith(("NP", ".p"))
    if language == "en":
        asked = f"what role {'did' if past else 'do' if many else 'does'} {who} play {what}"
    else:
        verb = (("tem", "têm"), ("teve", "tiveram"))[past][many]
        asked = f"que papel {who} {verb} {what}"
    place = past or any(tree.tags[at] == "NAME" for at in range(told, end))
    topic = ("outcome", root, root + 1)
    shown = topic if place else ("outcome", bare(tree, told + 1, end), end)
    parts = (shown, ("unit", bare(tree, lead, told), told))
    return Form(first, end, "qualitative", parts, asked, "unspecified", True, topic)


def share(tree: Tree, root: int, language: Language) -> Form | None:
    """`Percentage of | parents | who | have lied about a fever`: nothing varies in it."""
    first, end = sentence(tree, root)
    asked = tree.child(root, "nsubj") if tree.words.lower[root] in _WHICH else None
    part = root if asked is None else asked  # `what is the | percentage`
    people = _owner(tree, part)
    if tree.words.lower[part] not in SHARES or people is None:
        return None
    if asked is None and not _is_title(tree, root, first):
        return None
    clause = _clause(tree, people, end) or _clause(tree, part, end)
    if clause is None or tree.words.lower[clause[0]] not in _WHO:
        return None
    start, until = bare(tree, tree.extent(people)[0], people + 1), clause[0]
    title = tree.quote(part, end)
    title = title[:1].lower() + title[1:]
    if language == "en":
        text = f"what is the {title}"
    else:
        text = f"qual é {'a' if '.f.' in tree.tags[part] else 'o'} {title}"
    parts = (("unit", start, until), ("outcome", clause[0] + 1, end))
    return Form(first, end, "descriptive", parts, text, "unspecified", is_counted=True)


def _is_title(tree: Tree, root: int, first: int) -> bool:
    """Whether a noun opens its sentence, with no more than an article and adjectives before it, and
    has no verb."""
    small = ("D.", "DET", "J", "VN")
    before = all(tree.tags[at].startswith(small) for at in range(first, root))
    return before and tree.tags[root].startswith("N") and not tree.children(root, "nsubj", "cop")


def _owner(tree: Tree, noun: int) -> int | None:
    """The persons who have the experience or the share: `of | nurses`."""
    found = (at for at in tree.children(noun, "nmod") if at > noun
             and tree.words.lower[tree.extent(at)[0]] in _OF)  # fmt: skip
    who = next(found, None)
    others = tree.children(who, "conj") if who is not None else ()
    return None if any(tree.children(at, "det") for at in others) else who  # `, and the number of`


def _clause(tree: Tree, noun: int, end: int) -> tuple[int, int] | None:
    """The relative clause about the persons: `who retire early`, `whose child was born deaf`."""
    head = tree.child(noun, "acl:relcl")
    if head is None:
        return None
    first, until = tree.extent(head)
    return (first, until) if tree.words.lower[first] in _WHO and until == end else None


def _told(tree: Tree, people: int, end: int) -> int | None:
    """Where the words about the experience begin, after those about the persons."""
    lower = tree.words.lower
    for leads in (_ABOUT, _THROUGH):
        for at in range(people + 1, end - 1):
            if lower[at] in leads and tree.relations[at] == "case":
                return at
    return None
