package org.sqlvm.spark.write;

import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.sqlvm.spark.manifest.DataFile;
import org.sqlvm.spark.manifest.Manifest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The driver's part of {@link WriteMode#FILES}: adds the tasks' files to the manifest of the
 * table's folder, in one transaction.
 */
final class FilesWrite implements BatchWrite {
    private final Target target;
    private final Removal removal;
    private final String queryId;
    /** The folder of the job's files, in the table's folder; null before the first task. */
    private JobFolder job;

    FilesWrite(Target target, Removal removal, String queryId) {
        this.target = target;
        this.removal = removal;
        this.queryId = queryId;
    }

    @Override
    public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
        Path folder = Path.of(target.path());
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (Manifest manifest = manifest()) {
            job = JobFolder.create(folder, queryId, manifest::contains);
        }
        return new TaskFileWriter.Factory(target, job.path().toString(), false);
    }

    private Manifest manifest() {
        return Manifest.write(Path.of(target.path()), target.options().busyTimeout());
    }

    @Override
    public void commit(WriterCommitMessage[] messages) {
        try (Manifest manifest = manifest()) {
            List<Path> unread = new ArrayList<>();
            Commits.once(manifest.database(), target.options().commitId(), _ -> {
                unread.addAll(manifest.forget(target.options().retention()));
                if (removal.isAll()) {
                    manifest.removeAll();
                }
                return add(manifest, messages);
            });
            job.endQuietly(manifest::contains);
            JobFolder.deleteQuietly(unread);
        }
    }

    /** Adds the files that have rows; or one without, from which the table's schema is known. */
    private long add(Manifest manifest, WriterCommitMessage[] messages) {
        List<DataFile> files = new ArrayList<>();
        long rows = 0;
        for (WriterCommitMessage message : messages) {
            TaskFile part = (TaskFile) message;
            boolean isOnly = files.isEmpty()
                    && message == messages[messages.length - 1]
                    && manifest.files().isEmpty();
            if (part.rows() > 0 || isOnly) {
                files.add(file(part));
                rows += part.rows();
            }
        }
        manifest.add(files);
        return rows;
    }

    private DataFile file(TaskFile part) {
        Path file = job.path().resolve(part.file());
        try {
            return new DataFile(
                    queryId + "/" + part.file(), part.rows(), Files.size(file), part.bounds());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void abort(WriterCommitMessage[] messages) {
        if (job != null) {
            try (Manifest manifest = manifest()) {
                job.endQuietly(manifest::contains);
            }
        }
    }
}
