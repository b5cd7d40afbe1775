package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

/**
 * A column of a result, and where it comes from if it is a plain column of a table, also through
 * views and subqueries.
 *
 * @param name the name as SQLite gives it: the alias, the column's name, or the expression's text
 * @param declaredType the type in the table's definition as written, or null
 * @param database {@code main}, {@code temp} or the name of an attached database; null for an
 *     expression
 * @param table null for an expression
 * @param origin the column's name in its table; null for an expression
 */
public record Column(
        String name,
        @Nullable String declaredType,
        @Nullable String database,
        @Nullable String table,
        @Nullable String origin) {}
