"""What is counted or timed, from the way the author compares."""

import pytest

from hypotheses.analyst.assessment import assess
from hypotheses.analyst.proposals.quantities import quantity
from tests.hypotheses.analyst.proposals.claims import claim


def text(language, source, *, design="comparative", direction="decrease", **words):
    found = quantity(claim(design, direction, **words), language, source)
    return found.text if found else None


@pytest.mark.parametrize(
    ("language", "source", "unit", "outcome", "relation", "measured"),
    [
        (
            "en",
            "Bikes at metro stations get stolen less often than those at bus stops",
            "Bikes",
            "get stolen",
            "less often",
            "the number of times each bike gets stolen in a given period",
        ),
        (
            "pt",
            "Bicicletas revisadas voltam à oficina menos vezes que as outras",
            "Bicicletas",
            "voltam à oficina",
            "menos vezes",
            "o número de vezes que cada bicicleta volta à oficina em um dado período",
        ),
        (
            "en",
            "Players give up sooner if the first level has a boss",
            "Players",
            "give",
            "sooner",
            "the time until players give up",
        ),
        (
            "pt",
            "Gatos pretos demoram mais pra ser adotados",
            "Gatos pretos",
            "demoram",
            "mais",
            "o tempo que gatos pretos levam para ser adotados",
        ),
        (
            "pt",
            "Alunos que copiam à mão erram menos conta de fração",
            "Alunos",
            "conta de fração",
            "menos",
            "o número de contas de fração que cada aluno erra em um dado período",
        ),
        (
            "en",
            "The left-hand burner on my stove boils water slower than the right one",
            "burners",
            "boils water",
            "slower",
            "the time that burners take to boil water",
        ),
        (
            "en",
            "Orchids in the south window flower earlier",
            "Orchids",
            "flower",
            "earlier",
            "the date or time at which orchids flower",
        ),
        (
            "pt",
            "Arroz de panela de barro fica quente por mais tempo",
            "Arroz",
            "fica quente",
            "por mais tempo",
            "o tempo durante o qual o arroz fica quente",
        ),
        (
            "en",
            "Renters answer notices faster",
            "Renters",
            "answer notices",
            "faster",
            "the time that renters take to answer notices",
        ),
        (
            "en",
            "Customers greeted by name are more likely to come back",
            "Customers",
            "come back",
            "more likely",
            "the share of customers that come back",
        ),
    ],
)
def test_what_the_author_says_outright_is_measured(
    language, source, unit, outcome, relation, measured
):
    assert text(language, source, unit=unit, outcome=outcome, relation=relation) == measured


@pytest.mark.parametrize(
    ("language", "source", "unit", "outcome", "relation", "measured"),
    [
        (
            "en",
            "Couples who cook together argue about money less",
            "Couples",
            "argue about money",
            "less",
            "the number of times each couple argues about money in a given period",
        ),
        (
            "en",
            "Kids by the window daydream more than those by the wall",
            "Kids",
            "daydream",
            "more",
            "the number of times each kid daydreams in a given period",
        ),
        (
            "en",
            "Lettuces under shade nets bolt less",
            "Lettuces",
            "bolt",
            "less",
            "the share of lettuces that bolt",
        ),
        (
            "pt",
            "Tomates no escuro racham menos",
            "Tomates",
            "racham",
            "menos",
            "a proporção de tomates que racham",
        ),
        (
            "en",
            "Paying for grades makes kids cheat",
            "kids",
            "cheat",
            "makes",
            "the number of times each kid cheats in a given period",
        ),
        (
            "en",
            "Guests given nuts drink more",
            "Guests",
            "drink",
            "more",
            "the volume drunk per guest in a given period",
        ),
        (
            "pt",
            "As ações de empresas pequenas caem mais em janeiro",
            "ações de empresas pequenas",
            "caem",
            "mais",
            "o retorno do preço no mesmo período",
        ),
        (
            "en",
            "Crushed eggshells keep away slugs in beds",
            "beds",
            "slugs",
            "keep away",
            "the number of slugs per bed in a given period",
        ),
    ],
)
def test_what_happens_more_or_less_is_counted(language, source, unit, outcome, relation, measured):
    assert text(language, source, unit=unit, outcome=outcome, relation=relation) == measured


