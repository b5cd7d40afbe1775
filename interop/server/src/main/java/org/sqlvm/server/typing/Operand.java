package org.sqlvm.server.typing;

import org.sqlvm.server.value.PgType;

import java.util.List;

/**
 * The type of an expression, and its parts.
 *
 * @param type null if it is not known
 * @param parameter the parameter's number if the expression is a single parameter; else 0
 * @param parts the parts of a row value or a list; empty for others
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
