package org.sqlvm.python;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.runtime.PythonContext;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.runtime.sequence.PSequence;
import com.oracle.graal.python.runtime.sequence.storage.DoubleSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.EmptySequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.IntSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.LongSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.ObjectSequenceStorage;
import com.oracle.graal.python.runtime.sequence.storage.SequenceStorage;
import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.source.Source;

import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.values.FunctionLoop;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A loop of Python over the calls of one function. Each function has a copy of its code, which is
 * compiled for the kinds of values that this one takes and gives, and with the function in it.
 */
final class PythonLoop implements FunctionLoop {
    /**
     * Adds what the function gives to a list. Gives None at the end, True behind a value that the
     * database must look at before the next call, and what the function has thrown.
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

    /** An expression: code that is evaluated sees and makes the names of the main program. */
    private static final String MAKER =
            "lambda code, function, names: exec(code, names) or names['of'](function)";

    private final CallTarget caller;
    private final int argumentCount;

    private PythonLoop(CallTarget caller, int argumentCount) {
        this.caller = caller;
        this.argumentCount = argumentCount;
    }

    /** Calls the loop from compiled code: what is not compiled takes as long as a hundred rows. */
    private static final class Caller extends RootNode {
        private final Object loop;

        @Child
        private InteropLibrary interop = InteropLibrary.getFactory().createDispatched(1);

        Caller(PythonLanguage language, Object loop) {
            super(language);
            this.loop = loop;
        }

        @Override
        public Object execute(VirtualFrame frame) {
            try {
                return interop.execute(loop, frame.getArguments());
            } catch (InteropException cannotBe) {
                throw CompilerDirectives.shouldNotReachHere(cannotBe);
            }
        }
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
        PythonLanguage language = PythonLanguage.get(null);
        Source source =
                Source.newBuilder("python", MAKER, "loop").internal(true).build();
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            Object maker =
                    PythonContext.get(null).getEnv().parseInternal(source).call();
            Object names = PFactory.createDict(language);
            Object loop = interop.execute(maker, code, function, names);
            return new PythonLoop(new Caller(language, loop).getCallTarget(), argumentCount);
        } catch (InteropException | AbstractTruffleException unusable) {
            return null;
        }
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
            return results(results, false, interop.isNull(ended) ? null : thrown(ended));
        } catch (InteropException cannotBe) {
            throw new AssertionError(cannotBe);
        }
    }

    private static RuntimeException thrown(Object error) throws InteropException {
        try {
            return InteropLibrary.getUncached().throwException(error);
        } catch (AbstractTruffleException thrown) {
            return thrown;
        }
    }

    private static Results results(PSequence list, boolean lastIsOdd, RuntimeException thrown)
            throws InteropException {
        SequenceStorage storage = list.getSequenceStorage();
        int count = storage.length();
        Object values = switch (storage) {
            case DoubleSequenceStorage reals -> reals.getInternalDoubleArray();
            case LongSequenceStorage longs -> longs.getInternalLongArray();
            case IntSequenceStorage ints -> longs(ints.getInternalIntArray());
            case ObjectSequenceStorage objects -> objects.getInternalObjectArray();
            default -> elements(list, count);
        };
        return new Results(count, values, lastIsOdd, thrown);
    }

    private static Object[] elements(PSequence list, int count) throws InteropException {
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = InteropLibrary.getUncached().readArrayElement(list, i);
        }
        return values;
    }

    private static long[] longs(int[] values) {
        return IntStream.of(values).asLongStream().toArray();
    }
}
