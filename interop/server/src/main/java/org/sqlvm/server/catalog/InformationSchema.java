package org.sqlvm.server.catalog;

import org.sqlvm.server.catalog.CatalogSnapshot.Attribute;
import org.sqlvm.server.catalog.CatalogSnapshot.Constraint;
import org.sqlvm.server.catalog.CatalogSnapshot.Relation;
import org.sqlvm.server.session.Login;
import org.sqlvm.server.value.PgType;

import java.util.ArrayList;
import java.util.List;

/** The views of information_schema, each by its name with the schema before it. */
final class InformationSchema {
    private static final String PREFIX = "information_schema.";
    private static final String SCHEMA = "public";

    private final Catalog catalog;
    private final String database;

    private InformationSchema(Catalog catalog, String database) {
        this.catalog = catalog;
        this.database = database;
    }

    static List<CatalogTable> of(Catalog catalog, Login login) {
        InformationSchema schema = new InformationSchema(catalog, login.database());
        return List.of(
                new CatalogTable(
                        PREFIX + "schemata",
                        "catalog_name name, schema_name name, schema_owner name",
                        () -> List.<Object[]>of(
                                new Object[] {login.database(), SCHEMA, ServerTables.OWNER_NAME})),
                new CatalogTable(
                        PREFIX + "tables",
                        "table_catalog name, table_schema name, table_name name, table_type text,"
                                + " is_insertable_into text",
                        schema::tables),
                new CatalogTable(
                        PREFIX + "views",
                        "table_catalog name, table_schema name, table_name name,"
                                + " view_definition text",
                        schema::views),
                new CatalogTable(
                        PREFIX + "columns",
                        "table_catalog name, table_schema name, table_name name, column_name name,"
                                + " ordinal_position int4, column_default text, is_nullable text,"
                                + " data_type text, character_maximum_length int4,"
                                + " numeric_precision int4, numeric_scale int4,"
                                + " datetime_precision int4, udt_catalog name, udt_schema name,"
                                + " udt_name name, is_identity text, is_generated text",
                        schema::columns),
                new CatalogTable(
                        PREFIX + "table_constraints",
                        "constraint_catalog name, constraint_schema name, constraint_name name,"
                                + " table_catalog name, table_schema name, table_name name,"
                                + " constraint_type text",
                        schema::tableConstraints),
                new CatalogTable(
                        PREFIX + "key_column_usage",
                        "constraint_catalog name, constraint_schema name, constraint_name name,"
                                + " table_catalog name, table_schema name, table_name name,"
                                + " column_name name, ordinal_position int4,"
                                + " position_in_unique_constraint int4",
                        schema::keyColumns));
    }

    private List<Object[]> tables() {
        List<Object[]> rows = new ArrayList<>();
        for (Relation relation : catalog.snapshot().relations()) {
            if (relation.kind() != 'i') {
                boolean isTable = relation.kind() == 'r';
                rows.add(new Object[] {
                    database,
                    SCHEMA,
                    relation.name(),
                    isTable ? "BASE TABLE" : "VIEW",
                    isTable ? "YES" : "NO"
                });
            }
        }
        return rows;
    }

    private List<Object[]> views() {
        List<Object[]> rows = new ArrayList<>();
        for (Relation relation : catalog.snapshot().relations()) {
            if (relation.kind() == 'v') {
                rows.add(new Object[] {
                    database, SCHEMA, relation.name(), CatalogText.viewDefinition(relation)
                });
            }
        }
        return rows;
    }

    private List<Object[]> columns() {
        List<Object[]> rows = new ArrayList<>();
        for (Relation relation : catalog.snapshot().relations()) {
            if (relation.kind() != 'i') {
                for (Attribute attribute : relation.attributes()) {
                    PgType type = attribute.type();
                    Long precision = type == PgType.INT8 ? Long.valueOf(64) : null;
                    rows.add(new Object[] {
                        database,
                        SCHEMA,
                        relation.name(),
                        attribute.name(),
                        (long) attribute.number(),
                        attribute.fallback(),
                        attribute.isNotNull() ? "NO" : "YES",
                        CatalogFunctions.formatted(type.oid()),
                        null,
                        precision,
                        precision == null ? null : 0L,
                        null,
                        database,
                        "pg_catalog",
                        type.typeName(),
                        "NO",
                        attribute.isGenerated() ? "ALWAYS" : "NEVER"
                    });
                }
            }
        }
        return rows;
    }

    private List<Object[]> tableConstraints() {
        List<Object[]> rows = new ArrayList<>();
        for (Constraint each : catalog.snapshot().constraints()) {
            String kind = switch (each.kind()) {
                case 'p' -> "PRIMARY KEY";
                case 'u' -> "UNIQUE";
                default -> "FOREIGN KEY";
            };
            rows.add(new Object[] {
                database, SCHEMA, each.name(), database, SCHEMA, each.table().name(), kind
            });
        }
        return rows;
    }

    private List<Object[]> keyColumns() {
        List<Object[]> rows = new ArrayList<>();
        for (Constraint each : catalog.snapshot().constraints()) {
            for (int i = 0; i < each.columns().size(); i++) {
                int column = each.columns().get(i);
                String name = column == 0
                        ? null
                        : each.table().attributes().get(column - 1).name();
                rows.add(new Object[] {
                    database,
                    SCHEMA,
                    each.name(),
                    database,
                    SCHEMA,
                    each.table().name(),
                    name,
                    (long) i + 1,
                    each.kind() == 'f' ? (Long) (long) (i + 1) : null
                });
            }
        }
        return rows;
    }
}
