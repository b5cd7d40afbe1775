package org.sqlvm.server.typing;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.server.catalog.CatalogSnapshot;
import org.sqlvm.server.catalog.CatalogSnapshot.Attribute;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The columns of tables and views, of temporary ones too. Each is read when it is asked for, and
 * kept until the schema changes.
 */
public final class SchemaColumns {
    /**
     * A table or a view.
     *
     * @param isStrict whether all values are of their columns' types
     * @param hasRowid false for a view as well
     */
    record Table(List<Attribute> attributes, boolean isStrict, boolean hasRowid) {
        /** Null if there is none of that name. */
        Attribute attribute(String name) {
            for (Attribute each : attributes) {
                if (each.name().equalsIgnoreCase(name)) {
                    return each;
                }
            }
            return null;
        }

        /** Whether a column is another name of the rowid. */
        boolean isRowid(Attribute attribute) {
            boolean isOnlyKey = attributes.stream().noneMatch(each -> each.keyNumber() > 1);
            return hasRowid
                    && isOnlyKey
                    && attribute.keyNumber() == 1
                    && attribute.declared().equalsIgnoreCase("INTEGER");
        }
    }

    private final Database database;
    private final Map<String, Table> tables = new HashMap<>();
    private Set<String> names = Set.of();
    private long version = -1;
    private long temporaryVersion = -1;

    public SchemaColumns(Database database) {
        this.database = database;
    }

    /** Forgets what has changed. To be called before the others, for each statement. */
    public void refresh() {
        long now = number("PRAGMA main.schema_version");
        long temporary = number("PRAGMA temp.schema_version");
        if (now != version || temporary != temporaryVersion) {
            tables.clear();
            names = readNames();
            version = now;
            temporaryVersion = temporary;
        }
    }

    private long number(String sql) {
        try (Rows rows = database.query(sql)) {
            return rows.next() ? rows.getLong(0) : 0;
        }
    }

    private Set<String> readNames() {
        Set<String> found = new HashSet<>();
        try (Rows rows = database.query("SELECT lower(name) FROM sqlite_schema"
                + " WHERE type IN ('table', 'view') UNION ALL SELECT lower(name)"
                + " FROM sqlite_temp_schema WHERE type IN ('table', 'view')")) {
            while (rows.next()) {
                found.add(rows.getText(0));
            }
        }
        return found;
    }

    /** Null if there is no table of that name. */
    Table table(String name) {
        String key = name.toLowerCase(Locale.ROOT);
        return names.contains(key) ? tables.computeIfAbsent(key, this::read) : null;
    }

    private Table read(String name) {
        String schema = "main";
        boolean isStrict = false;
        boolean hasRowid = false;
        try (Rows rows = database.query(
                "SELECT schema, strict, type = 'table' AND NOT wr FROM pragma_table_list(?)"
                        + " WHERE schema IN ('main', 'temp') ORDER BY schema DESC LIMIT 1",
                name)) {
            if (rows.next()) {
                schema = rows.getText(0);
                isStrict = rows.getLong(1) != 0;
                hasRowid = rows.getLong(2) != 0;
            }
        }
        return new Table(CatalogSnapshot.attributes(database, schema, name), isStrict, hasRowid);
    }
}
