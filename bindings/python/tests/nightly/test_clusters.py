"""Spark and Ray on local clusters give what `assize batch` gives, also when a worker is killed. `.ci/nightly` runs this."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import pytest

from conftest import EXAMPLES, EXPECT

Rows = list[dict[str, Any]]
# Workers run this Python, and not the first one in PATH.
os.environ["PYSPARK_PYTHON"] = sys.executable

JUDGED = ("--task", "task", "--expect", ",".join(EXPECT))


def same(found: Rows, expected: Rows) -> None:
    """Rows in any order; what a ruling lists is in the order of its rows, which an engine chooses."""

    def key(row: dict[str, Any]) -> str:
        lists = {name: sorted(row[name], key=str) for name in ("actions", "impediments") if name in row}
        return str(sorted({**row, **lists}.items()))

    assert Counter(map(key, found)) == Counter(map(key, expected))


def killer(marker: Path) -> Callable[[], None]:
    """Kills its worker, the first time that one comes by. It is sent whole: workers do not have this module."""

    def once() -> None:
        import os
        import signal

        try:
            marker.touch(exist_ok=False)
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)

    return once


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    # A task is tried four times, as on a cluster.
    session = sql.SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false").getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    module = pytest.importorskip("ray")
    module.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield module
    module.shutdown()


def test_spark(spark: Any, reviews: Path, batch: Callable[..., Rows]) -> None:
    import assize.spark
    from assize.arrow import Bench

    table = spark.read.parquet(str(reviews))
    same(plain(assize.spark.read(table.select("text"), "text")), batch())
    ruled = assize.spark.judge(table, bench=Bench(expect=EXPECT))
    same(plain(ruled), batch(*JUDGED))
    assize.spark.register(spark)
    table.createOrReplaceTempView("reviews")
    same(plain(spark.sql("SELECT r.* FROM (SELECT assize_read(text) AS r FROM reviews)")), batch())


def test_spark_loses_a_worker(spark: Any, reviews: Path, batch: Callable[..., Rows], tmp_path: Path) -> None:
    import assize.spark
    from assize.arrow import Bench

    marker = tmp_path / "killed"
    once = killer(marker)

    def lost(batches: Iterator[Any]) -> Iterator[Any]:
        for number, rows in enumerate(batches):
            if number == 0:
                once()
            yield rows

    table = spark.read.parquet(str(reviews))
    table = table.mapInArrow(lost, table.schema)
    ruled = assize.spark.judge(table, bench=Bench(expect=EXPECT))
    same(plain(ruled), batch(*JUDGED))
    assert marker.exists(), "no worker was killed"


def test_ray(ray: Any, reviews: Path, batch: Callable[..., Rows]) -> None:
    import assize.ray
    from assize.arrow import Bench

    table = ray.data.read_parquet(str(reviews))
    same(assize.ray.read(table.select_columns(["text"]), "text").take_all(), batch())
    ruled = assize.ray.judge(table, bench=Bench(expect=EXPECT))
    same(ruled.take_all(), batch(*JUDGED))


def test_ray_loses_a_worker(ray: Any, reviews: Path, batch: Callable[..., Rows], tmp_path: Path) -> None:
    import assize.ray

    marker = tmp_path / "killed"
    once = killer(marker)

    def lost(table: Any) -> Any:
        once()
        return table

    table = ray.data.read_parquet(str(reviews)).select_columns(["text"])
    table = table.map_batches(lost, batch_format="pyarrow")
    same(assize.ray.read(table, "text").take_all(), batch())
    assert marker.exists(), "no worker was killed"


def plain(table: Any) -> Rows:
    """Rows of Spark as dictionaries."""
    return list(table.toArrow().to_pylist())


@pytest.mark.parametrize("engine", ["spark", "ray"])
def test_the_example_runs(engine: str, reviews: Path) -> None:
    pytest.importorskip("pyspark" if engine == "spark" else engine)
    example = EXAMPLES / f"with_{engine}.py"
    done = subprocess.run([sys.executable, str(example), str(reviews)], capture_output=True, text=True)
    assert done.returncode == 0 and "hold" in done.stdout, done.stdout + done.stderr
