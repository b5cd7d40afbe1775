package org.sqlvm.bench.events;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;

/**
 * Makes events: each has an id, a time, a kind and a user, and some of forty other members. Which
 * of them depends on the kind, and on chance. They are always the same.
 */
final class Event {
    /** Members that an event may have; of each eight, one is mostly had by events of one kind. */
    private static final int VARYING = 40;

    private static final int KINDS = 8;
    private static final double OFTEN = 0.9;
    private static final double SELDOM = 0.15;
    private static final int SECONDS = 20;
    private static final long FIRST_SECOND =
            LocalDateTime.of(2026, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);

    /** Names of the members that queries ask for; the others have numbers. */
    private static final List<String> NAMES = List.of(
            "country", "status", "price", "page", "referrer", "device", "duration", "amount");

    /** All members, in their order. */
    static final List<String> MEMBERS = members();

    /** The type of a column in an engine that must know it. */
    enum Type {
        INTEGER,
        REAL,
        TEXT
    }

    private Event() {}

    private static List<String> members() {
        List<String> members = new ArrayList<>(List.of("id", "time", "kind", "user"));
        for (int i = 0; i < VARYING; i++) {
            members.add(i < NAMES.size() ? NAMES.get(i) : "m" + i);
        }
        return List.copyOf(members);
    }

    static Type type(String member) {
        return switch (member) {
            case "id", "user", "status", "amount" -> Type.INTEGER;
            case "time", "kind", "country", "page", "referrer", "device" -> Type.TEXT;
            case "price", "duration" -> Type.REAL;
            default -> Type.values()[Integer.parseInt(member.substring(1)) % 3];
        };
    }

    /** Returns events that are made one by one. */
    static Iterator<Map<String, Object>> first(long count) {
        SplittableRandom random = new SplittableRandom(20_261_126);
        return new Iterator<>() {
            private long number;

            @Override
            public boolean hasNext() {
                return number < count;
            }

            @Override
            public Map<String, Object> next() {
                if (number == count) {
                    throw new NoSuchElementException();
                }
                return of(++number, random);
            }
        };
    }

    private static Map<String, Object> of(long number, SplittableRandom random) {
        Map<String, Object> event = new LinkedHashMap<>();
        int kind = random.nextInt(KINDS);
        event.put("id", number);
        event.put(
                "time",
                LocalDateTime.ofEpochSecond(FIRST_SECOND + number * SECONDS, 0, ZoneOffset.UTC)
                        .toString());
        event.put("kind", "kind " + kind);
        event.put("user", (long) random.nextInt(10_000));
        for (int i = 0; i < VARYING; i++) {
            if (random.nextDouble() < (i % KINDS == kind ? OFTEN : SELDOM)) {
                String member = MEMBERS.get(i + 4);
                event.put(member, value(member, random));
            }
        }
        return event;
    }

    private static Object value(String member, SplittableRandom random) {
        return switch (member) {
            case "status" -> 200L + 100 * random.nextInt(4);
            case "page" -> "/page/" + random.nextInt(2000);
            case "country", "referrer", "device" -> member + " " + random.nextInt(20);
            default ->
                switch (type(member)) {
                    case INTEGER -> (long) random.nextInt(1_000_000);
                    case REAL -> random.nextInt(400) / 4.0; // Sums of these are exact.
                    case TEXT -> "value " + random.nextInt(1000);
                };
        };
    }

    /** An event as JSON. No text of one needs an escape. */
    static String json(Map<String, Object> event) {
        StringBuilder text = new StringBuilder(256);
        event.forEach((name, value) -> {
            text.append(text.isEmpty() ? '{' : ',').append('"').append(name).append("\":");
            if (value instanceof String) {
                text.append('"').append(value).append('"');
            } else {
                text.append(value);
            }
        });
        return text.append('}').toString();
    }
}
