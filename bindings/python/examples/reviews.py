"""The table that the examples and the tests of engines work on: three reviewers of each task, in several formats.

The same rows every time. `python reviews.py reviews.parquet 100000` writes them.
"""

from __future__ import annotations

import sys

import pyarrow as pa
import pyarrow.parquet as pq

SEATS = ("qa", "security", "docs")

_PROSE = "The handler was read with its callers and its tests; the paths that can fail are covered and the names say what is meant. "


def text(task: int, seat: int) -> str | None:
    """Some 400 bytes; which of them fail, hold or are missing depends on the numbers alone."""
    note = _PROSE * 2 + f"Looked at change {task}."
    kind = (task * 7 + seat * 3) % 20
    if kind == 0:
        return f"verdict: fail\nconfidence: high\nblocker: src/handler_{task % 50}.ts:88 SQL built by concatenation\n\n{note}\n"
    if kind == 1:
        return None
    if kind == 2:
        return f"### Verdict: APPROVE\n\n{note}\n"
    if kind == 3:
        return f"verdict: warn\nconfidence: med\nadvisory: src/a.ts:{task % 90 + 1} long lines\n\n{note}\n"
    if kind == 4:
        return f'{{"verdict": "pass", "confidence": "high", "summary": "{note}"}}'
    if kind == 5:
        return f"---\nverdict: pass\nconfidence: high\n---\n\n{note}\n"
    if kind == 6 and task % 3 == 0:
        return ""
    return f"verdict: pass\nconfidence: high\n\n{note}\n"


def reviews(rows: int) -> pa.Table:
    """So many rows, a task after the other."""
    tasks = [row // len(SEATS) for row in range(rows)]
    seats = [row % len(SEATS) for row in range(rows)]
    return pa.table({
        "task": pa.array([f"pr-{task}" for task in tasks]),
        "seat": pa.array([SEATS[seat] for seat in seats]),
        "text": pa.array([text(task, seat) for task, seat in zip(tasks, seats)], type=pa.string()),
    })


if __name__ == "__main__":
    pq.write_table(reviews(int(sys.argv[2])), sys.argv[1], row_group_size=100_000)
