package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

/**
 * The arguments of one call of a registered function, numbered from 0. Valid during the call only.
 *
 * <p>The getters convert as SQLite's {@code sqlite3_value_*} do (sqlite.org/c3ref/value_blob.html):
 * {@link #getLong} of a TEXT returns the number that it begins with; for NULL, getters return 0,
 * 0.0 or null. In compiled queries, a getter of the argument's own type reads the register
 * directly, without boxing.
 */
public interface Arguments {
    int count();

    Rows.Type type(int index);

    boolean isNull(int index);

    long getLong(int index);

    double getDouble(int index);

    /** Returns the value as text, or null for NULL. */
    @Nullable
    String getText(int index);

    /** Returns the bytes in a new array, or null for NULL. */
    byte @Nullable [] getBlob(int index);

    /** Returns a Long, Double, String, byte[] or null. */
    @Nullable
    Object getObject(int index);
}