@pytest.mark.parametrize(
    ("language", "source", "outcome", "relation"),
    [
        ("en", "A second walk makes dogs calmer", "calmer", "makes"),
        ("en", "Girls trust their ankles less", "trust their ankles", "less"),
        ("en", "Boys measure more carefully", "measure", "more carefully"),
        ("en", "Patients are frightened less", "frightened", "less"),
        ("en", "It makes no difference to the joy of a child", "joy", "makes no difference"),
        ("en", "Music lowers costs and grades", "grades", "lowers"),
        ("pt", "Crianças confiam menos no tornozelo", "confiam", "menos"),
        ("pt", "Alunos comem direito", "comer direito", "faz"),
    ],
)
def test_a_state_or_a_manner_is_asked_about(language, source, outcome, relation):
    unit = "children" if language == "en" else "crianças"
    assert text(language, source, unit=unit, outcome=outcome, relation=relation) is None


def test_a_window_of_the_author_takes_the_place_of_the_period():
    source = "Residents whisper less during exams"
    words = {"unit": "Residents", "outcome": "whisper", "relation": "less"}
    assert text("en", source, window="during exams", **words) == (
        "the number of times each resident whispers"
    )


def test_words_for_many_are_counted_by_one_of_them():
    source = "Gente que mora longe falta menos"
    words = {"unit": "Gente", "outcome": "falta", "relation": "menos"}
    assert text("pt", source, **words) == (
        "o número de vezes que cada pessoa falta em um dado período"
    )


@pytest.mark.parametrize(
    ("language", "source", "unit", "outcome", "relation", "measured"),
    [
        (
            "en",
            "Children who help in the kitchen eat more vegetables",
            "Children",
            "vegetables",
            "more",
            "the amount eaten per child in a given period, by weight",
        ),
        (
            "pt",
            "Padarias com banco na calçada vendem mais pão",
            "Padarias",
            "pão",
            "mais",
            "o número de unidades vendidas em um dado período",
        ),
        (
            "en",
            "Ramps reduce falls among residents",
            "residents",
            "falls",
            "reduce",
            "the number of falls per resident in a given period",
        ),
        (
            "en",
            "Firms with more women on the board pay higher dividends",
            "Firms",
            "dividends",
            "higher",
            "the amount in money in a given period",
        ),
        (
            "pt",
            "Adubo aumenta a área foliar em alfaces",
            "alfaces",
            "área foliar",
            "aumenta",
            "o valor medido de área foliar por alface",
        ),
    ],
)
def test_what_the_verb_does_and_what_the_noun_names_is_a_quantity(
    language, source, unit, outcome, relation, measured
):
    assert text(language, source, unit=unit, outcome=outcome, relation=relation) == measured


def test_higher_marks_are_not_counted_by_how_often_they_are_got():
    source = "Alunos que sentam na frente tiram notas maiores"
    assert text("pt", source, unit="Alunos", outcome="tiram notas", relation="maiores") is None


@pytest.mark.parametrize(
    ("language", "source", "unit", "outcome", "relation"),
    [
        ("en", "Those with a shed are more likely to burn out", "Those", "burn out", "more likely"),
        ("pt", "Quem tem dois empregos falta mais", "Quem", "falta", "mais"),
        ("pt", "Produtos caros são mais bem avaliados", "Produtos", "bem avaliados", "mais"),
        ("pt", "Lojas maiores têm mais ordem e modularidade", "Lojas", "ordem e modularidade",
         "mais"),
        ("en", 'Players more often "fall" for the trick', "Players", '"fall" for the trick',
         "more often"),
    ],
)  # fmt: skip
def test_no_quantity_speaks_of_this(language, source, unit, outcome, relation):
    assert not text(language, source, unit=unit, outcome=outcome, relation=relation)


def test_of_two_verbs_both_are_said_of_many():
    words = {"unit": "People", "outcome": "try and rate a dish", "relation": "more often"}
    found = text("en", "People more often try and rate a dish", direction="increase", **words)
    assert found == "the number of times people try and rate a dish in a given period"


def test_a_reason_has_no_quantity():
    words = {"unit": "bread", "outcome": "collapse", "design": "descriptive"}
    assert text("en", "Why does bread collapse", **words) is None


def test_how_soon_is_measured_behind_an_infinitive():
    source = "Um banho ajuda bebês a dormir mais rápido"
    words = {"unit": "bebês", "outcome": "a dormir", "relation": "ajuda mais rápido"}
    assert text("pt", source, **words) == "o tempo que bebês levam para dormir"


def test_an_infinitive_of_several_is_said_of_each():
    source = "Faixa elevada faz os carros pararem mais"
    words = {"unit": "carros", "outcome": "pararem", "relation": "faz mais"}
    assert text("pt", source, **words) == "o número de vezes que cada carro para em um dado período"


