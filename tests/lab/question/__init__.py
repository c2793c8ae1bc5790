"""Where the model comes from that writes the question of a text."""
