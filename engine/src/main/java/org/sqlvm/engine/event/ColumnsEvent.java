package org.sqlvm.engine.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Columns of a table come into the column cache. */
@Name("org.sqlvm.Columns")
@Label("Columns")
@Description("A scan has decoded columns of a table for the column cache")
@Category("sqlvm")
@Enabled(false)
@StackTrace(false)
@SuppressWarnings("unused") // The recorder reads the fields.
public final class ColumnsEvent extends Event {
    private static final ColumnsEvent PROBE = new ColumnsEvent();

    @Label("Table")
    private String table;

    @Label("Columns")
    private int columns;

    @Label("Rows")
    private long rows;

    @Label("Memory")
    @Description("That the columns take")
    @DataAmount
    private long memory;

    @Label("Kept")
    @Description("Whether there was room for them")
    private boolean kept;

    private ColumnsEvent() {}

    static ColumnsEvent begun() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        ColumnsEvent event = new ColumnsEvent();
        event.begin();
        return event;
    }

    /** All rows have been read. */
    public void finish(String name, int columnCount, long rowCount, long bytes, boolean areKept) {
        end();
        if (shouldCommit()) {
            table = name;
            columns = columnCount;
            rows = rowCount;
            memory = bytes;
            kept = areKept;
            commit();
        }
    }
}
