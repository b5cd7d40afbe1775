/**
 * Rows that are found by keys. A {@link HashTable} holds the rows of a hash join, of a grouping or
 * of DISTINCT; rows that exceed the workspace are in a file ({@link SpilledRows}).
 */
package org.sqlvm.engine.row.hash;
