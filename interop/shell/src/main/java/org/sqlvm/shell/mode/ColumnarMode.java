package org.sqlvm.shell.mode;

import org.sqlvm.shell.terminal.ByteSink;
import org.sqlvm.shell.text.Quoting;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The modes column, table, markdown and box. A column is as wide as its widest value, so all rows
 * are kept until the last one is there. Width counts characters, not cells of the terminal: that is
 * what sqlite3 does. A value with line ends, or wider than the wrap width, takes several lines.
 */
final class ColumnarMode implements OutputMode {
    private static final byte[] EMPTY = {};

    private final Settings settings;
    private final ByteSink out;
    private final Frame frame;
    /** Lines of cells, the column names first. */
    private final List<byte[][]> lines = new ArrayList<>();
    /** For each of them, whether it is the last one of its row. */
    private final List<Boolean> rowEnds = new ArrayList<>();

    private int[] asked = {};
    private boolean severalLines;

    ColumnarMode(Settings settings, ByteSink out, Frame frame) {
        this.settings = settings;
        this.out = out;
        this.frame = frame;
    }

    /** The lines around and between the rows. */
    sealed interface Frame permits BoxFrame, ColumnFrame, MarkdownFrame, TableFrame {
        /** All above the first row. */
        void head(ByteSink out, byte[][] names, int[] widths, int[] asked);

        String rowStart();

        String columnEnd();

        String rowEnd();

        /** Between rows, if some row has several lines. */
        void between(ByteSink out, int[] widths);

        /** Below the last row. */
        void foot(ByteSink out, int[] widths);
    }

    @Override
    public void row(Cells cells) {
        int count = cells.count();
        if (lines.isEmpty()) {
            asked = settings.widthsFor(count);
            byte[][] names = new byte[count][];
            for (int i = 0; i < count; i++) {
                names[i] =
                        new Piece(cells.name(i), 0, maximum(i), settings.wrapping.atWords()).text;
            }
            lines.add(names);
            rowEnds.add(true);
        }
        byte[][] values = new byte[count][];
        int[] next = new int[count];
        for (int i = 0; i < count; i++) {
            values[i] = value(cells, i);
        }
        boolean more;
        do {
            more = false;
            byte[][] line = new byte[count][];
            for (int i = 0; i < count; i++) {
                if (next[i] < 0) {
                    line[i] = EMPTY;
                    continue;
                }
                Piece piece =
                        new Piece(values[i], next[i], maximum(i), settings.wrapping.atWords());
                line[i] = piece.text;
                next[i] = piece.next;
                more |= piece.next >= 0;
            }
            lines.add(line);
            rowEnds.add(!more);
            severalLines |= more;
        } while (more);
    }

    private int maximum(int column) {
        int width = Math.abs(asked[column]);
        if (width == 0) {
            width = Math.abs(settings.wrapping.width());
        }
        return width == 0 ? Piece.UNLIMITED : width;
    }

    private byte[] value(Cells cells, int column) {
        if (!settings.wrapping.quoted()) {
            return cells.text(column, settings.nullValue);
        }
        ByteArrayOutputStream quoted = new ByteArrayOutputStream();
        ByteSink sink = new ByteSink(quoted);
        switch (cells.type(column)) {
            case NULL -> sink.put("NULL");
            case INTEGER, REAL -> sink.put(cells.text(column));
            case TEXT -> Quoting.sql(sink, cells.text(column));
            case BLOB -> Quoting.blob(sink, cells.blob(column), 'x', true);
        }
        sink.flush();
        return quoted.toByteArray();
    }

