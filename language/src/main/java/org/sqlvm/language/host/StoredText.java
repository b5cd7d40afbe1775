package org.sqlvm.language.host;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.UUID;

/** Java's values that are stored as text, as the JDBC driver does, and as they are read back. */
final class StoredText {
    /** Compares as text in the order of time, and with CURRENT_TIME. */
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter();

    private static final DateTimeFormatter DATE_TIME = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .appendLiteral(' ')
            .append(TIME)
            .toFormatter();

    private StoredText() {}

    /** Returns the text; null if the value is of no such type. */
    static String of(Object value) {
        return switch (value) {
            case CharSequence text -> text.toString();
            case Character letter -> letter.toString();
            case Enum<?> constant -> constant.name();
            case UUID uuid -> uuid.toString();
            case BigDecimal number -> number.toString();
            case BigInteger number -> number.toString();
            case LocalDate date -> date.toString();
            case LocalTime time -> TIME.format(time);
            case LocalDateTime time -> DATE_TIME.format(time);
            case Instant time -> DATE_TIME.format(time.atOffset(ZoneOffset.UTC));
            case OffsetDateTime time -> of(time.toInstant());
            case ZonedDateTime time -> of(time.toInstant());
            default -> null;
        };
    }
}
