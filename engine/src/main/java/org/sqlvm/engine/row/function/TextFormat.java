package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.data.Utf8;

/** printf's conversions of text: s, z, c and the quoting ones q, Q, w, j, J. */
final class TextFormat {
    private static final String HEX = "0123456789abcdef";

    private TextFormat() {}

    /**
     * s and z.
     *
     * @param text null for NULL, which is empty
     */
    static void appendString(TextBuilder target, Conversion conversion, Text text) {
        Text shown = text == null ? Text.EMPTY : Utf8.untilNul(text);
        TextBuilder rendered = new TextBuilder(TextBuilder.LENGTH_MAX);
        rendered.append(shown.array, shown.offset, takenLength(shown, conversion));
        conversion.widenForUtf8(rendered);
        conversion.pad(target, rendered);
    }

    /** How many bytes of a text the precision leaves: it counts bytes, or characters with '!'. */
    private static int takenLength(Text text, Conversion conversion) {
        if (conversion.precision < 0) {
            return text.length;
        }
        if (!conversion.full) {
            return Math.min(conversion.precision, text.length);
        }
        int end = text.offset + text.length;
        int position = text.offset;
        for (int left = conversion.precision; left > 0 && position < end; left--) {
            position = Utf8.next(text.array, position, end);
        }
        return position - text.offset;
    }

    /** c: the first character, as often as the precision says; a NUL if there is none. */
    static void appendCharacter(TextBuilder target, Conversion conversion, Text text) {
        TextBuilder one = new TextBuilder(4);
        if (text == null || text.length == 0) {
            one.append(0);
        } else {
            int end = text.offset + text.length;
            one.append(text.array[text.offset]);
            if ((text.array[text.offset] & 0xc0) == 0xc0) {
                for (int i = text.offset + 1;
                        i < end && one.length() < 4 && Utf8.isContinuation(text.array[i]);
                        i++) {
                    one.append(text.array[i]);
                }
            }
        }
        if (conversion.precision > 1) {
            conversion.width -= conversion.precision - 1;
            if (conversion.width > 1 && !conversion.left) {
                target.repeat(' ', conversion.width - 1L);
                conversion.width = 0;
            }
            for (int left = conversion.precision; left > 1; left--) {
                target.append(one);
            }
        }
        conversion.full = true;
        conversion.widenForUtf8(one);
        conversion.pad(target, one);
    }

    /** q, Q and w: quotes doubled; with '#', control characters as unistr() reads them. */
    static void appendQuoted(TextBuilder target, Conversion conversion, Text text) {
        int type = conversion.type;
        int quote = type == 'w' ? '"' : '\'';
        Text shown = Text.of(type == 'Q' ? "NULL" : "(NULL)");
        boolean enclose = false;
        if (text != null) {
            shown = Utf8.untilNul(text);
            enclose = type == 'Q';
        }
        int end = shown.offset + takenLength(shown, conversion);
        boolean escape =
                conversion.alternate && (type == 'q' || (type == 'Q' && hasControl(shown, end)));
        TextBuilder rendered = new TextBuilder(TextBuilder.LENGTH_MAX);
        if (enclose) {
            rendered.append(escape ? "unistr('" : "'");
        }
        for (int i = shown.offset; i < end; i++) {
            int character = shown.array[i] & 0xff;
            if (escape && character < ' ') {
                rendered.append("\\u00")
                        .append(HEX.charAt(character >> 4))
                        .append(HEX.charAt(character & 15));
                continue;
            }
            rendered.append(character);
            if (character == quote || (escape && character == '\\')) {
                rendered.append(character);
            }
        }
        if (enclose) {
            rendered.append(escape ? "')" : "'");
        }
        conversion.widenForUtf8(rendered);
        conversion.pad(target, rendered);
    }

    private static boolean hasControl(Text text, int end) {
        for (int i = text.offset; i < end; i++) {
            if (text.array[i] >= 0 && text.array[i] < ' ') {
                return true;
            }
        }
        return false;
    }

    /** j and J: the text as JSON writes it, without and with quotes around. */
    static void appendJson(TextBuilder target, Conversion conversion, Text text) {
        boolean enclose = conversion.type == 'J';
        TextBuilder rendered = new TextBuilder(TextBuilder.LENGTH_MAX);
        if (text == null) {
            rendered.append(enclose ? "null" : "");
        } else {
            Text shown = Utf8.untilNul(text);
            rendered.append(enclose ? "\"" : "");
            int end = shown.offset + jsonLength(shown, conversion);
            for (int i = shown.offset; i < end; i++) {
                appendJsonByte(rendered, shown.array[i] & 0xff);
            }
            rendered.append(enclose ? "\"" : "");
        }
        conversion.widenForUtf8(rendered);
        conversion.pad(target, rendered);
    }

    /**
     * As {@link #takenLength}, but any byte that continues no character goes with the one before
     * it.
     */
    private static int jsonLength(Text text, Conversion conversion) {
        if (conversion.precision < 0 || !conversion.full) {
            return takenLength(text, conversion);
        }
        int characters = 0;
        int length = 0;
        while (length < text.length) {
            boolean continues = Utf8.isContinuation(text.array[text.offset + length]);
            if (!continues && characters == conversion.precision) {
                break;
            }
            characters += continues ? 0 : 1;
            length++;
        }
        return length;
    }

    private static void appendJsonByte(TextBuilder rendered, int character) {
        if (character >= ' ') {
            if (character == '"' || character == '\\') {
                rendered.append('\\');
            }
            rendered.append(character);
            return;
        }
        switch (character) {
            case '\b' -> rendered.append("\\b");
            case '\t' -> rendered.append("\\t");
            case '\n' -> rendered.append("\\n");
            case '\f' -> rendered.append("\\f");
            case '\r' -> rendered.append("\\r");
            default ->
                rendered.append("\\u00")
                        .append(HEX.charAt(character >> 4))
                        .append(HEX.charAt(character & 15));
        }
    }
}
