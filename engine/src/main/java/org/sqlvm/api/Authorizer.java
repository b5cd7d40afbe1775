package org.sqlvm.api;

/**
 * Is asked, while a statement is compiled, for everything that it is going to do
 * (sqlite.org/c3ref/set_authorizer.html).
 */
@FunctionalInterface
public interface Authorizer {
    /** The statement may. */
    int OK = 0;
    /** The statement is refused: {@code not authorized}, SQLITE_AUTH (23). */
    int DENY = 1;
    /** The action is left out: a column that is read is NULL, a change is not made. */
    int IGNORE = 2;

    /**
     * Whether the action is allowed.
     *
     * @param action an action code of {@link AuthorizerAction}
     * @param first what the action is about, by code; or null
     * @param second the same
     * @param database {@code main}, {@code temp} or the name of an attached one; or null
     * @param source the innermost trigger or view that asks; null for the statement's own text
     * @return {@link #OK}, {@link #DENY} or {@link #IGNORE}; anything else is an error of its own
     */
    int authorize(int action, String first, String second, String database, String source);
}
