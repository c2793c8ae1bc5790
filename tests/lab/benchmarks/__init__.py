"""What speed and memory the trading half promises, measured: `manage.py benchmark`."""
