"""A noun phrase in the singular and in the plural."""

from __future__ import annotations

import re

from config.text.lazy_regex import lazy_regex
from hypotheses.analyst.proposals.stems import fold
from hypotheses.analyst.syntax.parser import begins_with_name
from hypotheses.domain.types import Language

_LEAD: dict[Language, re.Pattern[str]] = {
    "en": lazy_regex(
        r"^(?:(?:the|a|an|my|our|your|his|her|their|these|those|some|most|all|many|few|every|each"
        r"|any|other|more|fewer)\s+)+", re.I),
    "pt": lazy_regex(
        r"^(?:(?:os?|as?|uma?|uns|umas|meus?|minhas?|nossos?|nossas?|seus?|suas?|estes?|estas?"
        r"|esses?|essas?"
        r"|alguns|algumas|muit[oa]s?|tod[oa]s?|outr[oa]s?|mais|menos|cada|qualquer)\s+)+", re.I),
}  # fmt: skip
_BEHIND: dict[Language, frozenset[str]] = {
    "en": frozenset(
        """of in at on with without from who that which for to over under about by than after before
        between during per aged whose when where as""".split()
    ),
    "pt": frozenset(
        """de do da dos das em no na nos nas com sem que para pra por pelo pela entre sobre sob ao
        aos acima abaixo onde quando""".split()
    ),
}
_IRREGULAR = {
    "people": "person", "children": "child", "men": "man", "women": "woman", "mice": "mouse",
    "feet": "foot", "teeth": "tooth", "geese": "goose", "lice": "louse", "wolves": "wolf",
    "loaves": "loaf", "knives": "knife", "wives": "wife", "lives": "life", "leaves": "leaf",
    "calves": "calf", "shelves": "shelf", "thieves": "thief", "fishermen": "fisherman",
    "schoolchildren": "schoolchild", "salespeople": "salesperson", "grandchildren": "grandchild",
    "policemen": "policeman", "freshmen": "freshman", "potatoes": "potato", "tomatoes": "tomato",
    "heroes": "hero", "mosquitoes": "mosquito", "movies": "movie", "cookies": "cookie",
    "newbies": "newbie", "calories": "calorie", "brownies": "brownie", "smoothies": "smoothie",
    "rookies": "rookie", "zombies": "zombie", "selfies": "selfie", "veggies": "veggie",
    "buses": "bus", "viruses": "virus", "bonuses": "bonus", "crises": "crisis",
    "theses": "thesis", "analyses": "analysis",
}  # fmt: skip
_PLURALS = {one: many for many, one in _IRREGULAR.items()}
# Words without a plural or singular: mass nouns, whose verb is singular, and others.
_MASSES = frozenset(
    """rice corn wheat soil coffee gado soja milho arroz cafe
    water milk oil bread wood meat dough sugar flour paper glass wine beer butter cheese honey sand
    agua leite azeite carne massa acucar farinha madeira papel vidro vinho cerveja manteiga queijo
    mel areia roupa""".split()
)
_UNCHANGED = _MASSES | frozenset(
    """cattle youth elderly staff sheep deer fish police cast squid
    onibus lapis tenis elenco""".split()
)
_MANY_IN_ONE: dict[Language, dict[str, tuple[str, str]]] = {
    "en": dict.fromkeys(("folks", "folk", "everyone", "everybody"), ("person", "people")),
    "pt": {
        **dict.fromkeys(("gente", "pessoal", "povo", "galera"), ("pessoa", "pessoas")),
        **dict.fromkeys(("criançada", "molecada", "garotada"), ("criança", "crianças")),
        **dict.fromkeys(("freguesia", "clientela"), ("cliente", "clientes")),
        "pais": ("", "pais"),
    },
}


_NOT_ONES = lazy_regex(r"^(?:não|non)\s", re.I)  # `não fumantes`


