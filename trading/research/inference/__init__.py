"""Tests of hypotheses on series: pure functions of arrays, linear in their length."""
