package org.sqlvm.server.request;

import org.sqlvm.api.Statement;
import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Values of a statement's parameters, by their numbers or by their names without the sign before
 * them.
 */
public record Parameters(List<Object> values, Map<String, Object> named) {
    public static final Parameters NONE = new Parameters(List.of(), Map.of());

    /** Takes values as they come. */
    public static final class Builder {
        private final List<Object> values = new ArrayList<>();
        private final Map<String, Object> named = new LinkedHashMap<>();

        /** @param name empty for the next one by position */
        public void add(String name, Object value) {
            if (name.isEmpty()) {
                values.add(value);
            } else {
                named.put(name, value);
            }
        }

        public Parameters build() {
            return new Parameters(values, named);
        }
    }

    boolean isEmpty() {
        return values.isEmpty() && named.isEmpty();
    }

    /** @throws ServerError unless there is a value for each, and none beside them */
    void bind(Statement statement) {
        int count = statement.parameterCount();
        int used = 0;
        for (int i = 1; i <= count; i++) {
            String name = statement.parameterName(i);
            String bare = name == null ? "" : name.substring(1);
            if (i <= values.size()) {
                statement.bind(i, values.get(i - 1));
            } else if (named.containsKey(bare)) {
                statement.bind(i, named.get(bare));
            } else {
                throw new ServerError(
                        SqlState.UNDEFINED_PARAMETER,
                        "parameter " + (bare.isEmpty() ? i : name) + " has no value");
            }
            used++;
        }
        if (Math.max(values.size(), named.size()) > used) {
            throw new ServerError(
                    SqlState.UNDEFINED_PARAMETER,
                    "there are " + Math.max(values.size(), named.size()) + " values for " + used
                            + " parameters");
        }
    }
}
