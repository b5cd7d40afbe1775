package org.sqlvm.server.catalog;

import org.sqlvm.server.catalog.CatalogSnapshot.Attribute;
import org.sqlvm.server.catalog.CatalogSnapshot.Constraint;
import org.sqlvm.server.catalog.CatalogSnapshot.Index;
import org.sqlvm.server.catalog.CatalogSnapshot.Relation;
import org.sqlvm.server.value.PgArray;
import org.sqlvm.server.value.PgType;

import java.util.ArrayList;
import java.util.List;

/** The tables of pg_catalog about tables, columns, indexes and constraints. */
final class RelationTables {
    /** Numbers that PostgreSQL itself has. */
    static final long PUBLIC = 2200;

    static final long OWNER = 10;
    /** The columns of what is counted of tables. */
    private static final String STATISTICS = "relid oid, schemaname name, relname name,"
            + " seq_scan int8, seq_tup_read int8, idx_scan int8, idx_tup_fetch int8,"
            + " n_tup_ins int8, n_tup_upd int8, n_tup_del int8, n_tup_hot_upd int8,"
            + " n_live_tup int8, n_dead_tup int8, n_mod_since_analyze int8, last_vacuum text,"
            + " last_autovacuum text, last_analyze text, last_autoanalyze text,"
            + " vacuum_count int8, autovacuum_count int8, analyze_count int8,"
            + " autoanalyze_count int8";

    private static final int STATISTICS_COUNT = STATISTICS.split(",").length;

    private static final long HEAP = 0;
    private static final long BTREE = 403;

    private final Catalog catalog;

    private RelationTables(Catalog catalog) {
        this.catalog = catalog;
    }

    static List<CatalogTable> of(Catalog catalog) {
        RelationTables tables = new RelationTables(catalog);
        return List.of(
                new CatalogTable(
                        "pg_class",
                        "oid oid, relname name, relnamespace oid, reltype oid, reloftype oid,"
                                + " relowner oid, relam oid, relfilenode oid, reltablespace oid,"
                                + " relpages int4, reltuples float4, relallvisible int4,"
                                + " reltoastrelid oid, relhasindex bool, relisshared bool,"
                                + " relpersistence char, relkind char, relnatts int2,"
                                + " relchecks int2, relhasoids bool, relhaspkey bool,"
                                + " relhasrules bool, relhastriggers bool, relhassubclass bool,"
                                + " relrowsecurity bool, relforcerowsecurity bool,"
                                + " relispopulated bool, relreplident char, relispartition bool,"
                                + " relfrozenxid int8, relminmxid int8, relacl text,"
                                + " reloptions text, relpartbound text",
                        tables::classes),
                new CatalogTable(
                        "pg_attribute",
                        "attrelid oid, attname name, atttypid oid, attstattarget int4, attlen int2,"
                                + " attnum int2, attndims int4, attcacheoff int4, atttypmod int4,"
                                + " attbyval bool, attstorage char, attalign char,"
                                + " attnotnull bool, atthasdef bool, attisdropped bool,"
                                + " attislocal bool, attinhcount int4, attcollation oid,"
                                + " attacl text, attoptions text, attfdwoptions text,"
                                + " attidentity char, attgenerated char",
                        tables::attributes),
                new CatalogTable(
                        "pg_attrdef",
                        "oid oid, adrelid oid, adnum int2, adbin text, adsrc text",
                        tables::defaults),
                new CatalogTable(
                        "pg_index",
                        "indexrelid oid, indrelid oid, indnatts int2, indnkeyatts int2,"
                                + " indisunique bool, indisprimary bool, indisexclusion bool,"
                                + " indimmediate bool, indisclustered bool, indisvalid bool,"
                                + " indcheckxmin bool, indisready bool, indislive bool,"
                                + " indisreplident bool, indkey int2vector, indcollation oidvector,"
                                + " indclass oidvector, indoption int2vector, indexprs text,"
                                + " indpred text, indnullsnotdistinct bool",
                        tables::indexes),
                new CatalogTable(
                        "pg_constraint",
                        "oid oid, conname name, connamespace oid, contype char,"
                                + " condeferrable bool, condeferred bool, convalidated bool,"
                                + " conrelid oid, contypid oid, conindid oid, conparentid oid,"
                                + " confrelid oid, confupdtype char, confdeltype char,"
                                + " confmatchtype char, conislocal bool, coninhcount int4,"
                                + " connoinherit bool, conkey int2[], confkey int2[], consrc text,"
                                + " conbin text",
                        tables::constraints),
                new CatalogTable(
                        "pg_tables",
                        "schemaname name, tablename name, tableowner name, tablespace name,"
                                + " hasindexes bool, hasrules bool, hastriggers bool",
                        tables::tables),
                new CatalogTable("pg_stat_user_tables", STATISTICS, tables::statistics),
                new CatalogTable("pg_stat_all_tables", STATISTICS, tables::statistics),
                new CatalogTable(
                        "pg_views",
                        "schemaname name, viewname name, viewowner name, definition text",
                        tables::views),
                new CatalogTable(
                        "pg_indexes",
                        "schemaname name, tablename name, indexname name, tablespace name,"
                                + " indexdef text",
                        tables::indexTexts));
    }

