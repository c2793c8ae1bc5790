"""A pre-registration under the headings of the OSF's template; a heading without content says so.

The headings are those of "OSF Preregistration" (version 3) for which there is a source here. They
are in the language of the hypothesis, as its words are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from config.text.validation import escaped

TEMPLATE = "OSF Preregistration"
MAX_TITLE = 200
# A section, and its headings.
SECTIONS = {
    "study_information": ("title", "description", "hypotheses"),
    "design_plan": ("study_design",),
    "sampling_plan": ("existing_data", "data_collection", "sample_size"),
    "variables": ("manipulated", "measured"),
    "analysis_plan": ("statistical_models", "inference_criteria"),
    "other": ("other",),
}
# The texts of the plan and the version's elements under each heading.
_PLAN = {
    "hypotheses": "hypotheses",
    "study_design": "design",
    "existing_data": "existing_data",
    "data_collection": "sampling",
    "sample_size": "sample_size",
    "manipulated": "manipulated",
    "measured": "measured",
    "statistical_models": "analysis",
    "inference_criteria": "inference",
}
_ELEMENTS = {
    "hypotheses": ("claim", "qualifier"),
    "study_design": ("comparator", "approach"),
    "data_collection": ("population", "bound", "window"),
    "manipulated": ("independent_variable",),
    "measured": ("dependent_variable", "metric"),
    "inference_criteria": ("margin",),
}


@dataclass(frozen=True, slots=True)
class OsfItem:
    """A heading and its paragraphs; without any it reads "not stated"."""

    key: str
    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OsfSection:
    """A section of the template."""

    key: str
    title: str
    items: tuple[OsfItem, ...]


def words(content: Mapping[str, Any]) -> dict[str, str]:
    """The fixed texts of the export, in the hypothesis's language."""
    return WORDS["pt" if content["hypothesis"]["language"] == "pt" else "en"]


def sections(content: Mapping[str, Any]) -> list[OsfSection]:
    """The template, filled with the frozen content only."""
    titles = HEADINGS["pt" if content["hypothesis"]["language"] == "pt" else "en"]
    return [
        OsfSection(
            key,
            titles[key],
            tuple(OsfItem(k, titles[k], tuple(_paragraphs(k, content))) for k in keys),
        )
        for key, keys in SECTIONS.items()
    ]


def _paragraphs(key: str, content: Mapping[str, Any]) -> Iterator[str]:
    if key == "title":
        yield _title(content["hypothesis"]["idea"])
    elif key == "description":
        yield content["version"]["question"]
    elif key == "other":
        yield from _other(content)
    else:
        if plan_text := content["plan"].get(_PLAN[key]):
            yield plan_text
        if key == "study_design":
            yield from _design(content)
        yield from _elements(key, content)
        if key == "hypotheses":
            yield from _statements(content)


def _title(idea: str) -> str:
    """The idea on one line, cut between words."""
    line = " ".join(idea.split())
    if len(line) <= MAX_TITLE:
        return line
    return (line[: MAX_TITLE - 1].rpartition(" ")[0] or line[: MAX_TITLE - 1]) + "…"


def _elements(key: str, content: Mapping[str, Any]) -> Iterator[str]:
    labels = words(content)
    for element in content["version"]["elements"]:
        if element["kind"] in _ELEMENTS.get(key, ()):
            name = labels.get(element["kind"], element["kind"])
            yield f"{name}: {element['text']} ({labels['origin:' + element['origin']]})"
            if element["kind"] == "independent_variable" and "manipulated" not in content["plan"]:
                yield labels["unsaid"]


def _design(content: Mapping[str, Any]) -> Iterator[str]:
    """What the claim's frame says of the design; the first format had no frame."""
    labels, version = words(content), content["version"]
    for name, silent in (("design", "unknown"), ("direction", "unspecified")):
        if version.get(name, silent) != silent:
            yield f"{labels[name]}: {labels[f'{name}:{version[name]}']} ({labels['worded']})"


