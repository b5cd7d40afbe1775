package org.sqlvm.server.typing;

import org.sqlvm.server.catalog.CatalogSnapshot.Attribute;
import org.sqlvm.server.sql.ParameterName;
import org.sqlvm.server.sql.SqlTokens;
import org.sqlvm.server.value.PgType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Infers the types of parameters that neither the client nor the text specifies, as PostgreSQL
 * does: from their context. A parameter that is compared with an expression, or is the new value of
 * a column, has its type. Some clients ask for these types and send such values; others send texts,
 * which are converted.
 *
 * <p>The statement is not parsed as a whole: expressions are read where one can begin, and the
 * tokens between them are skipped.
 */
public final class ParameterTypes {
    /** Words that begin no expression and are no name. */
    private static final Set<String> KEYWORDS = Set.of(
            "ALL",
            "AND",
            "AS",
            "ASC",
            "BETWEEN",
            "BY",
            "CONFLICT",
            "CROSS",
            "DELETE",
            "DESC",
            "DISTINCT",
            "DO",
            "ELSE",
            "END",
            "ESCAPE",
            "EXCEPT",
            "EXPLAIN",
            "FILTER",
            "FROM",
            "FULL",
            "GLOB",
            "GROUP",
            "HAVING",
            "IN",
            "INNER",
            "INSERT",
            "INTERSECT",
            "INTO",
            "IS",
            "ISNULL",
            "JOIN",
            "LEFT",
            "LIKE",
            "LIMIT",
            "MATCH",
            "NATURAL",
            "NOTHING",
            "NOTNULL",
            "OFFSET",
            "ON",
            "OR",
            "ORDER",
            "OUTER",
            "OVER",
            "PARTITION",
            "RECURSIVE",
            "REGEXP",
            "RETURNING",
            "RIGHT",
            "SELECT",
            "SET",
            "THEN",
            "UNION",
            "UPDATE",
            "USING",
            "VALUES",
            "WHEN",
            "WHERE",
            "WINDOW",
            "WITH");

    private final SqlTokens tokens;
    private final SchemaColumns schema;
    private final Unifier unifier = new Unifier();
    private final OperatorTypes operators;
    /** The columns of the tables that the statement names; null where several differ. */
    private final Map<String, PgType> columns = new HashMap<>();

    private int lastParameter;

    private ParameterTypes(String text, SchemaColumns schema) {
        this.tokens = new SqlTokens(text, 0);
        this.schema = schema;
        this.operators = new OperatorTypes(tokens, this::expression, this::prefix, unifier);
        findColumns(new SqlTokens(text, 0));
    }

    /**
     * By the number of the parameter, from 1.
     *
     * @param schema has been refreshed
     */
    public static Map<Integer, PgType> of(String text, SchemaColumns schema) {
        ParameterTypes guess = new ParameterTypes(text, schema);
        guess.tokens.next();
        guess.between(0);
        return guess.unifier.types();
    }

