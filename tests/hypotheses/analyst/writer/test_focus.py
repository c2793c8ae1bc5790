"""Of a text of several sentences, the clause that states the claim."""

from __future__ import annotations

import pytest

from hypotheses.analyst.writer import focused, question, statements
from hypotheses.analyst.writer.excerpt import asked
from hypotheses.domain.claim import Design, Slot
from hypotheses.domain.types import Language
from tests.hypotheses.analyst.writer.marked import marked


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", ("Dear all, the kiln is mended. I'd love to know whether {exposure|a slower ramp}"
         " {relation|lowers} {outcome|the number of cracks}. Yours, Odd"),
         "A slower ramp lowers the number of cracks"),
        ("en", ("Notes from the ferry, fog again.\nH2: {exposure|Later sailings} {relation|reduce}"
         " {outcome|queues}\nbuy rope"), "Later sailings reduce queues"),
        ("en", ("We got {exposure|weighted blankets} in May. They {relation|help} the"
         " {unit|residents} {outcome|settle}, because they are heavy."),
         "Weighted blankets help the residents settle"),
        ("en", ("We hung up {exposure|bird bells}. It {relation|lowers} {outcome|the catch}, but my"
         " wife disagrees."), "Bird bells lower the catch"),
        ("en", "What {relation|slows} {outcome|the rust} is {exposure|shade}.",
         "Shade slows the rust"),
        ("en", "It is {exposure|the second coat} that {relation|dulls} {outcome|the tone}.",
         "The second coat dulls the tone"),
        ("en", "{exposure|Warming the reeds}: does it {relation|raise} {outcome|the pitch}?",
         "Does warming the reeds raise the pitch?"),
        ("pt", ("Bom dia, professora! O forno voltou. Queria saber se {exposure|subir devagar}"
         " {relation|diminui} {outcome|as trincas}, e eu agradeço desde já."),
         "Subir devagar diminui as trincas"),
        ("pt", ("Ganhamos {exposure|cobertores pesados}. Isso {relation|melhora} o"
         " {outcome|sono}, pois são quentes."), "Cobertores pesados melhoram o sono"),
        ("pt", "É {exposure|a segunda demão} que {relation|apaga} {outcome|o brilho}.",
         "A segunda demão apaga o brilho"),
    ],
)  # fmt: skip
def test_the_clause_of_the_claim_is_found(language: Language, text: str, wanted: str) -> None:
    source, claim = marked(text, "causal", "difference")
    assert focused(source, claim, language)[0] == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", ("The gauge is new. {exposure|Rain barrels} {relation|lower} {outcome|runoff}. It"
         " is about {unit|roofs} {bound|in Bergen}, {window|since March}, next to the"
         " {comparator|roofs without barrels}."),
         ("Do rain barrels lower runoff in roofs in Bergen, compared with the roofs without"
         " barrels, since March?")),
        ("pt", ("O pluviômetro é novo. {exposure|Barris} {relation|reduzem} {outcome|o escoamento}."
         " Anoto pelo {measure|registro do fiscal}, {window|duas semanas}."),
         "Barris reduzem o escoamento, medido pelo registro do fiscal, durante duas semanas?"),
    ],
)  # fmt: skip
def test_what_other_sentences_name_joins_the_question(
    language: Language, text: str, wanted: str
) -> None:
    source, claim = marked(text, "causal", "decrease")
    clause, found = focused(source, claim, language)
    assert question(found, language, clause) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", ("- {exposure|read the score aloud}\n- {unit|the pupils} {outcome|learn"
         " the part} {relation|sooner}??"),
         "Does reading the score aloud make the pupils learn the part sooner?"),
        ("en", ("{exposure|I walk round the car with the customer}. That day:"
         " {relation|less} {outcome|shouting about scratches}"),
         "Is there less shouting about scratches when I walk round the car with the customer?"),
        ("en", "Plan: {exposure|shorter shifts} -> {relation|fewer} {outcome|missed calls}",
         "Do shorter shifts reduce missed calls?"),
        ("en", ("We gave out {exposure|a map} and now {unit|walkers} {outcome|stray}"
         " {relation|less}."), "Do walkers stray less since we gave out a map?"),
        ("en", ("{exposure|Night feeding} {relation|lowers} {outcome|stress}, {measure|cortisol},"
         " {unit|ewes} {bound|in Wales}, {window|ten days}."),
         "Does night feeding lower stress in ewes in Wales, measured by cortisol, over ten days?"),
        ("en", ("{exposure|A late supper} {relation|lowers} {outcome|recall}, but not for"
         " {qualifiers|owls}."),
         "Does a late supper lower recall, but not for owls?"),
        ("pt", "{exposure|Tem feira na rua}. Nesse dia, {relation|menos} {outcome|brigas por vaga}",
         "Há menos brigas por vaga quando tem feira na rua?"),
    ],
)  # fmt: skip
def test_notes_become_a_question_of_their_frame(language: Language, text: str, wanted: str) -> None:
    source, claim = marked(text, "causal", "increase" if "sooner" in wanted else "decrease")
    clause, found = focused(source, claim, language)
    assert question(found, language, clause) == wanted


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "The study asks how {unit|divers} {bound|in Cebu} {outcome|trust their ropes}.",
         "How do divers in Cebu trust their ropes?"),
        ("pt", "Quero saber por que {unit|sineiros} {outcome|recusam o motor}.",
         "Por que sineiros recusam o motor?"),
        ("pt", "Quero entender como {unit|as diaristas} {outcome|lidam com a chuva}.",
         "Como as diaristas lidam com a chuva?"),
        ("en", "how {unit|young nurses} {outcome|sleep after a night shift}",
         "How do young nurses sleep after a night shift?"),
        ("en", "I'd like to learn {outcome|how they say goodbye}: {unit|keepers} {bound|in zoos}.",
         "How do keepers in zoos say goodbye?"),
    ],
)  # fmt: skip
def test_what_people_live_is_asked_with_its_own_word(
    language: Language, text: str, wanted: str
) -> None:
    source, claim = marked(text, "qualitative", "unspecified")
    clause, found = focused(source, claim, language)
    assert question(found, language, clause) == wanted


