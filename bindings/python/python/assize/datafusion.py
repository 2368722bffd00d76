"""Functions for DataFusion: `assize_read(text)` and `assize_judge(array_agg(named_struct('seat', …, 'text', …)))`."""

from __future__ import annotations

from typing import Any, Optional, Union

import pyarrow as pa
from datafusion import SessionContext, udf

from . import arrow
from ._assize import Policy

__all__ = ["register"]

_REVIEWS = pa.list_(pa.struct([("seat", pa.string()), ("text", pa.string())]))


def register(
    ctx: SessionContext,
    policy: Union[Policy, str] = "any-blocker",
    *,
    bench: Optional[arrow.Bench] = None,
) -> None:
    """Makes both functions known to a session."""
    compiled = Policy(policy) if isinstance(policy, str) else policy
    ruling = pa.schema([field for field in arrow.RULING if field.name not in ("task", "round")])

    def assize_read(texts: Any) -> Any:
        return arrow.read(texts, threads=1).to_struct_array()

    def assize_judge(reviews: Any) -> Any:
        ruled = arrow.judge_lists(reviews, compiled, bench=bench, threads=1)
        return ruled.drop_columns(["task", "round"]).to_struct_array()

    read_type, ruling_type = pa.struct(list(arrow.READ)), pa.struct(list(ruling))
    ctx.register_udf(udf(assize_read, [pa.string()], read_type, "immutable", "assize_read"))
    ctx.register_udf(udf(assize_judge, [_REVIEWS], ruling_type, "immutable", "assize_judge"))
