package org.sqlvm.api;

/** Finds parameters by their names, with or without a prefix. */
final class ParameterNames {
    private static final String PREFIXES = ":@$";

    /** SQLITE_RANGE. */
    private static final int RANGE = 25;

    private ParameterNames() {}

    static int number(Statement statement, String name) {
        int number = statement.parameterNumber(name);
        for (int i = 0; number == 0 && i < PREFIXES.length(); i++) {
            number = statement.parameterNumber(PREFIXES.charAt(i) + name);
        }
        if (number == 0) {
            throw new SqlvmException("no such parameter: " + name, RANGE, -1, null);
        }
        return number;
    }
}