@pytest.mark.parametrize(
    ("design", "text", "wanted"),
    [
        ("descriptive", ("The aim of this thesis is to learn {outcome|how lichens help stone walls"
          " to last, dry out and weather}."),
         "How do lichens help stone walls to last, dry out and weather?"),
        ("descriptive", ("The prices differ in each shop, which made me curious about {outcome|how"
          " the maps were really drawn}."), "How were the maps really drawn?"),
        ("qualitative", ("The archive holds letters that show {outcome|how early printers chose and"
          " copied their letterforms}."),
         "How did early printers choose and copy their letterforms?"),
    ],
)  # fmt: skip
def test_an_outcome_that_is_a_question_is_the_question(
    design: Design, text: str, wanted: str
) -> None:
    source, claim = marked(text, design, "unspecified")
    clause, found = focused(source, claim, "en")
    assert question(found, "en", clause) == wanted


def test_a_question_joined_to_another_has_its_order_too() -> None:
    said = "Who paid for the bridge and how that changed the trade"
    assert asked(said, "en") == "Who paid for the bridge and how did that change the trade"


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "The {outcome|life of lock keepers} {bound|in Ghent}.",
         "What is the life of lock keepers in Ghent like?"),
        ("pt", "A {outcome|memória dos moleiros}, {bound|em duas vilas que perderam o rio}.",
         "Como é a memória dos moleiros, em duas vilas que perderam o rio?"),
        ("pt", ("Queria entender por que alguns {unit|barqueiros} {outcome|voltam ao rio e outros"
          " compram terra}."),
         "Por que alguns barqueiros voltam ao rio e outros compram terra?"),
    ],
)  # fmt: skip
def test_what_is_lived_is_asked_in_whole_words(language: Language, text: str, wanted: str) -> None:
    source, claim = marked(text, "qualitative", "unspecified")
    clause, found = focused(source, claim, language)
    assert question(found, language, clause) == wanted


def test_a_question_keeps_no_word_twice() -> None:
    source, claim = marked(
        "Por que {relation|será} que {exposure|os gatos que dormem fora} têm {relation|maior}"
        " {outcome|apetite}?", "comparative", "increase", hedges=("será",),
    )  # fmt: skip
    clause, found = focused(source, claim, "pt")
    assert question(found, "pt", clause) == "Por que os gatos que dormem fora têm maior apetite?"


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", ("{unit|Boats} {exposure|with two keels} are {outcome|slower}, and more likely to"
          " leak."),
         ("Are boats with two keels slower, and more likely to leak, compared with the other"
          " boats?")),
        ("en", ("{unit|Cooks} {exposure|who bake at night} say {outcome|\"the oven is calm, so the"
          " bread is\"}."),
         ("Do cooks who bake at night say \"the oven is calm, so the bread is\", compared with the"
          " other boats?")),
    ],
)  # fmt: skip
def test_a_comparison_stands_behind_all_that_is_said(
    language: Language, text: str, wanted: str
) -> None:
    source, claim = marked(text, "comparative", "increase")
    claim = claim.with_slot("comparator", Slot("the other boats"))
    assert question(claim, language, source) == wanted


def test_those_who_act_otherwise_are_persons() -> None:
    text = (
        "{unit|Pescadores} que {exposure|usam velas grossas} têm {relation|menos} {outcome|tosse}?"
    )
    source, claim = marked(text, "comparative", "decrease")
    claim = claim.with_slot("comparator", Slot("usam velas finas", "suggested"))
    wanted = (
        "Pescadores que usam velas grossas têm menos tosse, em comparação com os que usam velas"
    )
    wanted += " finas?"
    assert question(claim, "pt", source) == wanted


