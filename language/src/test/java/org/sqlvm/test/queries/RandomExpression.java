package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/** Expressions over the columns of a scope. */
final class RandomExpression {
    /** Where an expression stands says what may be called in it. */
    enum Place {
        ROW,
        GROUP,
        RESULT
    }

    private static final List<String> COLLATIONS = List.of("BINARY", "NOCASE", "RTRIM");

    private static final List<String> COMPARISONS = List.of(
            "=",
            "<",
            "<=",
            ">",
            ">=",
            "<>",
            "==",
            "IS",
            "IS NOT",
            "IS DISTINCT FROM",
            "IS NOT DISTINCT FROM");

    private static final List<String> ARITHMETIC =
            List.of(" + ", " - ", " * ", " / ", " % ", " || ", " & ", " | ", " << ", " >> ");

    private static final List<String> TYPES =
            List.of("INTEGER", "REAL", "TEXT", "NUMERIC", "BLOB", "VARCHAR(3)", "INT", "DATE");

    private static final List<String> ONE = List.of(
            "typeof",
            "length",
            "upper",
            "lower",
            "hex",
            "quote",
            "trim",
            "round",
            "unicode",
            "sign",
            "abs",
            "ltrim",
            "rtrim",
            "ceil",
            "floor",
            "trunc",
            "octet_length",
            "char",
            "unhex",
            "concat",
            "date",
            "time",
            "datetime",
            "julianday",
            "unixepoch",
            "likely");

    private static final List<String> TWO = List.of(
            "coalesce",
            "ifnull",
            "nullif",
            "min",
            "max",
            "instr",
            "substr",
            "rtrim",
            "trim",
            "round",
            "mod",
            "concat",
            "glob",
            "like",
            "concat_ws",
            "date",
            "strftime");

    private static final List<String> THREE = List.of(
            "coalesce", "min", "max", "substr", "replace", "iif", "concat", "concat_ws", "like");

    private static final List<String> FORMATS = List.of(
            "%d",
            "%5.2f", "%s", "%x", "%q", "%Q", "%w", "%c", "%e", "%g", "%,d", "%+d", "%08.3f",
            "%-5s|", "%.2s", "%%", "%05d", "%o", "%i", "%.3g", "%!.10f", "%#x");

    private static final List<String> TIME_FORMATS =
            List.of("%Y-%m-%d", "%H:%M", "%j", "%s", "%w %W", "%J", "%f");

    static final List<String> DOCUMENTS = List.of(
            "{\"a\":1,\"b\":[1,2.5,null,\"x\"]}", "[1,[2,{\"a\":3}]]", "\"a\"", "12", "null", "{}");

    private static final List<String> PATHS =
            List.of("$", "$.a", "$.b", "$.b[1]", "$[1][1].a", "a");

    private static final List<String> MODIFIERS = List.of(
            "+1 day",
            "-1 month",
            "start of month",
            "start of year",
            "weekday 0",
            "unixepoch",
            "auto",
            "+1.5 hours",
            "-10 years",
            "subsec",
            "utc");

    private final Dice dice;
    private final RandomSchema schema;
    private final RandomSelect queries;

    RandomExpression(Dice dice, RandomSchema schema, RandomSelect queries) {
        this.dice = dice;
        this.schema = schema;
        this.queries = queries;
    }

    Piece column(Scope scope) {
        Scope chosen = scope;
        while (chosen.outer != null && (chosen.columns.isEmpty() || dice.chance(22))) {
            chosen = chosen.outer;
        }
        List<String> columns = chosen == scope ? chosen.columns : chosen.qualified;
        return columns.isEmpty() ? literal() : Piece.expression(dice.any(columns));
    }

    Piece literal() {
        return Piece.expression(schema.literal());
    }

    String collation() {
        return dice.any(COLLATIONS);
    }

    private Piece leaf(Scope scope) {
        return dice.chance(75) ? column(scope) : literal();
    }

