package org.sqlvm.engine.virtual.files;

/**
 * A column of a file.
 *
 * @param declared the type as a declaration shows it; empty for none
 */
public record FileColumn(String name, ColumnType type, String declared) {
    /** A column whose type is known by its values. */
    public static FileColumn of(String name, ColumnType type) {
        return new FileColumn(name, type, type == ColumnType.ANY ? "" : type.name());
    }
}
