package org.sqlvm.spark.write;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.sqlvm.api.Database;

import java.util.List;

/**
 * {@link WriteMode#SINGLE}: the only task writes into the table, in one transaction that it commits
 * itself. Another attempt of the task finds the row of the commit and writes nothing.
 */
final class SingleWrite implements BatchWrite {
    private final Target target;
    private final Removal removal;

    SingleWrite(Target target, Removal removal) {
        this.target = target;
        this.removal = removal;
    }

    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
        if (info.numPartitions() > 1) {
            throw new IllegalStateException(
                    "writeMode single has " + info.numPartitions() + " partitions");
        }
        return new Factory(target, removal);
    }

    /** The task has committed. */
    @Override
    public void commit(WriterCommitMessage[] messages) {
        if (messages.length == 0) {
            new Writer(target, removal).commit();
        }
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
        // A task that fails rolls back its own transaction.
    }

    record Factory(Target target, Removal removal) implements DataWriterFactory {
        @Override
        public DataWriter<InternalRow> createWriter(int partition, long attempt) {
            return new Writer(target, removal);
        }
    }

    private static final class Writer implements DataWriter<InternalRow> {
        private final String commitId;
        private final Database database;
        /** Null if another attempt has committed. */
        private final RowInserter inserter;

        Writer(Target target, Removal removal) {
            commitId = target.options().commitId();
            database = target.open();
            try {
                database.execute("BEGIN IMMEDIATE");
                if (Commits.contains(database, commitId)) {
                    inserter = null;
                } else {
                    database.execute(
                            SqlTypeNames.createTable(target.quotedTable(), target.schema()));
                    removal.apply(database, target.quotedTable());
                    inserter = target.inserter(database);
                }
            } catch (Throwable e) {
                database.close();
                throw e;
            }
        }

        @Override
        public void write(InternalRow row) {
            if (inserter != null) {
                inserter.add(row);
            }
        }

        @Override
        public WriterCommitMessage commit() {
            long rows = 0;
            if (inserter != null) {
                inserter.flush();
                rows = inserter.rows();
                Commits.add(database, commitId, rows);
            }
            database.execute("COMMIT");
            close();
            return new TaskFile(0, "", rows, List.of());
        }

        /** Closing rolls the open transaction back. */
        @Override
        public void abort() {
            close();
        }

        @Override
        public void close() {
            if (inserter != null) {
                inserter.close();
            }
            database.close();
        }
    }
}
