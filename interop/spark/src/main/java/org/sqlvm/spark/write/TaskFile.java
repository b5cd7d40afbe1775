package org.sqlvm.spark.write;

import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.sqlvm.spark.manifest.Bound;

import java.util.List;

/**
 * The rows that a task has written.
 *
 * @param partition the number of the task's partition
 * @param file the name of its file in the job's folder; empty if it wrote none
 * @param rows the number of rows
 * @param bounds the columns' bounds, for a file that stays
 */
record TaskFile(int partition, String file, long rows, List<Bound> bounds)
        implements WriterCommitMessage {}
