"""Ray Data: `read(ds, "body")` by `map_batches`, `judge(ds, …)` by `groupby().map_groups`.

A policy is sent as its text and its hash, and compiled once in each worker. Reading and judging are pure: a task that Ray runs
again gives the same rows.
"""

from __future__ import annotations

from typing import Any, Optional, Union
from zlib import crc32

import pyarrow as pa
import ray.data

from . import arrow
from ._assize import Policy

__all__ = ["judge", "read"]

_PART = "assize_part"


def read(ds: ray.data.Dataset, text: str = "text", **options: Any) -> ray.data.Dataset:
    """What each text says, behind the other columns of its row; `options` are those of `map_batches`."""

    def made(table: pa.Table) -> pa.Table:
        said = arrow.read(table.column(text), threads=1)
        others = table.drop_columns([text])
        columns = list(others.columns) + list(said.columns)
        return pa.table(columns, names=others.column_names + said.schema.names)

    return ds.map_batches(made, batch_format="pyarrow", zero_copy_batch=True, **options)


def judge(
    ds: ray.data.Dataset,
    policy: Union[Policy, str] = "any-blocker",
    *,
    task: str = "task",
    seat: str = "seat",
    text: str = "text",
    round: Optional[str] = None,
    bench: Optional[arrow.Bench] = None,
    parts: int = 256,
) -> ray.data.Dataset:
    """The ruling on each task; with `round`, on each of its rounds.

    Ray takes milliseconds for a group, so tasks are judged in so many `parts`, each of which a worker holds in memory.
    """
    compiled = Policy(policy) if isinstance(policy, str) else policy
    names = {"task": task, "seat": seat, "text": text, "round": round}

    def parted(table: pa.Table) -> pa.Table:
        keys = (crc32(str(key).encode()) % parts for key in table.column(task).to_pylist())
        return table.append_column(_PART, pa.array(keys, pa.int64()))

    def made(table: pa.Table) -> pa.Table:
        return pa.Table.from_batches([arrow.judge(table, compiled, bench=bench, threads=1, **names)])

    return ds.map_batches(parted, batch_format="pyarrow").groupby(_PART).map_groups(made, batch_format="pyarrow")
