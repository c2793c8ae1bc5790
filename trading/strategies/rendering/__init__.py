"""The parts of a standalone script."""
