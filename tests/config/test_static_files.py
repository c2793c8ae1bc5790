"""Static files are collected where something changed, and only there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from config.static_files import collect


@pytest.fixture
def source(tmp_path: Path, settings) -> Path:
    settings.STATICFILES_DIRS = [tmp_path / "static"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STATIC_ROOT = tmp_path / "served"
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    (tmp_path / "static").mkdir()
    file = tmp_path / "static" / "plain.css"
    file.write_text("a {}")
    return file


def test_nothing_is_collected_again_while_nothing_changes(source: Path, monkeypatch) -> None:
    collect()
    asked: list[str] = []
    monkeypatch.setattr("config.static_files.call_command", lambda name, **_: asked.append(name))
    collect()
    assert not asked


def test_a_changed_file_is_collected(source: Path, settings) -> None:
    collect()
    source.write_text("b {}")
    later = source.stat().st_mtime + 10  # collectstatic compares whole seconds
    os.utime(source, (later, later))
    collect()
    assert (settings.STATIC_ROOT / "plain.css").read_text() == "b {}"


def test_a_new_file_is_collected(source: Path, settings) -> None:
    collect()
    source.with_name("new.css").write_text("c {}")
    collect()
    assert (settings.STATIC_ROOT / "new.css").exists()


def test_what_was_lost_is_collected_anew(source: Path, settings) -> None:
    collect()
    (settings.STATIC_ROOT / "plain.css").unlink()
    collect()
    assert (settings.STATIC_ROOT / "plain.css").exists()
