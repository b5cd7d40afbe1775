package org.sqlvm.bench.files;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/** A format of the files. DuckDB writes all of them. */
enum FileForm {
    CSV("csv", "read_csv", "(FORMAT csv, HEADER)", "CSVWithNames"),
    GZIP("csv.gz", "read_csv", "(FORMAT csv, HEADER, COMPRESSION gzip)", "CSVWithNames"),
    PARQUET("parquet", "read_parquet", "(FORMAT parquet)", "Parquet");

    private static final String RIDES = """
        COPY (SELECT i AS trip_id,
            CASE WHEN hash(i) %% 3 = 0 THEN 'green' ELSE 'yellow' END AS cab_type,
            CASE WHEN hash(i + 1) %% 2 = 0 THEN 'CMT' ELSE 'VTS' END AS vendor_id,
            strftime(TIMESTAMP '2009-01-01' + INTERVAL (i * 97 %% 220000000) SECOND,
                '%%Y-%%m-%%d %%H:%%M:%%S') AS pickup_datetime,
            hash(i + 2) %% 9 AS passenger_count,
            (hash(i + 3) %% 2000) / 100.0 AS trip_distance,
            (hash(i + 4) %% 8000) / 100.0 AS total_amount,
            CASE WHEN hash(i + 5) %% 50 = 0 THEN 'Y' ELSE 'N' END AS store_and_fwd_flag,
            hash(i + 6) %% 60 + 3700 AS pickup_puma,
            hash(i + 7) %% 60 + 3700 AS dropoff_puma,
            'neighbourhood ' || hash(i + 8) %% 195 AS pickup_ntaname
            FROM range(%d) t(i)) TO '%s' %s\
        """;

    private final String extension;
    private final String function;
    private final String options;
    private final String clickHouse;

    FileForm(String extension, String function, String options, String clickHouse) {
        this.extension = extension;
        this.function = function;
        this.options = options;
        this.clickHouse = clickHouse;
    }

    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    Path file(Path folder, long rides) {
        return folder.resolve("rides-" + rides + "." + extension);
    }

    /** Returns the call as it is written in FROM. */
    String call(Path file) {
        return function + "('" + file + "')";
    }

    /** The same for ClickHouse. */
    String clickHouseCall(Path file) {
        return "file('" + file + "', '" + clickHouse + "')";
    }

    void write(Path file, long rides) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute(String.format(Locale.ROOT, RIDES, rides, file, options));
        }
    }
}
