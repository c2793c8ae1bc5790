"""Sentences whose form alone tells what they ask."""

from __future__ import annotations

import pytest

from hypotheses.analyst.proposals import propose
from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import Brief, refine
from hypotheses.analyst.syntax.forms import form_of
from hypotheses.analyst.syntax.parser import parsed
from hypotheses.analyst.syntax.periods import is_long_past
from hypotheses.analyst.syntax.tokens import split
from hypotheses.domain.types import Language
from tests.hypotheses.graph.loop import last


def slots(text: str, language: Language) -> dict[str, str]:
    return {name: slot.text for name, slot in read(text, language).claim.items()}


@pytest.mark.parametrize(
    ("language", "text", "asked", "null"),
    [
        ("en", "why do my hinges squeak since I painted the gate",
         "Do my hinges squeak more since I painted the gate",
         "My hinges do not squeak more since"),
        ("en", "Why doesn't my cat purr since the builders came?",
         "Does my cat purr less since the builders came",
         "My cat does not purr less since"),
        ("en", "Why are the pupils arguing less since we split the class?",
         "Are the pupils arguing less since we split the class",
         "The pupils are not arguing less since"),
        ("en", "Since the mill closed, why do the owls call at noon?",
         "Do the owls call at noon more since the mill closed",
         "The owls do not call at noon more since"),
        ("pt", "Por que acordo com tosse desde que pintei o quarto?",
         "Eu acordo com tosse com mais frequência desde que pintei o quarto",
         "Eu não acordo com tosse com mais frequência desde"),
        ("pt", "Por que o portão range desde que pintei as dobradiças",
         "O portão range mais desde que pintei as dobradiças",
         "O portão não range mais desde"),
        ("pt", "por que meus vizinhos não reclamam desde que mudei o horário do ensaio?",
         "Meus vizinhos reclamam menos desde que mudei o horário do ensaio",
         "Meus vizinhos não reclamam menos desde"),
    ],
)  # fmt: skip
def test_why_since_something_was_done_presupposes_more_than_before(language, text, asked, null):
    version = last(text, language)
    assert version["question"].startswith(asked)
    assert version["null"].startswith(null)
    assert version["alternative"].startswith(null.split()[0])
    assert read(text, language).claim.design == "causal"


@pytest.mark.parametrize(
    ("language", "text", "asked", "null"),
    [
        ("en", "What happened to the rents of small shops after the tram opened?",
         "Did the rents of small shops change after the tram opened",
         "The rents of small shops did not change after the tram opened"),
        ("pt", "O que aconteceu com as vendas das bancas depois que a feira mudou de rua?",
         "As vendas das bancas mudaram depois que a feira mudou de rua",
         "As vendas das bancas não mudaram depois que a feira mudou de rua"),
    ],
)  # fmt: skip
def test_what_happened_after_something_is_whether_it_changed(language, text, asked, null):
    assert slots(text, language)["exposure"].split()[0] in ("after", "depois")
    version = last(text, language)
    assert version["question"].startswith(asked)
    assert version["null"].startswith(null)


@pytest.mark.parametrize(
    ("language", "text", "who", "what", "source", "asked", "null"),
    [
        ("en", "Could we predict which lambs will need a vet from their weight at birth?",
         "lambs", "need a vet", "weight at birth",
         "predict which lambs need a vet",
         "does not predict which lambs need a vet better than a prediction without it"),
        ("en", "Can you tell which members will leave the club by looking at their visits?",
         "members", "leave the club", "visits",
         "predict which members leave the club",
         "do not predict which members leave the club better than a prediction without them"),
        ("pt", "Dá pra prever quais padarias vão fechar olhando as contas de luz do ano passado?",
         "padarias", "fechar", "contas de luz do ano passado",
         "É possível prever quais padarias vão fechar olhando",
         "não preveem quais padarias fecham melhor do que uma previsão sem elas"),
        ("pt", "Queria prever quais mudas vão morrer com base na cor das folhas",
         "mudas", "morrer", "cor das folhas",
         "É possível prever quais mudas vão morrer com base na cor das folhas",
         "não prevê quais mudas morrem melhor do que uma previsão sem ela"),
    ],
)  # fmt: skip
def test_what_is_foretold_of_whom_and_from_what(language, text, who, what, source, asked, null):
    found = slots(text, language)
    assert (found["unit"], found["outcome"], found["exposure"]) == (who, what, source)
    version = last(text, language)
    assert asked in version["question"]
    assert null in version["null"]


