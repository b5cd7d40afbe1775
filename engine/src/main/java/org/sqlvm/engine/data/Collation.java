package org.sqlvm.engine.data;

/** A collating sequence (sqlite.org/datatype3.html section 7). The built-in ones are constants. */
public abstract class Collation {
    private final String name;

    protected Collation(String name) {
        this.name = name;
    }

    /** The name as SQL writes it, in upper case for the built-in ones. */
    public final String name() {
        return name;
    }

    /** Negative, zero or positive, as the left text sorts before, with or after the right one. */
    public abstract int compare(Text left, Text right);
}
