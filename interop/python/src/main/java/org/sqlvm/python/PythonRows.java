package org.sqlvm.python;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.builtins.objects.PNone;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.runtime.sequence.PSequence;
import com.oracle.graal.python.runtime.sequence.storage.DoubleSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.EmptySequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.IntSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.SequenceStorage;
import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.language.values.RowLoop;
import org.sqlvm.language.values.RowShape;

import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A loop of Python over the rows of one table, which adds their values to a list for each column.
 * Python's compiler sees it together with the generator that gives the rows.
 */
final class PythonRows implements RowLoop {
    /**
     * Returns None when the wanted number of rows has been taken, False at the end, a tuple with a
     * row that it cannot take, and the exception of the iterator.
     *
     * <p>Values that may change later are not taken, since they are read when the loop is over.
     */
    private static final String CODE = """
        def of(names):
            %s = names
            def take(rows, left, %s):
                %s
                try:
                    for row in rows:
                        kind = type(row)
                        if not (%s):
                            return (row,)
                        %s
                        %s
                        %s
                        left -= 1
                        if not left:
                            return None
                    return False
                except BaseException as error:
                    if error.__traceback__ is not None:
                        error.__traceback__ = error.__traceback__.tb_next
                    return error
            return take
        """;

    private static final String VALUE = """
        kind = type(v%1$d)
                        if not (kind is int or kind is float or kind is str or v%1$d is None
                                or kind is bool or kind is bytes):
                            return (row,)\
        """;

    private final CallTarget caller;
    private final int width;

    private PythonRows(CallTarget caller, int width) {
        this.caller = caller;
        this.width = width;
    }

    /** Null if there can be none. */
    static RowLoop of(RowShape shape, String[] names) {
        int width = names.length;
        if (shape == RowShape.VALUE && width != 1) {
            return null;
        }
        String values = each(width, ", ", i -> "v" + i) + ",";
        String check = switch (shape) {
            case ARRAY ->
                "(kind is tuple or kind is list or issubclass(kind, tuple)) and len(row) == "
                        + width;
            case HASH -> "kind is dict";
            case MEMBERS -> each(width, " and ", i -> "hasattr(row, n" + i + ")");
            case VALUE -> "True";
        };
        String read = switch (shape) {
            case ARRAY -> values + " = row";
            case HASH -> each(width, "; ", i -> "v" + i + " = row.get(n" + i + ")");
            case MEMBERS -> each(width, "; ", i -> "v" + i + " = getattr(row, n" + i + ")");
            case VALUE -> "v0 = row";
        };
        String code = CODE.formatted(
                each(width, ", ", i -> "n" + i) + ",",
                each(width, ", ", i -> "c" + i),
                each(width, "; ", i -> "a" + i + " = c" + i + ".append"),
                check,
                read,
                each(width, "\n                ", VALUE::formatted),
                each(width, "; ", i -> "a" + i + "(v" + i + ")"));
        PythonLanguage language = PythonLanguage.get(null);
        Object list = PFactory.createTuple(language, PythonBatchView.strings(names));
        CallTarget caller = PythonCode.caller(code, list);
        return caller == null ? null : new PythonRows(caller, width);
    }

    private static String each(int count, String separator, IntFunction<String> part) {
        return IntStream.range(0, count).mapToObj(part).collect(Collectors.joining(separator));
    }

    @Override
    public Rows take(Object iterator, int count, Rows before) {
        PythonLanguage language = PythonLanguage.get(null);
        Object[] arguments = new Object[width + 2];
        arguments[0] = iterator;
        arguments[1] = count;
        PSequence[] lists = new PSequence[width];
        for (int i = 0; i < width; i++) {
            lists[i] = PFactory.createList(
                    language, begun(before == null ? null : before.columns()[i], count));
            arguments[i + 2] = lists[i];
        }
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            Object told = caller.call(arguments);
            Object[] columns = new Object[width];
            for (int i = 0; i < width; i++) {
                columns[i] = PythonCode.values(lists[i]);
            }
            int taken = taken(lists);
            boolean ended = told instanceof Boolean;
            if (ended || told == PNone.NONE) {
                return new Rows(taken, columns, null, ended, null);
            }
            return interop.isException(told)
                    ? new Rows(taken, columns, null, false, PythonCode.thrown(told))
                    : new Rows(taken, columns, interop.readArrayElement(told, 0), false, null);
        } catch (InteropException cannotBe) {
            throw new AssertionError(cannotBe);
        }
    }

    /**
     * Returns the number of rows that all lists have: an error may end the loop in the middle of a
     * row.
     */
    private int taken(PSequence[] lists) {
        int least = Integer.MAX_VALUE;
        for (PSequence list : lists) {
            least = Math.min(least, list.getSequenceStorage().length());
        }
        return least;
    }

    /** Returns the empty storage of a list, with room for values like those of the batch before. */
    private static SequenceStorage begun(Object before, int count) {
        return switch (before) {
            case double[] _ -> new DoubleSequenceStorage(new double[count], 0);
            case long[] _ -> new IntSequenceStorage(new int[count], 0);
            case null, default -> EmptySequenceStorage.INSTANCE;
        };
    }
}
