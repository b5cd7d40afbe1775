package org.sqlvm.spark.manifest;

import java.io.Serializable;

/**
 * The least and the greatest value of a column in a file.
 *
 * @param least a Long, Double or String; null if it is unknown, or if all values are NULL
 * @param nulls the number of values that are NULL
 */
public record Bound(String column, Object least, Object greatest, long nulls)
        implements Serializable {}
