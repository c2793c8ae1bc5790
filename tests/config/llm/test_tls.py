"""Over TLS the server is known by the name that was configured, not by its address."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from pathlib import Path

import pytest

from config.llm import wire
from config.llm.addresses import Rules
from config.llm.errors import ModelFailed
from config.llm.model_asker import ModelAsker
from tests.llm.server import FaultServer

from .helpers import GOOD, PROMPT, QUICK, Verdict, memory, provider

OPENSSL = shutil.which("openssl") or ""
pytestmark = pytest.mark.skipif(not OPENSSL, reason="needs openssl")


@pytest.fixture
def certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One for models.example and no other name, which is trusted here."""
    file = tmp_path / "both.pem"
    subprocess.run(
        [OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=models.example", "-addext",
         "subjectAltName=DNS:models.example", "-keyout", str(file), "-out", str(tmp_path / "c")],
        check=True, capture_output=True,
    )  # fmt: skip
    file.write_bytes(file.read_bytes() + (tmp_path / "c").read_bytes())
    trusted = ssl.create_default_context(cafile=str(tmp_path / "c"))
    monkeypatch.setattr(wire, "trusted", lambda: trusted)
    return file


def asked_by(name: str, server: FaultServer) -> str:
    async def resolver(host: str, port: int) -> list[str]:
        return ["127.0.0.1"]

    async def go() -> str:
        url = server.url.replace("127.0.0.1", name)
        here = provider(server, base_url=url)
        rules = Rules(private=(name,))
        asker = ModelAsker(
            [here], memory(), rules=rules, cache=False, patience=QUICK, resolver=resolver
        )
        async with asker:
            answer = await asker.ask(agent="a", node="n", prompt=PROMPT, schema=Verdict)
        return answer.value.status

    return asyncio.run(go())


def test_a_server_with_the_right_certificate_is_asked(certificate: Path) -> None:
    with FaultServer(GOOD, certificate=certificate) as server:
        assert asked_by("models.example", server) == "approved"


def test_a_server_with_the_certificate_of_another_is_not(certificate: Path) -> None:
    with (
        FaultServer(GOOD, certificate=certificate) as server,
        pytest.raises(ModelFailed, match="the connection failed"),
    ):
        asked_by("other.example", server)

    assert server.asked == []
