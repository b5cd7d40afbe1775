package org.sqlvm.spark;

import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The tables and views of a file, or of several with the same tables, in the namespace
 * {@code main}. {@code spark.sql.catalog.f=org.sqlvm.spark.SqlvmCatalog} and
 * {@code spark.sql.catalog.f.path=/data/rides.db} make {@code SELECT … FROM f.main.rides} work.
 */
public final class SqlvmCatalog implements TableCatalog, SupportsNamespaces {
    private static final String MAIN = "main";

    private String name;
    private List<String> files;
    private CaseInsensitiveStringMap options;

    @Override
    public void initialize(String catalog, CaseInsensitiveStringMap settings) {
        name = catalog;
        options = settings;
        files = FileList.of(options.get(Location.PATH));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String[] defaultNamespace() {
        return new String[] {MAIN};
    }

    private static boolean isMain(String[] namespace) {
        return namespace.length == 0
                || namespace.length == 1 && namespace[0].equalsIgnoreCase(MAIN);
    }

    @Override
    public Identifier[] listTables(String[] namespace) throws NoSuchNamespaceException {
        if (!isMain(namespace)) {
            throw new NoSuchNamespaceException(namespace);
        }
        List<Identifier> tables = new ArrayList<>();
        try (Database database = Location.open(files.getFirst());
                Rows rows = database.query("SELECT name FROM pragma_table_list"
                        + " WHERE schema = 'main' AND type <> 'shadow'"
                        + " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name")) {
            while (rows.next()) {
                tables.add(Identifier.of(new String[] {MAIN}, rows.getText(0)));
            }
        }
        return tables.toArray(Identifier[]::new);
    }

    @Override
    public Table loadTable(Identifier table) throws NoSuchTableException {
        if (isMain(table.namespace())) {
            try (Database database = Location.open(files.getFirst())) {
                StructType schema =
                        TableColumns.read(database, table.name(), ScanOptions.isMixed(options));
                if (schema != null) {
                    return new SqlvmTable(new Location(files, table.name()), schema, options);
                }
            }
        }
        throw new NoSuchTableException(table);
    }

    @Override
    public Table alterTable(Identifier table, TableChange... changes) {
        throw new UnsupportedOperationException("ALTER TABLE");
    }

    @Override
    public boolean dropTable(Identifier table) {
        throw new UnsupportedOperationException("DROP TABLE");
    }

    @Override
    public void renameTable(Identifier from, Identifier to) {
        throw new UnsupportedOperationException("ALTER TABLE RENAME");
    }

    @Override
    public String[][] listNamespaces() {
        return new String[][] {{MAIN}};
    }

    @Override
    public String[][] listNamespaces(String[] namespace) throws NoSuchNamespaceException {
        if (namespace.length == 0) {
            return listNamespaces();
        }
        if (isMain(namespace)) {
            return new String[0][];
        }
        throw new NoSuchNamespaceException(namespace);
    }

    @Override
    public Map<String, String> loadNamespaceMetadata(String[] namespace)
            throws NoSuchNamespaceException {
        if (!isMain(namespace)) {
            throw new NoSuchNamespaceException(namespace);
        }
        return Map.of(SupportsNamespaces.PROP_LOCATION, files.getFirst());
    }

    @Override
    public void createNamespace(String[] namespace, Map<String, String> metadata) {
        throw new UnsupportedOperationException("CREATE NAMESPACE");
    }

    @Override
    public void alterNamespace(String[] namespace, NamespaceChange... changes) {
        throw new UnsupportedOperationException("ALTER NAMESPACE");
    }

    @Override
    public boolean dropNamespace(String[] namespace, boolean cascade) {
        throw new UnsupportedOperationException("DROP NAMESPACE");
    }
}
