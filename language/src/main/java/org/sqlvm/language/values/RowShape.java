package org.sqlvm.language.values;

/** The form of a row in another language. */
public enum RowShape {
    /** A dict: keys and values. What is missing is NULL. */
    HASH,
    /** A tuple or list, with a value for each column. */
    ARRAY,
    /** An object with members. */
    MEMBERS,
    /** A value that is the only column. */
    VALUE
}
