package org.sqlvm.engine.virtual.tokens;

import org.sqlvm.api.search.Tokenizer.Input;
import org.sqlvm.api.search.Tokenizer.Reason;
import org.sqlvm.api.search.Tokenizer.Sink;
import org.sqlvm.engine.row.function.UserCode;

import java.nio.charset.StandardCharsets;

/** A tokenizer of the program. Indexes of characters become indexes of bytes. */
public final class UserTokenizer implements Tokenizer {
    private final org.sqlvm.api.search.Tokenizer inner;

    public UserTokenizer(org.sqlvm.api.search.Tokenizer inner) {
        this.inner = inner;
    }

    /** A factory of the program as one of the engine. */
    public static TokenizerFactory factory(org.sqlvm.api.search.TokenizerFactory factory) {
        return arguments -> {
            try {
                return new UserTokenizer(factory.create(arguments));
            } catch (IllegalArgumentException e) {
                throw Tokenizers.badArgument();
            } catch (RuntimeException e) {
                throw UserCode.error(e);
            }
        };
    }

    @Override
    public void tokenize(
            byte[] text, int start, int length, int reason, byte[] locale, TokenSink sink) {
        String string = new String(text, start, length, StandardCharsets.UTF_8);
        String localeName = locale == null ? null : new String(locale, StandardCharsets.UTF_8);
        Input input = new Input(string, reason(reason), localeName);
        UserCode.run(() -> inner.tokenize(input, new Bytes(string, length, sink)));
    }

    private static Reason reason(int reason) {
        if ((reason & QUERY) != 0) {
            return (reason & PREFIX) != 0 ? Reason.PREFIX_QUERY : Reason.QUERY;
        }
        return (reason & AUXILIARY) != 0 ? Reason.AUXILIARY : Reason.DOCUMENT;
    }

    /** Passes tokens on, as bytes. */
    private static final class Bytes implements Sink {
        private final String text;
        private final int byteLength;
        private final TokenSink sink;
        /** An index in the text, and how many bytes are before it. */
        private int index;

        private int bytes;

        Bytes(String text, int byteLength, TokenSink sink) {
            this.text = text;
            this.byteLength = byteLength;
            this.sink = sink;
        }

        @Override
        public void token(String token, int start, int end) {
            pass(token, 0, start, end);
        }

        @Override
        public void synonym(String token, int start, int end) {
            pass(token, COLOCATED, start, end);
        }

        private void pass(String token, int flags, int start, int end) {
            if (start < 0 || end < start || end > text.length()) {
                throw new IndexOutOfBoundsException("token from " + start + " to " + end
                        + " of a text with " + text.length() + " characters");
            }
            byte[] utf8 = token.getBytes(StandardCharsets.UTF_8);
            int from = toBytes(start);
            sink.token(utf8, 0, utf8.length, flags, from, toBytes(end));
        }

        private int toBytes(int wanted) {
            if (wanted < index) {
                index = 0;
                bytes = 0;
            }
            while (index < wanted) {
                int code = text.codePointAt(index);
                index += Character.charCount(code);
                bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
            }
            return Math.min(bytes, byteLength);
        }
    }
}
