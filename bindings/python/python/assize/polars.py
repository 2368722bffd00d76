"""Expressions for Polars: `read(pl.col("body"))`, and `judge(pl.col("seat"), pl.col("body"))` in a `group_by`."""

from __future__ import annotations

from typing import Optional, Union

import polars as pl

from . import arrow
from ._assize import Policy

__all__ = ["judge", "read"]

_READ = pl.Struct(pl.DataFrame(arrow.READ.empty_table()).schema)
_RULING = pl.Struct(pl.DataFrame(arrow.RULING.empty_table().drop_columns(["task", "round"])).schema)


def read(text: pl.Expr) -> pl.Expr:
    """What each text says: a struct of the columns of `assize.arrow.READ`."""

    def made(texts: pl.Series) -> pl.Series:
        return pl.DataFrame(arrow.read(texts)).to_struct(texts.name)

    return text.map_batches(made, return_dtype=_READ, is_elementwise=True)


def judge(
    seat: pl.Expr,
    text: pl.Expr,
    policy: Union[Policy, str] = "any-blocker",
    *,
    bench: Optional[arrow.Bench] = None,
) -> pl.Expr:
    """The ruling on the rows of each group: a struct of the columns of `assize.arrow.RULING` but task and round."""
    compiled = Policy(policy) if isinstance(policy, str) else policy

    def made(reviews: pl.Series) -> pl.Series:
        ruled = arrow.judge_lists(reviews, compiled, bench=bench).drop_columns(["task", "round"])
        return pl.DataFrame(ruled).to_struct(reviews.name)

    reviews = pl.struct(seat.alias("seat"), text.alias("text")).implode()
    return reviews.map_batches(made, return_dtype=_RULING, is_elementwise=True, returns_scalar=True)
