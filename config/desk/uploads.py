"""What a browser sends as a file: never more of it than is accepted."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import FileUploadHandler


def most_bytes() -> int:
    """The largest file that is accepted from a browser."""
    return min(settings.UPLOAD_BYTES, settings.MAX_DATA_FILE_BYTES)


class BoundedUpload(FileUploadHandler):
    """Lets the largest accepted file through, and one byte of what is beyond; drops the rest.

    So a larger one takes neither memory nor disk, and its form is answered all the same: by the
    byte too many the service knows it. Files of one request count together.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._room = most_bytes() + 1

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes | None:
        taken = raw_data[: self._room]
        self._room -= len(taken)
        return taken or None

    def file_complete(self, file_size: int) -> None:
        """The handlers behind this one make the file."""
