package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;

import java.util.ArrayList;
import java.util.List;

/**
 * One script's database in both engines, and in SQLite once more with everything different that is
 * free: another order of rows, other indexes, statistics. A query that SQLite itself answers in two
 * ways has no one answer.
 */
final class FuzzDatabase implements AutoCloseable {
    /** How a query's outcomes compare. */
    record Verdict(Comparison.Kind kind, Reason excuse, Outcome sqlite, Outcome sqlvm) {
        boolean differs() {
            return kind != null && excuse == null;
        }

        Verdict excused(Reason reason) {
            return new Verdict(kind, reason, sqlite, sqlvm);
        }
    }

    /** Why a difference is not counted. */
    enum Reason {
        /** sqlvm says that it cannot do this yet. */
        UNSUPPORTED("not supported"),
        /** A query that does not end in time says nothing. */
        SLOW("too slow"),
        /**
         * SQLite gives sqlvm's answer too, with rows in another order, without indexes or without
         * automatic ones.
         */
        FREE_ORDER("free order"),
        /**
         * The engines show different ones of values that GROUP BY, DISTINCT or a compound takes for
         * equal, of which one is the least or the greatest, or that a LIMIT cuts between; a column
         * that a FULL JOIN has merged is REAL or not. See docs/compatibility.
         */
        EQUAL_VALUES("another of equal values"),
        /**
         * Without rules alone: a condition on a compound that is moved into its SELECTs, as SQLite
         * moves it, compares with their columns' types; see docs/compatibility.
         */
        MOVED_CONDITION("moved condition"),
        /**
         * Whether an error of a value is met depends on the order of evaluation, which is free; see
         * docs/compatibility.
         */
        ERROR_OF_VALUE("error of a value"),
        /**
         * The engines report different ones of a statement's two errors; see docs/compatibility.
         */
        OTHER_ERROR("another error of several"),
        /**
         * SQLite forgets the type of a column that a FULL JOIN has merged, or that is a column of a
         * query in FROM around the query in an expression, in some clauses; see docs/compatibility.
         */
        TYPE_LOST("type lost");

        final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    private static final List<String> ERRORS_OF_VALUES = List.of(
            "integer overflow",
            "datatype mismatch",
            "ESCAPE expression must be a single character",
            "string or blob too big",
            "malformed JSON",
            "JSON cannot hold BLOB values",
            "frame starting offset must be a non-negative integer",
            "frame ending offset must be a non-negative integer",
            "frame starting offset must be a non-negative number",
            "frame ending offset must be a non-negative number");

    private static final String REPRESENTATIVES =
            "(?s).*(GROUP BY|DISTINCT|LIMIT|min\\(|max\\(|UNION|EXCEPT|INTERSECT|FULL JOIN).*";
    private static final String TYPE_LOST = "(?s).*(FULL JOIN|\\(SELECT [^()]* FROM \\(SELECT).*";
    private static final String COMPOUND = "(?s).*(UNION|EXCEPT|INTERSECT|VALUES).*";

    final Script script;
    final Engines engines;
    private final TestEngine sqlite;
    private final TestEngine tested;
    private final Deadline deadline;
    private final List<TestEngine> variants = new ArrayList<>();

    FuzzDatabase(Script script, Engines engines, Deadline deadline) {
        this.script = script;
        this.engines = engines;
        this.deadline = deadline;
        this.sqlite = Engines.SQLITE.inMemory();
        this.tested = engines.inMemory();
    }

    /** Runs the script; gives the first statement that differs, or null. */
    Verdict build() {
        for (Script.Step step : script.steps()) {
            Outcome actual = tested.execute(step.sql());
            if (actual.failed() && actual.failure().isNotSupported()) {
                continue;
            }
            Outcome expected = sqlite.execute(step.sql());
            Comparison.Kind kind = Comparison.kind(expected, actual, RandomQuery.Answer.ROWS);
            if (kind != null) {
                return new Verdict(kind, null, expected, actual);
            }
        }
        return null;
    }

    Verdict compare(String sql, RandomQuery.Answer answer) {
        deadline.start(tested);
        Outcome actual = tested.execute(sql);
        deadline.stop();
        if (actual.failed() && actual.failure().isNotSupported()) {
            return new Verdict(Comparison.Kind.OUR_ERROR, Reason.UNSUPPORTED, null, actual);
        }
        deadline.start(sqlite);
        Outcome expected = sqlite.execute(sql);
        deadline.stop();
        Comparison.Kind kind = Comparison.kind(expected, actual, answer);
        Reason excuse = kind == null ? null : excuse(kind, sql, answer, expected, actual);
        return new Verdict(kind, excuse, expected, actual);
    }

    /**
     * Why a difference is not counted that a query made small still shows, or null. All that is
     * left in it is needed for the difference.
     */
    Reason excuseOfSmall(Piece query, RandomQuery.Answer answer) {
        Verdict verdict = compare(query.toString(), answer);
        if (!verdict.differs()) {
            return verdict.excuse;
        }
        if (verdict.kind == Comparison.Kind.MESSAGE) {
            return hasError(query, verdict.sqlvm.failure().message()) ? Reason.OTHER_ERROR : null;
        }
        boolean typed = query.toString().matches(TYPE_LOST) && agreesUntyped(query, answer);
        return typed ? Reason.TYPE_LOST : null;
    }

