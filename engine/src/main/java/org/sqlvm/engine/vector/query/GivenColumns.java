package org.sqlvm.engine.vector.query;

import org.sqlvm.api.ScanPlan;

import java.util.List;

/**
 * How a virtual table is asked for columns.
 *
 * @param plan the table's own
 * @param arguments the places of its values among the instruction's constants
 */
public record GivenColumns(ScanPlan plan, List<Integer> arguments) {
    public GivenColumns {
        arguments = List.copyOf(arguments);
    }
}
