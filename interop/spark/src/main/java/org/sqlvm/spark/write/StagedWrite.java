package org.sqlvm.spark.write;

import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructField;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.SqlText;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.StringJoiner;

/**
 * The driver's part of {@link WriteMode#STAGED}: copies the rows of the tasks' files into the table
 * in one transaction, in the order of the partitions.
 */
final class StagedWrite implements BatchWrite {
    private final Target target;
    private final Removal removal;
    private final String queryId;
    /** The folder of the tasks' files; null before the first task. */
    private JobFolder folder;

    StagedWrite(Target target, Removal removal, String queryId) {
        this.target = target;
        this.removal = removal;
        this.queryId = queryId;
    }

    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
        String staging = target.options().stagingPath();
        folder = JobFolder.create(
                Path.of(staging.isEmpty() ? target.path() + "-spark" : staging),
                queryId,
                _ -> false);
        return new TaskFileWriter.Factory(target, folder.path().toString(), true);
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {
        try (Database database = target.open()) {
            Commits.once(database, target.options().commitId(), _ -> copy(database, messages));
        }
        // After an error Spark calls abort.
        folder.endQuietly(_ -> false);
    }

    private long copy(Database database, WriterCommitMessage[] messages) {
        database.execute(SqlTypeNames.createTable(target.quotedTable(), target.schema()));
        removal.apply(database, target.quotedTable());
        try (RowInserter inserter = target.inserter(database)) {
            Arrays.stream(messages).map(TaskFile.class::cast).forEach(file -> copy(inserter, file));
            inserter.flush();
            return inserter.rows();
        }
    }

    private void copy(RowInserter inserter, TaskFile part) {
        StringJoiner columns = new StringJoiner(",", "SELECT ", " FROM " + target.quotedTable());
        for (StructField field : target.schema().fields()) {
            columns.add(SqlText.quoted(field.name()));
        }
        long before = inserter.rows();
        String file = folder.path().resolve(part.file()).toString();
        try (Database staged = Sqlvm.opener().readOnly(true).open(file);
                Rows rows = staged.query(columns + " ORDER BY rowid")) {
            while (rows.next()) {
                inserter.add(rows);
            }
        }
        long copied = inserter.rows() - before;
        if (copied != part.rows()) {
            throw new SqlvmException(
                    file + " has " + copied + " rows, but its task wrote " + part.rows(),
                    11,
                    -1,
                    null);
        }
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
        if (folder != null) {
            folder.endQuietly(_ -> false);
        }
    }
}
