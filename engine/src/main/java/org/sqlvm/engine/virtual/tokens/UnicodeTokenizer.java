package org.sqlvm.engine.virtual.tokens;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** {@code unicode61}: runs of letters and numbers, in lower case and without marks. */
public final class UnicodeTokenizer implements Tokenizer {
    private static final String DEFAULT_CATEGORIES = "L* N* Co";
    private static final int ASCII = 0x80;
    private static final int MAX_BYTES = 4;
    private static final byte SEPARATOR = -1;

    private final boolean[] categories;
    /** Each ASCII character as it stands in tokens; {@link #SEPARATOR} for one that does not. */
    private final byte[] ascii = new byte[ASCII];
    /** Other characters for which it is not as their category says. */
    private final Set<Integer> exceptions = new HashSet<>();

    private int marks = Unicode61.REMOVE_SIMPLE;
    /** The last token's array, for the next text; null while a text is read. */
    private byte[] buffer = new byte[64];

    private UnicodeTokenizer(boolean[] categories) {
        this.categories = categories;
        ascii[0] = SEPARATOR;
        for (int i = 1; i < ASCII; i++) {
            setAscii(i, categories[Unicode61.category(i)]);
        }
    }

    private void setAscii(int code, boolean belongs) {
        boolean capital = code >= 'A' && code <= 'Z';
        ascii[code] = belongs ? (byte) (capital ? code + ('a' - 'A') : code) : SEPARATOR;
    }

    /**
     * Makes a tokenizer.
     *
     * @throws org.sqlvm.engine.error.SqlException if it does not know an argument
     */
    public static UnicodeTokenizer create(List<String> arguments) {
        if (arguments.size() % 2 != 0) {
            throw Tokenizers.badArgument();
        }
        String wanted = DEFAULT_CATEGORIES;
        for (int i = 0; i < arguments.size(); i += 2) {
            if (arguments.get(i).equalsIgnoreCase("categories")) {
                wanted = arguments.get(i + 1);
            }
        }
        UnicodeTokenizer tokenizer = new UnicodeTokenizer(categories(wanted));
        for (int i = 0; i < arguments.size(); i += 2) {
            tokenizer.set(arguments.get(i).toLowerCase(Locale.ROOT), arguments.get(i + 1));
        }
        return tokenizer;
    }

    private void set(String option, String value) {
        switch (option) {
            case "remove_diacritics" -> marks = marks(value);
            case "tokenchars" -> addExceptions(value, true);
            case "separators" -> addExceptions(value, false);
            case "categories" -> {}
            default -> throw Tokenizers.badArgument();
        }
    }

    /** How marks are treated, by the option's value. */
    static int marks(String value) {
        return switch (value) {
            case "0" -> Unicode61.KEEP_MARKS;
            case "1" -> Unicode61.REMOVE_SIMPLE;
            case "2" -> Unicode61.REMOVE_ALL;
            default -> throw Tokenizers.badArgument();
        };
    }

    /** The categories of the option's value; with any, unassigned characters belong to them. */
    static boolean[] categories(String value) {
        boolean[] set = new boolean[Unicode61.CATEGORY_COUNT];
        for (String word : value.split("[ \t]+")) {
            if (!word.isEmpty()) {
                addCategory(set, word.length() > 2 ? word.substring(0, 2) : word);
            }
        }
        return set;
    }

    private static void addCategory(boolean[] set, String name) {
        set[Unicode61.UNASSIGNED] = true;
        if (name.equals("Cn") || name.equals("LC")) {
            return; // known, but no character has it
        }
        int number = Unicode61.categoryNumber(name);
        if (number >= 0) {
            set[number] = true;
            return;
        }
        if (name.length() != 2 || name.charAt(1) != '*' || "CLMNPSZ".indexOf(name.charAt(0)) < 0) {
            throw Tokenizers.badArgument();
        }
        for (char second = 'a'; second <= 'z'; second++) {
            int one = Unicode61.categoryNumber("" + name.charAt(0) + second);
            if (one >= 0) {
                set[one] = true;
            }
        }
    }

    private void addExceptions(String value, boolean belongs) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        Characters characters = new Characters(utf8, 0, utf8.length);
        while (!characters.atEnd()) {
            int code = characters.next();
            if (code < ASCII) {
                setAscii(code, belongs);
            } else if (categories[Unicode61.category(code)] != belongs && !Unicode61.isMark(code)) {
                exceptions.add(code);
            }
        }
    }

    private boolean belongs(int code) {
        return categories[Unicode61.category(code)]
                ^ (!exceptions.isEmpty() && exceptions.contains(code));
    }

    @Override
    public void tokenize(
            byte[] text, int start, int length, int reason, byte[] locale, TokenSink sink) {
        byte[] fold = buffer == null ? new byte[64] : buffer;
        buffer = null;
        Characters others = new Characters(text, start, length);
        int end = start + length;
        int at = start;
        while (true) {
            at = skipSeparators(text, at, end, others);
            if (at == end) {
                break;
            }
            int from = at;
            int size = 0;
            while (at < end) {
                if (size + MAX_BYTES > fold.length) {
                    fold = Arrays.copyOf(fold, fold.length * 2);
                }
                byte next = text[at];
                if (next >= 0) {
                    byte folded = ascii[next];
                    if (folded == SEPARATOR) {
                        break;
                    }
                    fold[size++] = folded;
                    at++;
                } else {
                    others.goTo(at);
                    int character = others.next();
                    if (at > from && !belongs(character) && !Unicode61.isMark(character)) {
                        break;
                    }
                    int folded = Unicode61.fold(character, marks);
                    if (folded != 0) {
                        size = Characters.write(fold, size, folded);
                    }
                    at = others.position();
                }
            }
            sink.token(fold, 0, size, 0, from - start, at - start);
        }
        buffer = fold;
    }

    /** Returns the index of the next token's first character; the end if there is none. */
    private int skipSeparators(byte[] text, int start, int end, Characters others) {
        int at = start;
        while (at < end) {
            byte next = text[at];
            if (next >= 0) {
                if (ascii[next] != SEPARATOR) {
                    return at;
                }
                at++;
            } else {
                others.goTo(at);
                if (belongs(others.next())) {
                    return at;
                }
                at = others.position();
            }
        }
        return end;
    }
}
