package org.sqlvm.engine.program;

import org.sqlvm.engine.data.KeyField;

import java.util.List;

/**
 * How the records of an index, sorter or GROUP BY key compare: field by field, each with its
 * collation and direction. Fields beyond the list compare BINARY ascending (the rowid at the end of
 * an index entry).
 */
public record KeyInfo(List<KeyField> fields) {}
