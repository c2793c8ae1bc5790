"""Serves a model's file on the loopback: `python -m config.llm.local_server FILE NAME N`.

N conversations at once. A process of its own, as the server cannot be stopped within one. It
prints its address when the model is loaded, and ends when its standard input does: with whoever
started it, however that ends.
"""

from __future__ import annotations

import os
import sys

import xllamacpp

_CONTEXT = 4_096  # tokens of one conversation
_THREADS = 4


def main(file: str, name: str, at_once: str) -> None:
    params = xllamacpp.CommonParams()
    params.model.path = file
    params.model_alias = {name}
    params.hostnames, params.port = ["127.0.0.1"], 0  # any port that is free
    params.n_ctx, params.n_parallel = _CONTEXT * int(at_once), int(at_once)
    # One processor is left to others: threads that wait for each other crawl on a busy machine.
    most = max(1, min(_THREADS, (os.cpu_count() or 1) - 1))
    for threads in (params.cpuparams, params.cpuparams_batch):
        threads.n_threads, threads.poll = most, 0
    params.ui = params.endpoint_slots = False
    params.offline = True
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}/v1\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
