package org.sqlvm.engine.db;

import org.sqlvm.api.Limit;
import org.sqlvm.engine.advice.Door;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.Meta;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.SharedMemory;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.pager.PagerSettings;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.row.function.StoredFunction;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.KnownRows;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Settings;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.vector.cache.ColumnCache;
import org.sqlvm.engine.vector.saved.MirrorPlace;
import org.sqlvm.engine.virtual.ConnectedTables;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The databases of a connection: main, temp, and those that ATTACH has added. Each has a b-tree and
 * its schema as last read, with the cookie that belongs to it.
 *
 * <p>A number is an index into the list, as in instructions; DETACH moves the databases behind the
 * detached one.
 */
final class Databases implements AutoCloseable {
    /** A database, with its part of the connection's transaction. */
    static final class Database {
        final Btree btree;
        final StoragePragmas pragmas;
        private DatabaseId id;
        /** The schema; null before it is first read, and when it may have been undone. */
        private Schema schema;

        private final KnownRows known = new KnownRows();

        private int cookie;
        /** The stamp of the first page when the cookie was last compared with its. */
        private long checkedStamp = -1;
        /** The size when the schema, and how many rows its tables have, was last read. */
        private int measuredPages;
        /** BEGIN … COMMIT keeps its snapshot. */
        boolean holdsRead;
        /** A statement has read it or written to it. */
        boolean used;
        /** Its tables are those of a set of files that ATTACH has named. */
        boolean isSet;
        /** The schema has been read within this write transaction: it may not survive it. */
        boolean schemaTouched;

        Database(DatabaseId id, Btree btree, StoragePragmas pragmas) {
            this.id = id;
            this.btree = btree;
            this.pragmas = pragmas;
        }

        /**
         * Whether plans are made for tables of another size: an application may fill them, and ask,
         * with one connection. Not within a write transaction, which a schema may not survive.
         */
        private boolean hasOutgrownSchema() {
            long pages = btree.pageCount();
            return !btree.isWriting()
                    && Math.max(pages, measuredPages) >= SchemaReader.MEASURED_PAGES
                    && (pages > 2L * measuredPages || measuredPages > 2 * pages);
        }
    }

    private final List<Database> databases = new ArrayList<>();
    /** The databases by number: every statement reads this array a few times. */
    private Database[] numbered = {};

    private Settings settings = Settings.DEFAULT.with(Door.current());
    /** None, before a connection has these databases. */
    private ConnectedTables virtualTables = new ConnectedTables(null);

    /** The schema of all databases, with the settings; null if one has changed. */
    private Schema all;
    /** The tables of temp's triggers, until schemas are read again for others' changes. */
    private Map<String, String> triggerHomes = Map.of();
    /**
     * Counts the changes after which statements may have to be compiled again: see
     * {@link #changeCount}.
     */
    private int changeCount;
    /** Another one for other databases or other settings. */
    private Object shape = new Object();
    /** A database has a table, or had one. */
    private boolean encodingIsFixed;

    private final VacuumForm vacuumForm = new VacuumForm();
    private final Limits limits;
    private final ColumnCache columnCache = new ColumnCache();
    private final ConnectionHooks hooks = new ConnectionHooks(this);
    private final Transaction transaction = new Transaction(this);
    /** In milliseconds. */
    private final long busyTimeout;

    private final FileSystem fileSystem;
    private final Workspace workspace;
    /** Null while stored functions are not allowed. */
    private Function<StoredFunction, RegisteredFunction.Body> functionMaker;

    Databases(FileSystem fileSystem, Btree main, long busyTimeout, Workspace workspace) {
        this.fileSystem = fileSystem;
        this.busyTimeout = busyTimeout;
        this.workspace = workspace;
        this.limits = new Limits(workspace.interruption());
        add(DatabaseId.MAIN, main);
        add(DatabaseId.TEMP, Btree.openTemporary(workspace));
    }

    private void add(DatabaseId id, Btree btree) {
        columnCache.listen(btree);
        databases.add(database(id, btree));
        number();
    }

    /** The list has changed. */
    private void number() {
        numbered = databases.toArray(Database[]::new);
        shape = new Object();
        changed();
    }

    /** Something that is known of the databases, or the settings, has changed. */
    private void changed() {
        all = null;
        changeCount++;
    }