def _statements(content: Mapping[str, Any]) -> Iterator[str]:
    labels = words(content)
    for note in content["version"]["statements"]:
        name = labels[f"statement:{note['kind']}"]
        text = note["text"].removeprefix(f"{name}: ")  # earlier releases put it into the text
        yield f"{name}: {text} ({labels['worded']})"


def _other(content: Mapping[str, Any]) -> Iterator[str]:
    labels, decision = words(content), content["decision"]
    if content["note"]:
        yield content["note"]
    source, after = labels["source:" + decision["source"]], labels["outcome:" + decision["after"]]
    yield f"{labels['decision']}: {after} ({source}). {decision['reason']}"
    for element in content["assumptions"]:
        yield f"{labels['assumption']}: {element['text']}"
    for gap in content["open_gaps"]:
        yield f"{labels['gap:' + gap['state']]}: {gap['gap']}"


HEADINGS: dict[str, dict[str, str]] = {
    "en": {
        "study_information": "Study Information",
        "title": "Title",
        "description": "Description",
        "hypotheses": "Hypotheses",
        "design_plan": "Design Plan",
        "study_design": "Study design",
        "sampling_plan": "Sampling Plan",
        "existing_data": "Existing Data",
        "data_collection": "Data collection procedures",
        "sample_size": "Sample size",
        "variables": "Variables",
        "manipulated": "Manipulated variables",
        "measured": "Measured variables",
        "analysis_plan": "Analysis Plan",
        "statistical_models": "Statistical models",
        "inference_criteria": "Inference criteria",
        "other": "Other",
    },
    "pt": {
        "study_information": "Informações do estudo",
        "title": "Título",
        "description": "Descrição",
        "hypotheses": "Hipóteses",
        "design_plan": "Plano do desenho",
        "study_design": "Desenho do estudo",
        "sampling_plan": "Plano de amostragem",
        "existing_data": "Dados já existentes",
        "data_collection": "Procedimentos de coleta de dados",
        "sample_size": "Tamanho da amostra",
        "variables": "Variáveis",
        "manipulated": "Variáveis manipuladas",
        "measured": "Variáveis medidas",
        "analysis_plan": "Plano de análise",
        "statistical_models": "Modelos estatísticos",
        "inference_criteria": "Critérios de inferência",
        "other": "Outros",
    },
}
WORDS: dict[str, dict[str, str]] = {
    "en": {
        "preregistration": "Pre-registration",
        "not_stated": "not stated",
        "template": "headings",
        "hypothesis": "hypothesis",
        "registered_at": "frozen at",
        "follows": "amends",
        "claim": "claim",
        "population": "population",
        "metric": "metric",
        "independent_variable": "independent variable",
        "dependent_variable": "dependent variable",
        "comparator": "comparator",
        "window": "time window",
        "bound": "bound of the population",
        "margin": "margin",
        "qualifier": "condition",
        "approach": "approach",
        "design": "design",
        "design:causal": "causal",
        "design:comparative": "comparative",
        "design:correlational": "correlational",
        "design:descriptive": "descriptive",
        "design:predictive": "predictive",
        "design:equivalence": "equivalence",
        "design:non_inferiority": "non-inferiority",
        "design:qualitative": "qualitative",
        "direction": "expected direction",
        "direction:increase": "increase",
        "direction:decrease": "decrease",
        "direction:difference": "difference",
        "direction:none": "no difference",
        "statement:h0": "H0",
        "statement:h1": "H1",
        "statement:refuted": "Would be refuted if",
        "origin:user": "the author's words",
        "origin:suggested": "suggested, not confirmed",
        "origin:confirmed": "confirmed by the author",
        "origin:guidance": "a reviewer's guidance",
        "origin:model": "proposed by a language model, not confirmed",
        "unsaid": "Whether it is manipulated or only observed: not stated",
        "worded": "worded by the analyst",
        "decision": "Decision in force",
        "source:agent": "by the agent",
        "source:forced": "forced at the limit",
        "source:human": "by a person",
        "outcome:approved": "approved",
        "assumption": "Condition not settled",
        "gap:open": "Open gap",
        "gap:reopened": "Reopened gap",
        "gap:waived": "Gap waived by a person",
    },
    "pt": {
        "preregistration": "Pré-registro",
        "not_stated": "não informado",
        "template": "títulos",
        "hypothesis": "hipótese",
        "registered_at": "congelado em",
        "follows": "emenda a",
        "claim": "afirmação",
        "population": "população",
        "metric": "métrica",
        "independent_variable": "variável independente",
        "dependent_variable": "variável dependente",
        "comparator": "comparador",
        "window": "horizonte temporal",
        "bound": "delimitação da população",
        "margin": "margem",
        "qualifier": "condição",
        "approach": "abordagem",
        "design": "desenho",
        "design:causal": "causal",
        "design:comparative": "comparativo",
        "design:correlational": "correlacional",
        "design:descriptive": "descritivo",
        "design:predictive": "preditivo",
        "design:equivalence": "de equivalência",
        "design:non_inferiority": "de não inferioridade",
        "design:qualitative": "qualitativo",
        "direction": "direção esperada",
        "direction:increase": "aumento",
        "direction:decrease": "redução",
        "direction:difference": "diferença",
        "direction:none": "nenhuma diferença",
        "statement:h0": "H0",
        "statement:h1": "H1",
        "statement:refuted": "Seria refutada se",
        "origin:user": "palavras do autor",
        "origin:suggested": "sugerido, não confirmado",
        "origin:confirmed": "confirmado pelo autor",
        "origin:guidance": "orientação de um revisor",
        "origin:model": "proposto por um modelo de linguagem, não confirmado",
        "unsaid": "Se é manipulada ou apenas observada: não informado",
        "worded": "redação do analista",
        "decision": "Decisão em vigor",
        "source:agent": "do agente",
        "source:forced": "forçada no limite",
        "source:human": "de uma pessoa",
        "outcome:approved": "aprovada",
        "assumption": "Condição não resolvida",
        "gap:open": "Lacuna aberta",
        "gap:reopened": "Lacuna reaberta",
        "gap:waived": "Lacuna dispensada por uma pessoa",
    },
}


