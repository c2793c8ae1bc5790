"""A second reading of a slot by grammar alone, beside the model's.

A slot that was read with doubt is sure where the form of the sentence puts the same words there:
what stands between `than` and the end of its clause is the comparison, whatever its words. A slot
whose words form no phrase (`em`, `to work` of `late to work`) is unsure, however sure the model is.
"""

from __future__ import annotations

import re

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.reader.assembly import Assembly
from hypotheses.analyst.reader.clauses import counterpart
from hypotheses.analyst.reader.outcomes import COUNTING
from hypotheses.analyst.reader.spans import OUTCOMES, Span
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.sign import is_comparative
from hypotheses.analyst.syntax.tokens import ENDS

_NO_SLOTS = frozenset(("relation", "veto", "hedge"))
_ARTICLE = r"(?:(?:the|an?|os?|as?|uma?|uns|umas)\s+)?"
# What introduces the other side of a comparison.
_LED = lazy_regex(
    r"(?:\b(?:than|versus|vs\.?|do que|instead of|rather than|relative to|compared (?:with|to)"
    r"|em vez d[eoa]s?|ao invés d[eoa]s?|no lugar d[eoa]s?|frente (?:a|ao|aos|à|às)"
    r"|em (?:relação|comparação) (?:a|ao|aos|à|às|com)|comparad[oa]s? (?:a|ao|aos|à|às|com))"
    r"|\b(?:mais|menos|maior(?:es)?|menor(?:es)?|melhor(?:es)?|pior(?:es)?)\b[^.;:!?]{0,60}\bque)"
    rf"\s+(?:(?:in|on|at|with|em|com|n[ao]s?)\s+)?{_ARTICLE}\Z",
    re.I,
)
_BEHIND_A_COMPARISON = frozenset((*ENDS, "does", "do", "did", "and", "e", "but", "mas"))
_SMALL = ("D", "AUX", "MD", "ADV", "PD", "ADP", "PART", "R")
_NEAR = 3  # small words between the parts of a clause
_TELLING = ("N", "V", "J")
_STEM = 5  # letters of a word that both sides of a comparison share
EMPTY = frozenset(
    """it them him he she they we you i this that what each since before after of in on at by to for
    from with without the a an and or
    de do da dos das em no na nos nas com sem por pelo pela para pra o os as um uma e ou que ele ela
    isso isto desde""".split()
)
_LEADS_ON = frozenset(
    """and or than the a an e ou que o a os as um uma de do da dos das em no na nos nas com sem por
    pelo pela para pra""".split()
)
_LEADS_ON_WITHOUT_VERB = frozenset("of at to for from with by".split())
# Verbs that only link a subject to its property and are no outcome by themselves: `feel | shorter`.
_LINKING_VERBS = frozenset(
    """feel feels felt seem seems seemed become becomes became get gets got
    parecer parece parecem ficar fica ficam ficou sentir sente sentem""".split()
)
_CUT_SHORT = ("unit", "bound", *OUTCOMES)  # of these a noun behind them is a part


_SMALL_WORDS = ("ADP", "PD.", "D.", "DET", "WH", "PRON", "PPRON", "CCONJ", "SCONJ", "PART", "PUNCT")

_SMALL_LETTERS = 5  # as a part of a longer word the tagger may be wrong: `turnout`


def names_nothing(put: Assembly, span: Span) -> bool:
    """Whether a slot holds only small words, about which nobody can be asked: `what`, `with`.

    A placeholder (`A`, `X`) does not count: it names what the author has yet to specify. Nor does a
    denial of what varies: `those who do not`.
    """
    places = range(span.first, span.end)
    if span.tag == "comparator" and not _DENIALS.isdisjoint(put.words.lower[span.first : span.end]):
        return False
    letter = span.end - span.first == 1 and put.words.quote(span.first, span.end).isupper()
    return (
        span.tag not in _NO_SLOTS and not letter and all(_is_small_word(put, at) for at in places)
    )


_DENIALS = frozenset("not without não nem sem".split())


def _is_small_word(put: Assembly, at: int) -> bool:
    word = put.words.lower[at]
    if parsed(put.words).tags[at].startswith("V"):
        return word in EMPTY  # `chora`, for the tagger no verb
    return word in EMPTY or (len(word) <= _SMALL_LETTERS and put.tags[at].startswith(_SMALL_WORDS))


