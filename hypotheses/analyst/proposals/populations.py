"""Who or what is observed, from the author's own words in other parts of the claim."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace

from hypotheses.analyst.proposals.measures import constructs_in, measures_of
from hypotheses.analyst.proposals.nouns import plural
from hypotheses.analyst.proposals.sentences import noun_phrase, place_of, settings, subject_of
from hypotheses.analyst.proposals.stems import fold, tokens
from hypotheses.analyst.proposals.subjects import outcome_clause
from hypotheses.analyst.proposals.units import PEOPLE, UnitKind, kind_of
from hypotheses.analyst.syntax.clause import SUBJECTS, clause_of
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.tagging.tagger import Token, tagged
from hypotheses.analyst.syntax.tokens import split
from hypotheses.analyst.syntax.tree import ROOT, Tree
from hypotheses.domain.claim import Claim
from hypotheses.domain.types import Language

_LIVING = PEOPLE | frozenset("wildlife pet livestock colony team".split())


def own_unit(claim: Claim, language: Language, source: str = "") -> str | None:
    """The unit that the author names without saying that it is one; None where there is none."""
    found = (
        _subject_of(claim, language)
        or _treated(claim, language, source)
        or _each_of(claim, language)
        or _acting(claim, language, source)
        or _owner(claim, language)
        or _recipient(claim, language)
        or _of_comparator(claim, language)
        or _of_exposure(claim, language, source)
    )
    if not found:
        said = _said_of(claim, language, source) or _situated(claim, source)
        return said if said and _bears(said, claim, language) else None
    if not _bears(found, claim, language):
        return None
    if found in (_acting(claim, language, source), _treated(claim, language, source)):
        return found  # as it stands there
    living = _is_kind(found, language, _LIVING)
    return plural(found, language) or None if living or not _is_owner(found, claim) else found


def _said_of(claim: Claim, language: Language, source: str) -> str | None:
    """Of whom or what the outcome is said: the subject of its clause, `the night bus is late`."""
    place = place_of(claim.outcome, source)
    subject = subject_of(place) if place is not None else None
    if place is None or subject is None:
        return None
    tree, varies = place.tree, place_of(claim.exposure, source)
    if varies is not None and varies.holds(subject):
        return None
    if subject == place.top or not tree.tags[subject].startswith("N"):
        return None
    if place.holds(subject) and not place.holds(clause_of(tree, place.top)):
        return None
    barred = frozenset(range(varies.first, varies.end)) if varies is not None else frozenset()
    return noun_phrase(tree, subject, barred)


def _situated(claim: Claim, source: str) -> str | None:
    """The several things in which the outcome is: `keeps more moisture in the beds`."""
    place = place_of(claim.outcome, source)
    if place is None or claim.exposure is None:
        return None
    tree = place.tree
    varies = place_of(claim.exposure, source)
    act = varies is not None and tree.relations[varies.top] in ("csubj", "advcl")
    others = (claim.comparator, claim.window) if act else (claim.exposure, claim.comparator)
    barred = [place_of(slot, source) for slot in (*others, claim.window)]
    for case, noun in settings(place):
        several = tree.tags[noun] == "NP" or tree.tags[noun].endswith(".p")
        definite = tree.child(noun, "det") is not None or tree.words.lower[case] in ("nos", "nas")
        time = tree.words.lower[noun] in _SPANS or tree.child(noun, "nummod") is not None
        own = any(each is not None and each.holds(noun) for each in barred)
        if several and definite and not time and not own:
            return noun_phrase(tree, noun)
    return None


_SPANS = frozenset(
    """seconds minutes hours days nights weeks weekends months years evenings mornings afternoons
    seasons semesters mornings holidays segundos minutos horas dias noites semanas meses anos tardes
    manhãs férias fins finais semestres bimestres""".split()
)


# --- who may take part --------------------------------------------------------------------------

_ELIGIBLE: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\s{1,4}(?:over|under|above|below|aged|with|without|between|older|younger)\b", re.I
    ),
    "pt": re.compile(
        r"\s{1,4}(?:acima|abaixo|com|sem|entre|a partir|maiores|menores|de \d)\b", re.I
    ),
}
_FINITE = ("V0", "V3", "VD", "VF", "AUX", "MD", "WH", "PUNCT")
_LONGEST_ELIGIBILITY = 80  # characters


def with_eligibility(claim: Claim, language: Language, source: str) -> Claim:
    """The unit with what stands between it and the next slot: `patients | over 65 with asthma`."""
    unit = claim.unit
    if unit is None or unit.start is None or unit.end is None or unit.origin != "user":
        return claim
    if source[unit.start : unit.end] != unit.text:
        return claim
    starts = [slot.start for _, slot in claim.items() if slot.start is not None]
    end = min((start for start in starts if start > unit.end), default=unit.end)
    between = source[unit.end : end].rstrip(" ,")
    if not _ELIGIBLE[language].match(between) or len(between) > _LONGEST_ELIGIBILITY:
        return claim
    stop = unit.end + len(between)
    words = [word for word in tagged(source, language) if unit.end <= word.start < stop]
    related = set(tokens(claim.relation))
    if any(word.tag.startswith(_FINITE) or word.lower in related for word in words):
        return claim
    whole = replace(unit, text=source[unit.start : stop], end=stop)
    return claim.with_slot("unit", whole)


# --- where it is observed -----------------------------------------------------------------------

_PLACES = frozenset("place clinic building household farm library museum warehouse club".split())


def _is_place(words: str, language: Language) -> bool:
    """Whether words name where things are observed, or whose they are."""
    kind = kind_of(words, language)
    return kind is not None and (kind.nature == "organisation" or bool(kind.classes & _PLACES))


_DETERMINED: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?P<det>the|my|our|an?)\s+(?=[a-z])", re.I),
    "pt": re.compile(
        r"\b(?:d|n|a|em |de )?(?P<det>(?:[oa] )?(?:minha|meu|nossa|nosso)|uma?|[oa])\s+"
        r"(?=[a-zà-ú])", re.I),
}  # fmt: skip


def own_bound(claim: Claim, language: Language, source: str, whole: str = "") -> str | None:
    """Where it is seen: the place in the claim's own clause, else one that the author says is his.

    `whole` is all that the author wrote: of it only what he says of himself counts (`I run a small
    print shop`), no other explanation, and nothing that other sentences merely mention.
    """
    return _setting(claim, language, source) or _place_of_author(claim, language, whole or source)


def _setting(claim: Claim, language: Language, source: str) -> str | None:
    """The phrase of the claim's clause that names a place: `in the sewing room in Leeds`."""
    place = place_of(claim.outcome, source) or place_of(claim.exposure, source)
    if place is None:
        return None
    tree = place.tree
    barred = [place_of(slot, source) for slot in (claim.comparator, claim.unit, claim.window)]
    for case, noun in settings(place):
        if any(each is not None and each.holds(noun) for each in barred):
            continue
        end = max(each for each in tree.below(noun) if _is_of_phrase(tree, each, noun)) + 1
        named = tree.tags[noun] == "NAME" and _TIMES.isdisjoint(tree.words.lower[case:end])
        words = tree.quote(case + 1, end)
        if named or _is_place(noun_phrase(tree, noun), language) or _OWN[language].match(words):
            return tree.quote(case, end)
    return None