    Piece value(Scope scope, Place place, int depth) {
        if (place != Place.ROW && dice.chance(place == Place.GROUP ? 45 : 25)) {
            return place == Place.GROUP ? aggregate(scope.rows) : queries.windows.call(scope);
        }
        if (depth <= 0 || queries.exhausted() || dice.chance(25)) {
            return queries.takesOddity() ? odd() : leaf(scope);
        }
        int inner = depth - 1;
        return switch (dice.below(16)) {
            case 0, 1 ->
                Piece.expression(
                        "(",
                        value(scope, place, inner),
                        dice.any(ARITHMETIC),
                        value(scope, place, inner),
                        ")");
            case 2, 3 -> Piece.expression("(", condition(scope, place, inner), ")");
            case 4, 5 -> cases(scope, place, inner);
            case 6 ->
                Piece.expression("CAST(", value(scope, place, inner), " AS ", dice.any(TYPES), ")");
            case 7 ->
                Piece.expression(
                        dice.any("-", "+", "~", "NOT "), "(", value(scope, place, inner), ")");
            case 8 -> Piece.expression(value(scope, place, 0), " COLLATE ", collation());
            case 9, 10, 11 -> queries.scalar(scope);
            default -> function(scope, place, inner);
        };
    }

    private Piece cases(Scope scope, Place place, int depth) {
        List<Object> parts = new ArrayList<>();
        boolean based = dice.chance(50);
        parts.add("CASE");
        if (based) {
            parts.add(" ");
            parts.add(value(scope, place, depth));
        }
        for (int i = dice.between(1, 2); i > 0; i--) {
            Piece when = based ? value(scope, place, depth) : condition(scope, place, depth);
            Object[] term = {" WHEN ", when, " THEN ", value(scope, place, depth)};
            parts.add(i == 1 ? Piece.fixed(term) : Piece.optional(term));
        }
        if (dice.chance(60)) {
            parts.add(Piece.optional(" ELSE ", value(scope, place, depth)));
        }
        parts.add(" END");
        return Piece.expression(parts.toArray());
    }

    /** Returns an expression that SQLite rejects, or understands in its own way. */
    private Piece odd() {
        return switch (dice.below(11)) {
            case 0 -> Piece.expression("nosuch");
            case 1 -> Piece.expression("x1.nosuch");
            case 2 -> Piece.expression("nosuch(1)");
            case 3 -> Piece.expression("CURRENT_TIMESTAMP IS NULL");
            case 4 -> Piece.expression("row_number()");
            case 5 -> Piece.expression("count(DISTINCT 1, 2)");
            case 6 -> Piece.expression("CURRENT_DATE = 'x'");
            case 7 -> Piece.expression("abs()");
            case 8 -> Piece.expression("c0");
            case 9 -> Piece.expression("\"text\"");
            case 10 -> Piece.expression("?1");
            default -> Piece.expression("TRUE");
        };
    }

    /** An expression that a WHERE can make use of. */
    Piece condition(Scope scope, Place place, int depth) {
        if (depth > 0 && dice.chance(35)) {
            return Piece.expression(
                    "(",
                    condition(scope, place, depth - 1),
                    dice.chance(65) ? " AND " : " OR ",
                    condition(scope, place, depth - 1),
                    ")");
        }
        Piece left = place == Place.ROW && dice.chance(75)
                ? column(scope)
                : value(scope, place, Math.min(1, depth));
        return switch (dice.below(depth > 0 ? 16 : 10)) {
            case 0 ->
                Piece.expression(left, dice.any(" IS NULL", " IS NOT NULL", " ISNULL", " NOTNULL"));
            case 1 -> between(scope, left);
            case 2 ->
                Piece.expression(
                        left,
                        negation(),
                        " IN (",
                        dice.chance(4) ? Piece.none() : Piece.list(", ", literals()),
                        ")");
            case 3 -> like(left);
            case 4 -> Piece.expression(left, collate(), " ", comparison(), " ", column(scope));
            case 5 -> Piece.expression("NOT ", condition(scope, place, 0));
            case 6 -> Piece.expression(left, dice.any(" IS TRUE", " IS NOT FALSE", " IS FALSE"));
            case 10, 11 ->
                Piece.expression(
                        left, collate(), negation(), " IN ", inParentheses(queries.list(scope, 1)));
            case 12, 13 ->
                Piece.expression(dice.chance(30) ? "NOT " : "", "EXISTS ", queries.rows(scope));
            case 14 -> Piece.expression(left, " ", comparison(), " ", queries.scalar(scope));
            case 15 -> rowValues(scope);
            default -> Piece.expression(left, collate(), " ", comparison(), " ", literal());
        };
    }

