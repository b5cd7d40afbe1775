package org.sqlvm.spark;

import org.apache.spark.sql.connector.read.InputPartition;

/**
 * The rows of a file that one task reads.
 *
 * @param range the condition that only these rows meet
 * @param version the content of the file that all tasks read; null if it is not compared
 */
record Part(String file, Condition range, String version) implements InputPartition {}
