package org.sqlvm.engine.virtual.many;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileIdentity;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.pager.ContentStamp;
import org.sqlvm.engine.pager.JournalMode;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.cache.FileColumns.State;
import org.sqlvm.engine.virtual.module.DatabaseFiles;

import java.io.IOException;
import java.util.function.Supplier;

/** A database file with a read transaction. Its errors name the file. */
final class OpenFile implements AutoCloseable {
    private final DatabaseFiles files;
    private final FileSet.Member member;
    private final Btree btree;
    private Schema schema;

    private OpenFile(DatabaseFiles files, FileSet.Member member, Btree btree) {
        this.files = files;
        this.member = member;
        this.btree = btree;
    }

    /**
     * Opens a file and begins to read it.
     *
     * @param inContext see {@link DatabaseFiles#open}
     */
    static OpenFile open(DatabaseFiles files, FileSet.Member member, boolean inContext) {
        return during(member, () -> {
            Btree btree = files.open(member.canonical(), inContext);
            OpenFile opened = null;
            try {
                btree.beginRead();
                opened = new OpenFile(files, member, btree);
                return opened;
            } finally {
                if (opened == null) {
                    btree.close();
                }
            }
        });
    }

    /** Does work on a file; its error names the file. */
    static <T> T during(FileSet.Member member, Supplier<T> work) {
        try {
            return work.get();
        } catch (SqlException e) {
            if (ResultCode.primary(e.code()) == ResultCode.INTERRUPT || e.isCallback()) {
                throw e;
            }
            String path = member.path();
            String prefix = path + ": ";
            boolean named = e.getMessage().startsWith(prefix);
            String message = ResultCode.primary(e.code()) == ResultCode.CANTOPEN
                    ? "unable to open database file"
                    : e.getMessage();
            throw named ? e : SqlException.ofCause(e.code(), prefix + message, e);
        }
    }

    /** Returns the error of the file. */
    static SqlException error(FileSet.Member member, String what) {
        return SqlException.error(member.path() + ": " + what);
    }

    Schema schema() {
        if (schema == null) {
            schema = during(member, () -> files.schema(btree));
        }
        return schema;
    }

    /** Returns a table of the file; an error if there is none of that name. */
    Table table(String name) {
        Table table = schema().table(name);
        if (table == null || table.rootPage() <= 0) {
            throw error(member, "no such table: " + name);
        }
        return table;
    }

    BtreeCursor cursor(Table table) {
        return table.hasRowid()
                ? btree.openTable(table.rootPage(), false)
                : btree.openIndex(table.rootPage(), false, null);
    }

    /** Returns a cursor on an index. */
    BtreeCursor index(int root) {
        return btree.openIndex(root, false, null);
    }

    /** Whether commits go to a log, so that the file may change while it is read. */
    boolean hasLog() {
        return btree.storage().journalMode() == JournalMode.WAL;
    }

    /** Returns what identifies the commit that is read; null if it cannot be told from others. */
    ContentStamp stamp() {
        return btree.stamp();
    }

    /** Returns the state that is read; null if it cannot be told from later ones. */
    State state() {
        ContentStamp stamp = btree.stamp();
        if (stamp == null) {
            return null;
        }
        State now = now(files.system(), member, hasLog());
        return now != null && now.database().equals(stamp.file()) ? now : null;
    }

    /**
     * Returns the state that a file has now; null if it is not there or cannot be told from later
     * states.
     */
    static State now(FileSystem system, FileSet.Member member, boolean hasLog) {
        try {
            FileIdentity database = system.identity(member.canonical());
            String log = member.canonical() + "-wal";
            FileIdentity frames = hasLog && system.hasContent(log) ? system.identity(log) : null;
            return database == null ? null : new State(database, frames);
        } catch (IOException _) {
            return null;
        }
    }

    @Override
    public void close() {
        btree.close();
    }
}
