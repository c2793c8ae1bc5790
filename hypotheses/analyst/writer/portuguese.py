"""Portuguese grammar around quoted words: articles, contractions, agreement.

Rules: Cunha & Cintra, Nova gramática do português contemporâneo, ch. 8 (gender and number of nouns)
and ch. 15 (prepositions with articles and demonstratives).
"""

from __future__ import annotations

from typing import Literal

Gender = Literal["m", "f"]

_FUSED = {
    "de": {"o": "do", "a": "da", "os": "dos", "as": "das"},
    "em": {"o": "no", "a": "na", "os": "nos", "as": "nas"},
    "por": {"o": "pelo", "a": "pela", "os": "pelos", "as": "pelas"},
    "a": {"o": "ao", "a": "à", "os": "aos", "as": "às"},
}
_DEMONSTRATIVES = ("este", "esse", "aquele", "esta", "essa", "aquela")
ARTICLES: dict[tuple[str, bool], str] = {
    ("m", False): "o",
    ("f", False): "a",
    ("m", True): "os",
    ("f", True): "as",
}
_FEMININE = (
    "ção",
    "são",
    "cao",
    "dade",
    "gem",
    "tude",
    "ância",
    "ência",
    "ncia",
    "ise",
    "ose",
    "ez",
    "eza",
    "a",
)
FEMININE_NOUNS = frozenset(("dor", "cor", "flor", "mão"))
"""Nouns that their ending makes look masculine."""
_MASCULINE = ("ama", "ema", "oma", "o", "or", "mento", "al", "el", "il", "ol", "ume", "er", "im")


def _demonstrative(preposition: str, word: str) -> str | None:
    stem = word.rstrip("s")
    if stem in _DEMONSTRATIVES or stem in ("isto", "isso", "aquilo", "ele", "ela", "eles"):
        if preposition in ("de", "em"):
            return ("d" if preposition == "de" else "n") + word
        if preposition == "a" and stem.startswith("aqu"):
            return "à" + word[1:]
    return None


def joined(preposition: str, phrase: str) -> str:
    """`em` + `o número` -> `no número`; words that do not fuse stay apart: `em alunos`.

    A preposition of two words fuses with its last: `quanto a` + `a taxa` -> `quanto à taxa`.
    """
    first, space, rest = phrase.partition(" ")
    small = first.lower()
    *lead, last = preposition.split()
    fused = _FUSED.get(last, {}).get(small) if rest else None
    fused = fused or _demonstrative(last, small)
    return " ".join([*lead, f"{fused}{space}{rest}" if fused else f"{last} {phrase}"])


def parted(phrase: str) -> str:
    """A phrase without the preposition that its article is fused with: `do livro` -> `o livro`."""
    first, space, rest = phrase.partition(" ")
    for articles in _FUSED.values():
        for article, fused in articles.items():
            if first.lower() == fused:
                return f"{article}{space}{rest}"
    return phrase


def ending_gender(noun: str) -> Gender | None:
    """The gender that a singular noun's ending tells, longest ending first."""
    noun = noun.split("-", maxsplit=1)[0]
    if noun.lower() in FEMININE_NOUNS:
        return "f"
    known: list[tuple[str, Gender]] = [
        *((ending, "f") for ending in _FEMININE),
        *((ending, "m") for ending in _MASCULINE),
    ]
    for ending, gender in sorted(known, key=lambda pair: -len(pair[0])):
        if noun.lower().endswith(ending):
            return gender
    return None


def agreeing(stem: str, gender: str, plural: bool) -> str:
    """A participle or adjective in -o in the form of its noun: `medid` -> `medidas`."""
    return stem + ("o" if gender == "m" else "a") + ("s" if plural else "")


# Verbs of everyday claims that the rules of `finite` and `indicative` do not form.
_FINITE = {
    "ser": ("é", "são"), "estar": ("está", "estão"), "ter": ("tem", "têm"), "ir": ("vai", "vão"),
    "dar": ("dá", "dão"), "fazer": ("faz", "fazem"), "dizer": ("diz", "dizem"),
    "trazer": ("traz", "trazem"), "ver": ("vê", "veem"), "ler": ("lê", "leem"),
    "prever": ("prevê", "preveem"), "vir": ("vem", "vêm"), "sair": ("sai", "saem"),
    "cair": ("cai", "caem"), "atrair": ("atrai", "atraem"), "poder": ("pode", "podem"),
    "haver": ("há", "há"), "pôr": ("põe", "põem"), "manter": ("mantém", "mantêm"),
    "subir": ("sobe", "sobem"), "dormir": ("dorme", "dormem"), "perder": ("perde", "perdem"),
}  # fmt: skip
_INDICATIVE = {
    "seja": "é", "sejam": "são", "esteja": "está", "estejam": "estão", "tenha": "tem",
    "tenham": "têm", "vá": "vai", "vão": "vão", "dê": "dá", "deem": "dão", "faça": "faz",
    "façam": "fazem", "diga": "diz", "digam": "dizem", "traga": "traz", "tragam": "trazem",
    "venha": "vem", "venham": "vêm", "caia": "cai", "caiam": "caem", "possa": "pode",
    "possam": "podem", "perca": "perde", "percam": "perdem", "durma": "dorme",
    "durmam": "dormem", "suba": "sobe", "subam": "sobem", "haja": "há",
}  # fmt: skip


