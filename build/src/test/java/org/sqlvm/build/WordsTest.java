package org.sqlvm.build;

import static org.junit.jupiter.api.Assertions.fail;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Comments name the subject first and use the field's terms: none begins with the words of
 * {@link #OPENINGS} or contains one of {@link #PHRASES}.
 *
 * <p>{@code words.txt} holds how many of them each folder still has. A folder with more fails. So
 * does one with fewer, until {@code -Dwords=lower} has written the lower number into that file.
 */
final class WordsTest {
    /** How a comment, or the text of a parameter or result, may not begin. */
    private static final List<Rule> OPENINGS = List.of(
            new Rule("Of", "^\\s*Of\\b", "name the thing: \"The session's parameters\""),
            new Rule("What", "^\\s*What\\b", "name the thing, or begin with a verb: \"Returns …\""),
            new Rule(
                    "The same, but",
                    "^\\s*The same, but\\b",
                    "say what it does, then what differs"),
            new Rule(
                    "As above",
                    "^\\s*As above\\b",
                    "link the other member, or repeat the sentence"));

    /** Words that no comment may contain. "In place" and "decimal places" are terms. */
    private static final List<Rule> PHRASES = List.of(
            new Rule("so many", "\\bso\\s+many\\b", "name the number: \"at most RANGE_MIN keys\""),
            new Rule("nobody", "\\bnobody\\b", "name the thread, caller or holder"),
            new Rule("somebody", "\\bsomebody\\b", "name the thread, caller or holder"),
            new Rule("whoever", "\\bwhoever\\b", "name the thread, caller or holder"),
            new Rule("anew", "\\banew\\b", "write \"again\", or say what is rebuilt"),
            new Rule("at hand", "\\bat\\s+hand\\b", "write \"current\", \"selected\" or \"given\""),
            new Rule("in place of", "\\bin\\s+place\\s+of\\b", "write \"instead of\""),
            new Rule(
                    "place",
                    "(?<!\\b(?:in|decimal|take|takes|took)\\s)\\bplaces?\\b",
                    "say which: a slot, a position, a site, an index or a page"));

    private static final String EXAMPLES = """
        A field's comment is a noun phrase, a method's begins with a verb in the third person:
          before  Of the session; null before.
          after   The session's parameters; null before the login.
          before  What of the rows is left after the filter.
          after   Returns the number of rows that pass the filter.
          before  Nobody shares the lock any more: whether it is kept for the next one.
          after   Whether to keep the lock after its last holder has released it.
          before  The place of the column in the row.
          after   The column's index in the row.\
        """;

    private static final Path ALLOWED = Sources.ROOT.resolve("build/src/test/resources/words.txt");

    /** Code and the names of parameters, which may be any words. */
    private static final Pattern CODE =
            Pattern.compile("(?m)\\{@(?!return\\b)\\w+[^}]*}|`[^`\\n]*`|(?<=^@param )\\S+");

    private static final Pattern TAG =
            Pattern.compile("(?m)^@param\\s+\\S+\\s+|^@return\\s+|\\{@return\\s+");

    /** The findings, by folder and rule as {@code words.txt} writes them. */
    private final Map<String, List<String>> found = new TreeMap<>();

    @Test
    void commentsUsePlainWords() throws IOException {
        for (Path file : Sources.named(".java", ".py", ".sh")) {
            String source = Files.readString(file);
            boolean java = file.toString().endsWith(".java");
            for (Comment comment : java ? Comment.ofJava(source) : Comment.ofScript(source)) {
                check(file, comment);
            }
        }
        Map<String, Integer> allowed = read();
        if ("lower".equals(System.getProperty("words"))) {
            allowed.replaceAll((key, count) -> Math.min(count, count(key)));
            allowed.values().removeIf(count -> count == 0);
            write(allowed);
        }
        List<String> added = new ArrayList<>();
        found.forEach((key, findings) -> {
            int count = allowed.getOrDefault(key, 0);
            if (findings.size() > count) {
                added.add(key + ": " + findings.size() + " comments, words.txt allows " + count);
                added.addAll(findings);
            }
        });
        if (!added.isEmpty()) {
            fail("\n" + String.join("\n", added) + "\n\n" + EXAMPLES);
        }
        allowed.entrySet().removeIf(entry -> entry.getValue() == count(entry.getKey()));
        if (!allowed.isEmpty()) {
            fail("words.txt allows more than there are; lower its numbers with"
                    + " `mvn -B -pl build -am test -Dtest=WordsTest -Dwords=lower`: "
                    + allowed);
        }
    }

    private void check(Path file, Comment comment) {
        String text = mask(comment.text());
        check(OPENINGS, text, 0, file, comment);
        for (Matcher tag = TAG.matcher(text); tag.find(); ) {
            check(OPENINGS, text, tag.end(), file, comment);
        }
        check(PHRASES, text, 0, file, comment);
    }

    private void check(List<Rule> rules, String text, int start, Path file, Comment comment) {
        String folder = Sources.name(file.getParent());
        for (Rule rule : rules) {
            Matcher word = rule.pattern.matcher(text).region(start, text.length());
            while (word.find()) {
                long line = comment.line() + newlines(text.substring(0, word.end()));
                found.computeIfAbsent(folder + " " + rule.name, k -> new ArrayList<>())
                        .add(Sources.name(file) + ":" + line + ": \"" + rule.name
                                + "\" in a comment: " + rule.advice);
            }
        }
    }

    /** Replaces the characters of code by x, but keeps the line breaks. */
    private static String mask(String text) {
        return CODE.matcher(text).replaceAll(code -> code.group().replaceAll("[^\\n]", "x"));
    }

    private static long newlines(String text) {
        return text.chars().filter(c -> c == '\n').count();
    }

    private int count(String key) {
        return found.getOrDefault(key, List.of()).size();
    }

    /** Each line is a folder, a rule's name and a number. */
    private static Map<String, Integer> read() throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        for (String line : Files.readAllLines(ALLOWED)) {
            int blank = line.lastIndexOf(' ');
            counts.put(line.substring(0, blank), Integer.valueOf(line.substring(blank + 1)));
        }
        return counts;
    }

    private static void write(Map<String, Integer> counts) throws IOException {
        Files.writeString(
                ALLOWED,
                counts.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue() + "\n")
                        .collect(Collectors.joining()));
    }

    /** A word or phrase that comments avoid, and what to write instead. */
    private record Rule(String name, Pattern pattern, String advice) {
        Rule(String name, String regex, String advice) {
            this(name, Pattern.compile(regex, Pattern.CASE_INSENSITIVE), advice);
        }
    }
}
