package com.example;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.nio.file.Files;
import java.nio.file.Path;

/** Makes a Parquet file of a CSV file, and asks it. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        String csv = args.length > 0 ? args[0] : "rides.csv";
        String parquet = csv.replaceFirst("\\.csv$", "") + ".parquet";
        try (Database database = Sqlvm.open(":memory:")) {
            // Types are found in the file; a query in the parentheses may choose and change
            // columns.
            database.execute("COPY (SELECT id, started, minutes, fare FROM read_csv(" + text(csv)
                    + ")) TO " + text(parquet) + " (COMPRESSION 'zstd')");
            System.out.println(
                    parquet + (Files.exists(Path.of(parquet)) ? " is there" : " is not"));
            String query = "SELECT substr(started, 1, 10) AS day, count(*), round(sum(fare), 2)"
                    + " FROM read_parquet(" + text(parquet) + ") WHERE minutes > 5 GROUP BY day";
            try (Rows rows = database.query(query)) {
                while (rows.next()) {
                    System.out.println(rows.getText(0) + ": " + rows.getLong(1) + " rides, "
                            + rows.getDouble(2));
                }
            }
        }
    }

    /** A text of SQL. */
    private static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
