package org.sqlvm.shell.text;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.terminal.ByteSink;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Text in the quotes of SQL, C, JSON, HTML and CSV, byte for byte as sqlite3 writes it. */
public final class Quoting {
    private static final HexFormat LOWER = HexFormat.of();
    private static final HexFormat UPPER = HexFormat.of().withUpperCase();

    private Quoting() {}

    /** {@code 'it''s'}. */
    public static void sql(ByteSink out, byte[] text) {
        doubled(out, text, '\'');
    }

    /** The text between two quotes, those within doubled. */
    public static void doubled(ByteSink out, byte[] text, char quote) {
        out.put(quote);
        int from = 0;
        for (int i = 0; i < text.length; i++) {
            if (text[i] == quote) {
                out.put(text, from, i + 1 - from).put(quote);
                from = i + 1;
            }
        }
        out.put(text, from, text.length - from).put(quote);
    }

    /**
     * As {@link #sql}, with line ends written as {@code replace('…\n…','\n',char(10))}: then no
     * editor and no mail can change them.
     */
    public static void sqlWithoutNewlines(ByteSink out, byte[] text) {
        boolean newline = contains(text, "\n");
        boolean carriageReturn = contains(text, "\r");
        if (!newline && !carriageReturn) {
            sql(out, text);
            return;
        }
        byte[] newlineMark = newline ? unusedMark(text, "\\n", "\\012") : null;
        byte[] returnMark = carriageReturn ? unusedMark(text, "\\r", "\\015") : null;
        out.put(newline ? "replace(" : "").put(carriageReturn ? "replace(" : "").put('\'');
        for (byte b : text) {
            switch (b) {
                case '\n' -> out.put(newlineMark);
                case '\r' -> out.put(returnMark);
                case '\'' -> out.put("''");
                default -> out.put(b);
            }
        }
        out.put('\'');
        if (carriageReturn) {
            out.put(",'").put(returnMark).put("',char(13))");
        }
        if (newline) {
            out.put(",'").put(newlineMark).put("',char(10))");
        }
    }

    private static byte[] unusedMark(byte[] text, String first, String second) {
        String mark = contains(text, first) ? second : first;
        for (int i = 0; contains(text, mark); i++) {
            mark = "(" + first + i + ")";
        }
        return mark.getBytes(StandardCharsets.US_ASCII);
    }

    private static boolean contains(byte[] text, String ascii) {
        return new String(text, StandardCharsets.ISO_8859_1).contains(ascii);
    }

    /** {@code X'0102'}. */
    public static void blob(ByteSink out, byte[] bytes, char prefix, boolean lower) {
        out.put(prefix).put('\'').put((lower ? LOWER : UPPER).formatHex(bytes)).put('\'');
    }

    /** A name as {@link SqlText#quotedIfNeeded} writes it. */
    public static void identifier(ByteSink out, byte[] name) {
        String bytes = new String(name, StandardCharsets.ISO_8859_1); // Quotes are ASCII.
        out.put(SqlText.quotedIfNeeded(bytes).getBytes(StandardCharsets.ISO_8859_1));
    }

    /** As C and Tcl write it; every byte that is not printable ASCII in octal. */
    public static void cString(ByteSink out, byte[] text) {
        out.put('"');
        for (byte b : text) {
            switch (b) {
                case '\\' -> out.put("\\\\");
                case '"' -> out.put("\\\"");
                case '\t' -> out.put("\\t");
                case '\n' -> out.put("\\n");
                case '\r' -> out.put("\\r");
                default -> {
                    if (b >= ' ' && b < 0x7f) {
                        out.put(b);
                    } else {
                        out.put('\\')
                                .put('0' + (b >> 6 & 3))
                                .put('0' + (b >> 3 & 7))
                                .put('0' + (b & 7));
                    }
                }
            }
        }
        out.put('"');
    }

    public static void json(ByteSink out, byte[] text) {
        out.put('"');
        int from = 0;
        for (int i = 0; i < text.length; i++) {
            byte b = text[i];
            // Bytes beyond ASCII are negative; they are part of UTF-8 and stay.
            if ((b < 0 || b >= ' ') && b != '"' && b != '\\') {
                continue;
            }
            out.put(text, from, i - from).put('\\');
            from = i + 1;
            switch (b) {
                case '\b' -> out.put('b');
                case '\f' -> out.put('f');
                case '\n' -> out.put('n');
                case '\r' -> out.put('r');
                case '\t' -> out.put('t');
                case '"', '\\' -> out.put(b);
                default -> out.put("u00").put(LOWER.toHexDigits(b));
            }
        }
        out.put(text, from, text.length - from).put('"');
    }

    public static void html(ByteSink out, byte[] text) {
        for (byte b : text) {
            switch (b) {
                case '<' -> out.put("&lt;");
                case '>' -> out.put("&gt;");
                case '&' -> out.put("&amp;");
                case '"' -> out.put("&quot;");
                case '\'' -> out.put("&#39;");
                default -> out.put(b);
            }
        }
    }
}
