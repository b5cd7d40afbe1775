/**
 * Rows that are found by keys. A {@link HashTable} holds the rows of a hash join, of a grouping or
 * of DISTINCT; those that the workspace has no room for are in a file ({@link SpilledRows}).
 */
package org.sqlvm.engine.row.hash;