def test_one_source_foretells_better_than_another():
    version = last("forecast ice cream sales better from the weather than from last week", "en")
    assert "predict ice cream sales better than last week" in version["question"]
    assert version["null"].startswith("The weather does not predict ice cream sales better than")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pt", "Quero saber se os clientes vão voltar usando o novo aplicativo"),
        ("en", "Can we tell the difference between real and fake leather by smell?"),
        ("en", "Fatigue predicts injuries in dancers."),
        ("en", "The number of pupils who cycle rises when the road is closed"),
        ("pt", "A experiência do professor melhora a nota dos alunos"),
        ("en", "What happened in Lisbon in 1755 after the quake?"),
    ],
)
def test_other_sentences_have_none_of_these_forms(language, text):
    assert form_of(parsed(split(text)), language) is None


@pytest.mark.parametrize(
    ("language", "text", "who", "what", "asked"),
    [
        ("pt", "Avós que criam netos sozinhos, como eles enfrentam a falta de dinheiro",
         "Avós que criam netos sozinhos", "enfrentam a falta de dinheiro",
         "Como avós que criam netos sozinhos enfrentam a falta de dinheiro"),
        ("en", "Owners of small farms, how they talk to their bank",
         "Owners of small farms", "talk to their bank",
         "How do owners of small farms talk to their bank"),
        ("en", "Potters in the valley, how they heated their kilns during the war",
         "Potters in the valley", "heated their kilns during the war",
         "How did potters in the valley heat their kilns during the war?"),
        ("pt", "O jornal do sindicato e o que ele publicava sobre greves",
         "jornal do sindicato", "publicava sobre greves",
         "O que o jornal do sindicato publicava sobre greves"),
    ],
)  # fmt: skip
def test_of_whom_a_question_asks_may_stand_before_it(language, text, who, what, asked):
    found = slots(text, language)
    assert (found["unit"], found["outcome"]) == (who, what)
    assert "bound" not in found
    assert last(text, language)["question"].startswith(asked)


@pytest.mark.parametrize(
    ("language", "text", "who", "what", "asked"),
    [
        ("pt", "A vivência de homens que cuidam da mãe doente",
         "homens que cuidam da mãe doente", "cuidam da mãe doente",
         "Como homens que cuidam da mãe doente vivenciam isso"),
        ("en", "The lived experience of teachers who lost their hearing",
         "teachers who lost their hearing", "lost their hearing",
         "How do teachers who lost their hearing experience this"),
        ("pt", "Percepção dos professores sobre o novo uniforme",
         "professores", "novo uniforme",
         "Como os professores percebem o novo uniforme"),
        ("en", "The perception of nurses about the new rota",
         "nurses", "new rota", "How do nurses perceive the new rota"),
        ("en", "The role of volunteers in running village libraries",
         "volunteers", "running village libraries",
         "What role do volunteers play in running village libraries"),
        ("pt", "O papel dos voluntários na leitura para cegos",
         "voluntários", "leitura para cegos", "Que papel os voluntários têm na leitura para cegos"),
    ],
)  # fmt: skip
def test_a_title_asks_how_people_live_through_something(language, text, who, what, asked):
    claim = read(text, language).claim
    found = slots(text, language)
    assert claim.design == "qualitative"
    assert (found["unit"], found["outcome"]) == (who, what)
    question = last(text, language)["question"]
    assert question.startswith(asked)
    assert "to be named" not in question
    assert "a indicar" not in question


