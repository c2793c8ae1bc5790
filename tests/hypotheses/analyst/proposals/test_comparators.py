import pytest

from hypotheses.analyst.proposals.comparators import comparator


@pytest.mark.parametrize(
    ("language", "unit", "exposure", "expected"),
    [
        ("en", "programmers", "Coffee", "the same programmers on days without coffee"),
        ("pt", "programadores", "Café", "os mesmos programadores em dias sem café"),
        ("pt", "equipes", "reuniões diárias", "as mesmas equipes em dias sem reuniões diárias"),
        ("en", "small teams", "TDD", "small teams without TDD"),
        ("pt", "equipes pequenas", "TDD", "equipes pequenas sem TDD"),
        ("en", None, "Organic fertiliser", "conventional fertiliser"),
        ("en", None, "TDD", "no TDD"),
        ("pt", None, "O uso de uniforme", "a ausência de uniforme"),
        ("pt", "Alunos", "de escolas com horta", "alunos de escolas sem horta"),
        ("en", "Children", "in bilingual schools", "children in monolingual schools"),
        ("pt", "Crianças", "em escolas bilíngues", "crianças em escolas monolíngues"),
        ("en", "pupils", "Larger classes", "smaller classes"),
        ("pt", "alunos", "Turmas maiores", "turmas menores"),
        ("en", "workers", "longer commutes", "shorter commutes"),
        ("pt", "trabalhadores", "deslocamentos mais longos", "deslocamentos mais curtos"),
        ("en", "pupils", "more homework", "less homework"),
        ("en", "pupils", "more books at home", "fewer books at home"),
        ("en", "pupils", "wearing a uniform", "not wearing a uniform"),
        ("pt", "alunos", "usar uniforme", "não usar uniforme"),
        ("en", "pupils", "Left-handed", "right-handed pupils"),
        ("pt", "alunos", "canhotos", "alunos destros"),
        ("en", "adults", "500 mg of metformin a day", None),
        ("en", "people", "I put the chocolate by the till", None),
        ("en", "adults", "eight weeks of yoga", "adults without yoga"),
        ("pt", "adultos", "oito semanas de ioga", "adultos sem ioga"),
        ("pt", "empresas", "semana de quatro dias", "empresas sem semana de quatro dias"),
        ("pt", "alunos", "aulas ao ar livre", "alunos sem aulas ao ar livre"),
        ("en", "backend squads", "dropping daily stand-ups", "keeping daily stand-ups"),
        ("pt", None, "perto do fim do sprint", "o início do sprint"),
        ("en", "nurses", "with two jobs", "nurses with fewer than two jobs"),
        ("pt", "técnicos", "com dois empregos", "técnicos com menos de dois empregos"),
        ("en", "owls", "near wind turbines", "owls far from wind turbines"),
        ("en", None, "removing the sweets from the till", "keeping the sweets"),
        ("en", "boars", "after a dry summer", "after other summers"),
        ("pt", "javalis", "depois de um verão seco", "depois de outros verões"),
        ("pt", None, "quem usa planilha", "quem não usa planilha"),
        ("pt", None, "Método incremental", "método em cascata"),
        ("en", "older people", "with low protein intake", "older people with high protein intake"),
        ("pt", "municípios", "Um salário mínimo alto", "um salário mínimo baixo"),
    ],
)
def test_it_comes_from_the_exposure(language, unit, exposure, expected):
    found = comparator(exposure, unit, language, constructs=frozenset(("productivity",)))
    assert (found and found[0]) == expected


@pytest.mark.parametrize(
    ("language", "unit", "exposure"),
    [
        ("en", "rivers", "Wolves"),
        ("en", "firms", "high performance work systems"),
        ("en", "pupils", "a high school"),
        ("pt", "crianças", "leitura em voz alta"),
        ("en", "ceramics", "sintering temperature"),
        ("en", "firms", "certain practices"),
        ("pt", "repositórios", "determinadas práticas"),
        ("en", "boards", "Rising humidity"),
        ("en", "adolescents", "Diet"),
        ("en", "classes", "type of training"),
        ("en", None, "Climate change"),
        ("en", "teams", "that adopt Scrum and meet at 9 a.m."),
        ("en", "players", "late at night"),
        ("pt", None, "A mão invisível"),
        ("en", None, ""),
        ("en", "people", "who"),
    ],
)
def test_what_has_no_plain_absence_is_asked(language, unit, exposure):
    assert comparator(exposure, unit, language) is None


