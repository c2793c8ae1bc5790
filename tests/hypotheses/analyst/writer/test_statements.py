"""H0, H1 and the estimand, for each design and direction."""

from __future__ import annotations

import random
import re

import pytest

from hypotheses.analyst.writer import Statements, listing, question, statements
from hypotheses.domain.claim import DESIGNS as DESIGNS_AND_NONE
from hypotheses.domain.claim import DIRECTIONS, SLOTS, Claim, Design, Direction, Slot
from hypotheses.domain.types import Language
from tests.hypotheses.analyst.writer.claims import DESIGNS, framed
from tests.hypotheses.analyst.writer.form import faults
from tests.hypotheses.analyst.writer.marked import marked


def claim(design: str, direction: str, relation: str = "", **slots: str) -> Claim:
    found_slot = {name: Slot(tokens) for name, tokens in slots.items()}
    return Claim(design, direction, relation=relation, **found_slot)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("relation", "measure", "side"),
    [
        ("sooner", "the time until plots get abandoned", "at or above zero"),
        ("faster", "the time from mixing to rising", "at or above zero"),
        ("longer", "the time until plots get abandoned", "at or below zero"),
        ("faster", "the speed in km/h", "at or below zero"),
    ],
)
def test_what_is_sooner_takes_less_time(relation, measure, side) -> None:
    words = {"unit": "plots", "exposure": "far plots", "outcome": "get abandoned"}
    made = statements(
        claim(
            "comparative", "increase", relation, comparator="near plots", measure=measure, **words
        ),
        "en",
    )
    assert side in made.refuted


def test_a_cause_is_claimed_in_one_direction() -> None:
    made = statements(
        claim(
            "causal",
            "decrease",
            "reduces",
            exposure="TDD",
            outcome="defect density",
            measure="bugs per KLOC",
            unit="teams",
            bound="of one company",
            comparator="development without it",
        ),
        "en",
    )
    where = "in teams of one company, compared with development without it."
    assert made.null == f"TDD does not reduce defect density (bugs per KLOC) {where}"
    assert made.alternative == f"TDD reduces defect density (bugs per KLOC) {where}"
    assert "at or above zero" in made.refuted
    assert made.estimand == (
        "The difference in defect density (bugs per KLOC) between TDD and development without it"
        " in teams of one company."
    )


def test_groups_of_a_unit_are_compared() -> None:
    made = statements(
        claim(
            "comparative",
            "increase",
            "mais",
            unit="alunos",
            exposure="de escolas com horta",
            outcome="número de hortaliças nomeadas",
            comparator="alunos de escolas sem horta",
        ),
        "pt",
    )
    assert made.null == (
        "O número de hortaliças nomeadas não é maior em alunos de escolas com horta do que em"
        " alunos de escolas sem horta."
    )
    assert made.alternative == made.null.replace("não é", "é")


def test_an_association_has_a_correlation() -> None:
    idea = claim("correlational", "increase", exposure="job autonomy", outcome="hours volunteered")
    made = statements(idea, "en")
    assert made.null == "There is no correlation between job autonomy and hours volunteered."
    assert made.alternative == (
        "There is a positive correlation between job autonomy and hours volunteered."
    )


def test_a_claim_of_no_difference_is_tested_against_a_margin() -> None:
    idea = claim("causal", "none", exposure="o uso de uniforme", outcome="frequência escolar")
    made = statements(idea, "pt")
    assert made.null == (
        "O uso de uniforme altera a frequência escolar o bastante para importar (margem a fixar)."
    )
    assert "pouco demais para importar" in made.alternative
    with_margin = statements(idea.with_slot("margin", Slot("margem de 3 pontos percentuais")), "pt")
    assert with_margin.null == (
        "O uso de uniforme altera a frequência escolar em 3 pontos percentuais ou mais, em um dos"
        " sentidos."
    )
    assert "menos de 3 pontos percentuais, nos dois sentidos" in with_margin.alternative


