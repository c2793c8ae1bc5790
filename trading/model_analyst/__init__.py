"""Research and design with language models, and the built-in ones beside them as a check."""
