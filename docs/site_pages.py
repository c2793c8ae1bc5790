"""A hook of mkdocs: the pages that live in the project's folder, beside docs/, are in the site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = ("CHANGELOG.md", "CONTRIBUTING.md", "GLOSSARY.md", "SECURITY.md")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages, and LICENSE, to those of docs/."""
    for name in (*PAGES, "LICENSE"):
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Any, **_rest: Any) -> str:
    """Links between docs/ and the folder above it, as they are within the site."""
    if page.file.src_path in PAGES:
        return markdown.replace("](docs/", "](").replace("](README.md)", "](index.md)")
    for name in (*PAGES, "LICENSE"):
        markdown = markdown.replace(f"](../{name}", f"]({name}")
    return markdown