def test_non_inferiority_is_worse_by_less_than_the_margin() -> None:
    made = statements(
        claim(
            "non_inferiority",
            "none",
            exposure="three days of drug A",
            comparator="seven days",
            outcome="cure at day 14",
            unit="adults",
            bound="with uncomplicated cystitis",
            margin="margin of 8 percentage points",
        ),
        "en",
    )
    assert made.null == (
        "Three days of drug A are worse than seven days by 8 percentage points or more in cure at"
        " day 14 in adults with uncomplicated cystitis."
    )
    assert "by less than 8 percentage points, equal or better" in made.alternative


def test_a_moderator_asks_whether_the_effect_is_greater() -> None:
    made = statements(
        claim(
            "causal",
            "increase",
            "O efeito é maior",
            exposure="curso noturno",
            outcome="renda",
            qualifiers="para mulheres",
        ),
        "pt",
    )
    assert made.null == (
        "O efeito do curso noturno sobre a renda não é maior para mulheres do que para os demais."
    )


@pytest.mark.parametrize(
    ("language", "exposure", "outcome", "unit", "null"),
    [
        ("en", "age", "cost", "patients",
         "Age does not predict cost in patients better than a prediction without it."),
        ("en", "machine learning models", "drop-out", "",
         "Machine learning models do not predict drop-out better than a prediction without them."),
        ("pt", "idade", "custo", "",
         "A idade não prevê o custo melhor do que uma previsão sem ela."),
        ("pt", "gastos do mês", "custo", "",
         "Os gastos do mês não preveem o custo melhor do que uma previsão sem eles."),
    ],
)  # fmt: skip
def test_a_prediction_is_held_against_the_one_without_its_predictor(
    language: Language, exposure: str, outcome: str, unit: str, null: str
) -> None:
    """Right for a number as for two values."""
    slots = {"exposure": exposure, "outcome": outcome} | ({"unit": unit} if unit else {})
    assert statements(claim("predictive", "difference", **slots), language).null == null


def test_a_prediction_is_held_against_the_other_one_that_its_author_names() -> None:
    source = "The tutor's rating predicts dropout better than the exam does"

    def slot(words: str) -> Slot:
        start = source.index(words)
        return Slot(words, "user", start, start + len(words))

    found = Claim("predictive", "increase", exposure=slot("The tutor's rating"),
                  outcome=slot("dropout"), comparator=slot("the exam"),
                  relation="predicts better")  # fmt: skip
    made = statements(found, "en", source)
    assert made.null == "The tutor's rating does not predict dropout better than the exam does."


def test_growing_together_is_denied_as_a_whole_without_a_comma_too() -> None:
    source = "Quanto mais alto o muro menos o gato foge"
    start = source.index("foge")
    found = Claim("correlational", "decrease", exposure=Slot("mais alto", "user", 7, 16),
                  outcome=Slot("foge", "user", start, start + 4), relation="menos")  # fmt: skip
    made = statements(found, "pt", source)
    assert made.null == "Não é verdade que, quanto mais alto o muro menos o gato foge."


@pytest.mark.parametrize(
    "condition",
    ["the effect is weaker in shade", "this lasting effect is weaker in shade",
     "with a weaker effect in shade"],
)  # fmt: skip
def test_a_claim_is_denied_without_where_it_is_stronger(condition: str) -> None:
    source = f"Pruning raises the yield, {'' if condition[:4] == 'with' else 'and '}{condition}"
    start = source.index(condition)
    found = Claim("causal", "increase", exposure=Slot("Pruning", "user", 0, 7), relation="raises",
                  outcome=Slot("yield", "user", 19, 24),
                  qualifiers=Slot(condition, "user", start, start + len(condition)))  # fmt: skip
    made = statements(found, "en", source)
    assert (made.null, made.alternative) == (
        "Pruning does not raise the yield.",
        "Pruning raises the yield.",
    )


def test_designs_without_hypotheses() -> None:
    described = statements(
        claim("descriptive", "unspecified", outcome="share of listings", unit="portals"), "en"
    )
    assert described == Statements(
        estimand="Share of listings in portals, with its confidence interval."
    )
    lived = claim("qualitative", "unspecified", outcome="the reserve", unit="fishers")
    assert statements(lived, "en") == Statements()
    letters = claim("causal", "increase", exposure="X", outcome="Y")
    assert statements(letters, "en") == Statements()


