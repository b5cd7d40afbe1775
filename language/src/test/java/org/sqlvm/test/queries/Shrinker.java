package org.sqlvm.test.queries;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;

import java.util.List;
import java.util.function.Predicate;

/** Makes a script and its query smaller as long as they show a difference of the same kind. */
final class Shrinker {
    /** A shrinking that takes longer has no end in sight. */
    private static final long LIMIT_MS = 8_000;

    private final Engines tested;
    private final Deadline deadline;
    private final RandomQuery.Answer answer;
    private final FuzzDatabase.Verdict found;
    private final long end = System.currentTimeMillis() + LIMIT_MS;

    Shrinker(
            Engines tested,
            Deadline deadline,
            RandomQuery.Answer answer,
            FuzzDatabase.Verdict found) {
        this.tested = tested;
        this.deadline = deadline;
        this.answer = answer;
        this.found = found;
    }

    /** A query on the database that the script makes. */
    record Case(Script script, Piece query) {}

    Case shrink(Case found) {
        Case small = found;
        String before = "";
        while (!before.equals(small.toString()) && System.currentTimeMillis() < end) {
            before = small.toString();
            Script script = small.script;
            Piece query = shrinkQuery(script, small.query);
            small = new Case(shrinkScript(script, query), query);
        }
        return small;
    }

    private Piece shrinkQuery(Script script, Piece query) {
        try (FuzzDatabase database = new FuzzDatabase(script, tested, deadline)) {
            if (database.build() != null) {
                return query;
            }
            return shrinkQuery(database, query);
        }
    }

    /** Makes the query alone smaller. */
    Piece shrinkQuery(FuzzDatabase database, Piece query) {
        return smallest(query, Piece::smaller, candidate -> differs(database, candidate));
    }

    private Script shrinkScript(Script script, Piece query) {
        return smallest(script, Script::smaller, candidate -> {
            try (FuzzDatabase database = new FuzzDatabase(candidate, tested, deadline)) {
                return database.build() == null && differs(database, query);
            }
        });
    }

    private boolean differs(FuzzDatabase database, Piece query) {
        FuzzDatabase.Verdict verdict = database.compare(query.toString(), answer);
        return verdict.differs()
                && verdict.kind() == found.kind()
                && message(verdict.sqlite()).equals(message(found.sqlite()))
                && message(verdict.sqlvm()).equals(message(found.sqlvm()));
    }

    /** The message without names and without lines of our code. */
    private static String message(Outcome outcome) {
        return outcome.failed()
                ? outcome.failure().message().replaceAll("[a-z]*\\.?[a-z]+[0-9]+|rowid| at .*", "")
                : "";
    }

    private <T> T smallest(
            T start, java.util.function.Function<T, List<T>> smaller, Predicate<T> shows) {
        T small = start;
        boolean going = true;
        while (going) {
            going = false;
            for (T candidate : smaller.apply(small)) {
                if (System.currentTimeMillis() > end) {
                    return small;
                }
                if (shows.test(candidate)) {
                    small = candidate;
                    going = true;
                    break;
                }
            }
        }
        return small;
    }
}