def _is_of_phrase(tree: Tree, word: int, noun: int) -> bool:
    """Whether a word belongs to the phrase of a noun and to no clause or apposition of it."""
    inner = {"acl", "acl:relcl", "advcl", "appos", "punct", "parataxis", "conj", "cc", "dep"}
    return all(
        tree.relations[at] not in inner for at in itertools.takewhile(noun.__ne__, tree.above(word))
    )


_TIMES = frozenset(
    """january february march april may june july august september october november december
    monday tuesday wednesday thursday friday saturday sunday christmas easter janeiro fevereiro
    março abril maio junho julho agosto setembro outubro novembro dezembro segunda terça quarta
    quinta sexta sábado domingo natal páscoa carnaval""".split()
)


def _place_of_author(claim: Claim, language: Language, whole: str) -> str | None:
    """The one place that the author says is his: `in our shop`, `trabalho numa oficina`."""
    claimed = " ".join(slot.text for _, slot in claim.items())
    himself = [found.span() for found in _SELF[language].finditer(whole)]
    found: dict[str, str] = {}
    words = tagged(whole, language)
    places = {word.start: at for at, word in enumerate(words)}
    for lead in _DETERMINED[language].finditer(whole):
        own = _IS_OWN.search(lead["det"]) is not None
        himself_there = any(start <= lead.start() < end for start, end in himself)
        if not own and not himself_there and not _acts_there(claim, lead.end(), whole):
            continue
        at = places.get(lead.end(), len(words))
        phrase = _phrase(words[at : at + _LONGEST_PLACE], language)
        if phrase and phrase not in claimed and _is_place(phrase, language):
            found.setdefault(fold(phrase), _of(lead["det"].lower(), phrase, language))
    return next(iter(found.values())) if len(found) == 1 else None


