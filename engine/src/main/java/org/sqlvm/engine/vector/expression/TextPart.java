package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.Arrays;
import java.util.Set;

/**
 * Tests whether {@code substr(column, first, count)} is one of several short texts. The characters
 * of most texts are ASCII and few, so they are compared as one number, without making a text.
 */
final class TextPart {
    private final ScalarFunction function;
    private final int first;
    private final int count;
    private final Set<Object> texts;

    /**
     * The texts as numbers of {@link Chunk.Texts#part}, in ascending order; without those that have
     * none.
     */
    private final long[] numbers;

    private TextPart(ScalarFunction function, int first, int count, Set<Object> texts) {
        this.function = function;
        this.first = first;
        this.count = count;
        this.texts = texts;
        numbers = texts.stream()
                .mapToLong(text -> number((Text) text))
                .filter(number -> number >= 0)
                .sorted()
                .toArray();
    }

    /** Null if the register is not such a call. */
    static TextPart of(VectorRegisters registers, int register, Set<Object> texts) {
        if (!(registers.step(register) instanceof Step.Apply call)
                || !call.function().is(FunctionFact.PART)
                || call.arguments().size() != 3
                || !(registers.chunk(call.arguments().get(0)) instanceof Chunk.Texts)
                || !(registers.step(call.arguments().get(1)) instanceof Step.Constant second)
                || !(registers.step(call.arguments().get(2)) instanceof Step.Constant third)
                || !(registers.constant(second) instanceof Long first)
                || !(registers.constant(third) instanceof Long count)) {
            return null;
        }
        boolean near = first > 0 && first <= Short.MAX_VALUE && count > 0 && count <= Long.BYTES;
        return near
                ? new TextPart(call.function(), first.intValue(), count.intValue(), texts)
                : null;
    }

    private static long number(Text text) {
        return text.length > Long.BYTES
                ? -1
                : new Chunk.Texts(
                                text.array, new int[] {text.offset}, new int[] {text.length}, null)
                        .part(0, 0, Long.BYTES);
    }

    /** Tests the text of a row. */
    boolean holds(Chunk.Texts column, int row) {
        long number = column.part(row, first - 1, count);
        if (number >= 0) {
            return numbers.length == 1
                    ? numbers[0] == number
                    : Arrays.binarySearch(numbers, number) >= 0;
        }
        Object[] arguments = {column.text(row), (long) first, (long) count};
        return texts.contains(function.call(null, arguments));
    }
}
