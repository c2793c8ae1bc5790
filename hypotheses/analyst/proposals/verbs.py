"""Verbs by the kind of event that they name, their forms, and what an outcome's verb says about the
unit as a clause of its own: `each kid daydreams`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from hypotheses.analyst.proposals.nouns import is_mass, plural, singular
from hypotheses.analyst.proposals.stems import fold, noun_stem, stem, tokens
from hypotheses.analyst.syntax import english
from hypotheses.analyst.writer import portuguese
from hypotheses.analyst.writer.clauses import definite
from hypotheses.analyst.writer.phrases import analysed
from hypotheses.domain.types import Language

_DATA = Path(__file__).parent / "data" / "verbs.toml"


def begins(line: list[str], name: str, language: Language) -> bool:
    """Whether words begin with a verb of a class of `data/verbs.toml` and its particle."""
    for phrase in _phrases(name, language):
        size = len(phrase)
        if len(line) < size or line[1:size] != list(phrase[1:]):
            continue
        if _is_form(line[0], phrase[0], language):
            return True
    return False


def infinitive_of(word: str, language: Language) -> str:
    """The verb of the lists that a word is a form of; empty where none or several are."""
    found = {
        verb
        for verb in _listed(language)
        if word == verb or (word[:1] == verb[:1] and _is_form(fold(word), fold(verb), language))
    }
    return next(iter(found)) if len(found) == 1 else ""


@lru_cache(maxsize=2)
def _listed(language: Language) -> frozenset[str]:
    """The verbs of all lists, as they are spelt."""
    listed = (each.strip() for forms in _load().values() for each in forms[language].split(","))
    ending = r"[aei]r" if language == "pt" else r"\w+"
    return frozenset(each for each in listed if re.fullmatch(rf"\w*{ending}", each))


def _is_form(word: str, verb: str, language: Language) -> bool:
    """Whether a word is a form of a verb given as base form or infinitive."""
    if word == verb:
        return True
    if language == "en":
        return stem(word, "en") == stem(verb, "en") or word in _IRREGULAR.get(verb, ())
    if word in _IRREGULAR_PT.get(verb, ()):
        return True
    root, kind = verb[:-2], verb[-2:]
    return word.startswith(root) and word[len(root) :] in _ENDINGS.get(kind, ())


_IRREGULAR: dict[str, tuple[str, ...]] = {
    "be": ("is", "are", "was", "were", "been", "being"),
    "have": ("has", "had"),
    "do": ("does", "did"),
    "go": ("goes", "went"),
    "get": ("got",),
    "feel": ("felt",),
    "keep": ("kept",),
    "hold": ("held",),
    "leave": ("left",),
    "sell": ("sold",),
    "buy": ("bought",),
    "spend": ("spent",),
    "eat": ("ate",),
    "drink": ("drank",),
    "sleep": ("slept",),
    "grow": ("grew",),
    "know": ("knew",),
    "make": ("made",),
    "take": ("took",),
    "lose": ("lost",),
    "win": ("won",),
    "die": ("dies", "died", "dying"),
}
_IRREGULAR_PT: dict[str, tuple[str, ...]] = {
    "ser": ("e", "sao", "era", "foi", "seja", "sejam", "serem"),
    "estar": ("esta", "estao", "estava", "ta", "tao", "esteja", "estejam"),
    "ter": ("tem", "tenha", "tenham", "teve", "tinha", "terem"),
    "haver": ("ha",),
    "ir": ("vai", "vao", "va", "foi", "irem"),
    "fazer": ("faz", "fazem", "fez", "faca", "facam", "fazerem"),
    "dar": ("da", "dao", "deu", "de", "deem", "darem"),
    "ver": ("ve", "veem", "viu", "veja", "vejam", "verem"),
    "ler": ("le", "leem", "leu", "leia", "leiam", "lerem"),
    "saber": ("sabe", "sabem", "sei", "soube", "saiba", "saibam"),
    "querer": ("quer", "querem", "quis", "queira", "queiram"),
    "sair": ("sai", "saem", "saiu", "saia", "saiam"),
    "cair": ("cai", "caem", "caiu", "caia", "caiam"),
    "doer": ("doi", "doem"),
    "ouvir": ("ouve", "ouvem", "ouco", "ouca", "oucam"),
    "sentir": ("sente", "sentem", "sinto", "sinta", "sintam"),
    "preferir": ("prefere", "preferem", "prefiro", "prefira"),
    "dormir": ("dorme", "dormem", "durmo", "durma", "durmam"),
    "servir": ("serve", "servem"),
    "seguir": ("segue", "seguem"),
    "trazer": ("traz", "trazem", "trouxe", "traga", "tragam"),
    "por": ("poe", "poem", "pos"),
    "conter": ("contem",),
    "manter": ("mantem", "mantenha", "mantenham"),
    "subir": ("sobe", "sobem"),
    "perder": ("perco", "perca", "percam"),
    "valer": ("vale", "valem"),
    "desistir": ("desiste", "desistem"),
    "aderir": ("adere", "aderem"),
    "pedir": ("pede", "pedem", "peco", "peca"),
    "fugir": ("foge", "fogem"),
    "enxamear": ("enxameia", "enxameiam"),
    "odiar": ("odeia", "odeiam"),
}
_ENDINGS: dict[str, frozenset[str]] = {
    "ar": frozenset("a am ar arem ando ou aram ava avam o ei e em amos".split()),
    "er": frozenset("e em er erem endo eu eram ia iam o emos".split()),
    "ir": frozenset("e em ir irem indo iu iram ia iam imos".split()),
}


@lru_cache(maxsize=64)
def _phrases(name: str, language: Language) -> tuple[tuple[str, ...], ...]:
    listed = _load()[name][language].split(",")
    return tuple(tuple(tokens(phrase)) for phrase in listed)


@lru_cache(maxsize=8)
def nouns_of(name: str, language: Language) -> frozenset[str]:
    """The stems of the nouns of a class of `data/verbs.toml`."""
    return frozenset(noun_stem(phrase[0], language) for phrase in _phrases(name, language))


@lru_cache(maxsize=1)
def _load() -> dict:  # type: ignore[type-arg]
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))


_BE = {"are": "is", "were": "was"}
_ARE = {"is": "are", "was": "were", "be": "are", "been": "are"}
_AGREEING = ("J.", "VP")
"""The tags of a Portuguese predicate that has the number of its subject: `ficam doentes`."""


@dataclass(frozen=True, slots=True)
class Happening:
    """A verb with its subject; a form that cannot be made is empty.

    `each` and `many` are clauses about one unit and about several; `they` is what several do,
    without their name; `do` and `doing` are the base form or infinitive and the gerund.
    """

    units: str = ""
    each: str = ""
    they: str = ""
    do: str = ""
    doing: str = ""

    @property
    def many(self) -> str:
        """What several units do, with their name: `kids daydream`."""
        return f"{self.units} {self.they}" if self.units and self.they else ""


def happening(text: str, tags: list[str], unit: str, language: Language) -> Happening:
    """What words that begin with a verb say about a unit."""
    words = text.split()
    if not unit or not words:
        return Happening()
    make = _english if language == "en" else _portuguese
    return make(words, tags, unit)


def _from_gerund(verb: str) -> str:
    """The base form of a gerund whose verb the lists have: `leaving`."""
    return infinitive_of(verb, "en")


def _from_past(verb: str) -> str:
    """The base form of a past that is not also the base form of another verb: `lay | eggs`."""
    return verb if english.is_present(verb) else english.present(verb)


def _from_plain(verb: str) -> str:
    """The base form of a verb that the parser tags as one: `boils`."""
    third = verb.endswith("s") and not verb.endswith(("ss", "us", "is"))
    return english.base(verb) if third else verb


def _english(words: list[str], tags: list[str], unit: str) -> Happening:
    one, many = singular(unit, "en"), plural(unit, "en")
    first, rest = words[0].lower(), words[1:]
    if first in ("to", "will") and rest:
        return _english(rest, tags[1:] or ["V0"], unit)
    if tags[:1] == ["VN"] and first.endswith("ed"):  # `get | approved`
        return _english(["are", *words], ["AUX", *tags], unit)
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
    if tag == "VG" and verb.endswith(("ando", "endo", "indo")):
        verb, tag = f"{verb[:-3]}r", "VI"  # `(estão) se | preocupando`
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
