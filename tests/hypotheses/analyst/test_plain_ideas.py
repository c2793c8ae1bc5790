"""Plain ideas of one sentence or two: where their claim ends, and what is said of it."""

from __future__ import annotations

import pytest

from hypotheses.analyst.proposals import propose
from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import first_version
from hypotheses.analyst.writer import statements
from hypotheses.domain.types import Language
from tests.hypotheses.graph.loop import refine


def slots(text: str, language: Language) -> dict[str, str]:
    return {name: slot.text for name, slot in read(text, language).claim.items()}


def compared(text: str, language: Language) -> str:
    return propose(read(text, language).claim, language, text)["comparator"][0].text


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "Ginger tea lowers nausea in travellers, but above six cups it burns the stomach.",
         "Does ginger tea lower nausea in travellers?"),
        ("en", "A shorter queue raises tips in cafes, although managers doubt it.",
         "Does a shorter queue raise tips in cafes?"),
        ("pt", "A adubação verde aumenta a colheita de milho, embora encareça o plantio.",
         "A adubação verde aumenta a colheita de milho?"),
    ],
)  # fmt: skip
def test_what_is_said_beside_a_claim_is_no_part_of_it(language, text, wanted):
    assert first_version(text, language).question == wanted
    assert not {"leftover", "qualifiers", "margin"} & slots(text, language).keys()


def test_where_an_effect_is_stronger_is_a_part_of_the_claim():
    text = "Ginger tea lowers nausea in travellers, but the effect is weaker in children."
    assert "weaker in children" in slots(text, "en")["qualifiers"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Turmeric improves memory in nurses.", "Does turmeric improve"),
        ("Billing errors make patients change clinics.", "Do billing errors make"),
        ("Italian bakeries waste less bread than French ones.", "Do Italian bakeries waste"),
        ("London buses run later than trams.", "Do London buses run"),
        ("TikTok videos shorten attention in teenagers.", "Do TikTok videos shorten"),
    ],
)
def test_a_capital_stays_where_it_belongs_to_a_name(text, wanted):
    assert first_version(text, "en").question.startswith(wanted)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Does sowing cover crops between harvests reduce erosion?",
         "not sowing cover crops between harvests"),
        ("Parking rules that ban vans raise sales in old towns.",
         "no parking rules that ban vans"),
    ],
)  # fmt: skip
def test_an_act_is_told_from_a_thing_by_the_number_of_its_verb(text, other):
    assert compared(text, "en") == other


@pytest.mark.parametrize(
    ("language", "text", "who", "what"),
    [
        ("en", "How do orderlies experience the death of a resident they looked after for years?",
         "orderlies", "death of a resident they looked after for years"),
        ("pt", "Como os pais de jovens com epilepsia vivenciam a primeira crise?",
         "pais de jovens com epilepsia", "primeira crise"),
    ],
)  # fmt: skip
def test_who_lives_through_what_is_read_in_one_piece(language, text, who, what):
    found = slots(text, language)
    assert found["unit"] == who
    assert found["outcome"].endswith(what)
    assert not {"bound", "window"} & found.keys()


@pytest.mark.parametrize(
    ("language", "text", "rival"),
    [
        ("en", "Choirs raise marks in pupils, but maybe that's only because they pick keen pupils.",
         "they pick keen pupils"),
        ("pt", "O coral melhora as notas de alunos, mas talvez seja só porque escolhe os melhores.",
         "escolhe os melhores"),
    ],
)  # fmt: skip
def test_another_explanation_is_not_the_reason_of_its_author(language, text, rival):
    claim = read(text, language).claim
    assert claim.rivals == (rival,)
    assert not claim.mechanism


@pytest.mark.parametrize(
    ("language", "text", "other", "where"),
    [
        ("pt", "Robôs treinados erram menos em corredores estreitos do que robôs comprados.",
         "robôs comprados", "em corredores estreitos"),
        ("pt", "Entregadores de bicicleta dormem menos em semanas de chuva do que carteiros.",
         "carteiros", "em semanas de chuva"),
    ],
)  # fmt: skip
def test_the_comparison_stands_behind_than_and_where_it_holds_is_a_condition(
    language, text, other, where
):
    found = slots(text, language)
    assert found["comparator"] == other
    assert where in (found.get("qualifiers"), found.get("window"))
    assert "leftover" not in found


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("pt", "Prever a evasão de cursistas usando o histórico de acesso e a idade",
         "É possível prever a evasão de cursistas usando o histórico de acesso e a idade"),
        ("pt", "Prever a evasão de estudantes de física a partir das notas do vestibular",
         "É possível prever a evasão de estudantes de física a partir das notas do vestibular"),
    ],
)  # fmt: skip
def test_a_title_that_predicts_is_asked_of_what_predicts(language, text, wanted):
    state = refine(text, language=language)
    assert state["hypothesis_versions"][-1]["question"].startswith(wanted.rstrip("?"))
    assert read(text, language).claim.doubts == ()


