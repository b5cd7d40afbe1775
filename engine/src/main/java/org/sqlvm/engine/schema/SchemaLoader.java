package org.sqlvm.engine.schema;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * The rows of sqlite_schema, and of sqlite_stat1 and sqlite_stat4 if there are any, to a
 * {@link Schema}.
 */
public final class SchemaLoader {
    /** A row of sqlite_schema; {@code sql} is null for an automatic index. */
    public record Row(String type, String name, String tableName, int rootPage, String sql) {}

    /** A row of sqlite_stat1; {@code index} is null for a table without indexes. */
    public record Statistic(String table, String index, String stat) {}

    /** A row of sqlite_stat4. */
    public record Sample(String table, String index, IndexSample sample) {}

    /**
     * How the texts of rows are read.
     *
     * @param preparation knows the encoding of the database's text, and the registered collations
     * @param lenient whether rows that describe nothing are left out
     * @param ignoresDescending see {@link Schema#ignoresDescending}
     * @param quotedStrings whether a name in double quotes that names no column is a string
     */
    public record Reading(
            Preparation preparation,
            boolean lenient,
            boolean ignoresDescending,
            boolean quotedStrings) {
        /** Returns the usual reading of a file's rows. */
        public static Reading of(Preparation preparation) {
            return new Reading(preparation, false, false, true);
        }

        TextEncoding encoding() {
            return preparation.encoding();
        }
    }

    private final DatabaseId database;
    private final Reading reading;
    private final List<Row> described = new ArrayList<>();
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Map<String, List<Index>> indexes = new HashMap<>();
    private final KnownRows known;
    private final Map<String, Constraints> constraints = new HashMap<>();
    private final List<Schema.StoredText> views = new ArrayList<>();
    private final Set<String> viewNames = new HashSet<>();
    private final List<Schema.StoredText> triggers = new ArrayList<>();
    private final Map<String, Long> rowCounts = new HashMap<>();
    /** The tables that sqlite_stat1 has rows for. */
    private final Set<String> analyzed = new HashSet<>();

    /** By table and index, with a character between that no name has. */
    private final Map<String, IndexStatistics> statistics = new HashMap<>();

    private final Map<String, List<IndexSample>> samples = new HashMap<>();

    private long hash;

    private SchemaLoader(DatabaseId database, Reading reading, KnownRows known) {
        this.known = known;
        this.database = database;
        this.reading = reading;
        hash = reading.encoding().code + 31L * database.number();
    }

    /**
     * The schema that the rows describe.
     *
     * @param rows in rowid order
     * @throws SqlException {@code malformed database schema (name) - …}, SQLITE_CORRUPT
     */
    public static Schema load(List<Row> rows, List<Statistic> statistics, TextEncoding encoding) {
        return load(
                DatabaseId.MAIN,
                rows,
                statistics,
                List.of(),
                _ -> 0,
                Reading.of(Preparation.idle(encoding, Registered.NONE)),
                new KnownRows());
    }

    /**
     * Returns the schema that the rows describe.
     *
     * @param rows the rows in rowid order
     * @param measure estimates a table's number of rows; 0 if unknown
     * @param known the rows as they were last read, with their objects
     * @throws SqlException {@code malformed database schema (name) - …}, SQLITE_CORRUPT
     */
    public static Schema load(
            DatabaseId database,
            List<Row> rows,
            List<Statistic> statistics,
            List<Sample> samples,
            ToLongFunction<Table> measure,
            Reading reading,
            KnownRows known) {
        SchemaLoader loader = new SchemaLoader(database, reading, known);
        known.begin(database, reading);
        loader.hash += reading.ignoresDescending() ? 1 << 16 : 0;
        loader.mix(database.number() == 0 ? null : database.name());
        for (Row row : rows) {
            loader.mix(row.type(), row.name(), row.tableName(), row.sql());
            loader.hash = loader.hash * 31 + row.rootPage();
            loader.addUnlessWrong(row);
        }
        known.end();
        for (Statistic statistic : statistics) {
            loader.mix(statistic.table(), statistic.index(), statistic.stat());
            loader.addStatistic(statistic);
        }
        for (Sample sample : samples) {
            loader.mix(sample.table(), sample.index(), sample.sample().toString());
            loader.samples
                    .computeIfAbsent(key(sample.table(), sample.index()), _ -> new ArrayList<>())
                    .add(sample.sample());
        }
        loader.tables.values().forEach(table -> loader.addMeasured(table, measure));
        return loader.finish();
    }

