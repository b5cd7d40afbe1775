package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.pager.SuperJournal;
import org.sqlvm.engine.pager.Synchronous;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The commit of a transaction that has changed several files (sqlite.org/atomiccommit.html section
 * 5): all of them are brought to the disk, and then one deletion of a {@link SuperJournal} commits
 * them.
 *
 * <p>As in SQLite that takes a main database in a file, and at least two files with a rollback
 * journal on the disk and synchronous other than OFF. Otherwise, and for a write-ahead log always,
 * each file commits alone when all are prepared.
 */
final class FilesCommit {
    private final FileSystem fileSystem;
    private final String mainPath;
    private final List<Btree> files;
    private SuperJournal superJournal;
    private boolean begun;

    /**
     * @param mainPath the main database's path; empty if it has no file
     * @param files the changed files
     */
    FilesCommit(FileSystem fileSystem, String mainPath, List<Btree> files) {
        this.fileSystem = fileSystem;
        this.mainPath = mainPath;
        this.files = files;
    }

    /** Whether more has happened than locks: after an exception there is no second try. */
    boolean hasBegun() {
        return begun;
    }

    /**
     * Commits.
     *
     * @throws SqlException SQLITE_BUSY before it {@link #hasBegun}: the transaction goes on; else
     *     the uncommitted files have to be rolled back, and then {@link #forget} called
     */
    void run() {
        files.forEach(Btree::lockExclusive);
        begun = true;
        boolean together = !mainPath.isEmpty()
                && files.stream().filter(FilesCommit::wantsSuperJournal).count() > 1;
        if (together) {
            List<String> journals = files.stream()
                    .map(Btree::superJournalUser)
                    .filter(Objects::nonNull)
                    .toList();
            superJournal = SuperJournal.create(fileSystem, mainPath, journals);
        }
        boolean certain = prepare();
        files.forEach(file -> file.finishCommit(together));
        if (!certain) {
            throw new SqlException(ResultCode.IOERR_DIR_FSYNC, "disk I/O error");
        }
    }

    /**
     * Up to the end of the super-journal.
     *
     * @return whether that is on the disk
     */
    private boolean prepare() {
        String name = superJournal == null ? null : superJournal.name();
        List<Btree> written = new ArrayList<>();
        boolean done = false;
        try {
            files.stream()
                    .filter(file -> !file.storage().hasLog())
                    .forEach(file -> file.prepareCommit(name));
            // A log commits when it is written: it comes when the others have had their errors.
            for (Btree file : files) {
                if (file.storage().hasLog()) {
                    file.prepareCommit(null);
                    written.add(file);
                }
            }
            boolean certain = superJournal == null || superJournal.delete();
            done = true;
            return certain;
        } finally {
            if (!done) {
                written.forEach(file -> file.finishCommit(true));
            }
        }
    }

    private static boolean wantsSuperJournal(Btree file) {
        return file.superJournalUser() != null
                && file.storage().settings().synchronous() != Synchronous.OFF;
    }

    /** The commit has failed, and all files that could be are rolled back. */
    void forget() {
        if (superJournal != null) {
            superJournal.deleteUnused();
        }
    }
}