@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_statements_are_sentences(language: Language, design: str) -> None:
    draw, none = random.Random(11), 0  # noqa: S311
    for _ in range(200):
        idea = framed(language, draw, design)  # type: ignore[arg-type]
        made = statements(idea, language)
        texts = [text for text in (made.null, made.alternative, made.estimand) if text]
        none += not texts
        for text in texts:
            assert faults(text, language) == [], text
        assert made.null != made.alternative or not made.null
    assert none == (200 if design == "qualitative" else 0)


def test_a_measure_that_counts_the_outcome_is_the_quantity() -> None:
    made = statements(
        claim(
            "comparative",
            "increase",
            "mais",
            unit="alunos",
            exposure="de escolas com horta",
            outcome="hortaliças",
            measure="número de hortaliças nomeadas a partir de fotografias",
            comparator="alunos de escolas sem horta",
        ),
        "pt",
    )
    assert made.alternative == (
        "O número de hortaliças nomeadas a partir de fotografias é maior em alunos de escolas com"
        " horta do que em alunos de escolas sem horta."
    )


def test_a_prediction_of_who_does_something() -> None:
    idea = claim(
        "predictive",
        "difference",
        exposure="typing speed in the first week",
        outcome="who drops out of the coding course",
    )
    assert statements(idea, "en").null.startswith(
        "Typing speed in the first week does not predict who drops out of the coding course better"
        " than a prediction without it"
    )


SENTENCES: dict[Language, str] = {
    "en": "Do nurses (18-40) who sleep badly, in 2 wards, make the quality of what they do worse by"
    " 5 % than those who don't? - - : 'x' an of the",
    "pt": "Enfermeiras (18 a 40 anos) que dormem mal, em 2 alas, pioram a qualidade do que fazem em"
    " 5 % do que as que não? - - : 'x' um de o",
}


@pytest.mark.parametrize("language", ["en", "pt"])
def test_any_quotes_at_any_place_are_borne(language: Language) -> None:
    draw, source = random.Random(13), SENTENCES[language]  # noqa: S311
    pieces = [match.span() for match in re.finditer(r"\S+", source)]
    for _ in range(500):
        idea = Claim(draw.choice(DESIGNS_AND_NONE), draw.choice(DIRECTIONS), relation="make worse")
        for name in SLOTS:
            if draw.random() < 0.4:
                continue
            first = draw.randrange(len(pieces))
            start, end = (
                pieces[first][0],
                pieces[min(first + draw.randint(0, 6), len(pieces) - 1)][1],
            )
            place = (start, end) if draw.random() < 0.7 else (None, None)
            idea = idea.with_slot(name, Slot(source[start:end], "user", *place))
        for text in (source, ""):
            question(idea, language, text)
            statements(idea, language, text)
            listing(idea, source, language)


@pytest.mark.parametrize(
    ("outcome", "degree", "said"),
    [("fall", "more", "fall more"), ("grow", "taller", "grow taller")],
)
def test_a_word_before_its_comparative_is_a_verb(outcome: str, degree: str, said: str) -> None:
    text = f"To what extent is it so that shares of banks {outcome} {degree} than shares of shops?"
    slots = {"unit": "shares", "exposure": "of banks", "comparator": "shares of shops"}
    places = {
        name: Slot(words, "user", text.index(words), text.index(words) + len(words))
        for name, words in (slots | {"outcome": outcome}).items()
    }
    made = statements(Claim("comparative", "increase", relation=degree, **places), "en", text)  # type: ignore[arg-type]
    assert made.alternative == f"Shares of banks {said} than shares of shops."


def test_a_high_score_may_be_a_bad_one() -> None:
    sleep = {"exposure": "celular", "outcome": "sono", "unit": "adultos",
             "bound": "residentes em um único município",
             "measure": "o escore no Índice de Qualidade do Sono de Pittsburgh (PSQI)"}  # fmt: skip
    made = statements(claim("causal", "decrease", "atrapalha", **sleep), "pt")
    assert made.alternative == (
        "O celular atrapalha o sono (escore no Índice de Qualidade do Sono de Pittsburgh, PSQI)"
        " em adultos residentes em um único município."
    )
    made = statements(claim("correlational", "difference", "associado", **sleep), "pt")
    assert made.alternative.startswith("Há correlação entre o celular e o escore no Índice")