def finite(infinitive: str, plural: bool) -> str:
    """The third person of a verb in the present: `funcionar` -> `funcionam`."""
    if infinitive in _FINITE:
        return _FINITE[infinitive][plural]
    stem, ending = infinitive[:-2], infinitive[-2:]
    if infinitive.endswith("uzir"):
        return stem + ("em" if plural else "")
    if infinitive.endswith("uir"):
        return stem + ("em" if plural else "i")
    vowel = "a" if ending == "ar" else "e"
    return stem + vowel + ("m" if plural else "")


def indicative(subjunctive: str) -> str:
    """The indicative of a verb in the third person of the subjunctive: `aumente` -> `aumenta`."""
    if subjunctive in _INDICATIVE:
        return _INDICATIVE[subjunctive]
    stem, many = (subjunctive[:-1], "m") if subjunctive.endswith("m") else (subjunctive, "")
    if stem.endswith("uza"):
        return stem[:-1] + ("em" if many else "")
    if stem.endswith("ua"):
        return stem[:-1] + ("em" if many else "i")
    turned = {"e": "a", "a": "e"}.get(stem[-1:])
    if turned is None:
        return subjunctive
    stem = stem[:-1]
    if turned == "a":  # `fique` -> `fica`, `chegue` -> `chega`
        stem = (
            f"{stem[:-2]}c"
            if stem.endswith("qu")
            else stem.removesuffix("u")
            if (stem.endswith("gu"))
            else stem
        )
    else:  # `cresça` -> `cresce`
        stem = f"{stem[:-1]}c" if stem.endswith("ç") else stem
    return stem + turned + many


_PASTS = {
    "fez": "fazer", "fizemos": "fazer", "fizeram": "fazer", "fiz": "fazer", "pôs": "pôr",
    "pusemos": "pôr", "puseram": "pôr", "deu": "dar", "demos": "dar", "deram": "dar",
    "trouxe": "trazer", "trouxemos": "trazer", "trouxeram": "trazer", "tivemos": "ter",
    "teve": "ter", "tiveram": "ter", "viemos": "vir", "veio": "vir",
}  # fmt: skip
_ENDINGS = (("aram", "ar"), ("eram", "er"), ("iram", "ir"), ("amos", "ar"), ("emos", "er"),
            ("imos", "ir"), ("quei", "car"), ("guei", "gar"), ("cei", "çar"), ("ei", "ar"),
            ("ou", "ar"), ("eu", "er"), ("iu", "ir"))  # fmt: skip


def infinitive_of_past(verb: str) -> str:
    """`trocamos` -> `trocar`, `passou` -> `passar`; empty of a form that is no past."""
    verb = verb.lower()
    if verb in _PASTS:
        return _PASTS[verb]
    for ending, infinitive in _ENDINGS:
        if verb.endswith(ending) and len(verb) > len(ending) + 1:
            return verb[: -len(ending)] + infinitive
    return ""


_PLURALS = {"é": "são", "está": "estão", "tem": "têm", "vai": "vão", "vem": "vêm", "há": "há"}


_PAST_ENDINGS = (("aram", "ou"), ("eram", "eu"), ("aíram", "aiu"), ("iram", "iu"))


def plural(verb: str) -> str:
    """The plural of a verb in the third person: `ajuda` -> `ajudam`, `reduz` -> `reduzem`."""
    if verb in _PLURALS:
        return _PLURALS[verb]
    for many, one in _PAST_ENDINGS:
        if verb.endswith(one):
            return verb[: -len(one)] + many
    if verb.endswith("i"):
        return verb[:-1] + "em"
    return verb + ("m" if verb.endswith(("a", "e", "u")) else "em")


_SINGULARS = {many: one for one, many in _PLURALS.items()} | {
    many: one for one, many in _FINITE.values() if one != many
}


def singular(verb: str) -> str:
    """The singular of a verb in the third person plural; empty of a form that is none."""
    if verb in _SINGULARS:
        return _SINGULARS[verb]
    for ending, one in (*_PAST_ENDINGS, ("zem", "z")):
        if verb.endswith(ending):
            return verb[: -len(ending)] + one
    return verb[:-1] if verb.endswith(("am", "em")) else ""
