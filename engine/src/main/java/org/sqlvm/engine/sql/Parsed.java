package org.sqlvm.engine.sql;

import org.sqlvm.engine.sql.tree.Statement;

import java.util.Collections;
import java.util.List;

/**
 * The first statement of a text.
 *
 * @param statement null if only white space, comments and semicolons were left
 * @param end index after the statement's semicolon, or of the text's end: where the next statement
 *     begins
 * @param parameters the names of parameters 1, 2, …, each with its first character ({@code :a});
 *     null where a number has no name. The size is the largest number
 */
public record Parsed(Statement statement, int end, List<String> parameters) {
    public Parsed {
        parameters = Collections.unmodifiableList(parameters);
    }

    /** The number of the parameter called {@code name}, or 0. */
    public int parameterNumber(String name) {
        return parameters.indexOf(name) + 1;
    }
}
