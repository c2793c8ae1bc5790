"""Ideas as people send them: what is read in them, and the question that is written."""

from __future__ import annotations

import pytest

from hypotheses.analyst.assessment import assess
from hypotheses.analyst.reader import read
from hypotheses.analyst.structurer import first_version
from hypotheses.domain.types import Language
from tests.hypotheses.graph.loop import refine


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        # What a speaker does varies, and the outcome is a verb.
        ("en", "Whenever I feed the koi before the gates open, they swim slower.",
         "Whenever I feed the koi before the gates open, do they swim slower?"),
        # What the outcome's words compare is not compared by the question, too.
        ("en", ("The ward bought a new buzzer. I think the buzzer makes porters forget fewer"
         " trolleys."), "fewer trolleys?"),
        # The Portuguese `no` denies nothing.
        ("pt", ("Estou no doutorado em zootecnia e quero saber se tosquiar antes do verão reduz"
         " parasitas em ovelhas adultas."),
         "Tosquiar antes do verão reduz parasitas em ovelhas adultas?"),
        # What is asked behind `if` is the claim, whatever was told before it.
        ("en", ("My uncle has a kiosk and since he moved the fruit to the front, people take"
         " more of it. I'd like to know if the place of the fruit changes how much is sold."),
         "Does the place of the fruit change how much is sold?"),
        # Notes leave out the article; `bus` is one.
        ("en", "- shuttle bus every 10 min\n- students\n- fewer parking fines?",
         "Does a shuttle bus every 10 min reduce parking fines in students?"),
    ],
)  # fmt: skip
def test_the_question_is_the_claim_as_a_person_would_ask_it(
    language: Language, text: str, wanted: str
) -> None:
    made = first_version(text, language).question
    assert made.endswith(wanted)
    assert "less?" not in made


@pytest.mark.parametrize(
    ("language", "text", "unit", "exposure", "outcome"),
    [
        ("pt", "Fundos imobiliários caem menos que ações",
         None, "Fundos imobiliários", "caem"),
    ],
)  # fmt: skip
def test_what_is_traded_is_observed_and_its_price_changes(
    language: Language, text: str, unit: str | None, exposure: str, outcome: str
) -> None:
    claim = read(text, language).claim
    found = [slot and slot.text for slot in (claim.unit, claim.exposure, claim.outcome)]
    assert found == [unit, exposure, outcome]


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("pt", "Efeito da sombra de eucalipto na produção de leite de vacas girolando"),
        ("en", ("Effect of weekly pruning on the fruit weight of lemon trees in Murcia over two"
         " seasons")),
        ("pt", ("Faço mestrado com abelhas e gostaria de saber se o plantio de manjericão aumenta a"
         " produção de mel em colmeias de jataí.")),
    ],
)  # fmt: skip
def test_a_title_or_an_aim_is_no_complete_hypothesis(language: Language, title: str) -> None:
    found = assess(title, language)
    assert (found.kind, found.verdict) == ("semi_formed", "needs_refinement")
    assert first_version(title, language).question.endswith("?")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Copper bracelets cure pain because all my neighbours swear by them"),
        ("pt", "Chá de boldo cura ressaca porque todo mundo lá em casa toma"),
    ],
)
def test_people_who_use_it_are_a_belief(language: Language, text: str) -> None:
    assert [veto.code for veto in read(text, language).vetoes] == ["popular_belief"]


def test_forces_as_the_reason_are_no_belief() -> None:
    found = read("Crystals heal because the universe sends vibrations", "en").vetoes
    assert [veto.code for veto in found] == ["metaphysics"]


def test_a_clause_behind_since_is_compared_with_the_time_before() -> None:
    found = refine("Since the library moved, children borrow more books", language="en")
    question = found["hypothesis_versions"][-1]["question"]
    assert question == "Since the library moved, do children borrow more books?"


