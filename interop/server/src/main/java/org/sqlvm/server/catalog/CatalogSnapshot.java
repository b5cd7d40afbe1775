package org.sqlvm.server.catalog;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.server.value.PgType;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The contents of a schema: read when a client asks for it, and kept until the schema changes. */
public final class CatalogSnapshot {
    /**
     * A table, a view or an index.
     *
     * @param kind as pg_class has it: r, v or i
     * @param sql its CREATE statement; null for an index that a constraint has made
     */
    record Relation(long oid, String name, char kind, String sql, List<Attribute> attributes) {
        /** The attribute's number, from 1; 0 if there is none of that name. */
        int number(String attribute) {
            for (Attribute each : attributes) {
                if (each.name().equalsIgnoreCase(attribute)) {
                    return each.number();
                }
            }
            return 0;
        }
    }

    /**
     * A column.
     *
     * @param number the column's number, from 1
     * @param fallback the text of its DEFAULT; null if there is none
     * @param keyNumber the position in the primary key, from 1; 0 if the column is not part of it
     */
    public record Attribute(
            int number,
            String name,
            String declared,
            PgType type,
            boolean isNotNull,
            String fallback,
            int keyNumber,
            boolean isGenerated) {}

    /**
     * An index.
     *
     * @param columns the numbers of the table's columns, 0 for an expression
     * @param names the names of these columns
     * @param origin c for an index of CREATE INDEX, u of UNIQUE, pk of PRIMARY KEY
     */
    record Index(
            Relation relation,
            Relation table,
            boolean isUnique,
            String origin,
            boolean isPartial,
            List<Integer> columns,
            List<String> names,
            List<Boolean> isDescending) {}

    /**
     * A constraint.
     *
     * @param kind the contype of pg_constraint: p, u or f
     * @param index the index of a key; null for others
     * @param target the table that a foreign key refers to; null for others
     */
    record Constraint(
            long oid,
            String name,
            char kind,
            Relation table,
            List<Integer> columns,
            Relation index,
            Relation target,
            List<Integer> targetColumns,
            String onUpdate,
            String onDelete) {}

    private final List<Relation> relations = new ArrayList<>();
    private final List<Index> indexes = new ArrayList<>();
    private final List<Constraint> constraints = new ArrayList<>();
    private final Database database;
    private final CatalogOids oids;
    private final Map<String, Relation> tables = new LinkedHashMap<>();

    private CatalogSnapshot(Database database, CatalogOids oids) {
        this.database = database;
        this.oids = oids;
    }

    /** Returns a snapshot without tables. */
    static CatalogSnapshot empty() {
        return new CatalogSnapshot(null, null);
    }

    static CatalogSnapshot read(Database database, CatalogOids oids) {
        CatalogSnapshot snapshot = new CatalogSnapshot(database, oids);
        snapshot.readTables();
        for (Relation table : List.copyOf(snapshot.relations)) {
            if (table.kind() == 'r') {
                snapshot.readIndexes(table);
            }
        }
        for (Relation table : snapshot.tables.values()) {
            snapshot.readForeignKeys(table);
        }
        return snapshot;
    }

    List<Relation> relations() {
        return relations;
    }

    List<Index> indexes() {
        return indexes;
    }

    List<Constraint> constraints() {
        return constraints;
    }

    /** Null if there is none. */
    Relation relation(long oid) {
        return find(relation -> relation.oid() == oid);
    }

    /** Null if there is none. */
    Relation relation(String name) {
        return find(relation -> relation.name().equalsIgnoreCase(name));
    }

    private Relation find(java.util.function.Predicate<Relation> wanted) {
        return relations.stream().filter(wanted).findFirst().orElse(null);
    }

    private void readTables() {
        record Found(String type, String name, String sql) {}
        List<Found> found = new ArrayList<>();
        try (Rows rows = database.query("SELECT type, name, sql FROM main.sqlite_schema"
                + " WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite^_%' ESCAPE '^'"
                + " ORDER BY name")) {
            while (rows.next()) {
                found.add(new Found(rows.getText(0), rows.getText(1), rows.getText(2)));
            }
        }
        for (Found each : found) {
            char kind = each.type().equals("table") ? 'r' : 'v';
            Relation relation = new Relation(
                    oids.of("class " + each.name()),
                    each.name(),
                    kind,
                    each.sql(),
                    attributes(database, "main", each.name()));
            relations.add(relation);
            tables.put(each.name().toLowerCase(java.util.Locale.ROOT), relation);
        }
    }

    /**
     * The columns of a table or a view, without hidden ones.
     *
     * @param schema main or temp
     */
    public static List<Attribute> attributes(Database database, String schema, String table) {
        List<Attribute> attributes = new ArrayList<>();
        try (Rows rows = database.query(
                "SELECT name, type, \"notnull\", dflt_value, pk, hidden"
                        + " FROM pragma_table_xinfo(?, ?) WHERE hidden <> 1 ORDER BY cid",
                table,
                schema)) {
            while (rows.next()) {
                String declared = rows.getText(1);
                PgType type = PgType.ofDeclared(declared);
                attributes.add(new Attribute(
                        attributes.size() + 1,
                        rows.getText(0),
                        declared,
                        type == null ? PgType.TEXT : type,
                        rows.getLong(2) != 0 || rows.getLong(4) != 0,
                        rows.getText(3),
                        rows.getInt(4),
                        rows.getLong(5) > 1));
            }
        } catch (org.sqlvm.api.SqlvmException e) {
            // A view of a table that there is no longer: it has no columns.
            return List.of();
        }
        return attributes;
    }

