package org.sqlvm.spark;

import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sqlvm.api.Database;
import org.sqlvm.api.DeclaredType;
import org.sqlvm.api.DeclaredType.Affinity;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.io.Serializable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The facts of a table that the driver needs to plan a scan.
 *
 * @param columns the columns by their names
 * @param isUtf8 whether the file's texts are UTF-8
 * @param isStrict whether the file makes sure that values have their columns' types
 * @param root the number of the first page of the table's tree; 0 for views and virtual tables
 * @param isStored whether the table has rowids, and stores all of its columns, with texts as UTF-8
 * @param key the name of the rowid; null if a name of a column is in its way, and without rowids
 */
record TableFacts(
        Map<String, ReadColumn> columns,
        boolean isUtf8,
        boolean isStrict,
        int root,
        boolean isStored,
        String key)
        implements Serializable {

    private static final int UTF8 = 1;

    /** The mark of a generated column that is not stored, in PRAGMA table_xinfo. */
    private static final int HIDDEN_VIRTUAL = 2;

    /** @param isMixed whether texts of any storage class are read: the option mixed=string */
    static TableFacts read(Database database, String table, StructType schema, boolean isMixed) {
        boolean hasTree;
        boolean isStrict;
        boolean hasRowids;
        try (Rows rows = database.query(
                "SELECT type, wr, strict FROM pragma_table_list"
                        + " WHERE schema = 'main' AND name = ? COLLATE NOCASE",
                table)) {
            if (!rows.next()) {
                throw new SqlvmException("no such table: " + table, 1, -1, null);
            }
            String type = rows.getText(0);
            hasTree = "table".equals(type) || "shadow".equals(type);
            hasRowids = hasTree && rows.getLong(1) == 0;
            isStrict = hasTree && rows.getLong(2) != 0;
        }
        Map<String, Affinity> affinities = new HashMap<>();
        Set<String> names = new HashSet<>();
        String alias = null;
        int keyColumns = 0;
        boolean hasVirtual = false;
        try (Rows rows =
                database.query("SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)", table)) {
            while (rows.next()) {
                String declared = rows.getText(1);
                hasVirtual |= rows.getLong(3) == HIDDEN_VIRTUAL;
                affinities.put(rows.getText(0), DeclaredType.of(declared).affinity());
                boolean isAlias =
                        hasRowids && rows.getLong(2) == 1 && "INTEGER".equalsIgnoreCase(declared);
                alias = isAlias ? rows.getText(0) : alias;
                keyColumns += rows.getLong(2) > 0 ? 1 : 0;
                names.add(rows.getText(0).toLowerCase(java.util.Locale.ROOT));
            }
        }
        alias = keyColumns == 1 ? alias : null;
        Map<String, ReadColumn> columns = new LinkedHashMap<>();
        for (StructField field : schema.fields()) {
            Affinity affinity = affinities.get(field.name());
            if (affinity == null) {
                throw new SqlvmException(
                        "no such column: " + table + "." + field.name(), 1, -1, null);
            }
            ValueKind kind = ValueKind.ofType(field.name(), field.dataType());
            boolean isCast = isMixed && kind == ValueKind.STRING;
            columns.put(
                    field.name(),
                    new ReadColumn(
                            field.name(),
                            kind,
                            affinity,
                            isCast,
                            field.name().equals(alias) && kind == ValueKind.LONG));
        }
        String key = null;
        for (String name : List.of("rowid", "_rowid_", "oid")) {
            if (hasRowids && key == null && !names.contains(name)) {
                key = name;
            }
        }
        boolean isUtf8 = database.fileInfo().textEncoding() == UTF8;
        int root = hasTree ? root(database, table) : 0;
        boolean isStored = hasRowids && root != 0 && !hasVirtual && isUtf8;
        return new TableFacts(columns, isUtf8, isStrict, root, isStored, key);
    }

    /**
     * Returns the facts of the same table in another file.
     *
     * @throws SqlvmException if the table is not there, or so different that filters might have
     *     another meaning
     */
    TableFacts same(Database database, String table) {
        StructType schema = new StructType(columns.values().stream()
                .map(column -> new StructField(
                        column.name(), column.kind().type(), true, Metadata.empty()))
                .toArray(StructField[]::new));
        boolean isMixed = columns.values().stream().anyMatch(ReadColumn::isCast);
        TableFacts own = read(database, table, schema, isMixed);
        for (ReadColumn column : columns.values()) {
            ReadColumn other = own.columns.get(column.name());
            if (other.affinity() != column.affinity() || other.isKey() != column.isKey()) {
                throw differs(table, "the column " + column.name());
            }
        }
        if (own.isUtf8 != isUtf8 || own.isStrict != isStrict) {
            throw differs(table, isUtf8 == own.isUtf8 ? "STRICT" : "the encoding of texts");
        }
        return own;
    }

    private static SqlvmException differs(String table, String what) {
        return new SqlvmException(
                "the table " + table + " differs from that of the first file: " + what,
                1,
                -1,
                null);
    }

    private static int root(Database database, String table) {
        try (Rows rows = database.query(
                "SELECT rootpage FROM main.sqlite_schema"
                        + " WHERE type = 'table' AND name = ? COLLATE NOCASE",
                table)) {
            return rows.next() ? rows.getInt(0) : 0;
        }
    }
}
