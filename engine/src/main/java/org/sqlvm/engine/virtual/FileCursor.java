package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.virtual.files.RowReader;

/** Walks over the rows of files. */
final class FileCursor extends VirtualCursor {
    /** After so many rows that are left out, the wish to end is looked for: a power of two. */
    private static final int CHECK_ROWS = 1 << 12;

    private final FileTable table;
    private final Interruption interruption;
    private final int columnCount;

    private boolean[] used;
    private FileFilter[] filters;
    private Object[] values;

    private int file;
    /** Null between files. */
    private RowReader reader;

    private long rowid;

    FileCursor(FileTable table, Interruption interruption) {
        this.table = table;
        this.interruption = interruption;
        this.columnCount = table.layout().columns().size();
    }

    @Override
    public boolean filter(int index, String text, Object[] arguments) {
        close();
        filters = FileFilter.of(text);
        used = new boolean[columnCount];
        for (int i = 0; i < columnCount; i++) {
            used[i] = i >= FileTable.BITS || (index >> i & 1) != 0;
        }
        for (FileFilter filter : filters) {
            used[filter.column()] = true;
        }
        values = new Object[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            values[i] = arguments[i] instanceof Bytes bytes ? bytes.owned() : arguments[i];
        }
        file = 0;
        rowid = 0;
        return next();
    }

    @Override
    public boolean next() {
        do {
            if (!step()) {
                return false;
            }
            rowid++;
            if ((rowid & (CHECK_ROWS - 1)) == 0) {
                interruption.check();
            }
        } while (!passes());
        return true;
    }

    /** Goes to the next row of this file, or of those behind it. */
    private boolean step() {
        while (true) {
            if (reader == null) {
                if (file == table.files().size()) {
                    return false;
                }
                reader = table.format()
                        .open(table.files().get(file), table.layout(), table.options(), used);
                file++;
            }
            if (reader.next()) {
                return true;
            }
            close();
        }
    }

    private boolean passes() {
        for (int i = 0; i < filters.length; i++) {
            FileFilter filter = filters[i];
            if (!filter.passes(reader.column(filter.column()), values[i])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Object column(int column) {
        return column < columnCount
                ? reader.column(column)
                : Text.of(table.files().get(file - 1).path());
    }

    @Override
    public long rowid() {
        return rowid;
    }

    @Override
    public void close() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
