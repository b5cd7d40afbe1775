package org.sqlvm.jdbc;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Backup;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.jdbc.error.Errors;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statements that sqlite-jdbc adds to SQL: {@code backup [database] to 'file'} copies a database of
 * the connection over a file, {@code restore [database] from 'file'} a file over a database.
 */
final class BackupCommand {
    private static final String NAME = "(\"[^\"]*\"|'[^']*'|\\S+?)";
    private static final Pattern BACKUP = Pattern.compile(
            "\\s*backup(?:\\s+" + NAME + ")?\\s+to\\s+" + NAME + "\\s*;?\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern RESTORE = Pattern.compile(
            "\\s*restore(?:\\s+" + NAME + ")?\\s+from\\s+" + NAME + "\\s*;?\\s*",
            Pattern.CASE_INSENSITIVE);

    /** The maximum number of attempts if the database is busy, 10 ms apart. */
    private static final int ATTEMPTS = 500;

    private static final int BUSY = 5;
    private static final int LOCKED = 6;

    private BackupCommand() {}

    /** Returns the text if it is such a statement, else null. */
    static String matching(String sql) {
        boolean matches = BACKUP.matcher(sql).matches() || RESTORE.matcher(sql).matches();
        return matches ? sql : null;
    }

    static void run(SqlvmConnection connection, String sql) throws SQLException {
        Matcher backup = BACKUP.matcher(sql);
        boolean saves = backup.matches();
        Matcher matcher = saves ? backup : RESTORE.matcher(sql);
        if (!saves && !matcher.matches()) {
            throw new AssertionError(sql);
        }
        Database own = connection.database();
        String name = matcher.group(1) == null ? "main" : unquoted(matcher.group(1));
        String file = unquoted(matcher.group(2));
        if (!saves && !Files.exists(Path.of(file))) {
            throw connection.error(
                    new SqlvmException("unable to open database: " + file, 14, -1, null));
        }
        try (Database other = Sqlvm.opener().readOnly(!saves).open(file)) {
            if (saves) {
                copy(own, name, other, "main");
            } else {
                copy(other, "main", own, name);
            }
        } catch (SqlvmException e) {
            throw connection.error(e);
        }
    }

    private static void copy(Database from, String name, Database to, String target) {
        try (Backup backup = from.backup(name, to, target)) {
            for (int attempt = 0; ; attempt++) {
                try {
                    if (backup.step(-1)) {
                        return;
                    }
                } catch (SqlvmException e) {
                    int code = e.code() & 0xff;
                    if ((code != BUSY && code != LOCKED) || attempt == ATTEMPTS) {
                        throw e;
                    }
                    pause();
                }
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SqlvmException("interrupted", Errors.INTERRUPT, -1, e);
        }
    }

    private static String unquoted(String text) {
        char first = text.charAt(0);
        boolean quoted = text.length() > 1 && (first == '\'' || first == '"');
        return quoted ? text.substring(1, text.length() - 1) : text;
    }
}
