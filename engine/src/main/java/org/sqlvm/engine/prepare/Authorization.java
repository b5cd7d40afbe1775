package org.sqlvm.engine.prepare;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Asks the user's callback, while a statement is compiled, whether it may do its work
 * (sqlite.org/c3ref/set_authorizer.html). The callback is not asked at other times, nor for the
 * engine's own names and queries, which are in no text.
 */
public final class Authorization {
    /** The action to authorize; SQLite's code is the ordinal plus one. */
    public enum Action {
        CREATE_INDEX,
        CREATE_TABLE,
        CREATE_TEMP_INDEX,
        CREATE_TEMP_TABLE,
        CREATE_TEMP_TRIGGER,
        CREATE_TEMP_VIEW,
        CREATE_TRIGGER,
        CREATE_VIEW,
        DELETE,
        DROP_INDEX,
        DROP_TABLE,
        DROP_TEMP_INDEX,
        DROP_TEMP_TABLE,
        DROP_TEMP_TRIGGER,
        DROP_TEMP_VIEW,
        DROP_TRIGGER,
        DROP_VIEW,
        INSERT,
        PRAGMA,
        READ,
        SELECT,
        TRANSACTION,
        UPDATE,
        ATTACH,
        DETACH,
        ALTER_TABLE,
        REINDEX,
        ANALYZE,
        CREATE_VTABLE,
        DROP_VTABLE,
        FUNCTION,
        SAVEPOINT,
        RECURSIVE
    }

    /** The user's callback. */
    @FunctionalInterface
    public interface Judge {
        /**
         * Whether an action is allowed; all but the action may be null.
         *
         * @return 0 it is, 1 the statement is refused, 2 the action is left out
         */
        int judge(int action, String first, String second, String database, String source);
    }

    private static final int OK = 0;
    private static final int DENY = 1;
    private static final int IGNORE = 2;

    /** Without a callback everything is allowed. */
    static final Authorization NONE = new Authorization(null);

    /** The user's callback; null while it is not asked. */
    private Judge judge;
    /** The views and triggers whose text is being resolved, the innermost first. */
    private final Deque<String> sources = new ArrayDeque<>();

    private final Set<String> views = new HashSet<>();

    private Authorization(Judge judge) {
        this.judge = judge;
    }

    static Authorization of(Judge judge) {
        return judge == null ? NONE : new Authorization(judge);
    }

    /** Runs work without an authorizer: it was asked when the definition was written. */
    public <T> T silently(Supplier<T> work) {
        if (!isOn()) {
            return work.get();
        }
        Judge before = judge;
        judge = null;
        try {
            return work.get();
        } finally {
            judge = before;
        }
    }

    /**
     * Runs work on the text of a view.
     *
     * @param key the view's name as {@link #isView} gets it
     */
    public <T> T withinView(String view, String key, Supplier<T> work) {
        if (isOn()) {
            views.add(key);
        }
        return within(view, work);
    }

    /** Runs work on the text of a view or a trigger. */
    public <T> T within(String source, Supplier<T> work) {
        if (!isOn()) {
            return work.get();
        }
        sources.push(source);
        try {
            return work.get();
        } finally {
            sources.pop();
        }
    }

    /** Whether there is an authorizer. */
    public boolean isOn() {
        return judge != null;
    }

    private int ask(Action action, String first, String second, String database) {
        if (!isOn()) {
            return OK;
        }
        int answer = judge.judge(action.ordinal() + 1, first, second, database, sources.peek());
        if (answer != OK && answer != DENY && answer != IGNORE) {
            throw SqlException.error("authorizer malfunction");
        }
        return answer;
    }

    private static SqlException denied(String message) {
        return new SqlException(ResultCode.AUTH, message);
    }

    /**
     * Whether the statement may.
     *
     * @return false if the action is to be left out
     * @throws SqlException SQLITE_AUTH if the statement is refused
     */
    public boolean allows(Action action, String first, String second, String database) {
        int answer = ask(action, first, second, database);
        if (answer == DENY) {
            throw denied("not authorized");
        }
        return answer == OK;
    }

    /** Whether a function may be called; throws if the statement is refused. */
    public boolean allowsFunction(String name) {
        int answer = ask(Action.FUNCTION, null, name, null);
        if (answer == DENY) {
            throw denied("not authorized to use function: " + name);
        }
        return answer == OK;
    }

    /**
     * Whether a column may be read; throws if the statement is refused.
     *
     * @param database the name of the table's database
     * @param column its name, or {@code ROWID}
     */
    public boolean allowsRead(String database, String table, String column) {
        int answer = ask(Action.READ, table, column, database);
        if (answer == DENY) {
            String prefix = database.equals("main") ? "" : database + ".";
            throw denied("access to " + prefix + table + "." + column + " is prohibited");
        }
        return answer == OK;
    }

    /** Checks the use of a table of which no column is read. */
    public void checkUse(String table) {
        allows(Action.READ, table, "", null);
    }

    /**
     * Whether a table's name is that of a view whose text has been resolved.
     *
     * @param key the name without regard to case, as the schema has it
     */
    public boolean isView(String key) {
        return isOn() && views.contains(key);
    }
}
