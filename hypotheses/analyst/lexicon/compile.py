"""A language's lexicon, ready to read texts with: grammar, field files and a site's additions."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path

from config.text.remembered import Remembered
from hypotheses.analyst import grammar, inflect
from hypotheses.analyst.grammar import frames
from hypotheses.analyst.lexicon.matcher import Cue, Entry, Matcher, listed
from hypotheses.analyst.lexicon.schema import FieldLexicon, LexiconError, read_field
from hypotheses.analyst.lexicon.typos import Typos
from hypotheses.analyst.plurals import SINGULAR
from hypotheses.analyst.portuguese import contractions
from hypotheses.analyst.text import Words, fold

FOLDER = Path(__file__).parent
# Sections a site may add terms to; suggestions stay in the files, where their form is checked.
SECTIONS = ("topics", "units", "settings", "named", "bounds", "measures", "symbols")
GENERAL = "general"
_SHORT = 5  # letters: no participle
LONG = 8  # letters: a word of a veto that long is mended, a shorter one is too near to others
_AFTER_IS = grammar.words("portuguese.after_is")


@dataclass(frozen=True, slots=True)
class Addition:
    """A term that a site adds to a field's section."""

    language: str
    field: str
    section: str
    term: str


class Lexicon:
    """Everything the analyst knows in one language."""

    def __init__(self, language: str, fields: dict[str, FieldLexicon]) -> None:
        self.language = language
        self.grammar = grammar.load(language)
        self.fields = fields
        self.function_words = frozenset(fold(word) for word in self.grammar.function_words)
        self._singular = SINGULAR[language]
        self.matcher = Matcher(self.key, self.function_words)
        self._add_grammar()
        for lexicon in fields.values():
            self._add_field(lexicon)
        compared = {
            self.key(fold(word)) for name in ("more", "less") for word in self.grammar.phrases[name]
        }
        mendable = self.matcher.vocabulary - compared  # `wearers` is not a slip of `weaker`
        for category, terms in self.grammar.vetoes.items():
            listed(self.matcher, terms, category)
            if language == "pt":
                listed(self.matcher, _feminine(terms), category)
        mendable |= {key for key in self.matcher.vocabulary if len(key) >= LONG}
        framed = {self.key(word) for word in frames.vocabulary(language)}
        known = self.matcher.vocabulary | self.function_words | framed
        self.typos = Typos(known, mendable)
        self.mend = Remembered(self._mend, 65_536).__getitem__

    def key(self, folded: str) -> str:
        """The form under which a folded word is looked up."""
        return folded if folded in self.function_words else self._singular(folded)

    def _mend(self, folded: str) -> str:
        key = self.key(folded)
        return key if key in self.matcher.vocabulary else self.typos.mend(key)

    def read(
        self, words: Words
    ) -> tuple[list[str], dict[str, list[Cue]], dict[int, dict[str, Cue]]]:
        """The keys of a text's words (typos mended), all cues in it by category and by place."""
        keys = list(map(self.mend, words.folds))
        if self.language == "pt" and words.text.isascii():
            _restore_is(keys)
        return keys, *self.matcher.place(words, keys)

    def _add_grammar(self) -> None:
        for kind, entries in self.grammar.verbs.items():
            for entry in entries:
                forms = inflect.FORMS[self.language](entry)
                for form in forms.finite:
                    self._add_form(form, f"verb_{kind}", forms.base)
                for form in forms.participles:
                    self._add_form(form, f"participle_{kind}", forms.base)
        for category, terms in self.grammar.phrases.items():
            listed(self.matcher, terms, category)
            if self.language == "pt" and category == "statistics":  # `número de`, `número das`
                listed(self.matcher, chain.from_iterable(map(contractions, terms)), category)

    def _add_form(self, form: str, category: str, base: str) -> None:
        keys = [self.key(word) for word in form.split()]
        self.matcher.add_keys(keys, category, Entry("", base, False))

    def _add_field(self, lexicon: FieldLexicon) -> None:
        name = lexicon.field
        for section in SECTIONS:
            for term in getattr(lexicon, section):
                for variant in self._variants(term, section):
                    self.matcher.add(variant, section, None, name)
        for construct in lexicon.constructs:
            for term in construct.terms:
                self.matcher.add(term, "constructs", construct, name)
        for factor in lexicon.factors:
            for term in factor.terms:
                self.matcher.add(term, "factors", factor, name)

    def _variants(self, term: str, section: str) -> Iterable[str]:
        """The term, and in Portuguese its feminine: `aluno matriculado` -> `aluna matriculada`."""
        yield term
        if self.language == "pt" and section in ("units", "bounds"):
            words = [w[:-1] + "a" if len(w) > 3 and w.endswith("o") else w for w in term.split()]
            words = [w + "a" if len(w) > 4 and w.endswith("or") else w for w in words]
            if (feminine := " ".join(words)) != term:
                yield feminine


def _feminine(terms: Iterable[str]) -> Iterable[str]:
    """`amaldiçoada` for `amaldiçoado`; a phrase is listed in each form it has."""
    return [t[:-1] + "a" for t in terms if len(t) > _SHORT and t.isalpha() and t.endswith("do")]


def _restore_is(keys: list[str]) -> None:
    """In a text typed without accents, `e` before a comparative is `é` (is), not `e` (and)."""
    for index in range(len(keys) - 1):
        if keys[index] == "e" and keys[index + 1] in _AFTER_IS:
            keys[index] = "é"


def _paths(language: str) -> list[Path]:
    return sorted((FOLDER / language).glob("*.toml"))


def field_names() -> list[str]:
    """The fields that have a lexicon file in every language."""
    return sorted(set.intersection(*({p.stem for p in _paths(name)} for name in SINGULAR)))


def _with_additions(
    fields: dict[str, FieldLexicon], language: str, additions: Iterable[Addition]
) -> dict[str, FieldLexicon]:
    merged = dict(fields)
    for addition in additions:
        if addition.language != language:
            continue
        if addition.field not in merged or addition.section not in SECTIONS:
            raise LexiconError(f"no field {addition.field!r} with a section {addition.section!r}")
        old = merged[addition.field]
        terms = (*getattr(old, addition.section), addition.term)
        merged[addition.field] = old.model_copy(update={addition.section: terms})
    return merged


def load(language: str, additions: frozenset[Addition] = frozenset()) -> Lexicon:
    """The lexicon of `en` or `pt` with a site's additions. Raises LexiconError."""
    return _load(language, additions)  # one key a lexicon, however it is asked for


@lru_cache(maxsize=8)
def _load(language: str, additions: frozenset[Addition]) -> Lexicon:
    ordered = sorted(additions, key=lambda a: (a.field, a.section, a.term))
    with _uncollected():
        return Lexicon(language, _with_additions(_files(language), language, ordered))


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without looking for garbage: of the many small objects of a lexicon all stay."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@cache
def _files(language: str) -> dict[str, FieldLexicon]:
    return {path.stem: read_field(path) for path in _paths(language)}


@cache
def fingerprint() -> str:
    """A hash of all lexicon and grammar files: which knowledge a verdict rests on."""
    digest = hashlib.sha256()
    for folder in (FOLDER, Path(grammar.FOLDER)):
        for path in sorted(folder.rglob("*.toml")):
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
