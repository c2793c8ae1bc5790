"""`.ci/tag` names a commit as the release that it is, with its notes."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

NOTES = "## [2.1.0] - 2027-01-02\n\n### Added\n\n- Tea.\n\n## [2.0.0] - 2026-12-01\n\n- Coffee.\n"


class Sources:
    """A repository with what the script reads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / ".ci").mkdir(parents=True)
        (folder / "config").mkdir()
        shutil.copy(settings.BASE_DIR / ".ci" / "tag", folder / ".ci" / "tag")
        self.run("git", "init", "--quiet")

    def commit(self, unreleased: str, version: str = "2.1.0") -> None:
        (self.folder / "config" / "__init__.py").write_text(f'__version__ = "{version}"\n')
        text = f"# Changelog\n\n## [Unreleased]\n{unreleased}\n{NOTES}"
        (self.folder / "CHANGELOG.md").write_text(text)
        self.run("git", "add", ".")
        self.run("git", "commit", "--quiet", "-m", "a state")

    def run(self, *argv: str) -> subprocess.CompletedProcess[str]:
        who = {f"GIT_{role}_{what}": "a@b.c" for role in ("AUTHOR", "COMMITTER") for what in
               ("NAME", "EMAIL")}  # fmt: skip
        alone = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
        return subprocess.run(
            argv, cwd=self.folder, env={"PATH": os.environ["PATH"], **who, **alone},
            capture_output=True, text=True, check=False,
        )  # fmt: skip


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    return Sources(tmp_path / "sources")


def test_a_release_is_tagged_once_with_its_notes(sources: Sources) -> None:
    sources.commit("")
    done = sources.run(".ci/tag")
    assert done.returncode == 0, done.stderr
    told = sources.run("git", "tag", "--list", "--format=%(contents)", "v2.1.0").stdout
    assert told.strip() == "Crivo 2.1.0\n\n### Added\n\n- Tea."
    assert sources.run(".ci/tag").returncode != 0


def test_an_earlier_commit_is_what_it_was(sources: Sources) -> None:
    sources.commit("", version="2.0.0")
    sources.commit("\n- Milk.\n")
    assert sources.run(".ci/tag", "HEAD~1").returncode == 0
    assert sources.run("git", "rev-list", "-1", "v2.0.0").stdout == sources.run(
        "git", "rev-parse", "HEAD~1"
    ).stdout  # fmt: skip


@pytest.mark.parametrize(
    ("unreleased", "version", "why"),
    [
        ("\n- Milk.\n", "2.1.0", "under Unreleased"),
        ("\n" + "- Milk and honey.\n" * 10_000, "2.1.0", "under Unreleased"),
        ("", "2.2.0", "no notes of 2.2.0"),
    ],
    ids=["lines", "more lines than a pipe holds", "no notes"],
)
def test_what_is_no_release_gets_no_tag(
    sources: Sources, unreleased: str, version: str, why: str
) -> None:
    sources.commit(unreleased, version)
    done = sources.run(".ci/tag")
    assert done.returncode == 1
    assert why in done.stderr
    assert not sources.run("git", "tag").stdout
