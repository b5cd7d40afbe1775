package org.sqlvm.docs;

import java.util.ArrayList;
import java.util.List;

/**
 * A command of a shell, as far as pages use it: words, quotes, pipes, and files for input and
 * output.
 *
 * @param stages the words of the commands between pipes
 * @param input the file of {@code <}; null for none
 * @param output the file of {@code >}; null for none
 */
record CommandLine(List<List<String>> stages, String input, String output) {
    static CommandLine parse(String text) {
        List<List<String>> stages = new ArrayList<>(List.of(new ArrayList<>()));
        String input = null;
        String output = null;
        List<String> tokens = tokens(text);
        for (int i = 0; i < tokens.size(); i++) {
            switch (tokens.get(i)) {
                case "\0|" -> stages.add(new ArrayList<>());
                case "\0<" -> input = tokens.get(++i);
                case "\0>" -> output = tokens.get(++i);
                default -> stages.getLast().add(tokens.get(i));
            }
        }
        return new CommandLine(stages, input, output);
    }

    /** Whether a quote of the text is still open, so that the command goes on in the next line. */
    static boolean isOpen(String text) {
        char quote = 0;
        for (char c : text.toCharArray()) {
            if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            }
        }
        return quote != 0 || text.endsWith("\\");
    }

    /** Words and, marked by a NUL, operators. */
    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        StringBuilder word = null;
        char quote = 0;
        for (char c : text.replace("\\\n", " ").toCharArray()) {
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                word = word == null ? new StringBuilder() : word;
            } else if (c == ' ' || c == '\n' || c == '|' || c == '<' || c == '>') {
                if (word != null) {
                    tokens.add(word.toString());
                    word = null;
                }
                if (c != ' ' && c != '\n') {
                    tokens.add("\0" + c);
                }
            } else {
                word = (word == null ? new StringBuilder() : word).append(c);
            }
        }
        if (word != null) {
            tokens.add(word.toString());
        }
        return tokens;
    }
}
