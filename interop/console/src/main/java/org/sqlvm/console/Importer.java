package org.sqlvm.console;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.server.page.HttpPage;
import org.sqlvm.server.page.HttpPages;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Takes files that the user has dropped on the page: a table is made of one with rows, and a
 * database is opened beside the console's own. The browser sends the content; the path is not
 * known, and no other file is read.
 */
final class Importer {
    /** Functions that read a file, by the end of its name. */
    private static final Map<String, String> READERS = Map.of(
            "csv", "read_csv",
            "tsv", "read_csv",
            "txt", "read_csv",
            "json", "read_json",
            "ndjson", "read_json",
            "jsonl", "read_json",
            "parquet", "read_parquet",
            "arrow", "read_arrow",
            "arrows", "read_arrow");

    /** The ends of the names of databases. */
    private static final Set<String> DATABASES = Set.of("db", "db3", "sqlite", "sqlite3", "gpkg");

    private static final int NAME_MAX = 200;

    private final String database;
    private final boolean isReadOnly;
    private final UploadFolder folder;
    private final DroppedDatabases dropped = new DroppedDatabases();

    Importer(String database, boolean isReadOnly, UploadFolder folder) {
        this.folder = folder;
        this.database = database;
        this.isReadOnly = isReadOnly;
    }

    /** The databases that have been dropped. */
    DroppedDatabases dropped() {
        return dropped;
    }

    /**
     * Takes a file.
     *
     * @param given its name with percent signs, from the header {@code Sqlvm-File}; or null
     */
    HttpPages.Upload take(String given) throws IOException {
        if (given == null) {
            return new Refused(failed("the name of the file belongs in a header Sqlvm-File"));
        }
        String name = decoded(given);
        int dot = name.lastIndexOf('.');
        String end = name.substring(dot + 1).toLowerCase(Locale.ROOT);
        boolean isDatabase = DATABASES.contains(end);
        boolean isName = dot > 0 && name.length() <= NAME_MAX && name.indexOf('\0') < 0;
        if (!isName || !(isDatabase || READERS.containsKey(end))) {
            return new Refused(failed("no such form of files: " + shortened(name)));
        }
        if (isReadOnly && !isDatabase) {
            return new Refused(HttpPage.json(403, error("the database is read-only")));
        }
        return new Taken(name, name.substring(0, dot), end);
    }

    /** Closes a database that has been dropped. */
    HttpPage close(String given) {
        Path file = given == null ? null : dropped.remove(decoded(given));
        if (file == null) {
            return HttpPage.json(404, error("there is no such database"));
        }
        try {
            folder.delete(file);
        } catch (IOException e) {
            // A session still has it open; it goes with the folder.
            return HttpPage.json(200, "{}\n");
        }
        return HttpPage.json(200, "{}\n");
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private static String shortened(String name) {
        return name.length() > NAME_MAX ? name.substring(0, NAME_MAX) + "…" : name;
    }

    private static String error(String message) {
        return "{\"error\":{\"message\":" + Json.quoted(message) + "}}\n";
    }

    private static HttpPage failed(String message) {
        return HttpPage.json(400, error(message));
    }

    /** A file that is not taken, whatever is in it. */
    private record Refused(HttpPage answer) implements HttpPages.Upload {
        @Override
        public long sizeMax() {
            return UploadFolder.FILE_SIZE_MAX;
        }

        @Override
        public OutputStream output() {
            return OutputStream.nullOutputStream();
        }

        @Override
        public void close() {}
    }

    /** A file that is taken into the folder. */
    private final class Taken implements HttpPages.Upload {
        /** The name of the user's file. */
        private final String name;

        private final String stem;
        private final String end;
        private final Path file;
        private final OutputStream output;
        private final long reserved;
        private boolean isKept;

        Taken(String name, String stem, String end) throws IOException {
            this.name = name;
            this.stem = stem;
            this.end = end;
            this.file = folder.file(end);
            this.output = Files.newOutputStream(file);
            this.reserved = folder.reserve();
        }

        @Override
        public long sizeMax() {
            return reserved;
        }

        @Override
        public OutputStream output() {
            return output;
        }

        @Override
        public HttpPage answer() {
            try {
                output.close();
                if (READERS.containsKey(end)) {
                    return makeTable();
                }
                String schema = dropped.add(file, stem);
                isKept = true;
                return HttpPage.json(200, "{\"database\":" + Json.quoted(schema) + "}\n");
            } catch (SqlvmException e) {
                // The user's file has another name.
                return failed(e.getMessage().replace(file.toString(), name));
            } catch (IOException e) {
                return failed(e.toString());
            }
        }

        private HttpPage makeTable() {
            String table = SqlText.quoted(stem);
            String path = SqlText.literal(file.toString());
            String reader = READERS.get(end);
            try (Database own = Sqlvm.open(database)) {
                own.execute(
                        "CREATE TABLE " + table + " AS SELECT * FROM " + reader + "(" + path + ")");
                try (Rows rows = own.query("SELECT count(*) FROM " + table)) {
                    rows.next();
                    return HttpPage.json(
                            200,
                            "{\"table\":" + Json.quoted(stem) + ",\"rows\":" + rows.getLong(0)
                                    + "}\n");
                }
            }
        }

        @Override
        public void close() throws IOException {
            output.close();
            long size = Files.size(file);
            folder.release(reserved - (isKept ? size : 0));
            if (!isKept) {
                Files.deleteIfExists(file);
            }
        }
    }
}
