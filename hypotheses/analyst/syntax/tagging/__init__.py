"""Parts of speech of the words of a quote: what shape it has, and its head's gender and number."""
