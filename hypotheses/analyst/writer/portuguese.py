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
    "idão",
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
"""Feminine nouns whose ending suggests that they are masculine."""
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
    """`em` + `o número` -> `no número`; words that do not contract stay separate: `em alunos`.

    A preposition of two words contracts with its last: `quanto a` + `a taxa` -> `quanto à taxa`.
    """
    first, space, rest = phrase.partition(" ")
    small = first.lower()
    *lead, last = preposition.split()
    fused = _FUSED.get(last, {}).get(small) if rest else None
    fused = fused or _demonstrative(last, small)
    return " ".join([*lead, f"{fused}{space}{rest}" if fused else f"{last} {phrase}"])


def parted(phrase: str) -> str:
    """A phrase without the preposition that is contracted with its article: `do livro` -> `o
    livro`."""
    first, space, rest = phrase.partition(" ")
    for articles in _FUSED.values():
        for article, fused in articles.items():
            if first.lower() == fused:
                return f"{article}{space}{rest}"
    return phrase


_TELLING = 4  # letters of an ending without exceptions: `-idão`, `-dade`, `-mento`


def told_gender(noun: str) -> Gender | None:
    """The gender of a noun whose ending is unambiguous."""
    for endings, gender in ((_FEMININE, "f"), (_MASCULINE, "m")):
        if noun.lower().endswith(tuple(e for e in endings if len(e) >= _TELLING)):
            return gender  # type: ignore[return-value]
    return None


def ending_gender(noun: str) -> Gender | None:
    """The gender suggested by a singular noun's ending, the longest ending first."""
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
    """A participle or adjective in -o, in agreement with its noun: `medid` -> `medidas`."""
    return stem + ("o" if gender == "m" else "a") + ("s" if plural else "")


# Verbs of everyday claims that the rules of `finite` and `indicative` do not cover.
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
    "leia": "lê", "leiam": "leem", "saiba": "sabe", "saibam": "sabem", "queira": "quer",
    "queiram": "querem", "ouça": "ouve", "ouçam": "ouvem", "peça": "pede", "peçam": "pedem",
    "meça": "mede", "meçam": "medem", "sinta": "sente", "sintam": "sentem", "prefira": "prefere",
    "prefiram": "preferem", "sirva": "serve", "sirvam": "servem", "siga": "segue",
    "sigam": "seguem", "consiga": "consegue", "consigam": "conseguem", "vista": "veste",
    "minta": "mente", "mintam": "mentem", "repita": "repete", "repitam": "repetem",
    "reflita": "reflete", "reflitam": "refletem", "invista": "investe", "invistam": "investem",
    "sugira": "sugere", "sugiram": "sugerem", "interfira": "interfere",
    "interfiram": "interferem", "saia": "sai", "saiam": "saem", "atraia": "atrai",
    "atraiam": "atraem", "veja": "vê", "vejam": "veem", "ponha": "põe", "ponham": "põem",
    "mantenha": "mantém", "mantenham": "mantêm", "obtenha": "obtém", "obtenham": "obtêm",
    "pareça": "parece", "produza": "produz", "produzam": "produzem", "cubra": "cobre",
    "cubram": "cobrem", "descubra": "descobre", "descubram": "descobrem", "fuja": "foge",
    "fujam": "fogem", "consuma": "consome", "consumam": "consomem", "suma": "some",
    "sumam": "somem", "construa": "constrói", "construam": "constroem", "destrua": "destrói",
    "destruam": "destroem", "valha": "vale", "valham": "valem", "caiba": "cabe",
    "caibam": "cabem", "previna": "previne", "previnam": "previnem", "agrida": "agride",
    "estreite": "estreita",
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