@pytest.mark.parametrize(("language", "idea", "question"), [
    ("en", "We put the bin next to the printer and people waste less paper.",
     "Do people waste less paper since we put the bin next to the printer"),
    ("en", "We switched our team to pairing in March and it feels like fewer bugs reach us.",
     "Do fewer bugs reach us since we switched our team to pairing in March"),
    ("pt", "A gente trocou a ração em maio e as galinhas botam menos ovos.",
     "As galinhas botam menos ovos desde que a gente trocou a ração em maio"),
    ("en", "I want to understand what it's like for new students to ask a professor for help.",
     "What is it like for new students to ask a professor for help"),
    ("en", "What is it like for people who stammer to work a till all day?",
     "What is it like for people who stammer to work a till all day?"),
    ("en", ("I wonder how teenagers who translate for their parents at the hospital carry what they"
            " hear there, and who they tell."),
     ("How do teenagers who translate for their parents at the hospital carry what they hear there,"
      " and who they tell?")),
    ("en", "Sending a text reminder two days before should cut missed appointments at our clinic.",
     "Does sending a text reminder two days before cut missed appointments at our clinic"),
    ("en", "How many of the tickets our helpdesk gets are still open a week later? Under a third.",
     "How many of the tickets our helpdesk gets are still open a week later"),
])  # fmt: skip
def test_a_story_becomes_one_question(language: Language, idea: str, question: str) -> None:
    found = refine(idea, language=language)
    assert found["hypothesis_versions"][-1]["question"].startswith(question)


def test_a_comparison_with_another_explanation_is_no_tautology() -> None:
    found = assess("Alunos do EJA que sentam na frente faltam menos, mas pode ser que os mais "
                   "motivados escolham sentar na frente.", "pt")  # fmt: skip
    assert not found.vetoes


def test_hypotheses_compare_once() -> None:
    found = assess("When I feed the koi before the gates open, they swim slower.", "en")
    assert found.null.endswith("they do not swim slower.")
    assert found.alternative.endswith("they swim slower.")


@pytest.mark.parametrize(("language", "idea", "question"), [
    # A clause is asked whatever its frame lacks.
    ("en", "By 2030 most of the chapels in our valley will have been sold.",
     "By 2030, will most of the chapels in our valley have been sold?"),
    ("en", "Moving from weekly to daily calls made my crew slower, I'm fairly sure.",
     "Did moving from weekly to daily calls make my crew slower"),
    ("en", "Fish from the upper lake taste muddy because of the algae, i reckon",
     "Do fish from the upper lake taste muddy because of the algae"),
    ("en", "I'd love to know what makes regulars stop coming to our quiz",
     "What makes regulars stop coming to our quiz"),
    ("pt", ("Mulheres que têm doula pedem menos analgesia e amamentam por mais tempo do que as que"
      " não têm."),
     "Mulheres que têm doula pedem menos analgesia e amamentam por mais tempo do que"),
    ("en", "Bus drivers on split shifts:\n- more sick days\n- more near misses",
     "Do bus drivers on split shifts have more sick days than other bus drivers"),
    # A comparison stands before the condition.
    ("en", "The plots with a pond have fewer slugs, unless the summer is very wet.",
     "Do the plots with a pond have fewer slugs than plots without a pond, unless the summer"),
    ("pt", "Gostaria de saber se podar a videira em agosto em vez de julho aumenta o açúcar.",
     "Podar a videira em agosto em vez de julho aumenta o açúcar"),
    # The word that says when stays; a clause with a limit is set against its other side.
    ("pt", "Sempre que o meu time perde no domingo, vendo menos na segunda.",
     "Sempre que o meu time perde no domingo, vendo menos na segunda"),
    ("pt", "Toda vez que o trem atrasa mais de dez minutos, o povo começa a conversar.",
     "Toda vez que o trem atrasa mais de dez minutos, o povo começa a conversar?"),
    ("en", "What share of the people who join our choir in January are still singing in April?",
     "What share of the people who join our choir in January are still singing in April?"),
    # Where the effect is stronger is told with no `I think` before it.
    ("en", ("I think that pruning raises the yield of pear trees, and that the effect is weaker in "
            "shade."),
     "Does pruning raise the yield of pear trees, and is the effect weaker in shade"),
    ("pt", "Creio que a poda aumenta a colheita das pereiras, e que esse efeito é menor na sombra.",
     "A poda aumenta a colheita das pereiras, e esse efeito é menor na sombra"),
    # What is suspected to be so is asked as it would be.
    ("pt", "A hipótese é que a verga curta reduza as fissuras em paredes de tijolo.",
     "A verga curta reduz as fissuras"),
    ("pt", "Suspeito que padeiros que cantam queimem menos pão do que os que rezam.",
     "Padeiros que cantam queimam menos pão do que os que rezam"),
    # Another explanation goes with what leads to it.
    ("pt", "O time joga melhor com o estádio vazio, o que pode ser só porque o adversário é fraco.",
     "O time joga melhor com o estádio vazio?"),
])  # fmt: skip
def test_the_question_is_the_clause_of_its_author(
    language: Language, idea: str, question: str
) -> None:
    found = refine(idea, language=language)
    assert found["hypothesis_versions"][-1]["question"].startswith(question)


