"""The project package."""

import os

# Before numpy is loaded. The matrices of the reader are small: threads that share one product
# mostly wait for each other, and take the processor from other requests.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
