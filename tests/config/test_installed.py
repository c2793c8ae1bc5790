"""Crivo as it is installed: without a checkout around it, with all that it ships."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FIRST_THAT_KNOWS_OUR_LICENCE = 77
CODE = """
import json, os, sys
import config
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.utils.translation import gettext, override

from config.runs.version import code_version
with override("pt-br"):
    said = gettext("hypotheses")
print(json.dumps({
    "home": str(settings.BASE_DIR), "data": str(settings.DATA_DIR), "said": said,
    "static": finders.find("crivo.css"), "page": get_template("base.html").origin.name,
    "version": config.__version__, "code": code_version(),
    "manage": (settings.SHIPPED_DIR / "manage.py").is_file(),
    "laboratory": any(name.startswith("tests") for name in sys.modules),
}))
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of what an installation has; the packages it needs are those of the tests."""
    if int(version("setuptools").split(".")[0]) < FIRST_THAT_KNOWS_OUR_LICENCE:
        pytest.skip("needs setuptools of requirements-dev.txt")
    folder = tmp_path_factory.mktemp("installed")
    command = [sys.executable, "setup.py", "-q", "build"]
    subprocess.run(
        [*command, "--build-base", str(folder / "base"), "--build-lib", str(folder / "lib")],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    return folder


def python(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "LC_ALL") if name in os.environ}
    home = {"HOME": str(installed / "home"), "PYTHONPATH": str(installed / "lib")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=installed,
        env=kept | home,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_all_that_it_ships_is_there_and_data_go_to_the_persons_folder(installed: Path) -> None:
    done = python(installed, "-c", CODE)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    lib = installed / "lib"
    assert told["home"] == str(lib)
    assert told["data"] == str(installed / "home" / ".local" / "share" / "crivo")
    assert told["said"] == "hipóteses"
    shipped = str(lib / "config" / "shipped")
    assert told["static"].startswith(shipped)
    assert told["page"].startswith(shipped)
    assert told["manage"]
    assert not told["laboratory"]
    assert told["version"]


@pytest.mark.slow
def test_its_commands_are_those_of_manage_py(installed: Path) -> None:
    crivo = "import sys; from config.startup import main; sys.argv[0] = 'crivo'; main()"
    told = python(installed, "-c", crivo, "help").stdout
    assert told.startswith("crivo COMMAND --help")
    assert python(installed, "-c", crivo, "migrate", "--verbosity", "0").returncode == 0
    refined = python(installed, "-c", crivo, "refine", "TDD reduces bugs in small teams")
    assert refined.returncode == 0, refined.stderr
    chaos = python(installed, "-c", crivo, "chaos")
    assert chaos.returncode == 1
    assert chaos.stderr.startswith("crivo: chaos is run from a checkout")
