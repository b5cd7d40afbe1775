package org.sqlvm.engine.virtual;

import org.sqlvm.api.FunctionOverload;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.TableModule;
import org.sqlvm.api.WritableTable;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.row.function.UserCode;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.virtual.module.EngineTable;
import org.sqlvm.engine.virtual.module.ModuleCall;
import org.sqlvm.engine.virtual.module.ModuleHost;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The virtual tables that one connection has connected: each when it is first used, as in SQLite,
 * so that a file opens whatever modules its tables want. One thread at a time.
 */
public final class ConnectedTables implements RegisteredFunction.Body, AutoCloseable {
    /** How many calls are kept. Those beyond are connected again when they are run. */
    private static final int CALLS_MAX = 100;

    /** Where a table cannot be read with the conditions that are known. */
    private static final ScanPlan IMPOSSIBLE =
            ScanPlan.all().withCost(VirtualTable.IMPOSSIBLE_COST, 1);

    private final ModuleHost host;
    private final Map<Key, Connected> tables = new HashMap<>();
    /** The tables that are calls, the oldest first. */
    private final Deque<Key> calls = new ArrayDeque<>();
    /** Those that take part in the transaction. */
    private final List<Writing> writing = new ArrayList<>();
    /** What tables say while a statement is compiled; null while none is. */
    private Answers answers;
    /** The tables whose modules are making them. */
    private final Set<Key> made = new HashSet<>();
    /** While ALTER TABLE looks whether the schema may have another name for a table; else null. */
    private Renaming renaming;

    /** Calls what needs the thread of the statement's caller, and its context. */
    @FunctionalInterface
    public interface Caller {
        <T> T call(Supplier<T> work);
    }

    /** @param table in lower case */
    private record Key(int database, String table) {
        Key(DatabaseId database, String table) {
            this(database.number(), Schema.key(table));
        }
    }

    /** @param module its name in lower case */
    private record Connected(
            ConnectedTable known, ModuleTable table, String module, Overloads overloads) {
        Connected(ConnectedTable known, ModuleTable table, String module) {
            this(known, table, module, new Overloads(table, new HashMap<>()));
        }
    }

    /**
     * @param known by name and number of arguments the functions that the table has had last:
     *     statements that were prepared when it had one keep it
     */
    private record Overloads(ModuleTable table, Map<String, FunctionOverload> known) {
        /** As for a statement that is prepared; null for none. */
        FunctionOverload ask(String name, int argumentCount) {
            FunctionOverload found =
                    TableCalls.call(table, () -> table.findFunction(name, argumentCount));
            if (found != null) {
                known.put(key(name, argumentCount), found);
            }
            return found;
        }

        /** As for one that runs. */
        FunctionOverload find(String name, int argumentCount) {
            FunctionOverload found = known.get(key(name, argumentCount));
            return found == null ? ask(name, argumentCount) : found;
        }

        private static String key(String name, int argumentCount) {
            return name + "/" + argumentCount;
        }
    }

    /**
     * What tables have said to a statement that is compiled.
     *
     * @param functions whether they have them, in the order of the questions
     * @param plans each is asked for once
     * @param caller calls the tables
     */
    private record Answers(
            List<AskedFunction> functions, Map<Question, ScanPlan> plans, Caller caller) {}

    /** @param name the name that it will have, of which its module does not know yet */
    private record Renaming(ConnectedTable table, Key name) {}

    private record Question(ConnectedTable table, ScanRequest request) {}

    /** A table whose transaction has begun. */
    private static final class Writing {
        final WritableTable table;
        /** The savepoints from this number on are not known to it. */
        int unknown;

        Writing(WritableTable table) {
            this.table = table;
        }
    }

    /** @param host null if there will be no tables */
    public ConnectedTables(ModuleHost host) {
        this.host = host;
    }

    /** Returns the tables of the connection that compiles a statement; null if it has none. */
    static ConnectedTables of(Registered registered) {
        return (ConnectedTables) registered.connected();
    }

    /** What statements of any kind see of a table that is in a schema. */
    ConnectedTable known(Schema.StoredText text) {
        Key key = new Key(text.database(), text.name());
        if (renaming != null && key.equals(renaming.name())) {
            Table declared = connected(renaming.table()).known().declared();
            return new ConnectedTable(text.database(), text.name(), text.sql(), declared);
        }
        Connected connected = tables.get(key);
        if (connected == null || !connected.known().sql().equals(text.sql())) {
            connected = connect(key, call(text), text.sql(), false);
        }
        return connected.known();
    }

