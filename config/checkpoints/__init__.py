"""LangGraph's checkpoints of a run, for looking back at it: written, and never read by a run.

What a run needs to go on is in the ledger (ADR 4). These may be missing, old or broken (ADR 16).
"""
