"""Judges every task of a Parquet file in DataFusion: `python with_datafusion.py reviews.parquet`."""

import sys

from datafusion import SessionContext

import assize.datafusion
from assize.arrow import Bench

ctx = SessionContext()
assize.datafusion.register(ctx, "any-blocker", bench=Bench(expect=["qa", "security", "docs"]))
ctx.register_parquet("reviews", sys.argv[1])
print(ctx.sql("""
    SELECT ruling['outcome'] AS outcome, count(*) AS tasks FROM (
        SELECT task, assize_judge(array_agg(named_struct('seat', seat, 'text', text))) AS ruling
        FROM reviews GROUP BY task
    ) GROUP BY 1 ORDER BY 1
"""))
