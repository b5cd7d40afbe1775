package org.sqlvm.shell.mode;

import org.sqlvm.api.Counting;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The settings of options and dot-commands: the form of results, and the shell's actions before and
 * after statements.
 */
public final class Settings {
    /**
     * sqlite3 keeps separators, the null value and prompts in 20 bytes, one of them the final NUL.
     */
    private static final int LIMIT = 19;

    public static final String PLAIN_COLUMN = "|";
    public static final String NEWLINE = "\n";
    public static final String CRLF = "\r\n";
    public static final String UNIT = "\u001f";
    public static final String RECORD = "\u001e";

    /** Automatic EXPLAIN of every statement; the order is that of .show. */
    public enum AutoPlan {
        OFF,
        ON,
        TRIGGER,
        FULL
    }

    public Mode mode = Mode.LIST;
    /** The mode that .explain off restores. */
    public Mode normalMode = Mode.LIST;

    public boolean autoExplain = true;
    public boolean headers;
    /** Whether someone asked for headers or none; else column mode turns them on. */
    public boolean headersSet;

    public byte[] nullValue = new byte[0];
    public byte[] columnSeparator = limited(PLAIN_COLUMN);
    public byte[] rowSeparator = limited(NEWLINE);
    /** Minimum width of each column; negative means right-justified, 0 as wide as needed. */
    public int[] widths = new int[0];

    public Wrapping wrapping = Wrapping.NONE;
    public String insertTable = "table";

    public boolean echo;
    public boolean bail;
    public boolean changes;
    public boolean timer;
    public AutoPlan autoPlan = AutoPlan.OFF;

    /** The counters that are shown after the rows of a statement. */
    public Counting counting = Counting.NOTHING;

    /** How values of the tabular modes are cut into lines and quoted. */
    public record Wrapping(int width, boolean atWords, boolean quoted) {
        /** The wrapping of a mode that an option has set. */
        static final Wrapping NONE = new Wrapping(0, false, false);
        /** The wrapping of a mode that .mode has set. */
        public static final Wrapping USUAL = new Wrapping(60, false, false);

        public static final Wrapping QUOTED_BOX = new Wrapping(60, false, true);
    }

    public void separators(String column, String row) {
        columnSeparator = limited(column);
        rowSeparator = limited(row);
    }

    public void mode(Mode newMode, String column, String row) {
        mode = newMode;
        separators(column, row);
    }

    public static byte[] limited(String text) {
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
