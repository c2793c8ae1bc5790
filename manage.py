#!/usr/bin/env python
"""Crivo's command line: `manage.py help` lists the commands."""

from config.startup import main

if __name__ == "__main__":
    main()
