package org.sqlvm.language.callbacks.host;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.RootCallTarget;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.api.Aggregate;
import org.sqlvm.api.ScalarFunction;
import org.sqlvm.api.TableColumns;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.language.options.SqlvmOptions;

import java.lang.ref.WeakReference;
import java.util.EnumMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Call targets for Java callbacks, one for each class of them: a lambda has a class of its own. So
 * the compiler knows what is called, and inlines it into the query. Code that it refuses, recursive
 * methods above all, stays behind the call, and the query is compiled without it.
 *
 * <p>Belongs to a language instance. Neither callbacks nor their classes are kept.
 */
public final class HostTargets {
    private final TruffleLanguage<?> language;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Class<?>, WeakReference<RootCallTarget>> scalars = new WeakHashMap<>();
    private final Map<Class<?>, WeakReference<RootCallTarget>> steps = new WeakHashMap<>();
    /**
     * By kind, too: a class may be a function to texts in one column and to anything in another.
     */
    private final Map<TableColumns.Kind, Map<Class<?>, WeakReference<RootCallTarget>>> readers =
            new EnumMap<>(TableColumns.Kind.class);

    public HostTargets(TruffleLanguage<?> language) {
        this.language = language;
        for (TableColumns.Kind kind : TableColumns.Kind.values()) {
            readers.put(kind, new WeakHashMap<>());
        }
    }

    /** The language that the targets belong to. */
    public TruffleLanguage<?> language() {
        return language;
    }

    /** Takes the function, its {@link HostArguments} and a {@link CallResult}. */
    public RootCallTarget scalar(Class<? extends ScalarFunction> type) {
        return find(scalars, type, new ScalarRootNode(language, type));
    }

    /**
     * Takes an aggregate of the same class and the arguments of a step: {@link HostArguments}, or
     * {@link KeptArguments} if it keeps them.
     */
    RootCallTarget step(Aggregate aggregate) {
        Class<? extends Aggregate> type = aggregate.getClass();
        return find(steps, type, new StepRootNode(language, type));
    }

    /**
     * Returns the target for a column's reader; it takes the reader, the row and a
     * {@link CallResult}.
     *
     * @param kind the type of the values that {@code type} returns
     */
    RootCallTarget reader(Class<?> type, TableColumns.Kind kind) {
        return find(readers.get(kind), type, new ReaderRootNode(language, type, kind));
    }

    private RootCallTarget find(
            Map<Class<?>, WeakReference<RootCallTarget>> targets, Class<?> type, RootNode root) {
        lock.lock();
        try {
            WeakReference<RootCallTarget> known = targets.get(type);
            RootCallTarget target = known == null ? null : known.get();
            if (target == null) {
                target = root.getCallTarget();
                targets.put(type, new WeakReference<>(target));
            }
            return target;
        } finally {
            lock.unlock();
        }
    }

    /** Code of Java, which tools see by its name: there is no text of it. */
    private abstract static class HostRootNode extends RootNode {
        /** The suffix that HotSpot adds to the class name of a lambda. */
        private static final String LAMBDA = "\\$\\$Lambda.*";

        private final String name;
        private final SourceSection section;

        HostRootNode(TruffleLanguage<?> language, Class<?> type) {
            super(language);
            name = type.getSimpleName().replaceFirst(LAMBDA, " lambda");
            String file = type.getName().replaceFirst(LAMBDA, "");
            section = Source.newBuilder(SqlvmOptions.LANGUAGE, "", file)
                    .build()
                    .createUnavailableSection();
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public SourceSection getSourceSection() {
            return section;
        }
    }

    private static final class ScalarRootNode extends HostRootNode {
        private final Class<? extends ScalarFunction> type;

        ScalarRootNode(TruffleLanguage<?> language, Class<? extends ScalarFunction> type) {
            super(language, type);
            this.type = type;
        }

        @Override
        public Object execute(VirtualFrame frame) {
            Object[] arguments = frame.getArguments();
            ScalarFunction function = CompilerDirectives.castExact(arguments[0], type);
            HostArguments values = (HostArguments) arguments[1];
            CallResult result = (CallResult) arguments[2];
            try {
                function.call(values, result);
            } catch (Throwable thrown) {
                CompilerDirectives.transferToInterpreter();
                throw HostErrors.of(thrown);
            }
            return null;
        }
    }

    private static final class StepRootNode extends HostRootNode {
        private final Class<? extends Aggregate> type;

        StepRootNode(TruffleLanguage<?> language, Class<? extends Aggregate> type) {
            super(language, type);
            this.type = type;
        }

        @Override
        public Object execute(VirtualFrame frame) {
            Object[] arguments = frame.getArguments();
            Aggregate aggregate = CompilerDirectives.castExact(arguments[0], type);
            try {
                // Two objects of one class may answer differently whether they keep them.
                if (arguments[1] instanceof KeptArguments kept) {
                    aggregate.step(kept);
                } else {
                    aggregate.step((HostArguments) arguments[1]);
                }
            } catch (Throwable thrown) {
                CompilerDirectives.transferToInterpreter();
                throw HostErrors.of(thrown);
            }
            return null;
        }
    }

    private static final class ReaderRootNode extends HostRootNode {
        private final Class<?> type;
        private final TableColumns.Kind kind;

        ReaderRootNode(TruffleLanguage<?> language, Class<?> type, TableColumns.Kind kind) {
            super(language, type);
            this.type = type;
            this.kind = kind;
        }

        @Override
        @SuppressWarnings("unchecked") // The kind says what the reader is.
        public Object execute(VirtualFrame frame) {
            Object[] arguments = frame.getArguments();
            Object reader = CompilerDirectives.castExact(arguments[0], type);
            Object row = arguments[1];
            CallResult result = (CallResult) arguments[2];
            try {
                switch (kind) {
                    case INTEGER ->
                        result.setLong(((ToLongFunction<Object>) reader).applyAsLong(row));
                    case REAL ->
                        result.setDouble(((ToDoubleFunction<Object>) reader).applyAsDouble(row));
                    case TEXT -> result.setText(((Function<Object, String>) reader).apply(row));
                    case BLOB -> result.setBlob(((Function<Object, byte[]>) reader).apply(row));
                    case ANY -> result.setObject(((Function<Object, Object>) reader).apply(row));
                }
            } catch (Throwable thrown) {
                CompilerDirectives.transferToInterpreter();
                throw HostErrors.of(thrown);
            }
            return null;
        }
    }
}
