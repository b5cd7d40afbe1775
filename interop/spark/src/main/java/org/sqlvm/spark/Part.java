package org.sqlvm.spark;

import org.apache.spark.sql.connector.read.InputPartition;

/**
 * The rows of a file that one task reads.
 *
 * @param range the condition that only these rows meet
 * @param snapshot the content of the file that all tasks read (Database.beginSnapshot); null if it
 *     cannot be identified
 */
record Part(String file, Condition range, byte[] snapshot) implements InputPartition {}
