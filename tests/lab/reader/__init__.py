"""Makes the reader's model from labelled and generated texts; not needed at run time."""
