package org.sqlvm.language.callbacks;

/** What a row is in another language. */
public enum GuestShape {
    /** A dict: keys and values. What is missing is NULL. */
    HASH,
    /** A tuple or list. What is missing is NULL. */
    ARRAY,
    /** An object with members. */
    MEMBERS,
    /** A value that is the only column. */
    VALUE
}