def test_a_condition_with_also_is_no_other_explanation():
    text = "Iron tablets help runners recover, but only if they also eat enough."
    state = refine(text, language="en")
    assert "only if they also eat enough" in state["hypothesis_versions"][-1]["question"]
    assert read(text, "en").claim.rivals == ()


def test_a_title_of_what_people_live_through_names_who_they_are():
    found = slots("Vivências de mulheres surdas no atendimento odontológico do SUS", "pt")
    assert found["unit"] == "mulheres surdas"
    assert "exposure" not in found


@pytest.mark.parametrize(
    ("language", "text", "unit", "bound"),
    [
        ("en", "Female referees stop play more often than male referees in youth leagues",
         "referees", "in youth leagues"),
        ("pt", "Taxistas novos trocam de carro mais vezes do que taxistas velhos em capitais",
         "Taxistas", "em capitais"),
    ],
)  # fmt: skip
def test_of_two_of_a_kind_that_kind_is_observed_and_no_place(language, text, unit, bound):
    claim = read(text, language).claim
    found = claim.unit.text if claim.unit else propose(claim, language, text)["unit"][0].text
    assert found.lower() == unit.lower()
    assert slots(text, language)["bound"] == bound


@pytest.mark.parametrize(
    ("language", "text", "unit"),
    [
        ("pt", "A presença de cães na praia reduz o número de caranguejos nas dunas", "dunas"),
    ],
)  # fmt: skip
def test_where_animals_are_counted_is_observed_and_not_the_animals(language, text, unit):
    state = refine(text, language=language)
    assert state["claim"]["unit"]["text"].lower() == unit


def test_what_somebody_does_more_with_keeps_its_object():
    text = "Loja com banco na porta prende mais gente que loja sem banco"
    assert "gente" in slots(text, "pt")["outcome"]
    question = refine(text, language="pt")["hypothesis_versions"][-1]["question"]
    assert "cada loja prende?" not in question


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "Does chewing gum really help focus in pilots", "Does chewing gum help focus"),
        ("en", "do cats truly calm down near aquariums", "Do cats calm down"),
        ("pt", "Será que cochilar depois do almoço melhora mesmo o humor dos motoristas",
         "Cochilar depois do almoço melhora o humor"),
        ("en", "Whether potters in Derby who wear masks cough less than those who do not",
         "Do potters in Derby who wear masks cough less"),
    ],
)  # fmt: skip
def test_a_question_neither_insists_nor_begins_with_whether(language, text, wanted):
    assert first_version(text, language).question.startswith(wanted)


def test_the_opposite_that_a_question_offers_is_no_second_claim():
    text = "does painting the door red bring more guests in or put them off"
    assert first_version(text, "en").question == "Does painting the door red bring more guests in?"


@pytest.mark.parametrize(
    ("language", "text", "first", "second"),
    [
        ("en", "Who loses more umbrellas, tourists or locals?", "tourists", "locals"),
    ],
)  # fmt: skip
def test_of_two_that_a_question_offers_the_second_is_the_comparison(language, text, first, second):
    found = slots(text, language)
    assert (found["exposure"], found["comparator"]) == (first, second)


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "Drivers make more mistakes on Mondays.", "on other days"),
        ("pt", "Os motoristas se atrasam mais às sextas.", "em outros dias da semana"),
    ],
)
def test_a_weekday_is_compared_with_the_other_days(language, text, wanted):
    assert compared(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "Effect of four pruning methods on the weight of grapes",
         "to be named: which four pruning methods are compared"),
        ("pt", "Efeito de dois adubos na altura de mudas de ipê",
         "a indicar: quais dois adubos se comparam"),
    ],
)  # fmt: skip
def test_counted_things_are_compared_with_each_other(language, text, wanted):
    assert compared(text, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "whom"),
    [
        ("en", "Half the choir forgets the words. Would 10 min of humming help them sing on key?",
         "choir"),
        ("pt", "Metade dos fregueses esquece a senha. Um cartaz ajudaria eles a lembrar?",
         "fregueses"),
    ],
)  # fmt: skip
def test_they_are_those_of_whom_a_part_was_spoken_of(language, text, whom):
    claim = read(text, language).claim
    found = claim.unit or propose(claim, language, text)["unit"][0]
    assert found.text == whom