    /** While it stays, so does all that is known of the databases, and so do the settings. */
    int changeCount() {
        return changeCount;
    }

    /** While it stays, so do the list of the databases and the settings, whatever is in them. */
    Object shape() {
        return shape;
    }

    private void setAll(Settings next) {
        settings = next;
        shape = new Object();
        changed();
    }

    private Database database(DatabaseId id, Btree btree) {
        return new Database(
                id, btree, new StoragePragmas(btree, transaction, vacuumForm, busyTimeout));
    }

    FileSystem fileSystem() {
        return fileSystem;
    }

    Transaction transaction() {
        return transaction;
    }

    Limits limits() {
        return limits;
    }

    /** Returns the cache of columns that vectorized scans of all databases share. */
    ColumnCache columnCache() {
        return columnCache;
    }

    /** Saves the cached columns of databases when they are closed. */
    void saveColumns(MirrorPlace place) {
        columnCache.saveIn(
                place,
                btree -> btree.isMemory()
                        ? null
                        : place.file(btree.path(), btree == databases.getFirst().btree));
    }

    /** Forgets all cached columns, and deletes the files that they have been saved in. */
    void dropSavedColumns() {
        databases.forEach(database -> columnCache.drop(database.btree));
        columnCache.fileColumns().clear();
    }

    ConnectionHooks hooks() {
        return hooks;
    }

    /** Returns the form that VACUUM is to give to the databases. */
    VacuumForm vacuumForm() {
        return vacuumForm;
    }

    Database get(int number) {
        return numbered[number];
    }

    List<Database> list() {
        return databases;
    }

    int count() {
        return numbered.length;
    }

    Btree btree(int number) {
        return numbered[number].btree;
    }

    /** Cursors of running statements. */
    int openCursorCount() {
        return databases.stream()
                .mapToInt(database -> database.btree.openCursorCount())
                .sum();
    }

    // ------------------------------------------------------------------ schemas

    boolean knowsSchema() {
        return all != null;
    }

    /** Whether {@link #schema} has nothing to read from a file. */
    boolean hasReadSchemas() {
        for (Database database : numbered) {
            if (database.schema == null) {
                return false;
            }
        }
        return true;
    }

    /** Returns the combined schema as last read; reads the parts that have not been read yet. */
    Schema schema() {
        if (all == null) {
            List<Schema> parts = new ArrayList<>();
            for (int i = 0; i < databases.size(); i++) {
                if (databases.get(i).schema == null) {
                    readAlone(i);
                }
                parts.add(databases.get(i).schema);
            }
            all = Schema.of(parts, triggerHomes).with(settings);
            triggerHomes = all.triggerHomes();
        }
        return all;
    }

    /** Returns an empty schema for the same databases and settings, without reading any file. */
    Schema emptySchema() {
        List<Schema> parts = new ArrayList<>();
        for (Database database : databases) {
            parts.add(Schema.empty(database.id, TextEncoding.UTF8));
        }
        return Schema.of(parts, Map.of()).with(settings);
    }

    private void readAlone(int number) {
        Btree btree = btree(number);
        btree.beginRead();
        try {
            read(number);
        } finally {
            btree.endRead();
        }
    }

    /** Needs no transaction: reads the schemas again whose cookies have changed. */
    void refresh() {
        for (int i = 0; i < databases.size(); i++) {
            Btree btree = btree(i);
            btree.beginRead();
            try {
                check(i);
            } finally {
                btree.endRead();
            }
        }
    }

    /** Within a transaction: reads the schema if it is not the one of this snapshot. */
    void check(int number) {
        Database database = numbered[number];
        if (database.schema == null || database.btree.header().stamp() != database.checkedStamp) {
            checkCookie(database, number);
        }
    }

    private void checkCookie(Database database, int number) {
        long stamp = database.btree.header().stamp();
        if (database.schema != null
                && database.btree.header().get(Meta.SCHEMA_COOKIE) != database.cookie) {
            triggerHomes = Map.of();
        }
        if (database.schema == null
                || database.btree.header().get(Meta.SCHEMA_COOKIE) != database.cookie
                || database.hasOutgrownSchema()) {
            read(number);
        }
        database.checkedStamp = stamp;
    }

