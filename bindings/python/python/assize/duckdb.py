"""Functions for DuckDB: `assize_read(text)` and `assize_judge(list(struct_pack(seat, text)))`."""

from __future__ import annotations

from typing import Any, Optional, Union

import duckdb

from . import arrow
from ._assize import Policy

__all__ = ["register"]

_FINDING = "STRUCT(kind VARCHAR, severity VARCHAR, path VARCHAR, lines STRUCT(first BIGINT, last BIGINT)[], \
text VARCHAR, fingerprint VARCHAR)[]"
_READ = f"STRUCT(format VARCHAR, cause VARCHAR, stated VARCHAR, derived VARCHAR, effective VARCHAR, \
confidence VARCHAR, findings {_FINDING}, remarks STRUCT(kind VARCHAR, says VARCHAR, text VARCHAR)[], \
diagnostics VARCHAR[], sha256 VARCHAR, error VARCHAR)"
_RULING = "STRUCT(outcome VARCHAR, word VARCHAR, open BOOLEAN, rule VARCHAR, reason VARCHAR, notes VARCHAR[], \
actions STRUCT(kind VARCHAR, seat VARCHAR, reason VARCHAR, message VARCHAR)[], \
impediments STRUCT(name VARCHAR, seat VARCHAR)[], policy VARCHAR, error VARCHAR)"
_REVIEWS = "STRUCT(seat VARCHAR, text VARCHAR)[]"


def register(
    con: duckdb.DuckDBPyConnection,
    policy: Union[Policy, str] = "any-blocker",
    *,
    bench: Optional[arrow.Bench] = None,
) -> None:
    """Makes both functions known to a connection. DuckDB itself calls them on its threads."""
    compiled = Policy(policy) if isinstance(policy, str) else policy

    def assize_read(texts: Any) -> Any:
        return arrow.read(texts, threads=1).to_struct_array()

    def assize_judge(reviews: Any) -> Any:
        ruled = arrow.judge_lists(reviews, compiled, bench=bench, threads=1)
        return ruled.drop_columns(["task", "round"]).to_struct_array()

    # A text that is null is a row with its error, and not a null.
    options = {"type": "arrow", "null_handling": "special"}
    con.create_function("assize_read", assize_read, ["VARCHAR"], duckdb.type(_READ), **options)
    con.create_function("assize_judge", assize_judge, [duckdb.type(_REVIEWS)], duckdb.type(_RULING), **options)
