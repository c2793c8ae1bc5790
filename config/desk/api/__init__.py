"""What the API of both apps shares: pages, filters, limits, tokens, and one shape of errors.

It imports nothing here: REST_FRAMEWORK names modules of this package, and rest_framework loads
them while it is itself being loaded.
"""
