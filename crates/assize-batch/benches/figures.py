"""What `assize batch` costs a row, beside Python and jq, and whether that grows with the rows.

    python figures.py PATH/assize-batch 1000000 [PATH/assize]

Texts are 400 bytes each. Times depend on the machine; ratios and whether they are linear hardly do. Needs pyarrow, and jq.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

SEATS = 8
PASS, FAIL = "verdict: pass\nconfidence: high\n\n", "verdict: fail\nconfidence: high\nblocker: src/a.rs:7 it leaks\n\n"
PROSE = "The handler was read with its callers and its tests; what can fail is covered. "
VERDICT = re.compile(r"^verdict:\s*(\w+)", re.MULTILINE)


def text(row: int) -> str:
    head = FAIL if row % 97 == 0 else PASS
    return (head + f"{row} " + PROSE * 6)[:399] + "\n"


def write(path: Path, rows: int) -> None:
    """In pieces, so that this program is not what needs memory."""
    schema = pa.schema([("task", pa.string()), ("seat", pa.string()), ("text", pa.string())])
    with pq.ParquetWriter(path, schema) as writer:
        for start in range(0, rows, 100_000):
            numbers = range(start, min(rows, start + 100_000))
            columns = [
                [f"pr-{row // SEATS}" for row in numbers],
                [f"r{row % SEATS}" for row in numbers],
                [text(row) for row in numbers],
            ]
            writer.write_table(pa.table(columns, schema=schema))


def timed(line: list[str], **how: object) -> tuple[float, float]:
    """Seconds, and the most memory in MiB."""
    start = time.perf_counter()
    done = subprocess.run(["/usr/bin/env", "time", "-f", "%M", *line], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, **how)  # type: ignore[call-overload]
    seconds = time.perf_counter() - start
    if done.returncode not in (0, 3):
        sys.exit(done.stderr)
    return seconds, int(done.stderr.strip().splitlines()[-1]) / 1024


def told(name: str, rows: int, seconds: float, memory: float | None = None) -> None:
    peak = f"{memory:8.0f} MiB" if memory is not None else ""
    print(f"{name:34} {rows:>10,} rows {seconds:8.1f} s {seconds / rows * 1e6:8.2f} µs a row {peak}", flush=True)


def main() -> None:
    program, most = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        rows = 10_000
        while rows <= most:
            path = here / "reviews.parquet"
            write(path, rows)
            out = str(here / "out.parquet")
            told("read", rows, *timed([program, str(path), "-q", "-o", out]))
            told("judge dockets of 8", rows, *timed([program, str(path), "-q", "--task", "task", "-o", out]))
            rows *= 10
        few = 100_000
        write(path, few)
        lines = here / "reviews.jsonl"
        with lines.open("w") as file:
            for row in range(few):
                file.write(json.dumps({"task": f"pr-{row // SEATS}", "seat": f"r{row % SEATS}", "text": text(row)}) + "\n")
        told("read, lines of JSON in and out", few, *timed([program, str(lines), "-q", "-o", str(here / "o.jsonl")]))
        told("jq, one regular expression", few, *timed(["jq", "-r", '.text | capture("(^|\\n)verdict: *(?<v>[a-z]+)").v', str(lines)]))
        start = time.perf_counter()
        found = 0
        for line in lines.open():
            found += VERDICT.search(json.loads(line)["text"]) is not None
        told("Python, one regular expression", few, time.perf_counter() - start)
        if len(sys.argv) > 3:
            one = here / "one.md"
            one.write_text(text(1))
            start = time.perf_counter()
            for _ in range(200):
                subprocess.run([sys.argv[3], "parse", str(one)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            told("a process a row: `assize parse`", 200, time.perf_counter() - start)


if __name__ == "__main__":
    main()