def _acts_there(claim: Claim, start: int, whole: str) -> bool:
    """Whether the noun at a place does what the claim is about: `the gym put mirrors up`."""
    tree = parsed(split(whole))
    noun = next((at for at, begin in enumerate(tree.words.starts) if begin == start), None)
    if noun is None:
        return False
    while tree.relations[noun] in ("compound", "amod") and tree.heads[noun] != ROOT:
        noun = tree.heads[noun]
    if tree.relations[noun] not in SUBJECTS or tree.child(noun, "conj") is not None:
        return False
    verb = tree.heads[noun]
    varies = (place_of(slot, whole) for slot in (claim.exposure, claim.outcome))
    return any(each is not None and verb in set(tree.above(each.top)) for each in varies)


_IS_OWN = re.compile(r"\b(?:my|our|minha|meu|nossa|nosso)\b", re.I)
_LONGEST_PLACE = 6  # words

# What a speaker is and does, as far as the sentence goes: `I'm a physio in a rugby club`.
_SELF: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:(?:I|we)(?:['’]?m|['’]re| am| are)(?: an?| the| in| at)|(?:I|we) (?:mostly |also )?"
        r"(?:work|live|sell|run|own|manage|teach|coach|keep|grow|farm|study|have an?))\b"
        r"[^.,;:!?\n]{3,80}?(?=[.,;:!?\n]| (?:and|but|so) (?:I|we)\b|$)", re.I),
    "pt": re.compile(
        r"\b(?:sou|somos|trabalho|trabalhamos|moro|moramos|vivo|vendo|vendemos|tenho uma?|dou aula"
        r"|crio|planto|cuido|estudo) [^.,;:!?\n]{3,80}?(?=[.,;:!?\n]| (?:e|mas) (?:queria|quero"
        r"|acho|vejo|noto|percebo|desconfio|suspeito|tenho|gostaria)\b|$)", re.I),
}  # fmt: skip


def of_himself(whole: str, language: Language) -> str:
    """What the speaker says of himself, which may bound who is observed; empty without it."""
    found = _SELF[language].search(whole)
    return " ".join(found[0].split()) if found else ""


def _of(determiner: str, phrase: str, language: Language) -> str:
    if language == "en":
        return f"of {determiner} {phrase}"
    own = determiner.rsplit(maxsplit=1)[-1]
    if own in ("minha", "meu", "nossa", "nosso"):
        return f"d{'a' if own.endswith('a') else 'o'} {own} {phrase}"
    return f"de {own} {phrase}" if own in ("um", "uma") else f"d{own} {phrase}"


_OWN: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?P<det>my|our)\s+(?=[a-z])", re.I),
    "pt": re.compile(
        r"\b(?:d|n)?(?P<det>(?:[oa]s? )?(?:minhas?|meus?|noss[oa]s?))\s+(?=[a-zà-ú])", re.I
    ),
}
_THE: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?P<det>the|my|our)\s+(?=[a-z])", re.I),
    "pt": re.compile(
        r"\b(?:d|n)?(?P<det>(?:[oa]s? )?(?:minhas?|meus?|noss[oa]s?)|[oa]s?)\s+(?=[a-zà-ú])", re.I
    ),
}
_OBSERVED = _LIVING | frozenset(
    """shop firm ngo restaurant gym hotel hospital clinic care_home school classroom farm crop plant
    place road household software system vehicle building museum library club warehouse""".split()
)


