package org.sqlvm.api;

/**
 * Where a registered function puts what it gives: NULL if it says nothing, the last value if it
 * says several. Valid during the call only.
 */
public interface Result {
    void setNull();

    void setLong(long value);

    /** NaN is NULL, as SQL knows none. */
    void setDouble(double value);

    /** @param value null is NULL */
    void setText(String value);

    /** @param value copied; null is NULL */
    void setBlob(byte[] value);

    /**
     * Any of the above.
     *
     * @param value null, Boolean, any boxed integer or float, CharSequence, byte[]
     * @throws IllegalArgumentException for anything else
     */
    void setObject(Object value);
}
