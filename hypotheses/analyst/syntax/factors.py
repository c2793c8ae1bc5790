"""Words that stand for what makes a difference without naming it: `several factors`."""

from __future__ import annotations

from hypotheses.domain.types import Language

_LEADS = frozenset(
    """the which what any all some other many several various different certain particular main most
    common possible potential associated related relevant o a os as quais que alguns algumas certos
    certas diferentes diversos diversas vários várias outros outras principais possíveis""".split()
)
_ENGLISH = frozenset("factors variables characteristics determinants predictors drivers".split())
_PORTUGUESE = {
    "fatores": "m",
    "determinantes": "m",
    "preditores": "m",
    "variáveis": "f",
    "características": "f",
}
# That they are associated is what the claim says.
_TIED = frozenset("associados associadas relacionados relacionadas envolvidos envolvidas".split())
_RISK = (["de", "risco"], ["de", "maior", "risco"])
_NAMES = frozenset("of in for that which such de do da dos das em como que para e and or".split())
_MOST = 4  # words that describe factors without naming one


def unnamed_factors(words: str, language: Language) -> tuple[str, str] | None:
    """The noun, without what leads it, and its gender (`m`, `f`), of words that name no factor."""
    line = words.split()
    while line and line[0].lower() in _LEADS:
        line = line[1:]
    if not line or len(line) > _MOST:
        return None
    if language == "en":
        named = not _NAMES.isdisjoint(each.lower() for each in line)
        found = line[-1].lower() in _ENGLISH and not named
        return (" ".join(line), "") if found else None
    if line[-1].lower() in _TIED:
        line = line[:-1]
    gender = _PORTUGUESE.get(line[0].lower()) if line else None
    behind = [each.lower() for each in line[1:]]
    if gender is None or not (_NAMES.isdisjoint(behind) or behind in _RISK):
        return None
    return " ".join(line), gender
