package org.sqlvm.server.typing;

import org.sqlvm.server.catalog.CatalogSnapshot.Attribute;
import org.sqlvm.server.sql.ParameterName;
import org.sqlvm.server.sql.SqlTokens;
import org.sqlvm.server.sql.TypeName;
import org.sqlvm.server.value.PgType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Finds out what parameters are that neither the client nor the text says, as PostgreSQL does: by
 * the place where they stand. A parameter that is compared with an expression, or is the new value
 * of a column, is of that one's type. Some clients ask, and then send values of that type alone;
 * others send texts, which are to be such values.
 *
 * <p>The statement is not parsed as a whole: expressions are read where one can begin, and
 * everything between them is read over.
 */
public final class ParameterTypes {
    private static final int OR = 1;
    private static final int AND = 2;
    private static final int NOT = 3;
    private static final int EQUALITY = 4;
    private static final int ORDER = 5;
    private static final int BITS = 6;
    private static final int SUM = 7;
    private static final int PRODUCT = 8;
    private static final int CONCAT = 9;
    private static final int SIGN = 10;

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

    private static final Set<String> INTEGERS = Set.of(
            "array_length",
            "changes",
            "char_length",
            "count",
            "dense_rank",
            "instr",
            "json_array_length",
            "last_insert_rowid",
            "length",
            "ntile",
            "octet_length",
            "pg_position",
            "random",
            "rank",
            "row_number",
            "sign",
            "total_changes",
            "unicode",
            "unixepoch");

    private static final Set<String> REALS = Set.of(
            "acos",
            "asin",
            "atan",
            "atan2",
            "avg",
            "cos",
            "degrees",
            "exp",
            "julianday",
            "ln",
            "log",
            "log10",
            "log2",
            "pi",
            "pow",
            "power",
            "radians",
            "sin",
            "sqrt",
            "tan",
            "total");

    private static final Set<String> TEXTS = Set.of(
            "char",
            "concat",
            "concat_ws",
            "date",
            "datetime",
            "format",
            "group_concat",
            "hex",
            "lower",
            "ltrim",
            "printf",
            "quote",
            "replace",
            "rtrim",
            "strftime",
            "string_agg",
            "substr",
            "substring",
            "time",
            "trim",
            "typeof",
            "upper");

    /** What takes and gives values of one type. */
    private static final Set<String> ALIKE = Set.of(
            "abs",
            "ceil",
            "ceiling",
            "coalesce",
            "first_value",
            "floor",
            "ifnull",
            "last_value",
            "max",
            "min",
            "nullif",
            "round",
            "sum");

    /**
     * What an expression is.
     *
     * @param type null if it is not known
     * @param parameter its number if it is one and nothing else; 0 if it is not
     * @param parts of a row value, or of a list; empty for all others
     */
    private record Operand(PgType type, int parameter, List<Operand> parts) {
        Operand(PgType type) {
            this(type, 0, List.of());
        }
    }

    private static final Operand UNKNOWN = new Operand(null);

    private final SqlTokens tokens;
    private final SchemaColumns schema;
    private final Map<Integer, PgType> types = new HashMap<>();
    /** The columns of the tables that the statement names; null where several differ. */
    private final Map<String, PgType> columns = new HashMap<>();

    private int lastParameter;

    private ParameterTypes(String text, SchemaColumns schema) {
        this.tokens = new SqlTokens(text, 0);
        this.schema = schema;
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
        return guess.types;
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
                    set(expression(OR), new Operand(PgType.INT8));
                    if (tokens.accept(',')) {
                        set(expression(OR), new Operand(PgType.INT8));
                    }
                }
                case "CASE", "CAST", "NOT", "EXISTS" -> expression(OR);
                default -> {
                    if (beginsExpression()) {
                        expression(OR);
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
                targets.add(attribute == null ? UNKNOWN : target(attribute));
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
            Operand item = expression(OR);
            if (found.size() < targets.size()) {
                unify(item, targets.get(found.size()));
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
            Operand next = operator(left, strength);
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
            case END -> UNKNOWN;
        };
    }

    private Operand parameter() {
        int number = ParameterName.of(
                        tokens.token().equals("?") ? null : tokens.token(), lastParameter + 1)
                .number();
        lastParameter = number;
        tokens.next();
        return new Operand(types.get(number), number, List.of());
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
                expression(NOT);
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
                return UNKNOWN;
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
                    return UNKNOWN;
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
            return UNKNOWN;
        }
        boolean isSign = "-+~".contains(tokens.token());
        tokens.next();
        if (!isSign) {
            return UNKNOWN;
        }
        Operand signed = expression(SIGN);
        return new Operand(signed.type());
    }

