"""How large a spec may be: what people write by hand stays far below."""

DOCUMENT_CHARACTERS = 50_000
DOCUMENT_DEPTH = 40  # of the JSON itself
PARAMETERS = 12
INDICATORS = 16
NODES = 80  # of all conditions together, operands included
DEPTH = 8  # of one condition, operands included
CHAIN = 4  # indicators of indicators
GRID_STEPS = 10_000  # of one parameter
NAME_CHARACTERS = 80
DESCRIPTION_CHARACTERS = 2_000
ORDERED = 12  # pairs of parameters
MAX_LENGTH = 1_000  # bars of one indicator
