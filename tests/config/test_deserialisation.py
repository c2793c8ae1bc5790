"""What is read back as objects is what we wrote ourselves: a pickle can run code."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django_q.conf import Conf
from django_q.core_signing import BadSignature, dumps
from django_q.signing import PickleSerializer, SignedPackage

READS_OBJECTS = re.compile(
    r"^\s*(?:import|from) (?:pickle|marshal|shelve|dill|cloudpickle|joblib)\b"
    r"|allow_pickle=True|pickle_fallback=True|read_pickle\(|yaml\.(?:unsafe_|full_)?load\(",
    re.MULTILINE,
)


def test_we_unpickle_what_our_own_processes_send_alone() -> None:
    found = {
        path.relative_to(settings.BASE_DIR).as_posix()
        for app in ("config", "hypotheses", "trading")
        for path in (settings.BASE_DIR / app).rglob("*.py")
        if READS_OBJECTS.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"config/side_process.py"}


def test_people_send_json() -> None:
    assert settings.REST_FRAMEWORK["DEFAULT_PARSER_CLASSES"] == [
        "config.desk.api.serializers.BoundedJSONParser"
    ]
    assert settings.SESSION_SERIALIZER.endswith(".JSONSerializer")


def test_a_task_of_the_queue_is_read_if_it_is_signed_with_our_key_alone() -> None:
    def signed(key: str) -> str:
        return str(dumps({"id": 1}, key=key, salt=Conf.PREFIX, serializer=PickleSerializer))

    assert SignedPackage.loads(signed(settings.SECRET_KEY)) == {"id": 1}
    with pytest.raises(BadSignature):
        SignedPackage.loads(signed("another"))
