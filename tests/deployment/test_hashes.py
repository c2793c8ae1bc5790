"""What an image installs has the hashes that requirements-hashes.txt names."""

from __future__ import annotations

import json
import re
import subprocess

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
PINNED = r"^([\w.-]+)==([\w.]+)"
HASHES = (ROOT / "requirements-hashes.txt").read_text()


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(text: str) -> dict[str, str]:
    return {normal(name): version for name, version in re.findall(PINNED, text, re.M)}


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-extras.txt"])
def test_each_pin_has_its_hashes(file: str) -> None:
    assert pins((ROOT / file).read_text()).items() <= pins(HASHES).items()


def test_each_package_has_a_hash() -> None:
    blocks = re.split(r"^(?=\w)", HASHES, flags=re.M)[1:]
    assert [block for block in blocks if not re.search(r"--hash=sha256:[0-9a-f]{64}", block)] == []


def hashed(*packages: tuple[str, str]) -> subprocess.CompletedProcess[str]:
    """What `deploy/hashed` makes of pip's report about some packages."""
    metadata = [{"metadata": {"name": name, "version": version}} for name, version in packages]
    return subprocess.run(
        [ROOT / "deploy" / "hashed"],
        input=json.dumps({"install": metadata}),
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_is_to_be_installed_is_listed_with_all_its_hashes() -> None:
    version = pins(HASHES)["typing-extensions"]
    done = hashed(("typing_extensions", version))
    block = re.search(rf"^typing-extensions=={re.escape(version)}(.*?)^(?=\w)", HASHES, re.M | re.S)
    assert block is not None
    assert done.stdout == f"typing_extensions=={version}{block[1]}"
    assert "--hash=sha256:" in done.stdout


def test_what_has_no_hashes_is_named() -> None:
    done = hashed(("typing_extensions", "0.1"))
    assert done.returncode == 1
    assert "no hashes of typing_extensions 0.1" in done.stderr
