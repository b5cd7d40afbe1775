package org.sqlvm.engine.schema;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Span;

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

    private static final ScopedValue<Authorization> CURRENT = ScopedValue.newInstance();
    private static final Authorization NOBODY = new Authorization(null);

    private final Judge judge;
    /** The views and triggers whose text is being resolved, the innermost first. */
    private final Deque<String> sources = new ArrayDeque<>();

    private final Set<String> views = new HashSet<>();

    private Authorization(Judge judge) {
        this.judge = judge;
    }

    /** Runs work with {@code judge} as the authorizer; it may be null. */
    public static <T> T during(Judge judge, Supplier<T> work) {
        return judge == null
                ? work.get()
                : ScopedValue.where(CURRENT, new Authorization(judge)).call(work::get);
    }

    /** Runs work without an authorizer: it was asked when the definition was written. */
    public static <T> T silently(Supplier<T> work) {
        return isOn() ? ScopedValue.where(CURRENT, NOBODY).call(work::get) : work.get();
    }

    /** Runs work on the text of a view. */
    public static <T> T withinView(String view, Supplier<T> work) {
        if (isOn()) {
            CURRENT.get().views.add(Schema.key(view));
        }
        return within(view, work);
    }

    /** Runs work on the text of a view or a trigger. */
    public static <T> T within(String source, Supplier<T> work) {
        if (!isOn()) {
            return work.get();
        }
        Deque<String> sources = CURRENT.get().sources;
        sources.push(source);
        try {
            return work.get();
        } finally {
            sources.pop();
        }
    }

    /** Whether there is an authorizer. */
    public static boolean isOn() {
        return CURRENT.isBound() && CURRENT.get().judge != null;
    }

    /** Whether a name or a query is part of a statement's text. */
    public static boolean isWritten(Span span) {
        return span != null && span.end() > 0;
    }

    private static int ask(Action action, String first, String second, String database) {
        if (!isOn()) {
            return OK;
        }
        Authorization now = CURRENT.get();
        int answer =
                now.judge.judge(action.ordinal() + 1, first, second, database, now.sources.peek());
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
    public static boolean allows(Action action, String first, String second, String database) {
        int answer = ask(action, first, second, database);
        if (answer == DENY) {
            throw denied("not authorized");
        }
        return answer == OK;
    }

    /** Whether a function may be called; throws if the statement is refused. */
    public static boolean allowsFunction(String name) {
        int answer = ask(Action.FUNCTION, null, name, null);
        if (answer == DENY) {
            throw denied("not authorized to use function: " + name);
        }
        return answer == OK;
    }

    /**
     * Whether a column may be read; throws if the statement is refused.
     *
     * @param column its name, or {@code ROWID}
     */
    public static boolean allowsRead(DatabaseId database, String table, String column) {
        int answer = ask(Action.READ, table, column, database.name());
        if (answer == DENY) {
            String prefix = database.number() == 0 ? "" : database.name() + ".";
            throw denied("access to " + prefix + table + "." + column + " is prohibited");
        }
        return answer == OK;
    }

    /** Checks the use of a table of which no column is read. */
    public static void checkUse(String table) {
        allows(Action.READ, table, "", null);
    }

    /** Whether a table's name is that of a view whose text has been resolved. */
    public static boolean isView(String table) {
        return isOn() && CURRENT.get().views.contains(Schema.key(table));
    }

    /** Whether sqlite_schema of a database may get a row, or lose one. */
    public static boolean allowsSchemaChange(Action action, DatabaseId database) {
        return allows(action, schemaTable(database), null, database.name());
    }

    private static String schemaTable(DatabaseId database) {
        return database.isTemp() ? "sqlite_temp_master" : "sqlite_master";
    }

    /** The one of two actions, the second being that for TEMP objects. */
    public static Action of(DatabaseId database, Action action, Action temporary) {
        return database.isTemp() ? temporary : action;
    }
}
