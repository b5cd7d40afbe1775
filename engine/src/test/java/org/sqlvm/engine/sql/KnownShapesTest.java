package org.sqlvm.engine.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Whether a text was seen before or not, it has the shape that its tokens say. */
final class KnownShapesTest {
    private static final List<String> TEXTS = List.of(
            "SELECT * FROM t WHERE a = § AND b < §",
            "SELECT * FROM t WHERE a=§",
            "SELECT * FROM t WHERE a = §;",
            "SELECT * FROM t WHERE a = § -- c",
            "SELECT * FROM t WHERE a = § -- c;",
            "SELECT * FROM t WHERE a = § -- c;; \n SELECT 2",
            "SELECT * FROM t WHERE a = § /* c",
            "SELECT * FROM t WHERE a = § /* c;",
            "SELECT * FROM t WHERE a = §; SELECT § FROM u WHERE c = §",
            "SELECT a = § FROM t WHERE b BETWEEN § AND § AND c > -§ ORDER BY §",
            "SELECT * FROM t WHERE a IN (§, §) AND b = §",
            "INSERT INTO t VALUES (§, §)",
            "INSERT INTO t VALUES (§, §), (§, §)",
            "UPDATE t SET a = §, b = b + § WHERE d = § AND § = §",
            "SELECT * FROM t WHERE a = §and b > .§",
            "SELECT '\u0001i' FROM t WHERE a = §",
            "DELETE FROM t WHERE a = ? AND b = §");

    private static final List<String> VALUES = List.of(
            "1",
            "17",
            "-5",
            "- 5",
            "--5",
            "007",
            "0",
            "-0",
            "123456789012345678",
            "1234567890123456789",
            "0x10",
            "1_000",
            "1.5",
            "-2.25",
            ".5",
            "1.",
            "1.2.3",
            "1e3",
            "1.5e3",
            "5abc",
            "5'",
            "'a'",
            "-'a'",
            "''",
            "'a''b'",
            "'-- c'",
            "'1;2'",
            "'\u0000'",
            "'\u0001i'",
            "x'00'",
            "'a",
            "?",
            "b",
            "",
            ";",
            "-",
            "1;",
            "1 ",
            "1\n");

    @Test
    void aTextIsKnownByItsValuesAlone() {
        KnownShapes shapes = new KnownShapes();
        StatementShape first = shapes.of("SELECT * FROM t WHERE a = 17 AND b = 'x'", 0);
        StatementShape second = shapes.of("SELECT * FROM t WHERE a = -3 AND b = 'yz'", 0);
        assertSame(StatementShape.of("SELECT * FROM t WHERE a = -3 AND b = 'yz'", 0), second);
        assertTrue(first.key() == second.key(), "found by its characters");
    }

    @Test
    void itsShapeIsThatOfItsTokens() {
        Random random = new Random(20261125);
        for (int round = 0; round < 300; round++) {
            KnownShapes shapes = new KnownShapes();
            List<String> texts = new ArrayList<>();
            for (String form : TEXTS) {
                for (int i = 0; i < 12; i++) {
                    texts.add(filled(form, random));
                }
            }
            Collections.shuffle(texts, random);
            texts.forEach(text -> check(shapes, text));
        }
    }

    @Test
    void aLongTextHasItToo() {
        KnownShapes shapes = new KnownShapes();
        String spaces = " ".repeat(3_990);
        for (String end : List.of("7", "8", "'a", "'it''s'", "9; SELECT 1", "-- it's")) {
            for (int length = 3_960; length <= spaces.length(); length++) {
                check(shapes, "SELECT" + spaces.substring(0, length) + "1 WHERE a = " + end);
            }
        }
    }

    private static String filled(String form, Random random) {
        StringBuilder text = new StringBuilder(form);
        for (int at = text.indexOf("§"); at >= 0; at = text.indexOf("§")) {
            // Half of them are simple, so that texts of one shape meet.
            int count = random.nextBoolean() ? 3 : VALUES.size();
            text.replace(at, at + 1, VALUES.get(random.nextInt(count)));
        }
        return text.toString();
    }

    /** Each statement of the text, from its start on. */
    private static void check(KnownShapes shapes, String text) {
        int start = 0;
        while (start < text.length()) {
            StatementShape expected = StatementShape.of(text, start);
            StatementShape actual = shapes.of(text, start);
            if (expected == null) {
                assertEquals(null, actual, text);
                return;
            }
            assertNotNull(actual, text);
            assertSame(expected, actual);
            start = expected.end();
        }
    }

    private static void assertSame(StatementShape expected, StatementShape actual) {
        assertEquals(expected.key(), actual.key());
        assertEquals(expected.end(), actual.end());
        assertEquals(values(expected), values(actual));
        assertEquals(expected.numbers(), actual.numbers());
    }

    private static List<Object> values(StatementShape shape) {
        List<Object> values = new ArrayList<>();
        for (int number = 1; number <= shape.literalCount(); number++) {
            values.add(shape.value(number));
        }
        return values;
    }
}