    private Piece between(Scope scope, Piece left) {
        return Piece.expression(
                left,
                collate(),
                negation(),
                " BETWEEN ",
                dice.chance(80) ? literal() : column(scope),
                " AND ",
                dice.chance(80) ? literal() : column(scope));
    }

    private Piece like(Piece left) {
        boolean glob = dice.chance(40);
        Piece pattern = glob ? pattern("*", "?") : pattern("%", "_");
        Piece escape = !glob && dice.chance(10) ? Piece.optional(" ESCAPE '%'") : Piece.none();
        return Piece.expression(left, negation(), glob ? " GLOB " : " LIKE ", pattern, escape);
    }

    private Piece rowValues(Scope scope) {
        Piece first = column(scope);
        Piece second = leaf(scope);
        return switch (dice.below(4)) {
            case 0 ->
                Piece.expression(
                        "(", first, ", ", second, ")", negation(), " IN ", queries.list(scope, 2));
            case 1 ->
                Piece.expression(
                        "(",
                        first,
                        ", ",
                        second,
                        ") ",
                        dice.any("=", "<", ">=", "IS", "<>"),
                        " ",
                        queries.single(scope, 2));
            case 2 ->
                Piece.expression(
                        "(",
                        first,
                        ", ",
                        second,
                        ") BETWEEN (",
                        leaf(scope),
                        ", ",
                        literal(),
                        ") AND (",
                        leaf(scope),
                        ", ",
                        literal(),
                        ")");
            default ->
                Piece.expression(
                        "(",
                        first,
                        ", ",
                        second,
                        ") ",
                        comparison(),
                        " (",
                        leaf(scope),
                        ", ",
                        leaf(scope),
                        ")");
        };
    }

    private String comparison() {
        return dice.chance(40) ? "=" : dice.any(COMPARISONS);
    }

    private Piece collate() {
        return dice.chance(10) ? Piece.optional(" COLLATE ", collation()) : Piece.none();
    }

    /** The same query in more parentheses than it needs, sometimes. */
    private Piece inParentheses(Piece query) {
        return dice.chance(20) ? Piece.fixed("(", query, ")") : query;
    }

    private Piece negation() {
        return dice.chance(20) ? Piece.optional(" NOT") : Piece.none();
    }

    private List<Piece> literals() {
        List<Piece> list = new ArrayList<>();
        for (int i = dice.between(1, 4); i > 0; i--) {
            list.add(literal());
        }
        return list;
    }

    private Piece pattern(String many, String one) {
        List<String> parts = List.of("a", "A", "b", many, one, "1", "", many, ".", "ä", " ");
        StringBuilder text = new StringBuilder("'");
        for (int i = dice.below(4); i >= 0; i--) {
            text.append(dice.any(parts));
        }
        return Piece.expression(text.append('\'').toString());
    }

    private Piece function(Scope scope, Place place, int depth) {
        return switch (dice.below(10)) {
            case 0, 1, 2, 3 ->
                Piece.expression(dice.any(ONE), "(", value(scope, place, depth), ")");
            case 4, 5, 6 ->
                Piece.expression(
                        dice.any(TWO),
                        "(",
                        value(scope, place, depth),
                        ", ",
                        value(scope, place, depth - 1),
                        ")");
            case 7 ->
                Piece.expression(
                        dice.any(THREE),
                        "(",
                        value(scope, place, depth),
                        ", ",
                        leaf(scope),
                        ", ",
                        literal(),
                        ")");
            case 8 ->
                Piece.expression(
                        dice.any("printf", "format"),
                        "('",
                        dice.any(FORMATS),
                        dice.any(FORMATS),
                        "', ",
                        leaf(scope),
                        ", ",
                        value(scope, place, depth - 1),
                        ")");
            default -> dice.chance(50) ? date(scope) : json(scope);
        };
    }

