package org.sqlvm.api.files;

/**
 * A column of a file.
 *
 * @param name no two columns of a file have the same in any case
 * @param declared the type as a declaration shows it; empty for none
 * @param isGuessed the type is that of the first values: a later one that has lost something as a
 *     number is none
 */
public record FileColumn(String name, ColumnType type, String declared, boolean isGuessed) {
    /** A column that is declared in other words than those of its type. */
    public FileColumn(String name, ColumnType type, String declared) {
        this(name, type, declared, false);
    }

    /** A column whose type is known by its values. */
    public static FileColumn of(String name, ColumnType type) {
        return new FileColumn(name, type, type == ColumnType.ANY ? "" : type.name());
    }
}
