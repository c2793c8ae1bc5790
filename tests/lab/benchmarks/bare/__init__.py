"""A bare Django project with admin, auth and REST framework: what a start is compared with."""
