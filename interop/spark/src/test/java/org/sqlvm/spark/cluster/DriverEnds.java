package org.sqlvm.spark.cluster;

import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;

/**
 * A write whose driver ends at a step. A program: the arguments are the step, the marker, the path,
 * the name of the commit and the mode.
 */
final class DriverEnds {
    private DriverEnds() {}

    public static void main(String[] arguments) throws Exception {
        try (SparkSession spark = Scenarios.session("local[2]")) {
            spark.range(0, 20_000, 1, 4)
                    .toDF()
                    .write()
                    .format(FaultySource.class.getName())
                    .option("fault", arguments[0])
                    .option("marker", arguments[1])
                    .option("path", arguments[2])
                    .option("table", "t")
                    .option("commitId", arguments[3])
                    .option("writeMode", arguments[4])
                    .mode(SaveMode.Append)
                    .save();
        }
    }
}