def own_group(claim: Claim, language: Language, source: str, like: str = "") -> str | None:
    """The one thing of the author's own that the text names: `my salon`, `nossas vacas`.

    With `like` it is the one that the text names with an article and that is of the same kind.
    """
    wanted = kind_of(like, language) if like else None
    words = tagged(source, language)
    places = {word.start: at for at, word in enumerate(words)}
    found: dict[str, str] = {}
    for lead in (_THE if like else _OWN)[language].finditer(source):
        at = places.get(lead.end(), len(words))
        phrase = _phrase(words[at : at + _LONGEST_PLACE], language)
        kind = kind_of(phrase, language) if phrase else None
        while language == "en" and not like and " " in phrase and not _is_observed(kind):
            phrase = phrase.rsplit(" ", 1)[0]  # `our warehouse | scanners`
            kind = kind_of(phrase, language)
        if kind is None or not (kind.classes & (wanted.classes if wanted else _OBSERVED)):
            continue
        if _is_speaker(source, lead.end()):
            continue  # `my grandma thinks`
        if _bears(phrase, claim, language):
            said = claim.bound is not None and phrase in claim.bound.text
            owner = "" if said else source[lead.start("det") : lead.end()]
            found.setdefault(fold(phrase), owner + phrase)
    return next(iter(found.values())) if len(found) == 1 else None


def _is_speaker(text: str, start: int) -> bool:
    """Whether a noun is who says or thinks what follows: `my grandma | thinks`."""
    tree = parsed(split(text))
    noun = next((at for at, begin in enumerate(tree.words.starts) if begin == start), None)
    if noun is None:
        return False
    verb = tree.heads[noun]
    tells = verb != ROOT and tree.child(verb, "ccomp") is not None
    return tells and tree.relations[noun] in SUBJECTS


def _is_observed(kind: UnitKind | None) -> bool:
    return kind is not None and bool(kind.classes & _OBSERVED)


_INSIDE: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:in|at|on|inside|around) (?:the |an? )?(?=[a-z])", re.I),
    "pt": re.compile(r"\b(?:em|n[oa]s?|numa?|d[oa]s?) (?=[a-zà-ú])", re.I),
}
_NAMED = re.compile(r"(?<!\w)\w{2,30} de \w{2,30}\b")  # `posto de saúde`
_SITES = frozenset(
    """crop farm shop restaurant gym hotel household school classroom hospital clinic care_home firm
    warehouse place road library museum club""".split()
)


def own_place(claim: Claim, language: Language) -> str | None:
    """The place in which what is claimed happens: `usar palha na horta`, `brigas em casa`."""
    for slot in (claim.outcome, claim.exposure, claim.qualifiers):
        text = slot.text if slot is not None else ""
        words = tagged(text, language)
        for lead in _INSIDE[language].finditer(text):
            phrase = _phrase([word for word in words if word.start >= lead.end()], language)
            noun = _noun(phrase, language) if phrase and language == "pt" else phrase
            named = _NAMED.match(text, lead.end())
            if named and _is_kind(named[0], language, _SITES):
                noun = named[0]
            if noun and _is_kind(noun, language, _SITES) and _bears(noun, claim, language):
                return noun
    return None


# --- in the outcome ----------------------------------------------------------------------------

_HOW: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:how(?: \w+)?|what|share of|number of|proportion of|percentage of"
                     r"|amount|time|minutes|hours"
                     r"|points|times) (?:that |the )?", re.I),
    "pt": re.compile(r"\b(?:quant[oa]s?|o quanto|como|jeito que|tempo que|porcentagem de"
                     r"|parte d[oae]s?|proporção de|número de"
                     r"|percentual de|vezes que) (?:que )?(?:[oa]s? )?", re.I),
}  # fmt: skip