@pytest.mark.parametrize("outcome", ["kinder", "stricter"])
def test_a_quality_that_something_makes_is_not_counted(outcome: str):
    source = f"Does a nap make nurses {outcome}?"
    words = {"unit": "nurses", "outcome": outcome, "relation": "make"}
    assert text("en", source, design="causal", direction="increase", **words) is None


@pytest.mark.parametrize(
    ("language", "source", "unit", "outcome", "relation", "measured"),
    [
        (
            "pt",
            "Crianças que leem em casa aprendem a ler mais cedo",
            "Crianças",
            "aprendem a ler",
            "mais cedo",
            "a idade com que crianças aprendem a ler",
        ),
        (
            "pt",
            "Dar desconto faz o pessoal pagar à vista",
            "pessoal",
            "pagar à vista",
            "faz",
            "a proporção de pessoas que pagam à vista",
        ),
        (
            "en",
            "My dog barks less in the shade",
            "dog",
            "barks",
            "less",
            "the number of times my dog barks in a given period",
        ),
        (
            "en",
            "Teenagers with a room fight less with their siblings",
            "Teenagers",
            "fight less with their siblings",
            "",
            "the number of times each teenager fights with their siblings in a given period",
        ),
        (
            "en",
            "Fewer people come to the library",
            "people",
            "come to the library",
            "Fewer",
            "the number of people who come to the library in a given period",
        ),
        (
            "en",
            "People with two jobs sleep less",
            "People",
            "sleep",
            "less",
            "the time that each person spends sleeping in a given period",
        ),
        (
            "pt",
            "O cartaz faz mais gente entrar na loja",
            None,
            "gente entrar na loja",
            "faz mais",
            "o número de pessoas que entram na loja em um dado período",
        ),
    ],
)
def test_a_quantity_is_of_who_does_it(language, source, unit, outcome, relation, measured):
    words = {"unit": unit} if unit else {}
    assert text(language, source, outcome=outcome, relation=relation, **words) == measured


def test_days_that_are_compared_are_the_period():
    words = {"unit": "dog", "outcome": "digs", "relation": "more", "exposure": "on days I work"}
    found = text("en", "My dog digs more on days I work", **words)
    assert found == "the number of times my dog digs per day"


def test_what_a_share_describes_is_its_authors_to_define():
    words = {"unit": "cafes", "outcome": "throw bread away", "relation": ""}
    assert text("en", "How many cafes throw bread away", design="descriptive", **words) is None


def test_small_words_alone_are_no_quantity() -> None:
    assert assess("mais do que " * 3, "pt").text


@pytest.mark.parametrize(
    ("language", "source", "unit", "outcome", "relation", "measured"),
    [
        # How well something is done is neither timed nor counted.
        ("en", "My granddaughter reads better to the dog", "granddaughter", "reads", "better",
         None),
        ("en", "Singing makes pupils sleep better", "pupils", "sleep", "makes better", None),
        ("pt", "Quem toca surdo escuta pior o agudo", "músicos", "escuta", "pior", None),
        # A verb is no noun, though it ends as one in the plural.
        ("en", "Rye beds down my allotment clay better than mustard does", "allotment clay", "beds",
         "down better", None),
        # What cannot be counted is measured by its amount, and of whom, by what each does with it.
        ("en", "Vans parked in the shade use less gas", "vans", "gas", "less",
         "the amount of gas that each van uses in a given period"),
        ("en", "Hens in a mobile coop lay more eggs than others", "hens", "eggs", "more",
         "the number of eggs that each hen lays in a given period"),
        ("en", "Beekeepers who talk lose fewer hives", "beekeepers", "lose fewer hives", "",
         "the number of hives that each beekeeper loses in a given period"),
        ("pt", "Aluno que dorme esquece menos palavra na prova oral", "aluno",
         "palavra na prova oral", "menos",
         "o número de palavras que cada aluno esquece na prova oral em um dado período"),
        ("pt", "Casa pintada de claro gasta menos energia no calor", "casa", "energia no calor",
         "menos", "a quantidade de energia que cada casa gasta no calor em um dado período"),
        # What a degree of the verb is said of is done, with its object.
        ("pt", "Professor que escreve com letra grande repete menos a explicação", "professor",
         "explicação", "menos",
         "o número de vezes que cada professor repete a explicação em um dado período"),
        ("pt", "Gerente que almoça com a equipe fica sabendo dos pedidos de demissão antes",
         "gerente", "pedidos de demissão", "fica sabendo antes",
         "o tempo que gerentes levam até saber dos pedidos de demissão"),
        ("en", "Swifts come back to the boxes with straw sooner", "swifts", "come back to",
         "sooner", "the time until swifts come back"),
        ("en", "Wooden toys get thrown away sooner", "toys", "thrown away", "sooner",
         "the time until toys get thrown away"),
        ("en", "Kids who walk with a cousin are late more often", "kids", "late", "more often",
         "the number of times each kid is late in a given period"),
        ("en", "Pigeons come back to lofts painted blue sooner", "pigeons", "painted blue",
         "sooner", None),
        # Several do what one is said to do, and a verb takes its time for another one.
        ("pt", "Berimbau de arame velho segura a afinação por mais tempo", "berimbaus",
         "segura a afinação", "por mais tempo",
         "o tempo durante o qual berimbaus seguram a afinação"),
        ("pt", "Com a luz acesa, as crianças demoram mais pra dormir", "crianças",
         "demoram mais pra dormir", "", "o tempo que crianças levam para dormir"),
        ("pt", "Cachorro velho se acostuma com apartamento mais depressa", "cachorro",
         "se acostuma com apartamento", "mais depressa",
         "o tempo que cachorros levam para se acostumar com apartamento"),
        # What somebody comes to be is not done again and again.
        ("pt", "Sentar na sala faz a pessoa virar anfitriã", "pessoa", "virar anfitriã", "faz",
         None),
        # How long or heavy a thing is.
        ("en", "Their students write shorter theses", "students", "theses", "shorter",
         "the length of theses"),
        ("en", "Farmers who rotate clover get heavier lambs", "farmers", "lambs", "heavier",
         "the weight of lambs"),
    ],
)  # fmt: skip
def test_the_tree_tells_what_is_done_or_counted_and_by_whom(
    language, source, unit, outcome, relation, measured
):
    assert text(language, source, unit=unit, outcome=outcome, relation=relation) == measured