    /** CREATE VIRTUAL TABLE: the table's row is in the schema. */
    public void create(Schema.StoredText text) {
        ModuleCall call = call(text);
        Key key = new Key(text.database(), text.name());
        host.changing(() -> connect(key, call, text.sql(), true));
        if (tables.get(key).table() instanceof WritableTable table) {
            writing.add(new Writing(table)); // Its transaction has begun with it.
        }
    }

    /** Does work in which a table has another name, too, before its module knows of it. */
    void renaming(ConnectedTable table, String name, Runnable work) {
        renaming = new Renaming(table, new Key(table.database(), name));
        try {
            work.run();
        } finally {
            renaming = null;
        }
    }

    /**
     * The table that a module is, by its name, in every database.
     *
     * @return null if there is no such module, or it is none of its own
     */
    ConnectedTable eponymous(String name) {
        TableModule module = VirtualModules.find(name, host.registered());
        if (module == null || !module.isEponymous()) {
            return null;
        }
        Key key = new Key(DatabaseId.MAIN, "\0" + Schema.key(name));
        Connected connected = tables.get(key);
        if (connected == null) {
            ModuleCall call = new ModuleCall(host, name, DatabaseId.MAIN, name, List.of());
            connected = connect(key, call, "", false);
        }
        return connected.known();
    }

    /** The table that a call of a module is, with constants as texts. */
    ConnectedTable called(String module, List<String> arguments) {
        String list = "(" + String.join(", ", arguments) + ")";
        String name = Schema.key(module) + list;
        String sql = "CREATE VIRTUAL TABLE " + Identifiers.quoted(name) + " USING "
                + Identifiers.quoted(module) + list;
        Key key = new Key(DatabaseId.TEMP, name);
        Connected connected = tables.get(key);
        boolean known =
                connected != null && connected.known().sql().equals(sql) && isCurrent(connected);
        if (!known) {
            calls.remove(key);
            if (calls.size() == CALLS_MAX) {
                disconnect(calls.removeFirst());
            }
            ModuleCall call = new ModuleCall(host, module, DatabaseId.TEMP, name, arguments);
            connected = connect(key, call, sql, false);
            calls.addLast(key);
        }
        return connected.known();
    }

    private boolean isCurrent(Connected connected) {
        ModuleTable table = connected.table();
        return calling(() -> TableCalls.call(table, table::isCurrent));
    }

    /** If what a table has declared may not be so any more, it is connected again. */
    public void refresh(ConnectedTable known) {
        Connected connected = tables.get(key(known));
        if (connected != null && !isCurrent(connected)) {
            disconnect(key(known));
        }
    }

    /** The databases that a statement needs which uses a table. */
    Set<Integer> databases(ConnectedTable wanted) {
        Set<Integer> numbers = new TreeSet<>();
        if (ask(wanted, table -> TableCalls.call(table, table::usesAllSchemas))) {
            numbers.addAll(host.databaseNumbers());
            numbers.remove(DatabaseId.TEMP.number());
        }
        numbers.add(wanted.database().number());
        return numbers;
    }

    /** This connection's table for one that programs know. */
    public ModuleTable find(ConnectedTable wanted) {
        return connected(wanted).table();
    }

    /** What a table has in the place of a function that runs; null if it has none. */
    public FunctionOverload overload(ConnectedTable wanted, String name, int argumentCount) {
        return connected(wanted).overloads().find(name, argumentCount);
    }

    /**
     * The same for a statement that is compiled. As in SQLite, the table is asked each time: what
     * it has may change.
     */
    FunctionOverload ask(ConnectedTable wanted, String name, int argumentCount) {
        Overloads overloads = connected(wanted).overloads();
        FunctionOverload found = calling(() -> overloads.ask(name, argumentCount));
        if (answers != null) {
            answers.functions().add(AskedFunction.of(wanted, name, argumentCount, found));
        }
        return found;
    }

    /**
     * Compiles a statement; what tables say about functions meanwhile goes into the list.
     *
     * @param caller calls the tables
     */
    public <T> T asking(List<AskedFunction> list, Caller caller, Supplier<T> compiler) {
        Answers before = answers;
        answers = new Answers(list, new HashMap<>(), caller);
        try {
            return compiler.get();
        } finally {
            answers = before;
        }
    }

    /**
     * Calls a table, which may run statements and code of users. A statement that is long is
     * compiled on a thread that must not do that.
     */
    private <T> T calling(Supplier<T> work) {
        return answers == null ? work.get() : answers.caller().call(work);
    }

    /** Asks this connection's table for one that programs know. */
    <T> T ask(ConnectedTable wanted, Function<ModuleTable, T> question) {
        ModuleTable table = find(wanted);
        return calling(() -> question.apply(table));
    }

