package org.sqlvm.spark.write;

import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.spark.manifest.Bound;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;

/**
 * Writes the rows of one attempt of a task into a file of its own, without a journal: a file that
 * is not complete is never read.
 */
final class TaskFileWriter implements DataWriter<InternalRow> {
    private final Target target;
    private final boolean staged;
    private final int partition;
    private final Path file;
    private final Database database;
    private final RowInserter inserter;

    /**
     * @param folder the job's folder, which must exist: it is gone once the job has ended, and then
     *     an attempt that is late must fail
     * @param attempt the number of the attempt, which is unique in the application
     */
    TaskFileWriter(Target target, boolean staged, Path folder, int partition, long attempt)
            throws IOException {
        requireJob(folder);
        this.target = target;
        this.staged = staged;
        this.partition = partition;
        file = folder.resolve(String.format("part-%05d-%d.db", partition, attempt));
        Files.deleteIfExists(file);
        database = Sqlvm.open(file.toString());
        try {
            database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                    + " PRAGMA locking_mode = EXCLUSIVE; BEGIN");
            inserter = staged ? stagedRows() : keptRows();
            requireJob(folder);
        } catch (Throwable e) {
            database.close();
            JobFolder.deleteLate(file);
            throw e;
        }
    }

    private static void requireJob(Path folder) throws IOException {
        if (!JobFolder.isRunning(folder)) {
            throw new IOException("the job's folder " + folder + " is missing: the job has ended,"
                    + " or the folder is not shared by the driver and all executors");
        }
    }

    /** Makes the table of a file whose rows the driver copies. */
    private RowInserter stagedRows() {
        database.execute(untyped(target));
        return new RowInserter(
                database,
                "INSERT",
                target.quotedTable(),
                target.schema(),
                target.options().epoch());
    }

    /** Makes the table of a file that stays. */
    private RowInserter keptRows() {
        database.execute(SqlTypeNames.createTable(target.quotedTable(), target.schema()));
        return target.inserter(database);
    }

    /** Columns without types, so that values stay as they are for the target's own affinities. */
    private static String untyped(Target target) {
        StructType schema = target.schema();
        StringJoiner columns = new StringJoiner(",", "(", ")");
        for (StructField field : schema.fields()) {
            columns.add(SqlText.quoted(field.name()));
        }
        return "CREATE TABLE " + target.quotedTable() + columns;
    }

    @Override
    public void write(InternalRow row) {
        inserter.add(row);
    }

    @Override
    public WriterCommitMessage commit() {
        inserter.flush();
        List<Bound> bounds = staged ? List.of() : FileBounds.of(database, target);
        database.execute("COMMIT");
        close();
        return new TaskFile(partition, file.getFileName().toString(), inserter.rows(), bounds);
    }

    @Override
    public void abort() throws IOException {
        close();
        Files.deleteIfExists(file);
    }

    @Override
    public void close() {
        inserter.close();
        database.close();
    }

    /**
     * Makes the writers of a job.
     *
     * @param folder the job's folder
     * @param staged whether the files' rows are to be copied; else the files stay
     */
    record Factory(Target target, String folder, boolean staged) implements DataWriterFactory {
        @Override
        public DataWriter<InternalRow> createWriter(int partition, long attempt) {
            try {
                return new TaskFileWriter(target, staged, Path.of(folder), partition, attempt);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
