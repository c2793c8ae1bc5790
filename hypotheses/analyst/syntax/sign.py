"""The sign that words express, by an algebra over words that turn a relation up or down.

Two turns multiply: `the more ... the less` is a decrease, `the lower ... the lower` an increase.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.syntax.tokens import bare
from hypotheses.domain.claim import Direction

_WORD = lazy_regex(r"[^\W_]+")
NEGATORS = frozenset(
    """no not non none never without except nor neither cannot
    nao nem nunca sem exceto nenhum nenhuma""".split()
)
# A comparative counts in the outcome, too.
_COMPARATIVES: dict[int, frozenset[str]] = {
    1: frozenset(
        """more higher greater larger bigger better best faster quicker longer stronger wider taller
        earlier mais maior maiores melhor melhores superior superiores""".split()
    ),
    -1: frozenset(
        """less fewer lower smaller worse worst slower shorter weaker narrower poorer
        menos menor menores pior piores inferior inferiores""".split()
    ),
}
_WHOLE: dict[int, frozenset[str]] = {
    1: frozenset(
        "up ups above outperform outperforms outlast outlasts outsell outsells acima alem".split()
    ),
    -1: frozenset("down below cut cuts underperform underperforms abaixo mal".split()),
}
_STEMS: dict[int, tuple[str, ...]] = {
    1: tuple(
        """increas rais rise rose risin improv boost grow grew enhanc strengthen positiv gain exceed
        lift favor favour foster promot likel accelerat lengthen stimulat amplif
        aument elev sobe subi melhor cresc refor fortalec favorec amplia promov acelera estimul
        incrementa supera ganha""".split()
    ),
    -1: tuple(
        """decreas reduc lower drop fall fell worsen weaken negativ diminish shrink inverse hamper
        hinder impair unlikel prevent harm undermin inhibit shorten slow mitigat alleviat curb
        declin protect reduz dimin cai caem baix piora enfraquec encurt prejudic inversa evita
        previn proteg inib limita retarda atenua""".split()
    ),
}
_SAME = ("unchanged", "unrelated", "equivalen", "inalterad")


def sign(relation: str, outcome: str = "") -> Direction:
    """The sign of a relation and its outcome.

    `unspecified` without a word that turns, `none` where the relation is denied.
    """
    found = words_of(relation)
    denied = sum(word in NEGATORS for word in found) % 2 == 1
    if denied or any(word.startswith(_SAME) for word in found):
        return "none"
    turns = [_turn(word) for word in found] + [_comparative(word) for word in words_of(outcome)]
    product = 0
    for turn in filter(None, turns):
        product = product * turn or turn
    directions: dict[int, Direction] = {1: "increase", -1: "decrease", 0: "unspecified"}
    return directions[product]


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, without accents; `n't` is `not`."""
    text = re.sub(r"n['’]t\b", " not", text.lower())
    return ["nao" if word == "não" else bare(word) for word in _WORD.findall(text)]


def _turn(word: str) -> int:
    whole = _comparative(word) or _side(word in _WHOLE[1], word in _WHOLE[-1])
    return whole or _side(word.startswith(_STEMS[1]), word.startswith(_STEMS[-1]))


def _comparative(word: str) -> int:
    return _side(word in _COMPARATIVES[1], word in _COMPARATIVES[-1])


def _side(up: bool, down: bool) -> int:
    return -1 if down else int(up)


def is_turn(word: str) -> bool:
    """Whether a word carries a relation: `reduction`, `aumento`, `inversely`."""
    return _turn(bare(word.lower())) != 0


def is_either(words: Sequence[str]) -> bool:
    """Whether two contradicting turns are offered: `raise or lower`."""
    trios = zip(words, words[1:], words[2:], strict=False)
    return any(
        middle in ("or", "ou") and _turn(bare(one)) * _turn(bare(other)) < 0
        for one, middle, other in trios
    )


def is_comparative(word: str) -> bool:
    """Whether a word is a comparative: `more`, `melhor`."""
    return _comparative(bare(word.lower())) != 0