def test_a_determiner_takes_no_article() -> None:
    text = "A {exposure|cada nova ponte erguida na vila}, estaríamos {relation|aumentando}"
    source, claim = marked(f"{text} {{outcome|o comércio}}.", "causal", "increase")
    clause, found = focused(source, claim, "pt")
    wanted = "Cada nova ponte erguida na vila aumenta o comércio?"
    assert question(found, "pt", clause) == wanted


def test_a_subject_ends_with_its_bracket() -> None:
    text = "{unit|Crews} {exposure|who row at night} (say, of tugs) would {outcome|sing more}."
    source, claim = marked(text, "comparative", "increase")
    claim = claim.with_slot("comparator", Slot("other crews", "suggested"))
    asked_there = question(claim, "en", source) or ""
    null = statements(claim, "en", asked_there).null
    assert null.startswith("Crews who row at night (say, of tugs) would not sing more")


def test_a_bracket_that_was_cut_is_closed() -> None:
    _, claim = marked("{exposure|Clouds (mostly stratus} {relation|raise}) {outcome|yields}.",
                           "causal", "increase")  # fmt: skip
    assert statements(claim, "en").alternative == "Clouds (mostly stratus) increase yields."


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("Marine and Coastal Biology students sleep badly.",
         "Do Marine and Coastal Biology students sleep badly?"),
        ("Tired students sleep badly.", "Do tired students sleep badly?"),
        ("Nurses and German doctors sleep badly.", "Do nurses and German doctors sleep badly?"),
        ("How do windmills draw and hold tourists in Delft?",
         "How do windmills draw and hold tourists in Delft?"),
        ("Do “a,” “the,” and “that” carry the same stress?",
         "Do “a,” “the,” and “that” carry the same stress?"),
    ],
)  # fmt: skip
def test_an_authors_sentence_keeps_its_capitals_and_marks(source: str, wanted: str) -> None:
    text, claim = marked(source.replace("windmills", "{exposure|windmills}").replace(
        "tourists", "{outcome|tourists}").replace("badly", "{outcome|badly}").replace(
        "“a,” “the,” and “that”", "{exposure|“a,” “the,” and “that”}").replace(
        "stress", "{outcome|stress}"), "causal", "difference")  # fmt: skip
    clause, found = focused(text, claim, "en")
    assert question(found, "en", clause) == wanted


def test_a_copied_page_is_put_together() -> None:
    source, claim = marked(
        "H1: {exposure|Fric-\n12 tion} {relation|slows} {outcome|wear}.", "causal", "decrease"
    )
    assert focused(source, claim, "en")[0] == "Friction slows wear"


def test_how_two_groups_differ_is_denied_in_the_authors_words() -> None:
    text = (
        "How do {exposure|otters} and {comparator|voles} {relation|differ} in their {outcome|diet}?"
    )
    source, claim = marked(text, "comparative", "difference")
    made = statements(claim, "en", source)
    assert made.null == "Otters and voles do not differ in their diet."
    assert made.alternative == "Otters and voles differ in their diet."


def test_a_proportion_keeps_its_form() -> None:
    text = "Quanto {exposure|mais velho}, pior o {outcome|cheiro}?"
    source, claim = marked(text, "correlational", "increase")
    assert question(claim, "pt", source) == "Quanto mais velho, pior o cheiro?"


def test_bounds_before_the_unit_keep_their_noun() -> None:
    text = (
        "The relationship between {exposure|grip strength} and {outcome|balance} in"
        " {bound|a broadly mixed} sample of {unit|retired sailors}."
    )
    source, claim = marked(text, "correlational", "difference")
    assert question(claim, "en", source) == (
        "Is grip strength associated with balance in a broadly mixed sample of retired sailors?"
    )


def test_a_question_stays_where_the_outcome_holds_its_verb() -> None:
    text = "Do {outcome|mooring fees differ} between {exposure|rivers} and {comparator|lakes}?"
    source, claim = marked(text, "comparative", "difference")
    assert question(claim, "en", source) == source


def test_a_why_that_follows_from_earlier_words_stands_alone() -> None:
    text = "Why, then, do {unit|bakers} {outcome|get up late}?"
    source, claim = marked(text, "qualitative", "unspecified")
    clause, found = focused(source, claim, "en")
    assert question(found, "en", clause) == "Why do bakers get up late?"


def test_more_than_one_takes_the_verb_of_many() -> None:
    text = "{exposure|More buoys} means {relation|fewer} {outcome|collisions}."
    source, claim = marked(text, "causal", "decrease")
    assert (question(claim, "en", source) or "").startswith("Do more buoys mean fewer")
