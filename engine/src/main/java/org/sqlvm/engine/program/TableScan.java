package org.sqlvm.engine.program;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.query.StoredTable;
import org.sqlvm.engine.vector.query.VectorQuery.Comparator;
import org.sqlvm.engine.vector.scan.ScanFilter;

import java.util.List;

/**
 * A table cursor that does nothing but go through all rows in their order: it can read columns
 * instead of records.
 *
 * @param columns the columns that are read of each row, with the rowid if it is read
 * @param tests conditions at the beginning of the loop, with only reads of columns before them
 * @param sort the sort of the rows, if the loop does nothing else; or null
 * @param loop the loop, if it only gives its rows; or null
 */
public record TableScan(
        int cursor,
        StoredTable table,
        List<StoredColumn> columns,
        List<Test> tests,
        Sort sort,
        RowLoop loop) {
    /**
     * Returns the index in the scan of a column.
     *
     * @param place its index in the record, or {@link StoredColumn#ROWID}
     */
    public int index(int place) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).place() == place) {
                return i;
            }
        }
        throw new AssertionError(place);
    }

    /**
     * A condition that a row must pass, for one of the constants.
     *
     * @param column the column's index in the scan
     * @param call the function of the column that is compared; null for the column itself
     * @param constants the other side; none where it is NULL
     * @param affinity applied to both sides
     */
    public record Test(
            int column,
            ScanFilter.Call call,
            Comparator comparator,
            List<Constant> constants,
            Affinity affinity) {}

    /** A value that is the same for all rows of a scan. */
    public sealed interface Constant {
        /** The value of a literal. */
        record Literal(Object value) implements Constant {}

        /** The value of a parameter. */
        record Parameter(int number) implements Constant {}

        /** The value that a register has when the scan begins, and until its end. */
        record Register(int number) implements Constant {}
    }

    /**
     * The sorter that the rows go into.
     *
     * @param column the index in the scan of the first column of the order
     * @param cursor the sorter's cursor
     */
    public record Sort(int column, int cursor, List<KeyField> fields) {}

    /**
     * A loop that gives each row's columns as they are, perhaps with one call of a registered
     * function.
     *
     * @param head the address of the first instruction
     * @param end the address behind the Next
     * @param columns for each column of the result its index in the scan, unless the function
     *     computes it
     * @param call the function's call; null for none
     */
    public record RowLoop(
            int head,
            int end,
            @CompilationFinal(dimensions = 1) int[] columns,
            Call call) {}

    /**
     * The call of a registered function of columns.
     *
     * @param slot the function's slot among the bodies of a run
     * @param read the indexes in the scan of the arguments, then of the other columns of the result
     * @param result the column of the result that the function computes
     */
    public record Call(
            int slot,
            int argumentCount,
            @CompilationFinal(dimensions = 1) int[] read,
            int result) {}
}
