package org.sqlvm.spark.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The folder of one job, in which each attempt of a task writes a file of its own. The driver locks
 * a file in it as long as the job runs. A folder with such a file, but without the lock, is of a
 * driver that has died: the next job deletes it.
 */
final class JobFolder implements AutoCloseable {
    /** The file that the driver locks. */
    private static final String LOCK = "driver.lock";

    /**
     * The folders of the jobs of this process. Their locks must not be tried: to close the file
     * again would release the process's own lock on it.
     */
    private static final Set<Path> RUNNING = ConcurrentHashMap.newKeySet();

    private static final System.Logger LOG = System.getLogger(JobFolder.class.getName());

    private final Path folder;
    private final FileChannel channel;

    private JobFolder(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /**
     * Creates the folder of a job, and deletes those of jobs whose driver has died.
     *
     * @param parent the folder of all jobs that write to the same target
     * @param job the name of the job, which is unique
     * @param isKept tells of a file whether it is to survive its job
     */
    static JobFolder create(Path parent, String job, Predicate<Path> isKept) {
        Path folder = parent.resolve(job).toAbsolutePath();
        RUNNING.add(folder);
        try {
            createDirectories(folder);
            deleteAbandoned(parent, isKept);
            return new JobFolder(folder, locked(folder));
        } catch (IOException e) {
            RUNNING.remove(folder);
            throw new UncheckedIOException(e);
        }
    }

    /** Makes the folder, even if the end of another job deletes the parent meanwhile. */
    private static void createDirectories(Path folder) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (NoSuchFileException _) {
            Files.createDirectories(folder);
        }
    }

    /** Makes the locked file. It gets its name last, so that no other job ever sees it unlocked. */
    private static FileChannel locked(Path folder) throws IOException {
        Path unnamed = folder.resolve(LOCK + ".new");
        FileChannel channel =
                FileChannel.open(unnamed, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        channel.lock();
        Files.move(unnamed, folder.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
        return channel;
    }

    Path path() {
        return folder;
    }

    private static void deleteAbandoned(Path parent, Predicate<Path> isKept) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent)) {
            for (Path folder : folders) {
                Path lock = folder.resolve(LOCK);
                if (!RUNNING.contains(folder.toAbsolutePath()) && Files.exists(lock)) {
                    deleteUnlessLocked(folder, lock, isKept);
                }
            }
        }
    }

    private static void deleteUnlessLocked(Path folder, Path lock, Predicate<Path> isKept)
            throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
            if (channel.tryLock() != null) {
                deleteFiles(folder, isKept);
            }
        } catch (NoSuchFileException _) {
            // Another job has just deleted it.
        }
    }

    /** Deletes the files that are not kept, the lock's file last, and the folder if it is empty. */
    private static void deleteFiles(Path folder, Predicate<Path> isKept) throws IOException {
        Path lock = folder.resolve(LOCK);
        boolean isEmpty = true;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (file.equals(lock)) {
                    continue;
                }
                if (isKept.test(file)) {
                    isEmpty = false;
                } else {
                    Files.deleteIfExists(file);
                }
            }
        }
        Files.deleteIfExists(lock);
        if (isEmpty) {
            Files.deleteIfExists(folder);
        }
    }

    /** Ends the job: deletes its files but those that are kept, and releases the lock. */
    void end(Predicate<Path> isKept) {
        try {
            deleteFiles(folder, isKept);
            deleteIfEmpty(folder.getParent());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            close();
        }
    }

    private static void deleteIfEmpty(Path folder) throws IOException {
        try {
            Files.deleteIfExists(folder);
        } catch (DirectoryNotEmptyException _) {
            // Another job's files are in it.
        }
    }

    /**
     * Ends the job like {@link #end}. A file that cannot be deleted is left to the next job: it
     * must not make a job fail whose rows are committed.
     */
    void endQuietly(Predicate<Path> isKept) {
        try {
            end(isKept);
        } catch (UncheckedIOException e) {
            LOG.log(System.Logger.Level.WARNING, "the folder of a job is left: " + folder, e);
        }
    }

    /** Deletes files that no manifest lists any more; those that cannot be deleted are left. */
    static void deleteQuietly(Iterable<Path> files) {
        for (Path file : files) {
            try {
                Files.deleteIfExists(file);
                deleteIfEmpty(file.getParent());
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "a file is left: " + file, e);
            }
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            RUNNING.remove(folder);
        }
    }
}