    /** How a table would find the rows of a query. */
    ScanPlan plan(ConnectedTable wanted, ScanRequest request) {
        Question question = new Question(wanted, request);
        ScanPlan known = answers == null ? null : answers.plans().get(question);
        if (known != null) {
            return known;
        }
        ModuleTable table = find(wanted);
        ScanPlan plan = calling(() -> TableCalls.call(table, () -> table.plan(request)));
        ScanPlan found = plan == null ? IMPOSSIBLE : plan;
        if (answers != null) {
            answers.plans().put(question, found);
        }
        return found;
    }

    /**
     * Whether tables say now what they said when a program was compiled, perhaps to another
     * connection.
     */
    public boolean answerAs(List<AskedFunction> answers) {
        for (AskedFunction each : answers) {
            FunctionOverload now =
                    connected(each.table()).overloads().ask(each.name(), each.argumentCount());
            if (!each.equals(
                    AskedFunction.of(each.table(), each.name(), each.argumentCount(), now))) {
                return false;
            }
        }
        return true;
    }

    private Connected connected(ConnectedTable wanted) {
        Key key = key(wanted);
        if (renaming != null && key.equals(renaming.name())) {
            return connected(renaming.table());
        }
        Connected connected = tables.get(key);
        if (connected == null || !connected.known().sql().equals(wanted.sql())) {
            ModuleCall call = wanted.sql().isEmpty()
                    ? new ModuleCall(host, wanted.name(), DatabaseId.MAIN, wanted.name(), List.of())
                    : call(new Schema.StoredText(
                            wanted.name(), wanted.name(), wanted.sql(), wanted.database(), true));
            connected = connect(key, call, wanted.sql(), false);
        }
        return connected;
    }

    /**
     * The same of a table that a statement changes.
     *
     * @throws SqlException if its rows cannot be changed
     */
    private WritableTable writable(ConnectedTable wanted) {
        if (find(wanted) instanceof WritableTable table) {
            return table;
        }
        throw SqlException.error("table " + wanted.name() + " may not be modified");
    }

    /** Whether a table that has been found has the columns that programs know of it. */
    public boolean isAs(ConnectedTable known) {
        Connected connected = tables.get(key(known));
        return connected.known().declared().sql().equals(known.declared().sql());
    }

    private static Key key(ConnectedTable table) {
        return table.sql().isEmpty()
                ? new Key(DatabaseId.MAIN, "\0" + Schema.key(table.name()))
                : new Key(table.database(), table.name());
    }

    private Connected connect(Key key, ModuleCall call, String sql, boolean creates) {
        return calling(() -> connectHere(key, call, sql, creates));
    }

    private Connected connectHere(Key key, ModuleCall call, String sql, boolean creates) {
        TableModule module = VirtualModules.find(call.module(), host.registered());
        if (module == null || (!sql.isEmpty() && !module.isCreatable())) {
            throw SqlException.error("no such module: " + call.module());
        }
        disconnect(key);
        ModuleTable table = make(key, module, call, creates);
        Connected connected = null;
        try {
            connected = new Connected(
                    new ConnectedTable(
                            call.database(),
                            call.table(),
                            sql,
                            Declarations.table(
                                    declaration(table),
                                    call,
                                    Preparation.idle(host.encoding(), host.registered()))),
                    table,
                    Schema.key(call.module()));
            tables.put(key, connected);
        } finally {
            if (connected == null) {
                close(table);
            }
        }
        return connected;
    }

    /** @throws SqlException if the module needs the table itself for that */
    private ModuleTable make(Key key, TableModule module, ModuleCall call, boolean creates) {
        if (!made.add(key)) {
            throw new SqlException(
                    ResultCode.LOCKED, "vtable constructor called recursively: " + call.table());
        }
        try {
            return TableCalls.make(module, call, creates);
        } finally {
            made.remove(key);
        }
    }

    /** What a table declares. */
    public String declaration(ModuleTable table) {
        return TableCalls.call(table, table::declaration);
    }

    private static void close(ModuleTable table) {
        TableCalls.run(table, table::close);
    }

    private ModuleCall call(Schema.StoredText text) {
        Statement.CreateVirtualTable tree =
                (Statement.CreateVirtualTable) Parser.parseSchemaSql(text.sql());
        return new ModuleCall(
                host, tree.module().text(), text.database(), text.name(), tree.arguments());
    }

    /** DROP TABLE: its row has gone from the schema. */
    public void destroy(ConnectedTable table) {
        ModuleTable own = find(table);
        host.changing(() -> TableCalls.run(own, own::destroy));
        disconnect(new Key(table.database(), table.name()));
    }

    /** ALTER TABLE: it has the other name in the schema. */
    public void rename(ConnectedTable table, String name) {
        ModuleTable own = find(table);
        Runnable rename = () -> TableCalls.run(own, () -> own.rename(name));
        renaming(table, name, () -> host.changing(rename));
        disconnect(key(table));
    }

