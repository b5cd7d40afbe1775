package org.sqlvm.jdbc;

import org.sqlvm.api.DeclaredType;
import org.sqlvm.api.text.SqlText;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Results about keys and indexes. */
final class KeyMetaData {
    private final Catalog catalog;

    KeyMetaData(Catalog catalog) {
        this.catalog = catalog;
    }

    MetaRows primaryKeys(Catalog.Table table) throws SQLException {
        MetaRows rows = new MetaRows("TABLE_CAT VARCHAR, TABLE_SCHEM VARCHAR, TABLE_NAME VARCHAR,"
                + " COLUMN_NAME VARCHAR, KEY_SEQ SMALLINT, PK_NAME VARCHAR");
        if (table != null) {
            String name = new Constraints(table.sql()).primaryKeyName();
            for (Catalog.Column column : catalog.primaryKey(table)) {
                rows.add(null, table.schema(), table.name(), column.name(), column.key(), name);
            }
        }
        return rows.sorted("COLUMN_NAME");
    }

    private static MetaRows foreignKeyRows() {
        return new MetaRows("PKTABLE_CAT VARCHAR, PKTABLE_SCHEM VARCHAR, PKTABLE_NAME VARCHAR,"
                + " PKCOLUMN_NAME VARCHAR, FKTABLE_CAT VARCHAR, FKTABLE_SCHEM VARCHAR,"
                + " FKTABLE_NAME VARCHAR, FKCOLUMN_NAME VARCHAR, KEY_SEQ SMALLINT,"
                + " UPDATE_RULE SMALLINT, DELETE_RULE SMALLINT, FK_NAME VARCHAR, PK_NAME VARCHAR,"
                + " DEFERRABILITY SMALLINT");
    }

    /** The keys of other tables that {@code table} refers to. */
    MetaRows importedKeys(Catalog.Table table) throws SQLException {
        MetaRows rows = foreignKeyRows();
        if (table != null) {
            addForeignKeys(rows, table, null);
        }
        return rows.sorted("PKTABLE_CAT", "PKTABLE_SCHEM", "PKTABLE_NAME", "KEY_SEQ");
    }

    /** Returns the foreign keys of other tables that refer to {@code table}. */
    MetaRows exportedKeys(Catalog.Table table) throws SQLException {
        MetaRows rows = foreignKeyRows();
        if (table != null) {
            List<Catalog.Table> all = catalog.tables(null, table.database().name(), null);
            for (Catalog.Table other : all) {
                addForeignKeys(rows, other, table);
            }
        }
        return rows.sorted("FKTABLE_CAT", "FKTABLE_SCHEM", "FKTABLE_NAME", "KEY_SEQ");
    }

    MetaRows crossReference(Catalog.Table parent, Catalog.Table table) throws SQLException {
        MetaRows rows = foreignKeyRows();
        if (parent != null && table != null) {
            addForeignKeys(rows, table, parent);
        }
        return rows.sorted("FKTABLE_CAT", "FKTABLE_SCHEM", "FKTABLE_NAME", "KEY_SEQ");
    }

    /**
     * A table that is referred to has the name that the reference has, but for the one that was
     * asked for; a key without a name has an empty one.
     *
     * @param onlyParent null for keys of all tables
     */
    private void addForeignKeys(MetaRows rows, Catalog.Table table, Catalog.Table onlyParent)
            throws SQLException {
        List<Catalog.ForeignKeyColumn> columns = catalog.foreignKeys(table);
        List<Constraints.ForeignKey> named = new Constraints(table.sql()).foreignKeys();
        for (Catalog.ForeignKeyColumn column : columns) {
            if (onlyParent != null && !onlyParent.name().equalsIgnoreCase(column.parent())) {
                continue;
            }
            Catalog.Table parent = catalog.table(null, table.database().name(), column.parent());
            // Ids fall in the order of the definition.
            int place = named.size() - 1 - column.id();
            Constraints.ForeignKey own = place >= 0 && place < named.size()
                    ? named.get(place)
                    : new Constraints.ForeignKey(null, DatabaseMetaData.importedKeyNotDeferrable);
            String parentColumn = parentColumn(parent, column);
            rows.add(
                    null,
                    table.schema(),
                    onlyParent == null ? column.parent() : onlyParent.name(),
                    parentColumn,
                    null,
                    table.schema(),
                    table.name(),
                    column.column(),
                    column.position() + 1,
                    rule(column.onUpdate()),
                    rule(column.onDelete()),
                    own.name() == null ? "" : own.name(),
                    primaryKeyName(parent, parentColumn),
                    own.deferrability());
        }
    }

