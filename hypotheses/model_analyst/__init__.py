"""The analyst that asks language models; their answers are checked against the texts."""
