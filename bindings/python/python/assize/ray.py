"""Ray Data: `read(ds, "body")` by `map_batches`, `judge(ds, …)` by `groupby().map_groups`.

A policy is sent as its text and its hash, and compiled once in each worker. Reading and judging are pure: a task that Ray runs
again gives the same rows.
"""

from __future__ import annotations

from typing import Any, Optional, Union

import pyarrow as pa
import ray.data

from . import arrow
from ._assize import Policy

__all__ = ["judge", "read"]


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
) -> ray.data.Dataset:
    """The ruling on each task; with `round`, on each of its rounds."""
    compiled = Policy(policy) if isinstance(policy, str) else policy
    names = {"task": task, "seat": seat, "text": text, "round": round}

    def made(table: pa.Table) -> pa.Table:
        return pa.Table.from_batches([arrow.judge(table, compiled, bench=bench, threads=1, **names)])

    return ds.groupby(task).map_groups(made, batch_format="pyarrow")
