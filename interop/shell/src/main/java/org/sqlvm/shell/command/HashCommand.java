package org.sqlvm.shell.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.mode.Cells;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Patterns;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * {@code .sha3sum}: one hash of all rows, which does not depend on how they are stored. What goes
 * into it are the queries, and every value with its type.
 */
final class HashCommand {
    private final Shell shell;
    private boolean withSchema;
    private String pattern;
    private int bits = 224;

    HashCommand(Shell shell) {
        this.shell = shell;
    }

    Shell.Outcome run(List<String> words) {
        for (String word : words.subList(1, words.size())) {
            String option = word.startsWith("--") ? word.substring(1) : word;
            switch (option) {
                case "-schema" -> withSchema = true;
                case "-sha3-224", "-sha3-256", "-sha3-384", "-sha3-512" ->
                    bits = Integer.parseInt(option.substring("-sha3-".length()));
                default -> {
                    if (option.startsWith("-")) {
                        shell.report(
                                "Unknown option \"" + word + "\" on \"" + words.getFirst() + "\"");
                        new Help(shell.output.sink()).show(words.getFirst());
                        return Shell.Outcome.FAILED;
                    }
                    if (pattern != null) {
                        shell.report("Usage: .sha3sum ?OPTIONS? ?LIKE-PATTERN?");
                        return Shell.Outcome.FAILED;
                    }
                    pattern = word;
                    withSchema |= Patterns.like("sqlite\\_%", word);
                }
            }
        }
        try {
            print(shell.database());
            return Shell.Outcome.DONE;
        } catch (SqlvmException e) {
            shell.report("Error: " + e.getMessage());
            return Shell.Outcome.FAILED;
        }
    }

    private void print(Database database) {
        ByteSink out = shell.output.sink();
        MessageDigest all = digest();
        for (String table : tables(database)) {
            MessageDigest target = pattern == null ? all : digest();
            try (Statement statement = database.prepare(query(table))) {
                add(target, query(table), statement);
            }
            if (pattern != null) {
                out.line(hex(target) + "|" + table);
            }
        }
        if (pattern == null) {
            out.line(hex(all));
        }
    }

    private List<String> tables(Database database) {
        String own = withSchema ? "" : " AND name NOT LIKE 'sqlite__%'";
        String schema = withSchema ? " UNION ALL SELECT 'sqlite_schema'" : "";
        List<String> names = new ArrayList<>();
        try (Rows rows =
                database.query("SELECT lower(name) AS tname FROM sqlite_schema WHERE type='table'"
                        + " AND coalesce(rootpage,0)>1" + own + schema
                        + " ORDER BY 1 COLLATE nocase")) {
            while (rows.next()) {
                String name = rows.getText(0);
                if (pattern == null || Patterns.like(pattern, name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    private static String query(String table) {
        return switch (table) {
            case "sqlite_schema" ->
                "SELECT type,name,tbl_name,sql FROM sqlite_schema ORDER BY name;";
            case "sqlite_sequence" -> "SELECT name,seq FROM sqlite_sequence ORDER BY name;";
            case "sqlite_stat1" -> "SELECT tbl,idx,stat FROM sqlite_stat1 ORDER BY tbl,idx;";
            case "sqlite_stat4" -> "SELECT * FROM sqlite_stat4 ORDER BY tbl, idx, rowid;\n";
            default -> "SELECT * FROM " + SqlText.quoted(table) + " NOT INDEXED;";
        };
    }

    private MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA3-" + bits);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e); // Every Java has them.
        }
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    private void add(MessageDigest digest, String sql, Statement statement) {
        byte[] text = sql.stripTrailing().getBytes(StandardCharsets.UTF_8);
        add(digest, "S" + text.length + ":");
        digest.update(text);
        try (Rows rows = statement.query()) {
            while (rows.next()) {
                shell.activity.check();
                add(digest, "R");
                for (int i = 0; i < rows.columnCount(); i++) {
                    value(digest, rows, i);
                }
            }
        }
    }

    private static void value(MessageDigest digest, Rows rows, int column) {
        switch (rows.type(column)) {
            case NULL -> add(digest, "N");
            case INTEGER -> {
                add(digest, "I");
                number(digest, rows.getLong(column));
            }
            case REAL -> {
                add(digest, "F");
                number(digest, Double.doubleToRawLongBits(rows.getDouble(column)));
            }
            case TEXT -> bytes(digest, "T", Cells.utf8(rows, column));
            case BLOB -> bytes(digest, "B", rows.getBlob(column));
        }
    }

    private static void bytes(MessageDigest digest, String type, byte[] bytes) {
        byte[] content = bytes == null ? new byte[0] : bytes;
        add(digest, type + content.length + ":");
        digest.update(content);
    }

    private static void number(MessageDigest digest, long value) {
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(value).array());
    }

    private static void add(MessageDigest digest, String ascii) {
        digest.update(ascii.getBytes(StandardCharsets.US_ASCII));
    }
}
