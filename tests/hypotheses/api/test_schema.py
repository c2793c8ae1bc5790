"""The schema is what clients build on: a change shows in the file that is committed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import available_timezones

import pytest
import yaml
from django.conf import settings
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from hypotheses.api.filters import GapFilter

SNAPSHOT = Path(__file__).with_name("schema.yml")
RENEW = "manage.py spectacular --file tests/hypotheses/api/schema.yml --validate --fail-on-warn"


def test_it_is_the_one_that_is_committed() -> None:
    found = SchemaGenerator().get_schema(request=None, public=True)
    assert found == yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8")), (
        f"the schema changed; look at the difference, then: {RENEW}"
    )


def test_it_is_valid_openapi() -> None:
    validate_schema(yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8")))


def test_every_operation_tells_its_errors() -> None:
    schema = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))
    for path in schema["paths"].values():
        for operation in path.values():
            assert {"400", "401", "404", "429", "500"} <= set(operation["responses"])


def test_every_operation_has_a_summary_of_its_own() -> None:
    schema = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))
    said = [each["summary"] for path in schema["paths"].values() for each in path.values()]
    assert all(3 < len(each) < 120 for each in said)
    assert "409" in schema["paths"]["/api/v1/strategies/{id}/certificate/"]["get"]["responses"]


@pytest.mark.slow
def test_the_command_that_renews_it_works(tmp_path: Path) -> None:
    renewed = tmp_path / "schema.yml"
    words = RENEW.replace("tests/hypotheses/api/schema.yml", str(renewed)).split()
    subprocess.run([sys.executable, *words], cwd=settings.BASE_DIR, check=True, capture_output=True)
    assert yaml.safe_load(renewed.read_text()) == yaml.safe_load(SNAPSHOT.read_text())


def test_a_parameter_of_text_takes_no_empty_one() -> None:
    schema = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))
    (found,) = (
        each["schema"]
        for each in schema["paths"]["/api/v1/hypotheses/"]["get"]["parameters"]
        if each["name"] == "q"
    )
    assert found["minLength"] == 1


def test_a_parameter_of_text_takes_no_sign_that_is_refused() -> None:
    schema = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))
    texts = [
        each["schema"]
        for path in schema["paths"].values()
        for operation in path.values()
        for each in operation.get("parameters", ())
        if each["in"] == "query" and each["schema"].get("type") == "string"
    ]
    free = [each for each in texts if not {"enum", "format"} & each.keys()]
    assert len(free) > 10
    assert not [each for each in free if re.search(each["pattern"], "ab\0c")]


def test_a_text_of_a_body_takes_no_sign_that_is_refused() -> None:
    bodies = {
        name: body["properties"]
        for name, body in yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))["components"][
            "schemas"
        ].items()
        if name.endswith("Request") and "properties" in body
    }
    free = {
        (body, name): shape
        for body, shapes in bodies.items()
        for name, shape in shapes.items()
        if shape.get("type") == "string" and not {"enum", "format"} & shape.keys()
    }
    del free["TextsRequest", "text"]  # what is wrong with it is its own error, not the request's
    assert len(free) > 20
    assert not [of for of, each in free.items() if re.search(each.get("pattern", ""), "ab\0c")]


def test_every_name_of_a_zone_has_its_shape() -> None:
    schemas = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))["components"]["schemas"]
    shape = schemas["OptionsRequest"]["properties"]["timezone"]["pattern"]
    names = {*available_timezones(), "+05:30", "UTC-03:00"}
    assert not [name for name in names if not re.search(shape, name)]
    assert not re.search(shape, "Mars North")


def test_a_parameter_of_text_has_the_length_of_its_filter() -> None:
    schema = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))
    (slot,) = (
        each["schema"]
        for each in schema["paths"]["/api/v1/gaps/"]["get"]["parameters"]
        if each["name"] == "slot"
    )
    assert slot["maxLength"] == GapFilter.base_filters["slot"].extra["max_length"]


def test_an_order_is_offered_only_where_it_is_taken() -> None:
    schema = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))
    offered = {
        path: each["schema"]["pattern"]
        for path, methods in schema["paths"].items()
        for each in methods.get("get", {}).get("parameters", ())
        if each["name"] == "ordering"
    }
    assert "/api/v1/hypotheses/{id}/versions/" not in offered
    assert re.fullmatch(offered["/api/v1/hypotheses/"], "-created_at")
    assert not re.fullmatch(offered["/api/v1/hypotheses/"], "owner")


def test_a_list_that_may_not_be_empty_says_so() -> None:
    schema = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))
    assert schema["components"]["schemas"]["TextsRequest"]["properties"]["texts"]["minItems"] == 1


def patterns(part: object) -> Iterator[str]:
    """Each pattern in a part of the schema."""
    if isinstance(part, dict):
        if isinstance(found := part.get("pattern"), str):
            yield found
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from patterns(each)


def test_a_range_of_signs_ends_with_one_that_is_assigned() -> None:
    # Tools spell an unassigned one `\\U0001faff`, which is no regular expression of JSON Schema.
    found = set(patterns(yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))))
    assert len(found) >= 3
    assert all(each.isprintable() for each in "".join(found) if each > "\uffff")
