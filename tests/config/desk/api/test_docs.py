"""`/api/docs/` and `/api/schema/`: offline, under our content security policy."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from jsonschema import Draft4Validator

from config.desk.api.schema import Generator, example_of

pytestmark = pytest.mark.django_db


def test_the_page_holds_nothing_inline_and_loads_only_our_files(client: Client) -> None:
    answer = client.get("/api/docs/")
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<style" not in page
    assert not re.search(r"<script>|\son\w+=|\sstyle=", page)
    files = re.findall(r'<(?:script|link)[^>]*(?:src|href)="([^"]+)"', page)
    assert all(file.startswith("/static/") and finders.find(file[8:]) for file in files)


def test_every_operation_is_there_with_its_summary_and_an_example(client: Client) -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    page = html.unescape(client.get("/api/docs/").text)
    operations = [
        (method, path, told["summary"])
        for path, methods in schema["paths"].items()
        for method, told in methods.items()
    ]
    assert page.count("Example of a request") == len(operations) >= 85
    for method, path, summary in operations:
        assert summary
        said = re.sub("`(.+?)`", r"<code>\1</code>", summary)
        shown = f'{method.upper()}</b> <code>{path}</code> <span class="soft">{said}</span>'
        assert shown in page


def test_its_reader_reads_what_operations_do_in_their_language(client: Client) -> None:
    english = dict(_texts(client, "en"))
    portuguese = dict(_texts(client, "pt-br"))
    assert len(english) == len(portuguese) >= 85
    assert not [where for where, texts in english.items() if set(texts) & set(portuguese[where])]
    erasing = portuguese["DELETE /api/v1/hypotheses/{id}/"]
    assert any("Só para administradores." in text for text in erasing)


def _texts(client: Client, language: str) -> Iterator[tuple[str, list[str]]]:
    """Each operation of the page, and the texts that say something of it."""
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    page = client.get("/api/docs/").text
    for operation in re.findall(r'<details class="operation">(.+?)</details>', page, re.DOTALL):
        method, path = re.findall(r"<b[^>]*>(.+?)</b> <code>(.+?)</code>", operation)[0]
        texts = re.findall(r'<(?:p|dd|p class="soft"|span class="soft")>(.+?)</', operation)
        said = re.findall(r'aria-label="(.+?)"', operation)
        said += [text for text in texts if not text.startswith("<code>")]
        yield f"{method} {html.unescape(path)}", [html.unescape(text) for text in said]


def test_the_schema_is_in_english_whoever_asks_first() -> None:
    with override("pt-br"):
        made = Generator().get_schema(request=None, public=True)
    described = [
        each.get("description") for each in made["paths"]["/api/v1/runs/"]["get"]["parameters"]
    ]
    assert "A page number within the paginated result set." in described


def test_a_refusal_of_its_own_is_said_and_code_is_marked(client: Client) -> None:
    page = client.get("/api/docs/").text
    assert "409: The development has not ended: there is no certificate yet." in page
    assert "<code>include_holdout</code> plays all bars" in page
    assert "`" not in html.unescape(page)


def test_the_example_of_a_body_is_one_that_the_schema_takes() -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)
    known = schema["components"]["schemas"]
    bodies = [
        told["requestBody"]["content"]["application/json"]["schema"]
        for methods in schema["paths"].values()
        for told in methods.values()
        if "application/json" in told.get("requestBody", {}).get("content", {})
    ]
    assert bodies
    for body in bodies:  # OpenAPI 3.0 has the `exclusiveMinimum` of draft 4
        whole = {**body, "components": {"schemas": known}}
        Draft4Validator(whole).validate(example_of(body, known))


def test_the_policy_is_that_of_every_page(client: Client) -> None:
    policy = client.get("/api/docs/")["Content-Security-Policy"]
    directives = {part.strip() for part in policy.split(";")}  # they come in any order
    assert {"script-src 'self'", "style-src 'self'"} <= directives
    assert "unsafe" not in policy


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_the_schema_is_served(client: Client, form: str) -> None:
    answer = client.get("/api/schema/", {"format": form})
    assert answer.status_code == 200
    assert "/api/v1/hypotheses/" in answer.content.decode()


@pytest.mark.parametrize(
    "name", ["_get_response_bodies", "_get_response_for_code", "_map_serializer"]
)
def test_what_the_schema_extends_of_drf_spectacular_is_still_there(name: str) -> None:
    """They are its own names: config/desk/api/schema.py alone uses them."""
    assert callable(getattr(AutoSchema, name, None)), f"AutoSchema has no {name} any more"
