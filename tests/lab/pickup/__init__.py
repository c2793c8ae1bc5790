"""`manage.py pickup`: how long it takes until an idle worker has a run that was submitted."""
