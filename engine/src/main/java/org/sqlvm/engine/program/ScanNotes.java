package org.sqlvm.engine.program;

import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.query.StoredTable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/** Collects a {@link TableScan} while the code of its loop is generated. */
public final class ScanNotes {
    private final int cursor;
    private final StoredTable table;
    private final List<StoredColumn> columns = new ArrayList<>();
    private final List<TableScan.Test> tests = new ArrayList<>();
    private TableScan.Sort sort;

    /** The loop with labels for addresses. */
    private TableScan.RowLoop loop;

    private boolean otherwise;

    ScanNotes(int cursor, StoredTable table) {
        this.cursor = cursor;
        this.table = table;
    }

    /** Notes that a column is read, or the rowid. Returns its index in the scan. */
    public int read(StoredColumn column) {
        if (!columns.contains(column)) {
            columns.add(column);
        }
        return columns.indexOf(column);
    }

    /** Notes that the cursor is used otherwise: it has to have records. */
    public void useOtherwise() {
        otherwise = true;
    }

    public void addTest(TableScan.Test test) {
        tests.add(test);
    }

    public void setSort(TableScan.Sort only) {
        sort = only;
    }

    /** @param only a loop with labels: {@code end} is that of the Next */
    public void setLoop(TableScan.RowLoop only) {
        loop = only;
    }

    boolean isScan() {
        return !otherwise && !columns.isEmpty();
    }

    TableScan scan(IntUnaryOperator address) {
        TableScan.RowLoop found = loop == null
                ? null
                : new TableScan.RowLoop(
                        address.applyAsInt(loop.head()),
                        address.applyAsInt(loop.end()) + 1,
                        loop.columns(),
                        loop.call());
        return new TableScan(cursor, table, List.copyOf(columns), List.copyOf(tests), sort, found);
    }
}
