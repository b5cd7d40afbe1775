package org.sqlvm.engine.data;

/**
 * An object that one function passes to another through SQL (sqlite.org/bindptr.html). SQL itself
 * sees an empty blob. As in SQLite, only who made it can read the object: there is no way to write
 * such a value.
 */
public final class Pointer extends Blob {
    private final Object target;

    public Pointer(Object target) {
        super(EMPTY.array, 0, 0);
        this.target = target;
    }

    public Object target() {
        return target;
    }

    @Override
    public Blob at(byte[] otherArray, int otherOffset) {
        return this;
    }
}
