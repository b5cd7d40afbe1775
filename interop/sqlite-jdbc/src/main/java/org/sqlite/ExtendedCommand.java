package org.sqlite;

import org.sqlite.core.DB;

import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The statements {@code backup} and {@code restore}, which every statement runs by itself. */
public class ExtendedCommand {
    private static final String NAME = "(\"[^\"]*\"|'[^']*'|\\S+)";
    private static final Pattern COMMAND = Pattern.compile(
            "\\s*(?:(backup)(?:\\s+" + NAME + ")?\\s+to|(restore)(?:\\s+" + NAME + ")?\\s+from)\\s+"
                    + NAME + "\\s*",
            Pattern.CASE_INSENSITIVE);

    private ExtendedCommand() {}

    /** A statement that is none of SQL's. */
    public interface SQLExtension {
        void execute(DB database) throws SQLException;
    }

    /** Returns the command that a text is; null for one of SQL. */
    public static SQLExtension parse(String sql) throws SQLException {
        Matcher matcher = COMMAND.matcher(sql == null ? "" : sql);
        if (!matcher.matches()) {
            return null;
        }
        String file = removeQuotation(matcher.group(5));
        return matcher.group(1) != null
                ? new BackupCommand(schema(matcher.group(2)), file)
                : new RestoreCommand(schema(matcher.group(4)), file);
    }

    private static String schema(String name) {
        return name == null ? "main" : removeQuotation(name);
    }

    /** Returns the text without quotes around it. */
    public static String removeQuotation(String text) {
        boolean quoted = text != null
                && text.length() > 1
                && (text.charAt(0) == '"' || text.charAt(0) == '\'')
                && text.charAt(0) == text.charAt(text.length() - 1);
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Copies a database into a file. */
    public static class BackupCommand implements SQLExtension {
        public final String srcDB;
        public final String destFile;

        BackupCommand(String srcDB, String destFile) {
            this.srcDB = srcDB;
            this.destFile = destFile;
        }

        @Override
        public void execute(DB database) throws SQLException {
            database.backup(srcDB, destFile, null);
        }
    }

    /** Copies a file into a database. */
    public static class RestoreCommand implements SQLExtension {
        public final String targetDB;
        public final String srcFile;

        RestoreCommand(String targetDB, String srcFile) {
            this.targetDB = targetDB;
            this.srcFile = srcFile;
        }

        @Override
        public void execute(DB database) throws SQLException {
            database.restore(targetDB, srcFile, null);
        }
    }
}
