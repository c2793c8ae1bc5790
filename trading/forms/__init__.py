"""What people fill in. Forms check shapes; what may be is the services' to say."""
