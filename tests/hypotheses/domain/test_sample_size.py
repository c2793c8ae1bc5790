import pytest

from hypotheses.domain.sample_size import Inputs, SampleSizeError, auc_error, sample_size

SOURCE = "a pilot study"


@pytest.mark.parametrize(
    ("analysis", "values", "n", "per"),
    [
        # Cohen 1988, table 2.4.1: d = .5, two-sided .05, power .80.
        ("t_test", {"effect": 0.5}, 64, "group"),
        ("t_test", {"effect": -0.8}, 26, "group"),
        # Faul et al. 2007, G*Power: dz = .5.
        ("paired_t", {"effect": 0.5}, 34, "pair"),
        # R package pwr, ES.h(.55, .50): n = 1564.5.
        ("proportions", {"first": 0.55, "second": 0.50}, 1565, "group"),
        # Hulley et al. 2013, table 6C: r = .30.
        ("correlation", {"effect": 0.30}, 85, "total"),
        # Chow, Shao & Wang 2008, section 3.2.4: 107 with rounded quantiles.
        ("equivalence_means", {"difference": 0.01, "margin": 0.05, "sd": 0.1}, 108, "group"),
        ("non_inferiority_means", {"difference": 0.0, "margin": 0.05, "sd": 0.1}, 50, "group"),
        # The same, section 4.2.4.
        ("equivalence_proportions", {"first": 0.80, "second": 0.75, "margin": 0.2}, 133, "group"),
        (
            "non_inferiority_proportions",
            {"first": 0.85, "second": 0.65, "margin": 0.1},
            25,
            "group",
        ),
        # Any textbook: p = .5 within 5 points.
        ("proportion", {"first": 0.5, "precision": 0.05}, 385, "total"),
    ],
)
def test_it_gives_published_sizes(analysis, values, n, per):
    found = sample_size(analysis, Inputs(source=SOURCE, **values))
    assert (found.n, found.per, found.source) == (n, per, SOURCE)


def test_the_error_of_an_auc_is_hanley_and_mcneils():
    # Their table II example: AUC .893 with 51 abnormal and 58 normal images.
    assert auc_error(0.893, 51, 58) == pytest.approx(0.0325, abs=0.0005)


def test_the_size_for_an_auc_is_the_smallest_that_is_precise_enough():
    n = sample_size("auc", Inputs(source=SOURCE, auc=0.75, precision=0.05)).n
    assert 1.96 * auc_error(0.75, n, n) <= 0.05 < 1.96 * auc_error(0.75, n - 1, n - 1)


@pytest.mark.parametrize(
    ("analysis", "values", "name"),
    [
        ("t_test", {}, "effect"),
        ("t_test", {"effect": 0.0}, "effect"),
        ("t_test", {"effect": float("nan")}, "effect"),
        ("t_test", {"effect": 1e-9}, "effect"),
        ("t_test", {"effect": 0.5, "source": " "}, "source"),
        ("t_test", {"effect": 0.5, "alpha": 0.0}, "alpha"),
        ("t_test", {"effect": 0.5, "power": 1.0}, "power"),
        ("t_test", {"effect": 0.5, "power": 0.04}, "power"),
        ("correlation", {"effect": 1.0}, "effect"),
        ("proportions", {"first": 0.5, "second": 0.5}, "second"),
        ("proportions", {"first": 1.5, "second": 0.5}, "first"),
        ("non_inferiority_means", {"difference": 0, "margin": 0.1}, "sd"),
        ("non_inferiority_means", {"difference": -0.2, "margin": 0.1, "sd": 1}, "margin"),
        ("equivalence_means", {"difference": 0.2, "margin": 0.1, "sd": 1}, "margin"),
        ("proportion", {"first": 0.5, "precision": 0.0}, "precision"),
        ("auc", {"auc": 0.75, "precision": 1e-9}, "auc"),
        ("anova", {}, "analysis"),
    ],
)
def test_what_is_missing_or_impossible_is_named(analysis, values, name):
    with pytest.raises(SampleSizeError) as raised:
        sample_size(analysis, Inputs(**{"source": SOURCE, **values}))
    assert raised.value.name == name
    assert str(raised.value).startswith(f"{name}: ")
