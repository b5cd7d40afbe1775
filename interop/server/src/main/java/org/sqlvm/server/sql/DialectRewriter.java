package org.sqlvm.server.sql;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.server.value.PgType;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rewrites PostgreSQL syntax in clients' queries of the catalog to SQLite's: casts with two colons,
 * arrays, ANY, operators with a schema, patterns. A statement without such syntax is not changed.
 *
 * <p>Tokens are copied from the text to {@link #pieces}. Most rewrites concern the operand before a
 * token, which is the last part of the pieces.
 */
public final class DialectRewriter {
    private static final Pattern SIGNS = Pattern.compile(
            "pg_|information_schema|::|\\bpublic\"?\\s*\\.|\\be'|\\bilike\\b|\\bany\\s*\\("
                    + "|\\barray\\b|\\bcurrent_(user|catalog|schema|role|database)\\b"
                    + "|\\$\\w*\\$|\\bsession_user\\b|\\boperator\\s*\\(|\\bextract\\s*\\(|~",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern CATALOG =
            Pattern.compile("\\bpg_|information_schema|regclass", Pattern.CASE_INSENSITIVE);

    /** Words that are no operand, and no name of a function. */
    private static final Set<String> KEYWORDS = Set.of(
            "ALL",
            "AND",
            "ANY",
            "AS",
            "ASC",
            "BETWEEN",
            "BY",
            "CASE",
            "CROSS",
            "DESC",
            "DISTINCT",
            "ELSE",
            "END",
            "EXCEPT",
            "EXISTS",
            "FROM",
            "FULL",
            "GLOB",
            "GROUP",
            "HAVING",
            "ILIKE",
            "IN",
            "INNER",
            "INTERSECT",
            "IS",
            "JOIN",
            "LEFT",
            "LIKE",
            "LIMIT",
            "NATURAL",
            "NOT",
            "OFFSET",
            "ON",
            "OR",
            "ORDER",
            "OUTER",
            "REGEXP",
            "RETURNING",
            "RIGHT",
            "SELECT",
            "SET",
            "SOME",
            "THEN",
            "UNION",
            "USING",
            "VALUES",
            "WHEN",
            "WHERE",
            "WITH");

    /** The fields of EXTRACT, as strftime has them (sqlite.org/lang_datefunc.html). */
    private static final Map<String, String> FIELDS = Map.of(
            "year", "%Y",
            "month", "%m",
            "week", "%V",
            "day", "%d",
            "doy", "%j",
            "dow", "%w",
            "isodow", "%u",
            "hour", "%H",
            "minute", "%M",
            "second", "%f");

    /** Functions that PostgreSQL calls without parentheses. */
    private static final Set<String> BARE_FUNCTIONS = Set.of(
            "CURRENT_USER", "CURRENT_ROLE", "SESSION_USER", "CURRENT_CATALOG", "CURRENT_SCHEMA");

    /** @param text without the blanks before it */
    private record Piece(String text, boolean hasBlank) {
        boolean isWord() {
            char first = text.charAt(0);
            return Character.isLetter(first) || first == '_' || first == '"';
        }
    }

    private final SqlTokens tokens;
    private final List<Piece> pieces = new ArrayList<>();
    /** The texts to write when the open parentheses are closed, the innermost first. */
    private final Deque<List<String>> closers = new ArrayDeque<>();

    private DialectRewriter(String text) {
        this.tokens = new SqlTokens(text, 0);
    }

    public static Set<String> keywords() {
        return KEYWORDS;
    }

    /** Whether the statement may have something to be rewritten. */
    public static boolean concerns(String text) {
        return SIGNS.matcher(text).find() || QueryForms.concerns(text);
    }

    /** Whether the statement may read the catalog. */
    public static boolean readsCatalog(String text) {
        return CATALOG.matcher(text).find();
    }

    public static String rewrite(String text) {
        return new DialectRewriter(QueryForms.rewrite(ClientPhrases.rewrite(text))).run();
    }

    private String run() {
        tokens.next();
        while (tokens.kind() != SqlTokens.Kind.END) {
            step();
        }
        StringBuilder text = new StringBuilder();
        for (Piece piece : pieces) {
            if (piece.hasBlank()) {
                text.append(' ');
            }
            text.append(piece.text());
        }
        return text.toString();
    }

    /** Reads a token, or some that belong together. */
    private void step() {
        switch (tokens.kind()) {
            case WORD, NAME -> word();
            case STRING -> {
                if (tokens.token().charAt(0) == '\'') {
                    copy();
                } else {
                    add(SqlText.literal(tokens.value()));
                    tokens.next();
                }
            }
            case SYMBOL -> symbol();
            case PARAMETER, NUMBER, END -> copy();
        }
    }

    private void copy() {
        add(tokens.token());
        tokens.next();
    }

    private void add(String text) {
        pieces.add(new Piece(text, hasBlankBefore()));
    }

    /** Blanks in the text become one. */
    private boolean hasBlankBefore() {
        return tokens.start() > 0 && isBlankAt(tokens.start() - 1);
    }

    private boolean isBlankAt(int index) {
        char before = tokens.text().charAt(index);
        // A comment may end here as well.
        return Character.isWhitespace(before) || before == '/';
    }

    private void insert(int index, String text) {
        Piece next = pieces.get(index);
        pieces.set(index, new Piece(next.text(), false));
        pieces.add(index, new Piece(text, next.hasBlank()));
    }

    // ------------------------------------------------------------------ words

    private void word() {
        if (tokens.kind() == SqlTokens.Kind.WORD) {
            switch (tokens.word()) {
                case "OPERATOR" -> {
                    operator();
                    return;
                }
                case "COLLATE" -> {
                    collate();
                    return;
                }
                case "AT" -> {
                    zone();
                    return;
                }
                case "ILIKE" -> {
                    add("LIKE");
                    tokens.next();
                    return;
                }
                case "ANY", "SOME", "ALL" -> {
                    quantified();
                    return;
                }
                case "ARRAY" -> {
                    array();
                    return;
                }
                case "EXTRACT" -> {
                    extract();
                    return;
                }
                default -> {}
            }
        }
        name();
    }

    /** {@code time AT TIME ZONE zone}. */
    private void zone() {
        SqlTokens ahead = new SqlTokens(tokens.text(), tokens.end()).next();
        boolean isZone = ahead.accept("TIME") && ahead.accept("ZONE") && isBehindOperand();
        boolean isOne =
                ahead.kind() == SqlTokens.Kind.STRING || ahead.kind() == SqlTokens.Kind.PARAMETER;
        if (!isZone || !isOne) {
            name();
            return;
        }
        int start = operandStart();
        insert(start, "(");
        insert(start, "pg_at_zone");
        pieces.add(new Piece(",", false));
        tokens.goTo(ahead.start());
        copy();
        pieces.add(new Piece(")", false));
    }

    private boolean isBehindDot() {
        return !pieces.isEmpty() && pieces.getLast().text().equals(".");
    }

    /** A name that may have a schema before it. */
    private void name() {
        String word = tokens.value().toLowerCase(Locale.ROOT);
        boolean isBare = tokens.kind() == SqlTokens.Kind.WORD
                && BARE_FUNCTIONS.contains(tokens.word())
                && !isBehindDot();
        Piece piece = new Piece(tokens.token(), hasBlankBefore());
        tokens.next();
        boolean isSchema = tokens.isSymbol('.') && (pieces.isEmpty() || !isBehindDot());
        if (isSchema && (word.equals("pg_catalog") || word.equals("information_schema"))) {
            tokens.next();
            String name = tokens.value();
            boolean isView = word.equals("information_schema") && !name.startsWith("_");
            String own = isView
                    ? SqlText.quoted("information_schema." + name.toLowerCase(Locale.ROOT))
                    : name;
            pieces.add(new Piece(isView ? own : tokens.token(), piece.hasBlank()));
            tokens.next();
        } else if (isSchema && word.equals("public")) {
            if (isColumn()) {
                // RETURNING knows no schema, and elsewhere the table's name is enough.
                tokens.next();
                pieces.add(new Piece(tokens.token(), piece.hasBlank()));
                tokens.next();
            } else {
                pieces.add(new Piece("main", piece.hasBlank()));
            }
        } else {
            pieces.add(piece);
            if (isBare && !tokens.isSymbol('(')) {
                pieces.add(new Piece("()", false));
            }
        }
    }

    /** Whether a table and a column follow the point that the token is. */
    private boolean isColumn() {
        SqlTokens ahead = new SqlTokens(tokens.text(), tokens.end()).next();
        return ahead.next().isSymbol('.');
    }

    /** {@code OPERATOR(pg_catalog.~)}. */
    private void operator() {
        boolean hasBlank = hasBlankBefore();
        String word = tokens.token();
        if (!tokens.next().isSymbol('(')) {
            pieces.add(new Piece(word, hasBlank));
            return;
        }
        StringBuilder symbols = new StringBuilder();
        for (tokens.next(); !tokens.isSymbol(')'); tokens.next()) {
            if (tokens.kind() == SqlTokens.Kind.END) {
                throw tokens.error();
            }
            if (tokens.kind() == SqlTokens.Kind.SYMBOL && !tokens.isSymbol('.')) {
                symbols.append(tokens.token());
            }
        }
        tokens.next();
        pieces.add(new Piece(named(symbols.toString()), true));
    }

    private static String named(String operator) {
        return switch (operator) {
            case "~" -> "REGEXP";
            case "!~" -> "NOT REGEXP";
            // The flag is in the pattern.
            case "~*" -> "REGEXP '(?i)' ||";
            case "!~*" -> "NOT REGEXP '(?i)' ||";
            case "~~", "~~*" -> "LIKE";
            case "!~~", "!~~*" -> "NOT LIKE";
            default -> operator;
        };
    }

    /** Collations of PostgreSQL are left out. */
    private void collate() {
        Piece piece = new Piece(tokens.token(), hasBlankBefore());
        tokens.next();
        String name = tokens.value().toLowerCase(Locale.ROOT);
        if (name.equals("pg_catalog")) {
            tokens.next().expect('.');
            tokens.next();
        } else if (name.equals("default") || name.equals("c") || name.equals("posix")) {
            tokens.next();
        } else {
            pieces.add(piece);
        }
    }

    /** {@code = ANY (…)} and {@code <> ALL (…)}; other uses of the words stay. */
    private void quantified() {
        boolean isAll = tokens.isWord("ALL");
        String word = tokens.token();
        boolean hasBlank = hasBlankBefore();
        tokens.next();
        boolean isEqual =
                endsWith("=") && !endsWith("<", "=") && !endsWith(">", "=") && !endsWith("!", "=");
        boolean isUnequal = endsWith("<", ">") || endsWith("!", "=");
        if (!tokens.isSymbol('(') || !(isAll ? isUnequal : isEqual)) {
            pieces.add(new Piece(word, hasBlank));
            return;
        }
        pieces.removeLast();
        if (isAll) {
            pieces.removeLast();
        }
        tokens.next();
        if (tokens.isWord("SELECT") || tokens.isWord("VALUES")) {
            pieces.add(new Piece(isAll ? "NOT IN" : "IN", true));
            open();
            return;
        }
        int start = operandStart();
        insert(start, "(");
        insert(start, "pg_any");
        if (isAll) {
            insert(start, "NOT");
            pieces.set(start + 1, new Piece("pg_any", true));
        }
        pieces.add(new Piece(",", false));
        pieces.add(new Piece("(", true));
        closers.push(List.of(")", ")"));
    }

    private boolean endsWith(String... texts) {
        if (pieces.size() < texts.length) {
            return false;
        }
        for (int i = 0; i < texts.length; i++) {
            if (!pieces.get(pieces.size() - texts.length + i).text().equals(texts[i])) {
                return false;
            }
        }
        return true;
    }

    /** {@code ARRAY[…]} is a call, {@code ARRAY(SELECT …)} an aggregate over the query's rows. */
    private void array() {
        Piece piece = new Piece(tokens.token(), hasBlankBefore());
        tokens.next();
        if (tokens.isSymbol('[')) {
            pieces.add(new Piece("pg_array_of", piece.hasBlank()));
            pieces.add(new Piece("(", false));
            closers.push(List.of(")"));
            tokens.next();
        } else if (tokens.isSymbol('(')) {
            pieces.add(new Piece("(", piece.hasBlank()));
            pieces.add(new Piece("WITH array_rows", false));
            pieces.add(new Piece("(x) AS", false));
            pieces.add(new Piece("(", true));
            closers.push(List.of(")", " SELECT pg_array(x) FROM array_rows", ")"));
            tokens.next();
        } else {
            pieces.add(piece);
        }
    }

    /** {@code extract(FIELD FROM time)}: SQLite's functions of dates have the fields. */
    private void extract() {
        SqlTokens ahead = new SqlTokens(tokens.text(), tokens.end()).next();
        String field = ahead.accept('(') ? ahead.value().toLowerCase(Locale.ROOT) : "";
        boolean isField = !field.isEmpty() && ahead.next().isWord("FROM");
        if (!isField || !(field.equals("epoch") || FIELDS.containsKey(field))) {
            name();
            return;
        }
        boolean hasBlank = hasBlankBefore();
        if (field.equals("epoch")) {
            pieces.add(new Piece("unixepoch", hasBlank));
            pieces.add(new Piece("(", false));
            closers.push(List.of(",", "'subsec'", ")"));
        } else {
            pieces.add(new Piece("CAST", hasBlank));
            pieces.add(new Piece("(", false));
            pieces.add(new Piece("strftime", false));
            pieces.add(new Piece("(", false));
            pieces.add(new Piece("'" + FIELDS.get(field) + "'", false));
            pieces.add(new Piece(",", false));
            String type = field.equals("second") ? " AS REAL" : " AS INTEGER";
            closers.push(List.of(")", type, ")"));
        }
        tokens.goTo(ahead.end());
    }

    // ------------------------------------------------------------------ symbols

    private void symbol() {
        switch (tokens.token()) {
            case "::" -> cast();
            case "(" -> {
                pieces.add(new Piece("(", hasBlankBefore()));
                closers.push(List.of(")"));
                tokens.next();
            }
            case "[" -> subscript();
            case ")", "]" -> close();
            case "~", "!" -> pattern();
            default -> copy();
        }
    }

    private void open() {
        pieces.add(new Piece("(", true));
        closers.push(List.of(")"));
    }

    private void close() {
        if (closers.isEmpty()) {
            copy();
            return;
        }
        for (String text : closers.pop()) {
            pieces.add(new Piece(text, false));
        }
        tokens.next();
        nameColumns();
    }

    /** {@code (VALUES …) AS name(columns)}: SQLite names columns in WITH. */
    private void nameColumns() {
        if (!pieces.getLast().text().equals(")")) {
            return;
        }
        int open = opening(pieces.size() - 1);
        if (!pieces.get(open + 1).text().equalsIgnoreCase("VALUES")) {
            return;
        }
        SqlTokens ahead = new SqlTokens(tokens.text(), tokens.start()).next();
        ahead.accept("AS");
        String name = ahead.token();
        int columns = ahead.end();
        boolean isNamed =
                ahead.kind() == SqlTokens.Kind.WORD || ahead.kind() == SqlTokens.Kind.NAME;
        if (!isNamed || !ahead.next().isSymbol('(')) {
            return;
        }
        while (!ahead.isSymbol(')')) {
            if (ahead.next().kind() == SqlTokens.Kind.END) {
                throw ahead.error();
            }
        }
        insert(open + 1, "(");
        insert(open + 1, "WITH " + name + tokens.text().substring(columns, ahead.end()) + " AS ");
        pieces.add(new Piece(" SELECT * FROM " + name, false));
        pieces.add(new Piece(")", false));
        pieces.add(new Piece(" AS " + name, false));
        tokens.goTo(ahead.end());
    }

    /** An element of an array. */
    private void subscript() {
        if (!isBehindOperand()) {
            // A name in brackets, as SQLite knows them.
            pieces.add(new Piece("[", hasBlankBefore()));
            closers.push(List.of("]"));
            tokens.next();
            return;
        }
        int start = operandStart();
        insert(start, "(");
        insert(start, "pg_element");
        pieces.add(new Piece(",", false));
        closers.push(List.of(")"));
        tokens.next();
    }

    /** {@code ~} behind an operand is a comparison with a pattern. */
    private void pattern() {
        if (!isBehindOperand()) {
            copy();
            return;
        }
        StringBuilder operator = new StringBuilder();
        boolean hasBlank = false;
        while (!hasBlank
                && (tokens.isSymbol('!') || tokens.isSymbol('~') || tokens.isSymbol('*'))) {
            operator.append(tokens.token());
            int end = tokens.end();
            tokens.next();
            hasBlank = tokens.start() > end;
        }
        pieces.add(new Piece(named(operator.toString()), true));
    }

    private boolean isBehindOperand() {
        if (pieces.isEmpty()) {
            return false;
        }
        Piece last = pieces.getLast();
        char end = last.text().charAt(last.text().length() - 1);
        boolean isKeyword =
                last.isWord() && KEYWORDS.contains(last.text().toUpperCase(Locale.ROOT));
        return !isKeyword && (Character.isLetterOrDigit(end) || "_)]'\"".indexOf(end) >= 0);
    }

    /** {@code operand::type}. */
    private void cast() {
        tokens.next();
        TypeName type = TypeName.read(tokens);
        int start = operandStart();
        if (start < 0) {
            throw tokens.error();
        }
        Piece operand = pieces.get(start);
        boolean isOne = start == pieces.size() - 1;
        if (isOne && operand.text().startsWith("$") && type.isKnown()) {
            // To SQLite, the parameter has this name.
            pieces.set(
                    start,
                    new Piece(operand.text() + "::" + type.type().typeName(), operand.hasBlank()));
            return;
        }
        if (isOne && type.type() == PgType.BYTEA && operand.text().startsWith("'\\x")) {
            String digits = operand.text().substring(3, operand.text().length() - 1);
            pieces.set(start, new Piece("x'" + digits + "'", operand.hasBlank()));
            return;
        }
        boolean isText =
                isOne && (operand.text().startsWith("'") || operand.text().startsWith("$"));
        List<String> around = type.cast(isText);
        if (!around.isEmpty()) {
            insert(start, "(");
            insert(start, around.getFirst());
            pieces.add(new Piece(around.getLast(), false));
            pieces.add(new Piece(")", false));
        }
    }

    /** Where the operand that ends here begins; -1 if there is none. */
    private int operandStart() {
        int at = pieces.size() - 1;
        if (at < 0) {
            throw tokens.error();
        }
        if (pieces.get(at).text().equals(")") || pieces.get(at).text().equals("()")) {
            at = pieces.get(at).text().equals("()") ? at : opening(at);
            boolean isCall = at > 0
                    && pieces.get(at - 1).isWord()
                    && !KEYWORDS.contains(pieces.get(at - 1).text().toUpperCase(Locale.ROOT));
            if (isCall) {
                at--;
            }
        }
        while (at > 1 && pieces.get(at - 1).text().equals(".")) {
            at -= 2;
        }
        return at;
    }

    /** The parenthesis that the one at {@code close} closes. */
    private int opening(int close) {
        int depth = 0;
        for (int i = close; i >= 0; i--) {
            String text = pieces.get(i).text();
            if (text.equals(")")) {
                depth++;
            } else if (text.equals("(") && --depth == 0) {
                return i;
            }
        }
        throw tokens.error();
    }
}
