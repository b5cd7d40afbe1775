package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.junit.jupiter.api.Test;

import java.util.Map;

final class SqlHighlighterTest {
    private static final Map<AttributedStyle, Character> LETTERS = Map.of(
            AttributedStyle.BOLD.foreground(AttributedStyle.BLUE),
            'k',
            AttributedStyle.DEFAULT.foreground(AttributedStyle.GREEN),
            's',
            AttributedStyle.DEFAULT.foreground(AttributedStyle.YELLOW),
            'n',
            AttributedStyle.DEFAULT.foreground(AttributedStyle.CYAN),
            '1',
            AttributedStyle.DEFAULT.foreground(AttributedStyle.BRIGHT),
            'c',
            AttributedStyle.DEFAULT,
            '.');

    private static void check(String line, String styles) {
        AttributedString shown = new SqlHighlighter().highlight(null, line);
        assertEquals(line, shown.toString());
        StringBuilder seen = new StringBuilder();
        for (int i = 0; i < line.length(); i++) {
            seen.append(LETTERS.get(shown.styleAt(i)));
        }
        assertEquals(styles, seen.toString(), line);
    }

    @Test
    void colours() {
        check("select a, 'it''s' -- b", "kkkkkk....sssssss.cccc");
        check("[x;] x'00' 1.5 /* c */ ?1", "nnnn.sssss.111.ccccccc...");
        check(".mode box", "kkkkk....");
        check("", "");
    }

    @Test
    void asItIsTyped() {
        check("values('ab", "kkkkkk.sss");
        check("drop \"ab", "kkkk.nnn");
        check("1 /* c", "1.cccc");
        check("{ é\0'", ".....");
    }
}
