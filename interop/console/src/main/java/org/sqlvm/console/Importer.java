package org.sqlvm.console;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.server.page.HttpPage;
import org.sqlvm.server.page.HttpPages;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * Makes a table of a file that the user has dropped on the page. The browser sends its content; its
 * path is not known, and no other file is read.
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

    private final String database;

    Importer(String database) {
        this.database = database;
    }

    /** Answers a request whose header {@code Sqlvm-File} is the file's name, with percent signs. */
    HttpPage answer(HttpPages.Request request) {
        String given = request.header().apply("sqlvm-file");
        if (!request.method().equals("POST") || given == null) {
            return failed("POST it, with the file's name in a header Sqlvm-File");
        }
        String name = decoded(given);
        int dot = name.lastIndexOf('.');
        String reader = READERS.get(name.substring(dot + 1).toLowerCase(Locale.ROOT));
        if (dot <= 0 || reader == null) {
            return failed("no such form of files: " + name);
        }
        try {
            return read(reader, name.substring(0, dot), name.substring(dot), request.body());
        } catch (SqlvmException e) {
            return failed(e.getMessage());
        } catch (IOException e) {
            return failed(e.toString());
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private static HttpPage failed(String message) {
        return HttpPage.json(400, "{\"error\":{\"message\":" + Json.quoted(message) + "}}\n");
    }

    private HttpPage read(String reader, String table, String end, byte[] content)
            throws IOException {
        // For this user alone.
        Path file = Files.createTempFile("sqlvm-console", end);
        String name = '"' + table.replace("\"", "\"\"") + '"';
        String path = file.toString().replace("'", "''");
        try (Database own = Sqlvm.open(database)) {
            Files.write(file, content);
            own.execute(
                    "CREATE TABLE " + name + " AS SELECT * FROM " + reader + "('" + path + "')");
            try (Rows rows = own.query("SELECT count(*) FROM " + name)) {
                rows.next();
                return HttpPage.json(
                        200,
                        "{\"table\":" + Json.quoted(table) + ",\"rows\":" + rows.getLong(0)
                                + "}\n");
            }
        } catch (SqlvmException e) {
            // The user's file has another name.
            throw new SqlvmException(e.getMessage().replace(path, table + end), e.code(), -1, e);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