@pytest.mark.parametrize(("language", "idea", "slot", "words"), [
    ("pt", "Quem mora perto do trilho se acostuma com o barulho em seis meses", "exposure",
     "Quem mora perto do trilho"),
    ("pt", "Os sapos da beira da estrada cantam mais agudo por causa do barulho.", "exposure",
     "barulho"),
    ("en", "Bats avoid the bridges that have LED lamps", "outcome", "avoid"),
    ("pt", "Meu gato parou de vomitar quando troquei o pote de plástico pelo de inox.", "exposure",
     "quando troquei o pote de plástico pelo de inox"),
    ("en", "Homework set on paper gets handed in. Homework set in the app doesn't.", "comparator",
     "Homework set in the app"),
    ("en", "Does it matter for yield whether garlic is planted in October or November?",
     "comparator", "November"),
    ("pt", ("Famílias que recebem no nome da mãe gastam mais com comida do que aquelas em que o"
      " cartão está no nome do pai."), "comparator", "aquelas em que o cartão está no nome do pai"),
])  # fmt: skip
def test_the_tree_says_which_words_are_a_part(
    language: Language, idea: str, slot: str, words: str
) -> None:
    found = dict(read(idea, language).claim.items())
    assert found[slot].text == words  # type: ignore[index]


@pytest.mark.parametrize(("language", "text"), [
    ("en", ("A house with a price ending in 950 sells sooner; agents swear by it and nobody has"
      " ever checked.")),
    ("pt", "Violão com corda velha desafina menos que com corda nova, todo luthier diz o oposto"),
    ("pt", ("Café coado em pano mancha menos o dente do que café de cápsula. Todo dentista sabe"
      " disso, mas ninguém provou.")),
    ("en", "Though everyone swears that roundabouts cause jams, they improve traffic flow."),
])  # fmt: skip
def test_a_belief_that_its_author_doubts_is_no_veto(language: Language, text: str) -> None:
    assert read(text, language).vetoes == ()


@pytest.mark.parametrize(("language", "text"), [
    ("en", "What makes apprentices drop out of plumbing courses before the second year?"),
    ("pt", "Por que tantos professores novos abandonam a escola pública nos primeiros anos?"),
])  # fmt: skip
def test_who_seeks_reasons_studies_how_people_tell_them(language: Language, text: str) -> None:
    found = read(text, language).claim
    assert (found.design, found.doubts) == ("qualitative", ())


def test_who_does_it_is_observed_and_what_tells_them_apart_varies() -> None:
    idea = "oi, eu trabalho num posto e reparei q as mães que recebem lembrete levam mais os filhos"
    found = read(idea, "pt").claim
    assert found.unit is not None
    assert found.exposure is not None
    assert (found.unit.text, found.exposure.text) == ("mães", "que recebem lembrete")
