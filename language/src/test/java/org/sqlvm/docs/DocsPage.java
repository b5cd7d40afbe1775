package org.sqlvm.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A page of the documentation: the rows of its tables, which tests compare with the code, and the
 * parts that are made from the code.
 */
final class DocsPage {
    private final Path file;
    private final String text;

    /** @param name below {@code docs} */
    DocsPage(String name) {
        file = root().resolve("docs").resolve(name);
        try {
            text = Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A row of a table.
     *
     * @param section the heading above the table
     */
    record Row(String section, List<String> cells) {}

    /** The rows of all tables whose first cell is code. */
    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        String section = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("#")) {
                section = line.replaceFirst("#+ ", "");
            } else if (line.startsWith("| `")) {
                List<String> cells = new ArrayList<>();
                for (String cell : line.substring(1, line.length() - 1).split("(?<!\\\\)\\|", -1)) {
                    cells.add(cell.strip().replace("\\|", "|"));
                }
                rows.add(new Row(section, List.copyOf(cells)));
            }
        }
        return rows;
    }

    /** Returns the text between the backticks of a cell; a cell without any as it is. */
    static String code(String cell) {
        return cell.startsWith("`") ? cell.substring(1, cell.indexOf('`', 1)) : cell;
    }

    /**
     * Compares the part of the page between two comments with what the code says. With
     * {@code -Dsqlvm.write.docs=true} it is written.
     */
    void check(String part, String expected) {
        String begin = "<!-- made from the code: " + part + " -->\n";
        String end = "<!-- end -->";
        int from = text.indexOf(begin);
        assertTrue(from >= 0, () -> file + " has no part " + part);
        int to = text.indexOf(end, from);
        String made = begin + "\n" + expected + "\n";
        if (Boolean.getBoolean("sqlvm.write.docs")) {
            try {
                Files.writeString(file, text.substring(0, from) + made + text.substring(to));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return;
        }
        assertEquals(made, text.substring(from, to), "run with -Dsqlvm.write.docs=true");
    }

    /** The repository, whichever module the test runs in. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("COMPAT.md"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
