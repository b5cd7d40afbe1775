package org.sqlvm.server.session;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.server.settings.ServerSettings;

import java.util.HashMap;
import java.util.Map;

/**
 * The databases that a connection has attached because the server's program wants its requests to
 * see them. What clients attach themselves is not among them.
 */
public final class AttachedFiles {
    private final Database database;
    private final StatementCompiler compiler;
    private final ServerSettings settings;
    /** Paths by the names of schemas. */
    private Map<String, String> attached = Map.of();

    public AttachedFiles(Database database, StatementCompiler compiler, ServerSettings settings) {
        this.database = database;
        this.compiler = compiler;
        this.settings = settings;
    }

    /**
     * Attaches and detaches until the connection has what the program wants.
     *
     * @throws SqlvmException if a file cannot be attached
     */
    public void update() {
        Map<String, String> wanted = settings.attached().get();
        if (wanted.equals(attached)) {
            return;
        }
        Map<String, String> now = new HashMap<>(attached);
        attached.forEach((schema, path) -> {
            if (!path.equals(wanted.get(schema)) && detach(schema)) {
                now.remove(schema);
            }
        });
        attached = Map.copyOf(now);
        wanted.forEach((schema, path) -> {
            if (!now.containsKey(schema)) {
                attach(schema, path);
                now.put(schema, path);
                attached = Map.copyOf(now);
            }
        });
    }

    private void attach(String schema, String path) {
        try (Statement statement = database.prepare("ATTACH ? AS " + SqlText.quoted(schema))) {
            statement.bind(1, path);
            statement.execute();
        }
        if (definesWhatIsRefused(schema)) {
            compiler.guard();
        }
    }

    /** Whether a view or a trigger of the file may name what a session must not reach. */
    private boolean definesWhatIsRefused(String schema) {
        try (Rows rows = database.query("SELECT sql FROM " + SqlText.quoted(schema)
                + ".sqlite_schema WHERE sql IS NOT NULL")) {
            while (rows.next()) {
                if (RemoteAuthorizer.concerns(rows.getText(0), settings.mayUseFiles())) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Whether it is no more attached; a transaction may still read it. */
    private boolean detach(String schema) {
        try {
            database.execute("DETACH " + SqlText.quoted(schema));
            return true;
        } catch (SqlvmException e) {
            // The next request tries again.
            return false;
        }
    }
}
