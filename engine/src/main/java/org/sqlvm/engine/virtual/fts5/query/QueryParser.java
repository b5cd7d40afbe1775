package org.sqlvm.engine.virtual.fts5.query;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.fts5.index.Detail;
import org.sqlvm.engine.virtual.fts5.query.QueryToken.Kind;
import org.sqlvm.engine.virtual.tokens.Tokenizer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Parses the query language. It finds errors in the order in which SQLite's LALR(1) parser does,
 * which always has read one token more.
 */
final class QueryParser {
    /** Longest token of a query in bytes; the rest is ignored. */
    private static final int TOKEN_MAX = 32768;
    /** Number of symbols that SQLite's parser has room for. */
    private static final int STACK_MAX = 99;

    private static final int HEIGHT_MAX = 256;
    private static final int DEFAULT_DISTANCE = 10;
    /** A distance that has no room for another digit. */
    private static final int DISTANCE_MAX = 214748363;

    private final QuerySettings settings;
    private final byte[] locale;
    /** Whether a phrase asks for all of its tokens, one by one. */
    private final boolean splitsPhrases;

    private final QueryLexer lexer;
    private QueryToken token;
    /** Number of symbols on the stack of SQLite's parser. */
    private int depth;
    /** The string that was read to know whether it names a column, and does not; else null. */
    private QueryToken pending;

    private final List<Phrase> phrases = new ArrayList<>();

    QueryParser(QuerySettings settings, byte[] text, byte[] locale, boolean splitsPhrases) {
        this.settings = settings;
        this.locale = locale;
        this.splitsPhrases = splitsPhrases;
        this.lexer = new QueryLexer(text);
        this.token = lexer.next();
    }

    static SqlException syntaxError(String near) {
        return SqlException.error("fts5: syntax error near \"" + near + '"');
    }

    List<Phrase> phrases() {
        return phrases;
    }

    /** Parses all of it. */
    QueryNode parse() {
        QueryNode node = expression(Kind.OR);
        expect(Kind.END);
        return node;
    }

    private boolean is(Kind kind) {
        return token.kind() == kind;
    }

    private void expect(Kind kind) {
        if (!is(kind)) {
            throw syntaxError(token.text());
        }
    }

    private void push() {
        if (++depth > STACK_MAX) {
            throw SqlException.error("fts5: parser stack overflow");
        }
    }

    /** Takes a token of this kind, and reads the one behind it. */
    private QueryToken take(Kind kind) {
        expect(kind);
        QueryToken taken = token;
        push();
        token = lexer.next();
        return taken;
    }

    /** Parses operators that bind as this one or closer: OR, AND, NOT. */
    private QueryNode expression(Kind operator) {
        int base = depth;
        QueryNode left = operand(operator);
        while (is(operator)) {
            take(operator);
            QueryNode right = operand(operator);
            left = combine(operatorNode(operator), left, right);
            depth = base + 1;
        }
        return left;
    }

    private QueryNode operand(Kind operator) {
        return switch (operator) {
            case OR -> expression(Kind.AND);
            case AND -> expression(Kind.NOT);
            default -> primary();
        };
    }

    private static OperatorNode operatorNode(Kind operator) {
        return switch (operator) {
            case OR -> new OperatorNode.Or();
            case AND -> new OperatorNode.And();
            default -> new OperatorNode.Not();
        };
    }

    /** Makes a node of an operator and its two sides. */
    static QueryNode combine(OperatorNode node, QueryNode left, QueryNode right) {
        node.add(left);
        node.add(right);
        if (node.height > HEIGHT_MAX) {
            throw SqlException.error(
                    "fts5 expression tree is too large (maximum depth " + HEIGHT_MAX + ")");
        }
        return node;
    }

    private QueryNode primary() {
        int base = depth;
        if (is(Kind.LEFT_PARENTHESIS)) {
            QueryNode inner = parenthesized();
            depth = base + 1;
            return inner;
        }
        int[] columns = columnsOrNull();
        if (columns != null && is(Kind.LEFT_PARENTHESIS)) {
            QueryNode inner = parenthesized();
            restrict(inner, columns);
            depth = base + 1;
            return inner;
        }
        QueryNode node = nearSet(columns, base);
        while (startsItem()) {
            int itemBase = depth;
            int[] itemColumns = columnsOrNull();
            node = implicitAnd(node, nearSet(itemColumns, itemBase));
            depth = base + 1;
        }
        return node;
    }

