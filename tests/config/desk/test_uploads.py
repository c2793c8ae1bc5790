"""No more of a file than is accepted is taken from a browser."""

from __future__ import annotations

from typing import Any

from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import RequestFactory


def sizes(*contents: bytes) -> list[Any]:
    files: Any = {f"file{n}": SimpleUploadedFile("a.csv", data) for n, data in enumerate(contents)}
    request = RequestFactory().post("/", files)
    taken: Any = request.FILES
    return [file.size for file in taken.values()]


def test_a_file_within_the_limit_is_whole(settings: LazySettings) -> None:
    settings.MAX_DATA_FILE_BYTES = 100_000
    data = bytes(range(256)) * 390
    request = RequestFactory().post("/", {"file": SimpleUploadedFile("a.csv", data)})
    taken: Any = request.FILES["file"]
    assert taken.read() == data


def test_of_a_larger_one_a_byte_too_many_is_kept(settings: LazySettings) -> None:
    settings.MAX_DATA_FILE_BYTES = 100_000
    assert sizes(b"x" * 3_000_000) == [100_001]


def test_many_files_count_together(settings: LazySettings) -> None:
    settings.MAX_DATA_FILE_BYTES = 100_000
    assert sizes(b"x" * 60_000, b"y" * 60_000, b"z" * 60_000) == [60_000, 40_001, 0]