    private CatalogSnapshot now() {
        return catalog.snapshot();
    }

    private static Long flag(boolean value) {
        return value ? 1L : 0L;
    }

    private List<Object[]> classes() {
        List<Object[]> rows = new ArrayList<>();
        for (Relation relation : now().relations()) {
            boolean isIndex = relation.kind() == 'i';
            boolean hasIndex = hasIndex(relation, false);
            rows.add(new Object[] {
                relation.oid(),
                relation.name(),
                PUBLIC,
                0L,
                0L,
                OWNER,
                isIndex ? BTREE : HEAP,
                relation.oid(),
                0L,
                0L,
                -1.0,
                0L,
                0L,
                flag(hasIndex),
                0L,
                "p",
                String.valueOf(relation.kind()),
                (long) relation.attributes().size(),
                0L,
                0L,
                flag(hasIndex(relation, true)),
                flag(relation.kind() == 'v'),
                flag(hasForeignKey(relation)),
                0L,
                0L,
                0L,
                1L,
                isIndex ? "n" : "d",
                0L,
                0L,
                0L,
                null,
                null,
                null
            });
        }
        return rows;
    }

    private boolean hasIndex(Relation table, boolean isPrimary) {
        return now().indexes().stream()
                .anyMatch(index -> index.table().oid() == table.oid()
                        && (!isPrimary || index.origin().equals("pk")));
    }

    /** In PostgreSQL, triggers check foreign keys: clients ask for the keys if there are some. */
    private boolean hasForeignKey(Relation table) {
        return now().constraints().stream()
                .filter(each -> each.kind() == 'f')
                .anyMatch(each ->
                        each.table().oid() == table.oid() || each.target().oid() == table.oid());
    }

    private List<Object[]> attributes() {
        List<Object[]> rows = new ArrayList<>();
        for (Relation relation : now().relations()) {
            for (Attribute attribute : relation.attributes()) {
                PgType type = attribute.type();
                boolean isText = type == PgType.TEXT;
                rows.add(new Object[] {
                    relation.oid(),
                    attribute.name(),
                    (long) type.oid(),
                    -1L,
                    (long) type.size(),
                    (long) attribute.number(),
                    0L,
                    -1L,
                    -1L,
                    flag(type.size() > 0),
                    type.size() > 0 ? "p" : "x",
                    type.size() == Long.BYTES ? "d" : "i",
                    flag(attribute.isNotNull()),
                    flag(attribute.fallback() != null),
                    0L,
                    1L,
                    0L,
                    isText ? TypeTables.DEFAULT_COLLATION : 0L,
                    null,
                    null,
                    null,
                    "",
                    attribute.isGenerated() ? "s" : ""
                });
            }
        }
        return rows;
    }

