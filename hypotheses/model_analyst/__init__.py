"""The analyst that asks language models, held to what the texts say."""