@pytest.mark.parametrize(
    ("language", "text", "what", "other"),
    [
        ("en", "Flash cards beat rereading for spelling tests in bilingual pupils.",
         "spelling tests", "rereading"),
        ("en", "Does coached rowing outperform solo rowing in race times among juniors?",
         "race times", "solo rowing"),
        ("en", "Paper beats screens at remembering what one read.", "remembering what one read",
         "screens"),
        ("pt", "A ventilação cruzada supera o ar-condicionado em conforto térmico em creches.",
         "conforto térmico", "ar-condicionado"),
    ],
)  # fmt: skip
def test_what_one_betters_another_in_is_the_outcome(language, text, what, other):
    found = slots(text, language)
    assert (found["outcome"], found["comparator"]) == (what, other)


@pytest.mark.parametrize(
    ("language", "text", "further"),
    [
        ("en", "Slow music makes guests stay longer and spend more.",
         "Slow music makes guests spend more."),
        ("pt", "Luz quente faz o cliente comer devagar e pedir mais sobremesa.",
         "Luz quente faz o cliente pedir mais sobremesa."),
    ],
)  # fmt: skip
def test_what_a_cause_makes_one_do_besides_is_a_claim_of_the_same_cause(language, text, further):
    assert [each.text for each in read(text, language).siblings] == [further]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Why do choir singers in their eighties keep coming back?", "Why do choir singers"),
        ("Grooms who lost a horse: how do they talk about it later", "How do grooms who"),
    ],
)
def test_a_question_that_has_its_verb_keeps_its_words(text, wanted):
    asked = refine(text)["hypothesis_versions"][-1]["question"]
    assert asked.startswith(wanted)


def test_what_people_do_not_do_is_read_with_its_denial():
    found = slots("Por que os jovens da vila não querem ficar na pesca?", "pt")
    assert found["outcome"] == "não querem ficar na pesca"


def test_a_state_that_is_reached_is_measured_as_one():
    text = "Permits get approved quicker when the applicant had a meeting."
    claim = read(text, "en").claim
    assert propose(claim, "en", text)["measure"][0].text.endswith("take to get approved")


def test_more_of_a_pain_is_no_number_of_pains():
    text = "Carteiro que anda de bicicleta tem mais dor lombar do que quem anda a pé."
    claim = read(text, "pt").claim
    assert "número de dores" not in propose(claim, "pt", text)["measure"][0].text


def test_the_first_of_two_that_go_together_keeps_its_place():
    text = ("Is there a relationship between staff turnover in care homes and the number of falls "
            "among residents?")  # fmt: skip
    found = read(text, "en").claim
    assert found.exposure is not None
    assert found.exposure.text == "staff turnover in care homes"
    assert found.leftover is None
    asked = refine(text)["hypothesis_versions"][-1]["question"]
    assert "frequency" not in asked


@pytest.mark.parametrize(
    ("language", "text", "place"),
    [
        ("pt", "Tenho uma sorveteria e queria saber se postar foto vende mais do que postar vídeo",
         "uma sorveteria"),
    ],
)  # fmt: skip
def test_the_place_that_an_author_keeps_is_what_is_observed(language, text, place):
    made = refine(text, language=language)["hypothesis_versions"][-1]["question"]
    assert place in made
    assert not any(words in made for words in (f"of {place}", f"de {place}"))


@pytest.mark.parametrize(
    ("language", "text", "condition"),
    [
        ("pt", "Pagar em dia aumenta a franqueza dos estagiários na entrevista final?",
         "na entrevista final"),
        ("pt", "Sortear a ordem reduz a ansiedade dos calouros na apresentação oral?",
         "na apresentação oral"),
    ],
)  # fmt: skip
def test_where_something_holds_is_its_condition_and_not_asked_about(language, text, condition):
    state = refine(text, language=language)
    assert "leftover" not in {name for name, slot in state["claim"].items() if slot}
    assert condition in state["hypothesis_versions"][-1]["question"]