    private void addUnlessWrong(Row row) {
        try {
            add(row);
            described.add(row);
        } catch (SqlException e) {
            if (!reading.lenient()) {
                throw e;
            }
        }
    }

    private void add(Row row) {
        if (row.name() == null || row.type() == null) {
            throw malformed(row, null);
        }
        String sql = row.sql() == null ? "" : row.sql();
        switch (row.type()) {
            case "table" -> addTable(row, sql);
            case "index" -> {
                if (sql.isEmpty()) {
                    placeAutomaticIndex(row);
                } else {
                    addIndex(row, sql);
                }
            }
            case "view" -> addView(row, sql);
            case "trigger" -> triggers.add(trigger(row, sql));
            default -> throw malformed(row, null);
        }
    }

    private void addView(Row row, String sql) {
        views.add(new Schema.StoredText(row.name(), row.name(), sql, database, true));
        viewNames.add(Schema.key(row.name()));
    }

    /** Rows are in the order in which they were made. */
    private Schema.StoredText trigger(Row row, String sql) {
        String table = row.tableName();
        boolean ofOwn = table != null
                && (tables.containsKey(Schema.key(table)) || viewNames.contains(Schema.key(table)));
        return new Schema.StoredText(row.name(), table, sql, database, ofOwn);
    }

    private void addTable(Row row, String sql) {
        KnownRows.KnownTable found = known.table(row);
        if (found == null) {
            Statement statement = parse(row, sql);
            if (statement instanceof Statement.CreateVirtualTable) {
                addView(row, sql);
                return;
            }
            found = build(row, sql, statement);
        }
        Table table = found.table();
        if (tables.containsKey(Schema.key(row.name()))) {
            throw malformed(row, "table " + row.name() + " already exists");
        }
        known.add(row, found);
        String key = Schema.key(table.name());
        indexes.put(key, new ArrayList<>(table.indexes()));
        constraints.put(key, found.constraints());
        tables.put(key, table);
    }

    private KnownRows.KnownTable build(Row row, String sql, Statement statement) {
        if (!(statement instanceof Statement.CreateTable tree) || tree.select() != null) {
            throw malformed(row, null);
        }
        if (row.rootPage() < 2) {
            throw malformed(row, "invalid rootpage");
        }
        Table table;
        try {
            table = TableBuilder.build(tree, sql, reading.preparation());
        } catch (SqlException e) {
            throw malformed(row, e.getMessage());
        }
        table = reading.ignoresDescending() ? table.ascending() : table;
        table = table.withRoots(database, row.rootPage(), table.indexes());
        return new KnownRows.KnownTable(table, Constraints.of(tree, table));
    }

    private void addIndex(Row row, String sql) {
        Table last = row.tableName() == null ? null : tables.get(Schema.key(row.tableName()));
        Index same = last == null ? null : known.index(row, last);
        if (same != null) {
            addIndex(row, same, last);
            return;
        }
        if (!(parse(row, sql) instanceof Statement.CreateIndex tree)) {
            throw malformed(row, null);
        }
        Table table = tables.get(Schema.key(tree.table().text()));
        if (table == null) {
            throw malformed(
                    row,
                    "no such table: " + database.name() + "." + tree.table().text());
        }
        if (row.rootPage() < 2) {
            throw malformed(row, "invalid rootpage");
        }
        try {
            Index index = IndexBuilder.build(tree, table, row.rootPage(), sql, reading);
            addIndex(row, reading.ignoresDescending() ? index.ascending() : index, table);
        } catch (SqlException e) {
            throw malformed(row, e.getMessage());
        }
    }

    private void addIndex(Row row, Index index, Table table) {
        indexes.get(Schema.key(table.name())).addFirst(index);
        known.add(row, index, table);
    }

    /** The index exists already, from its table's constraint; only its root page is new. */
    private void placeAutomaticIndex(Row row) {
        List<Index> ofTable =
                row.tableName() == null ? null : indexes.get(Schema.key(row.tableName()));
        if (ofTable != null) {
            for (int i = 0; i < ofTable.size(); i++) {
                if (Name.same(ofTable.get(i).name(), row.name())) {
                    if (row.rootPage() < 2) {
                        throw malformed(row, "invalid rootpage");
                    }
                    ofTable.set(i, ofTable.get(i).withRoot(row.rootPage()));
                    return;
                }
            }
        }
        throw malformed(row, "orphan index");
    }

