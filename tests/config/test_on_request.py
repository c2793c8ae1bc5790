"""The plugin that leaves out what takes minutes, run on small test files of its own."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

FILES = {
    "test_quick": "def test_it(): pass\n",
    "test_long": """
        import pytest
        @pytest.mark.reliability
        @pytest.mark.parametrize("n", range(3))
        def test_it(n): pass
    """,
}
PLUGINS = ("-p", "tests.on_request", "-p", "xdist.plugin", "-p", "no:cacheprovider")


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, settings):
    def run(*options: str, requested: str = "") -> pytest.RunResult:
        monkeypatch.setenv("CRIVO_RELIABILITY", requested)
        monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        monkeypatch.setenv("PYTHONPATH", str(settings.BASE_DIR))
        pytester.makeini("[pytest]\nmarkers = reliability")
        pytester.makepyfile(**FILES)
        return pytester.runpytest_subprocess(*PLUGINS, *options)

    return run


@pytest.mark.parametrize("streams", [(), ("-n", "2")], ids=["one stream", "two streams"])
def test_what_was_left_out_is_named_with_how_to_run_it(run, streams):
    result = run(*streams)
    assert result.parseoutcomes()["passed"] == 1
    result.stdout.fnmatch_lines(["*= not run =*", "*3  test_long.py", "3 tests *make reliability*"])


@pytest.mark.parametrize("streams", [(), ("-n", "2")], ids=["one stream", "two streams"])
def test_on_request_nothing_is_left_out(run, streams):
    result = run(*streams, requested="1")
    assert result.parseoutcomes()["passed"] == 4
    result.stdout.no_fnmatch_line("*not run*")
