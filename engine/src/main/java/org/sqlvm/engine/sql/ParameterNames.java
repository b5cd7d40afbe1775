package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers a statement's parameters as SQLite does (sqlite.org/lang_expr.html#varparam). */
final class ParameterNames {
    /** SQLITE_LIMIT_VARIABLE_NUMBER. */
    private static final int NUMBER_MAX = 32766;

    private final List<String> names = new ArrayList<>();
    private final Map<String, Integer> numbers = new HashMap<>();

    List<String> names() {
        return names;
    }

    Expression.Parameter parameter(Tokens tokens, Token token) {
        String text = tokens.text(token);
        if (text.equals("?")) {
            return new Expression.Parameter(add(null, token), null, token.span());
        }
        if (text.charAt(0) == '?') {
            return new Expression.Parameter(numbered(text, token), text, token.span());
        }
        Integer known = numbers.get(text);
        return new Expression.Parameter(
                known != null ? known : add(text, token), text, token.span());
    }

    private int add(String name, Token token) {
        if (names.size() == NUMBER_MAX) {
            throw SqlException.error("too many SQL variables", token.start());
        }
        names.add(name);
        if (name != null) {
            numbers.put(name, names.size());
        }
        return names.size();
    }

    private int numbered(String text, Token token) {
        long number = text.length() > 7 ? Long.MAX_VALUE : Long.parseLong(text.substring(1));
        if (number < 1 || number > NUMBER_MAX) {
            throw SqlException.error(
                    "variable number must be between ?1 and ?" + NUMBER_MAX, token.start());
        }
        while (names.size() < number) {
            names.add(null);
        }
        int index = (int) number - 1;
        if (names.get(index) == null) {
            names.set(index, text);
        }
        return (int) number;
    }
}
