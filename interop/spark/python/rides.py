"""Rides of taxis in Spark: reads files of sqlvm, and writes the sums of each day into another one.

    interop/spark/example        makes files and runs this program on them

The arguments are the path of the files, which may be a pattern, and the file to write.
"""

import os
import sys

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f


def session() -> SparkSession:
    """Starts Spark on this machine; the variable SQLVM_JARS names sqlvm's jars."""
    return (
        SparkSession.builder.master("local[2]")
        .appName("rides")
        .config("spark.jars", os.environ["SQLVM_JARS"])
        .config("spark.ui.enabled", "false")
        .config("spark.driver.memory", "1g")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )


def rides(spark: SparkSession, path: str) -> DataFrame:
    """Returns the rides of all files that the path names."""
    return spark.read.format("sqlvm").option("table", "rides").load(path)


def days(all_rides: DataFrame) -> DataFrame:
    """Returns the number of rides and the fares of each day, without rides that cost nothing."""
    return (
        all_rides.where("fare > 0")
        .groupBy("day")
        .agg(f.count("*").alias("rides"), f.round(f.sum("fare"), 2).alias("fares"))
    )


def save(frame: DataFrame, file: str, commit: str) -> None:
    """Replaces the table `days` of a file; a commit of the same name happens once."""
    writer = frame.write.format("sqlvm").option("path", file).option("table", "days")
    writer.option("commitId", commit).mode("overwrite").save()


def main() -> None:
    path, file = sys.argv[1:]
    spark = session()
    save(days(rides(spark, path)), file, "first load")
    spark.read.format("sqlvm").option("table", "days").load(file).orderBy("day").show()
    spark.stop()


if __name__ == "__main__":
    main()
