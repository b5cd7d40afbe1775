package org.sqlvm.taxi;

import org.sqlvm.workload.Dialect;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;

/** The table of rides and its queries, for other benchmarks. */
public final class Rides {
    /** How many queries there are. */
    public static final int QUERIES = Taxi.COUNT;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private static final int TIME_COLUMN = 3;

    private Rides() {}

    /** The file of SQLite's format, or DuckDB's; it is made unless it is there. */
    public static Path database(Path folder, long count, boolean duckdb) {
        TaxiDatabases databases = new TaxiDatabases(folder, count, 1);
        return duckdb ? databases.duckdb() : databases.sqlite();
    }

    /** @param number from 1 */
    public static String query(int number, boolean duckdb) {
        String sql = new Taxi(Path.of(""), 0, 1).query(number);
        return duckdb ? Dialect.duckdb(sql.replace(" / ", " // ")) : sql;
    }

    /** Rides behind the first {@code count}, with a value for each column; the time is a text. */
    public static Iterator<Object[]> behind(long count, long more) {
        Trips trips = new Trips(count + more);
        for (long i = 0; i < count; i++) {
            trips.next();
        }
        Iterator<Object[]> rows = trips.cells();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public Object[] next() {
                Object[] row = rows.next();
                row[TIME_COLUMN] = TIME.format((LocalDateTime) row[TIME_COLUMN]);
                return row;
            }
        };
    }
}