# The export of a pre-registration as files: Markdown and JSON.


def markdown(content: Mapping[str, Any], sha256: str) -> str:
    """The export as Markdown; people's texts stand in quotes and are never markup."""
    labels = words(content)
    lines = [f"# {labels['preregistration']} {content['number']}", ""]
    lines += [f"- {name}: {value}" for name, value in _facts(content, sha256)]
    for section in sections(content):
        lines += ["", f"## {section.title}"]
        for item in section.items:
            lines += ["", f"### {item.title}", ""]
            quoted = ["\n".join(_quoted(each)) for each in item.paragraphs]
            lines += ["\n>\n".join(quoted) if quoted else f"*{labels['not_stated']}*"]
    return "\n".join(lines) + "\n"


def _facts(content: Mapping[str, Any], sha256: str) -> Iterator[tuple[str, str]]:
    labels = words(content)
    yield labels["template"], TEMPLATE
    yield labels["hypothesis"], f"{content['hypothesis']['id']}, V{content['version']['number']}"
    yield labels["registered_at"], content["registered_at"]
    yield "SHA-256", f"`{sha256}`"
    if content["follows"]:
        yield labels["follows"], f"`{content['follows']}`"


def _quoted(text: str) -> Iterator[str]:
    for line in text.splitlines() or [""]:
        yield f"> {escaped(line)}".rstrip()


def as_json(content: Mapping[str, Any], sha256: str) -> dict[str, Any]:
    """The export as plain JSON, with the hashed content."""
    labels = words(content)
    return {
        "template": TEMPLATE,
        "language": "pt" if content["hypothesis"]["language"] == "pt" else "en",
        "number": content["number"],
        "registered_at": content["registered_at"],
        "sha256": sha256,
        "sections": [
            {
                "title": section.title,
                "items": [
                    {
                        "title": item.title,
                        "stated": bool(item.paragraphs),
                        "text": "\n\n".join(item.paragraphs) or labels["not_stated"],
                    }
                    for item in section.items
                ],
            }
            for section in sections(content)
        ],
        "content": dict(content),
    }