# Common verbs by their stems: their subjunctive has the vowel of the other conjugation.
_IN_AR = frozenset(
    """abandon acab acalm aceit aceler acert acess ach acompanh acord acostum acredit acrescent adi
    adicion adivinh adot afet afirm afog agend agrav ajud alarg aliment alivi almoç along
    alter alug amament amass analis ancor and anot antecip anunci apag aplic apont aposent
    apresent apress aprov aproxim arranh arredond arrum assin associ aterriss atrapalh atras
    atravess aument auxili avali avis baix banh batiz bot brig brinc brot busc buzin calcul
    calibr caminh cancel cant cantarol capt carreg castig castr caus caç cerc cham cheg chor
    cicl coloc comemor coment começ compar comport compr confi confirm congel conquist
    consert cont continu contrari convers copi correlacion cort cozinh crav cri cruz cuid
    cultiv cumpriment cur cust danç declar dedic deit deix deleg demonstr demor derrub desab
    desat descans descont desempenh desenh deslig despert detect determin dificult digit
    divulg dobr document dren elev elimin embarc emprest encar encerr encontr encost encurt
    ensai ensin entr entreg envergonh err escal escap escov escut esfri espalh especul esper
    est estacion estim estimul estud evit exacerb examin expir explic explor facilit fal
    falt fech fic film form fracass fre frequent fum fur ganh gast generaliz ger gerenci
    gost grav grit grud guard gui identific imagin impact incomod indic influenci inform
    inici instal interess investig irrig jant jog julg junt justific larg lav lembr lev
    levant liber lig limit limp machuc mand manifest marc mastig mat medi melhor migr mistur
    mitig moder mol molh monitor mont mor mostr motiv mud multiplic nad neg negoci normaliz
    obrig observ ocup olh oper pag particip pass pedal peg pendur pens perdo pergunt pes
    pesc pesquis pint pior planej plant pontu post poup precis prejudic prepar priv procur
    program prolong provoc public pul pux quantific quantiz queim rasp reajust reapresent
    reaproveit reclam recus redesenh refator reforç registr regul relacion relat renome
    renov repint report reprov reserv respeit respir result retard revel revir revis rez
    risc rod roç sacrific salg saliv saltit sangr segur seme sent separ silenci simul solt
    sosseg suborn super tamp tap tax termin test tir toc tom torn trabalh transform trat
    trav trein tribut troc ultrapass us valid vari verific ving vir visit vo volt
    vot xing""".split()
)
_IN_ER_OR_IR = frozenset(
    """aborrec abr absorv acend acolh acontec acresc acud adoec adormec adquir aflig agred
    amadurec amanhec amortec anoitec aparec apodrec apreend aprend aquec arrefec arremet
    arrepend assist assum atend ating atribu bat beb bend cab ced coincid colh com combat
    comet compet compreend comprim conced conclu concorr conduz confer confund conhec
    constitu constru consum contribu convalesc conviv corr correspond corrig corro cos cresc
    cumpr decid decorr decresc deduz defend defin demit depend derret desaparec desc descobr
    descrev desenvolv desfalec desist desmerec destru desvanec dev devolv difer dilu diminu
    dirig discut distingu distribu divert divid dorm eleg emagrec embrutec emit empobrec
    encolh endurec enfraquec engrandec enlouquec enobrec enrijec enriquec entend entorpec
    entristec entup envelhec envolv esclarec escolh escond escorr escrev esprem esquec
    estabelec estend estremec evolu exced exclu exerc exib exig exist expand expel explod
    exprim extingu favorec fer florec floresc flu fornec fortalec fund garant inclu incorr
    induz infer inflig influ inger inib inscrev insist instru interag interromp introduz
    invad invest mant mex mord morr mov nasc obedec obt ocorr ofend oferec omit oprim ouv
    padec parec part perceb percorr perd permanec permit persist pertenc preench prefer
    prend prescrev presum prevalec preven produz progred proib promet promov prosseg proteg
    prov pun reag reaprend receb recolh recorr reduz refer reflet reg rejuvenesc remet
    renasc repet reproduz resid resist resolv respond restitu restring resum retribu reun
    romp segu sent serv sobreviv sofr sorr sub submet substitu suced suger sum supr surg
    suspend tem tend torc toss traduz transcend transfer transmit trem un venc vend vert
    vest viv volv""".split()
)


def is_subjunctive(verb: str) -> bool:
    """Whether a third person is the subjunctive of a common verb: `aumente`, `reduza`."""
    if verb in _INDICATIVE:
        return True
    form = verb.removesuffix("m")
    root = form[:-1]
    if form.endswith("e"):
        root = root[:-2] + "c" if root.endswith("qu") else root.removesuffix("u") if (
            root.endswith("gu")) else root[:-1] + "ç" if root.endswith("c") else root  # fmt: skip
        return root in _IN_AR and root not in _IN_ER_OR_IR
    if form.endswith("a") and root:
        root = root[:-1] + {"ç": "c", "j": "g"}.get(root[-1], root[-1])
        return root in _IN_ER_OR_IR and root not in _IN_AR
    return False


def indicative(subjunctive: str) -> str:
    """The indicative of a verb given in the third person of the subjunctive: `aumente` ->
    `aumenta`."""
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
            else f"{stem[:-1]}ç"
            if stem.endswith("c")  # `comece` -> `começa`
            else stem
        )
    else:  # `cresça` -> `cresce`, `exija` -> `exige`
        stem = stem[:-1] + {"ç": "c", "j": "g"}.get(stem[-1], stem[-1])
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
    """The infinitive of a past: `trocamos` -> `trocar`, `passou` -> `passar`; empty for a form that
    is no past."""
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
    """The singular of a verb in the third person plural; empty for a form that is not one."""
    if verb in _SINGULARS:
        return _SINGULARS[verb]
    for ending, one in (*_PAST_ENDINGS, ("zem", "z")):
        if verb.endswith(ending):
            return verb[: -len(ending)] + one
    return verb[:-1] if verb.endswith(("am", "em")) else ""
