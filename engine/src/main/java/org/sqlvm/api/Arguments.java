package org.sqlvm.api;

/**
 * The arguments of one call of a registered function, numbered from 0. Valid during the call only.
 *
 * <p>The getters convert as SQLite's {@code sqlite3_value_*} do (sqlite.org/c3ref/value_blob.html):
 * {@link #getLong} of TEXT takes the leading number, anything of NULL is 0, 0.0 or null. In
 * compiled queries a getter of the argument's own type is the register itself: nothing is boxed.
 */
public interface Arguments {
    int count();

    Rows.Type type(int index);

    boolean isNull(int index);

    long getLong(int index);

    double getDouble(int index);

    /** The text, or null for NULL. */
    String getText(int index);

    /** A fresh array, or null for NULL. */
    byte[] getBlob(int index);

    /** A Long, Double, String, byte[] or null. */
    Object getObject(int index);
}
