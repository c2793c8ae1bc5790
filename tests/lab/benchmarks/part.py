"""One part of the benchmark in a process of its own: `python -m tests.lab.benchmarks.part NAME`.

Prints its figures as JSON. It writes to the database of its settings: `parts` gives it one that
is thrown away.
"""

from __future__ import annotations

import importlib
import json
import sys

import django


def main(part: str, *sizes: str) -> None:
    django.setup()
    figures = importlib.import_module(f"tests.lab.benchmarks.{part}").measure(small=bool(sizes))
    json.dump([figure.as_plain() for figure in figures], sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
