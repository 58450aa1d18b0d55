"""How the Python subjects of bench/beside are timed. SPDX-License-Identifier: MIT"""

import time


def seconds(work):
    before = time.perf_counter()
    answer = work()
    return time.perf_counter() - before, answer


def measured(work):
    """Seconds and the answer: once, if that takes a second or more, else the median of three after one to warm up."""
    first, answer = seconds(work)
    return (first if first >= 1 else sorted(seconds(work)[0] for _ in range(3))[1]), answer