    private void addStatistic(Statistic statistic) {
        if (statistic.table() == null || statistic.stat() == null) {
            return;
        }
        IndexStatistics numbers = IndexStatistics.of(statistic.stat());
        if (numbers != null) {
            analyzed.add(Schema.key(statistic.table()));
            if (numbers.total() > 0) { // A total of 0 is that of a partial index alone.
                rowCounts.merge(Schema.key(statistic.table()), numbers.total(), Math::max);
            }
            if (statistic.index() != null) {
                // SQLite names the index after the table when it is the key of a WITHOUT ROWID
                // table.
                statistics.put(key(statistic.table(), statistic.index()), numbers);
            }
        }
    }

    /** A table that ANALYZE has not counted is as large as its tree looks. */
    private void addMeasured(Table table, ToLongFunction<Table> measure) {
        String key = Schema.key(table.name());
        if (!rowCounts.containsKey(key)) {
            // Plans depend on it, so the fingerprint does; a rough number is a stable one.
            long rows = Long.highestOneBit(measure.applyAsLong(table));
            hash = hash * 31 + rows;
            if (rows > 0) {
                rowCounts.put(key, rows);
            }
        }
    }

    private static String key(String table, String index) {
        return Schema.key(table) + "\0" + Schema.key(index);
    }

    private IndexStatistics statistics(String table, String index) {
        if (statistics.isEmpty()) {
            return null;
        }
        IndexStatistics found = statistics.get(key(table, index));
        List<IndexSample> sampled = samples.get(key(table, index));
        return found == null || sampled == null ? found : found.withSamples(sampled);
    }

    private Schema finish() {
        assert indexes.size() == tables.size() : indexes.keySet();
        List<Table> finished = new ArrayList<>();
        for (Table table : tables.values()) {
            String key = Schema.key(table.name());
            List<Index> list = new ArrayList<>(indexes.get(key));
            list.replaceAll(index -> withStatistics(index, statistics(table.name(), index.name())));
            Table placed = table.withRoots(database, table.rootPage(), list);
            if (table.withoutRowid()) {
                placed = withKeyStatistics(placed, statistics(table.name(), table.name()));
            }
            finished.add(placed);
        }
        return new Schema(
                database,
                described,
                finished,
                views,
                triggers,
                constraints,
                rowCounts,
                analyzed,
                reading.encoding(),
                reading.ignoresDescending(),
                hash);
    }

    private static Index withStatistics(Index index, IndexStatistics statistics) {
        if (statistics == null || statistics.rows().size() < index.keyCount() + 1) {
            return index;
        }
        return new Index(
                index.name(),
                index.table(),
                index.rootPage(),
                index.columns(),
                index.keyCount(),
                index.unique(),
                index.conflict(),
                index.origin(),
                index.where(),
                statistics,
                index.sql());
    }

    private static Table withKeyStatistics(Table table, IndexStatistics statistics) {
        return new Table(
                table.name(),
                table.database(),
                table.rootPage(),
                table.columns(),
                table.rowidAlias(),
                true,
                table.autoincrement(),
                table.strict(),
                withStatistics(table.primaryKey(), statistics),
                table.indexes(),
                table.behindKey(),
                table.sql());
    }

    private static Statement parse(Row row, String sql) {
        try {
            return Parser.parseSchemaSql(sql);
        } catch (SqlException e) {
            throw malformed(row, e.getMessage());
        }
    }

    private static SqlException malformed(Row row, String why) {
        String name = row.name() == null ? "?" : row.name();
        String text = "malformed database schema (" + name + ")" + (why == null ? "" : " - " + why);
        return new SqlException(ResultCode.CORRUPT, text);
    }

    /** FNV-1a over the texts, with a separator that tells null from empty. */
    private void mix(String... texts) {
        for (String text : texts) {
            if (text != null) {
                for (int i = 0; i < text.length(); i++) {
                    hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
                }
            }
            hash = (hash ^ (text == null ? 0x10001 : 0x10002)) * 0x100000001b3L;
        }
    }
}