def test_a_margin_counts_by_its_amount() -> None:
    made = statements(
        claim("non_inferiority", "none", "is no worse than", exposure="gel", outcome="healing",
              comparator="fifteen", margin="within 5 points at most"),
        "en",
    )  # fmt: skip
    assert made.null == "Gel is worse than fifteen by 5 points or more in healing."
    assert "by less than 5 points" in made.alternative


def test_a_question_is_stated_and_denied_in_its_own_words() -> None:
    source = "Has the ferry cut queues?"
    start = source.index("queues")
    found = Claim("causal", "decrease", exposure=Slot("the ferry", "user", 4, 13),
                  outcome=Slot("queues", "user", start, start + 6), relation="cut")  # fmt: skip
    made = statements(found, "en", source)
    assert (made.null, made.alternative) == (
        "The ferry has not cut queues.",
        "The ferry has cut queues.",
    )


def _stated(
    text: str, design: Design, direction: Direction, language: Language = "en"
) -> Statements:
    source, claim_ = marked(text, design, direction)
    return statements(claim_, language, source)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Which {exposure|harbours} have the {relation|higher} {outcome|mooring fees}?"),
        ("en", "In which {window|month of the year} are more {outcome|kayaks} rented?"),
        ("pt", "Qual {exposure|porto} tem a maior {outcome|taxa de atracação}?"),
        ("pt", "O que muda no {outcome|preço do peixe} quando {exposure|o vento vira}?"),
    ],
)
def test_a_question_for_a_part_of_the_claim_states_nothing(language: Language, text: str) -> None:
    made = _stated(text, "comparative", "increase", language)
    assert not made.null
    assert not made.alternative


def test_that_people_act_is_no_hypothesis_of_how_they_do() -> None:
    text = "How do {unit|anglers} {outcome|choose among lures} {exposure|sold by their clubs}?"
    assert not _stated(text, "comparative", "difference").null


def test_who_in_a_clause_asks_for_nothing() -> None:
    text = "{exposure|Quem dorme na rede} tem {relation|menos} {outcome|dor nas costas}?"
    assert _stated(text, "comparative", "decrease", "pt").null.startswith("Quem dorme na rede não")


def test_what_belongs_to_a_unit_is_no_group_of_it() -> None:
    text = "{exposure|A largura} de {unit|calçadas} influencia o {outcome|número de tombos}?"
    assert _stated(text, "causal", "difference", "pt").null == (
        "A largura de calçadas não influencia o número de tombos."
    )


def test_a_denial_reaches_both_verbs() -> None:
    text = (
        "{unit|Cooks} {outcome|salt the soup} {exposure|before noon} and sweeten it"
        " {comparator|after dinner}."
    )
    assert _stated(text, "comparative", "difference").null == (
        "It is not true that cooks salt the soup before noon and sweeten it after dinner."
    )


def test_what_is_negative_in_portuguese_is_denied_by_its_positive() -> None:
    text = "{exposure|A maré} não altera {outcome|o sabor das ostras}."
    assert _stated(text, "causal", "difference", "pt").null == ("A maré altera o sabor das ostras.")


def test_a_further_question_is_part_of_no_hypothesis() -> None:
    text = "Does {exposure|chewing mint} delay {outcome|hunger}, and by how much?"
    assert _stated(text, "causal", "increase").null == "Chewing mint does not delay hunger."


def test_a_modal_stands_behind_the_mark_that_ends_its_subject() -> None:
    text = (
        "Will {unit|cyclists} {exposure|with wider tyres} (that is, slower ones) be"
        " {relation|more} likely to {outcome|brake late} than {comparator|racers}?"
    )
    assert _stated(text, "comparative", "increase").null.startswith(
        "Cyclists with wider tyres (that is, slower ones) will not be more likely to brake late"
    )


def test_what_grows_together_may_stand_behind_a_lead() -> None:
    text = "On average, the longer {exposure|a queue} is, the fewer {outcome|buns} are sold."
    assert _stated(text, "correlational", "decrease").null == (
        "It is not true that the longer a queue is, the fewer buns are sold."
    )


