package org.sqlvm.spark;

import org.apache.spark.sql.catalyst.analysis.NoSuchFunctionException;
import org.apache.spark.sql.catalyst.analysis.NoSuchNamespaceException;
import org.apache.spark.sql.catalyst.analysis.NoSuchTableException;
import org.apache.spark.sql.catalyst.analysis.TableAlreadyExistsException;
import org.apache.spark.sql.connector.catalog.FunctionCatalog;
import org.apache.spark.sql.connector.catalog.Identifier;
import org.apache.spark.sql.connector.catalog.NamespaceChange;
import org.apache.spark.sql.connector.catalog.SupportsNamespaces;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCatalog;
import org.apache.spark.sql.connector.catalog.TableCatalogCapability;
import org.apache.spark.sql.connector.catalog.TableChange;
import org.apache.spark.sql.connector.catalog.TableInfo;
import org.apache.spark.sql.connector.catalog.functions.UnboundFunction;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.spark.function.CatalogFunction;
import org.sqlvm.spark.function.FunctionSource;
import org.sqlvm.spark.write.CatalogChanges;
import org.sqlvm.spark.write.DriverWrite;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The tables and views of a file, or of several with the same tables, in the namespace
 * {@code main}. {@code spark.sql.catalog.f=org.sqlvm.spark.SqlvmCatalog} and
 * {@code spark.sql.catalog.f.path=/data/rides.db} make {@code SELECT … FROM f.main.rides} work.
 */
public final class SqlvmCatalog implements TableCatalog, SupportsNamespaces, FunctionCatalog {
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
                || (namespace.length == 1 && namespace[0].equalsIgnoreCase(MAIN));
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
        // A file that does not exist yet has no tables.
        Location location = Location.of(options.get(Location.PATH), table.name());
        if (isMain(table.namespace()) && Files.exists(Path.of(location.first()))) {
            try (Database database = Location.open(location.first())) {
                StructType schema =
                        TableColumns.read(database, table.name(), ScanOptions.isMixed(options));
                if (schema != null) {
                    return new SqlvmTable(location, schema, options);
                }
            }
        }
        throw new NoSuchTableException(table);
    }

    /** PRIMARY KEY is taken; see {@link CatalogChanges#create}. */
    @Override
    public Set<TableCatalogCapability> capabilities() {
        return EnumSet.of(TableCatalogCapability.SUPPORT_TABLE_CONSTRAINT);
    }

    @Override
    public Table createTable(Identifier table, TableInfo info)
            throws NoSuchNamespaceException, TableAlreadyExistsException {
        if (!isMain(table.namespace())) {
            throw new NoSuchNamespaceException(table.namespace());
        }
        if (tableExists(table)) {
            throw new TableAlreadyExistsException(table);
        }
        if (info.partitions().length > 0) {
            throw new UnsupportedOperationException("sqlvm does not support PARTITIONED BY");
        }
        change(CatalogChanges.create(table.name(), info.columns(), info.constraints()));
        try {
            return loadTable(table);
        } catch (NoSuchTableException dropped) {
            throw new IllegalStateException(dropped);
        }
    }

    /** Runs statements on the catalog's file. */
    private void change(String... statements) {
        String file = FileList.single(options.get(Location.PATH));
        if (file == null || Files.isDirectory(Path.of(file))) {
            throw new UnsupportedOperationException(
                    "the tables of several files cannot be changed: " + options.get(Location.PATH));
        }
        DriverWrite.run(file, List.of(statements));
    }

    @Override
    public Table alterTable(Identifier table, TableChange... changes) throws NoSuchTableException {
        loadTable(table);
        change(CatalogChanges.alter(table.name(), changes).toArray(String[]::new));
        return loadTable(table);
    }

    @Override
    public boolean dropTable(Identifier table) {
        if (!tableExists(table)) {
            return false;
        }
        change(CatalogChanges.drop(table.name()));
        return true;
    }

    @Override
    public void renameTable(Identifier from, Identifier to)
            throws NoSuchTableException, TableAlreadyExistsException {
        loadTable(from);
        if (tableExists(to)) {
            throw new TableAlreadyExistsException(to);
        }
        change(CatalogChanges.rename(from.name(), to.name()));
    }

    // ------------------------------------------------------------------ functions

    private FunctionSource functions() {
        return FunctionSource.of(files.getFirst(), options);
    }

    @Override
    public Identifier[] listFunctions(String[] namespace) throws NoSuchNamespaceException {
        if (!isMain(namespace)) {
            throw new NoSuchNamespaceException(namespace);
        }
        return functions().names().stream()
                .map(function -> Identifier.of(new String[] {MAIN}, function))
                .toArray(Identifier[]::new);
    }

    @Override
    public UnboundFunction loadFunction(Identifier function) throws NoSuchFunctionException {
        FunctionSource source = functions();
        if (isMain(function.namespace())
                && source.names().stream().anyMatch(function.name()::equalsIgnoreCase)) {
            return new CatalogFunction(source, function.name());
        }
        throw new NoSuchFunctionException(function);
    }

    // ------------------------------------------------------------------ namespaces

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
