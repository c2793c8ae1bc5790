#!/usr/bin/env python
"""Crivo's command line: `manage.py help` lists the commands."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from config.startup import run

    sys.exit(run(sys.argv))


if __name__ == "__main__":
    main()
