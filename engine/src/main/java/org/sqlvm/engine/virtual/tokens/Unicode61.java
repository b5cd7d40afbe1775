package org.sqlvm.engine.virtual.tokens;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Categories and folding of characters, as in Unicode 6.1. */
public final class Unicode61 {
    /** Letters are kept with their marks. */
    public static final int KEEP_MARKS = 0;

    /** Marks are left out, and letters with a single mark become plain. */
    public static final int REMOVE_SIMPLE = 1;

    /** Marks are left out, also those of letters with two. */
    public static final int REMOVE_ALL = 2;

    /** Category of characters without one, and of those from U+100000 on. */
    public static final int UNASSIGNED = 0;

    /** Number of categories; each has a number below it. */
    static final int CATEGORY_COUNT = 30;

    /** Names of the categories from number 1 on, as {@code build/unicode-tables} has them. */
    private static final String NAMES = "Cc Cf Cs Co Ll Lm Lo Lt Lu Mc Me Mn Nd Nl No "
            + "Pc Pd Pe Pf Pi Po Ps Sc Sk Sm So Zl Zp Zs";

    private static final Map<String, Integer> NUMBERS = numbers();
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd";
    /** Letter of a run of Lu and Ll in turn. */
    private static final char PAIRS = 'e';

    private static final int BMP_END = 0x10000;
    private static final int CATEGORIES_END = 0x100000;
    /** All folded letters with marks are below. */
    private static final int BASES_END = 0x1F00;
    /** Bit of a letter with two marks in {@link #BASES}. */
    private static final int TWO_MARKS = 0x80;
    /** The value of {@link #BASES} for a mark. */
    private static final byte MARK = 1;

    private static final int MARKS_START = 0x300;
    private static final int MARKS_END = 0x332;
    private static final int DESERET_START = 0x10400;
    private static final int DESERET_END = 0x10428;
    private static final int DESERET_DISTANCE = 40;

    /** Category of each character of the first plane. */
    private static final byte[] BMP = new byte[BMP_END];
    /** Where the runs of the other planes start, in ascending order. */
    private static final int[] RUN_STARTS;
    /** The category of each of these runs. */
    private static final byte[] RUN_CATEGORIES;
    /** The folded form of each character of the first plane. */
    private static final char[] FOLDS = new char[BMP_END];
    /** Folded letters without their marks; 0 for all others. */
    private static final byte[] BASES = new byte[BASES_END];

    static {
        int[] starts = new int[Unicode61Data.CATEGORIES.length()];
        byte[] categories = new byte[starts.length];
        int count = 0;
        int code = 0;
        String data = Unicode61Data.CATEGORIES;
        for (int i = 0; i < data.length(); ) {
            char letter = data.charAt(i++);
            int length = 0;
            while (i < data.length() && Character.isDigit(data.charAt(i))) {
                length = 10 * length + data.charAt(i++) - '0';
            }
            int end = code + Math.max(length, 1);
            if (code < BMP_END) {
                fill(letter, code, end);
            } else {
                starts[count] = code;
                categories[count++] = (byte) LETTERS.indexOf(letter);
            }
            code = end;
        }
        starts[count++] = code;
        RUN_STARTS = Arrays.copyOf(starts, count);
        RUN_CATEGORIES = Arrays.copyOf(categories, count);
        readFolds();
    }

    private Unicode61() {}

    private static Map<String, Integer> numbers() {
        String[] names = NAMES.split(" ");
        return IntStream.range(0, names.length)
                .boxed()
                .collect(Collectors.toMap(i -> names[i], i -> i + 1));
    }

    private static void fill(char letter, int start, int end) {
        if (letter != PAIRS) {
            Arrays.fill(BMP, start, end, (byte) LETTERS.indexOf(letter));
            return;
        }
        for (int i = start; i < end; i++) {
            BMP[i] = (byte) (int) NUMBERS.get((i - start) % 2 == 0 ? "Lu" : "Ll");
        }
    }

    private static void readFolds() {
        for (int i = 0; i < BMP_END; i++) {
            FOLDS[i] = (char) i;
        }
        for (String[] range : ranges(Unicode61Data.FOLDS)) {
            int distance = Integer.parseInt(range[3]);
            for (int code : codes(range)) {
                if (code < BMP_END) {
                    FOLDS[code] = (char) (code + distance);
                }
            }
        }
        for (String[] range : ranges(Unicode61Data.BASES)) {
            char letter = range[3].charAt(0);
            int base = Character.isUpperCase(letter) ? TWO_MARKS | letter + 32 : letter;
            for (int code : codes(range)) {
                BASES[code] = (byte) base;
            }
        }
        for (String[] range : ranges(Unicode61Data.MARKS)) {
            for (int code : codes(range)) {
                BASES[code] = MARK;
            }
        }
    }

    private static String[][] ranges(String data) {
        return Arrays.stream(data.strip().split("\\s+"))
                .map(range -> range.split(","))
                .toArray(String[][]::new);
    }

    /** The characters of a range: first one, number and step. */
    private static int[] codes(String[] range) {
        int first = Integer.parseInt(range[0], 16);
        int step = Integer.parseInt(range[2]);
        return IntStream.range(0, Integer.parseInt(range[1]))
                .map(i -> first + i * step)
                .toArray();
    }

    /**
     * The number of a category.
     *
     * @param name such as {@code Lu}
     * @return -1 for an unknown one
     */
    static int categoryNumber(String name) {
        return NUMBERS.getOrDefault(name, -1);
    }

    /** The number of a character's category; {@link #UNASSIGNED} if it has none. */
    static int category(int code) {
        if (code >= 0 && code < BMP_END) {
            return BMP[code];
        }
        if (code < 0 || code >= CATEGORIES_END) {
            return UNASSIGNED;
        }
        int found = Arrays.binarySearch(RUN_STARTS, code);
        int run = found >= 0 ? found : -found - 2;
        return run < 0 ? UNASSIGNED : RUN_CATEGORIES[run];
    }

    /** Whether it is a letter, a number, of private use, or unassigned: what unicode61 keeps. */
    public static boolean isTokenCharacter(int code) {
        return Kept.KEPT[category(code)];
    }

    /** Whether it is a mark that belongs to the letter before it. */
    public static boolean isMark(int code) {
        return code >= MARKS_START && code < MARKS_END && BASES[code] == MARK;
    }

    /**
     * Folds a character to lower case.
     *
     * @param marks {@link #KEEP_MARKS} and others
     * @return 0 for a mark that is left out
     */
    public static int fold(int code, int marks) {
        if (code < 0x80) {
            return code >= 'A' && code <= 'Z' ? code + ('a' - 'A') : code;
        }
        if (code >= BMP_END) {
            return code >= DESERET_START && code < DESERET_END ? code + DESERET_DISTANCE : code;
        }
        int folded = FOLDS[code];
        if (marks == KEEP_MARKS || folded >= BASES_END || BASES[folded] == 0) {
            return folded;
        }
        int base = BASES[folded];
        if (base == MARK) {
            return 0;
        }
        return base < 0 && marks == REMOVE_SIMPLE ? folded : base & 0x7F;
    }

    /** The categories that unicode61 keeps without an option. */
    private static final class Kept {
        static final boolean[] KEPT = UnicodeTokenizer.categories("L* N* Co");
    }
}
