package org.sqlvm.engine.program;

import java.util.List;

/**
 * P4 of TypeCheck: the columns of a STRICT table, in the order of the record.
 *
 * @param names with the table's
 * @param types as declared: INT, INTEGER, REAL, TEXT, BLOB or ANY
 */
public record StrictTypes(List<String> names, List<String> types) {}