@pytest.mark.parametrize("exposure", ["Larger classes", "Coffee", "in public schools"])
def test_it_is_never_the_exposure_itself(exposure):
    found = comparator(exposure, "pupils", "en")
    assert found is not None
    assert found[0].casefold() != exposure.casefold()


def test_groups_are_named_only_in_comparisons():
    assert comparator("Women", None, "en") is None
    assert comparator("Women", None, "en", groups=True) == ("men", 95)


@pytest.mark.parametrize(
    ("language", "unit", "exposure", "expected"),
    [
        (
            "en",
            "social workers",
            "with more than 25 open cases",
            "social workers with at most 25 open cases",
        ),
        (
            "pt",
            "alunos",
            "que dormem menos de 7 horas",
            "alunos que dormem 7 horas ou mais",
        ),
        ("pt", "pacientes", "acima de 60 anos", "pacientes de até 60 anos"),
        ("en", "kids", "in the chess club", "kids who are not in the chess club"),
        ("pt", "crianças", "no coral da escola", "crianças que não estão no coral da escola"),
        ("en", "toddlers", "days he watches the tablet", "on other days"),
        ("pt", "gatos", "noites em que chove", "nas outras noites"),
        ("pt", "turmas", "que trocam de sala e de horário", "outras turmas"),
        ("pt", "gatos", "castrados", "outros gatos"),
        ("pt", None, "nos dias de chuva", "nos outros dias"),
        ("en", "shops", "on rainy days", "on other days"),
        ("pt", "fundos", "depois que a Selic passa de 12%", "o período anterior"),
        ("en", "people", "who", None),
        ("en", "flurbs", "with shade", None),
    ],
)
def test_a_group_is_compared_with_the_rest(language, unit, exposure, expected):
    found = comparator(exposure, unit, language, groups=True)
    assert (found and found[0]) == expected


def test_days_are_compared_only_for_what_moves_within_a_day():
    assert comparator("Coffee", "patients", "en") == ("patients without coffee", 90)
    acute = comparator("Coffee", "patients", "en", constructs=frozenset(("mood",)))
    assert acute == ("the same patients on days without coffee", 95)


def test_time_grows_linearly_with_length():
    assert comparator("who " + "sleep badly and " * 2_000, "people", "en") is None
    found = comparator("people with " + "very cold " * 2_000, "people", "en", groups=True)
    assert found is None


@pytest.mark.parametrize("unit", ["?", "%", " . "])
def test_a_unit_without_words_names_no_group(unit):
    assert comparator("tea", unit, "en") is not None


@pytest.mark.parametrize(
    ("language", "unit", "exposure", "expected"),
    [
        ("en", "bakers", "bakers with higher rents", "bakers with lower rents"),
        ("en", "shops", "shops that sell more flowers", "shops that sell fewer flowers"),
        ("en", "people", "who are more anxious", "people who are less anxious"),
        ("pt", "Lojas", "de aluguéis maiores", "lojas de aluguéis menores"),
        ("pt", "pessoas", "com pouca prática", "pessoas com muita prática"),
        ("pt", "pessoas", "com idade superior a 50 anos", "pessoas com idade de até 50 anos"),
        ("en", "children", "as they grew older", "other children"),
    ],
)
def test_a_group_with_a_comparative_is_compared_with_the_same_group_without(
    language, unit, exposure, expected
):
    found = comparator(exposure, unit, language, groups=True)
    assert found is not None
    assert found[0] == expected


@pytest.mark.parametrize(
    ("exposure"), ["a cut in public spending", "colder winters and low rainfall"]
)
def test_no_opposite_is_invented_of_one_word_among_several(exposure):
    assert comparator(exposure, None, "en") is None
