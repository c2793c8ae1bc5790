"""The laboratory: what measures Crivo, and no user installs. `make help` lists how it is run."""
