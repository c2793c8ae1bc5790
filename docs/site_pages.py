"""A hook of mkdocs: the pages that live in the project's folder, beside docs/, are in the site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = {
    "CHANGELOG.md": "CHANGELOG.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "GLOSSARY.md": "GLOSSARY.md",
    "LICENSE": "LICENSE",
    "SECURITY.md": "reporting.md",  # docs/security.md differs from it in case alone
}
"""Files of the project's folder, and where the site has them."""


def on_files(files: Files, config: Any) -> Files:
    """Add the pages to those of docs/."""
    for name, place in PAGES.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / name)))
    return files


def on_page_markdown(markdown: str, page: Any, **_rest: Any) -> str:
    """Links between docs/ and the folder above it, as they are within the site."""
    if page.file.src_path in PAGES.values():
        return markdown.replace("](docs/", "](").replace("](README.md)", "](index.md)")
    for name, place in PAGES.items():
        markdown = markdown.replace(f"](../{name}", f"]({place}")
    return markdown
