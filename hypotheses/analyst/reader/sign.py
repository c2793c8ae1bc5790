"""The sign that words of a relation tell, by an algebra over words that turn it.

Two turns multiply: `the more ... the less` goes down, `the lower ... the lower` goes up. Negation
makes it none: `does not reduce`, `not associated with`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from hypotheses.analyst.reader.tokens import bare
from hypotheses.domain.claim import Direction

_WORD = re.compile(r"[^\W_]+")
_NEGATIONS = frozenset(
    "not no never neither nor without cannot nao nem nunca sem nenhum nenhuma".split()
)
_WHOLE = {
    "increase": frozenset(
        """more higher greater larger bigger better best faster quicker longer stronger wider taller
        earlier up ups above gain gains rise rises rose raise outperform outperforms
        mais maior maiores melhor melhores superior superiores acima alem""".split()
    ),
    "decrease": frozenset(
        """less fewer lower smaller worse worst slower shorter weaker narrower poorer down below
        drop drops cut cuts fall falls fell
        menos menor menores pior piores inferior inferiores abaixo mal""".split()
    ),
}
_STEMS = {
    "increase": tuple(
        """increas rais risin improv boost grow grew enhanc strengthen positiv exceed lift favor
        favour foster promot likel accelerat lengthen stimulat direct amplif
        aument elev sobe subi melhor cresc refor fortalec favorec amplia promov acelera estimul
        incrementa supera diret ganha""".split()
    ),
    "decrease": tuple(
        """decreas reduc lower worsen weaken negativ diminish shrink inverse hamper hinder impair
        unlikel prevent harm undermin inhibit shorten slow mitigat alleviat curb declin threat
        reduz diminu dimin cai caem baix piora enfraquec encurt prejudic inversa evita inib limita
        retarda atenua ameaca""".split()
    ),
}
_SAME = ("unchanged", "equivalen", "inalterad", "igua", "mesm", "same")


def _turn(word: str) -> int:
    for direction, factor in (("increase", 1), ("decrease", -1)):
        if word in _WHOLE[direction]:
            return factor
    # The longer list of stems last: `lower` is a whole word, `lowers` a stem.
    for direction, factor in (("decrease", -1), ("increase", 1)):
        if word.startswith(_STEMS[direction]):
            return factor
    return 0


def turns(relation: str) -> tuple[int, ...]:
    """The turns of a relation's words in their order: 1 up, -1 down, 0 a negation."""
    text = re.sub(r"n['’]t\b", " not", relation.lower())
    made = []
    for word in map(bare, _WORD.findall(text)):
        if word in _NEGATIONS:
            made.append(0)
        elif turn := _turn(word):
            made.append(turn)
    return tuple(made)


def sign(relation: str) -> Direction:
    """`increase` or `decrease`, `none` where the words deny a relation, `unspecified` without a
    word that turns.
    """
    found = turns(relation)
    words: Iterable[str] = map(bare, _WORD.findall(relation.lower()))
    if 0 in found or any(word.startswith(_SAME) for word in words):
        return "none"
    product = 1
    for turn in found:
        product *= turn
    if not found:
        return "unspecified"
    return "increase" if product > 0 else "decrease"
