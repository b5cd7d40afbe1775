package org.sqlvm.shell;

import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.sqlvm.shell.text.Keywords;

/** Colours of a typed line: keywords, strings, quoted names, numbers, comments, dot-commands. */
final class SqlHighlighter implements Highlighter {
    private static final AttributedStyle KEYWORD =
            AttributedStyle.BOLD.foreground(AttributedStyle.BLUE);
    private static final AttributedStyle STRING =
            AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN);
    private static final AttributedStyle NAME =
            AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW);
    private static final AttributedStyle NUMBER =
            AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN);
    private static final AttributedStyle COMMENT =
            AttributedStyle.DEFAULT.foreground(AttributedStyle.BRIGHT);

    @Override
    public AttributedString highlight(LineReader reader, String line) {
        AttributedStringBuilder out = new AttributedStringBuilder(line.length());
        int i = 0;
        while (i < line.length()) {
            int end = tokenEnd(line, i);
            out.styled(style(line, i, end), line.substring(i, end));
            i = end;
        }
        return out.toAttributedString();
    }

    static int tokenEnd(String line, int from) {
        char c = line.charAt(from);
        if (from == 0 && c == '.') {
            return wordEnd(line, 1);
        }
        if (line.startsWith("--", from)) {
            return line.length();
        }
        if (line.startsWith("/*", from)) {
            return after(line, line.indexOf("*/", from + 2), 2);
        }
        return switch (c) {
            case '\'', '"', '`' -> after(line, line.indexOf(c, from + 1), 1);
            case '[' -> after(line, line.indexOf(']', from + 1), 1);
            default -> isWord(c) ? wordEnd(line, from) : from + 1;
        };
    }

    private static int after(String line, int found, int size) {
        return found < 0 ? line.length() : found + size;
    }

    private static int wordEnd(String line, int from) {
        int i = from;
        while (i < line.length() && isWord(line.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isWord(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }

    private static AttributedStyle style(String line, int from, int end) {
        char c = line.charAt(from);
        if (from == 0 && c == '.') {
            return KEYWORD;
        }
        return switch (c) {
            case '\'' -> STRING;
            case '"', '`', '[' -> NAME;
            case '-', '/' -> end - from > 1 ? COMMENT : AttributedStyle.DEFAULT;
            default -> {
                if (c >= '0' && c <= '9') {
                    yield NUMBER;
                }
                yield Keywords.contains(line.substring(from, end))
                        ? KEYWORD
                        : AttributedStyle.DEFAULT;
            }
        };
    }
}
