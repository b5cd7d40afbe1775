package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;

import org.sqlvm.api.search.MatchContext;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.callbacks.guest.GuestCallee;
import org.sqlvm.language.callbacks.guest.GuestMatch;
import org.sqlvm.language.values.NullObject;
import org.sqlvm.language.values.ValueArray;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The members of a {@link MatchContext}, by the same names; those without parameters are values.
 */
final class MatchObject extends Members implements GuestMatch {
    private static final List<String> NAMES = List.of(
            "rowid",
            "columnCount",
            "rowCount",
            "phraseCount",
            "instanceCount",
            "state",
            "setState",
            "tokenCount",
            "columnSize",
            "columnText",
            "columnUtf8",
            "columnLocale",
            "phraseSize",
            "phraseToken",
            "phraseColumns",
            "instancePhrase",
            "instanceColumn",
            "instanceOffset",
            "instanceToken",
            "tokenize",
            "queryPhrase");

    private final MatchContext match;
    private final GuestCallee callee;
    private final Thread thread = Thread.currentThread();
    private boolean isEnded;

    MatchObject(MatchContext match, GuestCallee callee) {
        this.match = match;
        this.callee = callee;
    }

    @Override
    public void end() {
        isEnded = true;
    }

    @Override
    List<String> memberNames() {
        return NAMES;
    }

    @Override
    String display() {
        return "row of a full-text query";
    }

    private interface Getter {
        /** Returns a value as in a register. */
        Object of(int[] numbers);
    }

    private MatchContext valid() {
        if (isEnded || thread != Thread.currentThread()) {
            throw new SqlException(
                    ResultCode.MISUSE, "the row of a full-text query is valid during the call");
        }
        return match;
    }

    @Override
    Object member(String name) {
        return switch (name) {
            case "rowid" -> guest(valid().rowid());
            case "columnCount" -> guest((long) valid().columnCount());
            case "rowCount" -> guest(valid().rowCount());
            case "phraseCount" -> guest((long) valid().phraseCount());
            case "instanceCount" -> guest((long) valid().instanceCount());
            case "state" -> valid().state() == null ? guest(SqlNull.NULL) : match.state();
            case "setState" ->
                new Method(name, 1, arguments -> {
                    valid().setState(arguments[0]);
                    return NullObject.NULL;
                });
            case "tokenize" ->
                new Method(name, 1, arguments -> {
                    String locale = arguments.length < 2 || isNull(arguments[1])
                            ? null
                            : DatabaseObject.text(arguments[1]);
                    return tokens(DatabaseObject.text(arguments[0]), locale);
                });
            case "queryPhrase" ->
                new Method(name, 2, arguments -> {
                    int phrase = number(arguments[0]);
                    valid().queryPhrase(phrase, found -> goesOn(found, arguments[1]));
                    return NullObject.NULL;
                });
            case "phraseColumns" ->
                new Method(
                        name,
                        1,
                        arguments -> new ValueArray(
                                Arrays.stream(valid().phraseColumns(number(arguments[0])))
                                        .mapToObj(column -> guest((long) column))
                                        .toArray()));
            default -> getter(name);
        };
    }

    private Method getter(String name) {
        return switch (name) {
            case "tokenCount" -> get(name, 0, of -> valid().tokenCount(columnOrAll(of)));
            case "columnSize" -> get(name, 0, of -> (long) valid().columnSize(columnOrAll(of)));
            case "columnText" -> get(name, 1, of -> text(valid().columnText(of[0])));
            case "columnUtf8" ->
                get(name, 1, of -> {
                    byte[] utf8 = valid().columnUtf8(of[0]);
                    return utf8 == null ? SqlNull.NULL : Blob.of(utf8);
                });
            case "columnLocale" -> get(name, 1, of -> text(valid().columnLocale(of[0])));
            case "phraseSize" -> get(name, 1, of -> (long) valid().phraseSize(of[0]));
            case "phraseToken" -> get(name, 2, of -> text(valid().phraseToken(of[0], of[1])));
            case "instancePhrase" -> get(name, 1, of -> (long) valid().instancePhrase(of[0]));
            case "instanceColumn" -> get(name, 1, of -> (long) valid().instanceColumn(of[0]));
            case "instanceOffset" -> get(name, 1, of -> (long) valid().instanceOffset(of[0]));
            case "instanceToken" -> get(name, 2, of -> text(valid().instanceToken(of[0], of[1])));
            default -> null;
        };
    }

    private static int columnOrAll(int[] numbers) {
        return numbers.length == 0 ? MatchContext.ALL_COLUMNS : numbers[0];
    }

    private static Object text(String text) {
        return text == null ? SqlNull.NULL : Text.of(text);
    }

    private Method get(String name, int count, Getter getter) {
        return new Method(name, count, arguments -> {
            int[] numbers = new int[arguments.length];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = number(arguments[i]);
            }
            return guest(getter.of(numbers));
        });
    }

    private static int number(Object value) throws UnsupportedTypeException {
        try {
            return InteropLibrary.getUncached().asInt(value);
        } catch (InteropException _) {
            throw UnsupportedTypeException.create(new Object[] {value}, "a number is expected");
        }
    }

    private static boolean isNull(Object value) {
        return InteropLibrary.getUncached().isNull(value);
    }

    /** A value of a register as the function's language takes it. */
    private Object guest(Object value) {
        return callee.arguments(new Object[] {value})[0];
    }

    private boolean goesOn(MatchContext found, Object visitor) {
        MatchObject row = new MatchObject(found, callee);
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            Object answer = interop.execute(visitor, row);
            return !interop.isBoolean(answer) || interop.asBoolean(answer);
        } catch (InteropException error) {
            throw SqlException.error("queryPhrase: the function " + error.getMessage());
        } finally {
            row.end();
        }
    }

    /** The tokens of a text in the form in which a tokenizer gives them. */
    private ValueArray tokens(String text, String locale) {
        List<List<Object>> tokens = new ArrayList<>();
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        Characters characters = new Characters(utf8);
        valid().tokenize(utf8, locale, (array, offset, length, colocated, from, to) -> {
            if (!colocated || tokens.isEmpty()) {
                Object start = guest(characters.before(from));
                tokens.add(new ArrayList<>(List.of(start, guest(characters.before(to)))));
            }
            byte[] token = Arrays.copyOfRange(array, offset, offset + length);
            tokens.getLast().add(guest(Text.of(token)));
        });
        return new ValueArray(tokens.stream()
                .map(token -> (Object) new ValueArray(token.toArray()))
                .toArray());
    }

    /** Counts the characters (UTF-16 units) of a text in UTF-8. Tokens mostly go forwards. */
    private static final class Characters {
        private static final int CONTINUATION = 0x80;
        private static final int CONTINUATION_MASK = 0xC0;
        private static final int FOUR_BYTES = 0xF0;

        private final byte[] utf8;
        private int bytes;
        private long characters;

        Characters(byte[] utf8) {
            this.utf8 = utf8;
        }

        long before(int end) {
            if (end < bytes) {
                bytes = 0;
                characters = 0;
            }
            for (; bytes < end; bytes++) {
                int unit = utf8[bytes] & 0xFF;
                if ((unit & CONTINUATION_MASK) != CONTINUATION) {
                    characters += unit >= FOUR_BYTES ? 2 : 1;
                }
            }
            return characters;
        }
    }
}
