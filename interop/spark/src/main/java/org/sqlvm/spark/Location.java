package org.sqlvm.spark;

import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;

import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A table of one or more files, as the options of a source name it.
 *
 * @param files absolute paths, at least one; all have the table
 * @param table the table's name
 */
public record Location(List<String> files, String table) implements Serializable {
    /** The option with the path of a file, or a pattern of paths. */
    public static final String PATH = "path";
    /** The option with the table's name. */
    public static final String TABLE = "table";

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
        return new Location(FileList.of(options.get(PATH)), table);
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
        return Sqlvm.opener().readOnly(true).open(file);
    }

    /** Quotes a name for SQL. */
    public static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
