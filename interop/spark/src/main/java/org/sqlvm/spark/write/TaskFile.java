package org.sqlvm.spark.write;

import org.apache.spark.sql.connector.write.WriterCommitMessage;

/**
 * The rows that a task has written.
 *
 * @param partition the number of the task's partition
 * @param file the name of its file in the job's folder; empty if it wrote none
 * @param rows the number of rows
 */
record TaskFile(int partition, String file, long rows) implements WriterCommitMessage {}
