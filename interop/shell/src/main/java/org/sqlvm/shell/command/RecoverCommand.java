package org.sqlvm.shell.command;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.mode.InsertMode;
import org.sqlvm.shell.recover.RecoveredFile;
import org.sqlvm.shell.recover.RecoveredPage;
import org.sqlvm.shell.recover.RecoveredRecord;
import org.sqlvm.shell.session.Shell;
import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.CommandWords;
import org.sqlvm.shell.text.Quoting;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * {@code .recover}: SQL for all that can still be read of a damaged database
 * (sqlite.org/recovery.html). It looks at pages, not at queries: tables that sqlite_schema still
 * tells are read down from their roots; rows on pages that belong to no known table go to a table
 * lost_and_found, with the root and the page they were found on.
 */
public final class RecoverCommand {
    private final Shell shell;
    private final ByteSink out;
    private boolean withFreelist = true;
    private boolean withRowids = true;
    private String lostTable = "lost_and_found";

    private RecoveredFile file;
    private Charset encoding = StandardCharsets.UTF_8;
    /** Pages that belong to what sqlite_schema tells. */
    private final BitSet used = new BitSet();

    /** A row of sqlite_schema. */
    private record Entry(String type, String name, int root, String sql) {
        boolean isTable() {
            return type.equals("table");
        }
    }

    /**
     * The columns of the values in a table's records.
     *
     * @param names the column names by index in a record; null for a column that INSERT cannot set
     * @param rowidPlace the index of the column that is an alias of the rowid, or -1
     */
    private record Layout(List<String> names, int rowidPlace, boolean hasRowid) {}

    /** Receives the records of a tree. */
    @FunctionalInterface
    private interface Sink {
        void record(int page, RecoveredRecord record);
    }

    RecoverCommand(Shell shell) {
        this.shell = shell;
        out = shell.output.sink();
    }

    Shell.Outcome run(List<String> words) {
        for (int i = 1; i < words.size(); i++) {
            String word = words.get(i);
            if (CommandWords.isOption(word, "ignore-freelist")) {
                withFreelist = false;
            } else if (CommandWords.isOption(word, "no-rowids")) {
                withRowids = false;
            } else if (CommandWords.isOption(word, "lost-and-found") && i + 1 < words.size()) {
                lostTable = words.get(++i);
            } else {
                shell.report("unexpected option: " + word);
                new Help(out).show(words.getFirst());
                return Shell.Outcome.FAILED;
            }
        }
        try (RecoveredFile opened =
                        RecoveredFile.open(shell.database(), shell.resolved(shell.databaseName()));
                Database scratch = shell.open(Shell.MEMORY)) {
            file = opened;
            scratch.execute("PRAGMA writable_schema = on");
            recover(scratch);
            return Shell.Outcome.DONE;
        } catch (SqlvmException | IOException e) {
            shell.report("Error: " + e.getMessage());
            return Shell.Outcome.FAILED;
        }
    }

    private void recover(Database scratch) {
        int code = file.headerInt(56);
        encoding = code == 2
                ? StandardCharsets.UTF_16LE
                : code == 3 ? StandardCharsets.UTF_16BE : StandardCharsets.UTF_8;
        String name = code == 2 ? "UTF-16le" : code == 3 ? "UTF-16be" : "UTF-8";
        int vacuum = file.headerInt(52) == 0 ? 0 : file.headerInt(64) != 0 ? 2 : 1;
        out.line("BEGIN;");
        out.line("PRAGMA writable_schema = on;");
        out.line("PRAGMA encoding = '" + name + "';");
        out.line("PRAGMA page_size = '" + file.pageSize() + "';");
        out.line("PRAGMA auto_vacuum = '" + vacuum + "';");
        out.line("PRAGMA user_version = '" + file.headerInt(60) + "';");
        out.line("PRAGMA application_id = '" + file.headerInt(68) + "';");
        List<Entry> schema = schema();
        List<Entry> tables = new ArrayList<>();
        for (Entry entry : schema) {
            if (entry.isTable() && isMade(scratch, entry)) {
                tables.add(entry);
            }
        }
        for (Entry entry : schema) {
            if (entry.type.equals("index") || tables.contains(entry)) {
                markTree(entry.root);
            }
        }
        tables.forEach(table -> table(scratch, table));
        lost(schema);
        for (Entry entry : schema) {
            if (!entry.isTable() && !entry.sql.isEmpty() && runs(scratch, entry.sql)) {
                statement(entry.sql);
            }
        }
        out.line("PRAGMA writable_schema = off;");
        out.line("COMMIT;");
    }