    private QueryNode parenthesized() {
        take(Kind.LEFT_PARENTHESIS);
        QueryNode inner = expression(Kind.OR);
        take(Kind.RIGHT_PARENTHESIS);
        return inner;
    }

    private boolean startsItem() {
        return is(Kind.STRING) || is(Kind.CARET) || is(Kind.MINUS) || is(Kind.LEFT_BRACE);
    }

    /** Parses a filter of columns and its colon; null if there is none. */
    private int[] columnsOrNull() {
        int base = depth;
        int[] columns;
        boolean inverted = is(Kind.MINUS);
        if (inverted) {
            take(Kind.MINUS);
        }
        if (is(Kind.LEFT_BRACE)) {
            take(Kind.LEFT_BRACE);
            columns = new int[0];
            do {
                columns = with(columns, column(take(Kind.STRING)));
                depth = base + (inverted ? 3 : 2);
            } while (!is(Kind.RIGHT_BRACE));
            take(Kind.RIGHT_BRACE);
        } else if (inverted) {
            columns = new int[] {column(take(Kind.STRING))};
        } else if (is(Kind.STRING)) {
            QueryToken name = take(Kind.STRING);
            if (!is(Kind.COLON)) {
                pending = name;
                return null;
            }
            columns = new int[] {column(name)};
        } else {
            return null;
        }
        depth = base + 1;
        take(Kind.COLON);
        return inverted ? without(columns) : columns;
    }

    private int column(QueryToken name) {
        String wanted = new String(name.value(), StandardCharsets.UTF_8);
        for (int i = 0; i < settings.columns().size(); i++) {
            if (equalsIgnoreAsciiCase(settings.columns().get(i), wanted)) {
                return i;
            }
        }
        throw SqlException.error("no such column: " + wanted);
    }

    private static boolean equalsIgnoreAsciiCase(String left, String right) {
        return left.length() == right.length()
                && IntStream.range(0, left.length())
                        .allMatch(i -> lower(left.charAt(i)) == lower(right.charAt(i)));
    }

    private static char lower(char c) {
        return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
    }

    private static int[] with(int[] columns, int column) {
        return IntStream.concat(Arrays.stream(columns), IntStream.of(column))
                .sorted()
                .distinct()
                .toArray();
    }

    private int[] without(int[] columns) {
        return IntStream.range(0, settings.columns().size())
                .filter(i -> Arrays.binarySearch(columns, i) < 0)
                .toArray();
    }

    /**
     * Restricts a part to columns.
     *
     * @throws SqlException if the index has no columns
     */
    void restrict(QueryNode node, int[] columns) {
        if (settings.detail() == Detail.NONE) {
            throw SqlException.error("fts5: column queries are not supported (detail=none)");
        }
        node.restrict(columns);
    }

    /** Parses a phrase, or several in NEAR, behind a filter of columns. */
    private QueryNode nearSet(int[] columns, int base) {
        List<Phrase> near = new ArrayList<>();
        int distance = 0;
        if (pending == null && is(Kind.CARET)) {
            take(Kind.CARET);
            Phrase phrase = phrase();
            if (!phrase.terms.isEmpty()) {
                phrase.terms.getFirst().first = true;
            }
            near.add(phrase);
        } else {
            QueryToken first = pending == null ? take(Kind.STRING) : pending;
            pending = null;
            if (is(Kind.LEFT_PARENTHESIS)) {
                distance = near(near, first);
            } else {
                near.add(phrase(first));
            }
        }
        QueryNode node = node(near, distance);
        if (columns != null) {
            restrict(node, columns);
        }
        depth = base + 1;
        return node;
    }

    /** Parses what is in the parentheses of NEAR. */
    private int near(List<Phrase> near, QueryToken name) {
        take(Kind.LEFT_PARENTHESIS);
        int base = depth;
        do {
            addNear(near, phrase());
            depth = base + 1;
        } while (is(Kind.STRING));
        QueryToken number = null;
        if (is(Kind.COMMA)) {
            take(Kind.COMMA);
            number = take(Kind.STRING);
            depth = base + 2;
        } else {
            push();
        }
        take(Kind.RIGHT_PARENTHESIS);
        if (!name.text().equals("NEAR")) {
            throw syntaxError(name.text());
        }
        return number == null ? DEFAULT_DISTANCE : distance(number);
    }

    private static int distance(QueryToken number) {
        int distance = 0;
        for (byte digit : number.source()) {
            if (digit < '0' || digit > '9') {
                throw SqlException.error("expected integer, got \"" + number.text() + '"');
            }
            if (distance < DISTANCE_MAX) {
                distance = distance * 10 + digit - '0';
            }
        }
        return distance;
    }

