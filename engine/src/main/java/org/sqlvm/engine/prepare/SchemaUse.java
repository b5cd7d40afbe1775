package org.sqlvm.engine.prepare;

/**
 * Records the databases that a statement's meaning depends on. While it is compiled, its schema
 * notes look-ups here: the databases whose objects were found, and those that were searched in
 * vain. The program begins a transaction on them, which compares the schema with the one it was
 * compiled for; so no part of the compiler has to request that.
 */
public final class SchemaUse {
    private boolean any;
    /** Databases as bits, by number. */
    private long found;

    private long missed;

    /** Whether there was any look-up in a schema. */
    public boolean any() {
        return any;
    }

    /** Returns the databases in which names were found. */
    public long found() {
        return found;
    }

    /** Returns the databases in which names were not found. */
    public long missed() {
        return missed;
    }

    /** Adds the uses noted in another object. */
    public void add(SchemaUse other) {
        any |= other.any;
        found |= other.found;
        missed |= other.missed;
    }

    void addFound(int database) {
        assert 0 <= database && database < Long.SIZE : database;
        any = true;
        found |= 1L << database;
    }

    void addMissed(int database) {
        assert 0 <= database && database < Long.SIZE : database;
        any = true;
        missed |= 1L << database;
    }

    void addAny() {
        any = true;
    }
}
