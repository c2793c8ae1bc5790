"""The built-in strategist: designs, tunes, mends and redesigns variants; says why in words."""
