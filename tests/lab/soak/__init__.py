"""`manage.py soak`: many runs, and whether memory and database stay as they are meanwhile."""
