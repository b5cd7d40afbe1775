package org.sqlvm.engine.virtual;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.files.FileContent;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.row.function.UserCode;
import org.sqlvm.engine.vector.column.ChunkBuilder;
import org.sqlvm.engine.virtual.files.ColumnReader;
import org.sqlvm.engine.virtual.files.FileInput;
import org.sqlvm.engine.virtual.files.FormatCalls;
import org.sqlvm.engine.virtual.files.RowConditions;
import org.sqlvm.engine.virtual.module.ColumnCursor;

import java.util.ArrayList;
import java.util.List;

/**
 * Walks over the rows of files group by group. Groups that have no row for the conditions are left
 * out.
 */
final class FileCursor extends ColumnCursor {
    private final FileTable table;
    private final Interruption interruption;
    private final int columnCount;

    private record Group(FileInput file, FileContent content, int number, Text path) {
        ColumnReader open(boolean[] used, RowConditions conditions) {
            return FormatCalls.open(file, content, number, used, conditions);
        }
    }

    private List<Group> groups = List.of();
    /** The group that comes next. */
    private int next;

    private RowConditions conditions = RowConditions.NONE;

    /** The columns that conditions are on. */
    private boolean[] tested;

    /** The columns that are read. */
    private boolean[] used;

    /** Null between groups. */
    private ColumnReader reader;

    private Text path;

    /** The number of rows that were read last, and the one that it stands on. */
    private int rows;

    private int row;
    /** The rowid of the first that was gone through for them. */
    private long firstRowid;

    FileCursor(FileTable table, Interruption interruption) {
        this.table = table;
        this.interruption = interruption;
        this.columnCount = table.layout().columns().size();
    }

    @Override
    public void begin(ScanPlan plan, Object[] arguments) {
        close();
        FileTable.Wanted wanted =
                plan.detail() instanceof FileTable.Wanted known ? known : FileTable.Wanted.ALL;
        conditions = wanted.conditions().with(arguments);
        tested = new boolean[columnCount];
        conditions.list().forEach(each -> tested[each.column()] = true);
        used = tested.clone();
        for (int i = 0; i < columnCount; i++) {
            used[i] |= wanted.isUsed(i);
        }
        groups = new ArrayList<>();
        for (int i = 0; i < table.files().size(); i++) {
            FileInput file = table.files().get(i);
            FileContent content = table.looked(i);
            Text name = Text.of(file.path());
            UserCode.run(() -> addGroups(file, content, name));
        }
    }

    private void addGroups(FileInput file, FileContent content, Text name) {
        for (int group = 0; group < content.groupCount(); group++) {
            if (conditions.mayPass(content, group)) {
                groups.add(new Group(file, content, group, name));
            }
        }
    }

    // ------------------------------------------------------------------ for vectors

    @Override
    public List<FileCursor> parts() {
        if (groups.size() < 2) {
            return List.of();
        }
        List<FileCursor> parts = new ArrayList<>();
        for (Group group : groups) {
            FileCursor part = new FileCursor(table, interruption);
            part.conditions = conditions;
            part.tested = tested;
            part.groups = List.of(group);
            parts.add(part);
        }
        return parts;
    }

    @Override
    public int read(int[] columns) {
        if (reader == null) {
            used = tested.clone();
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
                reader = group.open(used, conditions);
            }
            int count = reader.read();
            if (count > 0) {
                return count;
            }
            interruption.check();
            firstRowid += reader.passed(count);
            if (reader.isAtEnd()) {
                closeReader();
            }
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
    public void filter(ScanPlan plan, Object[] arguments) {
        begin(plan, arguments);
        firstRowid = 1;
        row = 0;
        rows = 0;
    }

    @Override
    public boolean next() {
        row++;
        if (row < rows) {
            return true;
        }
        if (rows > 0) {
            firstRowid += reader.passed(rows);
        }
        return nextRows();
    }

    private boolean nextRows() {
        interruption.check();
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
        return firstRowid + reader.place(row);
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