def test_whether_something_happens_at_all_is_a_share():
    source = "Thank-you cards do nothing for whether a donor gives again"
    words = {"unit": "donor", "outcome": "gives again", "relation": "do nothing for"}
    assert text("en", source, direction="none", **words) == "the share of donors that give again"


def test_who_does_it_is_told_by_the_verb_where_the_unit_is_not_known():
    source = "Old locks jam more often in wet winters"
    made = text("en", source, outcome="jam", relation="more often")
    assert made == "the number of times each old lock jams in a given period"
    whoever = "a indicar: quem são essas pessoas"
    words = {"unit": whoever, "outcome": "boceja", "relation": "menos"}
    assert text("pt", "Quem acorda cedo boceja menos", **words) == (
        "o número de vezes que cada pessoa boceja em um dado período"
    )


def test_what_another_sentence_names_has_no_share_in_it():
    words = {"unit": "healthcare assistants", "outcome": "urine infections"}
    found = text("en", "Urine infections went down a bit", relation="went down", **words)
    assert found == "the number of urine infections in a given period"


def test_of_so_many_no_share_is_measured() -> None:
    source = "Thank-you cards do nothing for whether two donors give again"
    words = {"outcome": "give again", "relation": "do nothing for"}
    assert text("en", source, direction="none", unit="two donors", **words) == ""


def test_where_groups_are_compared_each_has_its_own_share():
    words = {"unit": "nurses and porters", "exposure": "nurses", "comparator": "porters",
             "outcome": "retire early", "relation": "more likely to"}  # fmt: skip
    source = "Are nurses more likely to retire early than porters?"
    assert text("en", source, **words) == "the share in each group that retire early"


@pytest.mark.parametrize(
    ("language", "source", "outcome", "relation", "measured"),
    [
        ("pt", "Quem mora perto tem maior chance de evasão", "chance de evasão", "maior",
         "a proporção de casos em que isso ocorre em cada grupo"),
        ("en", "Those who live near have higher odds of dropping out", "odds of dropping out",
         "higher", "the share of cases in which this happens in each group"),
    ],
)  # fmt: skip
def test_a_chance_is_the_share_of_cases(language, source, outcome, relation, measured):
    assert text(language, source, outcome=outcome, relation=relation) == measured


def test_a_portuguese_gerund_is_told_in_its_finite_form():
    words = {"unit": "famílias", "outcome": "se mudando para o campo", "relation": "mais cedo"}
    source = "As famílias estão se mudando para o campo cada vez mais cedo?"
    assert text("pt", source, **words) == ("a data ou a hora em que famílias se mudam para o campo")
