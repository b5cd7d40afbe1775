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
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The folder of one job, in which each attempt of a task writes a file of its own. The driver locks
 * a file in it as long as the job runs. A folder with such a file, but without the lock, is of a
 * driver that has died: the next job deletes it.
 *
 * <p>An attempt may make its file while the job ends. So the driver renames the locked file before
 * it lists the others, and an attempt looks for it after it has made its own: one of them sees the
 * other.
 */
final class JobFolder implements AutoCloseable {
    /** The file that the driver locks. */
    private static final String LOCK = "driver.lock";

    /** Its name while the job ends. */
    private static final String ENDED = "driver.ended";

    /** The end of the name of a folder whose file is not locked yet. */
    private static final String UNNAMED = ".sqlvm-new";

    /** How often a folder is made again that other jobs delete at the same time. */
    private static final int ATTEMPTS_MAX = 100;

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
            Files.createDirectories(parent);
            deleteAbandoned(parent, isKept);
            return new JobFolder(folder, locked(folder));
        } catch (IOException e) {
            RUNNING.remove(folder);
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Makes the folder with the locked file. The folder gets its name last, so that no other job
     * ever sees it without the lock.
     */
    private static FileChannel locked(Path folder) throws IOException {
        Path unnamed = folder.resolveSibling(folder.getFileName() + UNNAMED);
        for (int attempt = 1; ; attempt++) {
            FileChannel channel = null;
            try {
                Files.createDirectories(unnamed);
                channel = FileChannel.open(
                        unnamed.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                channel.lock();
                Files.move(unnamed, folder, StandardCopyOption.ATOMIC_MOVE);
                return channel;
            } catch (IOException e) {
                if (channel != null) {
                    channel.close();
                }
                // Jobs that end delete the empty parent, and those that begin unlocked folders.
                if (!(e instanceof NoSuchFileException) || attempt == ATTEMPTS_MAX) {
                    throw e;
                }
            }
        }
    }

    Path path() {
        return folder;
    }

    private static void deleteAbandoned(Path parent, Predicate<Path> isKept) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent)) {
            for (Path folder : folders) {
                String name = folder.getFileName().toString();
                boolean isUnnamed = name.endsWith(UNNAMED);
                String job = isUnnamed ? name.substring(0, name.length() - UNNAMED.length()) : name;
                if (RUNNING.contains(folder.resolveSibling(job).toAbsolutePath())) {
                    continue;
                }
                for (String lock : List.of(LOCK, ENDED)) {
                    deleteUnlessLocked(folder, folder.resolve(lock), isKept);
                }
                if (isUnnamed) {
                    deleteIfEmpty(folder);
                }
            }
        } catch (NoSuchFileException _) {
            // Another job has just deleted the parent.
        }
    }

    private static void deleteUnlessLocked(Path folder, Path lock, Predicate<Path> isKept)
            throws IOException {
        if (!Files.exists(lock)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE)) {
            if (channel.tryLock() != null) {
                deleteFiles(folder, isKept);
            }
        } catch (NoSuchFileException _) {
            // Another job has just deleted it.
        }
    }

    /**
     * Deletes the files that are not kept, the driver's own last, and the folder if it is empty.
     * Must be called by the holder of the lock.
     */
    private static void deleteFiles(Path folder, Predicate<Path> isKept) throws IOException {
        Path ended = folder.resolve(ENDED);
        if (Files.exists(folder.resolve(LOCK))) {
            Files.move(folder.resolve(LOCK), ended, StandardCopyOption.ATOMIC_MOVE);
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                if (!file.equals(ended) && !isKept.test(file)) {
                    Files.deleteIfExists(file);
                }
            }
        }
        Files.deleteIfExists(ended);
        deleteIfEmpty(folder);
    }

    /**
     * Returns whether the job of a folder runs. If it does not, a file that an attempt has made
     * before the call is either deleted by the driver, or must be by {@link #deleteLate}.
     */
    static boolean isRunning(Path folder) {
        return Files.exists(folder.resolve(LOCK));
    }

    /** Deletes the file of an attempt that has begun after the end of its job. */
    static void deleteLate(Path file) throws IOException {
        Files.deleteIfExists(file);
        deleteIfEmpty(file.getParent());
        deleteIfEmpty(file.getParent().getParent());
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
            // Files that are kept, another job's, or one of an attempt that is late.
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
