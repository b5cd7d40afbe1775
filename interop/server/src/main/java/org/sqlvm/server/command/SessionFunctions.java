package org.sqlvm.server.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.ScalarFunction;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.session.Login;
import org.sqlvm.server.settings.SessionParameters;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Pattern;

/** Functions of PostgreSQL's that tell of the session. */
final class SessionFunctions {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

    /** Matches statements that call one of these functions, or of the catalog's. */
    private static final Pattern NAMES = Pattern.compile(
            "pg_|current_|session_user|set_config|quote_ident|to_reg|format_type|array|_privilege"
                    + "|_description|regexp|getdatabaseencoding"
                    + "|\\b(version|now|user|\\w+_timestamp)\"?\\s*\\(",
            Pattern.CASE_INSENSITIVE);

    private final Session session;
    private final Login login;
    private final int processId;

    SessionFunctions(Session session, Login login, int processId) {
        this.session = session;
        this.login = login;
        this.processId = processId;
    }

    /** Whether a statement may call one of them. */
    static boolean areNamedIn(String text) {
        return NAMES.matcher(text).find();
    }

    void register(Database database) {
        text(database, "version", "PostgreSQL " + SessionParameters.SERVER_VERSION + " (sqlvm)");
        text(database, "current_schema", "public");
        text(database, "current_database", login.database());
        text(database, "current_catalog", login.database());
        text(database, "current_user", login.user());
        text(database, "session_user", login.user());
        text(database, "user", login.user());
        add(database, "pg_backend_pid", 0, (arguments, result) -> result.setLong(processId));
        add(database, "pg_is_in_recovery", 0, (arguments, result) -> result.setLong(0));
        for (String name : new String[] {
            "now", "clock_timestamp", "statement_timestamp", "transaction_timestamp"
        }) {
            add(database, name, 0, (arguments, result) -> result.setText(now()));
        }
        add(
                database,
                "current_setting",
                1,
                (arguments, result) -> result.setText(setting(arguments.getText(0), false)));
        add(
                database,
                "current_setting",
                2,
                (arguments, result) ->
                        result.setText(setting(arguments.getText(0), arguments.getLong(1) != 0)));
        add(database, "set_config", 3, (arguments, result) -> {
            session.setParameter(arguments.getText(0), arguments.getText(1));
            result.setText(arguments.getText(1));
        });
    }

    private static void text(Database database, String name, String value) {
        add(database, name, 0, (arguments, result) -> result.setText(value));
    }

    private static void add(Database database, String name, int count, ScalarFunction function) {
        database.createFunction(name, count, function);
    }

    private static String now() {
        return TIME.format(Instant.now()) + "+00";
    }

    private String setting(String name, boolean mayMiss) {
        String value = session.parameters().get(name.toLowerCase(java.util.Locale.ROOT));
        if (value == null && !mayMiss) {
            throw new ServerError(
                    SqlState.UNDEFINED_OBJECT,
                    "unrecognized configuration parameter \"" + name + "\"");
        }
        return value;
    }
}
