package org.sqlvm.spark.manifest;

import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The list of a folder's files: a database beside them, so that a change of many files is one
 * transaction. A file that is not listed is not read.
 */
public final class Manifest implements AutoCloseable {
    /** The name of the list in the folder. */
    public static final String NAME = "_manifest.db";

    private static final String TABLES = """
        CREATE TABLE IF NOT EXISTS files(
          id INTEGER PRIMARY KEY,
          path TEXT NOT NULL UNIQUE,
          written INTEGER NOT NULL,
          bytes INTEGER NOT NULL);
        CREATE TABLE IF NOT EXISTS bounds(
          name TEXT NOT NULL COLLATE NOCASE,
          file INTEGER NOT NULL,
          least,
          greatest,
          nulls INTEGER NOT NULL,
          PRIMARY KEY(name, file)) WITHOUT ROWID;
        CREATE TABLE IF NOT EXISTS replaced(
          path TEXT PRIMARY KEY,
          since INTEGER NOT NULL) WITHOUT ROWID;
        """;

    private final Path folder;
    private final Database database;

    private Manifest(Path folder, Database database) {
        this.folder = folder;
        this.database = database;
    }

    /** Returns whether a path is a folder with a manifest. */
    public static boolean exists(Path folder) {
        return Files.exists(folder.resolve(NAME));
    }

    /** Opens the manifest of a folder, which must exist, for reading. */
    public static Manifest read(Path folder) {
        String file = folder.resolve(NAME).toString();
        Database database =
                Sqlvm.opener().readOnly(true).busyTimeout(Duration.ofMinutes(1)).open(file);
        return new Manifest(folder, database);
    }

    /** Opens the manifest of a folder for changes, and creates it if there is none. */
    public static Manifest write(Path folder, Duration busyTimeout) {
        String file = folder.resolve(NAME).toString();
        Manifest manifest =
                new Manifest(folder, Sqlvm.opener().busyTimeout(busyTimeout).open(file));
        manifest.database.execute("BEGIN IMMEDIATE; " + TABLES + " COMMIT");
        return manifest;
    }

    /** Returns the connection, for transactions. */
    public Database database() {
        return database;
    }

    /** Returns the absolute paths of the files, in the order in which they were added. */
    public List<String> files() {
        return files(new Predicate[0]);
    }

    /**
     * Returns the absolute paths of the files that may have rows that meet all predicates.
     *
     * @param predicates as Spark pushes them down; those that bounds say nothing of are ignored
     */
    public List<String> files(Predicate[] predicates) {
        Pruning pruning = Pruning.of(predicates);
        List<String> paths = new ArrayList<>();
        String sql = "SELECT path FROM files" + pruning.where() + " ORDER BY id";
        try (Rows rows = database.query(sql, pruning.parameters().toArray())) {
            while (rows.next()) {
                paths.add(folder.resolve(rows.getText(0)).toString());
            }
        }
        return paths;
    }

    /** Returns whether a file of the folder is listed, or was until it was replaced. */
    public boolean contains(Path file) {
        String path = folder.toAbsolutePath().relativize(file.toAbsolutePath()).toString();
        try (Rows rows = database.query(
                "SELECT 1 FROM files WHERE path = ?1 UNION ALL SELECT 1 FROM replaced"
                        + " WHERE path = ?1",
                path)) {
            return rows.next();
        }
    }

    /** Adds files. Must be called in a transaction. */
    public void add(Iterable<DataFile> files) {
        try (Statement file = database.prepare(
                        "INSERT INTO files(path, written, bytes) VALUES (?, ?, ?)");
                Statement bound = database.prepare("INSERT INTO bounds VALUES (?, ?, ?, ?, ?)")) {
            for (DataFile each : files) {
                file.bindAll(each.path(), each.rows(), each.bytes()).execute();
                long id = database.lastInsertRowid();
                for (Bound of : each.bounds()) {
                    bound.bindAll(of.column(), id, of.least(), of.greatest(), of.nulls())
                            .execute();
                }
            }
        }
    }

    /** Removes all files from the list. Must be called in a transaction. */
    public void removeAll() {
        database.execute("INSERT INTO replaced SELECT path, unixepoch() FROM files;"
                + " DELETE FROM files; DELETE FROM bounds");
    }

    /**
     * Returns the files that were removed from the list at least so long ago, and forgets them.
     * Must be called in a transaction.
     */
    public List<Path> forget(Duration age) {
        List<Path> paths = new ArrayList<>();
        try (Rows rows = database.query(
                "DELETE FROM replaced WHERE since <= unixepoch() - ? RETURNING path",
                age.toSeconds())) {
            while (rows.next()) {
                paths.add(folder.resolve(rows.getText(0)));
            }
        }
        return paths;
    }

    @Override
    public void close() {
        database.close();
    }
}
