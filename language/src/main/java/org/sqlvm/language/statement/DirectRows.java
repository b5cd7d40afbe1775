package org.sqlvm.language.statement;

import org.sqlvm.engine.btree.RecordSequence;
import org.sqlvm.engine.data.RecordEncoder;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.db.ConnectionHooks;
import org.sqlvm.engine.db.DirectInsertion;
import org.sqlvm.engine.db.SchemaChangedException;
import org.sqlvm.engine.db.StatementRun;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.runtime.Parameters;

/**
 * Executes many runs of one {@code INSERT … VALUES (?, ?, …)}, with other parameters each, at once:
 * see {@link DirectInsertion}. Used only inside of a transaction, since outside each run commits;
 * and only if no listener is told of each statement.
 */
public final class DirectRows {
    /** The number of runs that are one part of the transaction. */
    private static final int ROWS_MAX = 4096;

    private static final int BYTES_MAX = 1 << 20;

    private static final int LIMIT_MIN = 16;

    /** The maximum number of runs that are executed one by one after a direct run has failed. */
    private static final int PAUSE_MAX = 1 << 10;

    private final PreparedStatement statement;
    private final Connection connection;
    private final RecordSequence rows = new RecordSequence();

    /** The program that {@link #direct} was made for. */
    private CompiledProgram compiled;

    /** Null if the program does more than append. */
    private DirectInsertion direct;

    /**
     * How many runs are tried at once. What is behind one that has to be made by itself has been
     * added for nothing, so there are few of them after that.
     */
    private int limit = ROWS_MAX;

    /** How many runs were left out after the last attempt that made few. */
    private int pause;

    /** How many of them are still to come. */
    private int skip;

    private RecordEncoder record;
    private int[] sources;
    private int rowidSource;

    private DirectRows(PreparedStatement statement) {
        this.statement = statement;
        this.connection = statement.connection();
    }

    /** Null if the statement does more than insert its parameters. */
    public static DirectRows of(PreparedStatement statement) {
        return statement.program().facts().insertion() == null ? null : new DirectRows(statement);
    }

    /** Whether the next runs can be made here. */
    public boolean isReady() {
        ConnectionHooks hooks = connection.hooks();
        if (connection.isAutocommit()
                || !statement.isCurrent()
                || hooks.isTraced()
                || hooks.hasUpdateListener()
                || hooks.progressInstructions() > 0) {
            return false;
        }
        if (skip > 0) {
            skip--;
            return false;
        }
        if (compiled != statement.compiled()) {
            compiled = statement.compiled();
            direct = DirectInsertion.of(connection, compiled.program());
            if (direct != null) {
                rows.clear();
                record = direct.encoder(rows);
                sources = direct.sources();
                rowidSource = direct.rowidSource();
            }
        }
        return direct != null;
    }

    /**
     * Adds a run.
     *
     * @return false, with nothing done, if the earlier runs have to be executed first, since there
     *     are too many, or if this run has to be executed by itself, since it will fail
     */
    public boolean add(Parameters parameters) {
        if (rows.count() >= limit || rows.size >= BYTES_MAX) {
            return false;
        }
        try {
            encode(parameters);
            return true;
        } catch (SqlException _) {
            return false; // No integer for a rowid, or a value that is too long.
        }
    }

    private void encode(Parameters parameters) {
        record.begin();
        if (rowidSource >= 0) {
            if (parameters.kind(rowidSource + 1) == ValueKind.LONG) {
                record.setRowid(parameters.bits(rowidSource + 1));
            } else {
                record.setRowid(parameters.value(rowidSource + 1));
            }
        }
        for (int source : sources) {
            if (source < 0) {
                record.addNull();
                continue;
            }
            int number = source + 1;
            switch (parameters.kind(number)) {
                case ValueKind.LONG -> record.addLong(parameters.bits(number));
                case ValueKind.DOUBLE ->
                    record.addDouble(Double.longBitsToDouble(parameters.bits(number)));
                case ValueKind.NULL -> record.addNull();
                default -> record.add(parameters.object(number));
            }
        }
        record.end();
    }

    /**
     * Makes the runs that were added, as far as that can be done here: each inserts one row.
     *
     * @return how many have been made. The next one has to be made by itself
     */
    public int run() {
        try {
            int wanted = rows.count();
            int made = wanted == 0 ? 0 : append();
            if (made < wanted) {
                limit = Math.max(LIMIT_MIN, made);
                pause = made > wanted / 2 ? 0 : Math.min(PAUSE_MAX, 2 * pause + 1);
                skip = pause;
            } else if (made > 0) {
                limit = Math.min(ROWS_MAX, 2 * limit);
                pause = 0;
            }
            return made;
        } finally {
            rows.clear();
        }
    }

    private int append() {
        StatementRun run = connection.begin();
        SqlException error = null;
        try {
            run.begin(direct.database(), true, false, true, compiled.schema());
            int count = direct.append(rows, 0);
            if (count > 0) {
                connection.restoreChanges(1);
            }
            return count;
        } catch (SchemaChangedException _) {
            return 0; // The run by itself compiles it again.
        } catch (SqlException thrown) {
            error = thrown;
            throw thrown;
        } finally {
            if (error == null) {
                run.succeed();
            } else {
                run.fail(error.code(), error.undo());
            }
        }
    }
}
