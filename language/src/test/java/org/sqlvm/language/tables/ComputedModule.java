package org.sqlvm.language.tables;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.TableCursor;
import org.sqlvm.api.TableModule;
import org.sqlvm.api.WritableTable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A module of two rows that logs which values are read, and what changes. It does without those of
 * columns a and b that do not change, but wants that of c.
 */
public final class ComputedModule implements TableModule {
    private static final Object[][] ROWS = {{1L, "one", 2.5}, {2L, "two", 3.5}};

    public final List<String> log = new ArrayList<>();

    @Override
    public ModuleTable connect(Call call) {
        return new Computed();
    }

    private final class Computed implements WritableTable {
        @Override
        public String declaration() {
            return "CREATE TABLE x(a, b, c)";
        }

        @Override
        public boolean keepsUnchanged() {
            return true;
        }

        @Override
        public long insert(Long rowid, Object[] values) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void update(Object key, Object newKey, Object[] values) {
            log.add("change " + key + " " + newKey + " " + Arrays.toString(values));
        }

        @Override
        public void delete(Object key) {
            log.add("delete " + key);
        }

        @Override
        public TableCursor open() {
            return new Cursor();
        }
    }

    private final class Cursor implements TableCursor {
        private int place;

        @Override
        public void filter(ScanPlan plan, Object[] arguments) {
            place = -1;
        }

        @Override
        public boolean next() {
            place++;
            return place < ROWS.length;
        }

        @Override
        public Object column(int column) {
            log.add("column " + column);
            return ROWS[place][column];
        }

        @Override
        public Object columnToKeep(int column) {
            log.add("keep " + column);
            return column == 2 ? column(column) : UNCHANGED;
        }

        @Override
        public long rowid() {
            return place + 1L;
        }
    }
}
