package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.virtual.module.NestedStatement;
import org.sqlvm.engine.virtual.module.VirtualCursor;

/** Goes through the rows of a full-text table. */
final class FullTextCursor extends VirtualCursor {
    private final FullTextTable table;
    private final int columnCount;
    /** The rows of a MATCH; null in a scan. */
    private Evaluation evaluation;

    private MatchInfo matchInfo;
    private NestedStatement.Rows scan;
    /** The row of a docid that is looked up, until it has been. */
    private Object[] found;

    private long least;
    private long greatest;
    private boolean onRow;
    private long docid;
    /** The content of the row; null if it is not there, or has not been read. */
    private Object[] row;

    private boolean rowRead;

    FullTextCursor(FullTextTable table) {
        this.table = table;
        columnCount = table.definition().columnCount();
    }

    FullTextTable table() {
        return table;
    }

    /** Null without a MATCH, and if there is nothing to look for. */
    Evaluation evaluation() {
        return evaluation != null && evaluation.query != null ? evaluation : null;
    }

    boolean isOnRow() {
        return onRow;
    }

    int language() {
        return evaluation() == null ? 0 : evaluation.language;
    }

    @Override
    public void filter(ScanPlan plan, Object[] arguments) {
        table.content.checkRecursion();
        close();
        int kind = plan.index() & FullTextTable.KIND_MASK;
        int next = kind == FullTextTable.SCAN ? 0 : 1;
        Object wanted = next > 0 ? arguments[0] : SqlNull.NULL;
        int language = 0;
        if ((plan.index() & FullTextTable.HAS_LANGUAGE) != 0) {
            language = (int) Casts.toLong(arguments[next++]);
        }
        boolean ranges =
                (plan.index() & (FullTextTable.HAS_LEAST | FullTextTable.HAS_GREATEST)) != 0;
        least = Long.MIN_VALUE;
        greatest = Long.MAX_VALUE;
        if ((plan.index() & FullTextTable.HAS_LEAST) != 0) {
            least = bound(arguments[next++], least);
        }
        if ((plan.index() & FullTextTable.HAS_GREATEST) != 0) {
            greatest = bound(arguments[next], greatest);
        }
        boolean descending = plan.text().isEmpty()
                ? table.definition().descending
                : plan.text().startsWith("D");
        if (kind == FullTextTable.SCAN) {
            scan = table.content.scan(ranges ? least : null, greatest, descending);
        } else if (kind == FullTextTable.BY_DOCID) {
            found = table.content.find(wanted);
        } else {
            match(kind - FullTextTable.BY_MATCH, wanted, language, descending);
        }
    }

    private void match(int column, Object wanted, int language, boolean descending) {
        byte[] text = Content.text(wanted);
        Query query = text == null ? null : QueryParser.parse(table.definition(), column, text);
        Content.Row content = this::contentOf;
        evaluation = Faults.guard(
                () -> new Evaluation(table.index, query, language, descending, content));
    }

    /** The content of a row that is being tested. */
    private Object[] contentOf(long wanted) {
        if (!rowRead || wanted != docid) {
            docid = wanted;
            rowRead = true;
            row = table.content.find(wanted);
            if (row == null && table.definition().content == null) {
                throw Faults.corrupt();
            }
        }
        return row;
    }

    private static long bound(Object value, long otherwise) {
        return Affinities.toNumeric(value) instanceof Long whole ? whole : otherwise;
    }

    @Override
    public boolean next() {
        rowRead = false;
        row = null;
        if (evaluation != null) {
            onRow = Faults.guard(() -> evaluation.next(least, greatest));
            if (onRow && evaluation.docid() != docid) {
                rowRead = false;
                row = null;
            }
            docid = evaluation.docid();
            return onRow;
        }
        if (scan != null) {
            onRow = table.content.reading(scan::hasNext);
            row = onRow ? scan.next() : null;
        } else {
            onRow = found != null;
            row = found;
            found = null;
        }
        rowRead = true;
        docid = onRow ? Casts.toLong(row[0]) : 0;
        return onRow;
    }

    /** The content of the row: its docid, the columns, the language; null if it is missing. */
    Object[] row() {
        return contentOf(docid);
    }

    @Override
    public Object column(int column) {
        if (column == columnCount) {
            table.setPointed(this);
            return SqlNull.NULL;
        }
        if (column == columnCount + 1) {
            return docid;
        }
        if (column == columnCount + 2) {
            if (evaluation() != null) {
                return (long) evaluation.language;
            }
            return table.definition().languageId == null ? (Object) 0L : value(columnCount);
        }
        return value(column);
    }

    private Object value(int column) {
        Object[] values = row();
        return values == null || column + 1 >= values.length ? SqlNull.NULL : values[column + 1];
    }

    @Override
    public long rowid() {
        return docid;
    }

    /** The matchinfo of the query in a format, which is kept from row to row. */
    MatchInfo matchInfo(String format) {
        if (matchInfo == null || !matchInfo.format().equals(format)) {
            matchInfo = new MatchInfo(this, format);
        }
        return matchInfo;
    }

    @Override
    public void close() {
        if (scan != null) {
            scan.close();
        }
        scan = null;
        found = null;
        evaluation = null;
        matchInfo = null;
        onRow = false;
        row = null;
        rowRead = false;
    }
}