@pytest.mark.parametrize(
    ("language", "text", "counted"),
    [
        ("en", "Do painted bus lanes cut crashes?", "the number of crashes in a given period"),
        ("en", "Older boilers have more leaks than newer boilers",
         "the number of leaks that each boiler has"),
    ],
)  # fmt: skip
def test_nothing_is_counted_per_thing_that_may_be_absent(language, text, counted):
    assert refine(text, language=language)["claim"]["measure"]["text"] == counted


@pytest.mark.parametrize("lead", ["Como", "De que forma"])
def test_the_hypotheses_of_a_question_of_how_state_that_it_does(lead):
    text = f"{lead} a renda dos avós influencia a altura dos netos?"
    told = statements(read(text, "pt").claim, "pt", text)
    assert told.null.startswith("A renda dos avós não influencia a altura")
    assert told.alternative.startswith("A renda dos avós influencia a altura")


@pytest.mark.parametrize(
    ("language", "text", "wanted", "null"),
    [
        ("en", ("Gardeners who sing grow more beans than those who do not, and the difference is "
                "larger in wet years."),
         "Do gardeners who sing grow more beans than those who do not, and is the difference",
         "Gardeners who sing do not grow more beans than those who do not."),
        ("en", "Singing to calves lowers their stress, but the gain is larger in winter.",
         "Does singing to calves lower their stress, but is the gain larger in winter?",
         "Singing to calves does not lower their stress."),
        ("en", "Mulch keeps beds moist; the effect fades once the summer gets wet.",
         "Does mulch keep beds moist, and does the effect fade once the summer gets wet?",
         "Mulch does not keep beds moist."),
        ("en", "Waiters who smile get more tips, and more so in small bars.",
         "Do waiters who smile get more tips than waiters who do not smile, and more so in small",
         "Waiters who smile do not get more tips than other waiters."),
        ("pt", "A música reduz o choro dos bebês, mas isso só vale para os que mamam no peito.",
         "A música reduz o choro dos bebês, mas isso só vale para os que mamam no peito",
         "A música não reduz o choro dos bebês."),
    ],
)  # fmt: skip
def test_where_a_claim_is_stronger_is_asked_and_not_denied(language, text, wanted, null):
    claim = read(text, language).claim
    assert claim.qualifiers is not None
    assert refine(text, language=language)["hypothesis_versions"][-1]["question"].startswith(wanted)
    assert statements(claim, language, text).null == null


def test_a_further_effect_is_no_condition():
    claim = read("Coffee shortens sleep, and it makes nurses tired.", "en").claim
    assert claim.qualifiers is None


@pytest.mark.parametrize(
    ("language", "text", "varies", "outcome"),
    [
        ("en", "Can a flood be foretold from the rain in the hills?", "rain in the hills", "flood"),
        ("en", "Estimate the age of a tortoise based on the rings of its shell.",
         "rings of its shell", "age"),
        ("en", "Is a drought foretold by the height of the anthills?", "height of the anthills",
         "drought"),
        ("pt", "O preço do aluguel pode ser previsto pelas fotos do anúncio?", "fotos do anúncio",
         "preço do aluguel"),
        ("pt", "Identificar, com base nas notas, quais alunos vão abandonar o curso.", "notas",
         "abandonar o curso"),
    ],
)  # fmt: skip
def test_what_something_can_be_told_from_predicts_it(language, text, varies, outcome):
    claim = read(text, language).claim
    assert claim.design == "predictive"
    assert slots(text, language).items() >= {("exposure", varies), ("outcome", outcome)}


def test_what_a_method_is_for_is_no_prediction():
    text = "A method to detect cracks from their sound is faster than a look at each tile."
    assert read(text, "en").claim.design == "comparative"


def test_what_is_compared_alone_is_named_once():
    text = "Comparar o adubo verde e o químico quanto à colheita de feijão."
    made = refine(text, language="pt")["hypothesis_versions"][-1]["question"]
    assert made.startswith("Há diferença na colheita de feijão entre o adubo verde e o químico")


def test_how_few_there_are_is_no_doubt():
    text = "We moved the spelling test to Friday and now hardly anyone fails it."
    made = refine(text, language="en")["hypothesis_versions"][-1]["question"]
    assert "hardly anyone" in made
    assert not read(text, "en").claim.hedges


