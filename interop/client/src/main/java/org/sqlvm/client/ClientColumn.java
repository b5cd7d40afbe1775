package org.sqlvm.client;

/**
 * A column of a result, and where it comes from if it is a plain column of a table.
 *
 * @param name the alias, the column's name, or the expression's text
 * @param declaredType the type in the table's definition as written, or null
 * @param database {@code main}, {@code temp} or the name of an attached database; null for an
 *     expression
 * @param table null for an expression
 * @param origin the column's name in its table; null for an expression
 */
public record ClientColumn(
        String name, String declaredType, String database, String table, String origin) {}
