package org.sqlvm.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import javax.tools.ToolProvider;

/**
 * Classes do the same after {@link DirectCalls} as before, and link nothing of what it replaces.
 */
final class DirectCallsTest {
    private static final String SOURCE = """
        import java.util.List;
        import java.util.function.Supplier;

        public class Sample implements Supplier<String> {
            enum Side { LEFT, RIGHT }
            sealed interface Shape permits Circle, Box, Nothing {}
            record Circle(double radius) implements Shape {}
            record Box(int a, long b, String name, boolean c, float d, char e, byte f, short g)
                    implements Shape {}
            record Nothing() implements Shape {}
            record Pair<T>(T first, int[] second) {}

            static String of(Object value) {
                return switch (value) {
                    case null -> "null";
                    case Circle(double radius) when radius > 1 -> "large circle";
                    case Circle circle -> "circle";
                    case Box box -> "box " + box.name();
                    case CharSequence text when text.length() > 3 -> "long text";
                    case String text -> "text";
                    case Integer number -> "integer";
                    case Side side -> "side";
                    default -> "other";
                };
            }

            static String mixed(Object value) {
                return switch (value) {
                    case Side.LEFT -> "left";
                    case Side side -> "other side";
                    case null, default -> "other";
                };
            }

            static Box box(int a, String name, float d) {
                return new Box(a, 2, name, true, d, 'e', (byte) 6, (short) 7);
            }

            @Override
            public String get() {
                StringBuilder result = new StringBuilder();
                int[] array = {1};
                Object[] values = {
                    null, new Circle(2), new Circle(0.5), new Circle(Double.NaN), box(1, "x", 0f),
                    "abcd", "abc", 7, Side.LEFT, Side.RIGHT, new Nothing(), List.of(), "one",
                };
                for (Object value : values) {
                    result.append(of(value)).append(';').append(mixed(value)).append('\\n');
                }
                Object[] records = {
                    box(1, "x", 0f), box(1, "x", -0f), box(1, null, 0f), box(2, "x", 0f),
                    box(1, new String("x"), Float.NaN), box(1, "x", Float.NaN), new Nothing(),
                    new Nothing(), new Circle(Double.NaN), new Circle(Double.NaN), new Circle(0),
                    new Pair<>("a", array), new Pair<>("a", array), new Pair<>("a", new int[] {1}),
                    "x", null,
                };
                for (Object one : records) {
                    for (Object other : records) {
                        result.append(one != null && one.equals(other) ? '1' : '0');
                        if (one != null && one.equals(other)
                                && one.hashCode() != other.hashCode()) {
                            result.append('!');
                        }
                    }
                    result.append('\\n');
                }
                return result.append(box(1, "x", 0f)).toString();
            }
        }
        """;

    @TempDir
    private Path folder;

    private Path classes;

    @BeforeEach
    void compile() throws Exception {
        Path source = folder.resolve("Sample.java");
        Files.writeString(source, SOURCE);
        classes = Files.createDirectory(folder.resolve("classes"));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", classes.toString(), source.toString()));
    }

    @SuppressWarnings("unchecked")
    private String run() throws Exception {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
            Object sample = loader.loadClass("Sample").getConstructor().newInstance();
            return ((java.util.function.Supplier<String>) sample).get();
        }
    }

    /** The calls in all classes whose methods are made at run time: how many of a name. */
    private long linked(String name) throws Exception {
        long count = 0;
        try (var files = Files.list(classes)) {
            for (Path file : files.toList()) {
                count += ClassFile.of().parse(file).methods().stream()
                        .flatMap(method -> method.code().stream())
                        .flatMap(code -> code.elementStream())
                        .filter(element -> element instanceof InvokeDynamicInstruction call
                                && call.name().equalsString(name))
                        .count();
            }
        }
        return count;
    }

    @Test
    void doesTheSame() throws Exception {
        String before = run();
        assertNotEquals(0, linked("equals"));
        assertEquals(2, linked("typeSwitch"));
        for (int i = 0; i < 2; i++) { // Classes that have been treated stay as they are.
            DirectCalls.main(new String[] {classes.toString(), classes.toString()});
            assertEquals(before, run());
            for (String name : List.of("equals", "hashCode")) {
                assertEquals(0, linked(name));
            }
            assertEquals(1, linked("typeSwitch"), "the one with constants");
        }
    }
}
