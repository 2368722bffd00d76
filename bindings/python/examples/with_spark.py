"""Judges every task of a Parquet file in Spark, on two local cores: `python with_spark.py reviews.parquet`."""

import os
import sys

from pyspark.sql import SparkSession

import assize.spark
from assize.arrow import Bench

# Workers run this Python, and not the first one in PATH.
os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
spark = SparkSession.builder.master("local[2]").appName("assize").getOrCreate()
reviews = spark.read.parquet(sys.argv[1])
rulings = assize.spark.judge(reviews, "any-blocker", bench=Bench(expect=["qa", "security", "docs"]))
rulings.groupBy("outcome").count().orderBy("outcome").show()
spark.stop()
