"""`manage.py chaos`: kills what works at random, and compares what comes out with a quiet run."""
