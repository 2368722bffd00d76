"""Each engine gives what `assize batch` gives."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any, Callable

import pytest

from conftest import EXAMPLES, EXPECT

Rows = list[dict[str, Any]]


def test_duckdb(reviews: Path, batch: Callable[..., Rows]) -> None:
    duckdb = pytest.importorskip("duckdb")
    import assize.arrow
    import assize.duckdb

    con = duckdb.connect()
    assize.duckdb.register(con, bench=assize.arrow.Bench(expect=EXPECT))
    found = con.sql(f"SELECT unnest(assize_read(text)) FROM '{reviews}'").to_arrow_table().to_pylist()
    assert found == batch()
    query = f"SELECT task, assize_judge(list(struct_pack(seat, text))) AS r FROM '{reviews}' GROUP BY task"
    same(con.sql(query).to_arrow_table().to_pylist(), batch("--task", "task", "--expect", ",".join(EXPECT)))


def test_polars(reviews: Path, batch: Callable[..., Rows]) -> None:
    pl = pytest.importorskip("polars")
    import assize.arrow
    import assize.polars

    for table in (pl.read_parquet(reviews), pl.scan_parquet(reviews)):
        read = table.select(assize.polars.read(pl.col("text")).alias("r")).lazy().collect()
        assert read["r"].to_list() == batch()
        bench = assize.arrow.Bench(expect=EXPECT)
        ruling = assize.polars.judge(pl.col("seat"), pl.col("text"), bench=bench)
        found = table.group_by("task").agg(ruling.alias("r")).lazy().collect()
        same(found.to_dicts(), batch("--task", "task", "--expect", ",".join(EXPECT)))


def test_datafusion(reviews: Path, batch: Callable[..., Rows]) -> None:
    datafusion = pytest.importorskip("datafusion")
    import assize.arrow
    import assize.datafusion

    ctx = datafusion.SessionContext()
    assize.datafusion.register(ctx, bench=assize.arrow.Bench(expect=EXPECT))
    ctx.register_parquet("reviews", str(reviews))
    read = ctx.sql("SELECT assize_read(text) AS r FROM reviews").to_arrow_table().to_pylist()
    assert Counter(str(row["r"]) for row in read) == Counter(map(str, batch()))
    query = "SELECT task, assize_judge(array_agg(named_struct('seat', seat, 'text', text))) AS r FROM reviews GROUP BY task"
    found = ctx.sql(query).to_arrow_table().to_pylist()
    same(found, batch("--task", "task", "--expect", ",".join(EXPECT)))


def same(found: Rows, expected: Rows) -> None:
    """Rulings by their tasks, whatever the order of an engine; that of the rows of a task is an engine's own as well."""
    own = {row["task"]: ordered(row["r"]) for row in found}
    of_batch = {row.pop("task"): ordered(row) for row in expected if row.pop("round") == 1}
    assert own == of_batch and len(own) == len(found)


def ordered(ruling: dict[str, Any]) -> dict[str, Any]:
    lists = {name: sorted(ruling[name], key=str) for name in ("actions", "impediments")}
    return {**ruling, **lists}


@pytest.mark.parametrize("engine", ["duckdb", "polars", "datafusion"])
def test_the_example_runs(engine: str, reviews: Path) -> None:
    pytest.importorskip(engine)
    example = EXAMPLES / f"with_{engine}.py"
    done = subprocess.run([sys.executable, str(example), str(reviews)], capture_output=True, text=True)
    assert done.returncode == 0 and "hold" in done.stdout, done.stdout + done.stderr
