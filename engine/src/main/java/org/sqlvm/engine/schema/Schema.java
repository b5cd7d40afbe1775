package org.sqlvm.engine.schema;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.program.ModuleOperand;
import org.sqlvm.engine.row.function.StoredFunction;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The parsed content of the sqlite_schema of one database, or of all databases of a connection.
 * Immutable: a changed schema is a new object. Names are found without regard to ASCII case.
 *
 * <p>The file is long because each lookup is there for one database and for all of them.
 */
public final class Schema {
    /** The name of the schema table that SQLite writes today; sqlite_master is the old one. */
    public static final String SCHEMA_TABLE = "sqlite_schema";

    public static final String SCHEMA_TABLE_OLD = "sqlite_master";

    public static final String TEMP_SCHEMA_TABLE = "sqlite_temp_schema";

    public static final String TEMP_SCHEMA_TABLE_OLD = "sqlite_temp_master";

    private static final int SCHEMA_ROOT = 1;

    /** Where the greatest rowids of AUTOINCREMENT tables are kept. */
    public static final String SEQUENCE_TABLE = "sqlite_sequence";

    private final DatabaseId id;
    /** The rows that describe an object; empty in the combined schema of several databases. */
    private final List<SchemaLoader.Row> rows;
    /** The databases by number; a single database's schema has itself alone. */
    private final List<Schema> databases;

    private final Map<String, Table> tables;
    private final Map<String, Index> indexes;
    private final Map<String, StoredText> views;
    private final Map<String, StoredText> triggers;
    private final Map<String, Long> rowCounts;
    private final Set<String> analyzed;
    private final TextEncoding encoding;
    private final long fingerprint;
    private final boolean ignoresDescending;
    private final Settings settings;
    /** The compilation that this schema was made for; an idle one in the schema of a file. */
    private final Preparation preparation;
    /**
     * By trigger of temp: the name of the database whose table or view it is on, empty for one that
     * has been detached. Of one database nothing.
     */
    private final Map<String, String> triggerHomes;
    /** The constraints of tables, as far as they have been requested. */
    private final Map<String, Constraints> constraints;

    /** Facts found out about the schema; its copies for compilations share them. */
    private final Derived derived;

    /** Facts that are computed once, when they are requested. */
    private static final class Derived {
        /** The foreign keys by parent: see {@link Schema#references}. Null until requested. */
        volatile Map<String, List<ForeignKeyConstraint>> references;

        /** See {@link Schema#know}. */
        final Map<Object, Object> known = new ConcurrentHashMap<>();

        /** The results of earlier calls, by table. */
        final Map<String, List<Trigger>> triggersByTable = new ConcurrentHashMap<>();

        /** All triggers by table, the oldest first. Null until one is requested. */
        volatile Map<String, List<StoredText>> triggerTexts;
    }

    /**
     * The text of a view, virtual table or trigger, not yet parsed.
     *
     * @param table the table a trigger belongs to; a view's own name
     * @param database the database that it is in
     * @param ofOwn whether a trigger's table or view was in the same database when the trigger was
     *     created
     */
    public record StoredText(
            String name, String table, String sql, DatabaseId database, boolean ofOwn)
            implements ModuleOperand {
        /** Whether it is a virtual table, which is stored with the views. */
        public boolean isVirtual() {
            return Parser.parseSchemaSql(sql) instanceof Statement.CreateVirtualTable;
        }
    }

