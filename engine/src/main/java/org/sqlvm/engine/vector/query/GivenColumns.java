package org.sqlvm.engine.vector.query;

import java.util.List;

/**
 * How a virtual table is asked for columns.
 *
 * @param index of its plan
 * @param text of its plan
 * @param arguments the places of its values among the instruction's constants
 */
public record GivenColumns(int index, String text, List<Integer> arguments) {
    public GivenColumns {
        arguments = List.copyOf(arguments);
    }
}
