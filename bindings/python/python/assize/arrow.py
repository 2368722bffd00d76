"""Columns of reviews in Arrow: of pyarrow, or of any object with the Arrow C data or stream interface.

Texts are not copied. `read` gives one row a text, `judge` one row a docket; `READ` and `RULING` are their schemas, which
docs/batch.md describes.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, Optional, Union

import pyarrow as pa

from . import _assize
from ._assize import Policy

__all__ = ["READ", "RULING", "Bench", "judge", "judge_lists", "read"]

READ: pa.Schema = _assize.read_schema()
RULING: pa.Schema = _assize.ruling_schema()


class Bench:
    """Who sits in every docket. Without `expect` each seat of a row does, and every opening is `warn` at best."""

    def __init__(
        self,
        expect: Optional[Iterable[str]] = None,
        voting: Iterable[str] = (),
        observers: Iterable[str] = (),
    ) -> None:
        self._seats = (None if expect is None else list(expect), list(voting), list(observers))


def _threads(threads: Optional[int]) -> int:
    return threads if threads is not None else os.cpu_count() or 1


def _policy(policy: Union[Policy, str]) -> Policy:
    return Policy(policy) if isinstance(policy, str) else policy


def _chunks(data: Any, column: str) -> list[Any]:
    """The arrays of a column of texts, or of the column of that name in a table."""
    if not isinstance(data, (pa.Array, pa.ChunkedArray, pa.RecordBatch, pa.Table)):
        if hasattr(data, "__arrow_c_array__"):
            data = pa.array(data)
        elif hasattr(data, "__arrow_c_stream__"):
            data = pa.chunked_array(data)
        else:
            raise TypeError(f"{type(data).__name__} has neither the Arrow C data nor the stream interface")
    if pa.types.is_struct(getattr(data, "type", pa.null())):
        data = pa.table({field.name: _member(data, field.name) for field in data.type})
    if isinstance(data, (pa.RecordBatch, pa.Table)):
        data = data.column(column)
    return data.chunks if isinstance(data, pa.ChunkedArray) else [data]


def _member(data: Any, name: str) -> Any:
    if isinstance(data, pa.ChunkedArray):
        chunks = [chunk.field(name) for chunk in data.chunks]
        return pa.chunked_array(chunks, type=data.type.field(name).type)
    return data.field(name)


def _whole(data: Any, column: str) -> Any:
    chunks = _chunks(data, column)
    if len(chunks) == 1:
        return chunks[0]
    return pa.concat_arrays(chunks) if chunks else pa.nulls(0)


def read(texts: Any, *, column: str = "text", threads: Optional[int] = None) -> pa.RecordBatch:
    """What texts say: a row for each, in their order.

    `texts` is an array of texts or bytes, or a table with the column `column`. `threads` is one for each core unless given.
    """
    return _assize.read_columns(_chunks(texts, column), _threads(threads))


def judge(
    table: Any,
    policy: Union[Policy, str] = "any-blocker",
    *,
    task: Optional[str] = "task",
    seat: str = "seat",
    text: str = "text",
    round: Optional[str] = None,
    bench: Optional[Bench] = None,
    threads: Optional[int] = None,
) -> pa.RecordBatch:
    """The ruling on each task and round of a table, whose rows may lie anywhere; with `task=None` on all of it as one."""
    key = tuple(None if name is None else _whole(table, name) for name in (task, round))
    rows = (_whole(table, seat), _whole(table, text))
    seats = (bench or Bench())._seats
    return _assize.judge_columns(_policy(policy), (key[0], key[1]), rows, seats, _threads(threads))


def judge_lists(
    lists: Any,
    policy: Union[Policy, str] = "any-blocker",
    *,
    bench: Optional[Bench] = None,
    threads: Optional[int] = None,
) -> pa.RecordBatch:
    """The ruling on each list of structs `{seat, text}`: what a query gathers of a task."""
    seats = (bench or Bench())._seats
    return _assize.judge_lists(_policy(policy), _whole(lists, "reviews"), seats, _threads(threads))
