package org.sqlvm.engine.row.function;

import org.sqlvm.api.TableModule;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.RegisteredCollation;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.function.RegisteredFunction.Body;
import org.sqlvm.engine.row.function.RegisteredFunction.Traits;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What the user of a connection has added to SQL: functions, collations, and collections that are
 * read as tables; and the functions that the database has brought. Immutable; a change is a new
 * object.
 *
 * <p>Two with the same {@link #fingerprint} mean the same to a program: functions of the same
 * names, numbers of arguments and traits, in the same slots, whatever they do; and the very same
 * collations, whose order is in the indexes.
 */
public final class Registered {
    /** Of a connection whose user has registered nothing. */
    public static final Registered NONE = new Registered(
            new Parts(List.of(), List.of(), Map.of(), List.of(), Modules.NONE, true));

    /** What is registered under a name and a number of arguments. */
    private enum Kind {
        SCALAR,
        AGGREGATE,
        WINDOW
    }

    /** @param stored null for one that the user has registered */
    private record Entry(
            String name,
            int argumentCount,
            Kind kind,
            Traits traits,
            Body body,
            StoredFunction stored) {
        boolean is(String otherName, int otherCount) {
            return name.equals(otherName) && argumentCount == otherCount;
        }

        SqlFunction function(int slot) {
            return kind == Kind.SCALAR
                    ? new RegisteredScalar(name, argumentCount, traits, slot)
                    : new RegisteredAggregate(
                            name, argumentCount, traits, kind == Kind.WINDOW, slot);
        }
    }

    /** A collection, with its slot as long as these are; and what its rows are. */
    private record TableEntry(RegisteredTable table, RegisteredTable.Rows rows) {
        boolean isCalled(String name) {
            return key(table.name()).equals(key(name));
        }
    }

    /**
     * Virtual tables of the kind that CREATE VIRTUAL TABLE makes.
     *
     * @param tables those that the connection has connected; null if it can have none
     * @param own the modules that the user has registered, by name in lower case
     * @param declared the columns of tables whose module has declared others elsewhere
     * @param kept the names of those that need no registering and have not been dropped, in lower
     *     case; null for all
     */
    private record Modules(
            Body tables, Map<String, Module> own, Map<String, String> declared, Set<String> kept) {
        static final Modules NONE = new Modules(null, Map.of(), Map.of(), null);

        Modules withTables(Body connected) {
            return new Modules(connected, own, declared, kept);
        }

        Modules withOwn(Map<String, Module> changed) {
            return new Modules(tables, Map.copyOf(changed), declared, kept);
        }

        Modules withDeclared(Map<String, String> changed) {
            return new Modules(tables, own, Map.copyOf(changed), kept);
        }

        Modules keeping(Set<String> names) {
            Map<String, Module> left = new HashMap<>(own);
            left.keySet().retainAll(names);
            Set<String> builtIn = new TreeSet<>(names);
            if (kept != null) {
                builtIn.retainAll(kept);
            }
            return new Modules(tables, Map.copyOf(left), declared, builtIn);
        }
    }

    /**
     * A module that the user has registered.
     *
     * @param number no other one has it: two modules of one name plan differently
     */
    private record Module(TableModule module, long number) {}

    /**
     * All of it.
     *
     * @param own what the user has registered
     * @param stored what the database has brought
     * @param collations by name in upper case
     */
    private record Parts(
            List<Entry> own,
            List<Entry> stored,
            Map<String, RegisteredCollation.Registration> collations,
            List<TableEntry> tables,
            Modules modules,
            boolean trusted) {
        Parts withOwn(List<Entry> changed) {
            return new Parts(changed, stored, collations, tables, modules, trusted);
        }

        Parts withStored(List<Entry> changed) {
            return new Parts(own, changed, collations, tables, modules, trusted);
        }

        Parts withCollations(Map<String, RegisteredCollation.Registration> changed) {
            return new Parts(own, stored, changed, tables, modules, trusted);
        }

        Parts withTables(List<TableEntry> changed) {
            return new Parts(own, stored, collations, changed, modules, trusted);
        }

        Parts withModules(Modules changed) {
            return new Parts(own, stored, collations, tables, changed, trusted);
        }

        Parts withTrust(boolean on) {
            return new Parts(own, stored, collations, tables, modules, on);
        }
    }

    private static final AtomicLong MODULE_NUMBERS = new AtomicLong();

    private final Parts parts;

    /** In the order of slots. */
    private final List<Entry> entries;

    private final Body[] bodies;
    private final Map<String, List<SqlFunction>> functions = new HashMap<>();
    /** What the user has registered as tables: their slots are behind those of functions. */
    private final List<TableEntry> tables;

    private final long fingerprint;

    private Registered(Parts parts) {
        this.parts = parts;
        List<Entry> all = new ArrayList<>(parts.own());
        for (Entry entry : parts.stored()) {
            if (all.stream().noneMatch(other -> other.is(entry.name(), entry.argumentCount()))) {
                all.add(entry);
            }
        }
        this.entries = all.stream()
                .sorted(Comparator.comparing(Entry::name).thenComparing(Entry::argumentCount))
                .toList();
        List<TableEntry> placed = new ArrayList<>();
        for (TableEntry entry : parts.tables()) {
            RegisteredTable table = entry.table();
            int slot = this.entries.size() + placed.size();
            placed.add(new TableEntry(
                    new RegisteredTable(
                            table.name(), table.columns(), table.rowCount(), table.batches(), slot),
                    entry.rows()));
        }
        this.tables = List.copyOf(placed);
        bodies = Stream.concat(
                        this.entries.stream().map(Entry::body),
                        this.tables.stream().map(TableEntry::rows))
                .toArray(Body[]::new);
        long hash = parts.trusted() ? 0 : 1;
        for (int slot = 0; slot < this.entries.size(); slot++) {
            Entry entry = this.entries.get(slot);
            SqlFunction function = entry.function(slot);
            functions.computeIfAbsent(entry.name(), _ -> new ArrayList<>()).add(function);
            hash = mixed(hash, function.toString());
            if (entry.stored() != null) {
                // Another source is another function.
                hash = mixed(hash, entry.stored().toString());
            }
        }
        for (TableEntry entry : this.tables) {
            hash = mixed(hash, entry.table().toString());
        }
        for (String name : sorted(parts.collations())) {
            hash = mixed(hash, name + parts.collations().get(name).collation().number());
        }
        Modules modules = parts.modules();
        for (String name : sorted(modules.own())) {
            hash = mixed(hash, name + " USING " + modules.own().get(name).number());
        }
        if (modules.kept() != null) {
            hash = mixed(hash, "KEEP " + modules.kept());
        }
        for (String name : sorted(modules.declared())) {
            hash = mixed(hash, name + " AS " + modules.declared().get(name));
        }
        fingerprint = hash;
    }

    private static List<String> sorted(Map<String, ?> named) {
        return named.keySet().stream().sorted().toList();
    }

    private static long mixed(long hash, String text) {
        long mixed = hash + 1;
        for (int i = 0; i < text.length(); i++) {
            mixed = (mixed ^ text.charAt(i)) * 0x100000001b3L;
            mixed ^= mixed >>> 29;
        }
        return mixed;
    }

    /** These and a function of one row's values, in the place of one with its name and number. */
    public Registered withScalar(String name, int argumentCount, Traits traits, Body body) {
        return with(new Entry(key(name), argumentCount, Kind.SCALAR, traits, body, null));
    }

    /** These and an aggregate, in the place of a function with its name and number. */
    public Registered withAggregate(
            String name,
            int argumentCount,
            Traits traits,
            boolean window,
            RegisteredFunction.AggregateBody body) {
        Kind kind = window ? Kind.WINDOW : Kind.AGGREGATE;
        return with(new Entry(key(name), argumentCount, kind, traits, body, null));
    }

    private Registered with(Entry entry) {
        List<Entry> changed = new ArrayList<>(
                without(entry.name(), entry.argumentCount()).parts.own());
        changed.add(entry);
        return new Registered(parts.withOwn(changed));
    }

    /** These without the function of that name and number that the user has registered. */
    public Registered without(String name, int argumentCount) {
        List<Entry> left = new ArrayList<>(parts.own());
        left.removeIf(entry -> entry.is(key(name), argumentCount));
        return new Registered(parts.withOwn(left));
    }

    /**
     * These, with the functions of a database in the place of those that it has brought before.
     * What needs no defining and what the user has registered come first.
     *
     * @param maker gives what a function does, if it has not been brought before
     */
    public Registered withStored(
            List<StoredFunction> functions, Function<StoredFunction, Body> maker) {
        if (functions.equals(parts.stored().stream().map(Entry::stored).toList())) {
            return this;
        }
        List<Entry> brought = new ArrayList<>();
        for (StoredFunction function : functions) {
            Body body = null;
            for (Entry before : parts.stored()) {
                body = before.stored().equals(function) ? before.body() : body;
            }
            Traits traits = new Traits(function.deterministic(), false, false);
            brought.add(new Entry(
                    key(function.name()),
                    function.argumentCount(),
                    Kind.SCALAR,
                    traits,
                    body == null ? maker.apply(function) : body,
                    function));
        }
        return new Registered(parts.withStored(brought));
    }

    /** The function that a database has brought under that name, or null. */
    public StoredFunction stored(String name) {
        for (Entry entry : parts.stored()) {
            if (entry.stored().isCalled(name)) {
                return entry.stored();
            }
        }
        return null;
    }

    /** These and a collation, in the place of one with its name. */
    public Registered withCollation(RegisteredCollation.Registration registration) {
        Map<String, RegisteredCollation.Registration> changed = new HashMap<>(parts.collations());
        changed.put(collationKey(registration.collation().name()), registration);
        return new Registered(parts.withCollations(Map.copyOf(changed)));
    }

    /** These without the collation of that name. */
    public Registered withoutCollation(String name) {
        Map<String, RegisteredCollation.Registration> left = new HashMap<>(parts.collations());
        left.remove(collationKey(name));
        return new Registered(parts.withCollations(Map.copyOf(left)));
    }

    /** These, where PRAGMA trusted_schema is on or off. */
    public Registered withTrust(boolean on) {
        return on == parts.trusted() ? this : new Registered(parts.withTrust(on));
    }

    /**
     * Whether views, triggers and the like may call functions that are neither harmless nor for
     * direct use only.
     */
    public boolean isSchemaTrusted() {
        return parts.trusted();
    }

    /** Whether there is a function of exactly that name and number. */
    public boolean has(String name, int argumentCount) {
        return entries.stream().anyMatch(entry -> entry.is(key(name), argumentCount));
    }

    /** Whether there is a function of that name. */
    boolean has(String name) {
        return functions.containsKey(key(name));
    }

    /**
     * The function for a call, or null: that of the number of arguments, else that of any number.
     */
    SqlFunction find(String name, int argumentCount) {
        SqlFunction found = null;
        for (SqlFunction function : functions.getOrDefault(key(name), List.of())) {
            boolean exact = function.argumentCountMax() == argumentCount;
            if (exact || function.argumentCountMax() == Integer.MAX_VALUE) {
                found = exact || found == null ? function : found;
            }
        }
        return found;
    }

    /** All functions, by name. */
    public List<SqlFunction> functions() {
        List<SqlFunction> all = new ArrayList<>();
        for (int slot = 0; slot < entries.size(); slot++) {
            all.add(entries.get(slot).function(slot));
        }
        return all;
    }

    /** The collation of that name, in any case, or null. */
    public Collation collation(String name) {
        RegisteredCollation.Registration found = parts.collations().get(collationKey(name));
        return found == null ? null : found.collation();
    }

    /** The names of the collations, as they were registered. */
    public List<String> collationNames() {
        return parts.collations().values().stream()
                .map(registration -> registration.collation().name())
                .sorted()
                .toList();
    }

    /** Whether names of collations mean the same to both. */
    public boolean hasSameCollations(Registered other) {
        return parts.collations().equals(other.parts.collations());
    }

    /**
     * These and a collection, in the place of one with its name.
     *
     * @param rowCount as in {@link RegisteredTable}
     */
    public Registered withTable(
            String name,
            List<RegisteredTable.Column> columns,
            long rowCount,
            RegisteredTable.Rows rows) {
        List<TableEntry> changed = new ArrayList<>(withoutTable(name).tables);
        RegisteredTable added = new RegisteredTable(name, columns, rowCount, rows.hasBatches(), -1);
        changed.add(new TableEntry(added, rows));
        changed.sort(Comparator.comparing(entry -> key(entry.table().name())));
        return new Registered(parts.withTables(changed));
    }

    /** These without the collection of that name. */
    public Registered withoutTable(String name) {
        List<TableEntry> left = new ArrayList<>(tables);
        left.removeIf(entry -> entry.isCalled(name));
        return new Registered(parts.withTables(left));
    }

    /** The collection of that name, in any case, or null. */
    public RegisteredTable table(String name) {
        for (TableEntry entry : tables) {
            if (entry.isCalled(name)) {
                return entry.table();
            }
        }
        return null;
    }

    /** These, of a connection that has connected virtual tables. */
    public Registered withConnected(Body connected) {
        return new Registered(parts.withModules(parts.modules().withTables(connected)));
    }

    /** The virtual tables that the connection has connected; null if it can have none. */
    public Body connected() {
        return parts.modules().tables();
    }

    /** These and a module, in the place of one with its name; without one if it is null. */
    public Registered withModule(String name, TableModule module) {
        Map<String, Module> changed = new HashMap<>(parts.modules().own());
        changed.remove(key(name));
        if (module != null) {
            changed.put(key(name), new Module(module, MODULE_NUMBERS.incrementAndGet()));
        }
        return new Registered(parts.withModules(parts.modules().withOwn(changed)));
    }

    /**
     * These with no other modules than some, those that need no registering included.
     *
     * @param names in any case
     */
    public Registered withModulesOf(Collection<String> names) {
        Set<String> keys = new TreeSet<>();
        names.forEach(name -> keys.add(key(name)));
        return new Registered(parts.withModules(parts.modules().keeping(keys)));
    }

    /** Whether a module that needs no registering has not been dropped. */
    public boolean keepsModule(String name) {
        Set<String> kept = parts.modules().kept();
        return kept == null || kept.contains(key(name));
    }

    /** The module that the user has registered under that name, in any case, or null. */
    public TableModule module(String name) {
        Module found = parts.modules().own().get(key(name));
        return found == null ? null : found.module();
    }

    /** The names of the modules that the user has registered, in lower case. */
    public List<String> moduleNames() {
        return sorted(parts.modules().own());
    }

    /**
     * These, where a virtual table has columns of its own, whatever it has elsewhere. The
     * fingerprint is another one, also if these columns have been told before: a statement may have
     * been compiled meanwhile for others, which the table had for a time.
     */
    public Registered withDeclared(String table, String columns) {
        Map<String, String> changed = new HashMap<>(parts.modules().declared());
        String before = changed.put(key(table), columns);
        if (columns.equals(before)) {
            changed.put(key(table), columns + " -- " + MODULE_NUMBERS.incrementAndGet());
        }
        return new Registered(parts.withModules(parts.modules().withDeclared(changed)));
    }

    /** What the functions do and the tables have, by slot. */
    public Body[] bodies() {
        return bodies;
    }

    /** 0 if there is nothing, and the schema is trusted. */
    public long fingerprint() {
        return fingerprint;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static String collationKey(String name) {
        return name.toUpperCase(Locale.ROOT);
    }
}
