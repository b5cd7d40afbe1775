package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;

import org.sqlvm.api.search.Tokenizer;
import org.sqlvm.api.search.TokenizerFactory;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.ValueList;

import java.util.List;

/**
 * Makes tokenizers by a function of another language. It takes an array of the words behind the
 * tokenizer's name, and returns a function of a text, the name of a {@link Tokenizer.Reason} and a
 * locale or null. That returns a collection of tokens, arrays of a start, an end, the token, and
 * any number of synonyms.
 */
public record GuestTokenizers(GuestCallee factory) implements TokenizerFactory {
    private static final int TOKEN = 2;

    @Override
    @TruffleBoundary
    public Tokenizer create(List<String> arguments) {
        ValueList words = new ValueList();
        arguments.forEach(word -> words.add(Text.of(word)));
        Object made = call(factory, words);
        if (!InteropLibrary.getUncached().isExecutable(made)) {
            throw wrong("is no tokenizer: it cannot be called", made);
        }
        GuestCallee tokenizer = GuestCallee.of(factory.name(), made, factory.failures());
        return (input, sink) -> tokenize(tokenizer, input, sink);
    }

    private static Object call(GuestCallee callee, Object... values) {
        try {
            return InteropLibrary.getUncached()
                    .execute(callee.executable(), callee.arguments(values));
        } catch (InteropException error) {
            throw GuestErrors.call(callee, GuestErrors.CALL, error);
        }
    }

    @TruffleBoundary
    private void tokenize(GuestCallee tokenizer, Tokenizer.Input input, Tokenizer.Sink sink) {
        Object locale = input.locale() == null ? SqlNull.NULL : Text.of(input.locale());
        Object tokens =
                call(tokenizer, Text.of(input.text()), Text.of(input.reason().name()), locale);
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            Object iterator = interop.isIterator(tokens) ? tokens : interop.getIterator(tokens);
            while (interop.hasIteratorNextElement(iterator)) {
                pass(interop.getIteratorNextElement(iterator), input.text().length(), sink);
            }
        } catch (InteropException e) {
            throw wrong("is no collection of tokens", tokens);
        }
    }

    private void pass(Object token, int length, Tokenizer.Sink sink) {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            long size = interop.getArraySize(token);
            int start = interop.asInt(interop.readArrayElement(token, 0));
            int end = interop.asInt(interop.readArrayElement(token, 1));
            if (start < 0 || end < start || end > length) {
                throw SqlException.error("tokenizer " + factory.name() + ": token from " + start
                        + " to " + end + " of a text with " + length + " characters");
            }
            sink.token(interop.asString(interop.readArrayElement(token, TOKEN)), start, end);
            for (long i = TOKEN + 1; i < size; i++) {
                sink.synonym(interop.asString(interop.readArrayElement(token, i)), start, end);
            }
        } catch (InteropException e) {
            throw wrong("is no array of a start, an end and words", token);
        }
    }

    private SqlException wrong(String what, Object given) {
        Object shown = InteropLibrary.getUncached().toDisplayString(given, false);
        return SqlException.error("tokenizer " + factory.name() + ": " + shown + " " + what);
    }
}
