package org.sqlvm.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

import javax.tools.ToolProvider;

/** Lambdas do the same after {@link DirectCalls} as before, and few are left to be linked. */
final class DirectLambdasTest {
    private static final String SOURCE = """
        import java.io.Serializable;
        import java.util.*;
        import java.util.function.*;

        public class Sample extends Base implements Supplier<String> {
            private final StringBuilder out = new StringBuilder();
            private int field = 5;

            interface Shape {
                double area(double scale, long times);
                default Supplier<String> named(String name) { return () -> name + area(1, 2); }
            }
            interface Thrower { void run() throws Exception; }
            interface Varargs { Object of(Object... values); }

            private static int twice(int x) { return 2 * x; }
            private String hidden(String text) { return text + field; }
            private Sample add(Object value) { out.append(value).append(';'); return this; }
            @Override protected String name() { return "sample"; }

            private static final class Inner {
                private final String text;
                private Inner(String text) { this.text = text; }
                private String text() { return text; }
            }

            static <T extends Comparable<T>> T best(List<T> values, BinaryOperator<T> choice) {
                return values.stream().reduce(choice).get();
            }

            @Override
            public String get() {
                int i = 1; long l = 2; double d = 3; boolean b = true; char c = 'c'; byte y = 4;
                float f = 5; short s = 6; String text = "t"; int[] array = {7};
                Shape shape = (scale, times) -> scale * times * d + l + array[0]++ + y + f + s;
                add(shape.area(2, 3)).add(shape.area(2, 3)).add(shape.named("n").get());
                IntUnaryOperator all = x -> x + i + (b ? c : field++);
                add(all.applyAsInt(8)).add(field);
                ToLongFunction<String> length = String::length;         // widens
                Function<Integer, Integer> boxed = Sample::twice;       // boxes
                IntUnaryOperator plain = Sample::twice;
                add(length.applyAsLong("abc")).add(boxed.apply(4)).add(plain.applyAsInt(5));
                Function<String, String> bound = this::hidden;
                BiFunction<Sample, String, String> unbound = Sample::hidden;
                Supplier<String> parent = super::name, own = this::name;
                add(bound.apply("x")).add(unbound.apply(this, "y")).add(parent.get()).add(own.get());
                Function<String, Inner> maker = Inner::new;
                add(maker.andThen(Inner::text).apply("inner"));
                IntFunction<int[]> arrays = int[]::new;
                Supplier<List<String>> lists = ArrayList::new;
                add(arrays.apply(3).length).add(lists.get());
                Consumer<Object> ignored = this::add;                   // its result is dropped
                LongConsumer dropped = value -> Math.multiplyExact(value, 2L);
                ignored.accept("kept");
                dropped.accept(9);
                Comparator<String> order = Comparator.comparing(String::length);
                add(best(List.of("a", "ccc", "bb"), BinaryOperator.maxBy(order)));
                Supplier<Supplier<String>> nested = () -> () -> text + i + hidden("z");
                add(nested.get().get());
                Varargs varargs = Arrays::asList;
                add(varargs.of(1, "two"));
                Runnable serial = (Runnable & Serializable) () -> add("serial");
                serial.run();
                Supplier<Object> same = Sample::constant, other = Sample::constant;
                add(same.get() == other.get()).add(constant() == constant());
                try {
                    Thrower thrower = () -> { throw new java.io.IOException("thrown"); };
                    thrower.run();
                } catch (Exception e) {
                    add(e.getMessage());
                }
                try {
                    @SuppressWarnings({"unchecked", "rawtypes"})
                    Object wrong = ((Function) bound).apply(1);
                    add(wrong);
                } catch (ClassCastException e) {
                    add("wrong class");
                }
                try {
                    String none = null;
                    Supplier<Integer> bad = none::length;
                    add(bad);
                } catch (NullPointerException e) {
                    add("null");
                }
                return out.toString();
            }

            static Runnable constant() { return () -> {}; }
        }

        class Base {
            protected String name() { return "base"; }
        }
        """;

    @TempDir
    private Path folder;

    private Path classes;

    @SuppressWarnings("unchecked")
    private String run() throws Exception {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
            Object sample = loader.loadClass("Sample").getConstructor().newInstance();
            return ((Supplier<String>) sample).get();
        }
    }

    /** The number of lambdas that the virtual machine makes classes for. */
    private long linked() throws Exception {
        long count = 0;
        try (var files = Files.list(classes)) {
            for (Path file : files.toList()) {
                count += ClassFile.of().parse(file).methods().stream()
                        .flatMap(method -> method.code().stream())
                        .flatMap(code -> code.elementStream())
                        .filter(element -> element instanceof InvokeDynamicInstruction call
                                && call.bootstrapMethod().methodName().endsWith("etafactory"))
                        .count();
            }
        }
        return count;
    }

    @Test
    void lambdasDoTheSame() throws Exception {
        Path source = folder.resolve("Sample.java");
        Files.writeString(source, SOURCE);
        classes = Files.createDirectory(folder.resolve("classes"));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", classes.toString(), source.toString()));
        String before = run();
        assertTrue(before.endsWith("wrong class;null;"), before);
        assertTrue(linked() > 20);
        for (int i = 0; i < 2; i++) { // Classes that have been treated stay as they are.
            DirectCalls.main(new String[] {classes.toString(), classes.toString()});
            assertEquals(before, run());
            assertEquals(7, linked(), "one widens, 3 box, 2 calls for serial ones, an interface's");
        }
    }
}
