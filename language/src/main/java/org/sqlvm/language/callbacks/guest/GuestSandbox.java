package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.TruffleContext;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.source.Source;

import org.sqlvm.engine.row.function.StoredFunction;
import org.sqlvm.language.callbacks.result.CallbackFailures;
import org.sqlvm.language.values.NullObject;

import java.util.HashMap;
import java.util.Map;

/**
 * Where functions of a database file run that may touch nothing but their arguments: for each
 * language a context of its own inside of the connection's, without files, sockets, processes,
 * threads, native code, the environment, the host's classes and objects, and other languages.
 * Values cross as foreign objects, which enter that context when they are called. Each connection
 * has its own: functions of different files do not meet.
 */
public final class GuestSandbox implements AutoCloseable {
    /** Functions that return NULL in the languages that have a value of their own for it. */
    private static final Map<String, String> NULLS =
            Map.of("python", "lambda: None", "js", "() => null", "ruby", "lambda { nil }");

    /** Functions that make a language's BLOB from hexadecimal digits. */
    private static final Map<String, String> BYTES = Map.of("python", "bytes.fromhex");

    private final Env env;
    private final Map<String, TruffleContext> contexts = new HashMap<>();
    private boolean closed;

    public GuestSandbox(Env env) {
        this.env = env;
    }

    /** Evaluates a source of any language; one thread at a time. */
    Object evaluate(Source source) {
        assert !closed;
        return contexts.computeIfAbsent(source.getLanguage(), this::context)
                .evalPublic(null, source);
    }

    /** Returns the callee that passes {@code executable} values of its own language. */
    GuestCallee callee(StoredFunction function, Object executable, CallbackFailures failures) {
        Object bytes = helper(function, BYTES);
        return GuestCallee.ofSandbox(
                function.name(), executable, nothing(function), bytes, failures);
    }

    /**
     * Returns the language's NULL. A value that returns to its own context is the original one
     * there.
     */
    private Object nothing(StoredFunction function) {
        Object giver = helper(function, NULLS);
        try {
            return giver == null
                    ? NullObject.NULL
                    : InteropLibrary.getUncached().execute(giver);
        } catch (InteropException e) {
            throw CompilerDirectives.shouldNotReachHere(e); // It takes no arguments.
        }
    }

    private Object helper(StoredFunction function, Map<String, String> sources) {
        String language = function.language();
        String text = sources.get(language);
        return text == null
                ? null
                : evaluate(Source.newBuilder(language, text, language).build());
    }

    private TruffleContext context(String language) {
        return env.newInnerContextBuilder(language)
                .initializeCreatorContext(false)
                .inheritAllAccess(false)
                .allowIO(false)
                .allowNativeAccess(false)
                .allowCreateThread(false)
                .allowCreateProcess(false)
                .allowHostClassLookup(false)
                .allowHostClassLoading(false)
                .allowInheritEnvironmentAccess(false)
                .allowInnerContextOptions(false)
                .allowPolyglotAccess(true) // Or we could not call it. There is one language.
                .build();
    }

    /**
     * Closes the contexts; their functions cannot be called any more. A second call has no effect.
     */
    @Override
    public void close() {
        closed = true;
        contexts.values().forEach(TruffleContext::close);
        contexts.clear();
    }
}
