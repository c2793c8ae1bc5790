"""Strategies and their parts as JSON, and the bodies of requests about them."""
