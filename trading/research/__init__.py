"""The research swarm: what the train segment says, each statement with its test.

docs/research.md lists the agents, their statistics and what confidence means.
"""
