"""The author's own predicate of a comparison, affirmed and denied: `know more words`."""

from __future__ import annotations

from dataclasses import replace

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax import english
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.writer.places import placed
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

DEGREES = frozenset(
    """more less fewer better worse higher lower greater larger smaller stronger weaker longer
    shorter faster slower sooner later earlier mais menos melhor pior maior menor""".split()
)
"""Comparatives that the tagger may tag as something else."""
_SHORTEST = 5  # letters of a comparative: `wider`
_DEGREE = lazy_regex(r"(?:mai|men|melh|pi)or(?:es)?$")
_VERBS = ("V0", "V3", "AUX", "VF", "VI", "AUXF", "MD")
_MISTAKEN = ("NS", "ADV", "VG", "J")  # how a base form before a degree may be tagged: `sing more`
_BE = frozenset("is are was were can will".split())
_CUT = frozenset("than que when quando if se compared".split())


def is_degree(word: Token) -> bool:
    """Whether a word compares."""
    is_listed = word.lower in DEGREES or _DEGREE.match(word.lower) is not None
    return is_listed or word.tag in ("JC", "RC")


def compares(word: str) -> bool:
    """Whether a word has the form of an adjective's comparative: `flatter`, `saltier`."""
    if not word.endswith("er") or len(word) < _SHORTEST:
        return False
    stem = word[:-2]
    bases = [stem, f"{stem}e"]
    if stem[-1] == stem[-2]:
        bases.append(stem[:-1])
    if stem.endswith("i"):
        bases = [f"{stem[:-1]}y"]
    return any(tagged(f"it is very {base}", "en")[-1].tag == "J" for base in bases)


def predicate(claim: Claim, language: Language, source: str) -> tuple[str, str] | None:
    """The predicate as it was written, and denied; None where it makes no comparison by itself."""
    tokens = _tokens(claim, language, source)
    if not tokens or not any(map(is_degree, tokens)):
        return None
    text = source[tokens[0].start : tokens[-1].end]
    if language == "pt":
        return text, f"não {text}"
    denied = _denied(tokens[0], tokens[1:], text)
    return None if denied is None else (text, denied)


def _tokens(claim: Claim, language: Language, source: str) -> list[Token]:
    """From the verb after unit and exposure to the end of the words of the comparison."""
    outcome = placed(claim.outcome, source)
    held = (claim.unit, claim.bound, claim.exposure)
    ends = [p[1] for s in held if (p := placed(s, source)) and outcome and p[1] <= outcome[0]]
    if outcome is None or not ends:
        return []
    others = [p[0] for _, s in claim.items() if (p := placed(s, source)) and p[0] >= outcome[1]]
    until = min([*others, len(source)])
    behind = [w for w in tagged(source, language) if max(ends) <= w.start < until]
    while len(behind) > 1 and behind[0].tag == "ADV" and not any(map(is_degree, behind[:2])):
        behind = behind[1:]
    found: list[Token] = []
    for word in behind:
        if word.start >= outcome[1] and (word.lower in _CUT or not word.text[0].isalnum()):
            break
        found.append(word)
    while found and found[-1].tag.startswith(("ADP", "PD.", "PP", "D", "CC", "SCONJ")):
        found.pop()
    if language == "en" and len(found) > 1 and found[0].tag == "NP" and is_degree(found[1]):
        found[0] = replace(found[0], tag="V3")  # for the tagger a plural: `dough rises better`
    return found if found and _is_verb(found, language) else []


def _is_verb(tokens: list[Token], language: Language) -> bool:
    """Whether words begin with a verb; before a degree, it may be tagged as a noun."""
    first = tokens[0]
    if first.tag.startswith(_VERBS) or first.lower == "had":
        return True
    if len(tokens) < 2:
        return False
    near = any(map(is_degree, tokens[1:])) and first.tag in _MISTAKEN
    return near if language == "en" else first.tag[0] in "NJ"


def _denied(verb: Token, rest: list[Token], text: str) -> str | None:
    behind = text[len(verb.text) :]
    if rest and rest[0].lower in ("not", "n't"):
        return None
    if verb.lower in _BE:
        return f"{verb.lower} not{behind}"
    if verb.lower == "had":
        return f"did not have{behind}"
    if verb.lower in ("has", "does") or verb.tag == "V3":
        return f"does not {english.base(verb.lower)}{behind}"
    if verb.tag in ("V0", "AUX", *_MISTAKEN):
        return f"do not {verb.lower}{behind}"
    return None
