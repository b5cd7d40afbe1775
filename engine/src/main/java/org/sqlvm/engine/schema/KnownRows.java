package org.sqlvm.engine.schema;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.SchemaLoader.Row;

import java.util.HashMap;
import java.util.Map;

/**
 * The tables and indexes that the rows of one sqlite_schema described when they were last read. A
 * second reader parses the new rows alone, so that in a schema of a thousand tables the next CREATE
 * TABLE does not cost a thousand parses.
 */
public final class KnownRows {
    /** The inputs, beside its row, that a definition's meaning depends on. */
    private record Meaning(
            DatabaseId database,
            TextEncoding encoding,
            boolean ignoresDescending,
            Registered registered) {
        boolean isSame(Meaning other) {
            return other != null
                    && database.equals(other.database)
                    && encoding == other.encoding
                    && ignoresDescending == other.ignoresDescending
                    && registered.hasSameCollations(other.registered);
        }
    }

    /** A table with the indexes of its own definition. */
    record KnownTable(Table table, Constraints constraints) {}

    /** @param table whose definition the index was built for */
    private record KnownIndex(Index index, Table table) {}

    private Meaning meaning;
    private Map<Row, KnownTable> lastTables = Map.of();
    private Map<Row, KnownIndex> lastIndexes = Map.of();
    private Map<Row, KnownTable> tables = new HashMap<>();
    private Map<Row, KnownIndex> indexes = new HashMap<>();

    /** Begins another reading of the rows: those added the last time are the known ones. */
    void begin(DatabaseId database, SchemaLoader.Reading reading) {
        Meaning now = new Meaning(
                database,
                reading.encoding(),
                reading.ignoresDescending(),
                reading.preparation().registered());
        boolean same = now.isSame(meaning);
        meaning = now;
        lastTables = same ? tables : Map.of();
        lastIndexes = same ? indexes : Map.of();
        tables = new HashMap<>();
        indexes = new HashMap<>();
    }

    /** Ends the reading: rows that are gone are forgotten. */
    void end() {
        lastTables = Map.of();
        lastIndexes = Map.of();
    }

    /** Returns the table that a row described the last time, or null. */
    KnownTable table(Row row) {
        return lastTables.get(row);
    }

    void add(Row row, KnownTable table) {
        tables.put(row, table);
    }

    /** The index that a row described the last time, if its table is the same; or null. */
    Index index(Row row, Table table) {
        KnownIndex known = lastIndexes.get(row);
        return known != null && known.table() == table ? known.index() : null;
    }

    void add(Row row, Index index, Table table) {
        indexes.put(row, new KnownIndex(index, table));
    }
}
