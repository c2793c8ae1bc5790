"""A certificate from a file that anybody may have written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trading.domain.certificate import sealed
from trading.services.certificate import CertificateError, read_certificate
from trading.services.certificate.verification import MOST_BYTES

WHOLE = json.dumps(sealed({"strategy": {"id": 1}}))


def written(tmp_path: Path, text: str | bytes) -> str:
    file = tmp_path / "certificate.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(file)


def test_a_whole_one_is_read(tmp_path: Path):
    assert read_certificate(written(tmp_path, WHOLE))["document"] == {"strategy": {"id": 1}}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "not_json"),
        (WHOLE[:-9], "not_json"),
        (b"\xff\xfe\x00", "not_json"),
        ("[" * 100_000, "not_json"),
        ('{"crivo_certificate": 1, "sha256": "", "document": {"strategy": {"id": 1}, "x": NaN}}',
         "not_json"),
        ('{"crivo_certificate": 1, "sha256": "", "document": {"strategy": {"id": 1}, "x": 1e999}}',
         "not_json"),
        ('{"crivo_certificate": 1, "crivo_certificate": 1}', "not_json"),
        ('{"crivo_certificate": 1, "sha256": "\\ud800", "document": {"strategy": {"id": 1}}}',
         "not_json"),
        ("{}", "foreign"),
        ("[]", "foreign"),
        ("7", "foreign"),
        ('{"crivo_certificate": 2}', "version"),
        ('{"crivo_certificate": true}', "version"),
        ('{"crivo_certificate": 1, "sha256": ""}', "foreign"),
        ('{"crivo_certificate": 1, "sha256": "", "document": {}}', "foreign"),
        ('{"crivo_certificate": 1, "sha256": "", "document": {"strategy": {"id": true}}}',
         "foreign"),
        ('{"crivo_certificate": 1, "sha256": "", "document": {"strategy": {"id": 1e3}}}',
         "foreign"),
        (f'{{"crivo_certificate": 1, "sha256": "", "document": {{"strategy": {{"id": {2**63}}}}}}}',
         "foreign"),
        ('{"crivo_certificate": 1, "sha256": "", "document": {"strategy": {"id": 1}, "x": '
         + "[" * 60 + "]" * 60 + "}}", "foreign"),
        (b" " * (MOST_BYTES + 1), "huge"),
    ],
)  # fmt: skip
def test_what_is_none_is_one_clear_line(tmp_path: Path, text: str | bytes, code: str):
    with pytest.raises(CertificateError) as caught:
        read_certificate(written(tmp_path, text))
    assert caught.value.code == code
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("path", ["/nowhere/at/all.json", "/", "\0"])
def test_what_cannot_be_read_is_said(path: str):
    with pytest.raises(CertificateError) as caught:
        read_certificate(path)
    assert caught.value.code == "unreadable"