class Agreement:
    """What the grammar of a text says about the spans that were read in it."""

    def __init__(self, put: Assembly) -> None:
        self.words, self.tags, self.spans = put.words, put.tags, list(put.spans)
        self.lower, self.language = put.words.lower, put.language
        self.taken = {at for span in put.spans for at in range(span.first, span.end)}

    def bears_out(self, span: Span) -> bool:
        """Whether the form of the sentence alone puts these words there."""
        if span.tag == "comparator":
            return self._is_led(span) and any(map(self._tells, self._places(span)))
        if span.tag == "exposure":
            return self._is_opposed(span) or self._is_subject(span)
        return span.tag in OUTCOMES and (
            self._is_object(span) or self._is_graded(span) or self._is_counted(span)
        )

    def _is_led(self, span: Span) -> bool:
        """Whether it is all that stands from `than` to the end of its clause."""
        text, start, end = self.words.text, self.words.starts[span.first], span.end
        if _LED.search(text[max(0, start - 100) : start]) is None:
            return False
        return (
            end == len(self.words)
            or end in self.taken
            or self.tags[end] == "PUNCT"
            or self.lower[end] in _BEHIND_A_COMPARISON
        )

    def _is_opposed(self, span: Span) -> bool:
        """Whether it says about one side what the comparison says about the other, or stands at
        `than`: `whose load is high` and `those whose load is low`, `in full rooms than in empty
        ones`."""
        other = next((each for each in self.spans if each.tag == "comparator"), None)
        if other is None:
            return False
        if counterpart(parsed(self.words), other.first, other.end) in self._places(span):
            return True
        faces = self._is_led(other) and self._is_small(
            span.end, other.first, also=("SCONJ", "WH", "PPRON")
        )
        return faces or not self._stems(span).isdisjoint(self._stems(other))

    def _stems(self, span: Span) -> set[str]:
        return {self.lower[at][:_STEM] for at in self._places(span) if self._tells(at)}

    def _is_subject(self, span: Span) -> bool:
        """Whether it precedes the verb of a single-sentence text, and the outcome follows. In a
        story the subject may refer to an earlier sentence."""
        verb = self._behind(span, ("relation",))
        outcome = self._behind(verb, OUTCOMES) if verb is not None else None
        ends = [at for at, word in enumerate(self.lower[:-1]) if word in ENDS]
        return outcome is not None and not ends

    def _is_object(self, span: Span) -> bool:
        """Whether it follows the verb, and the exposure precedes the verb."""
        verb = self._before(span, ("relation",))
        return verb is not None and self._before(verb, ("exposure", "unit")) is not None

    def _is_graded(self, span: Span) -> bool:
        """Whether it is a verb between its subject and a degree: `dogs | bark | less`."""
        degree = self._behind(span, ("relation",))
        if degree is None or not is_comparative(self.lower[degree.first]):
            return False
        subject = self._before(span, ("exposure", "unit", "bound"))
        return subject is not None and self.tags[span.first].startswith("V")

    def _is_counted(self, span: Span) -> bool:
        """Whether it says what the counted ones do: `how many people | are | still here`."""
        who = self._before(span, ("unit", "bound"))
        return who is not None and not COUNTING.isdisjoint(self.lower[: who.first])

    def _behind(self, span: Span, tags: tuple[str, ...]) -> Span | None:
        """The first span of these tags after this one, with only small words between them."""
        found = next((s for s in self.spans if s.tag in tags and s.first >= span.end), None)
        return found if found is not None and self._is_small(span.end, found.first) else None

    def _before(self, span: Span, tags: tuple[str, ...]) -> Span | None:
        earlier = [s for s in self.spans if s.tag in tags and s.end <= span.first]
        return earlier[-1] if earlier and self._is_small(earlier[-1].end, span.first) else None

    def _is_small(self, first: int, end: int, also: tuple[str, ...] = ()) -> bool:
        between = range(first, end)
        return len(between) <= _NEAR and all(
            self.tags[at].startswith((*_SMALL, *also)) for at in between
        )

    def _places(self, span: Span) -> range:
        return range(span.first, span.end)

    def _tells(self, at: int) -> bool:
        return self.tags[at].startswith(_TELLING) and self.lower[at] not in EMPTY

    # --- against a slot -----------------------------------------------------------------------

    def is_miscut(self, span: Span) -> bool:
        """Whether the words of a slot form no phrase."""
        if span.tag in _NO_SLOTS:
            return False
        words = self.lower[span.first : span.end]
        return (
            EMPTY.issuperset(words)
            or words.count("(") != words.count(")")
            or self._ends_openly(span)
            or (span.tag == "exposure" and self._splits_a_noun(span))
            or (span.tag in OUTCOMES and self._is_governed(span))
            or (span.tag in OUTCOMES and len(words) == 1 and words[0] in _LINKING_VERBS)
            or (span.tag in _CUT_SHORT and self._goes_on(span))
        )

    def _ends_openly(self, span: Span) -> bool:
        """Whether it ends with a word that leads to another one: `seis meses e`, `the bill at`.

        An English clause may end so: `the app that they log in to`.
        """
        last = self.lower[span.end - 1]
        if last in _LEADS_ON:
            return not self.words.quote(span.end - 1, span.end).isupper()
        verbal = any(self.tags[at].startswith("V") for at in self._places(span))
        return last in _LEADS_ON_WITHOUT_VERB and not verbal

    def _is_governed(self, span: Span) -> bool:
        """Whether a preposition opens an outcome whose word precedes it: `late | to work`."""
        lead = self.tags[span.first]
        led = lead.startswith(("ADP", "PD.")) or (lead == "PART" and span.end - span.first == 2)
        graded = span.first > 0 and is_comparative(self.lower[span.first - 1])
        return led and not graded and self.lower[span.first] in EMPTY

    def _splits_a_noun(self, span: Span) -> bool:
        """Whether it continues the noun of a unit: `the mouse | early visual areas`."""
        unit = any(each.tag == "unit" and each.end == span.first for each in self.spans)
        tags = [self.tags[at] for at in self._places(span)]
        named = tags[-1].startswith("N") and all(tag.startswith(("N", "J")) for tag in tags)
        return unit and named and self.language == "en"

    def _is_passive(self, span: Span) -> bool:
        return span.tag in ("unit", "bound") and self.tags[span.end - 1].startswith("VN")

    def _goes_on(self, span: Span) -> bool:
        """Whether the noun continues after it: `ganho de massa | magra`, `under-12 | players`."""
        at = span.end
        if at < len(self.words) and at not in self.taken and self._is_passive(span):
            return self.tags[at].startswith(("ADP", "PD."))  # `uma arquitetura baseada | em`
        ends = self.tags[at - 1].startswith(("N", "J"))
        if at >= len(self.words) or at in self.taken or not ends or self.words.gap(at) == "":
            return False
        if self.language == "pt":
            return self.tags[at].startswith("J") and not is_comparative(self.lower[at])
        return self.tags[at] in ("NS", "NP") and self.tags[at - 1].startswith("N")