    private List<Object[]> defaults() {
        List<Object[]> rows = new ArrayList<>();
        for (Relation relation : now().relations()) {
            for (Attribute attribute : relation.attributes()) {
                if (attribute.fallback() != null) {
                    rows.add(new Object[] {
                        relation.oid() * 1000 + attribute.number(),
                        relation.oid(),
                        (long) attribute.number(),
                        attribute.fallback(),
                        attribute.fallback()
                    });
                }
            }
        }
        return rows;
    }

    private static String vector(List<?> numbers) {
        return String.join(" ", numbers.stream().map(Object::toString).toList());
    }

    private List<Object[]> indexes() {
        List<Object[]> rows = new ArrayList<>();
        for (Index index : now().indexes()) {
            List<Long> zeros = index.columns().stream().map(column -> 0L).toList();
            List<Long> options = index.isDescending().stream()
                    .map(isDown -> isDown ? 3L : 0L)
                    .toList();
            long count = index.columns().size();
            rows.add(new Object[] {
                index.relation().oid(),
                index.table().oid(),
                count,
                count,
                flag(index.isUnique()),
                flag(index.origin().equals("pk")),
                0L,
                1L,
                0L,
                1L,
                0L,
                1L,
                1L,
                0L,
                vector(index.columns()),
                vector(zeros),
                vector(zeros),
                vector(options),
                index.columns().contains(0) ? "expression" : null,
                CatalogText.condition(index),
                0L
            });
        }
        return rows;
    }

    private List<Object[]> constraints() {
        List<Object[]> rows = new ArrayList<>();
        for (Constraint each : now().constraints()) {
            boolean isForeign = each.kind() == 'f';
            rows.add(new Object[] {
                each.oid(),
                each.name(),
                PUBLIC,
                String.valueOf(each.kind()),
                0L,
                0L,
                1L,
                each.table().oid(),
                0L,
                each.index() == null ? 0L : each.index().oid(),
                0L,
                isForeign ? each.target().oid() : 0L,
                isForeign ? action(each.onUpdate()) : " ",
                isForeign ? action(each.onDelete()) : " ",
                isForeign ? "s" : " ",
                1L,
                0L,
                1L,
                PgArray.text(each.columns()),
                isForeign ? PgArray.text(each.targetColumns()) : null,
                null,
                null
            });
        }
        return rows;
    }

    private static String action(String words) {
        return switch (words) {
            case "CASCADE" -> "c";
            case "SET NULL" -> "n";
            case "SET DEFAULT" -> "d";
            case "RESTRICT" -> "r";
            default -> "a";
        };
    }

    private List<Object[]> tables() {
        List<Object[]> rows = new ArrayList<>();
        for (Relation relation : now().relations()) {
            if (relation.kind() == 'r') {
                rows.add(new Object[] {
                    "public",
                    relation.name(),
                    ServerTables.OWNER_NAME,
                    null,
                    flag(hasIndex(relation, false)),
                    0L,
                    0L
                });
            }
        }
        return rows;
    }

    /** Nothing is counted: all but the names is NULL. */
    private List<Object[]> statistics() {
        List<Object[]> rows = new ArrayList<>();
        for (Relation relation : now().relations()) {
            if (relation.kind() == 'r') {
                Object[] row = new Object[STATISTICS_COUNT];
                row[0] = relation.oid();
                row[1] = "public";
                row[2] = relation.name();
                rows.add(row);
            }
        }
        return rows;
    }

    private List<Object[]> views() {
        List<Object[]> rows = new ArrayList<>();
        for (Relation relation : now().relations()) {
            if (relation.kind() == 'v') {
                rows.add(new Object[] {
                    "public",
                    relation.name(),
                    ServerTables.OWNER_NAME,
                    CatalogText.viewDefinition(relation)
                });
            }
        }
        return rows;
    }

    private List<Object[]> indexTexts() {
        List<Object[]> rows = new ArrayList<>();
        for (Index index : now().indexes()) {
            rows.add(new Object[] {
                "public",
                index.table().name(),
                index.relation().name(),
                null,
                CatalogText.indexDefinition(index)
            });
        }
        return rows;
    }
}
