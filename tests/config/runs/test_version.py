from __future__ import annotations

import re
from pathlib import Path

import pytest

from config.runs import version


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings) -> Path:
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "a.py").write_text("x = 1\n")
    settings.BASE_DIR = tmp_path
    monkeypatch.setattr(version, "_files", lambda: map(str, folder.rglob("*.*")))
    return folder


def fresh() -> str:
    return version.code_version.__wrapped__()


def test_the_version_is_short() -> None:
    assert re.fullmatch("[0-9a-f]{12}", version.code_version())


def test_the_same_files_have_the_same_version(package: Path) -> None:
    assert fresh() == fresh()


def test_the_version_covers_the_project_and_nothing_installed() -> None:
    files = set(version._files())
    assert version.__file__ in files
    assert not any("site-packages" in file for file in files)


@pytest.mark.parametrize("change", ["content", "name", "more"])
def test_any_change_changes_the_version(package: Path, change: str) -> None:
    before = fresh()
    file = package / "a.py"
    if change == "content":
        file.write_text("x = 2\n")
    elif change == "name":
        file.rename(package / "b.py")
    else:
        (package / "words.json").write_text("{}")
    assert fresh() != before