def test_a_title_with_a_relative_clause_is_asked():
    text = "Effect of a weekly walk on sleep versus a group of nurses who get it later"
    made = refine(text, language="en")["hypothesis_versions"][-1]["question"]
    assert made.endswith("?")


def test_that_two_measures_agree_is_about_what_both_measure():
    text = "A nota que o árbitro dá bate com a nota que o público dá?"
    claim = read(text, "pt").claim
    assert claim.outcome is not None
    assert (claim.design, claim.outcome.text) == ("equivalence", "nota")


@pytest.mark.parametrize(
    ("language", "text", "other"),
    [
        ("en", "Does the share of straw in a brick (0, 5 and 20 %) change its strength?", "0 %"),
        ("pt", "Avaliar o efeito da dose de cal (2, 4 e 6 kg) na acidez do solo dos canteiros.",
         "2 kg"),
    ],
)  # fmt: skip
def test_levels_that_are_named_are_compared_with_the_first(language, text, other):
    assert compared(text, language) == other


def test_the_ones_who_do_are_compared_with_those_who_do_not():
    text = "I coach rowers. The ones who also dance get fewer injuries."
    assert compared(text, "en") == "ones who do not"


def test_what_history_is_read_in_is_its_approach():
    text = ("How did the village remember the flood? I have the letters that the families kept in "
            "the parish archive.")  # fmt: skip
    claim = read(text, "en").claim
    assert claim.design == "qualitative"
    assert claim.measure is None


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I expect the new glue to hold longer than the old one.",
         "Does the new glue hold longer than the old one"),
        ("I want to know whether not napping makes toddlers crankier.",
         "Does not napping make toddlers crankier"),
        (("The aim is to examine the extent to which rent is associated with the age of tenants in "
         "Lisbon."), "Is rent associated with the age of tenants in Lisbon"),
        ("Families with a garden throw away less food than those without.",
         "Do families with a garden throw away less food than those without"),
    ],
)  # fmt: skip
def test_what_leads_a_claim_leaves_its_question(text, wanted):
    made = refine(text, language="en")["hypothesis_versions"][-1]["question"]
    assert made.startswith(wanted)


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "H1: Goats that graze at night gain weight. H2: this effect is weaker in winter.",
         ", and is this effect weaker in winter?"),
        ("pt", "H1: a sombra reduz a colheita de milho. H2: esse efeito é menor na seca.",
         ", e esse efeito é menor na seca"),
    ],
)  # fmt: skip
def test_a_second_hypothesis_of_the_first_ones_effect_is_a_condition(language, text, wanted):
    assert wanted in refine(text, language=language)["hypothesis_versions"][-1]["question"]


def test_what_is_unclear_of_an_effect_is_no_condition():
    assert read("Coffee delays sleep. The effect is unclear to me.", "en").claim.qualifiers is None


def test_what_follows_a_question_is_no_part_of_it():
    text = "Does it matter if pupils write or type them, once they may review? I bet it does not."
    assert refine(text, language="en")["hypothesis_versions"][-1]["question"].count("bet") == 0


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "After we hung up bells, I noticed that the cats catch fewer birds.",
         "After we hung up bells, do the cats catch fewer birds"),
        ("en", "Our team moved to the attic in May; since the move, calls get answered sooner.",
         "Do calls get answered sooner since our team moved to the attic in May"),
        ("pt", "Desde que passamos a podar em agosto, percebi que aparecem menos pragas no pomar.",
         "Desde que passamos a podar em agosto, aparecem menos pragas no pomar"),
    ],
)  # fmt: skip
def test_what_is_noticed_after_an_act_is_asked_since_then(language, text, wanted):
    made = refine(text, language=language)["hypothesis_versions"][-1]["question"]
    assert made.startswith(wanted)


@pytest.mark.parametrize(
    ("language", "text", "before"),
    [
        ("pt", "Depois que o museu passou a abrir à noite, os casais compram mais catálogos.",
         "o período anterior"),
        ("en", "After the museum began to open at night, couples buy more comics.",
         "the period before that"),
    ],
)  # fmt: skip
def test_what_began_is_compared_with_the_time_before(language, text, before):
    assert compared(text, language) == before


def test_the_plural_of_comics_is_comics():
    text = "After the museum began to open at night, couples buy more comics."
    measure = propose(read(text, "en").claim, "en", text)["measure"][0].text
    assert measure.startswith("the number of comics ")
