"""Strategies as data: rules, sizes and stops that can be checked, hashed and changed."""
