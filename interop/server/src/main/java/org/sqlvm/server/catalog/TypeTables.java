package org.sqlvm.server.catalog;

import org.sqlvm.server.value.PgType;

import java.util.ArrayList;
import java.util.List;

/** The tables of pg_catalog about types, schemas and other fixed objects. */
final class TypeTables {
    static final long DEFAULT_COLLATION = 100;
    private static final long CATALOG = 11;
    private static final long INFORMATION_SCHEMA = 13_000;

    private TypeTables() {}

    static List<CatalogTable> of() {
        List<Object[]> types = types();
        return List.of(
                new CatalogTable(
                        "pg_type",
                        "oid oid, typname name, typnamespace oid, typowner oid, typlen int2,"
                                + " typbyval bool, typtype char, typcategory char,"
                                + " typispreferred bool, typisdefined bool, typdelim char,"
                                + " typrelid oid, typelem oid, typarray oid, typinput text,"
                                + " typoutput text, typreceive text, typsend text, typmodin text,"
                                + " typmodout text, typanalyze text, typalign char,"
                                + " typstorage char, typnotnull bool, typbasetype oid,"
                                + " typtypmod int4, typndims int4, typcollation oid,"
                                + " typdefaultbin text, typdefault text, typacl text",
                        () -> types),
                new CatalogTable(
                        "pg_namespace",
                        "oid oid, nspname name, nspowner oid, nspacl text",
                        () -> List.of(
                                new Object[] {CATALOG, "pg_catalog", RelationTables.OWNER, null},
                                new Object[] {
                                    RelationTables.PUBLIC, "public", RelationTables.OWNER, null
                                },
                                new Object[] {
                                    INFORMATION_SCHEMA,
                                    "information_schema",
                                    RelationTables.OWNER,
                                    null
                                })),
                new CatalogTable(
                        "pg_am",
                        "oid oid, amname name, amhandler text, amtype char",
                        () -> List.<Object[]>of(new Object[] {403L, "btree", "bthandler", "i"})),
                new CatalogTable(
                        "pg_collation",
                        "oid oid, collname name, collnamespace oid, collowner oid,"
                                + " collencoding int4, collcollate name, collctype name,"
                                + " collprovider char, collisdeterministic bool",
                        () -> List.<Object[]>of(new Object[] {
                            DEFAULT_COLLATION,
                            "default",
                            CATALOG,
                            RelationTables.OWNER,
                            -1L,
                            "C",
                            "C",
                            "d",
                            1L
                        })));
    }

    private static List<Object[]> types() {
        List<Object[]> rows = new ArrayList<>();
        for (PgType type : PgType.values()) {
            if (type.isArray()) {
                // Comes with that of its elements.
                continue;
            }
            boolean isVector = type.category() == 'A';
            rows.add(row(
                    type.oid(),
                    type.typeName(),
                    type.size(),
                    type.category(),
                    isVector ? PgType.INT2.oid() : 0,
                    type.arrayOid(),
                    type == PgType.VOID || type == PgType.UNKNOWN ? "p" : "b"));
            if (type.arrayOid() != 0) {
                rows.add(row(type.arrayOid(), "_" + type.typeName(), -1, 'A', type.oid(), 0, "b"));
            }
        }
        return rows;
    }

    private static Object[] row(
            int oid, String name, int size, char category, int element, int array, String kind) {
        boolean isText = category == 'S';
        boolean isArray = category == 'A';
        String in = isArray ? "array" : name;
        return new Object[] {
            (long) oid,
            name,
            CATALOG,
            RelationTables.OWNER,
            (long) size,
            size > 0 ? 1L : 0L,
            kind,
            String.valueOf(category),
            0L,
            1L,
            ",",
            0L,
            (long) element,
            (long) array,
            isArray ? "array_in" : in + "in",
            in + "out",
            in + "recv",
            in + "send",
            "-",
            "-",
            "-",
            size == Long.BYTES ? "d" : "i",
            size > 0 ? "p" : "x",
            0L,
            0L,
            -1L,
            0L,
            isText ? DEFAULT_COLLATION : 0L,
            null,
            null,
            null
        };
    }
}
