package org.sqlvm.server;

import org.sqlvm.server.CatalogSnapshot.Attribute;
import org.sqlvm.server.CatalogSnapshot.Relation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Guesses what parameters are that neither the client nor the text says: a parameter that is
 * compared with a column, or is its new value, is of the column's type. Some clients ask, and then
 * send values of that type alone. A parameter may be of any other type as well.
 */
final class ParameterTypes {
    private static final Set<String> COUNTS = Set.of("LIMIT", "OFFSET");

    private final SqlTokens tokens;
    private final CatalogSnapshot schema;
    private final Map<Integer, PgType> types = new HashMap<>();
    /** The columns of the tables that the statement names. */
    private final Map<String, PgType> columns = new HashMap<>();

    private ParameterTypes(String text, CatalogSnapshot schema) {
        this.tokens = new SqlTokens(text, 0);
        this.schema = schema;
        findColumns(new SqlTokens(text, 0));
    }

    /** By the number of the parameter, from 1. */
    static Map<Integer, PgType> of(String text, CatalogSnapshot schema) {
        ParameterTypes guess = new ParameterTypes(text, schema);
        guess.run();
        return guess.types;
    }

    private void findColumns(SqlTokens all) {
        while (all.next().kind() != SqlTokens.Kind.END) {
            Relation relation = isName(all) ? schema.relation(all.value()) : null;
            if (relation != null) {
                for (Attribute attribute : relation.attributes()) {
                    columns.put(lower(attribute.name()), attribute.type());
                }
            }
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static boolean isName(SqlTokens tokens) {
        return tokens.kind() == SqlTokens.Kind.WORD || tokens.kind() == SqlTokens.Kind.NAME;
    }

    private void run() {
        tokens.next();
        // The next parameter is an array, of values of the column.
        boolean isList = false;
        // The column that the next parameters are compared with.
        PgType column = null;
        // A parameter that waits for a column behind it.
        int waiting = 0;
        while (tokens.kind() != SqlTokens.Kind.END) {
            if (tokens.isWord("INTO")) {
                insert();
                continue;
            }
            if (tokens.kind() == SqlTokens.Kind.PARAMETER) {
                waiting = number();
                set(waiting, isList && column != null ? PgType.of(column.arrayOid()) : column);
                isList = false;
            } else if (isName(tokens)) {
                isList |= tokens.isWord("PG_ANY");
                PgType found = columns.get(lower(tokens.value()));
                if (found != null) {
                    set(waiting, found);
                    column = found;
                } else if (COUNTS.contains(tokens.word())) {
                    column = PgType.INT8;
                } else if (!isBetween(tokens.word()) && !isList) {
                    column = null;
                }
                waiting = 0;
            } else if (!isComparison()) {
                isList = false;
                column = null;
                waiting = 0;
            }
            tokens.next();
        }
    }

    /** Words and signs between a column and what it is compared with. */
    private static boolean isBetween(String word) {
        return switch (word) {
            case "IN", "LIKE", "GLOB", "BETWEEN", "AND", "IS", "NOT" -> true;
            default -> false;
        };
    }

    private boolean isComparison() {
        return tokens.kind() == SqlTokens.Kind.SYMBOL && "=<>!(,.".contains(tokens.token());
    }

    /** 0 for a parameter without a number. */
    private int number() {
        String name = tokens.token();
        boolean isNumbered =
                name.length() > 1 && name.charAt(0) == '$' && Character.isDigit(name.charAt(1));
        return isNumbered ? ParameterName.of(name, 0).number() : 0;
    }

    private void set(int number, PgType type) {
        if (number > 0 && type != null) {
            types.putIfAbsent(number, type);
        }
    }

    /** {@code INTO t(a, b) VALUES ($1, $2), …}. */
    private void insert() {
        Relation table = null;
        while (isName(tokens.next())) {
            table = schema.relation(tokens.value());
            if (!tokens.next().isSymbol('.')) {
                break;
            }
        }
        List<PgType> targets = new ArrayList<>();
        if (tokens.isSymbol('(')) {
            while (isName(tokens.next())) {
                targets.add(columns.get(lower(tokens.value())));
                if (!tokens.next().isSymbol(',')) {
                    break;
                }
            }
            tokens.next();
        } else if (table != null) {
            table.attributes().forEach(attribute -> targets.add(attribute.type()));
        }
        if (tokens.isWord("VALUES")) {
            tokens.next();
            values(targets);
        }
    }

    private void values(List<PgType> targets) {
        int depth = 0;
        int place = 0;
        while (tokens.kind() != SqlTokens.Kind.END
                && !tokens.isWord("ON")
                && !tokens.isWord("RETURNING")) {
            if (tokens.isSymbol('(')) {
                place = depth == 0 ? 0 : place;
                depth++;
            } else if (tokens.isSymbol(')')) {
                depth--;
            } else if (tokens.isSymbol(',') && depth == 1) {
                place++;
            } else if (tokens.kind() == SqlTokens.Kind.PARAMETER && place < targets.size()) {
                set(number(), targets.get(place));
            }
            tokens.next();
        }
    }
}
