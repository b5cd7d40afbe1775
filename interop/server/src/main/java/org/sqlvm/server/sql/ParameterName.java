package org.sqlvm.server.sql;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.value.PgType;

/**
 * The parts of a parameter's name. To SQLite, {@code $1} is a named parameter, and so is
 * {@code $1::int8}, since Tcl's variables have such names: the number and the cast are read from
 * the name.
 *
 * @param number the parameter's number, from 1
 * @param type the type of the cast, or UNKNOWN
 */
public record ParameterName(int number, PgType type) {
    /** The largest number: they are counted in 16 bits. */
    private static final int NUMBER_MAX = 65_535;

    /**
     * @param name null for {@code ?}
     * @param next the number of a parameter that says none
     */
    public static ParameterName of(String name, int next) {
        if (name == null || name.length() < 2) {
            return new ParameterName(next, PgType.UNKNOWN);
        }
        int end = 1;
        while (end < name.length() && Character.isDigit(name.charAt(end))) {
            end++;
        }
        if (end == 1) {
            return new ParameterName(next, PgType.UNKNOWN);
        }
        // Six digits are more than the largest number has.
        int number = end > 6 ? 0 : Integer.parseInt(name, 1, end, 10);
        if (number < 1 || number > NUMBER_MAX) {
            throw new ServerError(SqlState.PROTOCOL_VIOLATION, "there is no parameter " + name);
        }
        return new ParameterName(number, cast(name.substring(end)));
    }

    /** @param rest such as {@code ::VARCHAR(20)} */
    private static PgType cast(String rest) {
        if (!rest.startsWith("::")) {
            return PgType.UNKNOWN;
        }
        int parenthesis = rest.indexOf('(');
        PgType type =
                PgType.named(rest.substring(2, parenthesis < 0 ? rest.length() : parenthesis));
        return type == null ? PgType.UNKNOWN : type;
    }
}