    private Piece json(Scope scope) {
        Piece document =
                dice.chance(75) ? Piece.expression("'" + dice.any(DOCUMENTS) + "'") : leaf(scope);
        String path = "'" + dice.any(PATHS) + "'";
        return switch (dice.below(8)) {
            case 0 ->
                Piece.expression(
                        dice.any("json", "json_type", "json_valid", "json_array_length"),
                        "(",
                        document,
                        ")");
            case 1, 2 -> Piece.expression("json_extract(", document, ", ", path, ")");
            case 3 -> Piece.expression("(", document, dice.any(" -> ", " ->> "), path, ")");
            case 4 -> Piece.expression("json_array(", leaf(scope), ", ", leaf(scope), ")");
            case 5 -> Piece.expression("json_object('k', ", leaf(scope), ")");
            case 6 ->
                Piece.expression(
                        dice.any("json_set(", "json_insert(", "json_replace("),
                        document,
                        ", ",
                        path,
                        ", ",
                        leaf(scope),
                        ")");
            default -> Piece.expression("json_quote(", leaf(scope), ")");
        };
    }

    private Piece date(Scope scope) {
        Piece time = dice.chance(50)
                ? Piece.expression(dice.any(
                        "'2024-02-29 12:34:56.789'", "2460000.5", "1700000000", "'2023-12-31'"))
                : leaf(scope);
        String modifier = "'" + dice.any(MODIFIERS) + "'";
        if (dice.chance(30)) {
            return Piece.expression(
                    "strftime('", dice.any(TIME_FORMATS), "', ", time, ", ", modifier, ")");
        }
        String name = dice.any("date", "time", "datetime", "julianday", "unixepoch");
        return Piece.expression(name, "(", time, ", ", modifier, ")");
    }

    Piece filter(Scope scope) {
        return dice.chance(15)
                ? Piece.optional(" FILTER (WHERE ", condition(scope, Place.ROW, 1), ")")
                : Piece.none();
    }

    Piece aggregate(Scope scope) {
        // An aggregate of columns of a query around is that query's.
        Scope own = Scope.of(null);
        own.columns.addAll(scope.columns);
        own.qualified.addAll(scope.qualified);
        Piece argument = dice.chance(75) ? column(own) : value(own, Place.ROW, 1);
        Piece filter = filter(own);
        Piece distinct = dice.chance(20) ? Piece.optional("DISTINCT ") : Piece.none();
        Piece order;
        boolean ordered = dice.chance(10);
        if (ordered) {
            order = Piece.fixed(
                    " ORDER BY ",
                    argument,
                    dice.any("", " DESC", " NULLS LAST"),
                    ", quote(",
                    argument,
                    ")");
        } else {
            order = Piece.none();
        }
        // Equal values may look different, so they get an order by what they look like.
        Piece byText = Piece.fixed(" ORDER BY quote(", argument, ")");
        return switch (dice.below(9)) {
            case 0 -> Piece.expression("count(*)", filter);
            case 1 -> Piece.expression("count(", distinct, argument, order, ")", filter);
            case 2 -> Piece.expression("sum(", distinct, argument, order, ")", filter);
            case 3 -> Piece.expression("avg(", distinct, argument, ")", filter);
            case 4 -> Piece.expression("total(", distinct, argument, ")", filter);
            case 5 -> Piece.expression("min(", distinct, argument, ")", filter);
            case 6 -> Piece.expression("max(", distinct, argument, order, ")", filter);
            case 7 ->
                Piece.expression(
                        "group_concat(", argument, ", ';'", ordered ? order : byText, ")", filter);
            default ->
                Piece.expression("group_concat(", argument, ordered ? order : byText, ")", filter);
        };
    }
}