    private void statement(String sql) {
        out.put(sql).line(sql.contains("--") ? "\n;" : ";");
    }

    // ------------------------------------------------------------------ schema

    private List<Entry> schema() {
        List<Entry> entries = new ArrayList<>();
        markTree(1);
        walk(1, (_, record) -> {
            List<Object> values = record.values();
            if (values.size() >= 4 && values.get(3) instanceof Long root) {
                String sql = values.size() > 4 ? string(values.get(4)) : "";
                entries.add(new Entry(
                        string(values.get(0)), string(values.get(1)), root.intValue(), sql));
            }
        });
        // The counters of AUTOINCREMENT come behind the rows that would change them.
        entries.sort((left, right) -> Boolean.compare(
                left.name.equals("sqlite_sequence"), right.name.equals("sqlite_sequence")));
        return entries;
    }

    private String string(Object value) {
        return value instanceof RecoveredRecord.Text text ? new String(text.bytes(), encoding) : "";
    }

    /** Makes a table, in a database of its own, too, which then knows its columns. */
    private boolean isMade(Database scratch, Entry table) {
        if (table.sql.toUpperCase(Locale.ROOT).startsWith("CREATE VIRTUAL TABLE")) {
            out.line("INSERT INTO sqlite_schema VALUES('table', " + SqlText.literal(table.name)
                    + ", " + SqlText.literal(table.name) + ", 0, " + SqlText.literal(table.sql)
                    + ");");
            return false;
        }
        if (table.name.equals("sqlite_sequence")) {
            return !columns(scratch, table.name).isEmpty();
        }
        if (!runs(scratch, table.sql)) {
            return false; // Its rows are found with the lost ones.
        }
        statement(table.sql);
        return !columns(scratch, table.name).isEmpty();
    }

    /** Executes a statement of the damaged schema; returns whether it succeeded. */
    private static boolean runs(Database scratch, String sql) {
        try {
            scratch.execute(sql);
            return true;
        } catch (SqlvmException e) {
            return false;
        }
    }

    /**
     * Returns the rows of PRAGMA table_xinfo: name, whether it is generated, position in the
     * primary key.
     */
    private static List<String[]> columns(Database scratch, String table) {
        List<String[]> columns = new ArrayList<>();
        try (Rows rows = scratch.query("PRAGMA table_xinfo(" + SqlText.literal(table) + ")")) {
            while (rows.next()) {
                columns.add(new String[] {
                    rows.getText(1), rows.getText(6), rows.getText(5), rows.getText(2)
                });
            }
        }
        return columns;
    }

    private static Layout layout(Database scratch, String table) {
        List<String[]> columns = columns(scratch, table);
        String key = null;
        try (Rows rows = scratch.query("PRAGMA index_list(" + SqlText.literal(table) + ")")) {
            while (rows.next()) {
                key = rows.getText(3).equals("pk") ? rows.getText(1) : key;
            }
        }
        if (key != null && isWithoutRowid(scratch, table)) {
            return new Layout(keyFirst(scratch, key, columns), -1, false);
        }
        List<String> names = new ArrayList<>();
        int rowid = -1;
        for (String[] column : columns) {
            boolean alias = key == null && !column[2].equals("0");
            if (column[1].equals("2")) {
                continue; // Virtual: in no record.
            }
            rowid = alias ? names.size() : rowid;
            names.add(column[1].equals("0") ? column[0] : null);
        }
        return new Layout(names, rowid, true);
    }