    private void readIndexes(Relation table) {
        record Found(String name, boolean isUnique, String origin, boolean isPartial, String sql) {}
        List<Found> found = new ArrayList<>();
        try (Rows rows = database.query(
                "SELECT l.name, l.\"unique\", l.origin, l.partial, s.sql"
                        + " FROM pragma_index_list(?, 'main') l LEFT JOIN main.sqlite_schema s"
                        + " ON s.type = 'index' AND s.name = l.name ORDER BY l.name",
                table.name())) {
            while (rows.next()) {
                found.add(new Found(
                        rows.getText(0),
                        rows.getLong(1) != 0,
                        rows.getText(2),
                        rows.getLong(3) != 0,
                        rows.getText(4)));
            }
        }
        boolean hasKeyIndex = false;
        for (Found each : found) {
            hasKeyIndex |= each.origin().equals("pk");
            addIndex(
                    table,
                    each.name(),
                    each.isUnique(),
                    each.origin(),
                    each.isPartial(),
                    each.sql());
        }
        if (!hasKeyIndex) {
            addRowidKey(table);
        }
    }

    private void addIndex(
            Relation table,
            String name,
            boolean isUnique,
            String origin,
            boolean isPartial,
            String sql) {
        List<Integer> columns = new ArrayList<>();
        List<String> names = new ArrayList<>();
        List<Boolean> descending = new ArrayList<>();
        try (Rows rows = database.query(
                "SELECT name, \"desc\" FROM pragma_index_xinfo(?, 'main')"
                        + " WHERE key = 1 ORDER BY seqno",
                name)) {
            while (rows.next()) {
                String column = rows.getText(0);
                names.add(column);
                columns.add(column == null ? 0 : table.number(column));
                descending.add(rows.getLong(1) != 0);
            }
        }
        add(
                table,
                shown(table, name, origin),
                isUnique,
                origin,
                isPartial,
                sql,
                columns,
                names,
                descending);
    }

    /** A name of SQLite's own is none that clients like: those of PostgreSQL's constraints. */
    private static String shown(Relation table, String name, String origin) {
        if (!name.startsWith("sqlite_autoindex_")) {
            return name;
        }
        return origin.equals("pk")
                ? table.name() + "_pkey"
                : table.name() + "_key" + name.substring(name.lastIndexOf('_') + 1);
    }

    private void add(
            Relation table,
            String name,
            boolean isUnique,
            String origin,
            boolean isPartial,
            String sql,
            List<Integer> columns,
            List<String> names,
            List<Boolean> descending) {
        List<Attribute> attributes = new ArrayList<>();
        for (int column : columns) {
            Attribute of = column == 0 ? null : table.attributes().get(column - 1);
            attributes.add(new Attribute(
                    attributes.size() + 1,
                    of == null ? "expr" : of.name(),
                    "",
                    of == null ? PgType.TEXT : of.type(),
                    false,
                    null,
                    0,
                    false));
        }
        Relation relation = new Relation(oids.of("class " + name), name, 'i', sql, attributes);
        relations.add(relation);
        indexes.add(new Index(
                relation, table, isUnique, origin, isPartial, columns, names, descending));
        if (!origin.equals("c")) {
            char kind = origin.equals("pk") ? 'p' : 'u';
            constraints.add(new Constraint(
                    oids.of("constraint " + name),
                    name,
                    kind,
                    table,
                    columns,
                    relation,
                    null,
                    List.of(),
                    "",
                    ""));
        }
    }

    /** INTEGER PRIMARY KEY has no index, since the table itself is one. */
    private void addRowidKey(Relation table) {
        for (Attribute attribute : table.attributes()) {
            if (attribute.keyNumber() > 0) {
                add(
                        table,
                        table.name() + "_pkey",
                        true,
                        "pk",
                        false,
                        null,
                        List.of(attribute.number()),
                        List.of(attribute.name()),
                        List.of(false));
            }
        }
    }

    private void readForeignKeys(Relation table) {
        if (table.kind() != 'r') {
            return;
        }
        Map<Long, List<String[]>> keys = new LinkedHashMap<>();
        try (Rows rows = database.query(
                "SELECT id, \"table\", \"from\", \"to\", on_update, on_delete"
                        + " FROM pragma_foreign_key_list(?, 'main') ORDER BY id, seq",
                table.name())) {
            while (rows.next()) {
                keys.computeIfAbsent(rows.getLong(0), id -> new ArrayList<>()).add(new String[] {
                    rows.getText(1),
                    rows.getText(2),
                    rows.getText(3),
                    rows.getText(4),
                    rows.getText(5)
                });
            }
        }
        keys.values().forEach(parts -> addForeignKey(table, parts));
    }

    private void addForeignKey(Relation table, List<String[]> parts) {
        Relation target = tables.get(parts.getFirst()[0].toLowerCase(java.util.Locale.ROOT));
        if (target == null) {
            return;
        }
        List<Integer> columns = new ArrayList<>();
        List<Integer> targets = new ArrayList<>();
        for (String[] part : parts) {
            columns.add(table.number(part[1]));
            targets.add(
                    part[2] == null ? keyColumn(target, targets.size()) : target.number(part[2]));
        }
        String name = table.name() + "_"
                + String.join("_", parts.stream().map(part -> part[1]).toList()) + "_fkey";
        Relation index = indexes.stream()
                .filter(each -> each.table().oid() == target.oid())
                .filter(each -> each.columns().equals(targets))
                .map(Index::relation)
                .findFirst()
                .orElse(null);
        constraints.add(new Constraint(
                oids.of("constraint " + name),
                name,
                'f',
                table,
                columns,
                index,
                target,
                targets,
                parts.getFirst()[3],
                parts.getFirst()[4]));
    }

    private static int keyColumn(Relation target, int place) {
        for (Attribute attribute : target.attributes()) {
            if (attribute.keyNumber() == place + 1) {
                return attribute.number();
            }
        }
        return 0;
    }
}