def test_the_role_of_a_thing_is_its_effect():
    assert read("The role of salt in the rising of bread", "en").claim.design != "qualitative"


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        ("en", "The role of women weavers in 17th century Leiden", "of the time"),
        ("en", "How did miners talk about their wages in the 1860s?", "of the time"),
        ("pt", "Como os tropeiros se viam em 1840?", "da época"),
        ("pt", "O papel das costureiras na Ouro Preto do século XVIII", "da época"),
    ],
)
def test_of_a_time_of_which_nobody_living_can_tell_documents_are_read(language, text, words):
    claim = read(text, language).claim
    approaches = propose(claim, language, text)["approach"]
    assert words in approaches[0].text
    assert not any("interview" in each.text or "entrevista" in each.text for each in approaches)


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("in 1890", True), ("nos anos 1920", True), ("nineteenth-century mills", True),
        ("século XIX", True), ("nos séculos XVI e XVII", True), ("década de 1930", True),
        ("século XX", False), ("século XXI", False), ("in 1995", False), ("20th century", False),
        ("in the 1901 Dover flood", True), ("entre 1890 e 1910", True),
        ("in 1200 pupils", False), ("in the 1901 pupils", False),
        ("em 1500 alunos", False), ("1800 mg of salt", False),
    ],
)  # fmt: skip
def test_which_times_nobody_living_can_tell_of(text, past):
    assert is_long_past(text) is past


@pytest.mark.parametrize(
    ("language", "text", "who", "what"),
    [
        ("en", "Share of drivers in our depot who have skipped a break to get home early",
         "drivers", "have skipped a break to get home early"),
        ("pt", "Porcentagem de inquilinos do prédio que atrasaram o aluguel para pagar a luz",
         "inquilinos", "atrasaram o aluguel para pagar a luz"),
    ],
)  # fmt: skip
def test_in_a_share_nothing_varies(language, text, who, what):
    found = slots(text, language)
    assert (found["unit"], found["outcome"]) == (who, what)
    assert "exposure" not in found
    question = last(text, language)["question"]
    assert question.startswith(("What is the share of", "Qual é a porcentagem de"))


@pytest.mark.parametrize(
    ("language", "text", "asked", "further"),
    [
        ("en", "How often do pupils forget their lunch, and is it worse when it rains",
         "How often do pupils forget their lunch", "Pupils forget their lunch: is it worse when"),
        ("pt", "Quantas vezes por semana o elevador quebra e em que horários isso acontece mais",
         "Quantas vezes por semana o elevador quebra",
         "O elevador quebra: em que horários isso acontece mais?"),
        ("en", "How many of our guests left early in May, and which of them came back?",
         "How many of our guests left early in May?",
         "Our guests left early in May: which of them came back?"),
    ],
)  # fmt: skip
def test_what_a_question_goes_on_to_ask_is_offered_beside_it(language, text, asked, further):
    reading = read(text, language)
    assert reading.siblings[0].text.startswith(further)
    assert reading.claim.direction == "unspecified"
    assert last(text, language)["question"].startswith(asked)


@pytest.mark.parametrize(
    ("language", "text", "who"),
    [
        ("en", "why do so many of our guests skip breakfast", "our guests"),
        ("pt", "Por que tantos dos meus clientes esquecem a senha?", "clientes"),
    ],
)
def test_how_many_of_them_is_no_part_of_who_they_are(language, text, who):
    unit = read(text, language).claim.unit
    assert unit is not None
    assert unit.text == who
    assert unit.sure


def test_what_people_are_is_no_part_of_what_they_do():
    found = slots("how do singers deal with nerves when they are already famous", "en")
    assert found["outcome"] == "deal with nerves"
    assert found["qualifiers"] == "when they are already famous"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("pt", "Percepção de calor em prédios com telhado verde"),
        ("pt", "O papel do sono na memória de adultos"),
    ],
)
def test_only_people_live_through_something_and_play_a_role(language, text):
    assert read(text, language).claim.design != "qualitative"