    /** Adds a phrase to those of NEAR, of which one without tokens stays only if it is alone. */
    private void addNear(List<Phrase> near, Phrase phrase) {
        if (!near.isEmpty()) {
            Phrase last = near.getLast();
            if (phrase.terms.isEmpty()) {
                phrases.remove(phrase);
                return;
            }
            if (last.terms.isEmpty()) {
                phrases.remove(last);
                near.removeLast();
            }
        }
        near.add(phrase);
    }

    private Phrase phrase() {
        return phrase(take(Kind.STRING));
    }

    /** Parses a phrase whose first string has been taken. */
    private Phrase phrase(QueryToken first) {
        int base = depth;
        Phrase phrase = new Phrase();
        phrases.add(phrase);
        addString(phrase, first);
        while (is(Kind.PLUS)) {
            take(Kind.PLUS);
            addString(phrase, take(Kind.STRING));
            depth = base;
        }
        return phrase;
    }

    private void addString(Phrase phrase, QueryToken string) {
        boolean prefix = is(Kind.STAR);
        if (prefix) {
            take(Kind.STAR);
        } else {
            push();
        }
        depth--;
        byte[] value = string.value();
        int reason = Tokenizer.QUERY | (prefix ? Tokenizer.PREFIX : 0);
        settings.tokenizer()
                .tokenize(
                        value,
                        0,
                        value.length,
                        reason,
                        locale,
                        (array, start, length, flags, from, to) ->
                                addToken(phrase, array, start, length, flags));
        if (!phrase.terms.isEmpty()) {
            phrase.terms.getLast().prefix = prefix;
        }
    }

    private void addToken(Phrase phrase, byte[] array, int start, int length, int flags) {
        byte[] full = shortened(Arrays.copyOfRange(array, start, start + length));
        Term.Word word = new Term.Word(queryPart(full, settings.tokenData()), full);
        if (!phrase.terms.isEmpty() && (flags & Tokenizer.COLOCATED) != 0) {
            phrase.terms.getLast().addSynonym(word);
        } else {
            phrase.terms.add(new Term(word));
        }
    }

    /** A token, without the bytes behind TOKEN_MAX. */
    static byte[] shortened(byte[] token) {
        return token.length > TOKEN_MAX ? Arrays.copyOf(token, TOKEN_MAX) : token;
    }

    /** The part of a token that is looked up: with tokendata, that before the first 0 byte. */
    static byte[] queryPart(byte[] token, boolean tokenData) {
        int length = 0;
        while (length < token.length && !(tokenData && token[length] == 0)) {
            length++;
        }
        return length == token.length ? token : Arrays.copyOf(token, length);
    }

    private QueryNode node(List<Phrase> near, int distance) {
        if (splitsPhrases && near.getFirst().terms.size() > 1) {
            return split(near.getFirst());
        }
        PhraseNode node = new PhraseNode(near, distance);
        if (settings.detail() != Detail.FULL) {
            Phrase phrase = near.getFirst();
            if (near.size() != 1
                    || phrase.terms.size() > 1
                    || (!phrase.terms.isEmpty() && phrase.terms.getFirst().first)) {
                throw SqlException.error("fts5: " + (near.size() == 1 ? "phrase" : "NEAR")
                        + " queries are not supported (detail!=full)");
            }
        }
        return node;
    }

    /** Makes the AND of a phrase's tokens. */
    private QueryNode split(Phrase phrase) {
        OperatorNode and = new OperatorNode.And();
        phrases.remove(phrase);
        for (Term term : phrase.terms) {
            Phrase one = new Phrase();
            one.terms.add(new Term(term.words.getFirst()));
            phrases.add(one);
            and.add(node(List.of(one), 0));
        }
        return and;
    }

    /** Makes the AND of parts without an operator between; those without tokens are left out. */
    private QueryNode implicitAnd(QueryNode left, QueryNode right) {
        if (right.isEmpty()) {
            phrases.remove(((PhraseNode) right).phrases.getFirst());
            return left;
        }
        QueryNode previous = left instanceof OperatorNode.And and ? and.children.getLast() : left;
        if (!previous.isEmpty()) {
            return combine(new OperatorNode.And(), left, right);
        }
        phrases.remove(((PhraseNode) previous).phrases.getFirst());
        if (previous == left) {
            return right;
        }
        ((OperatorNode) left).children.removeLast();
        ((OperatorNode) left).children.add(right);
        return left;
    }
}
