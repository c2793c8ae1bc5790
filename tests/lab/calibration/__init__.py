"""How often the gates err: whole developments on prices whose truth is known."""
