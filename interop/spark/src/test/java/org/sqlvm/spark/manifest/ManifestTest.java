package org.sqlvm.spark.manifest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.LiteralValue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Rows;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Which files of a folder a query opens, decided by the list alone. */
class ManifestTest {
    /** Ten terabytes in files of 200 megabytes. */
    private static final int FILES = 50_000;

    private static final long FILE_BYTES = 200_000_000;
    private static final long FILE_ROWS = 2_000_000;

    /** Files of a day: 50,000 are 500 days. */
    private static final int FILES_PER_DAY = 100;

    private static final LocalDate FIRST = LocalDate.of(2025, 1, 1);

    @TempDir
    Path folder;

    private static Predicate predicate(String operator, Expression... operands) {
        return new Predicate(operator, operands);
    }

    private static Expression column(String name) {
        return Expressions.column(name);
    }

    private static LiteralValue<?> number(long value) {
        return new LiteralValue<>(value, DataTypes.LongType);
    }

    private static LiteralValue<?> text(String value) {
        return new LiteralValue<>(UTF8String.fromString(value), DataTypes.StringType);
    }

    private static LiteralValue<?> day(int index) {
        int days = (int) FIRST.plusDays(index).toEpochDay();
        return new LiteralValue<>(days, DataTypes.DateType);
    }

    private void add(List<DataFile> files) {
        try (Manifest manifest = Manifest.write(folder, Duration.ofSeconds(5))) {
            manifest.database().execute("BEGIN");
            manifest.add(files);
            manifest.database().execute("COMMIT");
        }
    }

    private int count(Predicate... predicates) {
        try (Manifest manifest = Manifest.read(folder)) {
            return manifest.files(predicates).size();
        }
    }

    private static DataFile file(String path, Bound... bounds) {
        return new DataFile(path, 10, 4096, List.of(bounds));
    }

    @Test
    void filesAreLeftOutByTheirBounds() {
        add(List.of(
                file("low", new Bound("a", 0L, 9L, 0), new Bound("s", "a", "m", 0)),
                file("high", new Bound("a", 10L, 19.5, 3), new Bound("s", "m", "z", 0)),
                file("nulls", new Bound("a", null, null, 10), new Bound("s", null, null, 2)),
                file("unknown")));
        assertEquals(4, count());
        assertEquals(2, count(predicate("=", column("a"), number(5))));
        assertEquals(2, count(predicate("=", number(5), column("A"))));
        assertEquals(2, count(predicate("<", column("a"), number(10))));
        assertEquals(3, count(predicate("<=", column("a"), number(10))));
        assertEquals(2, count(predicate("<", number(9), column("a"))));
        assertEquals(1, count(predicate(">", column("a"), number(20))));
        assertEquals(3, count(predicate("IS_NOT_NULL", column("a"))));
        assertEquals(2, count(predicate("IN", column("a"), number(-1), number(3))));
        assertEquals(4, count(predicate("=", column("s"), text("m"))));
        assertEquals(3, count(predicate("=", column("s"), text("n"))));
        Predicate low = predicate("=", column("a"), number(5));
        Predicate high = predicate("=", column("a"), number(15));
        assertEquals(1, count(low, high));
        assertEquals(1, count(predicate("AND", low, high)));
        assertEquals(3, count(predicate("OR", low, high)));
        assertEquals(
                4, count(predicate("OR", low, predicate("ENDS_WITH", column("s"), text("x")))));
        assertEquals(2, count(low, predicate("ENDS_WITH", column("s"), text("x"))));
        assertEquals(4, count(predicate("NOT", low)));
        // Texts in a column of numbers, and the other way round, are converted by the reader.
        assertEquals(3, count(predicate("=", column("a"), text("5"))));
        assertEquals(4, count(predicate("=", column("s"), number(5))));
        assertEquals(4, count(predicate("=", column("missing"), number(5))));
    }

    @Test
    void tenTerabytesArePlanned() {
        List<DataFile> files = new ArrayList<>();
        for (int i = 0; i < FILES; i++) {
            String date = FIRST.plusDays(i / FILES_PER_DAY).toString();
            // The files of a day divide the customers among them.
            long customer = i % FILES_PER_DAY * 1000L;
            files.add(new DataFile(
                    "job/part-" + i + ".db",
                    FILE_ROWS,
                    FILE_BYTES,
                    List.of(
                            new Bound("day", date, date, 0),
                            new Bound("customer", customer, customer + 999, 0),
                            new Bound("price", 0.5, 1000.0 + i, 0))));
        }
        add(files);
        assertEquals(FILES, count());
        Predicate oneDay = predicate("=", column("day"), day(123));
        assertEquals(FILES_PER_DAY, count(oneDay));
        Predicate oneCustomer = predicate("=", column("customer"), number(42_500));
        assertEquals(FILES / FILES_PER_DAY, count(oneCustomer));
        assertEquals(1, count(oneDay, oneCustomer));
        Predicate week = predicate(
                "AND",
                predicate(">=", column("day"), day(100)),
                predicate("<", column("day"), day(107)));
        assertEquals(7 * FILES_PER_DAY, count(week));
        assertEquals(7, count(week, oneCustomer));
        assertEquals(100, count(predicate(">", column("price"), number(1000 + FILES - 101))));
        assertEquals(0, count(predicate("=", column("day"), day(-1))));
        try (Manifest manifest = Manifest.read(folder)) {
            long bytes = 0;
            try (Rows rows = manifest.database().query("SELECT sum(bytes) FROM files")) {
                rows.next();
                bytes = rows.getLong(0);
            }
            assertEquals(FILES * FILE_BYTES, bytes);
        }
        // The list itself stays small enough to be read for each query.
        assertTrue(folder.resolve(Manifest.NAME).toFile().length() < 32 << 20);
    }
}
