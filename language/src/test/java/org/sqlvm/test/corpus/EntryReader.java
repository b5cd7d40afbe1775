package org.sqlvm.test.corpus;

import org.sqlvm.test.engines.ValueText;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a test file record by record: the format of sqllogictest
 * (sqlite.org/sqllogictest/doc/trunk/about.wiki) with six additions.
 *
 * <ul>
 *   <li>{@code statement error [code] message} says which error;
 *   <li>{@code rows [columns] [rowsort]} is a query whose result is written a row a line, as
 *       literals of SQL; with {@code columns} their names come first;
 *   <li>{@code plan} is an EXPLAIN QUERY PLAN whose result is written as a tree;
 *   <li>{@code bind literal …} gives the parameters of the record it stands before;
 *   <li>{@code connection name} has the record it stands before run on another connection to the
 *       database, which is then in a file;
 *   <li>{@code $DIR} in statements and results is a folder that goes with the database;
 *   <li>{@code later what} marks a record that sqlvm cannot do yet ({@link Entry.Condition}).
 * </ul>
 */
final class EntryReader implements AutoCloseable {
    private static final Pattern LITERAL = Pattern.compile("[xX]?'(?:[^']|'')*'|[^\\s']+");

    private final Path file;
    private final BufferedReader in;
    private int line;

    private List<Entry.Condition> conditions = new ArrayList<>();
    private List<Object> parameters = List.of();

    EntryReader(Path file) throws IOException {
        this.file = file;
        this.in = Files.newBufferedReader(file, StandardCharsets.UTF_8);
    }

    /** The next record, or null after the last. */
    Entry next() throws IOException {
        for (String text = readLine(); text != null; text = readLine()) {
            if (text.isBlank() || text.startsWith("#")) {
                continue;
            }
            String[] words = text.strip().split("\\s+");
            switch (words[0]) {
                case "skipif", "onlyif", "later", "connection" -> conditions.add(condition(words));
                case "bind" -> parameters = literals(text.strip().substring("bind".length()));
                default -> {
                    Entry entry = entry(text, words);
                    conditions = new ArrayList<>();
                    parameters = List.of();
                    return entry;
                }
            }
        }
        return null;
    }

    private static Entry.Condition condition(String[] words) {
        Entry.Condition.Kind kind = Entry.Condition.Kind.valueOf(words[0].toUpperCase(Locale.ROOT));
        return new Entry.Condition(kind, words[1]);
    }

    /** The line that the record given last ends with, counting the empty one behind it. */
    int lastLine() {
        return line;
    }

    private String readLine() throws IOException {
        line++;
        return in.readLine();
    }

    private Entry entry(String text, String[] words) throws IOException {
        int start = line;
        return switch (words[0]) {
            case "halt" -> new Entry.Halt(start, conditions);
            case "hash-threshold" ->
                new Entry.HashThreshold(start, conditions, Integer.parseInt(words[1]));
            case "statement" -> statement(start, text.strip(), words);
            case "query" -> query(start, Entry.Form.VALUES, words);
            case "rows" -> query(start, Entry.Form.ROWS, words);
            case "plan" -> query(start, Entry.Form.PLAN, words);
            default -> new Entry.Bare(start, conditions, parameters, bare(text));
        };
    }

    private Entry statement(int start, String text, String[] words) throws IOException {
        String error = switch (words.length > 1 ? words[1] : "") {
            case "ok" -> null;
            case "error" -> text.replaceFirst("statement\\s+error\\s*", "");
            default -> throw broken(start, "statement without ok or error");
        };
        return new Entry.Statement(start, conditions, parameters, paragraph(null), error);
    }

    private Entry query(int start, Entry.Form form, String[] words) throws IOException {
        List<String> options = new ArrayList<>(Arrays.asList(words).subList(1, words.length));
        String types = form == Entry.Form.VALUES && !options.isEmpty() ? options.removeFirst() : "";
        boolean columns = form == Entry.Form.ROWS && options.remove("columns");
        Entry.Sort sort = Entry.Sort.NOSORT;
        if (!options.isEmpty() && !options.getFirst().startsWith("#")) {
            sort = sort(start, options.removeFirst());
        }
        String label =
                options.isEmpty() || options.getFirst().startsWith("#") ? null : options.getFirst();
        boolean[] hasResult = new boolean[1];
        String sql = paragraph(hasResult);
        List<String> expected = hasResult[0] ? result() : null;
        return new Entry.Query(
                start, conditions, parameters, sql, form, types, columns, sort, label, expected);
    }

    private Entry.Sort sort(int start, String word) {
        try {
            return Entry.Sort.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw broken(start, "unknown word " + word);
        }
    }

    /** The lines up to the next empty one, or up to {@code ----} where results may follow. */
    private String paragraph(boolean[] hasResult) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String next = readLine(); next != null && !next.isBlank(); next = readLine()) {
            if (hasResult != null && next.equals("----")) {
                hasResult[0] = true;
                break;
            }
            text.append(text.isEmpty() ? "" : "\n").append(next);
        }
        return text.toString();
    }

    private List<String> result() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String next = readLine(); next != null && !next.isEmpty(); next = readLine()) {
            lines.add(next);
        }
        return lines;
    }

    /** A statement without a directive goes to a semicolon at the end of a line. */
    private String bare(String first) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String next = first; next != null && !next.isBlank(); next = readLine()) {
            String stripped = next.stripTrailing();
            if (stripped.endsWith(";")) {
                text.append(text.isEmpty() ? "" : "\n").append(stripped, 0, stripped.length() - 1);
                break;
            }
            text.append(text.isEmpty() ? "" : "\n").append(next);
        }
        return text.toString();
    }

    private static List<Object> literals(String text) {
        List<Object> values = new ArrayList<>();
        Matcher matcher = LITERAL.matcher(text);
        while (matcher.find()) {
            values.add(ValueText.parse(matcher.group()));
        }
        return values;
    }

    private IllegalArgumentException broken(int at, String what) {
        return new IllegalArgumentException(file + ":" + at + ": " + what);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
