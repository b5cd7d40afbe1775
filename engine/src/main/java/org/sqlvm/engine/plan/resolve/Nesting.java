package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.sql.SyntaxLimits;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * How far views and common table expressions have been expanded while a query is resolved. Every
 * place that names one is a copy of its query, so that their number may grow exponentially with the
 * length of the statement; SQLite's limits end that.
 */
final class Nesting {
    /** SQLite's limit for the places that name one table or view. */
    private static final int REFERENCE_COUNT_MAX = 65_535;

    private final Preparation preparation;
    private final Deque<String> views = new ArrayDeque<>();
    private final Deque<String> viewNames = new ArrayDeque<>();
    /** Whether the views are those of temp. */
    private final Deque<Boolean> temporary = new ArrayDeque<>();

    private final Map<String, Integer> references = new HashMap<>();
    private int depth;
    private int termCount;
    /** What is resolved has been counted before. */
    private boolean repeating;

    Nesting(Preparation preparation) {
        this.preparation = preparation;
    }

    /** Whether the text being resolved is that of a view. */
    boolean isInView() {
        return !views.isEmpty();
    }

    /** Whether the text being resolved is that of a view which the connection itself has made. */
    boolean isInTemporaryView() {
        return !temporary.isEmpty() && temporary.peek();
    }

    /** What the text being resolved is called; null for the statement's own. */
    String title() {
        return views.isEmpty() ? null : "view " + viewNames.peek();
    }

    boolean isExpanding(String view) {
        return views.contains(view);
    }

    /** A FROM clause with {@code count} terms is resolved. */
    void addTerms(int count) {
        preparation.step();
        termCount += repeating ? 0 : count;
    }

    /** A FROM clause names a table or a view. */
    void refer(String key, String name) {
        if (!repeating && references.merge(key, 1, Integer::sum) >= REFERENCE_COUNT_MAX) {
            throw SqlException.error(
                    "too many references to \"" + name + "\": max " + REFERENCE_COUNT_MAX);
        }
    }

    /** The query of a view is going to be resolved. */
    void enterView(String view, String name, boolean isTemporary) {
        enter();
        temporary.push(isTemporary);
        views.push(view);
        viewNames.push(name);
    }

    void leaveView() {
        views.pop();
        viewNames.pop();
        temporary.pop();
        depth--;
    }

    /**
     * The query of a common table expression is going to be resolved. SQLite takes it for too deep,
     * too, if there are many terms already.
     */
    void enterCommonTable() {
        if (termCount >= SyntaxLimits.MOST.expressionDepth()) {
            throw tooDeep();
        }
        enter();
    }

    void leaveCommonTable() {
        depth--;
    }

    private void enter() {
        if (depth + 1 >= SyntaxLimits.MOST.expressionDepth()) {
            throw tooDeep();
        }
        depth++;
    }

    private static SqlException tooDeep() {
        return SqlException.error("VIEWs and/or subqueries nested too deep");
    }

    /** Resolves a text a second time: what it names has been counted. */
    <T> T again(Supplier<T> work) {
        boolean before = repeating;
        repeating = true;
        try {
            return work.get();
        } finally {
            repeating = before;
        }
    }
}
