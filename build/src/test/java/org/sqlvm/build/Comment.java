package org.sqlvm.build;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A comment of a source file without its marks. Line comments one below the other are one comment.
 *
 * @param line the line that it begins in, from 1
 * @param text its lines, each without leading marks and blanks
 */
record Comment(int line, String text) {
    /** Literals and comments; a text block comes first, or it would read as three strings. */
    private static final Pattern JAVA =
            Pattern.compile("(?s)\"\"\"(?:[^\"\\\\]++|\\\\.|\"(?!\"\"))*+\"\"\""
                    + "|\"(?:[^\"\\\\]++|\\\\.)*+\"|'(?:[^'\\\\]++|\\\\.)*+'"
                    + "|(?<block>/\\*.*?\\*/)"
                    + "|(?<line>//[^\\n]*(?:\\n[ \\t]*//[^\\n]*)*)");

    /** A docstring, or lines that begin with a hash; a hash behind code may be part of a string. */
    private static final Pattern SCRIPT = Pattern.compile("(?m)^[ \\t]*(?:"
            + "(?<block>\"\"\"(?s:.*?)\"\"\")"
            + "|(?<line>#[^\\n]*(?:\\n[ \\t]*#[^\\n]*)*))"
            + "|\"\"\"(?s:.*?)\"\"\"");

    private static final Pattern MARKS = Pattern.compile("(?m)^[ \\t]*(?:/\\*+|\\*+/|\\*|//+|#+)?");

    static List<Comment> ofJava(String source) {
        return find(JAVA, source);
    }

    static List<Comment> ofScript(String source) {
        return find(SCRIPT, source);
    }

    private static List<Comment> find(Pattern tokens, String source) {
        List<Comment> comments = new ArrayList<>();
        int line = 1;
        int counted = 0;
        for (Matcher token = tokens.matcher(source); token.find(); ) {
            String text = token.group("block") != null ? token.group("block") : token.group("line");
            if (text != null) {
                int start = source.indexOf(text, token.start());
                line += (int) source.substring(counted, start)
                        .chars()
                        .filter(c -> c == '\n')
                        .count();
                counted = start;
                comments.add(new Comment(line, strip(text)));
            }
        }
        return comments;
    }

    private static String strip(String text) {
        String inner = text.replaceAll("^\"\"\"|\"\"\"$|\\*+/$", "");
        return MARKS.matcher(inner).replaceAll("").replaceAll("(?m)^[ \\t]+|[ \\t]+$", "");
    }
}
