package org.sqlvm.engine.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** One run of a statement, from its first step until it has ended. */
@Name("org.sqlvm.Statement")
@Label("Statement")
@Description("A run of a statement, from its first step to its end")
@Category("sqlvm")
@Enabled(false)
@StackTrace(false)
@SuppressWarnings("unused") // The recorder reads the fields.
public final class StatementEvent extends Event {
    private static final StatementEvent PROBE = new StatementEvent();

    @Label("Shape")
    @Description("The text, with ? for literals")
    private String shape;

    @Label("Computing")
    @Description("Time inside the database: the rest is the consumer's")
    @Timespan(Timespan.NANOSECONDS)
    private long computing;

    @Label("Rows")
    private long rows;

    @Label("Changes")
    private long changes;

    @Label("Plan")
    @Description("What the program ran on: rows; vectors; or rows until those cost more")
    private String plan;

    @Label("Compiled")
    @Description("Whether the last call of the program was machine code of its own")
    private boolean compiled;

    @Label("Result Code")
    @Description("SQLite's; 0 without an error")
    private int resultCode;

    private StatementEvent() {}

    static StatementEvent begun() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        StatementEvent event = new StatementEvent();
        event.begin();
        return event;
    }

    /** The run has given rows. */
    public void addRows(long count) {
        rows += count;
    }

    /**
     * The run has ended.
     *
     * @param statementShape the text, without literals
     * @param computingNs nanoseconds inside of the database
     */
    public void finish(
            String statementShape,
            long computingNs,
            long changeCount,
            String kindOfPlan,
            boolean isCompiled,
            int code) {
        end();
        if (shouldCommit()) {
            shape = statementShape;
            computing = computingNs;
            changes = changeCount;
            plan = kindOfPlan;
            compiled = isCompiled;
            resultCode = code;
            commit();
        }
    }
}