    /** Reads the schema of one database, within a transaction. */
    void read(int number) {
        Database database = databases.get(number);
        if (database.schema != null) {
            database.schemaTouched |= database.btree.isWriting();
        }
        boolean empty = database.btree.pageCount() == 0;
        database.schema = empty && number > 0
                ? Schema.empty(database.id, encoding())
                : SchemaReader.read(
                        database.btree,
                        database.id,
                        settings.writableSchema(),
                        settings.registered(),
                        database.known);
        if (number > 0 && database.schema.encoding() != encoding()) {
            throw SqlException.error(
                    "attached databases must use the same text encoding as main database");
        }
        database.cookie = database.btree.header().get(Meta.SCHEMA_COOKIE);
        database.measuredPages = database.btree.pageCount();
        if (number == 0 && settings.storedFunctions()) {
            List<StoredFunction> stored = SchemaReader.functions(database.btree, database.schema);
            setAll(settings.with(settings.registered().withStored(stored, functionMaker)));
        }
        encodingIsFixed |= !database.schema.tables().isEmpty();
        changed();
    }

    /** Returns the text encoding of all databases, which is main's. */
    TextEncoding encoding() {
        if (databases.getFirst().schema == null) {
            readAlone(0);
        }
        return databases.getFirst().schema.encoding();
    }

    /** Whether PRAGMA encoding comes too late. */
    boolean encodingIsFixed() {
        for (Database database : databases) {
            if (database.schema == null) {
                readAlone(database.id.number());
            }
        }
        return encodingIsFixed;
    }

    /**
     * Notes that a statement reads a database, or writes to it. SQLite creates temp only then, with
     * the page size that PRAGMA page_size has last set for any database.
     */
    void use(int number) {
        Database database = get(number);
        if (!database.used && database.id.isTemp()) {
            PagerSettings temp = database.btree.storage().settings();
            temp.setNewPageSize(vacuumForm.pageSizeOr(temp.newPageSize()));
        }
        database.used = true;
    }

    /** A database whose first write transaction is about to begin is to have main's encoding. */
    void prepare(int number) {
        if (number > 0) {
            btree(number).storage().settings().setNewEncoding(encoding().code);
        }
    }

    Settings settings() {
        return settings;
    }

    ConnectedTables virtualTables() {
        return virtualTables;
    }

    void setVirtualTables(ConnectedTables tables) {
        virtualTables = tables;
        settings = settings.with(settings.registered().withConnected(tables));
    }

    /**
     * Allows the functions that are stored in main.
     *
     * @param maker makes the body of one
     */
    void allowStoredFunctions(Function<StoredFunction, RegisteredFunction.Body> maker) {
        functionMaker = maker;
        setAll(settings.withStoredFunctions());
        forgetAll();
    }

    /** Allows quoted names in FROM to be names of files. */
    void allowFileNames() {
        setAll(settings.withFileNames());
    }

    /** Changes the settings that statements are compiled for, beside the schemas. */
    void setSettings(Settings changed) {
        if (!changed.equals(settings)) {
            if (!changed.registered().hasSameCollations(settings.registered())) {
                forgetAll(); // Columns and indexes hold them.
            }
            setAll(changed);
        }
    }

    /** All schemas are to be read again. */
    void forgetAll() {
        databases.forEach(database -> database.schema = null);
        changed();
    }

    /** The schema is to be read again within this write transaction, and when that is undone. */
    void expire(int number) {
        databases.get(number).schemaTouched = true;
        forget(number);
    }

    /** The triggers of temp are on the tables that their names mean when the schema is known. */
    void findTablesOfTriggers() {
        triggerHomes = Map.of();
        changed();
    }

    /** The schema of a database may have been undone. */
    void forget(int number) {
        triggerHomes = Map.of();
        databases.get(number).schema = null;
        changed();
    }

    /**
     * PRAGMA temp_store. Another value than before is the end of all TEMP objects.
     *
     * @throws SqlException if there are some and a transaction runs
     */
    void setTempStore(int store) {
        int number = DatabaseId.TEMP.number();
        if (store == workspace.store()) {
            return;
        }
        Database temp = databases.get(number);
        if (temp.btree.pageCount() > 0) {
            if (!transaction.isAutocommit() || temp.btree.isReading()) {
                throw SqlException.error(
                        "temporary storage cannot be changed from within a transaction");
            }
        }
        columnCache.forget(temp.btree);
        temp.btree.close();
        workspace.setStore(store);
        databases.set(number, database(DatabaseId.TEMP, Btree.openTemporary(workspace)));
        number();
    }

