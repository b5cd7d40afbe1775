package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.vector.column.ChunkBuilder;
import org.sqlvm.engine.virtual.files.ColumnFile;
import org.sqlvm.engine.virtual.files.ColumnReader;
import org.sqlvm.engine.virtual.files.FileInput;

import java.util.ArrayList;
import java.util.List;

/**
 * Walks over the rows of files group by group. Groups that have no row for the conditions are left
 * out.
 */
final class ColumnFileCursor extends BatchCursor {
    private final ColumnFileTable table;
    private final Interruption interruption;
    private final int columnCount;

    private record Group(ColumnFile file, int number, Text path) {}

    private List<Group> groups = List.of();
    /** The group that comes next. */
    private int next;

    /** The columns that the program of rows may read. */
    private boolean[] used;

    /** Null between groups. */
    private ColumnReader reader;

    private Text path;

    /** The number of rows that were read last, and the one that it stands on. */
    private int rows;

    private int row;
    /** The rowid of the first of them. */
    private long firstRowid;

    ColumnFileCursor(ColumnFileTable table, Interruption interruption) {
        this.table = table;
        this.interruption = interruption;
        this.columnCount = table.table().layout().columns().size();
    }

    @Override
    public void begin(int index, String text, Object[] arguments) {
        close();
        used = new boolean[columnCount];
        for (int i = 0; i < columnCount; i++) {
            used[i] = i >= FileTable.BITS || (index >> i & 1) != 0;
        }
        FileFilter[] filters = FileFilter.of(text);
        groups = new ArrayList<>();
        next = 0;
        FileTable files = table.table();
        for (FileInput input : files.files()) {
            ColumnFile file = table.format().look(input, files.layout(), files.options());
            Text name = Text.of(input.path());
            for (int i = 0; i < file.groupCount(); i++) {
                if (mayPass(file, i, filters, arguments)) {
                    groups.add(new Group(file, i, name));
                }
            }
        }
    }

    private static boolean mayPass(
            ColumnFile file, int group, FileFilter[] filters, Object[] arguments) {
        for (int i = 0; i < filters.length; i++) {
            Object[] bounds = file.bounds(group, filters[i].column());
            Object argument = arguments[i] instanceof Bytes bytes ? bytes.owned() : arguments[i];
            if (bounds != null && !filters[i].mayPass(bounds[0], bounds[1], argument)) {
                return false;
            }
        }
        return true;
    }

    // ------------------------------------------------------------------ for vectors

    @Override
    public List<ColumnFileCursor> parts() {
        if (groups.size() < 2) {
            return List.of();
        }
        List<ColumnFileCursor> parts = new ArrayList<>();
        for (Group group : groups) {
            ColumnFileCursor part = new ColumnFileCursor(table, interruption);
            part.groups = List.of(group);
            parts.add(part);
        }
        return parts;
    }

    @Override
    public int read(int[] columns) {
        if (reader == null) {
            used = new boolean[columnCount];
            for (int column : columns) {
                if (column < columnCount) {
                    used[column] = true;
                }
            }
        }
        return readRows();
    }

    private int readRows() {
        while (true) {
            if (reader == null) {
                if (next == groups.size()) {
                    return 0;
                }
                Group group = groups.get(next++);
                path = group.path;
                reader = group.file.open(group.number, used);
            }
            int count = reader.read();
            if (count > 0) {
                return count;
            }
            closeReader();
        }
    }

    @Override
    public void give(int column, int from, int to, ChunkBuilder target) {
        if (column < columnCount) {
            reader.column(column).give(from, to, target);
            return;
        }
        for (int i = from; i < to; i++) {
            target.addText(path.array, path.offset, path.length);
        }
    }

    // ------------------------------------------------------------------ for rows

    @Override
    public boolean filter(int index, String text, Object[] arguments) {
        begin(index, text, arguments);
        rows = 0;
        row = 0;
        firstRowid = 1;
        return nextRows();
    }

    @Override
    public boolean next() {
        row++;
        return row < rows || nextRows();
    }

    private boolean nextRows() {
        interruption.check();
        firstRowid += rows;
        row = 0;
        rows = readRows();
        return rows > 0;
    }

    @Override
    public Object column(int column) {
        return column < columnCount ? reader.column(column).value(row) : path;
    }

    @Override
    public long rowid() {
        return firstRowid + row;
    }

    @Override
    public void close() {
        closeReader();
        groups = List.of();
        next = 0;
    }

    private void closeReader() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
