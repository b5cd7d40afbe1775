/**
 * The index of a full-text table: the records of {@code %_data} and {@code %_idx}, byte for byte as
 * SQLite's FTS5 writes them, and the rows and positions of a term.
 */
package org.sqlvm.engine.virtual.fts5.index;