@pytest.mark.parametrize(
    ("language", "text", "who", "what", "asked"),
    [
        ("en", "How often do lorry drivers get fined, and does anybody tell the boss?",
         "lorry drivers", "get fined", "How often do lorry drivers get fined?"),
        ("en", "I wonder how often cyclists in our town ride without a light",
         "cyclists", "ride without a light",
         "How often do cyclists in our town ride without a light?"),
        ("en", "How often are complaints sent by post answered within a week?",
         "complaints sent by post", "answered within a week",
         "How often are complaints sent by post answered within a week?"),
        ("en", "how many cafes on our street shut after the tram came, and did anyone move away",
         "cafes", "shut after the tram came",
         "How many cafes on our street shut after the tram came?"),
        ("en", "How long does it take for a letter to reach a mountain hut?",
         "letter", "reach a mountain hut", "How long does it take for a letter to reach"),
        ("pt", "Com que frequência as ambulâncias atrasam?", "ambulâncias", "atrasam",
         "Com que frequência as ambulâncias atrasam"),
        ("pt", "quantas vezes por mês o forno fica parado pra limpeza, uma já basta?",
         "forno", "fica parado pra limpeza",
         "Quantas vezes por mês o forno fica parado pra limpeza?"),
        ("pt", "Que parcela dos feirantes aceita cartão?", "feirantes", "aceita cartão",
         "Que parcela dos feirantes aceita cartão?"),
        ("pt", "Qual a proporção de bilhetes que chegam rasurados?", "bilhetes",
         "chegam rasurados", "Qual é a proporção de bilhetes que chegam rasurados?"),
        ("pt", "quanto tempo demora para o correio devolver um pacote?", "correio",
         "devolver um pacote", "Quanto tempo demora para o correio devolver um pacote?"),
    ],
)  # fmt: skip
def test_how_often_and_how_many_count_what_is_done(language, text, who, what, asked):
    claim = read(text, language).claim
    found = slots(text, language)
    assert (claim.design, claim.direction) == ("descriptive", "unspecified")
    assert (found["unit"], found["outcome"]) == (who, what)
    assert not {"exposure", "comparator", "leftover"} & set(found)
    assert claim.unsure == ()
    assert last(text, language)["question"].startswith(asked)


def test_a_date_is_when_it_is_counted_and_a_delay_is_what_is_counted():
    dated = slots("How many guests left early in 2021?", "en")
    assert (dated["outcome"], dated["window"]) == ("left early", "in 2021")
    assert slots("How many guests leave within a week?", "en")["outcome"] == "leave within a week"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "How many cups of tea do gardeners drink?"),
        ("en", "How many more pupils cycle since the lane opened?"),
        ("en", "How often do porters fall ill compared with clerks?"),
        ("en", "How often nurses wash their hands depends on the ward."),
        ("en", "Do people who know how often buses come wait less?"),
        ("pt", "A escola que pergunta com que frequência os alunos leem tem notas maiores?"),
        ("pt", "Quantas vezes por mês falta gás no prédio?"),
    ],
)
def test_what_is_compared_or_only_told_of_is_not_counted(language, text):
    assert form_of(parsed(split(text)), language) is None