    /** The name of the key that the column is in; empty if it has none, or is in none. */
    private String primaryKeyName(Catalog.Table parent, String column) throws SQLException {
        String name = parent == null ? null : new Constraints(parent.sql()).primaryKeyName();
        boolean inKey = name != null
                && catalog.primaryKey(parent).stream()
                        .anyMatch(key -> key.name().equalsIgnoreCase(column));
        return inKey ? name : "";
    }

    /** A key without columns refers to the primary key. */
    private String parentColumn(Catalog.Table parent, Catalog.ForeignKeyColumn column)
            throws SQLException {
        if (column.parentColumn() != null || parent == null) {
            return column.parentColumn();
        }
        List<Catalog.Column> key = catalog.primaryKey(parent);
        return column.position() < key.size() ? key.get(column.position()).name() : null;
    }

    private static int rule(String action) {
        return switch (action) {
            case "CASCADE" -> DatabaseMetaData.importedKeyCascade;
            case "RESTRICT" -> DatabaseMetaData.importedKeyRestrict;
            case "SET NULL" -> DatabaseMetaData.importedKeySetNull;
            case "SET DEFAULT" -> DatabaseMetaData.importedKeySetDefault;
            default -> DatabaseMetaData.importedKeyNoAction;
        };
    }

    MetaRows indexInfo(Catalog.Table table, boolean onlyUnique) throws SQLException {
        MetaRows rows = new MetaRows("TABLE_CAT VARCHAR, TABLE_SCHEM VARCHAR, TABLE_NAME VARCHAR,"
                + " NON_UNIQUE BOOLEAN, INDEX_QUALIFIER VARCHAR, INDEX_NAME VARCHAR, TYPE SMALLINT,"
                + " ORDINAL_POSITION SMALLINT, COLUMN_NAME VARCHAR, ASC_OR_DESC VARCHAR,"
                + " CARDINALITY BIGINT, PAGES BIGINT, FILTER_CONDITION VARCHAR");
        List<Catalog.Index> indexes = table == null ? List.of() : catalog.indexes(table);
        Set<String> seen = new HashSet<>();
        for (Catalog.Index index : indexes) {
            if ((onlyUnique && !index.unique()) || !seen.add(index.name())) {
                continue;
            }
            String filter = index.partial()
                    ? SqlText.behind(catalog.indexSql(table, index), "WHERE")
                    : null;
            for (Catalog.IndexColumn column : catalog.indexColumns(table, index)) {
                rows.add(
                        null,
                        table.schema(),
                        table.name(),
                        !index.unique(),
                        null,
                        index.name(),
                        DatabaseMetaData.tableIndexOther,
                        column.position(),
                        column.name(),
                        column.descending() ? "D" : "A",
                        0,
                        0,
                        filter);
            }
        }
        return rows.sorted("NON_UNIQUE", "TYPE", "INDEX_NAME", "ORDINAL_POSITION");
    }

    /** The primary key, or the rowid of a table that has no other. */
    MetaRows bestRowIdentifier(Catalog.Table table, int scope) throws SQLException {
        MetaRows rows = new MetaRows("SCOPE SMALLINT, COLUMN_NAME VARCHAR, DATA_TYPE INTEGER,"
                + " TYPE_NAME VARCHAR, COLUMN_SIZE INTEGER, BUFFER_LENGTH INTEGER,"
                + " DECIMAL_DIGITS SMALLINT, PSEUDO_COLUMN SMALLINT");
        if (table == null || table.type().equals("VIEW")) {
            return rows;
        }
        List<Catalog.Column> key = catalog.primaryKey(table);
        for (Catalog.Column column : key) {
            DeclaredType type = DeclaredType.of(column.type());
            rows.add(
                    scope,
                    column.name(),
                    SqlTypes.ofDeclared(type),
                    column.type(),
                    type.length(),
                    0,
                    type.scale(),
                    DatabaseMetaData.bestRowNotPseudo);
        }
        if (key.isEmpty()) {
            rows.add(
                    scope,
                    "rowid",
                    java.sql.Types.BIGINT,
                    "INTEGER",
                    19,
                    0,
                    0,
                    DatabaseMetaData.bestRowPseudo);
        }
        return rows;
    }
}
