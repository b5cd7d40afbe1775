package org.sqlvm.python;

import com.oracle.graal.python.PythonLanguage;
import com.oracle.graal.python.runtime.PythonContext;
import com.oracle.graal.python.runtime.object.PFactory;
import com.oracle.graal.python.runtime.sequence.PSequence;
import com.oracle.graal.python.runtime.sequence.storage.DoubleSequenceStorage;
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

import java.util.stream.IntStream;

/** Functions of Python that the engine makes of a text, and the lists that they fill. */
final class PythonCode {
    /** An expression: code that is evaluated sees and makes the names of the main program. */
    private static final String MAKER =
            "lambda code, argument, names: exec(code, names) or names['of'](argument)";

    private PythonCode() {}

    /** Calls from compiled code: interpreted code takes as long as a hundred rows. */
    private static final class Caller extends RootNode {
        private final Object function;

        @Child
        private InteropLibrary interop = InteropLibrary.getFactory().createDispatched(1);

        Caller(PythonLanguage language, Object function) {
            super(language);
            this.function = function;
        }

        @Override
        public Object execute(VirtualFrame frame) {
            try {
                return interop.execute(function, frame.getArguments());
            } catch (InteropException cannotBe) {
                throw CompilerDirectives.shouldNotReachHere(cannotBe);
            }
        }
    }

    /**
     * Returns a target that calls the function that {@code of(argument)} gives; null if there can
     * be none.
     *
     * @param code the code that defines {@code of}
     */
    static CallTarget caller(String code, Object argument) {
        PythonLanguage language = PythonLanguage.get(null);
        Source source =
                Source.newBuilder("python", MAKER, "loop").internal(true).build();
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            Object maker =
                    PythonContext.get(null).getEnv().parseInternal(source).call();
            Object names = PFactory.createDict(language);
            Object function = interop.execute(maker, code, argument, names);
            return new Caller(language, function).getCallTarget();
        } catch (InteropException | AbstractTruffleException unusable) {
            return null;
        }
    }

    /** Returns the exception that throws an exception object of Python. */
    static RuntimeException thrown(Object error) throws InteropException {
        try {
            return InteropLibrary.getUncached().throwException(error);
        } catch (AbstractTruffleException thrown) {
            return thrown;
        }
    }

    /**
     * Returns the values of a list that no other code refers to: an array of {@code long},
     * {@code double} or {@code Object} that begins with them.
     */
    static Object values(PSequence list) throws InteropException {
        SequenceStorage storage = list.getSequenceStorage();
        return switch (storage) {
            case DoubleSequenceStorage reals -> reals.getInternalDoubleArray();
            case LongSequenceStorage longs -> longs.getInternalLongArray();
            case IntSequenceStorage ints ->
                IntStream.of(ints.getInternalIntArray()).asLongStream().toArray();
            case ObjectSequenceStorage objects -> objects.getInternalObjectArray();
            default -> elements(list, storage.length());
        };
    }

    private static Object[] elements(PSequence list, int count) throws InteropException {
        Object[] values = new Object[count];
        for (int i = 0; i < count; i++) {
            values[i] = InteropLibrary.getUncached().readArrayElement(list, i);
        }
        return values;
    }
}
