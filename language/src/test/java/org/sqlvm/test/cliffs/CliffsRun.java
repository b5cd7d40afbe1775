package org.sqlvm.test.cliffs;

import java.io.PrintStream;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Searches for cliffs: statements that grow in one dimension run in both engines at sizes n, 2n,
 * 4n, …, and the powers by which their times grow are compared.
 */
public final class CliffsRun {
    /** The first size is at least this, */
    private static final int FIRST = 16;

    /** and as large a part of the largest one. */
    private static final int PART = 256;

    /** No larger size is tried if one takes longer. */
    private static final double LONG_MS = 800;

    /** A shorter time says nothing about growth. */
    private static final double SHORT_MS = 3;

    /** The number of the largest sizes that the power of the growth is fitted to. */
    private static final int FITTED = 3;

    /** More is a higher power, and not noise. */
    private static final double HIGHER = 0.35;

    /** More is a cliff at the largest size, whatever the power. */
    private static final double TIMES_MAX = 4;

    private final PrintStream out;

    public CliffsRun(PrintStream out) {
        this.out = out;
    }

    /** The times of both engines at one size. */
    private record Point(int size, CliffClock.Times ours, CliffClock.Times theirs) {}

    /** One of the two times of a dimension. */
    private record Growth(double ours, double theirs, double ourPower, double theirPower) {
        static Growth of(List<Point> points, boolean again) {
            List<double[]> values = new ArrayList<>();
            for (Point point : points) {
                values.add(new double[] {
                    point.size(),
                    again ? point.ours().againMs() : point.ours().newMs(),
                    again ? point.theirs().againMs() : point.theirs().newMs()
                });
            }
            double[] last = values.getLast();
            return new Growth(last[1], last[2], power(values, 1), power(values, 2));
        }

        /** The power of the size that the time grows with, by its largest sizes. */
        private static double power(List<double[]> values, int column) {
            double[] first = values.get(Math.max(0, values.size() - FITTED));
            double[] last = values.getLast();
            return last[0] == first[0]
                    ? 0
                    : Math.log(last[column] / first[column]) / Math.log(last[0] / first[0]);
        }

        boolean isCliff() {
            return ours >= SHORT_MS
                    && ours > theirs
                    && ((ourPower > Math.max(theirPower, 0) + HIGHER && ourPower > 1 + HIGHER)
                            || ours > TIMES_MAX * theirs);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.1f | %.1f | %.1f | %.1f | %.1f",
                    ours,
                    theirs,
                    ours / theirs,
                    ourPower,
                    theirPower);
        }
    }

    /**
     * Measures each dimension whose name has one of the words, or all without any.
     *
     * @return whether there is no cliff
     */
    public boolean run(List<String> words) {
        out.println("| what grows | size | new text: ms | SQLite | times | power | SQLite"
                + " | again: ms | SQLite | times | power | SQLite | |");
        out.println("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|");
        int cliffs = 0;
        for (Cliff cliff : Cliffs.ALL) {
            if (words.isEmpty() || words.stream().anyMatch(cliff.name()::contains)) {
                cliffs += report(cliff) ? 0 : 1;
            }
        }
        out.printf(Locale.ROOT, "%n%d cliffs%n", cliffs);
        return cliffs == 0;
    }

    private boolean report(Cliff cliff) {
        List<Point> points = new ArrayList<>();
        String failure = "";
        for (int size = first(cliff.largest()); ; size = next(size, cliff.largest())) {
            Point point = measure(cliff, size);
            failure = different(point);
            if (!failure.isEmpty()) {
                break;
            }
            points.add(point);
            double longest = Math.max(
                    point.ours().newMs() + point.ours().againMs(),
                    point.theirs().newMs() + point.theirs().againMs());
            if (size == cliff.largest() || longest > LONG_MS) {
                break;
            }
        }
        if (points.isEmpty()) {
            out.printf(Locale.ROOT, "| %s | | %s%n", cliff.name(), failure);
            return false;
        }
        Growth first = Growth.of(points, false);
        Growth again = Growth.of(points, true);
        boolean good = failure.isEmpty() && !first.isCliff() && !again.isCliff();
        out.printf(
                Locale.ROOT,
                "| %s | %d | %s | %s | %s%s |%n",
                cliff.name(),
                points.getLast().size(),
                first,
                again,
                good ? "" : "CLIFF",
                failure);
        return good;
    }

    private static int first(int largest) {
        return Math.min(Math.max(FIRST, largest / PART), largest);
    }

    /** Twice the size; the largest one may come a bit later, so that the powers are of equals. */
    private static int next(int size, int largest) {
        return size * 3 > largest ? largest : 2 * size;
    }

    private static String different(Point point) {
        String ours = point.ours().failure();
        String theirs = point.theirs().failure();
        if (ours == null && theirs == null) {
            return "";
        }
        return " at " + point.size() + ": " + ours + " / SQLite: " + theirs;
    }

    private static Point measure(Cliff cliff, int size) {
        try (CliffClock sqlvm = CliffClock.sqlvm();
                CliffClock sqlite = CliffClock.sqlite()) {
            for (String sql : cliff.setup().apply(size)) {
                sqlvm.execute(sql);
                sqlite.execute(sql);
            }
            CliffClock.Times theirs = sqlite.time(cliff, size);
            return new Point(size, sqlvm.time(cliff, size), theirs);
        } catch (CliffClock.FailedException | SQLException e) {
            throw new IllegalStateException(cliff.name() + " at " + size, e);
        }
    }
}
