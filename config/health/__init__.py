"""What those who run the site ask of it: is it alive, is it ready, how much does it do."""
