package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

/**
 * Allows or denies the actions of statements. It is called while a statement is compiled, once for
 * each action that the statement will perform (sqlite.org/c3ref/set_authorizer.html).
 */
@FunctionalInterface
public interface Authorizer {
    /** The action is allowed. */
    int OK = 0;
    /** Compiling the statement fails: {@code not authorized}, SQLITE_AUTH (23). */
    int DENY = 1;
    /** The action is skipped: a column that is read is NULL, a change is not made. */
    int IGNORE = 2;

    /**
     * Returns whether the action is allowed.
     *
     * @param action an action code of {@link AuthorizerAction}
     * @param first the first argument of that action, as AuthorizerAction lists it; or null
     * @param second the action's second argument, or null
     * @param database {@code main}, {@code temp} or the name of an attached one; or null
     * @param source the innermost trigger or view that contains the action; null if it is in the
     *     statement's own text
     * @return {@link #OK}, {@link #DENY} or {@link #IGNORE}; for any other value, compiling fails
     */
    int authorize(
            int action,
            @Nullable String first,
            @Nullable String second,
            @Nullable String database,
            @Nullable String source);
}
