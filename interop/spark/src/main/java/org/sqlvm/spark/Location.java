package org.sqlvm.spark;

import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.spark.manifest.Manifest;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A table of one or more files, as the options of a source name it.
 *
 * @param files absolute paths, at least one; all have the table
 * @param table the table's name
 * @param folder the absolute path of the folder with the files' manifest; null without one
 */
public record Location(List<String> files, String table, String folder) implements Serializable {
    /** The option with the path of a file, or a pattern of paths. */
    public static final String PATH = "path";
    /** The option with the table's name. */
    public static final String TABLE = "table";

    /** The bytes of pages that a connection keeps. */
    private static final long CACHE_SIZE = 32 << 20;

    public Location {
        files = List.copyOf(files);
        assert !files.isEmpty() : table;
    }

    /**
     * Reads the options {@code path} and {@code table}.
     *
     * @throws IllegalArgumentException if one is missing, or no file matches
     */
    static Location of(CaseInsensitiveStringMap options) {
        String table = options.get(TABLE);
        if (table == null) {
            throw new IllegalArgumentException("the option 'table' is missing");
        }
        return of(options.get(PATH), table);
    }

    /** Returns the location of a table whose files' folder may have a manifest. */
    static Location of(String path, String table) {
        String single = FileList.single(path);
        Path folder = single != null && Manifest.exists(Path.of(single)) ? Path.of(single) : null;
        return new Location(FileList.of(path), table, folder == null ? null : folder.toString());
    }

    /** Returns whether the files are those of a folder's manifest. */
    boolean isFolder() {
        return folder != null;
    }

    /** Returns the same table without files that cannot have rows that meet the predicates. */
    Location pruned(Predicate[] predicates) {
        return isFolder()
                ? new Location(FileList.inFolder(Path.of(folder), predicates), table, folder)
                : this;
    }

    /** Returns the first file, whose schema is that of the table. */
    public String first() {
        return files.getFirst();
    }

    /**
     * Opens a file for reading, which must exist.
     *
     * @throws SqlvmException if it cannot be opened
     */
    static Database open(String file) {
        // Without this, sqlvm's message would not have the path.
        if (!Files.exists(Path.of(file))) {
            throw new SqlvmException("unable to open database file: " + file, 14, -1, null);
        }
        // Spark's tasks are the threads; a scan needs few pages at a time.
        return Sqlvm.opener().readOnly(true).threads(1).cacheSize(CACHE_SIZE).open(file);
    }

    /** Quotes a name for SQL. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
