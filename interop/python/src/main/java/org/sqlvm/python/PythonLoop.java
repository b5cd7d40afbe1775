package org.sqlvm.python;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.runtime.sequence.PSequence;
import com.oracle.graal.python.runtime.sequence.storage.DoubleSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.EmptySequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.SequenceStorage;
import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.values.FunctionLoop;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A loop of Python over the calls of one function. Each function has a copy of its code, which is
 * compiled for the kinds of this function's arguments and results, with the function inlined.
 */
final class PythonLoop implements FunctionLoop {
    /**
     * Adds the function's results to a list. Returns None at the end, True after a value that the
     * database must check before the next call, and the exception of the function.
     *
     * <p>A traceback begins with the function, as if the database had called it.
     */
    private static final String CODE = """
        def of(function):
            def loop(results, %s):
                append = results.append
                try:
                    for %s in %s:
                        result = function(%s)
                        append(result)
                        kind = type(result)
                        if (kind is float or result is None or kind is bool or kind is bytes
                                or kind is int and %d <= result <= %d
                                or kind is str and result.isascii()):
                            continue
                        return True
                except BaseException as error:
                    if error.__traceback__ is not None:
                        error.__traceback__ = error.__traceback__.tb_next
                    return error
            return loop
        """;

    private final CallTarget caller;
    private final int argumentCount;

    private PythonLoop(CallTarget caller, int argumentCount) {
        this.caller = caller;
        this.argumentCount = argumentCount;
    }

    /** Null if there can be none. */
    static FunctionLoop of(Object function, int argumentCount) {
        String arguments = names("a", argumentCount);
        String columns = names("c", argumentCount);
        String code = CODE.formatted(
                columns,
                arguments,
                argumentCount == 1 ? columns : "zip(" + columns + ")",
                arguments,
                Long.MIN_VALUE,
                Long.MAX_VALUE);
        CallTarget caller = PythonCode.caller(code, function);
        return caller == null ? null : new PythonLoop(caller, argumentCount);
    }

    private static String names(String prefix, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> prefix + i)
                .collect(Collectors.joining(", "));
    }

    @Override
    public Results call(Batch arguments, int kind) {
        PythonLanguage language = PythonLanguage.get(null);
        Object[] values = new Object[argumentCount + 1];
        for (int i = 0; i < argumentCount; i++) {
            values[i + 1] = PythonBatchView.list(language, arguments, i);
            if (values[i + 1] == null) {
                return null;
            }
        }
        SequenceStorage begun = kind == Batch.KIND_DOUBLE
                ? new DoubleSequenceStorage(new double[arguments.capacity()], 0)
                : EmptySequenceStorage.INSTANCE;
        PSequence results = PFactory.createList(language, begun);
        values[0] = results;
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            Object ended = caller.call(values);
            if (ended instanceof Boolean) {
                return results(results, true, null);
            }
            return results(results, false, interop.isNull(ended) ? null : PythonCode.thrown(ended));
        } catch (InteropException cannotBe) {
            throw new AssertionError(cannotBe);
        }
    }

    private static Results results(PSequence list, boolean lastIsOdd, RuntimeException thrown)
            throws InteropException {
        int count = list.getSequenceStorage().length();
        return new Results(count, PythonCode.values(list), lastIsOdd, thrown);
    }
}
