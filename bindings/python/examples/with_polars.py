"""Judges every task of a Parquet file in Polars: `python with_polars.py reviews.parquet`."""

import sys

import polars as pl

import assize.polars
from assize.arrow import Bench

bench = Bench(expect=["qa", "security", "docs"])
ruling = assize.polars.judge(pl.col("seat"), pl.col("text"), "any-blocker", bench=bench)
rulings = pl.read_parquet(sys.argv[1]).group_by("task").agg(ruling.alias("ruling"))
print(rulings.unnest("ruling").group_by("outcome").len().sort("outcome"))
