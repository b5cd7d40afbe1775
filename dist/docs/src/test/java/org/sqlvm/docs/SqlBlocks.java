package org.sqlvm.docs;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs blocks of SQL. A comment that begins with {@code -->} behind a statement, on its line or the
 * following ones, is a row that the statement gives, its values separated by {@code |}; or its
 * error, after {@code error: }.
 */
final class SqlBlocks {
    private static final String ROW = "-->";
    private static final String ERROR = "error: ";

    private SqlBlocks() {}

    static void run(CodeBlock block, String file, Transcript transcript) {
        String sql = block.text();
        try (Database database = Sqlvm.opener().storedFunctions(true).open(file)) {
            int at = 0;
            while (at < sql.length() && !sql.substring(at).isBlank()) {
                List<String> rows = new ArrayList<>();
                int end = runOne(database, sql, at, rows);
                List<String> expected = new ArrayList<>();
                int next = expectations(sql, end, expected);
                boolean failed = !rows.isEmpty() && rows.getFirst().startsWith(ERROR);
                String printed = String.join("\n", rows);
                if (expected.isEmpty()
                        ? failed
                        : !Transcript.matches(String.join("\n", expected), printed)) {
                    int line = block.line()
                            + 1
                            + (int) sql.substring(0, end).lines().count()
                            - 1;
                    transcript.differ(
                            line, sql.substring(at, end).strip() + "\nprinted:\n" + printed);
                }
                at = next;
            }
        }
    }

    /** Runs the statement at {@code start}, and gives where it ends. */
    private static int runOne(Database database, String sql, int start, List<String> rows) {
        int end = sql.length();
        try {
            Database.Prepared prepared = database.prepare(sql, start);
            end = prepared.end();
            try (Statement statement = prepared.statement()) {
                if (statement == null) {
                    return sql.length();
                }
                if (statement.isQuery()) {
                    read(statement, rows);
                } else {
                    statement.execute();
                }
            }
        } catch (SqlvmException e) {
            rows.clear();
            rows.add(ERROR + e.getMessage());
            // A statement that does not compile ends with its semicolon: none of ours has two.
            int semicolon = sql.indexOf(';', start);
            return end < sql.length() || semicolon < 0 ? end : semicolon + 1;
        }
        return end;
    }

    private static void read(Statement statement, List<String> rows) {
        try (Rows result = statement.query()) {
            while (result.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 0; i < result.columnCount(); i++) {
                    values.add(value(result, i));
                }
                rows.add(String.join("|", values));
            }
        }
    }

    private static String value(Rows row, int column) {
        return switch (row.type(column)) {
            case NULL -> "NULL";
            case BLOB -> {
                StringBuilder text = new StringBuilder("x'");
                for (byte b : row.getBlob(column)) {
                    text.append(Character.forDigit(b >> 4 & 15, 16))
                            .append(Character.forDigit(b & 15, 16));
                }
                yield text.append('\'').toString();
            }
            default -> row.getText(column);
        };
    }

    /** Collects the rows that comments from {@code start} on show, and gives where they end. */
    private static int expectations(String sql, int start, List<String> rows) {
        int at = start;
        while (true) {
            int comment = at;
            while (comment < sql.length() && Character.isWhitespace(sql.charAt(comment))) {
                comment++;
            }
            if (!sql.startsWith(ROW, comment)) {
                return at;
            }
            int end = sql.indexOf('\n', comment);
            end = end < 0 ? sql.length() : end;
            rows.add(sql.substring(comment + ROW.length(), end).strip());
            at = end;
        }
    }
}
