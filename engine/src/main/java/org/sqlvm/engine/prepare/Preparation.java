package org.sqlvm.engine.prepare;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.Compilation;
import org.sqlvm.engine.row.function.Registered;

import java.util.function.Supplier;

/**
 * The context in which one statement is compiled: the meaning of names that the user has added, the
 * user's authorizer, the databases that the statement depends on, and who may end the compilation.
 * A schema and an assembler have it, and pass it on.
 *
 * <p>A schema that no statement is compiled for has an idle one, which many threads share: no
 * authorizer is asked, nothing is noted, and nothing ends the work.
 */
public final class Preparation {
    private final TextEncoding encoding;
    private final Registered registered;
    private final Compilation compilation;
    private final Authorization authorization;
    /** Gets the look-ups in schemas; null in an idle preparation. */
    private SchemaUse use;

    private Preparation(
            TextEncoding encoding,
            Registered registered,
            Compilation compilation,
            Authorization authorization,
            SchemaUse use) {
        this.encoding = encoding;
        this.registered = registered;
        this.compilation = compilation;
        this.authorization = authorization;
        this.use = use;
    }

    /**
     * Returns the preparation of a statement.
     *
     * @param encoding the encoding of the databases' text
     * @param authorizer the user's callback; null for none
     */
    public static Preparation of(
            TextEncoding encoding,
            Registered registered,
            Compilation compilation,
            Authorization.Judge authorizer) {
        return new Preparation(
                encoding, registered, compilation, Authorization.of(authorizer), new SchemaUse());
    }

    /** Returns the preparation of work for no statement. */
    public static Preparation idle(TextEncoding encoding, Registered registered) {
        return new Preparation(encoding, registered, Compilation.ENDLESS, Authorization.NONE, null);
    }

    public TextEncoding encoding() {
        return encoding;
    }

    /** Returns what the user's functions, collations and tables mean. */
    public Registered registered() {
        return registered;
    }

    public Authorization authorization() {
        return authorization;
    }

    /**
     * Notes that a query, a table, a loop or the like has been compiled.
     *
     * @throws org.sqlvm.engine.error.SqlException SQLITE_INTERRUPT if the statement is to end
     */
    public void step() {
        compilation.step();
    }

    /** Returns what has been noted of look-ups in schemas. */
    public SchemaUse use() {
        assert use != null : "idle";
        return use;
    }

    /** Does a part of the work, and notes its look-ups in {@code other} instead. */
    public <T> T noting(SchemaUse other, Supplier<T> work) {
        if (use == null) {
            return work.get();
        }
        SchemaUse before = use;
        use = other;
        try {
            return work.get();
        } finally {
            use = before;
        }
    }

    /** Does a part of the work whose caller notes the outcome of its look-ups. */
    public <T> T withoutNotes(Supplier<T> work) {
        return use == null ? work.get() : noting(new SchemaUse(), work);
    }

    /** Notes that something was found in a database. */
    public void found(int database) {
        if (use != null) {
            use.addFound(database);
        }
    }

    /** Notes that something is not in a database. */
    public void missed(int database) {
        if (use != null) {
            use.addMissed(database);
        }
    }

    /** Notes that a name was not found, but may mean something else: a view, a virtual table. */
    public void asked() {
        if (use != null) {
            use.addAny();
        }
    }
}
