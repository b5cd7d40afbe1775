package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.nodes.LanguageInfo;
import com.oracle.truffle.api.source.Source;

import org.sqlvm.engine.advice.Distribution;
import org.sqlvm.engine.advice.Door;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.row.function.StoredFunction;
import org.sqlvm.language.callbacks.result.CallbackFailures;

/**
 * The source of a function that is stored in a database file. Evaluating it gives the function; or
 * defines it, under its name, among the globals of its language.
 *
 * @param sandbox where it runs; null for the context of the connection, with all that it may do
 * @param failures is told when the function fails
 * @param door how the database was opened, for messages
 */
public record GuestSource(
        Env env,
        GuestSandbox sandbox,
        CallbackFailures failures,
        Door door,
        StoredFunction function) {
    /** Returns the function's body, which parses the source in its first call. */
    public RegisteredFunction.Body body() {
        return new GuestFunction(this);
    }

    /**
     * The function.
     *
     * @throws SqlException if the language is not there, or nothing can be called
     */
    GuestCallee evaluate() {
        LanguageInfo language = env.getPublicLanguages().get(function.language());
        if (language == null || !env.isPolyglotEvalAllowed(language)) {
            throw SqlException.error(missing(language != null));
        }
        Object given = evaluate(function.source());
        if (!InteropLibrary.getUncached().isExecutable(given)) {
            given = sandbox == null ? global(language) : sandboxedGlobal();
        }
        if (given == null) {
            throw SqlException.error("the source of function " + function.name()
                    + "() neither gives nor defines a function of that name");
        }
        return sandbox == null
                ? GuestCallee.of(function.name(), given, failures)
                : sandbox.callee(function, given, failures);
    }

    private Object evaluate(String text) {
        Source source = Source.newBuilder(function.language(), text, function.name() + "()")
                .build();
        return sandbox == null ? env.parsePublic(source).call() : sandbox.evaluate(source);
    }

    /** The globals there are not seen from outside, but the name is a source, too. */
    private Object sandboxedGlobal() {
        try {
            Object named = evaluate(function.name());
            return InteropLibrary.getUncached().isExecutable(named) ? named : null;
        } catch (AbstractTruffleException _) {
            return null; // There is nothing of that name.
        }
    }

    private String missing(boolean installed) {
        String what =
                "function " + function.name() + "() is in the language " + function.language();
        return installed
                ? what + ", which this context may not use: it needs allowPolyglotAccess"
                : what + ", which is not there" + addition();
    }

    /** How the user adds the language, for those who can. */
    private String addition() {
        if (!door.takesLanguages()) {
            return "";
        }
        String advice = Distribution.present().language(function.language());
        boolean permits = door == Door.CONTEXT && !advice.isEmpty();
        return permits ? advice + ", and permit it to the context" : advice;
    }

    private Object global(LanguageInfo language) {
        Object scope = env.getScopePublic(language);
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            if (!interop.isMemberReadable(scope, function.name())) {
                return null;
            }
            Object member = interop.readMember(scope, function.name());
            return interop.isExecutable(member) ? member : null;
        } catch (InteropException _) {
            return null;
        }
    }
}
