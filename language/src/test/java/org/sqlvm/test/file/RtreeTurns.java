package org.sqlvm.test.file;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.StringJoiner;

/**
 * A file with an R-tree, and changes of it.
 *
 * @param number chooses its columns and the range of its coordinates
 */
public record RtreeTurns(FileForm file, int number) implements TurnsForm {
    private static final int DIMENSIONS_MAX = 5;
    private static final int[] AUXILIARY = {0, 0, 1, 3};
    private static final int[] RANGES = {10, 1000, 1_000_000};
    private static final int INTEGER_INTERVAL = 4;

    /** Returns configurations; the same number of them has the same first ones. */
    static List<TurnsForm> some(int count) {
        List<TurnsForm> some = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            some.add(new RtreeTurns(FileForm.of(i), i));
        }
        return some;
    }

    private int dimensions() {
        return 1 + (number + 1) % DIMENSIONS_MAX;
    }

    private int auxiliary() {
        return AUXILIARY[number % AUXILIARY.length];
    }

    private int range() {
        return RANGES[number / 2 % RANGES.length];
    }

    /** The greatest id: with few, rows are often replaced. */
    private int idMax() {
        return number % 2 == 0 ? 300 : 4000;
    }

    private String table() {
        StringJoiner columns = new StringJoiner(", ", "(", ")").add("id");
        for (int i = 0; i < 2 * dimensions(); i++) {
            columns.add("c" + i);
        }
        for (int i = 0; i < auxiliary(); i++) {
            columns.add("+a" + i);
        }
        return (number % INTEGER_INTERVAL == 3 ? "rtree_i32" : "rtree") + columns;
    }

    @Override
    public String toString() {
        return table() + " of " + range() + ", " + file;
    }

    @Override
    public List<String> phase(int phase, Random random) {
        Dice dice = new Dice(random.nextLong());
        List<String> statements = new ArrayList<>();
        if (phase == 0) {
            statements.add("CREATE VIRTUAL TABLE t USING " + table());
        }
        boolean together = dice.chance(40);
        if (together) {
            statements.add("BEGIN");
        }
        for (int i = dice.between(4, 20); i > 0; i--) {
            statements.add(statement(dice));
            if (together && dice.chance(10)) {
                statements.add("SAVEPOINT one");
                statements.add(statement(dice));
                statements.add(statement(dice));
                statements.add(dice.chance(50) ? "ROLLBACK TO one" : "RELEASE one");
            }
        }
        if (together) {
            statements.add(dice.chance(15) ? "ROLLBACK" : "COMMIT");
        }
        if (dice.chance(8)) {
            statements.add("VACUUM");
        }
        statements.add("SELECT rtreecheck('t')");
        return statements;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4f", value);
    }

    private double any(Dice dice) {
        return (dice.below(2_000_001) - 1_000_000) / 1e6 * range();
    }

    private int id(Dice dice) {
        return dice.between(1, idMax());
    }

    /** The values of some rows, some of them wrong. */
    private String rows(Dice dice) {
        StringJoiner rows = new StringJoiner(", ");
        int count = dice.chance(60) ? 1 : dice.between(2, 60);
        for (int i = 0; i < count; i++) {
            StringJoiner row = new StringJoiner(", ", "(", ")");
            row.add(dice.chance(20) ? "NULL" : String.valueOf(id(dice)));
            for (int d = 0; d < dimensions(); d++) {
                double low = any(dice);
                double high = low + dice.any(0.0, 1.0, range() / 20.0);
                row.add(number(dice.below(400) == 0 ? high + 1 : low));
                row.add(dice.chance(5) ? "'" + number(high) + "'" : number(high));
            }
            for (int a = 0; a < auxiliary(); a++) {
                row.add(dice.any("NULL", "1", "'text'", "x'0102'", "2.5"));
            }
            rows.add(row.toString());
        }
        return rows.toString();
    }

    private String window(Dice dice) {
        double low = any(dice);
        return "c0 " + dice.any("<", "<=", ">", ">=") + " " + number(low) + " AND c"
                + dice.below(2 * dimensions()) + dice.any(" < ", " <= ", " > ", " >= ")
                + number(low + range() / 5.0);
    }

    private String statement(Dice dice) {
        int kind = dice.below(90);
        if (kind < 50) {
            return "INSERT " + dice.any("", "OR REPLACE ", "OR IGNORE ", "OR FAIL ")
                    + "INTO t VALUES " + rows(dice);
        }
        if (kind < 70) {
            return "DELETE FROM t WHERE "
                    + (dice.chance(60) ? "id = " + id(dice) : window(dice) + " AND id % 3 = 0");
        }
        if (kind < 76) {
            return "UPDATE " + dice.any("", "OR REPLACE ", "OR IGNORE ") + "t SET id = " + id(dice)
                    + " WHERE id = " + id(dice);
        }
        if (kind < 82) {
            return "UPDATE t SET c0 = c0 - " + dice.below(3) + ", c1 = c1 + 1 WHERE "
                    + window(dice);
        }
        return "SELECT * FROM t WHERE " + window(dice);
    }

    @Override
    public List<String> checks() {
        return List.of("SELECT rtreecheck('t')", "SELECT * FROM t ORDER BY id");
    }
}
