package org.sqlvm.engine.virtual.fts5;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.fts5.index.Detail;
import org.sqlvm.engine.virtual.fts5.index.Fts5Index;
import org.sqlvm.engine.virtual.fts5.index.PositionReader;
import org.sqlvm.engine.virtual.fts5.index.TermRows;
import org.sqlvm.engine.virtual.module.NestedStatement;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.Arrays;

/** Walks over the terms of a full-text table's index. */
final class VocabCursor extends VirtualCursor {
    private static final int COUNT_COLUMN = 0x04;
    private static final byte[] NO_TERM = {};

    private final VocabModule.VocabTable table;
    /** The statement that keeps the full-text table from being dropped. */
    private final NestedStatement.Rows holder;

    private final Fts5Table fullText;
    private final Detail detail;

    private TermRows rows;
    private Object structure;
    private byte[] term;
    /** The term of all rows if it is known beforehand; null otherwise. */
    private byte[] only;
    /** The last term of interest; null for none. */
    private byte[] last;

    private boolean countsInstances;
    private boolean ended;
    private long rowid;

    /** The column of a row of kind COL. */
    private int column;

    private final long[] instanceCounts;
    private final long[] rowCounts;

    /** The positions of the row, of kind INSTANCE. */
    private final PositionReader positions = new PositionReader();

    private Instances instances;

    /** How the positions of a row of the index are gone through. */
    private enum Instances {
        /** They have not begun. */
        NEW,
        INSIDE
    }

    VocabCursor(VocabModule.VocabTable table) {
        this.table = table;
        holder = hold();
        Fts5Cursor cursor = null;
        try {
            cursor = holder == null ? null : held();
        } finally {
            if (cursor == null && holder != null) {
                holder.close();
            }
        }
        if (cursor == null) {
            throw SqlException.error(
                    "no such fts5 table: " + table.database() + "." + table.fullText());
        }
        fullText = cursor.table();
        fullText.flush();
        detail = fullText.config().detail;
        instanceCounts = new long[fullText.config().columnCount()];
        rowCounts = new long[instanceCounts.length];
    }

    /** @return null if there is no such table */
    private NestedStatement.Rows hold() {
        String name = Identifiers.literal(table.fullText());
        if (Extensions.of(table.host()).looking().contains(table)) {
            throw SqlException.error(
                    "recursive definition for " + table.database() + "." + table.fullText());
        }
        try {
            return table.host()
                    .prepare("SELECT t." + name + " FROM "
                            + Identifiers.literal(table.database()) + "." + name
                            + " AS t WHERE t." + name + " MATCH '*id'")
                    .open();
        } catch (SqlException e) {
            if (e.code() != ResultCode.ERROR) {
                throw e;
            }
            return null;
        }
    }

    /**
     * Returns the full-text table's cursor, or null for another table. As in SQLite, an error that
     * the statement runs into keeps its code, but not its words.
     */
    private Fts5Cursor held() {
        Extensions extensions = Extensions.of(table.host());
        extensions.looking().add(table);
        try {
            // Tables of other modules give anything.
            return holder.hasNext() ? extensions.cursor(Casts.toLong(holder.next()[0])) : null;
        } catch (SqlException e) {
            throw switch (ResultCode.primary(e.code())) {
                case ResultCode.ERROR -> new SqlException(e.code(), "SQL logic error");
                case ResultCode.CORRUPT ->
                    new SqlException(e.code(), "database disk image is malformed");
                default -> e;
            };
        } finally {
            extensions.looking().remove(table);
        }
    }

    @Override
    public void filter(ScanPlan plan, Object[] arguments) {
        endRows();
        rowid = 0;
        ended = false;
        column = instanceCounts.length;
        countsInstances = (plan.index() & COUNT_COLUMN) != 0;
        only = null;
        last = null;
        byte[] first = NO_TERM;
        int next = 0;
        if ((plan.index() & VocabModule.TERM_EQ) != 0) {
            only = text(arguments[next++]);
        }
        if ((plan.index() & VocabModule.TERM_GE) != 0) {
            byte[] from = text(arguments[next++]);
            first = from == null ? NO_TERM : from;
        }
        if ((plan.index() & VocabModule.TERM_LE) != 0) {
            last = text(arguments[next]);
        }
        Fts5Index index = fullText.index();
        rows = only != null
                ? index.query(only, Fts5Index.WITHOUT_TOKEN_DATA, null)
                : index.query(first, Fts5Index.SCAN, null);
        structure = index.structureOrNull();
        instances = Instances.NEW;
        term = NO_TERM;
    }

    private static byte[] text(Object value) {
        return value instanceof Text text ? text.toArray() : null;
    }

