"""The project package."""

import os

__version__ = "0.1.0"
"""The release. Nothing else states it: the package, the command line and /healthz read it here."""

# Before numpy is loaded. The matrices of the reader are small: threads that share one product
# mostly wait for each other, and take the processor from other requests.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