def is_plural(words: str, language: Language) -> bool:
    """Whether the head of a noun phrase is a plural."""
    words = _NOT_ONES.sub("", words, count=1)
    parts, head = _parts(words, language)
    if head is None:
        return False
    word = fold(parts[head])
    if language == "en":
        return _ends_as_plural(word) or word in _IRREGULAR
    single = re.search(r"[êéáóúíâô]s$", parts[head].lower())  # `freguês`
    return word.endswith("s") and not single and word not in _UNCHANGED and len(word) > 3


def _ends_as_plural(word: str) -> bool:
    """Whether an English word ends as a plural does: not `grass`, `virus`, `basis`, `physics`."""
    return word.endswith("s") and not word.endswith(("ss", "us", "is", "ics"))


def is_mass(words: str, language: Language) -> bool:
    """Whether a noun phrase names a mass, not a countable thing: `rice`."""
    parts, head = _parts(words, language)
    return head is not None and fold(parts[head]) in _MASSES


def singular(words: str, language: Language) -> str:
    """The singular of a noun phrase without its article, each of two groups in turn: `nurse or
    porter`; empty where its form is unknown."""
    both = words.split(" and " if language == "en" else " e ")
    if len(both) == 2 and all(is_plural(each, language) for each in both):
        joint = " or " if language == "en" else " ou "
        each_one = [singular(each, language) for each in both]
        return joint.join(each_one) if all(each_one) else ""
    if (denied := _NOT_ONES.match(words)) is not None:
        one = singular(words[denied.end() :], language)
        return f"{denied[0]}{one}" if one else ""
    parts, head = _parts(words, language)
    if head is None:
        return ""
    if parts[head] in _MANY_IN_ONE[language]:
        return _MANY_IN_ONE[language][parts[head]][0]
    if not is_plural(words, language):
        unclear = _is_vague(parts[head]) or fold(parts[head]) in _UNCHANGED
        return "" if unclear else " ".join(parts)
    if language == "en":
        return " ".join((*parts[:head], _one_en(parts[head]), *parts[head + 1 :]))
    behind = _end(parts, language)
    made = [_one_pt(word) if at < behind else word for at, word in enumerate(parts)]
    return " ".join(made)


def plural(words: str, language: Language) -> str:
    """The plural of a noun phrase; empty where only the author's singular is possible."""
    parts, head = _parts(words, language)
    if head is None or _is_vague(parts[head]):
        return ""
    if parts[head] in _MANY_IN_ONE[language]:
        return _MANY_IN_ONE[language][parts[head]][1]
    if is_plural(words, language) or _is_unchanged(parts[head], language):
        return " ".join(parts)
    if language == "en":
        return " ".join((*parts[:head], _many_en(parts[head]), *parts[head + 1 :]))
    behind = _end(parts, language)
    return " ".join(_many_pt(word) if at < behind else word for at, word in enumerate(parts))


def _is_unchanged(word: str, language: Language) -> bool:
    """Whether one and many are the same word: `sheep`, `comics`."""
    return fold(word) in _UNCHANGED or (language == "en" and word.lower().endswith("ics"))


def _is_vague(word: str) -> bool:
    """Pronouns and names of no particular kind: `we`, `those`, `quem`, `x`."""
    return len(word) < 3 or fold(word) in _PRONOUNS


_PRONOUNS = frozenset(
    """one you they them those these everyone everybody anyone someone whoever ones quem ele ela
    eles
    elas voce voces todos todo mundo isso isto aquele aquela aqueles aquelas nos who""".split()
)


def _parts(words: str, language: Language) -> tuple[list[str], int | None]:
    """The words without those that introduce them, and the position of the head among them."""
    flat = " ".join(words.split()).strip(" .,;:?!")
    flat = re.sub(r"['’]s?$", "", flat)
    bare = _LEAD[language].sub("", re.sub(r"^\d+\s+", "", flat))
    parts = bare.split()
    if not parts or "," in flat or not re.search(r"[^\W\d_]", parts[0]):
        return [], None
    # A name or an acronym keeps its capital.
    if parts[0][1:].islower() and not begins_with_name(" ".join(parts), language):
        parts[0] = parts[0][0].lower() + parts[0][1:]
    if language == "pt":
        return parts, 0
    return parts, _end(parts, language) - 1


