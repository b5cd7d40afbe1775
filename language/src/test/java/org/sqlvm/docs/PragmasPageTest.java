package org.sqlvm.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.docs.DocsPage.Row;
import org.sqlvm.engine.virtual.pragma.Pragma;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Every PRAGMA stands in {@code docs/reference/pragmas.md}, with the columns of its rows. */
final class PragmasPageTest {
    @Test
    void everyPragmaStandsOnThePage() {
        Set<String> expected = new TreeSet<>();
        for (Pragma pragma : Pragma.ALL) {
            expected.add(pragma.name() + ": " + rows(pragma));
        }
        Set<String> told = new TreeSet<>();
        for (Row row : new DocsPage("reference/pragmas.md").rows()) {
            if (row.cells().size() == 4) {
                told.add(DocsPage.code(row.cells().getFirst()) + ": "
                        + row.cells().get(2));
            }
        }
        assertEquals(String.join("\n", expected), String.join("\n", told));
    }

    private static String rows(Pragma pragma) {
        if (pragma.columns().isEmpty()) {
            return "none";
        }
        return pragma.columns().equals(List.of(pragma.name()))
                ? "the value"
                : pragma.columns().stream()
                        .map(column -> "`" + column + "`")
                        .collect(Collectors.joining(", "));
    }
}
