"""Judges every task of a Parquet file in Ray, on two local cores: `python with_ray.py reviews.parquet`."""

import sys

import ray

import assize.ray
from assize.arrow import Bench

ray.init(num_cpus=2)
reviews = ray.data.read_parquet(sys.argv[1])
rulings = assize.ray.judge(reviews, "any-blocker", bench=Bench(expect=["qa", "security", "docs"]))
print(rulings.groupby("outcome").count().take_all())
ray.shutdown()