def _end(parts: list[str], language: Language) -> int:
    """The position where the words after the head begin, or in Portuguese its adjectives."""
    for at, word in enumerate(parts):
        follows = fold(word) in _BEHIND[language]
        ends = word.endswith("ed") or (word.endswith("ing") and at + 1 < len(parts))
        participle = language == "en" and ends  # `drivers killed`, `sheep grazing there`
        if at and (follows or (participle and _ends_as_plural(fold(parts[at - 1])))):
            return at
    return len(parts)


def _one_en(word: str) -> str:
    low = word.lower()
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low.endswith("ies") and len(low) > 4:
        return word[:-3] + "y"
    if re.search(r"(?:ss|x|zz|ch|sh)es$", low):
        return word[:-2]
    return word[:-1] if low.endswith("s") else word


def _many_en(word: str) -> str:
    low = word.lower()
    if low in _PLURALS:
        return _PLURALS[low]
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + ("es" if re.search(r"(?:s|x|z|ch|sh)$", low) else "s")


_ONE_PT = (
    ("ões", "ão"), ("ães", "ão"), ("ais", "al"), ("éis", "el"), ("eis", "el"), ("óis", "ol"),
    ("uis", "ul"), ("ns", "m"), ("oes", "ao"),
)  # fmt: skip
_ONE_PT_IRREGULAR = {
    "países": "país", "meses": "mês", "franceses": "francês", "ingleses": "inglês",
    "portugueses": "português", "japoneses": "japonês", "mais": "mais", "menos": "menos",
    "deuses": "deus", "fregueses": "freguês", "holandeses": "holandês", "dinamarqueses":
    "dinamarquês",
    "depois": "depois", "pais": "pais", "fósseis": "fóssil", "répteis": "réptil", "civis":
    "civil", "juvenis": "juvenil",
    "infantis": "infantil", "ágeis": "ágil", "difíceis": "difícil", "fáceis": "fácil",
    "úteis": "útil", "jovens": "jovem", "anos": "ano", "tais": "tal",
}  # fmt: skip


def _one_pt(word: str) -> str:
    low = word.lower()
    if low in _ONE_PT_IRREGULAR:
        return _ONE_PT_IRREGULAR[low]
    if fold(low) in _UNCHANGED:
        return word
    for ending, one in _ONE_PT:
        if low.endswith(ending):
            return word[: -len(ending)] + one
    if low in _WITH_E:
        return word[:-1]
    if re.search(r"[aeiouáéíóúâêô][rz]es$", low):
        return word[:-2]
    if re.fullmatch(r"[a-zç]{2,}eses", low):  # `camponeses`, but `hipóteses`
        return f"{word[:-4]}ês"
    return word[:-1] if low.endswith("s") and not low.endswith("ss") else word


# Words in -res and -ses whose singular keeps its -e.
_WITH_E = frozenset("árvores hectares softwares hardwares escores teses bronzes".split())

_MANY_PT = {
    "irmão": "irmãos", "mão": "mãos", "cidadão": "cidadãos", "cristão": "cristãos", "grão": "grãos",
    "órgão": "órgãos", "órfão": "órfãos", "pão": "pães", "cão": "cães", "alemão": "alemães",
    "capitão": "capitães", "fóssil": "fósseis", "réptil": "répteis", "fácil": "fáceis",
    "difícil": "difíceis", "ágil": "ágeis", "útil": "úteis",
}  # fmt: skip


def _many_pt(word: str) -> str:
    low = word.lower()
    if low in _MANY_PT:
        return _MANY_PT[low]
    if fold(low) in _UNCHANGED or fold(low) in ("mais", "menos") or low.endswith("s"):
        return word
    for ending, many in (("ão", "ões"), ("al", "ais"), ("el", "éis"), ("ol", "óis"), ("ul", "uis"),
                         ("m", "ns"), ("il", "is")):  # fmt: skip
        if low.endswith(ending):
            return word[: -len(ending)] + many
    return word + ("es" if low.endswith(("r", "z")) else "s")
