package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.DatabaseHeader;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.JournalMode;
import org.sqlvm.engine.pager.PagerSettings;
import org.sqlvm.engine.schema.Schema;

/**
 * VACUUM of one database (sqlite.org/lang_vacuum.html): a copy is made in a temporary database,
 * which goes to a file when the connection's workspace is full; then the database becomes the copy,
 * in a transaction that can be undone like any other. VACUUM INTO makes the copy in a file.
 */
final class VacuumRun {
    private final Databases databases;
    private final int number;
    private final Btree btree;
    private final VacuumForm form;
    private final Runnable poll;

    /** @param poll called regularly; throws to stop it */
    VacuumRun(Databases databases, int number, Runnable poll) {
        this.databases = databases;
        this.number = number;
        this.poll = poll;
        btree = databases.btree(number);
        form = databases.vacuumForm();
    }

    /**
     * Needs that no transaction runs here.
     *
     * @return the rowid that SQLite's last INSERT leaves for last_insert_rowid(), or 0
     */
    long inPlace(Workspace workspace) {
        boolean done = false;
        long lastRowid;
        makeFirstPage();
        try {
            btree.beginWrite();
            btree.lockExclusive();
            databases.check(number);
            if (btree.storage().journalMode() == JournalMode.WAL) {
                form.setPageSize(0); // As SQLite, also for a later VACUUM without a log.
            }
            PagerSettings settings = PagerSettings.ofMemory();
            setForm(settings, btree.isMemory());
            try (Btree copy = Btree.openEphemeral(workspace, settings)) {
                lastRowid = new DatabaseCopy(btree, schema(), copy, true, poll).run();
                btree.become(copy);
            }
            done = true;
        } finally {
            if (!done) {
                btree.rollback(true);
            }
            databases.forget(number);
        }
        return lastRowid;
    }

    /** A database without pages gets its first one, with everything that can be chosen. */
    private void makeFirstPage() {
        btree.beginRead();
        try {
            if (btree.pageCount() == 0) {
                databases.prepare(number);
                btree.beginWrite();
                btree.commit();
            }
        } finally {
            btree.endRead();
        }
    }

    /**
     * @param target just opened; is closed
     * @return as {@link #inPlace}
     * @throws SqlException if there is something in it
     */
    long into(Btree target) {
        try (target) {
            btree.beginRead();
            try {
                databases.check(number);
                checkNew(target);
                setForm(target.storage().settings(), btree.isMemory());
                target.storage()
                        .settings()
                        .setSynchronous(btree.storage().settings().synchronous());
                target.beginWrite();
                long rowid = new DatabaseCopy(btree, schema(), target, false, poll).run();
                target.commit();
                return rowid;
            } finally {
                btree.endRead();
            }
        }
    }

    private static void checkNew(Btree target) {
        target.beginRead();
        try {
            if (target.pageCount() > 0) {
                throw SqlException.error("output file already exists");
            }
            target.storage().setJournalMode(JournalMode.OFF);
        } finally {
            target.endRead();
        }
    }

    private Schema schema() {
        return databases.schema().database(number);
    }

    /** Sets the form of the copy. */
    private void setForm(PagerSettings settings, boolean keepsPageSize) {
        DatabaseHeader header = btree.header().all();
        int pageSize = keepsPageSize ? header.pageSize() : form.pageSizeOr(header.pageSize());
        settings.setNewPageSize(pageSize);
        settings.setNewReservedBytes(header.reservedBytes());
        settings.setNewEncoding(schema().encoding().code);
        settings.setNewAutoVacuum(form.autoVacuumOr(btree.header().autoVacuum()));
    }
}
