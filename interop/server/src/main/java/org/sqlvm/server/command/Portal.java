package org.sqlvm.server.command;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.rows.RowSink;
import org.sqlvm.server.rows.RowWriter;
import org.sqlvm.server.value.Field;

import java.util.List;

/**
 * A run of a command that a client reads, maybe part by part
 * (postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY). A cursor of DECLARE is
 * one, too.
 */
public final class Portal implements AutoCloseable {
    /** Rows of a cursor that are looked at for a client that wants to know its columns. */
    private static final int CURSOR_ROWS = 1_000;

    private final Command command;
    private final Run run;
    private final int[] formats;
    /** Outlives its transaction. */
    private final boolean isHeld;

    /** The description of the columns that the client has received; null before that. */
    private List<Field> fields;

    /** Whether that was before there were values for its parameters. */
    private boolean isTold;

    private PreparedStatements.Prepared origin;
    private RowWriter writer;
    private boolean isComplete;

    /** @param formats the formats of the columns, as {@link RowWriter} takes them */
    public Portal(Command command, Run run, int[] formats, boolean isHeld) {
        this.command = command;
        this.run = run;
        this.formats = formats;
        this.isHeld = isHeld;
    }

    public Command command() {
        return command;
    }

    boolean isHeld() {
        return isHeld;
    }

    public int[] formats() {
        return formats;
    }

    /** The statement that it has been bound from; null for cursors. */
    public PreparedStatements.Prepared origin() {
        return origin;
    }

    public void setOrigin(PreparedStatements.Prepared statement) {
        origin = statement;
    }

    /** Whether its text holds nothing. */
    public boolean isEmpty() {
        return command.tag().isEmpty();
    }

    /** The types of its columns as the client knows them already. */
    public void setFields(List<Field> known) {
        fields = known;
        isTold = known != null;
    }

    public void begin() {
        run.begin();
    }

    /**
     * Its columns as its own rows are, whatever the client has been told before. Those of a cursor
     * are told again with each FETCH.
     */
    public List<Field> describe() {
        fields = origin == null ? run.fields(CURSOR_ROWS) : run.fields();
        isTold = false;
        return fields;
    }

    /** Its columns as the rows that are fetched next are. */
    List<Field> nextFields(long limit) {
        return run.fields(limit);
    }

    /** Whether its rows may turn out to be none of what the client has been told. */
    public boolean mayMismatch() {
        return isTold && fields != null;
    }

    /** Null if it gives no rows. */
    public List<Field> fields() {
        if (fields == null) {
            fields = run.fields();
        }
        return fields;
    }

    /**
     * Sends rows.
     *
     * @param limit the maximum number of rows; 0 for all
     * @return whether the portal is complete
     */
    public boolean run(MessageWriter out, long limit) {
        if (!isComplete) {
            if (writer == null) {
                writer = writer(out);
            }
            isComplete = run.run(writer, limit);
        }
        return isComplete;
    }

    private RowWriter writer(MessageWriter out) {
        List<Field> columns = fields();
        if (columns == null) {
            return null;
        }
        boolean fits = formats.length <= 1 || formats.length == columns.size();
        if (!fits) {
            throw ServerError.protocol("bind message has " + formats.length
                    + " result formats but query has " + columns.size() + " columns");
        }
        if (isTold && origin != null) {
            return new RowWriter(out, columns, formats, origin.command()::widen);
        }
        return new RowWriter(out, columns, formats, column -> false);
    }

    /**
     * Has rows written by the writer of another portal, for FETCH.
     *
     * @param other null leaves the rows out
     * @return how many there were
     */
    long fetch(RowSink other, long limit) {
        long before = run.count();
        if (!isComplete) {
            isComplete = run.run(other, limit);
        }
        return run.count() - before;
    }

    public String tag() {
        return run.tag();
    }

    @Override
    public void close() {
        run.close();
    }
}
