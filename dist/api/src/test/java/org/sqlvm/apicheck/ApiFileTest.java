package org.sqlvm.apicheck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The check finds what breaks programs, and lets pass what does not. */
final class ApiFileTest {
    private static final String NAME = ApiFileTest.class.getName();

    @TempDir
    Path folder;

    /** The released API. */
    public static final class Old {
        private Old() {}

        /** An interface that programs call. */
        public interface Store {
            int LIMIT = 10;

            String get(String key);

            default void close() {}
        }
    }

    /** A method less. */
    public static final class Removed {
        private Removed() {}

        /** Has no {@code close}. */
        public interface Store {
            int LIMIT = 10;

            String get(String key);
        }
    }

    /** Another type, and another value. */
    public static final class Changed {
        private Changed() {}

        /** {@code get} gives another type. */
        public interface Store {
            int LIMIT = 11;

            CharSequence get(String key);

            default void close() {}
        }
    }

    /** More than there was. */
    public static final class Added {
        private Added() {}

        /** Has {@code put}, which has no body. */
        public interface Store {
            int LIMIT = 10;

            String get(String key);

            void put(String key, String value);

            default void close() {}

            default void clear() {}
        }
    }

    private static SortedSet<String> lines(Class<?> type) {
        SortedSet<String> lines = new TreeSet<>();
        String holder = type.getDeclaringClass().getName().replace('$', '.');
        Signatures.of(List.of(type)).forEach(line -> lines.add(line.replace(holder + ".", "")));
        return lines;
    }

    private static List<String> findings(String released, String version, Class<?> now) {
        return new ApiFile(released, lines(Old.Store.class))
                .findings(version, lines(now), Set.of());
    }

    @Test
    void linesSayWhatProgramsSee() {
        assertEquals(
                Set.of(
                        "Store: interface",
                        "Store: static final int LIMIT = 10",
                        "Store: abstract String get(String)",
                        "Store: default void close()"),
                lines(Old.Store.class));
        assertTrue(Signatures.of(List.of(Old.class)).contains(NAME + ".Old: static final class"));
    }

    @Test
    void aMethodLessIsFound() {
        List<String> findings = findings("0.2.0", "0.2.1-SNAPSHOT", Removed.Store.class);
        assertEquals("gone, or changed: Store: default void close()", findings.getFirst());
        assertEquals(
                "Programs that ran on 0.2.0 break. Keep the old beside the new, deprecated; or"
                        + " raise the property revision in pom.xml to the next minor version, as"
                        + " semantic versioning wants, and say it in CHANGELOG.md.",
                findings.getLast());
        assertEquals(2, findings.size());
    }

    @Test
    void anotherTypeOrValueIsFound() {
        assertEquals(
                List.of(
                        "gone, or changed: Store: abstract String get(String)",
                        "gone, or changed: Store: static final int LIMIT = 10",
                        "implementers do not have it: Store: abstract CharSequence get(String)"),
                findings("1.4.0", "1.5.0-SNAPSHOT", Changed.Store.class).subList(0, 3));
    }

    @Test
    void anAddedMethodIsFoundIfProgramsImplementIt() {
        SortedSet<String> now = lines(Added.Store.class);
        ApiFile file = new ApiFile("1.0.0", lines(Old.Store.class));
        assertEquals(
                "implementers do not have it: Store: abstract void put(String, String)",
                file.findings("1.1.0", now, Set.of()).getFirst());
        assertEquals(List.of(), file.findings("1.1.0", now, Set.of("Store")));
    }

    @Test
    void theVersionMaySayThatProgramsBreak() {
        assertEquals(List.of(), findings("0.2.0", "0.3.0-SNAPSHOT", Removed.Store.class));
        assertEquals(List.of(), findings("1.2.0", "2.0.0", Removed.Store.class));
        assertEquals(List.of(), findings(ApiFile.NONE, "0.2.0-SNAPSHOT", Removed.Store.class));
        assertEquals(2, findings("1.2.0", "1.3.0", Removed.Store.class).size());
    }

    @Test
    void aReleaseIsRemembered() throws IOException {
        Path file = folder.resolve("api").resolve("store.txt");
        SortedSet<String> lines = lines(Old.Store.class);
        ApiFile.write(file, ApiFile.NONE, "0.2.0-SNAPSHOT", lines);
        assertEquals(new ApiFile(ApiFile.NONE, lines), ApiFile.read(file));
        ApiFile.write(file, ApiFile.NONE, "0.2.0", lines);
        assertEquals(new ApiFile("0.2.0", lines), ApiFile.read(file));
        ApiFile.write(file, "0.2.0", "0.2.1-SNAPSHOT", lines);
        assertEquals(new ApiFile("0.2.0", lines), ApiFile.read(file));
    }
}
