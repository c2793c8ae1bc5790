"""What an outcome's verb says of the unit, as a clause of its own: `each kid daydreams`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hypotheses.analyst.proposals.nouns import is_mass, plural, singular
from hypotheses.analyst.proposals.verbs import infinitive_of
from hypotheses.analyst.syntax import english
from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.clauses import definite
from hypotheses.analyst.writer.phrases import analysed
from hypotheses.domain.types import Language

_BE = {"are": "is", "were": "was"}
_ARE = {"is": "are", "was": "were", "be": "are", "been": "are"}
_AGREEING = ("J.", "VP")
"""The tags of a Portuguese predicate that has the number of its subject: `ficam doentes`."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A verb with its subject; a form that cannot be made is empty.

    `each` and `many` are clauses, of one unit and of several; `they` is what several do, without
    them; `do` and `doing` are the base form or infinitive and the gerund.
    """

    units: str = ""
    each: str = ""
    they: str = ""
    do: str = ""
    doing: str = ""

    @property
    def many(self) -> str:
        """What several units do, with them: `kids daydream`."""
        return f"{self.units} {self.they}" if self.units and self.they else ""


def happening(text: str, tags: list[str], unit: str, language: Language) -> Happening:
    """What words that begin with a verb say of a unit."""
    words = text.split()
    if not unit or not words:
        return Happening()
    make = _english if language == "en" else _portuguese
    return make(words, tags, unit)


def _from_gerund(verb: str) -> str:
    """The base form of a gerund, where the lists have the verb: `leaving`."""
    return infinitive_of(verb, "en")


def _from_past(verb: str) -> str:
    """The base form of a past, where the form is no other verb's base: `lay | eggs`."""
    return verb if english.is_present(verb) else english.present(verb)


def _from_plain(verb: str) -> str:
    """The base form of a verb that the parser takes for one: `boils`."""
    third = verb.endswith("s") and not verb.endswith(("ss", "us", "is"))
    return english.base(verb) if third else verb


def _english(words: list[str], tags: list[str], unit: str) -> Happening:
    one, many = singular(unit, "en"), plural(unit, "en")
    first, rest = words[0].lower(), words[1:]
    if first in ("to", "will") and rest:
        return _english(rest, tags[1:] or ["V0"], unit)
    if first in (*_BE, *_ARE):
        they = _ARE.get(first, first)
        forms = (_BE.get(they, "is"), they, "be", "being")
    else:
        forms_of = {"VD": _from_past, "VG": _from_gerund}
        do = forms_of.get(tags[0], _from_plain)(first)
        if not do:
            return Happening()
        they = english.third(do) if is_mass(unit, "en") else do
        forms = (english.third(do), they, do, english.gerund(do))
    third, they, do, doing = (" ".join((form, *rest)) for form in forms)
    return Happening(many, f"each {one} {third}" if one else "", they, do, doing)


def _in_ar(verb: str) -> str:
    """The infinitive of a verb whose ending tells it: `desafina`, `desafinam`."""
    found = re.fullmatch(r"(\w+a)m?", verb)
    return f"{found[1]}r" if found else ""


def _portuguese(words: list[str], tags: list[str], unit: str) -> Happening:
    one, many = singular(unit, "pt"), plural(unit, "pt")
    lead = words[:1] if words[0].lower() in ("se", "não") and len(words) > 1 else []
    verb, rest = words[len(lead)].lower(), words[len(lead) + 1 :]
    tag = tags[len(lead)] if len(tags) > len(lead) else "VF.s"
    if tag.startswith("VF") and portuguese.is_subjunctive(verb):
        verb = portuguese.indicative(verb)  # `suspeito que alunos | leiam`
    if verb.endswith(("arem", "erem", "irem")):  # `faz os carros | pararem`
        verb, tag = verb[:-2], "VI"
    if verb == infinitive_of(verb, "pt"):
        tag = "VI"  # `faz o cliente | pagar`: for the tagger a subjunctive
    agrees = tags[len(lead) + 1 : len(lead) + 2] and tags[len(lead) + 1].startswith(_AGREEING)
    infinitive = verb if tag == "VI" else infinitive_of(verb, "pt") or _in_ar(verb)
    several = tag == "VF.p"
    if tag == "VI":
        single, joint = portuguese.finite(verb, False), portuguese.finite(verb, True)
    elif several:
        single, joint = ("" if agrees else portuguese.singular(verb)), verb
    elif not is_mass(unit, "pt"):
        single, joint = verb, ("" if agrees else portuguese.plural(verb))
    else:
        single = joint = verb  # `o arroz ferve`
        many = definite(analysed(many, "pt"))
    passing = "" if "se" in lead else f"{infinitive[:-1]}ndo"  # `levam para se acostumar`
    forms = (single, joint, infinitive, infinitive and passing)
    third, they, do, doing = (" ".join((*lead, form, *rest)) if form else "" for form in forms)
    return Happening(many, f"cada {one} {third}" if one and third else "", they, do, doing)
