"""Verbs by the kind of happening that they name, and their forms."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from hypotheses.analyst.proposals.stems import fold, noun_stem, stem, tokens
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
    """Whether a word is a form of a verb given in its base form or infinitive."""
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