    Schema(
            DatabaseId id,
            List<SchemaLoader.Row> rows,
            Collection<Table> tables,
            Collection<StoredText> views,
            Collection<StoredText> triggers,
            Map<String, Constraints> constraints,
            Map<String, Long> rowCounts,
            Set<String> analyzed,
            TextEncoding encoding,
            boolean ignoresDescending,
            long fingerprint) {
        this.id = id;
        this.rows = List.copyOf(rows);
        this.databases = List.of(this);
        this.constraints = new ConcurrentHashMap<>(constraints);
        this.tables = new LinkedHashMap<>();
        this.indexes = new LinkedHashMap<>();
        this.views = new LinkedHashMap<>();
        this.triggers = new LinkedHashMap<>();
        this.rowCounts = Map.copyOf(rowCounts);
        this.analyzed = Set.copyOf(analyzed);
        this.encoding = encoding;
        this.fingerprint = fingerprint;
        this.ignoresDescending = ignoresDescending;
        this.settings = Settings.DEFAULT;
        this.preparation = Preparation.idle(encoding, settings.registered());
        this.derived = new Derived();
        this.triggerHomes = Map.of();
        Table schemaTable = schemaTable(id, encoding);
        this.tables.put(key(SCHEMA_TABLE), schemaTable);
        this.tables.put(key(SCHEMA_TABLE_OLD), schemaTable);
        if (id.isTemp()) {
            this.tables.put(key(TEMP_SCHEMA_TABLE), schemaTable);
            this.tables.put(key(TEMP_SCHEMA_TABLE_OLD), schemaTable);
        }
        for (Table table : tables) {
            this.tables.put(key(table.name()), table);
            for (Index index : table.indexes()) {
                this.indexes.put(key(index.name()), index);
            }
            if (table.withoutRowid()) {
                this.indexes.put(key(table.primaryKey().name()), table.primaryKey());
            }
        }
        views.forEach(view -> this.views.put(key(view.name()), view));
        triggers.forEach(trigger -> this.triggers.put(key(trigger.name()), trigger));
    }

    private Schema(Schema other, Settings settings, Preparation preparation) {
        id = other.id;
        rows = other.rows;
        databases = other.databases.size() == 1
                ? List.of(this)
                : other.databases.stream()
                        .map(each -> new Schema(each, settings, preparation))
                        .toList();
        tables = other.tables;
        indexes = other.indexes;
        views = other.views;
        triggers = other.triggers;
        constraints = other.constraints;
        rowCounts = other.rowCounts;
        analyzed = other.analyzed;
        encoding = other.encoding;
        ignoresDescending = other.ignoresDescending;
        fingerprint = other.fingerprint
                ^ ((other.settings.fingerprint() ^ settings.fingerprint()) * 0x9e3779b97f4a7c15L);
        this.settings = settings;
        this.preparation = preparation;
        derived = settings.equals(other.settings) ? other.derived : new Derived();
        triggerHomes = other.triggerHomes;
    }

    /** Returns the same schema for a connection with other settings. */
    public Schema with(Settings changed) {
        return changed.equals(settings)
                ? this
                : new Schema(this, changed, Preparation.idle(encoding, changed.registered()));
    }

    /** Returns the same schema for the compilation of a statement, which notes its look-ups. */
    public Schema preparedFor(Preparation statement) {
        assert statement.encoding() == encoding : statement.encoding();
        return new Schema(this, settings, statement);
    }

    /** Returns the compilation that the schema is for, or else an idle one. */
    public Preparation preparation() {
        return preparation;
    }

    public Settings settings() {
        return settings;
    }

    /**
     * The databases of a connection as one: a name is looked for in temp, then in main, then in the
     * others in their order.
     *
     * @param databases the databases by number
     * @param homes the databases of the tables of temp's triggers: see {@link #triggerHomes}
     */
    private Schema(List<Schema> databases, Map<String, String> homes) {
        assert databases.get(DatabaseId.TEMP.number()).id.isTemp() : databases;
        Schema main = databases.getFirst();
        this.id = main.id;
        this.rows = List.of();
        this.databases = List.copyOf(databases);
        this.constraints = Map.of();
        this.tables = new LinkedHashMap<>();
        this.indexes = new LinkedHashMap<>();
        this.views = new LinkedHashMap<>();
        this.triggers = new LinkedHashMap<>();
        this.rowCounts = Map.of();
        this.analyzed = Set.of();
        this.encoding = main.encoding;
        this.ignoresDescending = main.ignoresDescending;
        List<Schema> order = new ArrayList<>(databases);
        order.add(0, order.remove(DatabaseId.TEMP.number()));
        long hash = 0;
        // The name sqlite_schema without a database means that of main.
        this.tables.put(key(SCHEMA_TABLE), main.table(SCHEMA_TABLE));
        this.tables.put(key(SCHEMA_TABLE_OLD), main.table(SCHEMA_TABLE));
        for (Schema database : order) {
            hash = hash * 31 + database.fingerprint;
            database.tables.forEach((key, table) -> {
                if (!views.containsKey(key)) {
                    tables.putIfAbsent(key, table);
                }
            });
            database.views.forEach((key, view) -> {
                if (!tables.containsKey(key)) {
                    views.putIfAbsent(key, view);
                }
            });
            database.indexes.forEach(indexes::putIfAbsent);
            database.triggers.forEach(triggers::putIfAbsent);
        }
        this.settings = main.settings;
        this.preparation = main.preparation;
        this.derived = new Derived();
        this.triggerHomes = homes(homes);
        this.fingerprint = hash ^ triggerHomes.hashCode() * 0x9e3779b97f4a7c15L;
    }