    // ------------------------------------------------------------------ transactions

    /**
     * A statement is going to change a table.
     *
     * @param savepointCount how many parts of the transaction can be undone alone
     */
    public void begin(ConnectedTable known, int savepointCount) {
        WritableTable table = writable(known);
        if (writing.stream().anyMatch(each -> each.table == table)) {
            return;
        }
        Writing begun = new Writing(table);
        host.changing(() -> {
            TableCalls.run(table, table::begin);
            writing.add(begun);
            if (savepointCount > 0) {
                begun.unknown = savepointCount;
                TableCalls.run(table, () -> table.savepoint(savepointCount - 1));
            }
        });
    }

    /**
     * Has a table whose transaction has begun change a row.
     *
     * @param values see {@link VirtualChange}
     * @return the rowid of a row that is inserted
     */
    public long change(VirtualChange change, Object[] values) {
        WritableTable table = writable(change.table());
        long[] rowid = new long[1];
        host.changing(() -> rowid[0] = change.apply(table, values));
        return rowid[0];
    }

    /** Whether the OR of a statement says what happens if the table refuses a change. */
    public boolean supportsConstraints(ConnectedTable known) {
        return find(known) instanceof WritableTable table
                && TableCalls.call(table, table::supportsConstraints);
    }

    /** The error of the statement if a function of a table has thrown something. */
    public RuntimeException error(ConnectedTable known, Throwable thrown) {
        return find(known) instanceof EngineTable && thrown instanceof RuntimeException error
                ? error
                : UserCode.error(thrown);
    }

    /** Calls a function of a module that needs no registering. */
    public Object call(String function, Object[] arguments) {
        return VirtualModules.call(host, function, arguments);
    }

    /** What is wrong with what a table has stored; null for nothing. */
    public String check(ModuleTable table, boolean quick) {
        return TableCalls.call(table, () -> table.checkIntegrity(quick));
    }

    /** A part of the transaction begins that can be undone alone. */
    public void savepoint(int number) {
        tell(each -> {
            each.unknown = number + 1;
            each.table.savepoint(number);
        });
    }

    /** That part stays, but as a part of what is around it. */
    public void release(int number) {
        tell(each -> {
            if (each.unknown > number) {
                each.table.release(number);
            }
        });
    }

    /** That part is undone; the savepoint stays. */
    public void rollbackTo(int number) {
        tell(each -> {
            if (each.unknown > number) {
                each.table.rollbackTo(number);
            }
        });
    }

    /**
     * The transaction is going to be committed.
     *
     * @throws SqlException if a table cannot: it is to be rolled back
     */
    public void sync() {
        tell(each -> each.table.sync());
    }

    private void tell(Consumer<Writing> what) {
        if (!writing.isEmpty()) {
            host.changing(() ->
                    writing.forEach(each -> TableCalls.run(each.table, () -> what.accept(each))));
        }
    }

    /** The transaction is committed. */
    public void commit() {
        end(WritableTable::commit);
    }

    /** The transaction is undone. */
    public void rollback() {
        end(WritableTable::rollback);
    }

    /** Tells every table, also if one throws. */
    private void end(Consumer<WritableTable> how) {
        List<Writing> ended = List.copyOf(writing);
        writing.clear();
        RuntimeException first = null;
        for (Writing each : ended) {
            try {
                TableCalls.run(each.table, () -> how.accept(each.table));
            } catch (RuntimeException thrown) {
                first = first == null ? thrown : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private void disconnect(Key key) {
        Connected before = tables.remove(key);
        if (before != null) {
            writing.removeIf(each -> each.table == before.table());
            close(before.table());
        }
    }

    /** The tables of a database and of those behind it are connected anew when they are used. */
    public void forget(int database) {
        for (Key key : new ArrayList<>(tables.keySet())) {
            if (key.database() >= database) {
                disconnect(key);
            }
        }
    }

    /** All modules but some are dropped. */
    public void forgetModules(Collection<String> kept) {
        Set<String> names = new HashSet<>();
        kept.forEach(name -> names.add(Schema.key(name)));
        for (Key key : new ArrayList<>(tables.keySet())) {
            if (!names.contains(tables.get(key).module())) {
                disconnect(key);
            }
        }
    }

    /** Another module of that name is registered, or none. */
    public void forgetModule(String name) {
        for (Key key : new ArrayList<>(tables.keySet())) {
            if (tables.get(key).module().equals(Schema.key(name))) {
                disconnect(key);
            }
        }
    }

    @Override
    public void close() {
        new ArrayList<>(tables.keySet()).forEach(this::disconnect);
    }
}