    /**
     * Replaces a database by one in memory with the content of a database file.
     *
     * @throws SqlException for a name that is none or that of temp, and while it is in use
     */
    void replace(String name, byte[] image) {
        int number = numberOf(name);
        Btree old = btree(number);
        if (number == DatabaseId.TEMP.number() || old.isReading() || old.isWriting()) {
            throw SqlException.error("SQL logic error");
        }
        Btree fresh = Btree.deserialize(image);
        DatabaseId id = databases.get(number).id;
        columnCache.forget(old);
        old.close();
        databases.set(number, database(id, fresh));
        number();
        forgetAll();
    }

    // ------------------------------------------------------------------ ATTACH

    /** The number of the database called {@code name} in any case, or -1. */
    int find(String name) {
        for (int i = 0; i < databases.size(); i++) {
            boolean main = i == 0 && Name.same(name, DatabaseId.MAIN.name());
            if (main || Name.same(databases.get(i).id.name(), name)) {
                return i;
            }
        }
        return -1;
    }

    /** Returns the number of a database; an error if there is none of that name. */
    int numberOf(String name) {
        int number = find(name);
        if (number < 0) {
            throw SqlException.error("unknown database " + name);
        }
        return number;
    }

    /** Whether another database may be attached under this name; an error if not. */
    void checkNew(String name) {
        checkRoom();
        if (find(name) >= 0) {
            throw SqlException.error("database " + name + " is already in use");
        }
    }

    /** Whether one more database may be attached; an error if not. */
    void checkRoom() {
        int max = limits.get(Limit.ATTACHED);
        if (databases.size() >= max + 2) {
            throw SqlException.error("too many attached databases - max " + max);
        }
    }

    /**
     * Adds a database; it is closed with these.
     *
     * @param isSet whether its tables are those of a set of files
     */
    void attach(String name, Btree btree, boolean isSet) {
        checkAttachedOnce(btree);
        DatabaseId id = new DatabaseId(databases.size(), name);
        add(id, btree);
        databases.getLast().isSet = isSet;
        databases.getLast().pragmas.overwriteAs(databases.getFirst().pragmas);
        hooks.attached(btree);
        boolean done = false;
        try {
            readAlone(id.number());
            done = true;
        } finally {
            if (!done) {
                databases.removeLast();
                number();
            }
        }
    }

    /** A connection has one handle to a shared cache. */
    private void checkAttachedOnce(Btree btree) {
        SharedMemory.Name shared = btree.sharedName();
        for (Database database : databases) {
            if (shared != null
                    && shared.tableLocks()
                    && shared.equals(database.btree.sharedName())) {
                throw SqlException.error("database is already attached");
            }
        }
    }

    /** @throws SqlException for a database that is not there, cannot go, or is in use */
    void detach(String name) {
        int number = find(name);
        boolean unused = number == DatabaseId.TEMP.number()
                && schema().database(number).tables().isEmpty();
        if (number < 0 || unused) {
            throw SqlException.error("no such database: " + name);
        }
        if (number < 2) {
            throw SqlException.error("cannot detach database " + name);
        }
        Btree btree = btree(number);
        if (btree.isReading() || btree.isWriting()) {
            throw SqlException.error("database " + name + " is locked");
        }
        schema();
        databases.remove(number);
        number();
        leaveTriggers(name);
        columnCache.forget(btree);
        btree.close();
        for (int i = number; i < databases.size(); i++) {
            // The database's tables know the number, so the schema is read again.
            databases.get(i).id = new DatabaseId(i, databases.get(i).id.name());
            databases.get(i).schema = null;
        }
        changed();
    }

    /** Triggers of temp that are on tables of a database which goes are on none. */
    private void leaveTriggers(String detached) {
        Map<String, String> homes = new HashMap<>(triggerHomes);
        homes.replaceAll((trigger, home) -> Name.same(home, detached) ? "" : home);
        triggerHomes = homes;
    }

    @Override
    public void close() {
        try {
            columnCache.close();
        } finally {
            databases.forEach(database -> database.btree.close());
        }
    }
}
