"""Frames: vetoes told by rows of words with gaps, and honest texts that share their words."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assess import assess
from hypotheses.analyst.grammar import frames

FRAMED = [
    (
        "popular_belief",
        "en",
        "Concrete poured on cold days is weaker; any bricklayer can confirm that",
    ),
    (
        "popular_belief",
        "pt",
        "Concreto lançado em dia frio fica mais fraco; qualquer pedreiro confirma",
    ),
    (
        "popular_belief",
        "en",
        "If ginger tea didn't cure colds, it wouldn't have been around so long",
    ),
    (
        "popular_belief",
        "pt",
        "Se chá de gengibre não curasse resfriado, não existiria há tanto tempo",
    ),
    ("popular_belief", "en", "Boys read less than girls, as society has always recognised"),
    ("popular_belief", "pt", "Meninos leem menos que meninas, como a sociedade sempre reconheceu"),
    ("value_judgement", "en", "Algorithmic trading is a parasitic and dishonest activity"),
    ("value_judgement", "pt", "O trading algorítmico é uma atividade parasita e desonesta"),
    ("value_judgement", "en", "Zoos have no place in a civilised society"),
    ("value_judgement", "pt", "Zoológicos não têm lugar numa sociedade civilizada"),
    ("value_judgement", "en", "Funk is the lowest form of art"),
    ("value_judgement", "pt", "O funk é a forma mais baixa de arte"),
    (
        "unfalsifiable",
        "en",
        "Whether the price rises or falls, it shows that the cycle theory is right",
    ),
    (
        "unfalsifiable",
        "pt",
        "Quer o preço suba, quer caia, isso mostra que a teoria dos ciclos está certa",
    ),
    ("unfalsifiable", "en", "The talent of pupils lies beyond what any exam could capture"),
    ("unfalsifiable", "pt", "O talento dos alunos está além do que qualquer exame poderia captar"),
    ("unfalsifiable", "en", "Any data that contradict the theory come from its enemies"),
    ("unfalsifiable", "pt", "Qualquer dado que contradiga a teoria vem dos seus inimigos"),
    ("value_judgement", "en", "Rich people have a moral debt towards society"),
    ("value_judgement", "pt", "Os ricos têm uma dívida moral com a sociedade"),
    ("unfalsifiable", "en", "Win or lose, the plan of the coach is always confirmed"),
    ("unfalsifiable", "pt", "Ganhando ou perdendo, o plano do técnico sempre se confirma"),
    ("metaphysics", "en", "Plants grow better when they feel loved"),
    ("metaphysics", "pt", "As plantas crescem melhor quando se sentem amadas"),
    ("metaphysics", "en", "The energy of positive thoughts repairs tissue"),
    ("metaphysics", "pt", "A energia dos pensamentos positivos repara os tecidos"),
    ("vagueness", "en", "Good practices lead to good results"),
    ("vagueness", "pt", "Boas práticas levam a bons resultados"),
]
HONEST = [
    ("en", "Farmers who say they know their soil apply less fertiliser than those who do not"),
    ("pt", "Agricultores que dizem conhecer seu solo aplicam menos adubo que os que não dizem"),
    ("en", "Dogs that miss their owners bark more times per hour"),
    ("pt", "Cães que sentem falta dos donos latem mais vezes por hora"),
    ("en", "Low-energy diets reduce weight in obese women"),
    ("pt", "Dietas de baixa energia reduzem o peso em mulheres obesas"),
    ("en", "Crystals larger than 5 µm weaken the ceramic"),
    ("pt", "Cristais maiores que 5 µm enfraquecem a cerâmica"),
    ("en", "Firms that need external capital disclose more"),
    ("pt", "Empresas que precisam de capital externo divulgam mais"),
    ("en", "Everybody says larger models hallucinate less; does it hold up?"),
    ("pt", "Todo mundo diz que modelos maiores alucinam menos; será que se confirma?"),
    ("en", "The animal spirits of entrepreneurs influence investment"),
    ("pt", "O espírito animal dos empresários influencia o investimento"),
    ("en", "The film should let through less oxygen than the film without clay"),
    ("pt", "O filme deve deixar passar menos oxigênio que o filme sem argila"),
    ("en", "Tax evasion is more frequent in firms that consider taxes unfair"),
    ("pt", "A sonegação é mais frequente em empresas que consideram os impostos injustos"),
    ("en", "Drivers who cannot see the sign brake later than those who can"),
    ("pt", "Motoristas que não conseguem ver a placa freiam mais tarde que os que conseguem"),
    ("en", "The invisible hand metaphor is used more by economists trained in Chicago"),
    ("pt", "A metáfora da mão invisível é mais usada por economistas formados em Chicago"),
    ("en", "Speakers consider their own dialect more correct than others"),
    ("pt", "Falantes consideram seu próprio dialeto mais correto que os outros"),
    ("en", "Users who are told that everyone else saves energy reduce consumption"),
    ("pt", "Usuários informados de que todos os outros economizam energia reduzem o consumo"),
    ("en", "The environment influences the learning of students"),
    ("pt", "O ambiente influencia a aprendizagem dos alunos"),
]


@pytest.mark.parametrize(("kind", "language", "text"), FRAMED)
def test_a_frame_vetoes_whatever_fills_its_gaps(kind, language, text):
    assert kind in {veto.code for veto in assess(text, language).vetoes}


@pytest.mark.parametrize(("language", "text"), HONEST)
def test_words_of_a_frame_in_another_order_veto_nothing(language, text):
    assert assess(text, language).vetoes == ()


def test_a_frame_is_quoted_from_its_first_word_to_its_last():
    found = assess("Concrete is weaker in winter; any bricklayer can confirm that", "en")

    assert [veto.quote for veto in found.vetoes] == ["any bricklayer can confirm"]


def test_a_measured_outcome_makes_a_bare_frame_no_veto():
    text = "Players who say they will never lose show lower cortisol (nmol/L) than those who do not"

    assert assess(text, "en").vetoes == ()


@pytest.mark.parametrize("language", ["en", "pt"])
def test_every_kind_has_frames_in_both_languages(language):
    kinds = {kind for kind, _ in frames.frames(language)}

    assert kinds == {
        "popular_belief",
        "value_judgement",
        "tautology",
        "unfalsifiable",
        "minds",
        "metaphysics",
        "vagueness",
    }