    /** Whether SQLite reports an error in a query that is one step smaller. */
    private boolean hasError(Piece query, String message) {
        for (Piece smaller : query.smaller()) {
            deadline.start(sqlite);
            Outcome outcome = sqlite.execute(smaller.toString());
            deadline.stop();
            if (outcome.failed() && message.equals(outcome.failure().message())) {
                return true;
            }
        }
        return false;
    }

    /** Whether both engines agree where columns have no types. */
    private boolean agreesUntyped(Piece query, RandomQuery.Answer answer) {
        try (TestEngine expected = Engines.SQLITE.inMemory();
                TestEngine actual = engines.inMemory()) {
            for (Script.Step step : script.untyped().steps()) {
                expected.execute(step.sql());
                actual.execute(step.sql());
            }
            expected.execute("PRAGMA automatic_index = OFF");
            String sql = query.toString();
            return Comparison.kind(expected.execute(sql), actual.execute(sql), answer) == null;
        }
    }

    /**
     * Returns the difference of two queries that must give the same rows, or null; errors do not
     * count.
     */
    String disagreement(String first, String second) {
        deadline.start(tested);
        Outcome one = tested.execute(first);
        deadline.start(tested);
        Outcome other = tested.execute(second);
        deadline.stop();
        if (one.failed() || other.failed()) {
            boolean internal = (one.failed() && one.failure().isInternal())
                    || (other.failed() && other.failure().isInternal());
            return internal ? first + ";\n" + second + ";\n" + Comparison.show(one, other) : null;
        }
        Outcome renamed = Outcome.rows(one.columns(), other.rows());
        return Comparison.kind(one, renamed, RandomQuery.Answer.ROWS) == null
                ? null
                : first + ";\n" + second + ";\n" + Comparison.show(one, other);
    }

    private Reason excuse(
            Comparison.Kind kind,
            String sql,
            RandomQuery.Answer answer,
            Outcome expected,
            Outcome actual) {
        if (isInterrupted(expected) || isInterrupted(actual)) {
            return Reason.SLOW;
        }
        boolean both = kind == Comparison.Kind.MESSAGE && isOfValue(actual) && isOfValue(expected);
        if (both
                || (kind == Comparison.Kind.OUR_ERROR && isOfValue(actual))
                || (kind == Comparison.Kind.THEIR_ERROR && isOfValue(expected))) {
            return Reason.ERROR_OF_VALUE;
        }
        if (kind == Comparison.Kind.ROWS || kind == Comparison.Kind.ORDER) {
            for (TestEngine variant : variants()) {
                deadline.start(variant);
                Outcome other = variant.execute(sql);
                deadline.stop();
                if (Comparison.kind(other, actual, answer) == null) {
                    return Reason.FREE_ORDER;
                }
            }
        }
        if (engines == Engines.PLAIN && sql.matches(COMPOUND) && isRight(sql, answer, expected)) {
            return Reason.MOVED_CONDITION;
        }
        return sql.matches(REPRESENTATIVES) && Comparison.hasEqualValues(expected, actual)
                ? Reason.EQUAL_VALUES
                : null;
    }

    /** Whether sqlvm with its planner's rules agrees with SQLite. */
    private boolean isRight(String sql, RandomQuery.Answer answer, Outcome expected) {
        try (TestEngine ruled = Engines.INTERPRETED.inMemory()) {
            script.steps().forEach(step -> ruled.execute(step.sql()));
            return Comparison.kind(expected, ruled.execute(sql), answer) == null;
        }
    }

    private static boolean isInterrupted(Outcome outcome) {
        return outcome.failed() && "interrupted".equals(outcome.failure().message());
    }

    private static boolean isOfValue(Outcome outcome) {
        String message = outcome.failure().message();
        return ERRORS_OF_VALUES.contains(message) || message.startsWith("bad JSON path: ");
    }

    private List<TestEngine> variants() {
        if (variants.isEmpty()) {
            for (int i = 1; i < 16; i++) {
                variants.add(variant((i & 1) != 0, (i & 2) != 0, (i & 4) != 0, (i & 8) != 0));
            }
        }
        return variants;
    }

    private TestEngine variant(
            boolean reversed, boolean plain, boolean analyzed, boolean withoutAutomatic) {
        TestEngine engine = (reversed ? Engines.REVERSED : Engines.SQLITE).inMemory();
        List<Script.Step> steps = new ArrayList<>(script.steps());
        if (plain) {
            steps.removeIf(step -> step.sql().contains(" INDEX "));
        }
        for (Script.Step step : steps) {
            engine.execute(step.sql());
        }
        if (analyzed) {
            engine.execute("ANALYZE");
        }
        if (withoutAutomatic) {
            engine.execute("PRAGMA automatic_index = OFF");
        }
        return engine;
    }

    @Override
    public void close() {
        sqlite.close();
        tested.close();
        variants.forEach(TestEngine::close);
    }
}
