package org.sqlvm.spark;

import org.apache.spark.sql.connector.read.InputPartition;

/**
 * The rows of a file that one task reads.
 *
 * @param range the rows of the file
 * @param snapshot the content of the file that all tasks read (Database.beginSnapshot); null if it
 *     cannot be identified
 */
record Part(String file, Range range, byte[] snapshot) implements InputPartition {}
