package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

/**
 * Receives the result of one call of a registered function. The result is the last value that was
 * set, or NULL if none was. Valid during the call only.
 */
public interface Result {
    void setNull();

    void setLong(long value);

    /** Sets the result to a REAL; NaN becomes NULL, since SQL has no NaN. */
    void setDouble(double value);

    /** @param value the text; null for NULL */
    void setText(@Nullable String value);

    /** @param value the bytes, which are copied; null for NULL */
    void setBlob(byte @Nullable [] value);

    /**
     * Sets the result to a value of any supported type.
     *
     * @param value null, a Boolean, any boxed integer or float, a CharSequence or a byte[]
     * @throws IllegalArgumentException for anything else
     */
    void setObject(@Nullable Object value);
}
