package org.sqlvm.language.classfile;

import org.sqlvm.engine.program.Opcode;

import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the programs of this process that have become classes, and those that have not. */
public final class ClassCounts {
    private static final LongAdder MADE = new LongAdder();
    private static final LongAdder PARTED = new LongAdder();
    private static final LongAdder TOO_LONG = new LongAdder();
    private static final LongAdder LACKED_MEMORY = new LongAdder();

    /** By instruction: the programs in which it was the first that there is no code for. */
    private static final Map<Opcode, LongAdder> REFUSED = new ConcurrentHashMap<>();

    private ClassCounts() {}

    /** @param methods the number of the program's methods */
    static void made(int methods) {
        MADE.increment();
        if (methods > 1) {
            PARTED.increment();
        }
    }

    /** Returns the number of programs that have become classes. */
    public static long madeCount() {
        return MADE.sum();
    }

    /** Returns the number of those that are several methods. */
    public static long partedCount() {
        return PARTED.sum();
    }

    static void tooLong() {
        TOO_LONG.increment();
    }

    /** A class could not be made in the background for want of memory. */
    public static void lackedMemory() {
        LACKED_MEMORY.increment();
    }

    static void refused(Opcode opcode) {
        REFUSED.computeIfAbsent(opcode, _ -> new LongAdder()).increment();
    }

    /** Returns the instructions that there was no code for. */
    public static Set<Opcode> refused() {
        return Set.copyOf(REFUSED.keySet());
    }

    /** Returns lines with the counts; the most frequent instructions come first. */
    public static String report() {
        StringBuilder text = new StringBuilder();
        text.append("programs as classes: ").append(MADE.sum());
        text.append("\nof these in several methods: ").append(PARTED.sum());
        text.append("\ntoo long: ").append(TOO_LONG.sum());
        text.append("\nwithout memory: ").append(LACKED_MEMORY.sum());
        REFUSED.entrySet().stream()
                .sorted(Comparator.comparing(entry -> -entry.getValue().sum()))
                .forEach(entry -> text.append("\nno code for ")
                        .append(entry.getKey())
                        .append(": ")
                        .append(entry.getValue().sum()));
        return text.toString();
    }
}
