package org.sqlvm.engine.plan.options;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A rule of the planner that can be switched off: no rule changes what a query means, which tests
 * show by switching them off.
 */
public enum Rule {
    FACTOR,
    FILTERED_HASH_TABLES,
    FLATTEN,
    IMPLIED,
    IN_TO_JOIN,
    INDEXED_EXPRESSIONS,
    MEMO,
    /**
     * Rows are tried before vectors where a range may be narrow of which nothing is known: the
     * program is to be one that can be given up for vectors.
     */
    NARROW_RANGES,
    OR_TO_IN,
    OUTER_JOIN,
    PUSHDOWN,
    SEMIJOIN,
    /** A view or common table expression that is named more than once is computed once. */
    SHARE,
    UNNEST,
    UNUSED_COLUMNS,
    VECTOR_DISTINCT,
    VECTOR_HAVING,
    VECTOR_ROWS,
    VECTOR_UNION;

    /** What options call it: its name in lower case, with hyphens. */
    public String optionName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The rules that a list names.
     *
     * @param names option names with commas between them; empty for none
     * @throws IllegalArgumentException if there is no rule of a name; the message lists all names
     */
    public static Set<Rule> named(String names) {
        Set<Rule> rules = EnumSet.noneOf(Rule.class);
        if (!names.isEmpty()) {
            for (String name : names.split(",", -1)) {
                rules.add(of(name));
            }
        }
        return Set.copyOf(rules);
    }

    private static Rule of(String name) {
        return Arrays.stream(values())
                .filter(rule -> rule.optionName().equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("no rule '" + name + "', only "
                        + Arrays.stream(values())
                                .map(Rule::optionName)
                                .collect(Collectors.joining(", "))));
    }
}