    private void findColumns(SqlTokens all) {
        Set<String> seen = new java.util.HashSet<>();
        while (all.next().kind() != SqlTokens.Kind.END) {
            SchemaColumns.Table table = isName(all) ? schema.table(all.value()) : null;
            if (table == null || !seen.add(lower(all.value()))) {
                continue;
            }
            for (Attribute attribute : table.attributes()) {
                String name = lower(attribute.name());
                PgType type = PgType.ofDeclared(attribute.declared());
                boolean isOther = columns.containsKey(name) && columns.get(name) != type;
                columns.put(name, isOther ? null : type);
            }
            if (table.hasRowid()) {
                columns.putIfAbsent("rowid", PgType.INT8);
            }
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static boolean isName(SqlTokens tokens) {
        return tokens.kind() == SqlTokens.Kind.WORD || tokens.kind() == SqlTokens.Kind.NAME;
    }

    private boolean isEnd() {
        return tokens.kind() == SqlTokens.Kind.END;
    }

    // ------------------------------------------------------------------ between expressions

    /**
     * Reads on up to the parenthesis that closes, or the end.
     *
     * @param depth how many parentheses have been opened by the caller: 0 or 1
     */
    private void between(int depth) {
        while (!isEnd() && !(depth > 0 && tokens.isSymbol(')'))) {
            switch (tokens.word()) {
                case "INTO" -> insert();
                case "LIMIT", "OFFSET" -> {
                    tokens.next();
                    unifier.set(expression(OperatorTypes.OR), new Operand(PgType.INT8));
                    if (tokens.accept(',')) {
                        unifier.set(expression(OperatorTypes.OR), new Operand(PgType.INT8));
                    }
                }
                case "CASE", "CAST", "NOT", "EXISTS" -> expression(OperatorTypes.OR);
                default -> {
                    if (beginsExpression()) {
                        expression(OperatorTypes.OR);
                    } else {
                        tokens.next();
                    }
                }
            }
        }
    }

    private boolean beginsExpression() {
        return switch (tokens.kind()) {
            case NAME, STRING, PARAMETER, NUMBER -> true;
            case WORD -> !KEYWORDS.contains(tokens.word());
            case SYMBOL -> "(-+~".contains(tokens.token());
            case END -> false;
        };
    }

    /** {@code INTO t(a, b) VALUES ($1, $2), …} or a query. */
    private void insert() {
        SchemaColumns.Table table = null;
        while (isName(tokens.next())) {
            table = schema.table(tokens.value());
            if (!tokens.next().isSymbol('.')) {
                break;
            }
        }
        if (tokens.accept("AS") && isName(tokens)) {
            tokens.next();
        }
        List<Operand> targets = new ArrayList<>();
        if (tokens.accept('(')) {
            while (isName(tokens)) {
                Attribute attribute = table == null ? null : table.attribute(tokens.value());
                targets.add(attribute == null ? Operand.UNKNOWN : target(attribute));
                if (!tokens.next().isSymbol(',')) {
                    break;
                }
                tokens.next();
            }
            tokens.accept(')');
        } else if (table != null) {
            for (Attribute attribute : table.attributes()) {
                if (!attribute.isGenerated()) {
                    targets.add(target(attribute));
                }
            }
        }
        if (tokens.accept("VALUES")) {
            do {
                row(targets);
            } while (tokens.accept(','));
        } else if (tokens.accept("SELECT")) {
            items(targets);
        }
    }

    private static Operand target(Attribute attribute) {
        return new Operand(PgType.ofDeclared(attribute.declared()));
    }

    private void row(List<Operand> targets) {
        if (tokens.accept('(')) {
            items(targets);
            tokens.accept(')');
        }
    }

    /** Expressions with commas between them, each of which goes into a column. */
    private List<Operand> items(List<Operand> targets) {
        List<Operand> found = new ArrayList<>();
        if (!tokens.accept("DISTINCT")) {
            tokens.accept("ALL");
        }
        do {
            Operand item = expression(OperatorTypes.OR);
            if (found.size() < targets.size()) {
                unifier.unify(item, targets.get(found.size()));
            }
            found.add(item);
            name();
        } while (tokens.accept(','));
        return found;
    }

    /** The name of a column of a result. */
    private void name() {
        if (tokens.accept("AS")
                || tokens.kind() == SqlTokens.Kind.NAME
                || (tokens.kind() == SqlTokens.Kind.WORD && beginsExpression())) {
            tokens.next();
        }
    }

    // ------------------------------------------------------------------ expressions

    /** Reads an expression whose operators bind at least so strongly; at least one token. */
    private Operand expression(int strength) {
        Operand left = prefix();
        while (true) {
            Operand next = operators.read(left, strength);
            if (next == null) {
                return left;
            }
            left = next;
        }
    }

    private Operand prefix() {
        return switch (tokens.kind()) {
            case PARAMETER -> parameter();
            case NUMBER -> number();
            case STRING -> {
                tokens.next();
                yield new Operand(PgType.TEXT);
            }
            case NAME -> column();
            case WORD -> word();
            case SYMBOL -> symbol();
            case END -> Operand.UNKNOWN;
        };
    }

    private Operand parameter() {
        int number = ParameterName.of(
                        tokens.token().equals("?") ? null : tokens.token(), lastParameter + 1)
                .number();
        lastParameter = number;
        tokens.next();
        return new Operand(unifier.types().get(number), number, List.of());
    }

    private Operand number() {
        String digits = tokens.token();
        tokens.next();
        boolean isWhole = digits.chars().allMatch(Character::isDigit);
        return new Operand(isWhole ? PgType.INT8 : PgType.FLOAT8);
    }

    private Operand word() {
        String word = tokens.word();
        int end = tokens.end();
        switch (word) {
            case "CASE" -> {
                return caseOf();
            }
            case "CAST" -> {
                return cast();
            }
            case "NOT" -> {
                tokens.next();
                expression(OperatorTypes.NOT);
                return new Operand(PgType.BOOL);
            }
            case "EXISTS" -> {
                tokens.next();
                prefix();
                return new Operand(PgType.BOOL);
            }
            case "TRUE", "FALSE" -> {
                tokens.next();
                return new Operand(PgType.BOOL);
            }
            case "NULL" -> {
                tokens.next();
                return Operand.UNKNOWN;
            }
            case "X" -> {
                SqlTokens ahead = new SqlTokens(tokens.text(), end).next();
                if (ahead.kind() == SqlTokens.Kind.STRING && ahead.start() == end) {
                    tokens.goTo(ahead.end());
                    return new Operand(PgType.BYTEA);
                }
                return column();
            }
            default -> {
                if (KEYWORDS.contains(word)) {
                    tokens.next();
                    return Operand.UNKNOWN;
                }
                return column();
            }
        }
    }

    /** A column, with the names of its table and database maybe; or a call. */
    private Operand column() {
        String name = lower(tokens.value());
        tokens.next();
        while (tokens.accept('.')) {
            name = lower(tokens.value());
            tokens.next();
        }
        return tokens.accept('(') ? call(name) : new Operand(columns.get(name));
    }

    private Operand symbol() {
        if (tokens.accept('(')) {
            Operand inner = parentheses();
            tokens.accept(')');
            return inner;
        }
        if (tokens.isSymbol(')')) {
            return Operand.UNKNOWN;
        }
        boolean isSign = "-+~".contains(tokens.token());
        tokens.next();
        if (!isSign) {
            return Operand.UNKNOWN;
        }
        Operand signed = expression(OperatorTypes.SIGN);
        return new Operand(signed.type());
    }

    /** Reads the content of parentheses: a query, whose first column counts, or expressions. */
    private Operand parentheses() {
        if (tokens.isWord("WITH")) {
            between(1);
            return Operand.UNKNOWN;
        }
        if (tokens.accept("SELECT")) {
            List<Operand> items = items(List.of());
            between(1);
            return items.size() == 1 ? new Operand(items.getFirst().type()) : Operand.of(items);
        }
        if (tokens.isWord("VALUES")) {
            return values();
        }
        if (tokens.isSymbol(')')) {
            return Operand.UNKNOWN;
        }
        List<Operand> all = items(List.of());
        between(1);
        return all.size() == 1 ? all.getFirst() : Operand.of(all);
    }

    private Operand values() {
        List<Operand> rows = new ArrayList<>();
        do {
            tokens.next();
            rows.add(prefix());
        } while (tokens.isSymbol(','));
        between(1);
        return Operand.of(rows);
    }

    private Operand caseOf() {
        tokens.next();
        Operand base = tokens.isWord("WHEN") ? null : expression(OperatorTypes.OR);
        List<Operand> results = new ArrayList<>();
        while (tokens.accept("WHEN")) {
            Operand condition = expression(OperatorTypes.OR);
            if (base != null) {
                unifier.unify(base, condition);
            }
            if (tokens.accept("THEN")) {
                results.add(expression(OperatorTypes.OR));
            }
        }
        if (tokens.accept("ELSE")) {
            results.add(expression(OperatorTypes.OR));
        }
        tokens.accept("END");
        return unifier.unifyAll(results);
    }

    private Operand cast() {
        if (!tokens.next().isSymbol('(')) {
            return new Operand(columns.get("cast"));
        }
        tokens.next();
        Operand value = expression(OperatorTypes.OR);
        PgType type = null;
        if (tokens.accept("AS") && isName(tokens)) {
            StringBuilder name = new StringBuilder();
            while (isName(tokens)) {
                name.append(tokens.value()).append(' ');
                tokens.next();
            }
            type = PgType.ofDeclared(name.toString().strip());
        }
        between(1);
        tokens.accept(')');
        Operand result = new Operand(type);
        unifier.set(value, result);
        return result;
    }

    private Operand call(String name) {
        List<Operand> arguments = new ArrayList<>();
        if (!tokens.isSymbol(')')) {
            arguments.addAll(items(List.of()));
        }
        between(1);
        tokens.accept(')');
        return CallTypes.call(name, arguments, unifier);
    }
}
