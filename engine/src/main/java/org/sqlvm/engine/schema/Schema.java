package org.sqlvm.engine.schema;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Everything that sqlite_schema says about one database, read and understood. Immutable: a changed
 * schema is a new object. Names are found without regard to ASCII case.
 */
public final class Schema {
    /** The name of the schema table that SQLite writes today; sqlite_master is the old one. */
    public static final String SCHEMA_TABLE = "sqlite_schema";

    public static final String SCHEMA_TABLE_OLD = "sqlite_master";

    /** Where the greatest rowids of AUTOINCREMENT tables are kept. */
    public static final String SEQUENCE_TABLE = "sqlite_sequence";

    private final Map<String, Table> tables;
    private final Map<String, Index> indexes;
    private final Map<String, StoredText> views;
    private final Map<String, StoredText> triggers;
    private final Map<String, Long> rowCounts;
    private final Set<String> analyzed;
    private final TextEncoding encoding;
    private final long fingerprint;
    private final Settings settings;
    /** What has been asked for, by table. */
    private final Map<String, Constraints> constraints = new ConcurrentHashMap<>();

    private final Map<String, List<Trigger>> triggersByTable = new ConcurrentHashMap<>();

    /**
     * A view, virtual table or trigger: kept, not yet understood.
     *
     * @param table the table a trigger belongs to; a view's own name
     */
    public record StoredText(String name, String table, String sql) {}

    Schema(
            Collection<Table> tables,
            Collection<StoredText> views,
            Collection<StoredText> triggers,
            Map<String, Long> rowCounts,
            Set<String> analyzed,
            TextEncoding encoding,
            long fingerprint) {
        this.tables = new LinkedHashMap<>();
        this.indexes = new LinkedHashMap<>();
        this.views = new LinkedHashMap<>();
        this.triggers = new LinkedHashMap<>();
        this.rowCounts = Map.copyOf(rowCounts);
        this.analyzed = Set.copyOf(analyzed);
        this.encoding = encoding;
        this.fingerprint = fingerprint;
        this.settings = Settings.DEFAULT;
        Table schemaTable = schemaTable(encoding);
        this.tables.put(key(SCHEMA_TABLE), schemaTable);
        this.tables.put(key(SCHEMA_TABLE_OLD), schemaTable);
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

    private Schema(Schema other, Settings settings) {
        tables = other.tables;
        indexes = other.indexes;
        views = other.views;
        triggers = other.triggers;
        rowCounts = other.rowCounts;
        analyzed = other.analyzed;
        encoding = other.encoding;
        fingerprint = other.fingerprint
                ^ ((other.settings.fingerprint() ^ settings.fingerprint()) * 0x9e3779b97f4a7c15L);
        this.settings = settings;
    }

    /** The same schema for a connection with other settings. */
    public Schema with(Settings changed) {
        return changed.equals(settings) ? this : new Schema(this, changed);
    }

    public Settings settings() {
        return settings;
    }

    /** The schema of a database of zero bytes. */
    public static Schema empty(TextEncoding encoding) {
        return new Schema(
                List.of(), List.of(), List.of(), Map.of(), Set.of(), encoding, encoding.code);
    }

    /** The table called {@code name}, or null. sqlite_schema and sqlite_master are tables too. */
    public Table table(String name) {
        return tables.get(key(name));
    }

    /** The index called {@code name}, or null. */
    public Index index(String name) {
        return indexes.get(key(name));
    }

    /** The view called {@code name}, or null. */
    public StoredText view(String name) {
        return views.get(key(name));
    }

    /** The trigger called {@code name}, or null. */
    public StoredText trigger(String name) {
        return triggers.get(key(name));
    }

    /**
     * How many rows {@code table} had at the last ANALYZE, or else seemed to have when the schema
     * was read; -1 if nothing is known.
     */
    public long rowCount(Table table) {
        return rowCounts.getOrDefault(key(table.name()), -1L);
    }

    /** Whether ANALYZE has counted the rows of {@code table}. */
    public boolean isAnalyzed(Table table) {
        return analyzed.contains(key(table.name()));
    }

    /** The user's tables in the order of sqlite_schema; without sqlite_schema itself. */
    public List<Table> tables() {
        List<Table> result = new ArrayList<>();
        tables.forEach((name, table) -> {
            if (!name.equals(key(SCHEMA_TABLE)) && !name.equals(key(SCHEMA_TABLE_OLD))) {
                result.add(table);
            }
        });
        return result;
    }

    public Collection<StoredText> views() {
        return Collections.unmodifiableCollection(views.values());
    }

    public Collection<StoredText> triggers() {
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

    /** What the constraints of a table of this schema say. */
    public Constraints constraints(Table table) {
        return constraints.computeIfAbsent(key(table.name()), _ -> Constraints.of(table));
    }

    /** The foreign keys that refer to the table called {@code parent}, the newest first. */
    public List<ForeignKeyConstraint> references(String parent) {
        List<ForeignKeyConstraint> result = new ArrayList<>();
        for (Table table : tables().reversed()) {
            for (ForeignKeyConstraint foreignKey : constraints(table).foreignKeys()) {
                if (key(foreignKey.parent()).equals(key(parent))) {
                    result.add(foreignKey);
                }
            }
        }
        return result;
    }

    /** The triggers of the table or view called {@code table}, the newest first, as they run. */
    public List<Trigger> triggers(String table) {
        return triggersByTable.computeIfAbsent(key(table), this::parseTriggers);
    }

    private List<Trigger> parseTriggers(String table) {
        List<Trigger> result = new ArrayList<>();
        for (StoredText text : triggers.values()) {
            if (key(text.table()).equals(table)
                    && Parser.parseSchemaSql(text.sql()) instanceof Statement.CreateTrigger tree) {
                result.addFirst(new Trigger(text.name(), text.sql(), tree));
            }
        }
        return List.copyOf(result);
    }

    /** Whether a trigger is attached to the table or view called {@code table}. */
    public boolean hasTriggers(String table) {
        return triggers.values().stream()
                .anyMatch(trigger -> trigger.table().equalsIgnoreCase(table));
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

    /** The name as it is looked up: only ASCII letters lose their case. */
    public static String key(String name) {
        char[] letters = name.toCharArray();
        for (int i = 0; i < letters.length; i++) {
            if (letters[i] >= 'A' && letters[i] <= 'Z') {
                letters[i] = (char) (letters[i] + ('a' - 'A'));
            }
        }
        return new String(letters);
    }

    private static Table schemaTable(TextEncoding encoding) {
        List<Column> columns = new ArrayList<>();
        for (String name : List.of("type", "name", "tbl_name", "rootpage", "sql")) {
            boolean number = name.equals("rootpage");
            columns.add(new Column(
                    name,
                    number ? "INT" : "TEXT",
                    number ? Affinity.INTEGER : Affinity.TEXT,
                    Collation.binary(encoding),
                    false,
                    null,
                    columns.size(),
                    false,
                    null));
        }
        String sql = "CREATE TABLE sqlite_schema(type text,name text,tbl_name text,rootpage int,sql"
                + " text)";
        return new Table(
                SCHEMA_TABLE_OLD,
                1,
                List.copyOf(columns),
                -1,
                false,
                false,
                false,
                null,
                List.of(),
                sql);
    }
}
