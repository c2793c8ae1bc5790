"""The plugin that makes a skip a failure, run on small test files of their own."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

SKIPS = "import pytest\ndef test_it():\n    pytest.skip('no browser')\n"
SKIPS_MODULE = "import pytest\npytest.skip('no browser', allow_module_level=True)\n"
FAILS_AS_EXPECTED = "import pytest\n@pytest.mark.xfail\ndef test_it():\n    assert 0\n"


@pytest.fixture
def outcomes(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    def run(source: str, required: str) -> dict[str, int]:
        monkeypatch.setenv("CRIVO_REQUIRE_ALL", required)
        pytester.makepyfile(source)
        plugins = ("-p", "tests.require_all", "-p", "no:django", "-p", "no:cacheprovider")
        return pytester.runpytest_inprocess(*plugins).parseoutcomes()

    return run


def test_a_skip_is_a_skip_by_default(outcomes):
    assert outcomes(SKIPS, "") == {"skipped": 1}


def test_a_skip_fails_when_all_is_required(outcomes):
    assert outcomes(SKIPS, "1") == {"failed": 1}


def test_a_skipped_module_fails_when_all_is_required(outcomes):
    assert outcomes(SKIPS_MODULE, "1") == {"errors": 1}


def test_an_expected_failure_stays_one(outcomes):
    assert outcomes(FAILS_AS_EXPECTED, "1") == {"xfailed": 1}


def test_the_failure_says_why_it_was_skipped(pytester, monkeypatch):
    monkeypatch.setenv("CRIVO_REQUIRE_ALL", "1")
    pytester.makepyfile(SKIPS)
    result = pytester.runpytest_inprocess("-p", "tests.require_all", "-p", "no:django")
    result.stdout.fnmatch_lines(["*CRIVO_REQUIRE_ALL=1 takes no skip: *no browser*"])
