"""Research and design with language models, the built-in ones beside them to keep them honest."""