@pytest.mark.parametrize(
    ("language", "text", "who", "what", "asked"),
    [
        ("en", "I'd like to find out why parents skip council elections",
         "parents", "skip council elections",
         "Why do parents skip council elections?"),
        ("en", "Why do most pupils skip the swimming lesson?", "pupils",
         "skip the swimming lesson", "Why do most pupils skip the swimming lesson?"),
        ("en", "I wonder why nurses won't use the new lift", "nurses",
         "won't use the new lift", "Why will nurses not use the new lift?"),
        ("en", "Why do drivers in their fifties keep renting, what holds them?",
         "drivers", "keep renting",
         "Why do drivers in their fifties keep renting?"),
        ("pt", "queria saber pq os alunos somem da natação depois da terceira aula", "alunos",
         "somem da natação depois da terceira aula",
         "Por que os alunos somem da natação depois da terceira aula?"),
        ("pt", "pq as enfermeiras da noite nao usam o elevador", "enfermeiras da noite",
         "nao usam o elevador", "Por que as enfermeiras da noite nao usam o elevador?"),
        ("pt", "Por que tanta gente larga a dança antes do verão?", "gente",
         "larga a dança antes do verão", "Por que tanta gente larga a dança antes do verão?"),
        ("pt", "Por que a maioria dos motoristas recusa corridas longas?", "motoristas",
         "recusa corridas longas", "Por que a maioria dos motoristas recusa corridas longas?"),
    ],
)  # fmt: skip
def test_why_people_do_something_is_asked_of_them(language, text, who, what, asked):
    claim = read(text, language).claim
    found = slots(text, language)
    assert (claim.design, claim.direction) == ("qualitative", "unspecified")
    assert (found["unit"], found["outcome"]) == (who, what)
    assert claim.unsure == ()
    assert last(text, language)["question"].startswith(asked)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Why does my kettle leak on Mondays?"),
        ("pt", "Por que os pepinos ficam amargos?"),
        ("en", "How do bees cope with frost?"),
        ("pt", "Como as baterias lidam com o frio?"),
    ],
)
def test_what_cannot_answer_is_not_interviewed(language, text):
    assert "interview" not in last(text, language)["question"]
    assert "entrevista" not in last(text, language)["question"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Pupils sleep badly because they play at night"),
        ("pt", "Os alunos dormem mal porque jogam à noite"),
        ("en", "The teacher asked why pupils were late, which made them angry"),
        ("en", "Why nobody answers the phone"),
    ],
)
def test_a_reason_that_is_given_is_not_asked_for(language, text):
    assert form_of(parsed(split(text)), language) is None


@pytest.mark.parametrize(
    ("language", "text", "who", "what"),
    [
        ("en", "What is it like for grandmothers to raise a child in a small flat?",
         "grandmothers", "raise a child in a small flat"),
        ("en", "How do second-year nursing students experience reporting an error?",
         "second-year nursing students", "reporting an error"),
        ("en", "How do tenants in Cork cope with rising rents?", "tenants",
         "cope with rising rents"),
        ("pt", "Como é para os pedreiros trabalhar no verão?", "pedreiros", "trabalhar no verão"),
        ("pt", "Gostaria de saber como as feirantes enfrentam o preconceito na rua", "feirantes",
         "enfrentam o preconceito na rua"),
        ("pt", "Como pais de crianças surdas vivenciam a escolha da escola?",
         "pais de crianças surdas", "escolha da escola"),
    ],
)  # fmt: skip
def test_what_people_live_through_is_read_surely(language, text, who, what):
    claim = read(text, language).claim
    found = slots(text, language)
    assert claim.design == "qualitative"
    assert (found["unit"], found["outcome"]) == (who, what)
    assert claim.unsure == ()
    assert claim.doubts == ()


@pytest.mark.parametrize(
    ("language", "text", "who", "what"),
    [
        ("en", "How did the magazines depict typists in the 1950s?", "magazines",
         "depict typists"),
        ("en", "How newspapers wrote about coal miners", "newspapers", "wrote about coal miners"),
        ("pt", "Como os jornais do Pará falavam da borracha entre 1890 e 1910?", "jornais",
         "falavam da borracha"),
        ("pt", "Como as letras de fado retratam o mar?", "letras de fado", "retratam o mar"),
    ],
)  # fmt: skip
def test_what_texts_tell_is_read_in_documents(language, text, who, what):
    claim = read(text, language).claim
    found = slots(text, language)
    assert claim.design == "qualitative"
    assert (found["unit"], found["outcome"]) == (who, what)
    approach = _approach(text, language)
    assert "content analysis" in approach or "análise de conteúdo" in approach
    assert "interview" not in approach
    assert "entrevista" not in approach


def _approach(text, language):
    """The approach that is proposed; it stands in the frame, not in the question."""
    made = refine(Brief(text, language, text, read(text, language).claim))
    approach = made.claim.approach
    assert approach is not None
    assert approach.text not in made.question
    return approach.text


def test_who_writes_of_himself_is_interviewed():
    assert "interviews" in _approach("How do bakers talk about their wages?", "en")


