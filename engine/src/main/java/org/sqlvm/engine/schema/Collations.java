package org.sqlvm.engine.schema;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.sql.tree.Name;

/** Collating sequences by name, as a compilation knows them: BINARY depends on the encoding. */
public final class Collations {
    private Collations() {}

    /** The collation called {@code name}, or null. */
    public static Collation find(String name, Preparation preparation) {
        if (Name.same(name, "BINARY")) {
            return Collation.binary(preparation.encoding());
        }
        Collation registered = preparation.registered().collation(name);
        return registered != null ? registered : Collation.named(name);
    }

    /**
     * The collation called {@code name}; an unknown one, which a file made by another program may
     * use, is an object that cannot compare.
     */
    public static Collation findOrMissing(String name, Preparation preparation) {
        Collation found = find(name, preparation);
        return found != null ? found : new Missing(name);
    }

    /** @throws SqlException if {@code collation} is not registered */
    public static void check(Collation collation) {
        if (collation instanceof Missing missing) {
            throw missing.error();
        }
    }

    /** Whether {@code collation} stands in for one that is not registered. */
    public static boolean isMissing(Collation collation) {
        return collation instanceof Missing;
    }

    private static final class Missing extends Collation {
        Missing(String name) {
            super(name);
        }

        @Override
        public int compare(Text left, Text right) {
            throw error();
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Missing missing && Name.same(name(), missing.name());
        }

        @Override
        public int hashCode() {
            return Schema.key(name()).hashCode();
        }

        SqlException error() {
            return new SqlException(
                    ResultCode.ERROR_MISSING_COLLSEQ, "no such collation sequence: " + name());
        }
    }
}