    /** Whether it has a table of stored functions with the right columns. */
    public boolean hasStoredFunctions() {
        Table table = table(StoredFunction.TABLE);
        return table != null
                && !table.withoutRowid()
                && table.rowidAlias() < 0
                && table.columns().stream()
                        .map(Column::name)
                        .collect(Collectors.joining(","))
                        .equals(StoredFunction.COLUMNS);
    }

    /**
     * Returns one schema for all databases of a connection.
     *
     * @param databases the databases by number, including temp
     * @param homes the databases of the tables of temp's triggers: see {@link #triggerHomes()}
     */
    public static Schema of(List<Schema> databases, Map<String, String> homes) {
        Schema all = new Schema(databases, homes);
        Schema temp = databases.get(DatabaseId.TEMP.number());
        List<StoredText> known = temp.triggers.values().stream()
                .filter(trigger -> all.triggerHomes.containsKey(key(trigger.name())))
                .toList();
        if (known.size() == temp.triggers.size()) {
            return all;
        }
        // As in SQLite, a trigger does not exist if another connection has dropped its table.
        List<Schema> changed = new ArrayList<>(databases);
        changed.set(DatabaseId.TEMP.number(), new Schema(temp, known));
        return new Schema(changed, all.triggerHomes);
    }

    /**
     * The databases whose tables and views the triggers of temp are on, by the triggers' names.
     * While this connection alone changes schemas, a trigger stays with the table that its name
     * meant when it was created.
     */
    public Map<String, String> triggerHomes() {
        return triggerHomes;
    }

    private Map<String, String> homes(Map<String, String> before) {
        Map<String, String> homes = new HashMap<>();
        for (StoredText trigger :
                databases.get(DatabaseId.TEMP.number()).triggers.values()) {
            String key = key(trigger.name());
            String known = before.get(key);
            Schema home = known == null ? null : database(new Name(known, null, null));
            if (known != null && known.isEmpty()) {
                homes.put(key, known);
            } else if (home != null && home.hasRelation(trigger.table())) {
                homes.put(key, known);
            } else {
                Schema owner = ownerOf(trigger);
                if (owner != null) {
                    homes.put(key, owner.id.name());
                }
            }
        }
        return Map.copyOf(homes);
    }

    private boolean hasRelation(String name) {
        return tables.containsKey(key(name)) || views.containsKey(key(name));
    }

    /** Creates a copy with fewer triggers. */
    private Schema(Schema other, List<StoredText> triggers) {
        id = other.id;
        rows = other.rows;
        databases = List.of(this);
        tables = other.tables;
        indexes = other.indexes;
        views = other.views;
        this.triggers = new LinkedHashMap<>();
        triggers.forEach(trigger -> this.triggers.put(key(trigger.name()), trigger));
        constraints = other.constraints;
        rowCounts = other.rowCounts;
        analyzed = other.analyzed;
        encoding = other.encoding;
        ignoresDescending = other.ignoresDescending;
        fingerprint = other.fingerprint;
        settings = other.settings;
        preparation = other.preparation;
        derived = new Derived();
        triggerHomes = other.triggerHomes;
    }

    /**
     * Whether DESC in an index means nothing: in files of a schema format before 4 (file-format
     * section 1.3.9), which SQLite made until 2005.
     */
    public boolean ignoresDescending() {
        return ignoresDescending;
    }

    /** Returns the databases by number; a single database's schema returns itself alone. */
    public List<Schema> databases() {
        return databases;
    }