    /** What is in them: a query, whose first column counts, or expressions. */
    private Operand parentheses() {
        if (tokens.isWord("WITH")) {
            between(1);
            return UNKNOWN;
        }
        if (tokens.accept("SELECT")) {
            List<Operand> items = items(List.of());
            between(1);
            return items.size() == 1
                    ? new Operand(items.getFirst().type())
                    : new Operand(null, 0, items);
        }
        if (tokens.isWord("VALUES")) {
            return values();
        }
        if (tokens.isSymbol(')')) {
            return UNKNOWN;
        }
        List<Operand> all = items(List.of());
        between(1);
        return all.size() == 1 ? all.getFirst() : new Operand(null, 0, all);
    }

    private Operand values() {
        List<Operand> rows = new ArrayList<>();
        do {
            tokens.next();
            rows.add(prefix());
        } while (tokens.isSymbol(','));
        between(1);
        return new Operand(null, 0, rows);
    }

    private Operand caseOf() {
        tokens.next();
        Operand base = tokens.isWord("WHEN") ? null : expression(OR);
        List<Operand> results = new ArrayList<>();
        while (tokens.accept("WHEN")) {
            Operand condition = expression(OR);
            if (base != null) {
                unify(base, condition);
            }
            if (tokens.accept("THEN")) {
                results.add(expression(OR));
            }
        }
        if (tokens.accept("ELSE")) {
            results.add(expression(OR));
        }
        tokens.accept("END");
        return unifyAll(results);
    }

    private Operand cast() {
        if (!tokens.next().isSymbol('(')) {
            return new Operand(columns.get("cast"));
        }
        tokens.next();
        Operand value = expression(OR);
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
        set(value, result);
        return result;
    }

    private Operand call(String name) {
        List<Operand> arguments = new ArrayList<>();
        if (!tokens.isSymbol(')')) {
            arguments.addAll(items(List.of()));
        }
        between(1);
        tokens.accept(')');
        Operand first = arguments.isEmpty() ? UNKNOWN : arguments.getFirst();
        if (name.equals("pg_any") && arguments.size() == 2) {
            PgType array = first.type() == null ? null : PgType.of(first.type().arrayOid());
            set(arguments.get(1), new Operand(array));
            return new Operand(PgType.BOOL);
        }
        if (INTEGERS.contains(name)) {
            return new Operand(PgType.INT8);
        }
        if (REALS.contains(name)) {
            arguments.forEach(each -> set(each, new Operand(PgType.FLOAT8)));
            return new Operand(PgType.FLOAT8);
        }
        if (TEXTS.contains(name)) {
            if (name.startsWith("substr")) {
                arguments.stream().skip(1).forEach(each -> set(each, new Operand(PgType.INT8)));
            }
            return new Operand(PgType.TEXT);
        }
        if (name.equals("iif") || name.equals("if")) {
            return unifyAll(arguments.subList(Math.min(1, arguments.size()), arguments.size()));
        }
        if (name.equals("round") && arguments.size() == 2) {
            set(arguments.get(1), new Operand(PgType.INT8));
            return new Operand(PgType.FLOAT8);
        }
        return ALIKE.contains(name) ? unifyAll(arguments) : UNKNOWN;
    }

    // ------------------------------------------------------------------ operators

    /** Reads an operator and what is behind it; null if there is none that binds so strongly. */
    private Operand operator(Operand left, int strength) {
        if (tokens.kind() == SqlTokens.Kind.WORD) {
            return wordOperator(left, strength);
        }
        if (tokens.kind() != SqlTokens.Kind.SYMBOL) {
            return null;
        }
        switch (tokens.token()) {
            case "::" -> {
                tokens.next();
                TypeName type = TypeName.read(tokens);
                Operand result = new Operand(type.type());
                set(left, result);
                return result;
            }
            case "=", "!" -> {
                return strength <= EQUALITY ? comparison(left, ORDER) : null;
            }
            case "<", ">" -> {
                return smaller(left, strength);
            }
            case "|" -> {
                return bar(left, strength);
            }
            case "&" -> {
                return strength <= BITS ? arithmetic(left, SUM) : null;
            }
            case "+", "-" -> {
                return strength <= SUM ? sum(left) : null;
            }
            case "*", "/", "%" -> {
                return strength <= PRODUCT ? arithmetic(left, CONCAT) : null;
            }
            default -> {
                return null;
            }
        }
    }

    private char second() {
        return tokens.end() < tokens.text().length() ? tokens.text().charAt(tokens.end()) : 0;
    }

    private Operand smaller(Operand left, int strength) {
        char first = tokens.token().charAt(0);
        char second = second();
        if (second == first) {
            if (strength > BITS) {
                return null;
            }
            tokens.next();
            return arithmetic(left, SUM);
        }
        boolean isUnequal = first == '<' && second == '>';
        if (strength > (isUnequal ? EQUALITY : ORDER)) {
            return null;
        }
        return comparison(left, isUnequal ? ORDER : BITS);
    }

