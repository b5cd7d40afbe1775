package org.sqlvm.engine.virtual.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DirectFileSystem;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

/** A search finds records where a reader of all of them finds them. */
final class CsvSearchTest {
    private static final int FILES = 500;
    private static final String LETTERS = "aab\"\"\"\\,,\n\n\r;";

    @TempDir
    Path folder;

    @Test
    void searchesFindWhatReadersFind() throws IOException {
        Random random = new Random(7);
        List<CsvDialect> dialects = List.of(
                new CsvDialect(',', '"', '"', -1),
                new CsvDialect(';', '"', '\\', -1),
                new CsvDialect(',', -1, -1, -1));
        Path path = folder.resolve("x.csv");
        for (int i = 0; i < FILES; i++) {
            StringBuilder content = new StringBuilder();
            int length = random.nextInt(60);
            for (int at = 0; at < length; at++) {
                content.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
            }
            Files.writeString(path, content);
            FileInput file = new FileInput(
                    DirectFileSystem.INSTANCE,
                    path.toString(),
                    new FileOptions(List.of(path.toString()), Map.of(), Map.of()));
            assertFound(file, dialects.get(i % dialects.size()), content.toString());
        }
    }

    private static void assertFound(FileInput file, CsvDialect dialect, String content) {
        int size = content.getBytes(StandardCharsets.UTF_8).length;
        TreeSet<Long> starts = new TreeSet<>(List.of((long) size));
        boolean more = true;
        try (CsvRecords records = new CsvRecords(file, file.bytes(0), dialect)) {
            while (more) {
                starts.add(records.consumed());
                try {
                    more = records.next();
                } catch (SqlException _) {
                    more = records.isWhole();
                }
            }
        }
        for (long from : starts) {
            for (long least = from; least <= size; least++) {
                try (CsvSearch search = new CsvSearch(file, dialect, from)) {
                    assertEquals(
                            starts.ceiling(least),
                            search.find(least),
                            from + " to " + least + " of " + content);
                }
            }
        }
    }
}