    /** Returns the schema of one database. */
    public Schema database(int wanted) {
        for (Schema database : databases) {
            if (database.id.number() == wanted) {
                return database;
            }
        }
        throw new AssertionError("no database " + wanted);
    }

    /** The database called {@code name}, compared without case, or null. */
    public Schema database(Name name) {
        for (Schema database : databases) {
            if (database.id.isCalled(name)) {
                return database;
            }
        }
        return null;
    }

    /** Returns the schema's own database, or main for the combined schema. */
    public DatabaseId id() {
        return id;
    }

    /** P1 or P3 of the instructions that use the database. */
    public int number() {
        return id.number();
    }

    /**
     * The database that has the table or view called {@code name}.
     *
     * @param only the one to look in, or null
     * @return null if none has it
     */
    public Schema holdingTable(Name only, String name) {
        String key = key(name);
        if (only == null && (key.equals(SCHEMA_TABLE) || key.equals(SCHEMA_TABLE_OLD))) {
            preparation.found(DatabaseId.MAIN.number());
            return databases.getFirst();
        }
        return holding(
                only, database -> database.table(name) != null || database.view(name) != null);
    }

    /**
     * The first database in the order of search that has something.
     *
     * @param only the one to look in, or null
     * @return null if none has it
     */
    public Schema holding(Name only, Predicate<Schema> has) {
        Schema searched = only == null ? this : database(only);
        if (searched == null) {
            return null;
        }
        Schema found = preparation.withoutNotes(() -> searched.firstThat(has));
        if (found == null) {
            searched.databases.forEach(database -> preparation.missed(database.number()));
        } else {
            preparation.found(found.number());
        }
        return found;
    }

    private Schema firstThat(Predicate<Schema> has) {
        if (databases.size() > 1 && has.test(databases.get(DatabaseId.TEMP.number()))) {
            return databases.get(DatabaseId.TEMP.number());
        }
        return databases.stream().filter(has).findFirst().orElse(null);
    }

    /**
     * Returns the schema that a database's views and triggers may name: its own tables; for those
     * of temp, all.
     */
    public Schema visibleIn(DatabaseId place) {
        return place.isTemp() || databases.size() == 1 ? this : database(place.number());
    }

    /** The schema of a database of zero bytes. */
    public static Schema empty(TextEncoding encoding) {
        return empty(DatabaseId.MAIN, encoding);
    }

    /** The schema of a database of zero bytes, one of several. */
    public static Schema empty(DatabaseId id, TextEncoding encoding) {
        return new Schema(
                id,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                Map.of(),
                Set.of(),
                encoding,
                false,
                encoding.code + 31L * id.hashCode());
    }

    /** The rows of sqlite_schema that describe something, in their order. */
    public List<SchemaLoader.Row> rows() {
        return rows;
    }

    /** The table called {@code name}, or null. sqlite_schema and sqlite_master are tables too. */
    public Table table(String name) {
        Table table = tables.get(key(name));
        note(table == null ? null : table.database());
        return table;
    }

    /** The index called {@code name}, or null. */
    public Index index(String name) {
        Index index = indexes.get(key(name));
        if (databases.size() > 1) {
            preparation.asked(); // An index does not say where it is.
        } else {
            note(index == null ? null : id);
        }
        return index;
    }

    /** The view called {@code name}, or null. */
    public StoredText view(String name) {
        StoredText view = views.get(key(name));
        note(view == null ? null : view.database());
        return view;
    }

    /** The trigger called {@code name}, or null. */
    public StoredText trigger(String name) {
        StoredText trigger = triggers.get(key(name));
        note(trigger == null ? null : trigger.database());
        return trigger;
    }

    /** Notes where a name was found; null for nowhere. */
    private void note(DatabaseId owner) {
        if (owner != null) {
            preparation.found(owner.number());
        } else if (databases.size() > 1) {
            preparation.asked();
        } else {
            preparation.missed(number());
        }
    }

    /**
     * How many rows {@code table} had at the last ANALYZE, or else seemed to have when the schema
     * was read; -1 if nothing is known.
     */
    public long rowCount(Table table) {
        if (databases.size() > 1) {
            return database(table.databaseNumber()).rowCount(table);
        }
        return rowCounts.getOrDefault(key(table.name()), -1L);
    }

