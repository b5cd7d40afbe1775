package org.sqlvm.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.docs.DocsPage.Row;
import org.sqlvm.engine.error.ResultCode;

import java.lang.reflect.Field;
import java.util.Set;
import java.util.TreeSet;

/** Every result code stands in {@code docs/reference/errors.md}, with its number. */
final class ErrorsPageTest {
    @Test
    void everyCodeStandsOnThePage() throws IllegalAccessException {
        Set<String> expected = new TreeSet<>();
        for (Field code : ResultCode.class.getFields()) {
            expected.add("SQLITE_" + code.getName() + " " + code.getInt(null));
        }
        Set<String> told = new TreeSet<>();
        for (Row row : new DocsPage("reference/errors.md").rows()) {
            if (row.section().equals("Codes")) {
                told.add(DocsPage.code(row.cells().getFirst()) + " "
                        + row.cells().get(1));
            }
        }
        assertEquals(String.join("\n", expected), String.join("\n", told));
    }
}
