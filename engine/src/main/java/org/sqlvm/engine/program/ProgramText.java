package org.sqlvm.engine.program;

import java.util.List;

/**
 * A program's information for debuggers and other tools: the address of each piece of text, and the
 * values visible there. No running code reads it.
 *
 * @param arguments null for a program without arguments
 */
public record ProgramText(List<Stop> stops, Arguments arguments) {
    /** The text of a program without stops and arguments. */
    public static final ProgramText NONE = new ProgramText(List.of(), null);

    /**
     * A position in the text that control reaches.
     *
     * @param address the address of the instruction that runs next
     * @param begin the address of the first instruction of the loop
     * @param place the position; null if the text does not name it
     * @param line the id of the plan's line whose loop stands on a row; 0 where a statement of a
     *     trigger begins
     * @param term that row's name; or null
     * @param row null if it cannot be seen
     */
    public record Stop(
            int address, int begin, TextPlace place, int line, String term, HeldRow row) {}

    /** The names of the arguments of a trigger's program. */
    public interface Arguments {
        List<Argument> arguments();
    }

    /**
     * An argument of a trigger's program.
     *
     * @param row OLD or NEW
     * @param name the column's name
     * @param place its index among the arguments, from 0
     */
    public record Argument(String row, String name, int place) {}
}