    /** Whether ANALYZE has counted the rows of {@code table}. */
    public boolean isAnalyzed(Table table) {
        if (databases.size() > 1) {
            return database(table.databaseNumber()).isAnalyzed(table);
        }
        return analyzed.contains(key(table.name()));
    }

    /**
     * Returns the user's tables in the order of sqlite_schema, without sqlite_schema itself; main's
     * tables come first.
     */
    public List<Table> tables() {
        List<Table> result = new ArrayList<>();
        if (databases.size() > 1) {
            databases.forEach(database -> result.addAll(database.tables()));
            return result;
        }
        for (Table table : tables.values()) {
            if (table.rootPage() != SCHEMA_ROOT) {
                result.add(table);
            }
        }
        note(result.isEmpty() ? null : id);
        return result;
    }

    /**
     * Returns the names of one database's tables and views, including the schema table, in the
     * order of SQLite's hash table.
     */
    public List<String> namesByHash() {
        assert databases.size() == 1 : databases.size();
        List<String> names = new ArrayList<>();
        names.add(id.isTemp() ? TEMP_SCHEMA_TABLE_OLD : SCHEMA_TABLE_OLD);
        for (SchemaLoader.Row row : rows) {
            if (tables.containsKey(key(row.name())) || views.containsKey(key(row.name()))) {
                if (row.type().equals("table") || row.type().equals("view")) {
                    names.add(row.name());
                }
            }
        }
        return HashOrder.of(names);
    }

    /** Returns one database's tables in the order of {@link #namesByHash}. */
    public List<Table> tablesByHash() {
        List<Table> result = new ArrayList<>();
        for (String name : namesByHash()) {
            Table table = table(name);
            if (table != null) {
                result.add(table);
            }
        }
        return result;
    }

    public Collection<StoredText> views() {
        note(views.isEmpty() ? null : id);
        return Collections.unmodifiableCollection(views.values());
    }

    public Collection<StoredText> triggers() {
        note(triggers.isEmpty() ? null : id);
        return Collections.unmodifiableCollection(triggers.values());
    }

    /** Characters of all CREATE statements. */
    public long textSize() {
        long size = 0;
        for (Table table : tables()) {
            size += table.sql().length();
            for (Index index : table.indexes()) {
                size += index.sql() == null ? 0 : index.sql().length();
            }
        }
        for (StoredText view : views.values()) {
            size += view.sql().length();
        }
        for (StoredText trigger : triggers.values()) {
            size += trigger.sql().length();
        }
        return size;
    }

    /** Returns the constraints of a table of this schema. */
    public Constraints constraints(Table table) {
        return databases.size() > 1
                ? database(table.databaseNumber()).constraints(table)
                : constraints.computeIfAbsent(key(table.name()), _ -> Constraints.of(table));
    }

    /** The foreign keys that refer to the table called {@code parent}, the newest first. */
    public List<ForeignKeyConstraint> references(String parent) {
        List<Table> all = tables();
        Map<String, List<ForeignKeyConstraint>> known = derived.references;
        if (known == null) {
            known = new HashMap<>();
            for (Table table : all.reversed()) {
                for (ForeignKeyConstraint foreignKey : constraints(table).foreignKeys()) {
                    known.computeIfAbsent(key(foreignKey.parent()), _ -> new ArrayList<>())
                            .add(foreignKey);
                }
            }
            derived.references = known;
        }
        return known.getOrDefault(key(parent), List.of());
    }

    /**
     * Returns the triggers of a table or view in the order in which they run: temp's first, the
     * newest first.
     */
    public List<Trigger> triggers(Table table) {
        if (databases.size() == 1) {
            return derived.triggersByTable.computeIfAbsent(key(table.name()), this::parseTriggers);
        }
        List<Trigger> result = new ArrayList<>(temporaryTriggers(table.name(), table.database()));
        if (!table.database().isTemp()) {
            result.addAll(database(table.databaseNumber()).triggers(table));
        }
        return result;
    }