    /** The right side, behind the symbols of an operator. */
    private Operand comparison(Operand left, int strength) {
        skipSymbols("=<>!");
        unify(left, expression(strength));
        return new Operand(PgType.BOOL);
    }

    private void skipSymbols(String symbols) {
        while (tokens.kind() == SqlTokens.Kind.SYMBOL && symbols.contains(tokens.token())) {
            tokens.next();
        }
    }

    private Operand bar(Operand left, int strength) {
        boolean isConcat = second() == '|';
        if (strength > (isConcat ? CONCAT : BITS)) {
            return null;
        }
        if (!isConcat) {
            return arithmetic(left, SUM);
        }
        tokens.next();
        tokens.next();
        Operand text = new Operand(PgType.TEXT);
        set(left, text);
        set(expression(SIGN), text);
        return text;
    }

    /** {@code -> } and {@code ->>} of JSON are no sums. */
    private Operand sum(Operand left) {
        if (tokens.isSymbol('-') && second() == '>') {
            tokens.next();
            skipSymbols(">");
            set(expression(SIGN), new Operand(PgType.TEXT));
            return UNKNOWN;
        }
        return arithmetic(left, PRODUCT);
    }

    private Operand arithmetic(Operand left, int strength) {
        tokens.next();
        Operand right = expression(strength);
        Operand result = new Operand(number(left.type(), right.type()));
        set(left, result);
        set(right, result);
        return result;
    }

    /** The type of a result of numbers. */
    private static PgType number(PgType left, PgType right) {
        if (left == PgType.FLOAT8 || right == PgType.FLOAT8) {
            return PgType.FLOAT8;
        }
        return left == PgType.INT8 || right == PgType.INT8 ? PgType.INT8 : PgType.NUMERIC;
    }

    private Operand wordOperator(Operand left, int strength) {
        switch (tokens.word()) {
            case "OR", "AND" -> {
                int own = tokens.isWord("OR") ? OR : AND;
                if (strength > own) {
                    return null;
                }
                tokens.next();
                expression(own + 1);
                return new Operand(PgType.BOOL);
            }
            case "COLLATE" -> {
                tokens.next();
                tokens.next();
                return left;
            }
            case "ISNULL", "NOTNULL" -> {
                tokens.next();
                return new Operand(PgType.BOOL);
            }
            case "IS" -> {
                if (strength > EQUALITY) {
                    return null;
                }
                tokens.next();
                tokens.accept("NOT");
                if (tokens.accept("DISTINCT")) {
                    tokens.accept("FROM");
                }
                unify(left, expression(ORDER));
                return new Operand(PgType.BOOL);
            }
            case "NOT", "LIKE", "GLOB", "REGEXP", "MATCH", "IN", "BETWEEN" -> {
                return strength > EQUALITY ? null : negatable(left);
            }
            default -> {
                return null;
            }
        }
    }

    private Operand negatable(Operand left) {
        tokens.accept("NOT");
        Operand result = new Operand(PgType.BOOL);
        String word = tokens.word();
        switch (word) {
            case "LIKE", "GLOB", "REGEXP", "MATCH" -> {
                tokens.next();
                Operand text = new Operand(PgType.TEXT);
                set(left, text);
                set(expression(ORDER), text);
                if (tokens.accept("ESCAPE")) {
                    set(expression(ORDER), text);
                }
            }
            case "IN" -> {
                tokens.next();
                Operand list = prefix();
                for (Operand each : list.parts()) {
                    unify(left, each);
                }
                if (list.parts().isEmpty()) {
                    unify(left, list);
                }
            }
            case "BETWEEN" -> {
                tokens.next();
                unify(left, expression(ORDER));
                if (tokens.accept("AND")) {
                    unify(left, expression(ORDER));
                }
            }
            case "NULL" -> tokens.next();
            default -> {}
        }
        return result;
    }

    // ------------------------------------------------------------------ types

    /** Both are of one type, part by part. */
    private void unify(Operand left, Operand right) {
        if (!left.parts().isEmpty() && left.parts().size() == right.parts().size()) {
            for (int i = 0; i < left.parts().size(); i++) {
                unify(left.parts().get(i), right.parts().get(i));
            }
            return;
        }
        set(left, right);
        set(right, left);
    }

    private Operand unifyAll(List<Operand> all) {
        PgType type = all.stream()
                .filter(each -> each.parameter() == 0 && each.type() != null)
                .map(Operand::type)
                .findFirst()
                .orElse(null);
        Operand result = new Operand(type);
        all.forEach(each -> set(each, result));
        return result;
    }

    /** If it is a parameter, it is of the other one's type. */
    private void set(Operand parameter, Operand other) {
        if (parameter.parameter() > 0 && other.type() != null) {
            types.putIfAbsent(parameter.parameter(), other.type());
        }
    }
}
