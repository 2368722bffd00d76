"""Judges every task of a Parquet file in DuckDB: `python with_duckdb.py reviews.parquet`."""

import sys

import duckdb

import assize.duckdb
from assize.arrow import Bench

con = duckdb.connect()
assize.duckdb.register(con, "any-blocker", bench=Bench(expect=["qa", "security", "docs"]))
reviews = con.read_parquet(sys.argv[1])
rulings = con.sql("SELECT task, assize_judge(list(struct_pack(seat, text))) AS ruling FROM reviews GROUP BY task")
print(con.sql("SELECT ruling.outcome, count(*) AS tasks FROM rulings GROUP BY ALL ORDER BY ALL"))
