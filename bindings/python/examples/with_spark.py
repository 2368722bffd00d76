"""Judges every task of a Parquet file in Spark, on two local cores: `python with_spark.py reviews.parquet`."""

import sys

from pyspark.sql import SparkSession

import assize.spark
from assize.arrow import Bench

spark = SparkSession.builder.master("local[2]").appName("assize").getOrCreate()
reviews = spark.read.parquet(sys.argv[1])
rulings = assize.spark.judge(reviews, "any-blocker", bench=Bench(expect=["qa", "security", "docs"]))
rulings.groupBy("outcome").count().orderBy("outcome").show()
spark.stop()
