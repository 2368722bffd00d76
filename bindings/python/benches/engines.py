"""What judging a row costs inside each engine, beside `assize batch`: the programs of `examples`, on few rows and on many.

    python engines.py PATH/assize-batch 100000

The difference of both runs is what the rows cost; what is left is the start of the engine. Needs the engines that are to be measured.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
import time
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
sys.path.insert(0, str(EXAMPLES))
import pyarrow.parquet as pq  # noqa: E402
from reviews import reviews  # noqa: E402

FEW = 300


def seconds(line: list[str]) -> float:
    start = time.perf_counter()
    done = subprocess.run(line, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    return time.perf_counter() - start


def main() -> None:
    program, rows = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        tables = {count: str(Path(folder) / f"{count}.parquet") for count in (FEW, rows)}
        for count, path in tables.items():
            # As Spark and Ray get them: in pieces that all workers share.
            pq.write_table(reviews(count), path, row_group_size=10_000)
        ways = {"assize batch": [program, "-q", "--task", "task", "-o", str(Path(folder) / "out.parquet")]}
        for engine in ("duckdb", "polars", "datafusion", "pyspark", "ray"):
            if importlib.util.find_spec(engine) is not None:
                name = "spark" if engine == "pyspark" else engine
                ways[name] = [sys.executable, str(EXAMPLES / f"with_{name}.py")]
        for name, line in ways.items():
            few, many = (seconds([*line, path]) for path in tables.values())
            print(f"{name:14} {(many - few) / (rows - FEW) * 1e6:8.1f} µs a row   {few:6.1f} s to start", flush=True)


if __name__ == "__main__":
    main()
