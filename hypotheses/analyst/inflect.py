"""The forms of a verb that a sentence about an effect uses, folded (no accents)."""

from __future__ import annotations

from dataclasses import dataclass

from hypotheses.analyst.text import fold

_VOWELS = "aeiou"


@dataclass(frozen=True, slots=True)
class VerbForms:
    """`finite` are the forms that carry a claim; `participles` those of a passive."""

    base: str
    finite: frozenset[str]
    participles: frozenset[str]


def _doubles(base: str) -> bool:
    """Whether the last consonant doubles: `cut` -> `cutting`."""
    return (
        len(base) > 2
        and base[-1] not in "wxyaeiou"
        and base[-2] in _VOWELS
        and base[-3] not in _VOWELS
        and sum(c in _VOWELS for c in base) == 1
    )


def english(entry: str) -> VerbForms:
    """Forms of an English verb: `increase`, `rise rose risen` with its irregular past, `end_up`."""
    base, *irregular = fold(entry).split()
    if "_" in base:
        verb, particle = base.split("_")
        return _phrasal(verb, particle, irregular)
    stem = base[:-1] if base.endswith("e") else base + base[-1] if _doubles(base) else base
    if base.endswith("y") and base[-2] not in _VOWELS:
        third, past = base[:-1] + "ies", base[:-1] + "ied"
    else:
        third = base + ("es" if base.endswith(("s", "x", "ch", "sh", "o")) else "s")
        past = stem + "ed"
    pasts = irregular or [past]
    return VerbForms(
        base, frozenset({base, third, stem + "ing", *pasts}), frozenset({pasts[-1], past})
    )


def _phrasal(verb: str, particle: str, irregular: list[str]) -> VerbForms:
    """Forms of `hold_back held held`: each with its particle."""
    forms = english(" ".join((verb, *irregular)))
    finite, participles = (
        frozenset(f"{form} {particle}" for form in some)
        for some in (forms.finite, forms.participles)
    )
    return VerbForms(f"{verb} {particle}", finite, participles)


def _soft(stem: str, ending: str, vowel: str) -> str:
    """The stem before a vowel that would change its sound: `intensific` + `e` -> `intensifiqu`."""
    last = stem[-1:]
    if vowel == "a" and ending[0] == "e":
        return {"c": stem[:-1] + "qu", "g": stem + "u", "ç": stem[:-1] + "c"}.get(last, stem)
    if vowel != "a" and ending[0] == "a" and last == "g":
        return stem[:-1] + "j"
    return stem


_ALL = 5  # so many irregular forms are all there are: `leve` (light) is no form of `levar`
_PT_ENDINGS = {
    "a": "a am ou aram ava avam ara arao aria ariam asse assem ar arem ando e em",
    "e": "e em eu eram ia iam era erao eria eriam esse essem er erem endo a am",
    "i": "e em iu iram ia iam ira irao iria iriam isse issem ir irem indo a am",
}


def _irregular_present(infinitive: str, stem: str) -> tuple[str, ...]:
    """Singular and plural of the present where the stem's last vowel changes it; or nothing."""
    if infinitive.endswith("uzir"):
        return (stem, stem + "em")
    if infinitive.endswith(("uir", "air")):
        return (stem + "i", stem + "em")
    if infinitive.endswith("ear"):
        return (stem + "ia", stem + "iam")
    return ()


def portuguese(entry: str) -> VerbForms:
    """Forms of a Portuguese verb: `reduzir`, or `cair cai caem` with its irregular forms."""
    base, *irregular = entry.lower().split()
    stem, vowel = base[:-2], fold(base[-2:-1])
    if base[-1] != "r" or vowel not in _PT_ENDINGS or len(irregular) >= _ALL:
        # a form such as `é`, listed as it stands
        return VerbForms(fold(base), _folded(base, *irregular), frozenset())
    regular = {_soft(stem, ending, vowel) + ending for ending in _PT_ENDINGS[vowel].split()}
    past = "ad" if vowel == "a" else "id"
    participles = {stem + past + ending for ending in ("o", "a", "os", "as")}
    finite = {*regular, *_irregular_present(base, stem), *irregular}
    return VerbForms(fold(base), _folded(*finite), _folded(*participles))


def _folded(*forms: str) -> frozenset[str]:
    return frozenset(fold(form) for form in forms)


FORMS = {"en": english, "pt": portuguese}


def english_present(base: str, plural: bool) -> str:
    """The third person of the present of a verb: `work` -> `works`."""
    if base.lower() == "be":
        return "are" if plural else "is"
    if base.lower() == "have":
        return "have" if plural else "has"
    thirds = sorted(form for form in english(base).finite if form.endswith("s") and form != base)
    return thirds[0] if thirds and not plural else base


_PT_PRESENTS = {
    "ser": ("é", "são"),
    "ter": ("tem", "têm"),
    "estar": ("está", "estão"),
    "cair": ("cai", "caem"),
    "subir": ("sobe", "sobem"),
    "haver": ("há", "há"),
    "fazer": ("faz", "fazem"),
    "interferir": ("interfere", "interferem"),
    "trazer": ("traz", "trazem"),
    "construir": ("constrói", "constroem"),
}


def portuguese_present(infinitive: str, plural: bool) -> str | None:
    """The third person of the present of a regular verb, or None: `funcionar` -> `funcionam`."""
    lowered = infinitive.lower()
    if lowered in _PT_PRESENTS:
        return _PT_PRESENTS[lowered][plural]
    if len(lowered) < 4 or lowered[-2:] not in ("ar", "er", "ir"):
        return None
    stem = lowered[:-2]
    if irregular := _irregular_present(lowered, stem):
        return irregular[plural]
    vowel = "a" if lowered.endswith("ar") else "e"
    return stem + vowel + ("m" if plural else "")


def subjunctives(infinitive: str) -> tuple[str, str]:
    """Singular and plural of the third person of the present subjunctive of a regular verb."""
    vowel = "e" if infinitive.endswith("ar") else "a"
    return infinitive[:-2] + vowel, infinitive[:-2] + vowel + "m"
