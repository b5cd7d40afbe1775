package org.sqlvm.engine.db;

import org.sqlvm.api.FunctionOverload;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.api.search.TokenizerFactory;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.RandomFile;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.AskedFunction;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.ConnectedTables;
import org.sqlvm.engine.virtual.OverloadedFunction;
import org.sqlvm.engine.virtual.VirtualChange;
import org.sqlvm.engine.virtual.fts5.Fts5Module;
import org.sqlvm.engine.virtual.module.DatabaseFiles;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.module.NestedStatement;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The virtual tables of a connection as a running program uses them. */
public final class ConnectionModules implements AutoCloseable {
    private final Registry registry;
    private final Transaction transaction;
    private final Host host;
    private final ConnectedTables tables;

    ConnectionModules(
            Databases databases,
            Registry registry,
            PragmaValues pragmas,
            DatabaseFiles databaseFiles) {
        this.registry = registry;
        this.transaction = databases.transaction();
        this.host = new Host(databases, pragmas, databaseFiles, new HashMap<>(), new AtomicLong());
        this.tables = new ConnectedTables(host);
        databases.setVirtualTables(tables);
    }

    private record Host(
            Databases databases,
            PragmaValues pragmas,
            DatabaseFiles databaseFiles,
            Map<Class<?>, Object> shared,
            AtomicLong changes)
            implements ModuleHost {
        @Override
        public TextEncoding encoding() {
            return databases.encoding();
        }

        @Override
        public Registered registered() {
            return databases.settings().registered();
        }

        @Override
        public List<Object[]> run(String sql) {
            return pragmas.runStatement(sql);
        }

        @Override
        public NestedStatement prepare(String sql) {
            return pragmas.prepare(sql);
        }

        @Override
        public void changing(Runnable work) {
            if (!databases.settings().isDefensive()) {
                work.run();
                return;
            }
            databases.setSettings(databases.settings().withDefensive(false));
            try {
                work.run();
            } finally {
                databases.setSettings(databases.settings().withDefensive(true));
            }
        }

        @Override
        public void countChange() {
            changes.setPlain(changes.getPlain() + 1);
        }

        @Override
        public RandomFile openFile(String path) throws IOException {
            return files().open(path, OpenMode.READ_ONLY);
        }

        @Override
        public FileSystem files() {
            return databaseFiles.system();
        }

        @Override
        public List<Integer> databaseNumbers() {
            return databases.schema().databases().stream().map(Schema::number).toList();
        }

        @Override
        public Btree database(String name) {
            int number = databases.find(name);
            return number < 0 ? null : databases.btree(number);
        }

        @Override
        public Btree database(DatabaseId id) {
            return databases.btree(id.number());
        }

        @Override
        public Table table(DatabaseId database, String name) {
            return databases.schema().database(database.number()).table(name);
        }

        @Override
        public long rowCount(DatabaseId database, String name) {
            Table table = table(database, name);
            return table == null ? -1 : databases.schema().rowCount(table);
        }

        @Override
        public <T> T shared(Class<T> type, Supplier<T> first) {
            return type.cast(shared.computeIfAbsent(type, ignored -> first.get()));
        }
    }

    /** Returns the database files that are not attached. */
    DatabaseFiles databaseFiles() {
        return host.databaseFiles();
    }

    /** Adds a tokenizer for full-text tables. */
    public void addTokenizer(String name, TokenizerFactory factory) {
        Fts5Module.addTokenizer(host, name, factory);
    }

    /** Adds a function of rows that full-text queries find. */
    public void addAuxiliary(String name, AuxiliaryFunction function) {
        Fts5Module.addFunction(host, name, function);
    }

    /** The rows that modules have changed in tables of their own, beyond those of statements. */
    long changeCount() {
        return host.changes().getPlain();
    }

    /** CREATE VIRTUAL TABLE: the table is in the schema, and its module makes it. */
    public void create(Schema.StoredText table) {
        tables.create(table);
    }

    /** ALTER TABLE: the table has another name in the schema. */
    public void rename(ConnectedTable table, String name) {
        tables.rename(table, name);
    }

    /** Lets the table's module delete its stored data, for DROP TABLE. */
    public void destroy(ConnectedTable table) {
        transaction.destroying(() -> tables.destroy(table));
    }

    /** A statement is going to change the table. */
    public void begin(ConnectedTable table) {
        connected(table);
        tables.begin(table, transaction.savepointCount());
    }

    /**
     * Has the table that a statement changes do it, after {@link #begin}.
     *
     * @param values see {@link VirtualChange}
     * @return the rowid of a row that is inserted
     */
    public long change(VirtualChange change, Object[] values) {
        return tables.change(change, values);
    }

    /**
     * Compiles a statement; adds the answers of tables about functions to the list.
     *
     * @param caller calls tables where they may run programs and code of users: the compiler may
     *     work on another thread
     */
    public <T> T asking(
            List<AskedFunction> list, ConnectedTables.Caller caller, Supplier<T> compiler) {
        return tables.asking(list, caller, compiler);
    }

    /**
     * Whether tables give the answers about functions now that they gave when a program was
     * compiled. As in SQLite, they are asked whenever a statement is prepared.
     */
    public boolean answerAs(List<AskedFunction> answers) {
        return answers.isEmpty() || tables.answerAs(answers);
    }

    /** Whether the table lets the statement's OR decide about changes that it refuses. */
    public boolean supportsConstraints(ConnectedTable table) {
        return tables.supportsConstraints(table);
    }

    /** A function as this connection's table has it. */
    Object call(OverloadedFunction function, Object[] arguments) {
        FunctionOverload overload =
                tables.overload(function.table(), function.name(), function.argumentCount());
        if (overload == null) {
            throw OverloadedFunction.unusable(function.name());
        }
        CallResult result = new CallResult();
        try {
            overload.function().call(new HostArguments(arguments), result);
        } catch (Throwable thrown) {
            throw tables.error(function.table(), thrown);
        }
        return result.value();
    }

    /** A function of a module that needs no registering. */
    Object call(String function, Object[] arguments) {
        return tables.call(function, arguments);
    }

    /** Returns the fault of a table for PRAGMA integrity_check, or null. */
    public String check(ConnectedTable table, boolean quick) {
        return tables.check(connected(table), quick);
    }

    /**
     * This connection's object for a table that a program has been compiled for.
     *
     * @throws SchemaChangedException if the table has other columns here
     */
    ModuleTable connected(ConnectedTable table) {
        tables.refresh(table);
        ModuleTable own = tables.find(table);
        if (!tables.isAs(table)) {
            registry.declare(table.name(), tables.declaration(own));
            throw new SchemaChangedException();
        }
        return own;
    }

    /**
     * Forgets the tables of a database and of those behind it: the next use connects them again.
     */
    void forget(int database) {
        tables.forget(database);
    }

    @Override
    public void close() {
        tables.close();
    }
}
