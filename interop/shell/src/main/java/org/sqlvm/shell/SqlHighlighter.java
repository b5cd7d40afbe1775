package org.sqlvm.shell;

import org.jline.reader.Highlighter;
import org.jline.reader.LineReader;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.api.text.SqlToken;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

    /** A dot-command's name. */
    private static final Pattern COMMAND = Pattern.compile("\\.[\\w$]*");

    /** The characters that quoted names begin with. */
    private static final String QUOTES = "\"`[";

    @Override
    public AttributedString highlight(LineReader reader, String line) {
        AttributedStringBuilder out = new AttributedStringBuilder(line.length());
        Matcher command = COMMAND.matcher(line);
        int from = command.lookingAt() ? command.end() : 0;
        out.styled(KEYWORD, line.substring(0, from));
        String sql = line.substring(from);
        int end = 0;
        for (SqlToken token : SqlText.tokens(sql)) {
            out.styled(style(token, sql), token.of(sql));
            end = token.end();
        }
        return out.append(sql.substring(end)).toAttributedString();
    }

    private static AttributedStyle style(SqlToken token, String sql) {
        char first = sql.charAt(token.start());
        return switch (token.kind()) {
            case KEYWORD -> KEYWORD;
            case STRING, BLOB -> STRING;
            case NAME -> QUOTES.indexOf(first) < 0 ? AttributedStyle.DEFAULT : NAME;
            case NUMBER -> NUMBER;
            case COMMENT -> COMMENT;
            // As it is typed, a string or a name has no end yet.
            case ILLEGAL ->
                first == '\'' ? STRING : QUOTES.indexOf(first) < 0 ? AttributedStyle.DEFAULT : NAME;
            default -> AttributedStyle.DEFAULT;
        };
    }
}
