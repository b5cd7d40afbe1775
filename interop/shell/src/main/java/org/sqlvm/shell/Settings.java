package org.sqlvm.shell;

import org.sqlvm.api.Counting;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What options and dot-commands set: how results look and what the shell does around statements.
 */
final class Settings {
    /**
     * sqlite3 keeps separators, the null value and prompts in 20 bytes, one of them the final NUL.
     */
    private static final int LIMIT = 19;

    static final String PLAIN_COLUMN = "|";
    static final String NEWLINE = "\n";
    static final String CRLF = "\r\n";
    static final String UNIT = "\u001f";
    static final String RECORD = "\u001e";

    /** Automatic EXPLAIN of every statement; the order is that of .show. */
    enum AutoPlan {
        OFF,
        ON,
        TRIGGER,
        FULL
    }

    Mode mode = Mode.LIST;
    /** The mode that .explain off goes back to. */
    Mode normalMode = Mode.LIST;

    boolean autoExplain = true;
    boolean headers;
    /** Whether someone asked for headers or none; else column mode turns them on. */
    boolean headersSet;

    byte[] nullValue = new byte[0];
    byte[] columnSeparator = limited(PLAIN_COLUMN);
    byte[] rowSeparator = limited(NEWLINE);
    /** Minimum width of each column; negative means right-justified, 0 as wide as needed. */
    int[] widths = new int[0];

    Wrapping wrapping = Wrapping.NONE;
    String insertTable = "table";

    boolean echo;
    boolean bail;
    boolean changes;
    boolean timer;
    AutoPlan autoPlan = AutoPlan.OFF;

    /** What statements count, to be shown behind their rows. */
    Counting counting = Counting.NOTHING;

    /** How values of the tabular modes are cut into lines and quoted. */
    record Wrapping(int width, boolean atWords, boolean quoted) {
        /** Of a mode that an option chose. */
        static final Wrapping NONE = new Wrapping(0, false, false);
        /** Of a mode that .mode chose. */
        static final Wrapping USUAL = new Wrapping(60, false, false);

        static final Wrapping QUOTED_BOX = new Wrapping(60, false, true);
    }

    void separators(String column, String row) {
        columnSeparator = limited(column);
        rowSeparator = limited(row);
    }

    void mode(Mode newMode, String column, String row) {
        mode = newMode;
        separators(column, row);
    }

    static byte[] limited(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= LIMIT ? bytes : Arrays.copyOf(bytes, LIMIT);
    }

    /** Makes room for {@code count} columns: the new ones are as wide as needed. */
    int[] widthsFor(int count) {
        if (widths.length < count) {
            widths = Arrays.copyOf(widths, count);
        }
        return widths;
    }
}
