package org.sqlvm.engine.schema;

import org.sqlvm.engine.sql.tree.Name;

/**
 * A database of a connection.
 *
 * @param number 0 main, 1 temp, from 2 on the attached ones: P1 or P3 of instructions
 * @param name as ATTACH gave it
 */
public record DatabaseId(int number, String name) {
    public static final DatabaseId MAIN = new DatabaseId(0, "main");
    public static final DatabaseId TEMP = new DatabaseId(1, "temp");

    public DatabaseId {
        assert number >= 0 : number;
    }

    public boolean isTemp() {
        return number == TEMP.number;
    }

    /** Whether {@code other} means this database. */
    public boolean isCalled(Name other) {
        return other.matches(name) || (number == 0 && other.matches(MAIN.name));
    }
}