@pytest.mark.parametrize(
    ("exposure", "have"),
    [("rain, frost, and wind", "have"), ("the growers' care", "has")],
)
def test_the_number_of_a_list_and_of_what_is_owned(exposure: str, have: str) -> None:
    text = f"The effect of {{exposure|{exposure}}} on {{outcome|harvest time}}"
    assert _stated(text, "causal", "difference").null == (
        f"{exposure[:1].upper()}{exposure[1:]} {have} no effect on harvest time."
    )


@pytest.mark.parametrize(
    ("language", "text", "null", "alternative"),
    [
        ("pt", "{exposure|O apito} tem algum efeito sobre {outcome|as brigas}?",
         "O apito não tem nenhum efeito sobre as brigas.",
         "O apito tem algum efeito sobre as brigas."),
        ("pt", "{exposure|A maré} muda em alguma medida {outcome|o sabor das ostras}?",
         "A maré não muda em nenhuma medida o sabor das ostras.",
         "A maré muda em alguma medida o sabor das ostras."),
        ("en", "{exposure|The bell} has some effect on {outcome|queueing}.",
         "The bell does not have any effect on queueing.",
         "The bell has some effect on queueing."),
        ("en", "Have any of {exposure|these bells} cut {outcome|queueing}?",
         "None of these bells have cut queueing.", "Some of these bells have cut queueing."),
        ("en", "How does each {exposure|bell} change {outcome|queueing}?",
         "No bell changes queueing.", "At least one bell changes queueing."),
        ("pt", "Como cada {exposure|porteira} altera {outcome|o pasto}?",
         "Nenhuma porteira altera o pasto.", "Pelo menos uma porteira altera o pasto."),
        ("en", "Is there any link between {exposure|noise} and {outcome|errors}?",
         "There is no link between noise and errors.",
         "There is some link between noise and errors."),
    ],
)  # fmt: skip
def test_some_is_denied_by_none(language: Language, text: str, null: str, alternative: str) -> None:
    made = _stated(text, "causal", "difference", language)
    assert (made.null, made.alternative) == (null, alternative)


@pytest.mark.parametrize(
    ("language", "text", "null"),
    [
        ("pt", "{exposure|Laços de amizade} influenciam no {outcome|desempenho}?",
         "Laços de amizade não influenciam no desempenho."),
        ("pt", "{exposure|Redes largas} podem {outcome|adaptar-se} melhor.",
         "Redes largas não podem adaptar-se melhor."),
        ("pt", "{exposure|Idosos que nadam} {outcome|caem} menos do que os que só andam.",
         "Idosos que nadam não caem menos do que os que só andam."),
        ("en", "Do {exposure|songs that I hear only once} change {outcome|my mood}?",
         "Songs that I hear only once do not change my mood."),
        ("en", "Does {exposure|account size} change {outcome|mood and resulting sales}?",
         "Account size does not change mood and resulting sales."),
        ("en", "Can {exposure|masts} carry {outcome|more sail}?", "Masts cannot carry more sail."),
        ("en", "Do {exposure|bells} {relation|cut} {outcome|queues} or has that effect vanished?",
         "Bells do not cut queues."),
        ("en", "Does {exposure|sea levels} change {outcome|fishing}?",
         "Sea levels do not change fishing."),
        ("pt", "As {unit|pessoas} nao {outcome|remam} por {exposure|falta de barcos}?",
         "As pessoas remam por falta de barcos."),
    ],
)  # fmt: skip
def test_a_verb_is_denied_where_it_is_the_sentences_own(
    language: Language, text: str, null: str
) -> None:
    assert _stated(text, "causal", "difference", language).null == null