    @Override
    public void end() {
        int[] widths = new int[lines.getFirst().length];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.abs(asked[i]);
            for (byte[][] line : lines) {
                widths[i] = Math.max(widths[i], characters(line[i]));
            }
        }
        frame.head(out, lines.getFirst(), widths, asked);
        for (int i = 1; i < lines.size(); i++) {
            line(lines.get(i), widths);
            if (severalLines && rowEnds.get(i) && i + 1 < lines.size()) {
                frame.between(out, widths);
            }
        }
        frame.foot(out, widths);
    }

    private void line(byte[][] line, int[] widths) {
        out.put(frame.rowStart());
        for (int i = 0; i < line.length; i++) {
            justified(out, line[i], widths[i], asked[i] < 0);
            out.put(i < line.length - 1 ? frame.columnEnd() : frame.rowEnd());
        }
    }

    /** Writes exactly {@code width} characters. */
    static void justified(ByteSink out, byte[] text, int width, boolean right) {
        int count = characters(text);
        if (count >= width) {
            out.put(text, 0, endOfCharacters(text, width));
        } else if (right) {
            out.repeat(' ', width - count).put(text);
        } else {
            out.put(text).repeat(' ', width - count);
        }
    }

    static void centered(ByteSink out, byte[] text, int width) {
        int space = width - characters(text);
        out.repeat(' ', space / 2).put(text).repeat(' ', (space + 1) / 2);
    }

    static int characters(byte[] utf8) {
        int count = 0;
        for (byte b : utf8) {
            if ((b & 0xc0) != 0x80) {
                count++;
            }
        }
        return count;
    }

    /** Index of the byte after the first {@code count} characters; of 0 characters: all of it. */
    private static int endOfCharacters(byte[] utf8, int count) {
        int seen = 0;
        for (int i = 0; i < utf8.length; i++) {
            if ((utf8[i] & 0xc0) != 0x80 && seen++ == count && count > 0) {
                return i;
            }
        }
        return utf8.length;
    }

    /** The part of a value that fits on one line. */
    private static final class Piece {
        static final int UNLIMITED = 1_000_000;
        private static final int TAB = 8;

        final byte[] text;
        /** Index of what belongs on the next line, or -1. */
        final int next;

        private final byte[] value;

        Piece(byte[] value, int from, int maximum, boolean atWords) {
            this.value = value;
            int i = from;
            int width = 0;
            while (width < maximum) {
                int c = at(i);
                if (c >= ' ') {
                    width++;
                    i = nextCharacter(i);
                } else if (c == '\t') {
                    i++;
                    do {
                        width++;
                    } while (width % TAB != 0 && width < maximum);
                } else {
                    break;
                }
            }
            int end = i;
            if (width >= maximum && atWords) {
                int word = wordEnd(from, i);
                if (word > from + (i - from) / 2) {
                    end = word;
                    i = word;
                    while (at(i) == ' ') {
                        i++;
                    }
                }
            }
            next = rest(i, width >= maximum);
            text = expanded(from, end, maximum);
        }

        /** The byte at an index, unsigned; 0 behind the last one. */
        private int at(int index) {
            return index < value.length ? value[index] & 0xff : 0;
        }

        private int nextCharacter(int index) {
            int i = index;
            do {
                i++;
            } while ((at(i) & 0xc0) == 0x80);
            return i;
        }

        private int wordEnd(int from, int limit) {
            int half = from + (limit - from) / 2;
            int k = limit;
            while (k > half && !isSpace(at(k - 1))) {
                k--;
            }
            if (k <= half) {
                k = limit;
                while (k > half && (isWord(at(k - 1)) == isWord(at(k)) || (at(k) & 0xc0) == 0x80)) {
                    k--;
                }
            }
            return k;
        }

        private int rest(int i, boolean full) {
            if (full && at(i) >= ' ') {
                return i;
            }
            if (at(i) == '\r' && at(i + 1) == '\n') {
                return at(i + 2) == 0 ? -1 : i + 2;
            }
            return at(i) == 0 || at(i + 1) == 0 ? -1 : i + 1;
        }

        private byte[] expanded(int from, int end, int maximum) {
            boolean tabs = false;
            for (int i = from; i < end; i++) {
                tabs |= value[i] == '\t';
            }
            if (!tabs) {
                return Arrays.copyOfRange(value, from, end);
            }
            ByteArrayOutputStream result = new ByteArrayOutputStream();
            int width = 0;
            int i = from;
            while (i < end) {
                if (at(i) == '\t') {
                    i++;
                    do {
                        width++;
                        result.write(' ');
                    } while (width % TAB != 0 && width < maximum);
                } else {
                    int after = nextCharacter(i);
                    result.write(value, i, after - i);
                    width++;
                    i = after;
                }
            }
            return result.toByteArray();
        }

        private static boolean isSpace(int c) {
            return c == ' ' || (c >= '\t' && c <= '\r');
        }

        private static boolean isWord(int c) {
            return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        }
    }
}