def _subject_of(claim: Claim, language: Language) -> str | None:
    """The subject of a clause in the outcome: `how long guests stay`, `share of people who pay`."""
    if claim.outcome is None:
        return None
    text = claim.outcome.text
    lead = _HOW[language].search(text)
    if lead is None:
        return None
    phrase = _phrase(tagged(text[lead.end() :], language), language)
    phrase = _noun(phrase, language) if phrase and language == "pt" else phrase
    return phrase if phrase and _is_kind(phrase, language, _LIVING) else None


def _phrase(words: list[Token] | tuple[Token, ...], language: Language) -> str:
    """The noun phrase that words begin with, without its article."""
    taken: list[str] = []
    taken_tag = ""
    for word in words:
        nominal = word.tag.startswith(("N", "J")) or (word.tag == "VN" and not taken)
        if taken and word.tag.startswith("J.") and word.tag[2:] != taken_tag[2:]:
            break  # in Portuguese an adjective agrees
        taken_tag = word.tag if not taken else taken_tag
        if not nominal:
            if taken or not word.tag.startswith(("D", "PRON")):
                break
            continue
        taken.append(word.text)
    return " ".join(taken)


_OF: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:of|among|by)\s+(?:the |our |my |their )?([\w' -]{1,80})$", re.I),
    "pt": re.compile(r"\b(?:d[oae]s?|entre(?: [oa]s)?|n[oa]s|pel[oa]s?)\s+([\w -]{1,80})$", re.I),
}


def _owner(claim: Claim, language: Language) -> str | None:
    """Whose outcome it is: `customer satisfaction`, `the sleep of babies`."""
    if claim.outcome is None:
        return None
    text = claim.outcome.text
    if tokens(text)[:1] and tokens(text)[0] in _EVENTS:
        return None
    of = _OF[language].search(text)
    if of is not None:
        phrase = _phrase(tagged(of[1], language), language)
        if phrase and tokens(text)[0] in _PRICES:
            return phrase
        counted = tokens(text)[0] in _COUNTS
        return (
            phrase if phrase and _is_kind(phrase, language, _LIVING if counted else None) else None
        )
    if language == "en":
        own = _GENITIVE.match(text)
        if own is not None and _is_kind(own["who"], language):
            return own["who"]
        line = text.split()
        first = re.sub(r"['’]s?$", "", line[0])
        if len(line) == 2 and _is_kind(first, language, PEOPLE) and fold(first) not in _THING_FIRST:
            return first
    return None


_GENITIVE = re.compile(r"(?:an?|the|my|our)\s+(?P<who>\w{2,20})['’]s\s", re.I)
_COUNTS = frozenset(
    "number amount share count proportion percentage numero quantidade proporcao percentual total "
    "price cost preco custo".split()
)

_PRICES = frozenset("price cost preco custo".split())  # anything has one


def _is_owner(found: str, claim: Claim) -> bool:
    """Whether a thing stands as such in the outcome's words: `strength of the concrete`."""
    return claim.outcome is not None and f" {found}" in claim.outcome.text


# Of these, who is named is not the one observed: `visits of the plumber`.
_EVENTS = frozenset(
    "visit visits call calls visita visitas ligacao ligacoes chamada chamadas".split()
)
_THING_FIRST = frozenset("school class team family work home house baby child".split())


def _each_of(claim: Claim, language: Language) -> str | None:
    """Of what each has its own outcome: `fruit per plant`."""
    found = _PER[language].search(claim.outcome.text) if claim.outcome else None
    return plural(found[1], language) if found and _is_kind(found[1], language) else None


_PER: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:per|for each|for every) (\w+)", re.I),
    "pt": re.compile(r"\b(?:por|para cada|de cada) (\w+)", re.I),
}


def _acting(claim: Claim, language: Language, source: str) -> str | None:
    """Who or what does what the outcome says: `more | people walk in`."""
    clause = outcome_clause(claim, language, source)
    if clause is None:
        return None
    people = " ".join(tokens(clause.subject)) in _FOLK
    return clause.subject if people or _is_kind(clause.subject, language, _LIVING) else None


_FOLK = frozenset("people folk folks gente pessoal galera povo".split())


