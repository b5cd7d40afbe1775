package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.error.SqlException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Parses a MATCH expression in the enhanced syntax (sqlite.org/fts3.html section 3.2): words,
 * "phrases", column:word, word*, ^word, NEAR/n, NOT, AND, OR and parentheses.
 */
final class QueryParser {
    private static final int DISTANCE = 10;
    private static final int DISTANCE_MAX = 1_000_000_000;
    private static final int DEPTH_MAX = 12;
    private static final int NESTING_MAX = 1000;
    private static final Query.Kind[] OPERATORS = {
        Query.Kind.OR, Query.Kind.AND, Query.Kind.NOT, Query.Kind.NEAR
    };

    private final Definition definition;
    private final int column;
    private final byte[] text;
    private int at;
    private int nesting;
    /** Whether an expression has ended at a parenthesis or at the end of the text. */
    private boolean ended;

    /** The expression is wrong. */
    private static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed() {
            super(null, null, false, false);
        }
    }

    /** Its tree is too high. */
    private static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge() {
            super(null, null, false, false);
        }
    }

    private QueryParser(Definition definition, int column, byte[] text) {
        this.definition = definition;
        this.column = column;
        this.text = text;
    }

    /**
     * Parses an expression.
     *
     * @param column in which words without a column are looked for; the number of columns for all
     * @return null if there is nothing to look for
     * @throws SqlException if it is malformed
     */
    static Query parse(Definition definition, int column, byte[] given) {
        int length = 0;
        while (length < given.length && given[length] != 0) {
            length++;
        }
        byte[] text = Arrays.copyOf(given, length);
        try {
            QueryParser parser = new QueryParser(definition, column, text);
            Query query = parser.expression();
            if (parser.nesting != 0) {
                throw new Malformed();
            }
            if (query == null) {
                return null;
            }
            Query balanced = QueryBalance.of(query, DEPTH_MAX, TooLarge::new, Malformed::new);
            checkDepth(balanced, DEPTH_MAX);
            return balanced;
        } catch (Malformed e) {
            throw SqlException.error("malformed MATCH expression: ["
                    + new String(text, StandardCharsets.UTF_8) + "]");
        } catch (TooLarge e) {
            throw SqlException.error(
                    "FTS expression tree is too large (maximum depth " + DEPTH_MAX + ")");
        }
    }

    private static void checkDepth(Query query, int depth) {
        if (query == null) {
            return;
        }
        if (depth < 0) {
            throw new TooLarge();
        }
        checkDepth(query.left, depth - 1);
        checkDepth(query.right, depth - 1);
    }

    private int peek(int offset) {
        return at + offset < text.length ? text[at + offset] : 0;
    }

    private static boolean isSpace(int c) {
        return c == ' ' || (c >= '\t' && c <= '\r');
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    /** Parses up to the end of the text or a closing parenthesis; null for nothing. */
    private Query expression() {
        Query root = null;
        Query before = null;
        boolean wantsPhrase = true;
        ended = false;
        while (true) {
            Query next = next();
            if (ended) {
                break;
            }
            if (next == null) {
                continue;
            }
            boolean isPhrase = next.isPhrase() || next.left != null;
            if (!isPhrase && wantsPhrase) {
                throw new Malformed();
            }
            if (isPhrase && !wantsPhrase) {
                Query and = new Query(Query.Kind.AND);
                root = insert(root, before, and);
                before = and;
            }
            boolean nearOfNone = before != null
                    && ((next.kind == Query.Kind.NEAR && !isPhrase && !before.isPhrase())
                            || (!next.isPhrase() && isPhrase && before.kind == Query.Kind.NEAR));
            if (nearOfNone) {
                throw new Malformed();
            }
            if (!isPhrase) {
                root = insert(root, before, next);
            } else if (root == null) {
                root = next;
            } else {
                before.setRight(next);
            }
            wantsPhrase = !isPhrase;
            before = next;
        }
        if (root != null && wantsPhrase) {
            throw new Malformed();
        }
        return root;
    }

    /** Puts an operator above what binds more closely; returns the root. */
    private static Query insert(Query root, Query before, Query operator) {
        Query split = before;
        while (split.parent != null && split.parent.kind.compareTo(operator.kind) <= 0) {
            split = split.parent;
        }
        Query head = root;
        if (split.parent != null) {
            split.parent.setRight(operator);
        } else {
            head = operator;
        }
        operator.setLeft(split);
        return head;
    }

    /** The next operand or operator; null for nothing, which may be the end. */
    private Query next() {
        while (at < text.length && isSpace(text[at])) {
            at++;
        }
        if (at == text.length) {
            ended = true;
            return null;
        }
        Query operator = operator();
        if (operator != null) {
            return operator;
        }
        switch (text[at]) {
            case '"' -> {
                return string();
            }
            case '(' -> {
                at++;
                if (++nesting > NESTING_MAX) {
                    throw new Malformed();
                }
                Query inner = expression();
                ended = false;
                return inner;
            }
            case ')' -> {
                at++;
                nesting--;
                ended = true;
                return null;
            }
            default -> {
                return word();
            }
        }
    }

    private Query operator() {
        for (Query.Kind kind : OPERATORS) {
            byte[] name = kind.name().getBytes(StandardCharsets.US_ASCII);
            if (Arrays.mismatch(
                            text, at, Math.min(text.length, at + name.length), name, 0, name.length)
                    >= 0) {
                continue;
            }
            int length = name.length;
            int distance = DISTANCE;
            if (kind == Query.Kind.NEAR && peek(length) == '/' && isDigit(peek(length + 1))) {
                long number = 0;
                length++;
                int digits = 0;
                while (isDigit(peek(length + digits))) {
                    number = number * 10 + (peek(length + digits) - '0');
                    if (number > Integer.MAX_VALUE) {
                        break;
                    }
                    digits++;
                }
                if (number > Integer.MAX_VALUE) {
                    length--;
                } else {
                    length += digits;
                    distance = (int) Math.min(number, DISTANCE_MAX);
                }
            }
            int follows = peek(length);
            if (isSpace(follows)
                    || follows == '"'
                    || follows == '('
                    || follows == ')'
                    || follows == 0) {
                at += length;
                Query made = new Query(kind);
                made.distance = distance;
                return made;
            }
        }
        return null;
    }

    /** Words in quotes. */
    private Query string() {
        int from = at + 1;
        int end = from;
        while (end < text.length && text[end] != '"') {
            end++;
        }
        if (end == text.length) {
            throw new Malformed();
        }
        at = end + 1;
        List<Phrase.Word> words = new ArrayList<>();
        Tokens tokens = definition.tokenizer.open(text, from, end - from);
        while (tokens.next()) {
            boolean isPrefix = from + tokens.end < end && text[from + tokens.end] == '*';
            boolean first = tokens.start > 0 && text[from + tokens.start - 1] == '^';
            words.add(new Phrase.Word(Arrays.copyOf(tokens.token, tokens.length), isPrefix, first));
        }
        return Query.of(new Phrase(words, column));
    }

    /** One word, perhaps with a column; null if there is none. */
    private Query word() {
        int wanted = column;
        for (int i = 0; i < definition.columnCount(); i++) {
            byte[] name = definition.columns.get(i).getBytes(StandardCharsets.UTF_8);
            if (peek(name.length) == ':'
                    && at + name.length < text.length
                    && equalsIgnoringCase(name)) {
                wanted = i;
                at += name.length + 1;
                break;
            }
        }
        return word(wanted, text.length - at);
    }

    private boolean equalsIgnoringCase(byte[] name) {
        for (int i = 0; i < name.length; i++) {
            if (lower(name[i]) != lower(text[at + i])) {
                return false;
            }
        }
        return true;
    }

    private static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c;
    }

    /** @param length how far the word may go */
    private Query word(int wanted, int length) {
        Tokens tokens = definition.tokenizer.open(text, at, length);
        if (!tokens.next()) {
            int barred = barred(length);
            at += barred >= 0 ? barred : length;
            return null;
        }
        int barred = barred(tokens.end);
        if (barred >= 0) {
            return word(wanted, barred);
        }
        int end = tokens.end;
        boolean isPrefix = end < length && text[at + end] == '*';
        int start = tokens.start;
        boolean first = definition.isFts4 && start > 0 && text[at + start - 1] == '^';
        at += end + (isPrefix ? 1 : 0);
        Phrase.Word word =
                new Phrase.Word(Arrays.copyOf(tokens.token, tokens.length), isPrefix, first);
        return Query.of(new Phrase(List.of(word), wanted));
    }

    /** Where a quote or a parenthesis is among the next bytes; -1 for nowhere. */
    private int barred(int length) {
        for (int i = 0; i < length; i++) {
            byte c = text[at + i];
            if (c == '"' || c == '(' || c == ')') {
                return i;
            }
        }
        return -1;
    }
}
