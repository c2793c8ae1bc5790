"""The words by which an author announces a claim or an aim: `Thus, our hypothesis is that`, `The
purpose of this study was to determine if`. What stands behind them is what is studied."""

from __future__ import annotations

import re

_LINK = (
    r"(?:(?:thus|therefore|hence|so|ultimately|finally|portanto|assim|logo)\s|[^.?!:;,]{1,60},\s)?"
)
_HYPOTHESIS_EN = (
    r"(?:hypothesis|hypotheses|prediction|expectation|assumption|hunch|guess|suspicion|theory|idea)"
)
_HYPOTHESIS_PT = (
    r"(?:hipótese|hipotese|suposição|expectativa|aposta|suspeita|ideia|teoria|pressuposto)"
)
_ANNOUNCED = (
    rf"(?:my|our|the|a|one)\s(?:[\w-]{{1,20}}\s){{0,2}}{_HYPOTHESIS_EN}\s(?:is|was|here is)\sthat\s"
    rf"|(?:(?:partimos|parto|trabalhamos|trabalho|levanto|levantei|levantamos|temos|tenho|testamos"
    rf"|testo|formulamos|defendemos)\s(?:com\s|d)?)?(?:[ao]s?\s|uma?\s)?(?:minha\s|nossa\s)?"
    rf"(?:[\w-]{{1,20}}\s){{0,2}}?{_HYPOTHESIS_PT}\s(?:(?:é|e|era|foi)\s)?(?:a\s)?(?:de\s)?que,?\s"
    rf"|(?:{_HYPOTHESIS_EN}|{_HYPOTHESIS_PT}|research question|rq|h|pergunta(?: de pesquisa)?"
    rf"|thesis idea)\s?\d{{0,2}}[a-z]?\s?:\s{{1,3}}"
)
_STUDY_EN = (
    r"(?:study|experiment|research|paper|thesis|dissertation|project|work|investigation|analysis"
    r"|survey|trial)"
)
_STUDY_PT = (
    r"(?:estudo|pesquisa|trabalho|dissertação|tese|projeto|tcc|artigo|experimento|análise|monografia"
    r"|investigação)"
)
_AIM_EN = r"(?:purpose|aim|goal|objective|scope|intention)"
_AIM_PT = r"(?:objetivo|propósito|finalidade|meta|escopo|intuito)"
_LOOK_EN = (
    r"(?:[\w-]{1,20}ly\s)?(?:determine|examine|investigate|study|explore|analy[sz]e|assess|evaluate"
    r"|test|check|verify|see|find out|learn|know|look (?:at|into)|understand)\s"
)
_LOOK_PT = (
    r"(?:verificar|investigar|analisar|estudar|avaliar|determinar|examinar|explorar|testar"
    r"|descobrir|observar|saber|entender|compreender)\s(?:[\w-]{1,20}mente\s)?"
)
_AIMED = (
    rf"(?:the|our|my)\s(?:[\w-]{{1,20}}\s)?{_AIM_EN}\s(?:of\s(?:[\w-]{{1,20}}\s){{1,4}})?"
    rf"(?:is|was)\sto\s{_LOOK_EN}"
    rf"|(?:this|our|my|the)\s(?:[\w-]{{1,20}}\s)?{_STUDY_EN}\s"
    rf"(?:aims|aimed|seeks|sought|intends|intended|attempts|attempted|is designed|was designed)"
    rf"\sto\s{_LOOK_EN}"
    rf"|(?:an?\s(?:[\w-]{{1,20}}\s){{1,4}}(?:wants|wished|wishes|wanted)"
    rf"|(?:i|we)\s(?:want|wanted|aim|aimed|plan|planned|intend|intended|seek|sought))\sto\s{_LOOK_EN}"
    rf"(?=(?:whether|if|how|what|which|the|an?)\s)"
    rf"|(?:[^.?!:;]{{1,80}}?\s)?(?:set up|conducted|carried out|performed|designed)\s"
    rf"(?:in order\s)?to\s{_LOOK_EN}"
    rf"|(?:this|our|my|the)\s(?:[\w-]{{1,20}}\s)?{_STUDY_EN}\s(?:examines|investigates|explores"
    rf"|studies|tests|asks|analy[sz]es|assesses|looks at)\s(?=(?:whether|if|how|the)\s)"
    rf"|(?:i|we)\s(?:examined?|investigated?|explored?|tested|asked|analy[sz]ed|assessed)\s"
    rf"(?=(?:whether|if|how)\s)"
    rf"|(?:i|we)\s(?:am|are|was|were)\s(?:interested in|curious (?:about|to see|to know|as to)"
    rf"|curious|wondering)\s(?=(?:whether|if|how)\s)"
    rf"|(?:the|our|my)\s(?:[\w-]{{1,20}}\s)?(?:research\s)?question\s(?:is|was)\s"
    rf"(?=(?:whether|if|how)\s)"
    rf"|[oa]\s(?:presente\s)?{_AIM_PT}\s(?:[\w-]{{1,20}}\s)?"
    rf"(?:d(?:est[ea]|ess[ea]|[oa])\s(?:[\w-]{{1,20}}\s){{1,3}}?)?"
    rf"(?:é|foi|era)\s(?:[oa]\sde\s)?{_LOOK_PT}"
    rf"|(?:(?:est[ea]|[oa]\spresente|[oa]|noss[oa]|meu|minha)\s{_STUDY_PT}\s)?"
    rf"(?:tem|teve|tinha)\s(?:como|por)\s{_AIM_PT}s?\s(?:principal\s|geral\s|central\s)?{_LOOK_PT}"
    rf"|(?:est[ea]|[oa]\spresente|[oa]|noss[oa]|meu|minha)\s{_STUDY_PT}\s"
    rf"(?:busca|visa|pretende|procura|objetiva|quer|foca em)\s{_LOOK_PT}"
    rf"|(?:[^.?!:;]{{1,80}}?\s)?com\so\s{_AIM_PT}\sde\s{_LOOK_PT}"
    rf"|(?:busca|deseja|pretende|procura|quer|objetivou)-se\s(?:com\s[\w-]{{1,20}}\s[\w-]{{1,20}}\s)?"
    rf"{_LOOK_PT}"
    rf"|uma?\s(?:[\w-]{{1,20}}\s){{1,4}}(?:deseja|quer|pretende)\s{_LOOK_PT}"
    rf"|(?:est[ea]|[oa]\spresente)\s{_STUDY_PT}\s(?:investiga|analisa|estuda|avalia|examina|verifica"
    rf"|explora)\s(?=(?:se|como|[oa]s?)\s)"
)
_WHETHER = r"(?:(?:whether|if)(?:\sor\snot|\sand\show)?\s|se\s(?:e\scomo\s)?)?"
_PREAMBLE = re.compile(rf"\s{{0,9}}{_LINK}(?:{_ANNOUNCED}|(?:{_AIMED}){_WHETHER})", re.I)


# A second question tells by its opening that it is one: `whether A helps, and whether B does`.
_FURTHER = re.compile(r"\b(?:and|or|e|ou)\s{1,3}(?:whether|if|se)\s", re.I)


def announcement(text: str) -> int:
    """How many characters of a text only announce what it claims or studies; 0 where none do, and
    where several questions are announced at once."""
    found = _PREAMBLE.match(text)
    if found is None or not text[found.end() :].strip() or _FURTHER.search(text, found.end()):
        return 0
    return found.end()


def without_announcement(text: str) -> str:
    """A text with blanks for what only announces it, so that each word keeps its place."""
    first = announcement(text)
    return " " * first + text[first:]
