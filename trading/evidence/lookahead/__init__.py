"""Does a strategy know what it could not have known? Two tests of specs.

What a strategy says on a bar must not change when the bars after it are taken away (prefix) or
replaced by others (future-scramble). A rule that reads only its past passes both, always.
"""
