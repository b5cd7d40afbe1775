package org.sqlvm.server.catalog;

import org.sqlvm.api.Column;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.server.session.Clients;
import org.sqlvm.server.session.Login;
import org.sqlvm.server.settings.SessionParameters;
import org.sqlvm.server.value.PgType;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The schema as PostgreSQL's clients ask for it: tables of pg_catalog and information_schema, and
 * functions. They show what {@link #refresh} has read last.
 */
public final class Catalog {
    private final Database database;
    private final CatalogOids oids = new CatalogOids();
    private final Map<String, CatalogTable> tables = new HashMap<>();
    private CatalogSnapshot snapshot = CatalogSnapshot.empty();
    private long version = -1;

    private Catalog(Database database) {
        this.database = database;
    }

    /**
     * Adds the catalog to a session's connection.
     *
     * @param parameters the session's parameters
     * @param clients the server's clients, whose activities are shown
     */
    public static Catalog register(
            Database database, SessionParameters parameters, Login login, Clients clients) {
        Catalog catalog = new Catalog(database);
        catalog.add(RelationTables.of(catalog));
        catalog.add(TypeTables.of());
        catalog.add(ServerTables.of(catalog, parameters, login, clients));
        catalog.add(InformationSchema.of(catalog, login));
        return catalog;
    }

    /** Adds the functions, which takes longer than all else. */
    public void registerFunctions(Login login) {
        new CatalogFunctions(this, login).register(database);
    }

    private void add(List<CatalogTable> more) {
        for (CatalogTable table : more) {
            tables.put(table.name().toLowerCase(Locale.ROOT), table);
            database.createModule(table.name(), table);
        }
    }

    CatalogSnapshot snapshot() {
        return snapshot;
    }

    /** The type of a column of one of these tables; null for all others. */
    public PgType type(Column column) {
        if (column.table() == null || column.origin() == null) {
            return null;
        }
        CatalogTable table = tables.get(column.table().toLowerCase(Locale.ROOT));
        return table == null ? null : table.type(column.origin());
    }

    /** Reads the schema if it has changed. */
    public void refresh() {
        long now;
        try (Rows rows = database.query("PRAGMA main.schema_version")) {
            now = rows.next() ? rows.getLong(0) : 0;
        }
        if (now != version) {
            snapshot = CatalogSnapshot.read(database, oids);
            version = now;
        }
    }
}
