package org.sqlvm.language.tables;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.TableCursor;
import org.sqlvm.api.TableModule;
import org.sqlvm.api.WritableTable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** A module that keeps rows in memory, and a log of what it is asked to change. */
public final class RecordingModule implements TableModule {
    static final int CONSTRAINT = 19;

    final List<String> log = new ArrayList<>();

    /** The call that fails: the first word of its line in the log. */
    String failing = "";

    @Override
    public ModuleTable connect(Call call) {
        return new Recorded(call.table());
    }

    @Override
    public ModuleTable create(Call call) {
        List<String> arguments =
                call.arguments().stream().map(RecordingModule::quoted).toList();
        log.add("create " + call.schema() + " " + call.table() + " " + arguments);
        return connect(call);
    }

    /** As Python shows a value. */
    private static String quoted(Object value) {
        if (value == null) {
            return "None";
        }
        if (!(value instanceof String text)) {
            return value.toString();
        }
        char quote = text.contains("'") ? '"' : '\'';
        return quote + text + quote;
    }

    private static String row(Object[] values) {
        return "("
                + String.join(
                        ", ", Arrays.stream(values).map(RecordingModule::quoted).toList()) + ")";
    }

    private final class Recorded implements WritableTable {
        private static final int BEFORE = -1;

        private final String name;
        private TreeMap<Long, Object[]> rows = new TreeMap<>();
        private long next = 1;
        private final Map<Integer, TreeMap<Long, Object[]>> saved = new HashMap<>();

        Recorded(String name) {
            this.name = name;
        }

        private void add(String what) {
            log.add(what);
            if (what.startsWith(failing + " ")) {
                throw new SqlvmException(failing + " fails", 1, -1, null);
            }
        }

        @Override
        public String declaration() {
            return "CREATE TABLE x(a INTEGER, b TEXT, h HIDDEN)";
        }

        /** Gets lists whole, and gives all rows in any case. */
        @Override
        public ScanPlan plan(ScanRequest request) {
            ScanPlan plan = ScanPlan.all();
            for (int i = 0; i < request.conditions().size(); i++) {
                if (request.conditions().get(i).isList()) {
                    plan = plan.withList(i, false);
                }
            }
            return plan;
        }

        private void check(Object[] values) {
            if ("bad".equals(values[1])) {
                throw new SqlvmException("bad value", CONSTRAINT, -1, null);
            }
        }

        @Override
        public long insert(Long rowid, Object[] values) {
            add("insert " + name + " " + quoted(rowid) + " " + row(values));
            check(values);
            long key = rowid == null ? next : rowid;
            next = Math.max(next, key + 1);
            rows.put(key, values);
            return key;
        }

        /** Rows with the same number stand in the way. */
        private void clear(Object[] values, Object but) {
            rows.entrySet()
                    .removeIf(row -> Objects.equals(row.getValue()[0], values[0])
                            && !row.getKey().equals(but));
        }

        @Override
        public long replace(Long rowid, Object[] values) {
            clear(values, null);
            return insert(rowid, values);
        }

        @Override
        public void updateReplacing(Object key, Object newKey, Object[] values) {
            clear(values, key);
            update(key, newKey, values);
        }

        @Override
        public void update(Object key, Object newKey, Object[] values) {
            add("update " + name + " " + key + " " + newKey + " " + row(values));
            check(values);
            rows.remove((Long) key);
            rows.put((Long) newKey, values);
        }

        @Override
        public void delete(Object key) {
            add("delete " + name + " " + key);
            rows.remove((Long) key);
        }

        @Override
        public void begin() {
            add("begin " + name);
            saved.put(BEFORE, new TreeMap<>(rows));
        }

        @Override
        public void sync() {
            add("sync " + name);
            if (rows.values().stream().anyMatch(values -> "fail".equals(values[1]))) {
                throw new SqlvmException("sync fails", CONSTRAINT, -1, null);
            }
        }

        @Override
        public void commit() {
            add("commit " + name);
        }

        @Override
        public void rollback() {
            add("rollback " + name);
            rows = saved.getOrDefault(BEFORE, new TreeMap<>());
        }

        @Override
        public void savepoint(int number) {
            add("savepoint " + name + " " + number);
            saved.put(number, new TreeMap<>(rows));
        }

        @Override
        public void release(int number) {
            add("release " + name + " " + number);
        }

        @Override
        public void rollbackTo(int number) {
            add("rollbackto " + name + " " + number);
            rows = new TreeMap<>(saved.getOrDefault(number, new TreeMap<>()));
        }

        @Override
        public void rename(String other) {
            add("rename " + name + " " + other);
        }

        @Override
        public void destroy() {
            add("destroy " + name);
        }

        @Override
        public TableCursor open() {
            return new Cursor(this);
        }
    }

    private static final class Cursor implements TableCursor {
        private final Recorded table;
        private Iterator<Map.Entry<Long, Object[]>> iterator;
        private Map.Entry<Long, Object[]> row;

        Cursor(Recorded table) {
            this.table = table;
        }

        @Override
        public void filter(org.sqlvm.api.ScanPlan plan, Object[] arguments) {
            iterator = new TreeMap<>(table.rows).entrySet().iterator();
        }

        @Override
        public boolean next() {
            row = iterator.hasNext() ? iterator.next() : null;
            return row != null;
        }

        @Override
        public Object column(int column) {
            return row.getValue()[column];
        }

        @Override
        public long rowid() {
            return row.getKey();
        }
    }
}
