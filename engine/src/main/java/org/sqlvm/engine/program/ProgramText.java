package org.sqlvm.engine.program;

import java.util.List;

/**
 * What a program says to debuggers and other tools: where it comes to which piece of a text, and
 * which values are there. Nothing that runs reads it.
 *
 * @param arguments null for a program without
 */
public record ProgramText(List<Stop> stops, Arguments arguments) {
    /** That of a program which has none. */
    public static final ProgramText NONE = new ProgramText(List.of(), null);

    /**
     * A place of the text that control comes to.
     *
     * @param address of the instruction which runs next
     * @param begin the address of the first instruction of the loop
     * @param place null if the text does not say it
     * @param line the id of the plan's line whose loop stands on a row; 0 where a statement of a
     *     trigger begins
     * @param term what that row is called; or null
     * @param row null if it cannot be seen
     */
    public record Stop(
            int address, int begin, TextPlace place, int line, String term, HeldRow row) {}

    /** What the arguments of a trigger's program are called. */
    public interface Arguments {
        List<Argument> arguments();
    }

    /**
     * An argument of a trigger's program.
     *
     * @param row OLD or NEW
     * @param name of the column
     * @param place among the arguments, from 0
     */
    public record Argument(String row, String name, int place) {}
}