@pytest.mark.parametrize(
    ("language", "text", "what", "when", "direction"),
    [
        ("en", "Has the share of men among nurses in rural clinics grown since 2005?",
         "share of men", "since 2005", "increase"),
        ("en", "Has night work become more common among bakers since 2010?",
         "night work", "since 2010", "increase"),
        ("pt", "A diferença de renda entre negros e brancos diminuiu de 2009 pra cá?",
         "diferença de renda entre negros e brancos", "de 2009 pra cá", "decrease"),
        ("pt", "A proporção de mulheres nos cursos de física aumentou entre 1998 e 2018?",
         "proporção de mulheres", "entre 1998 e 2018", "increase"),
    ],
)  # fmt: skip
def test_a_trend_since_a_date_needs_no_cause(language, text, what, when, direction):
    claim = read(text, language).claim
    found = slots(text, language)
    assert (claim.design, claim.direction) == ("descriptive", direction)
    assert (found["outcome"], found["window"]) == (what, when)
    assert not {"exposure", "comparator"} & set(found)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Has the number of thefts fallen since the lamps were mended?"),
        ("en", "Has the price of milk risen because of the drought since 2020?"),
        ("pt", "A proporção de acidentes caiu depois da lombada?"),
    ],
)
def test_a_change_that_has_a_cause_is_no_trend(language, text):
    assert form_of(parsed(split(text)), language) is None


@pytest.mark.parametrize(
    ("language", "text", "what", "source", "null"),
    [
        ("en", "Can the number of missed calls predict who leaves a phone plan?",
         "who leaves a phone plan", "number of missed calls",
         "does not predict who leaves a phone plan better than a prediction without it"),
        ("pt", "A altura ao nascer prevê quais bezerros vão adoecer?", "adoecer",
         "altura ao nascer", "não prevê quais bezerros adoecem melhor do que uma previsão sem ela"),
        ("pt", "Quais alunos vão desistir pelas faltas de março?", "desistir", "faltas de março",
         "não preveem quais alunos desistem melhor do que uma previsão sem elas"),
        ("en", "Which calves will need a vet, judging by their weight in May?", "need a vet",
         "weight in May",
         "does not predict needing a vet in calves better than a prediction without it"),
    ],
)  # fmt: skip
def test_what_foretells_who_will_do_it(language, text, what, source, null):
    claim = read(text, language).claim
    found = slots(text, language)
    assert claim.design == "predictive"
    assert (found["outcome"], found["exposure"]) == (what, source)
    assert claim.unsure == ()
    assert null in last(text, language)["null"]


def test_whose_it_is_is_named_before_those_are():
    asked = last("Can we predict which tenants will move out from their water bills?", "en")
    assert asked["question"].startswith("Do tenants' water bills predict which tenants move out")
    assert asked["null"].startswith("Tenants' water bills do not predict which tenants move out")


def test_who_acts_by_a_way_is_not_foretold():
    assert form_of(parsed(split("Quais alunos vão viajar pela Europa?")), "pt") is None


@pytest.mark.parametrize(
    ("language", "text", "what"),
    [
        ("en", "How often should nurses turn a patient to avoid sores?",
         "turn a patient to avoid sores"),
        ("pt", "quantas vezes por semana o atleta precisa nadar pra ganhar fôlego?",
         "precisa nadar pra ganhar fôlego"),
    ],
)  # fmt: skip
def test_how_often_one_needs_to_is_perhaps_no_count(language, text, what):
    claim = read(text, language).claim
    assert slots(text, language)["outcome"] == what
    assert claim.doubts == ("design",)


def test_who_sells_by_post_is_not_predicted_from_the_post():
    text = "Estimar a prevalência de dor no punho em tricoteiras que vendem pela internet."
    assert read(text, "pt").claim.design == "descriptive"
    assert last(text, "pt")["question"].startswith("Qual é a prevalência de dor no punho")


def test_nobody_is_proposed_for_whom_only_a_pronoun_names():
    text = (
        "Minha gata toma remédio pra tireoide. Queria saber se ela vomita menos quando o remédio "
        "vai no sachê."
    )
    assert "adultos" not in last(text, "pt")["question"]
