package org.sqlvm.test.calibration;

import org.sqlvm.api.Database;

/**
 * The tables that costs are measured on: a large and a small one of the same form, and numbers to
 * look up in them. Their columns k and u are in no order, v is in the order of the rows, and the
 * rows with the same g are far apart, those with the same n or m side by side.
 */
final class CalibrationData {
    static final int BIG_ROWS = 1 << 20;
    static final int SMALL_ROWS = 1 << 12;

    /** Rows with the same g, n or m. */
    static final int GROUP_ROWS = 1 << 10;

    static final int MANY_PROBES = 1 << 20;

    /** So few that a hash table of the small table is not worth it. */
    static final int FEW_PROBES = 1 << 12;

    private static final int HANDFUL = 1 << 6;

    private CalibrationData() {}

    static void create(Database database) {
        table(database, "big", BIG_ROWS);
        table(database, "small", SMALL_ROWS);
        probes(database, "many", MANY_PROBES);
        probes(database, "few", FEW_PROBES);
        probes(database, "handful", HANDFUL);
        database.execute("ANALYZE");
    }

    private static void table(Database database, String name, int rows) {
        database.execute("CREATE TABLE " + name + "(id INTEGER PRIMARY KEY, k INTEGER, u INTEGER,"
                + " v INTEGER, g INTEGER, n INTEGER, m INTEGER, t TEXT)");
        int groups = rows / GROUP_ROWS;
        database.execute("INSERT INTO " + name + " SELECT id, k, k, id, k % " + groups + ", id / "
                + GROUP_ROWS + ", id / " + GROUP_ROWS
                + ", 'row number ' || id FROM (SELECT value AS id, "
                + scattered("value", rows) + " AS k FROM generate_series(1, " + rows + "))");
        for (String columns : new String[] {"k", "v", "n", "m", "g, v, k"}) {
            database.execute("CREATE INDEX " + name + "_" + columns.replace(", ", "") + " ON "
                    + name + "(" + columns + ")");
        }
    }

    private static void probes(Database database, String name, int rows) {
        database.execute("CREATE TABLE " + name + "(q INTEGER, r INTEGER, s INTEGER)");
        database.execute("INSERT INTO " + name + " SELECT q, r, r % " + SMALL_ROWS
                + " FROM (SELECT value * " + BIG_ROWS / rows + " AS q, "
                + scattered("value * 5", BIG_ROWS) + " AS r FROM generate_series(1, " + rows
                + "))");
    }

    /** Each number below a power of two once for as many consecutive values, in no order. */
    private static String scattered(String value, int range) {
        String mixed = "((" + value + ") * 2654435761 & " + (range - 1) + ")";
        String shifted = "(" + mixed + " >> 7)";
        String xor = "((" + mixed + " | " + shifted + ") - (" + mixed + " & " + shifted + "))";
        return "(" + xor + " * 40503 & " + (range - 1) + ")";
    }
}
