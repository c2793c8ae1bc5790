"""`manage.py messages` on a small project: collect, translate, compile, check."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.template import Context, Template
from django.utils import translation

PO = Path("locale/pt_BR/LC_MESSAGES/django.po")
TRANSLATIONS = {
    "a run": "uma execução",
    "%(n)d of them": "%(n)d deles",
    "Hello": "Olá",
    "%(name)s, wait": "%(name)s, espere",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    source = "from x import gettext as _\nx = _('a run')\ny = _('%(n)d of them') % {'n': 2}\n"
    template = (
        "{% load i18n %}\n  <p>{% translate 'Hello' %}</p>\n"
        "<p>{% blocktranslate %}{{ name }}, wait{% endblocktranslate %}</p>\n"
    )
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "sample.py").write_text(source)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "page.html").write_text(template)
    return tmp_path


@pytest.fixture
def translated(project: Path) -> Path:
    collect(project, complete=False)
    for message, text in TRANSLATIONS.items():
        translate(project, message, text)
    collect(project)
    return project


def collect(root: Path, *, complete: bool = True) -> None:
    if complete:
        call_command("messages", root=root)
    else:
        with pytest.raises(CommandError):
            call_command("messages", root=root)


def translate(root: Path, message: str, text: str) -> None:
    po = root / PO
    before = po.read_text()
    after = before.replace(f'msgid "{message}"\nmsgstr ""', f'msgid "{message}"\nmsgstr "{text}"')
    assert after != before
    po.write_text(after)


def problems(root: Path, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    with pytest.raises(CommandError):
        call_command("messages", root=root, check=True)
    return capsys.readouterr().err


def test_texts_come_from_code_and_templates(project):
    collect(project, complete=False)
    found = (project / PO).read_text()
    assert all(f'msgid "{message}"' in found for message in TRANSLATIONS)


def test_english_needs_no_catalogue(translated):
    assert [path.name for path in (translated / "locale").iterdir()] == ["pt_BR"]


def test_the_compiled_file_translates(translated):
    catalogue = gettext.translation("django", translated / "locale", ["pt_BR"])
    assert catalogue.gettext("a run") == "uma execução"


def test_a_complete_project_passes(translated):
    call_command("messages", root=translated, check=True)


def test_collecting_again_changes_no_byte(translated):
    before = {path: path.read_bytes() for path in translated.rglob("django.*")}
    collect(translated)
    assert {path: path.read_bytes() for path in translated.rglob("django.*")} == before


def test_a_new_text_fails_the_check(translated, capsys):
    (translated / "config" / "new.py").write_text("_('a new text')")
    assert "not translated: 'a new text' (config/new.py)" in problems(translated, capsys)


def test_a_text_that_is_gone_fails_the_check(translated, capsys):
    (translated / "templates" / "page.html").unlink()
    assert "django.po: not up to date" in problems(translated, capsys)


def test_a_translation_that_is_not_compiled_fails_the_check(translated, capsys):
    po = translated / PO
    po.write_text(po.read_text().replace("uma execução", "uma rodada"))
    assert "pt_BR/LC_MESSAGES/django.mo: not up to date" in problems(translated, capsys)


def test_a_translation_that_loses_a_placeholder_fails_the_check(translated, capsys):
    po = translated / PO
    po.write_text(po.read_text().replace("%(n)d deles", "alguns deles"))
    assert "other placeholders: '%(n)d of them'" in problems(translated, capsys)


TERM = """[[term]]
concept = "a run"
use = "execução"
never = ['\\brodadas?\\b']
source = 'run'
"""


@pytest.mark.parametrize(("text", "wrong"), [("uma rodada", True), ("uma execução", False)])
def test_a_wrong_term_fails_the_check_and_is_named(
    translated: Path, capsys: pytest.CaptureFixture[str], text: str, wrong: bool
) -> None:
    (translated / "locale" / "pt_BR" / "terms.toml").write_text(TERM)
    po = translated / PO
    po.write_text(po.read_text().replace("uma execução", text))
    if wrong:
        collect(translated, complete=False)
        assert "“rodada” for a run ('a run'): execução" in problems(translated, capsys)
    else:
        collect(translated)


def test_a_wrong_term_in_a_message_file_fails_the_check(translated, capsys):
    (translated / "locale" / "pt_BR" / "terms.toml").write_text(TERM)
    folder = translated / "app" / "part" / "messages"
    folder.mkdir(parents=True)
    (folder / "en.toml").write_text('[ends]\none = "no run ended"\nother = "no round"\n')
    (folder / "pt.toml").write_text('[ends]\none = "nenhuma rodada"\nother = "nenhuma rodada"\n')
    told = problems(translated, capsys)
    assert "(app/part/messages/pt.toml: ends.one)" in told
    assert "ends.other" not in told


def test_a_check_writes_nothing(project, capsys):
    problems(project, capsys)
    assert not (project / "locale").exists()


def test_the_projects_own_messages_are_in_order():
    call_command("messages", root=settings.BASE_DIR, check=True)


def test_django_reads_the_committed_messages():
    with translation.override("pt-br"):
        shown = Template("{% load i18n %}{% translate 'Hypotheses' %}").render(Context())
    assert shown == "Hipóteses"


@pytest.mark.parametrize("default", ["en", "pt-br"])
@pytest.mark.parametrize(
    ("language", "word", "counted"),
    [
        ("en", "Hypotheses", ["0 runs wait", "1 run waits", "2 runs wait"]),
        ("pt-br", "Hipóteses", ["0 execuções esperam", "1 execução espera", "2 execuções esperam"]),
    ],
)
def test_a_language_does_not_depend_on_the_default(settings, default, language, word, counted):
    settings.LANGUAGE_CODE = default
    with translation.override(language):
        assert translation.gettext("Hypotheses") == word
        shown = [translation.ngettext("%d run waits", "%d runs wait", n) % n for n in range(3)]
    assert shown == counted
