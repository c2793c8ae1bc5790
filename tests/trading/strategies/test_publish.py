"""What docs/ tells of specs is what the code does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from tests.trading.strategies.documents import DOCUMENT, changed
from tests.trading.strategies.random_spec import random_spec
from trading.strategies.parse import json_schema, parse_spec
from trading.strategies.publish import PAGE_FILE, SCHEMA_FILE, page_text, schema_text
from trading.strategies.templates import TEMPLATES

DOCS = Path(__file__).parents[3] / "docs"
REMEDY = "run `python -m trading.strategies.publish docs`"


def test_the_published_schema_is_up_to_date():
    assert (DOCS / SCHEMA_FILE).read_text(encoding="utf-8") == schema_text(), REMEDY


def test_the_tables_of_the_page_are_up_to_date():
    page = (DOCS / PAGE_FILE).read_text(encoding="utf-8")

    assert page == page_text(page), REMEDY


def test_the_example_of_the_page_is_a_valid_spec():
    page = (DOCS / PAGE_FILE).read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)

    assert parse_spec(example).lookback() == 199


def test_the_schema_accepts_what_the_parser_accepts():
    validator = jsonschema.Draft202012Validator(json_schema())
    validator.check_schema(json_schema())
    specs = [found.make() for found in TEMPLATES]
    specs += [random_spec(np.random.default_rng(seed)) for seed in range(50)]

    for spec in specs:
        validator.validate(json.loads(json.dumps(spec.document())))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("colour", "red"),
        ("direction", "up"),
        ("indicators.quick.kind", "smma"),
        ("indicators.quick.length", "fast"),
        ("long_entry.op", "xor"),
        ("stops", {"stop": 1}),
    ],
)
def test_the_schema_refuses_a_wrong_shape(path: str, value: object):
    validator = jsonschema.Draft202012Validator(json_schema())

    assert validator.is_valid(DOCUMENT)
    assert not validator.is_valid(changed(path, value))
