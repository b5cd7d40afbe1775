package org.sqlvm.engine.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.Text;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Random;

/** Texts and numbers of times are each other's, as java.time has them. */
final class TimeTextTest {
    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

    /** The first second of the year 0, and the last of 9999. */
    private static final long FIRST = -62_167_219_200L;

    private static final long LAST = 253_402_300_799L;

    @Test
    void endsOfYearsAndMonths() {
        for (long day = FIRST / 86_400; day <= LAST / 86_400; day++) {
            check(day * 86_400);
            check(day * 86_400 + 86_399);
        }
    }

    @Test
    void anyTime() {
        Random random = new Random(5);
        for (int i = 0; i < 100_000; i++) {
            check(FIRST + random.nextLong(LAST - FIRST + 1));
        }
    }

    @Test
    void textsBehindOthers() {
        Random random = new Random(6);
        byte[] bytes = new byte[2 * TimeText.LENGTH];
        for (int i = 0; i < 10_000; i++) {
            long before = FIRST + random.nextLong(LAST - FIRST + 1);
            long second = before + random.nextLong(200_000) - 100_000;
            second = Math.clamp(second, FIRST, LAST);
            TimeText.write(before, bytes, 0);
            TimeText.writeNext(second, before, 0, bytes, TimeText.LENGTH);
            assertEquals(TimeText.of(second), new Text(bytes, TimeText.LENGTH, TimeText.LENGTH));
        }
    }

    private static void check(long second) {
        String expected = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC).format(FORMAT);
        Text text = TimeText.of(second);
        assertEquals(expected, text.toString());
        assertEquals(second, TimeText.parse(text.array, text.offset));
    }
}
