"""Spark: `read(df, "body")` by `mapInArrow`, `judge(df, …)` by `applyInArrow`, and a function for SQL.

A policy is sent as its text and its hash, and compiled once in each worker. Reading and judging are pure: a task that Spark
runs again gives the same rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Optional, Union

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import arrow_udf, col, lit, pmod, xxhash64
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from . import arrow
from ._assize import Policy

__all__ = ["judge", "read", "register"]


def read(df: DataFrame, text: str = "text") -> DataFrame:
    """What each text says, behind the other columns of its row."""
    others = [name for name in df.columns if name != text]
    own = from_arrow_schema(arrow.READ.remove_metadata())
    schema = StructType([df.schema[name] for name in others] + own.fields)

    def made(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            said = arrow.read(batch.column(text), threads=1)
            columns = [batch.column(name) for name in others] + said.columns
            yield pa.RecordBatch.from_arrays(columns, names=others + said.schema.names)

    return df.mapInArrow(made, schema)


def judge(
    df: DataFrame,
    policy: Union[Policy, str] = "any-blocker",
    *,
    task: str = "task",
    seat: str = "seat",
    text: str = "text",
    round: Optional[str] = None,
    bench: Optional[arrow.Bench] = None,
    parts: int = 256,
) -> DataFrame:
    """The ruling on each task and round.

    Spark takes half a millisecond for a group, so tasks are judged in so many `parts`, each of which a worker holds in memory.
    """
    compiled = Policy(policy) if isinstance(policy, str) else policy
    names = {"task": task, "seat": seat, "text": text, "round": round}

    def made(table: pa.Table) -> pa.Table:
        return pa.Table.from_batches([arrow.judge(table, compiled, bench=bench, threads=1, **names)])

    part = pmod(xxhash64(col(task)), lit(parts))
    return df.groupBy(part).applyInArrow(made, from_arrow_schema(arrow.RULING.remove_metadata()))


def register(spark: SparkSession) -> None:
    """Makes `assize_read(text)` known to SQL: a struct of what a text says."""

    @arrow_udf(from_arrow_schema(arrow.READ.remove_metadata()))  # type: ignore[untyped-decorator]
    def assize_read(texts: pa.Array) -> pa.Array:
        return arrow.read(texts, threads=1).to_struct_array()

    spark.udf.register("assize_read", assize_read)