@pytest.mark.parametrize(
    ("language", "text", "null", "alternative"),
    [
        ("en", "Do {unit|guests} {outcome|tip} more {exposure|at lunch} or {comparator|dinner}?",
         "Guests tip equally at lunch and dinner.",
         "Guests do not tip equally at lunch and dinner."),
        ("en", "Are {exposure|nurses or robots} better at {outcome|drawing blood}?",
         "Nurses and robots are equally good at drawing blood.",
         "Nurses and robots are not equally good at drawing blood."),
        ("pt", "O {unit|coro} {outcome|canta} melhor {exposure|na rua} ou {comparator|na praça}?",
         "O coro canta igualmente bem na rua e na praça.",
         "O coro não canta igualmente bem na rua e na praça."),
        ("en", "Does {exposure|his ox} win more or {comparator|hers} more {outcome|cups}?", "", ""),
    ],
)  # fmt: skip
def test_of_two_it_is_as_much(language: Language, text: str, null: str, alternative: str) -> None:
    made = _stated(text, "comparative", "difference", language)
    assert (made.null, made.alternative) == (null, alternative)


@pytest.mark.parametrize(
    ("language", "text", "null"),
    [
        ("en", "How do {exposure|pupils and parents} {outcome|see the rules}?",
         "Pupils and parents do not differ in how they see the rules."),
        ("en", "How do {exposure|pupils and parents} differ in {outcome|sleep}?",
         "Pupils and parents do not differ in sleep."),
        ("pt", "Como {exposure|alunos e pais} {outcome|veem as regras}?",
         "Alunos e pais não diferem em como veem as regras."),
    ],
)  # fmt: skip
def test_how_groups_act_is_in_what_they_differ(language: Language, text: str, null: str) -> None:
    assert _stated(text, "comparative", "difference", language).null == null


_AT_NIGHT = "importar, à noite (margem a fixar)."


@pytest.mark.parametrize(
    ("language", "text", "design", "null"),
    [
        ("en", "Is {exposure|rain} unrelated to {outcome|noise}?", "correlational",
         "The correlation between rain and noise is large enough to matter (margin to be set)."),
        ("pt", "{exposure|Gim} e {comparator|rum} têm o mesmo {outcome|gosto} {window|à noite}?",
         "equivalence",
         f"A diferença no gosto entre o gim e o rum é grande o bastante para {_AT_NIGHT}"),
        ("pt", "O juiz mantém o mesmo {outcome|rigor} {exposure|quando está cansado}?",
         "equivalence", ""),
    ],
)  # fmt: skip
def test_a_difference_too_small_names_in_what_and_between_whom(
    language: Language, text: str, design: Design, null: str
) -> None:
    assert _stated(text, design, "none", language).null == null


@pytest.mark.parametrize(
    ("language", "slots", "null"),
    [
        ("en", {"exposure": "vaccine uptake", "outcome": "the mean income in a county",
                "unit": "counties", "bound": "in Ohio"},
         "There is no correlation between vaccine uptake and the mean income in a county in Ohio."),
        ("en", {"exposure": "the pupils' sleep", "outcome": "marks", "unit": "pupils"},
         "There is no correlation between the pupils' sleep and marks."),
        ("pt", {"exposure": "perfil do candidato", "outcome": "número de votos",
                "unit": "candidatos"},
         "Não há correlação entre o perfil do candidato e o número de votos."),
        ("en", {"exposure": "hours slept", "outcome": "marks", "unit": "pupils"},
         "There is no correlation between hours slept and marks in pupils."),
    ],
)  # fmt: skip
def test_who_is_named_already_is_named_once(
    language: Language, slots: dict[str, str], null: str
) -> None:
    assert statements(claim("correlational", "difference", **slots), language).null == null


@pytest.mark.parametrize(
    ("text", "null"),
    [
        ("Are {exposure|factors} such as age signs of {outcome|theft}?",
         "Factors have no effect on theft."),
        ("Does {exposure|regional} variation in {outcome|common sense}?", ""),
        ("Are {unit|file} {outcome|transfers} on {exposure|disk} slower than on {comparator|tape}?",
         ""),
    ],
)  # fmt: skip
def test_a_verb_that_does_not_fit_its_subject_is_not_denied(text: str, null: str) -> None:
    assert _stated(text, "comparative", "difference").null == null


def test_what_is_caused_keeps_its_form() -> None:
    text = (
        "Does {exposure|playing at altitude} cause {unit|teams} to concede more {outcome|goals}"
        " {window|in May}?"
    )
    assert _stated(text, "causal", "increase").null == (
        "Playing at altitude does not cause teams to concede more goals in May."
    )