    /** Takes the term of the rows; false if there is none of interest. */
    private boolean takeTerm() {
        if (rows.atEnd()) {
            return false;
        }
        term = currentTerm();
        return last == null || Arrays.compareUnsigned(term, last) <= 0;
    }

    private byte[] currentTerm() {
        if (only != null) {
            return only;
        }
        byte[] key = rows.term();
        return Arrays.copyOfRange(key, 1, key.length);
    }

    @Override
    public boolean next() {
        if (ended) {
            return false;
        }
        if (structure != fullText.index().structureOrNull()) {
            throw new SqlException(ResultCode.ABORT, "query aborted");
        }
        rowid++;
        boolean found = table.kind() == VocabModule.Kind.INSTANCE ? nextInstance() : nextTerm();
        ended = !found;
        return found;
    }

    private boolean nextInstance() {
        if (instances == Instances.NEW) {
            instances = Instances.INSIDE;
            if (!takeTerm()) {
                return false;
            }
            if (detail == Detail.NONE || startPositions()) {
                return true;
            }
        } else if (detail != Detail.NONE && positions.next()) {
            return true;
        }
        while (true) {
            rows.next();
            if (!takeTerm()) {
                return false;
            }
            if (detail == Detail.NONE || startPositions()) {
                return true;
            }
        }
    }

    private boolean startPositions() {
        positions.reset(rows.positions(), rows.positionsStart(), rows.positionsLength());
        return !positions.atEnd();
    }

    private boolean nextTerm() {
        boolean columns = table.kind() == VocabModule.Kind.COL;
        if (columns && toColumn(column + 1)) {
            return true;
        }
        if (!takeTerm()) {
            return false;
        }
        Arrays.fill(instanceCounts, 0);
        Arrays.fill(rowCounts, 0);
        do {
            if (columns) {
                countColumns();
            } else {
                countRow();
            }
            rows.next();
        } while (!rows.atEnd() && Arrays.equals(currentTerm(), term));
        if (columns && !toColumn(0)) {
            throw corrupt();
        }
        return true;
    }

    private boolean toColumn(int from) {
        column = from;
        while (column < rowCounts.length && rowCounts[column] == 0) {
            column++;
        }
        return column < rowCounts.length;
    }

    private static SqlException corrupt() {
        return new SqlException(ResultCode.CORRUPT_VTAB, "database disk image is malformed");
    }

    private void countRow() {
        rowCounts[0]++;
        if (detail == Detail.FULL && countsInstances) {
            for (boolean more = startPositions(); more; more = positions.next()) {
                instanceCounts[0]++;
            }
        }
    }

    private void countColumns() {
        if (detail == Detail.NONE) {
            rowCounts[0]++;
            return;
        }
        int before = -1;
        for (boolean more = startPositions(); more; more = positions.next()) {
            int at = detail == Detail.FULL
                    ? PositionReader.column(positions.position())
                    : (int) positions.position();
            if (at < 0 || at >= rowCounts.length) {
                throw corrupt();
            }
            if (at != before) {
                rowCounts[at]++;
                before = at;
            }
            if (detail == Detail.FULL) {
                instanceCounts[at]++;
            }
        }
    }

    @Override
    public Object column(int index) {
        if (index == 0) {
            // As in SQLite, where a token without bytes has no buffer.
            return term.length == 0 ? SqlNull.NULL : Text.of(term);
        }
        return switch (table.kind()) {
            case ROW -> count(index == 1 ? rowCounts[0] : instanceCounts[0]);
            case COL ->
                switch (index) {
                    case 1 -> detail == Detail.NONE ? SqlNull.NULL : name(column);
                    case 2 -> count(rowCounts[column]);
                    default -> count(instanceCounts[column]);
                };
            case INSTANCE -> instance(index);
        };
    }

    private static Object count(long count) {
        return count > 0 ? (Object) count : SqlNull.NULL;
    }

    private Object name(int index) {
        return Text.of(fullText.config().column(index));
    }

    private Object instance(int index) {
        if (index == 1) {
            return rows.rowid();
        }
        if (detail == Detail.NONE || (index == 3 && detail == Detail.COLUMNS)) {
            return SqlNull.NULL;
        }
        long position = positions.position();
        if (index == 3) {
            return (long) PositionReader.offset(position);
        }
        int at = detail == Detail.FULL ? PositionReader.column(position) : (int) position;
        return at >= 0 && at < rowCounts.length ? name(at) : SqlNull.NULL;
    }

    @Override
    public long rowid() {
        return rowid;
    }

    private void endRows() {
        if (rows != null) {
            rows.close();
            rows = null;
        }
    }

    @Override
    public void close() {
        endRows();
        holder.close();
    }
}