    private static boolean isWithoutRowid(Database scratch, String table) {
        try (Rows rows = scratch.query("SELECT wr FROM pragma_table_list WHERE name = ?", table)) {
            return rows.next() && rows.getLong(0) != 0;
        }
    }

    /** A table WITHOUT ROWID keeps the columns of its key before the others. */
    private static List<String> keyFirst(Database scratch, String key, List<String[]> columns) {
        List<String> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        try (Rows rows = scratch.query("PRAGMA index_xinfo(" + SqlText.literal(key) + ")")) {
            while (rows.next()) {
                int column = (int) rows.getLong(1);
                boolean stored = columns.get(column)[1].equals("0");
                names.add(stored ? columns.get(column)[0] : null);
                seen.add(columns.get(column)[0]);
            }
        }
        for (String[] column : columns) {
            if (!seen.contains(column[0]) && !column[1].equals("2")) {
                names.add(column[1].equals("0") ? column[0] : null);
            }
        }
        return names;
    }

    // ------------------------------------------------------------------ trees

    /** All pages of a tree, each once, whatever the links say. */
    private List<Integer> pages(int root) {
        List<Integer> pages = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        List<Integer> open = new ArrayList<>(List.of(root));
        while (!open.isEmpty()) {
            int number = open.removeLast();
            RecoveredPage page = number > 0 && seen.add(number) ? file.page(number) : null;
            if (page == null) {
                continue;
            }
            pages.add(number);
            int[] children = page.children();
            for (int i = children.length - 1; i >= 0; i--) {
                open.add(children[i]);
            }
        }
        return pages;
    }

    private void markTree(int root) {
        pages(root).forEach(used::set);
    }

    private void walk(int root, Sink sink) {
        pages(root).forEach(number -> records(number, sink));
    }

    private void records(int number, Sink sink) {
        shell.activity.check();
        RecoveredPage page = file.page(number);
        for (int i = 0; page != null && i < page.cellCount(); i++) {
            RecoveredRecord record = page.record(i, file);
            if (record != null) {
                sink.record(number, record);
            }
        }
    }

    // ------------------------------------------------------------------ rows

    private void table(Database scratch, Entry table) {
        Layout layout = layout(scratch, table.name);
        if (table.name.equals("sqlite_sequence")) {
            out.line("DELETE FROM sqlite_sequence;");
        }
        boolean named = layout.names.stream().anyMatch("_rowid_"::equalsIgnoreCase);
        boolean rowids = withRowids && layout.hasRowid && layout.rowidPlace < 0 && !named;
        walk(table.root, (number, record) -> {
            if (file.page(number).hasRowids() == layout.hasRowid) {
                row(table.name, layout, rowids, record);
            }
        });
    }

    /** Columns that the record is too short for keep their default. */
    private void row(String table, Layout layout, boolean rowids, RecoveredRecord record) {
        List<String> names = new ArrayList<>();
        List<Object> values = new ArrayList<>();
        if (rowids) {
            names.add("_rowid_");
            values.add(record.rowid());
        }
        for (int i = 0; i < layout.names.size() && i < record.values().size(); i++) {
            if (layout.names.get(i) != null) {
                names.add(SqlText.literal(layout.names.get(i)));
                values.add(
                        i == layout.rowidPlace
                                ? (Long) record.rowid()
                                : record.values().get(i));
            }
        }
        if (!names.isEmpty()) {
            out.put("INSERT OR IGNORE INTO ").put(SqlText.literal(table)).put("(");
            out.put(String.join(", ", names)).put(") VALUES (");
            values(values);
            out.line(");");
        }
    }

    private void values(List<Object> values) {
        for (int i = 0; i < values.size(); i++) {
            out.put(i == 0 ? "" : ", ");
            value(values.get(i));
        }
    }

