package org.sqlvm.server.typing;

import org.sqlvm.server.value.PgType;

import java.util.List;

/**
 * What an expression is.
 *
 * @param type null if it is not known
 * @param parameter its number if it is one and nothing else; 0 if it is not
 * @param parts of a row value, or of a list; empty for all others
 */
record Operand(PgType type, int parameter, List<Operand> parts) {
    static final Operand UNKNOWN = new Operand(null);

    Operand(PgType type) {
        this(type, 0, List.of());
    }

    /** A row value or a list. */
    static Operand of(List<Operand> parts) {
        return new Operand(null, 0, parts);
    }
}
