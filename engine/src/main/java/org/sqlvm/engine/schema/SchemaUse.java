package org.sqlvm.engine.schema;

import java.util.function.Supplier;

/**
 * Records the databases that a statement's meaning depends on. While it is compiled, {@link Schema}
 * notes its look-ups here: the databases whose objects were found, and those that were searched in
 * vain. The program begins a transaction on them, which compares the schema with the one it was
 * compiled for; so no part of the compiler has to request that.
 */
public final class SchemaUse {
    private static final ScopedValue<SchemaUse> CURRENT = ScopedValue.newInstance();

    private boolean any;
    /** Databases as bits, by number. */
    private long found;

    private long missed;

    /** Runs work and notes its look-ups in schemas. */
    public <T> T during(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

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

    /** Adds the uses noted here to those of the current work. */
    public void addToCurrent() {
        if (CURRENT.isBound()) {
            SchemaUse use = CURRENT.get();
            use.any |= any;
            use.found |= found;
            use.missed |= missed;
        }
    }

    /** Runs work that asks, where its caller notes the outcome. */
    static <T> T silently(Supplier<T> work) {
        return CURRENT.isBound() ? new SchemaUse().during(work) : work.get();
    }

    /** Something was found in a database. */
    static void found(int database) {
        if (CURRENT.isBound()) {
            SchemaUse use = CURRENT.get();
            use.any = true;
            use.found |= 1L << database;
        }
    }

    /** Something was in none of the databases of a schema. */
    static void missed(Schema schema) {
        if (CURRENT.isBound()) {
            SchemaUse use = CURRENT.get();
            use.any = true;
            schema.databases().forEach(database -> use.missed |= 1L << database.number());
        }
    }

    /** A name was not there, but may mean something else: a view, a table that is computed. */
    static void asked() {
        if (CURRENT.isBound()) {
            CURRENT.get().any = true;
        }
    }
}
