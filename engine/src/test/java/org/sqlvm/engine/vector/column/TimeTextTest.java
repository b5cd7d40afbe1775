package org.sqlvm.engine.vector.column;

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
            assertEquals(
                    TimeForm.DATE_TIME.text(second),
                    new Text(bytes, TimeText.LENGTH, TimeText.LENGTH));
        }
    }

    @Test
    void whatIsNoDateHasNoNumber() {
        for (String text : new String[] {
            "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-01-00", "2024-04-31",
            "2024/01/01", "2024-1-011", "-024-01-01", "20240-1-01", "2o24-01-01", "          "
        }) {
            Text date = Text.of(text);
            assertEquals(TimeText.NONE, TimeForm.DATE.parse(date.array, date.offset), () -> text);
        }
    }

    private static void check(long second) {
        String expected = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC).format(FORMAT);
        Text text = TimeForm.DATE_TIME.text(second);
        assertEquals(expected, text.toString());
        assertEquals(second, TimeForm.DATE_TIME.parse(text.array, text.offset));
        long day = Math.floorDiv(second, 86_400L);
        Text date = TimeForm.DATE.text(day);
        assertEquals(expected.substring(0, 10), date.toString());
        assertEquals(day, TimeForm.DATE.parse(date.array, date.offset));
    }
}