def _bears(unit: str, claim: Claim, language: Language) -> bool:
    """Whether a unit can have the outcome: a state of mind is no exam's."""
    kind = kind_of(unit, language)
    if kind is None or claim.outcome is None:
        return True
    head = claim.outcome.text.split(" of ")[0] if language == "en" else claim.outcome.text
    words = head.split()
    noun = words[-1:] if language == "en" else words[:1]
    measures = [
        measure
        for match in constructs_in(" ".join(noun), language)
        if match.fit >= _WHOLE
        for measure in measures_of(match.construct, language)
    ]
    if not measures:
        return True
    of_people = all(measure.classes <= PEOPLE | _OF_PEOPLE for measure in measures)
    return not of_people or bool(kind.classes & (PEOPLE | _OF_PEOPLE))


_WHOLE = 100
_OF_PEOPLE = frozenset(("team", "household", "classroom", "school", "couple"))

# --- in the exposure ---------------------------------------------------------------------------

_LETS: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:lett?(?:ing|s)?|mak(?:e|ing)|ask(?:ing)?|giv(?:e|ing)|offer(?:ing)?|teach(?:ing)?"
        r"|tell(?:ing)?"
        r"|allow(?:ing)?|forc(?:e|ing)|show(?:ing)?|send(?:ing)?|help(?:ing)?|train(?:ing)?"
        r"|remind(?:ing)?|call(?:ing)?|phon(?:e|ing)|text(?:ing)?|e?-?mail(?:ing)?|contact(?:ing)?"
        r"|reward(?:ing)?|encourag(?:e|ing)|pay(?:ing)?|charg(?:e|ing)|hand(?:ing)?|feed(?:ing)?"
        r"|hav(?:e|ing)"
        r"|greet(?:ing)?|thank(?:ing)?|prais(?:e|ing)|invit(?:e|ing)|expos(?:e|ing)"
        r"|read(?:ing)? to|sing(?:ing)? to"
        r"|play(?:ing)? [\w ]{2,30} to)\s+(?:the |our |my |your |their |new )?", re.I),
    "pt": re.compile(
        r"\b(?:deixar|fazer|pedir (?:para|pra|a|ao|aos|às)|liberar|ensinar|avisar|permitir que"
        r"|obrigar|mandar"
        r"|ajudar|treinar|lembrar|premiar|incentivar|pagar|cobrar d[oae]s?|cumprimentar|elogiar"
        r"|convidar|agradecer|ligar para|contatar"
        r"|alimentar|dar [\w ]{2,30} (?:para|pra|a|ao|aos|às|pros|pras)|ler (?:para|pra)"
        r"|cantar (?:para|pra)"
        r"|[\w ]{2,30} (?:pra|para|pros|pras))\s+(?:os? |as? |uma? )?", re.I),
}  # fmt: skip


def _recipient(claim: Claim, language: Language) -> str | None:
    """To whom an act is done: `letting nurses choose their own shifts`."""
    if claim.exposure is None:
        return None
    for lead in _LETS[language].finditer(claim.exposure.text):
        phrase = _phrase(tagged(claim.exposure.text[lead.end() :], language), language)
        if phrase and _is_kind(phrase, language, _LIVING):
            return phrase
    return None


def named_in(words: str, unit: str, language: Language) -> str:
    """What words name of the kind of a unit, in the author's own form: `paciente`; or none."""
    kind = kind_of(unit, language)
    marked = tagged(words, language)
    for at, word in enumerate(marked):
        phrase = _phrase(marked[at:], language) if word.tag.startswith("N") else ""
        found = kind_of(phrase, language) if phrase else None
        if found is not None and kind is not None and found.name == kind.name:
            return _noun(phrase, language)
    return ""


# What is treated bears the outcome: `putting the tomatoes in bigger pots`, `adubar o café`.
_BEARERS = frozenset("crop plant livestock soil building vehicle pet".split())


def _treated(claim: Claim, language: Language, source: str) -> str | None:
    """The thing or animal to which an act is done."""
    if claim.exposure is None or claim.design == "qualitative":
        return None
    words = _tagged_there(claim.exposure.text, source, language)
    act = ("VG",) if language == "en" else ("VI",)
    if len(words) < _ACT_AND_OBJECT or not words[0].tag.startswith(act):
        return None
    phrase = _phrase(words[1:], language)
    if not phrase:
        return None
    last = next(word for word in words if word.text == phrase.split()[-1])
    behind = next((word.tag for word in words if word.start >= last.end), "ADP")
    if behind.startswith(("V0", "V3", "J")) and language == "en":
        return None  # `field | margins unmown`
    noun = _noun(phrase, language) if language == "pt" else phrase
    return noun if _is_kind(noun, language, _BEARERS) else None


