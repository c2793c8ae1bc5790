"""What the API of both apps shares: pages, filters, limits, tokens, and one form of errors.

It imports nothing: REST_FRAMEWORK names modules of this package, and rest_framework loads them
while it is being loaded itself.
"""