    /**
     * The triggers of temp on a table or view, as they run: the newest first on one of temp, and as
     * in SQLite the oldest first on one of another database.
     */
    public List<Trigger> temporaryTriggers(String relation, DatabaseId home) {
        if (databases.size() == 1) {
            return List.of();
        }
        Schema temp = databases.get(DatabaseId.TEMP.number());
        List<Trigger> result = temp
                .derived
                .triggersByTable
                .computeIfAbsent(key(relation), temp::parseTriggers)
                .stream()
                .filter(trigger -> home.name().equals(triggerHomes.get(key(trigger.name()))))
                .toList();
        return home.isTemp() ? result : result.reversed();
    }

    /**
     * Returns the database of the table or view that the name of a trigger's target means now. A
     * table of temp that is younger than the trigger hides the target, but does not get the
     * trigger.
     *
     * @return null if there is no such table any more
     */
    private Schema ownerOf(StoredText trigger) {
        if (!(Parser.parseSchemaSql(trigger.sql()) instanceof Statement.CreateTrigger tree)) {
            return null;
        }
        QualifiedName target = tree.table();
        String name = target.name().text();
        return preparation.withoutNotes(() -> {
            if (target.schema() != null || trigger.ofOwn()) {
                return holdingTable(target.schema(), name);
            }
            for (Schema database : databases) {
                if (!database.id.isTemp() && database.holdingTable(null, name) != null) {
                    return database;
                }
            }
            return null;
        });
    }

    private List<Trigger> parseTriggers(String table) {
        Map<String, List<StoredText>> texts = derived.triggerTexts;
        if (texts == null) {
            texts = triggers.values().stream()
                    .filter(text -> text.table() != null)
                    .collect(Collectors.groupingBy(text -> key(text.table())));
            derived.triggerTexts = texts;
        }
        List<Trigger> result = new ArrayList<>();
        for (StoredText text : texts.getOrDefault(table, List.of())) {
            if (Parser.parseSchemaSql(text.sql()) instanceof Statement.CreateTrigger tree) {
                result.add(new Trigger(text.name(), text.database(), text.sql(), tree));
            }
        }
        return List.copyOf(result.reversed());
    }

    /** Returns the value that {@link #know} has stored for {@code key}, or null. */
    public <T> T known(Object key, Class<T> type) {
        return type.cast(derived.known.get(key));
    }

    /**
     * Stores a value that depends on this schema and its settings alone, as long as the schema
     * lives.
     */
    public void know(Object key, Object value) {
        derived.known.put(key, value);
    }

    public TextEncoding encoding() {
        return encoding;
    }

    /**
     * A hash over all rows of sqlite_schema and the text encoding: schemas with equal fingerprints
     * compile every statement to the same program.
     */
    public long fingerprint() {
        return fingerprint;
    }

    /** Returns the name in the form for look-ups: only ASCII letters lose their case. */
    public static String key(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (isCapital(name.charAt(i))) {
                return lowered(name);
            }
        }
        return name; // Whose hash is known from the last time.
    }

    private static String lowered(String name) {
        char[] letters = name.toCharArray();
        for (int i = 0; i < letters.length; i++) {
            if (isCapital(letters[i])) {
                letters[i] = (char) (letters[i] + ('a' - 'A'));
            }
        }
        return new String(letters);
    }

    private static boolean isCapital(char letter) {
        return letter >= 'A' && letter <= 'Z';
    }

    private static Table schemaTable(DatabaseId database, TextEncoding encoding) {
        List<Column> columns = new ArrayList<>();
        for (String name : List.of("type", "name", "tbl_name", "rootpage", "sql")) {
            boolean number = name.equals("rootpage");
            columns.add(Column.plain(
                    name,
                    number ? "INT" : "TEXT",
                    number ? Affinity.INTEGER : Affinity.TEXT,
                    Collation.binary(encoding),
                    columns.size(),
                    false));
        }
        String sql = "CREATE TABLE sqlite_schema(type text,name text,tbl_name text,rootpage int,sql"
                + " text)";
        String name = database.isTemp() ? TEMP_SCHEMA_TABLE_OLD : SCHEMA_TABLE_OLD;
        return Table.plain(name, database, SCHEMA_ROOT, columns, false, sql);
    }
}