_ACT_AND_OBJECT = 2  # words

_MODIFIERS = re.compile(r"\s(?:in|at|with|without|from|who|that|which|under|over|near"
                        r"|em|no|na|nos|nas|com|sem|que|sob|perto)\s", re.I)  # fmt: skip


def _of_comparator(claim: Claim, language: Language) -> str | None:
    """The kind that the comparison names again: `than people who run alone`."""
    if claim.comparator is None:
        return None
    text = claim.comparator.text
    modifier = _MODIFIERS.search(text)
    if modifier is None:
        return None
    head = _phrase(tagged(text[: modifier.start()], language), language)
    if language == "pt":
        head = head.split(" ")[0]
    return head if _is_kind(head, language) and not _EMPTY & set(tokens(head)) else None


_EMPTY = frozenset(
    "those ones one that others quem aquele aqueles aquela aquelas os as o a".split()
)


def _of_exposure(claim: Claim, language: Language, source: str) -> str | None:
    """The kind of which the exposure is one: `rental bikes parked at metro stations`.

    It is one of a kind where the outcome is said of it, or where the comparator is another one.
    """
    if claim.exposure is None or claim.design not in _CONTRASTS:
        return None
    text = claim.exposure.text
    words = _tagged_there(text, source, language)
    if not words or not words[0].tag.startswith(("N", "J", "D", "VN")):
        return None
    head = _phrase(words, language)
    if head and _is_another(claim, head, language):
        noun = _noun(head, language)
        return noun if kind_of(noun, language) or not kind_of(head, language) else head
    if not head or not _is_kind(head, language) or not _is_subject(claim, source):
        return None
    described = bool(text[len(head) :].strip()) if text.startswith(head) else True
    return head if described and language == "en" else _noun(head, language)


def _tagged_there(text: str, source: str, language: Language) -> list[Token]:
    """A phrase's words as its sentence has them: `buses` alone may be a verb."""
    at = source.lower().find(text.lower())
    if at < 0:
        return list(tagged(text, language))
    return [word for word in tagged(source, language) if at <= word.start < at + len(text)]


_CONTRASTS = ("comparative", "equivalence", "non_inferiority")
_ONES: dict[Language, re.Pattern[str]] = {
    "en": re.compile(r"\b(?:ones?|those)\b", re.I),
    "pt": re.compile(r"^(?:(?:[oa]s?|aquel[ea]s?) )?(?:de|do|da|dos|das|com|sem|que) ", re.I),
}


def _is_another(claim: Claim, head: str, language: Language) -> bool:
    """Whether the comparator is one of the same: `a German one`, `pine wood` for `birch wood`."""
    if claim.comparator is None:
        return False
    text = claim.comparator.text
    if _ONES[language].search(text):
        return True
    noun = tokens(_noun(head, language))
    return bool(noun) and noun[-1] in tokens(text)


def _noun(head: str, language: Language) -> str:
    """A noun phrase's noun, without what makes the difference."""
    parts = head.split()
    return parts[-1] if language == "en" else parts[0]


def _is_subject(claim: Claim, source: str) -> bool:
    """Whether the outcome is said of the exposure: nothing but small words stand between."""
    if claim.exposure is None or claim.outcome is None:
        return False
    start = source.find(claim.exposure.text)
    at = source.find(claim.outcome.text)
    between = source[start + len(claim.exposure.text) : at] if 0 <= start < at else None
    return between is not None and len(tokens(between)) <= _LONGEST_AUXILIARY


_LONGEST_AUXILIARY = 2  # words: `also more`


def _is_kind(words: str, language: Language, classes: frozenset[str] | None = None) -> bool:
    kind = kind_of(words, language)
    return kind is not None and (classes is None or bool(kind.classes & classes))