    private void value(Object value) {
        switch (value) {
            case null -> out.put("NULL");
            case Double real -> out.put(InsertMode.real(real));
            case byte[] blob -> Quoting.blob(out, blob, 'X', false);
            case RecoveredRecord.Text text -> text(text.bytes());
            default -> out.put(value.toString());
        }
    }

    private void text(byte[] bytes) {
        byte[] utf8 = encoding == StandardCharsets.UTF_8
                ? bytes
                : new String(bytes, encoding).getBytes(StandardCharsets.UTF_8);
        // No literal goes on behind a NUL.
        int from = 0;
        for (int i = 0; i < utf8.length; i++) {
            if (utf8[i] == 0) {
                Quoting.sqlWithoutNewlines(out, Arrays.copyOfRange(utf8, from, i));
                out.put("||char(0)||");
                from = i + 1;
            }
        }
        Quoting.sqlWithoutNewlines(out, Arrays.copyOfRange(utf8, from, utf8.length));
    }

    // ------------------------------------------------------------------ lost and found

    /** The rows of pages that belong to nothing that is known. */
    private void lost(List<Entry> schema) {
        if (!withFreelist) {
            freelist();
        }
        int[] parents = new int[file.pageCount() + 1];
        List<Integer> lost = new ArrayList<>();
        for (int number = 1; number <= file.pageCount(); number++) {
            RecoveredPage page = used.get(number) ? null : file.page(number);
            if (page == null || !page.isTree()) {
                continue;
            }
            lost.add(number);
            for (int child : page.children()) {
                if (child > 0 && child <= file.pageCount() && parents[child] == 0) {
                    parents[child] = number;
                }
            }
        }
        int[] width = {0};
        lost.forEach(page -> records(
                page,
                (_, record) -> width[0] = Math.max(width[0], record.values().size())));
        if (width[0] == 0) {
            return;
        }
        String table = freeName(schema);
        StringBuilder columns = new StringBuilder();
        for (int i = 0; i < width[0]; i++) {
            columns.append(", c").append(i);
        }
        out.line("CREATE TABLE " + SqlText.quotedIfNeeded(table)
                + "(rootpgno INTEGER, pgno INTEGER, nfield INTEGER, id INTEGER" + columns + ");");
        lost.forEach(page -> records(
                page, (_, record) -> lostRow(table, root(parents, page), page, width[0], record)));
    }

    private void lostRow(String table, int root, int page, int width, RecoveredRecord record) {
        List<Object> values = new ArrayList<>();
        values.add((long) root);
        values.add((long) page);
        values.add((long) record.values().size());
        values.add(file.page(page).hasRowids() ? record.rowid() : null);
        values.addAll(record.values());
        values.addAll(Collections.nCopies(width - record.values().size(), null));
        out.put("INSERT INTO ").put(SqlText.quotedIfNeeded(table)).put(" VALUES(");
        values(values);
        out.line(");");
    }

    /** The page above a page that has none above it. */
    private static int root(int[] parents, int page) {
        int root = page;
        for (int steps = 0; parents[root] != 0 && steps < parents.length; steps++) {
            root = parents[root];
        }
        return root;
    }

    private String freeName(List<Entry> schema) {
        String name = lostTable;
        for (int i = 0; ; i++) {
            String tried = name;
            if (schema.stream().noneMatch(entry -> entry.name.equalsIgnoreCase(tried))) {
                return name;
            }
            name = lostTable + "_" + i;
        }
    }

    /** Marks the pages of the freelist as of no interest. */
    private void freelist() {
        int trunk = file.headerInt(32);
        while (trunk > 0 && trunk <= file.pageCount() && !used.get(trunk)) {
            used.set(trunk);
            ByteBuffer page = ByteBuffer.wrap(file.bytes(trunk));
            int count = Math.clamp(page.getInt(4), 0, file.usableSize() / 4 - 2);
            for (int i = 0; i < count; i++) {
                int leaf = page.getInt(8 + 4 * i);
                if (leaf > 0 && leaf <= file.pageCount()) {
                    used.set(leaf);
                }
            }
            trunk = page.getInt(0);
        }
    }
}
