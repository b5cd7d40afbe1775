package org.sqlvm.bench.events;

import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.sqlvm.api.Database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The form in which an engine keeps events, and its access to a member. */
enum EventStore {
    /** Texts of JSON become rows of a table that grows. */
    SQLVM("sqlvm") {
        @Override
        void load(Connection connection, Iterator<Map<String, Object>> events) throws SQLException {
            connection
                    .unwrap(Database.class)
                    .bulkInsert("events")
                    .createTable()
                    .addColumns()
                    .json()
                    .insert(texts(events));
        }
    },
    /** The same of maps. */
    SQLVM_MAPS("sqlvm") {
        @Override
        void load(Connection connection, Iterator<Map<String, Object>> events) throws SQLException {
            connection
                    .unwrap(Database.class)
                    .bulkInsert("events")
                    .createTable()
                    .addColumns()
                    .insert(events);
        }
    },
    /** A column of JSON. */
    SQLITE_JSON("sqlite") {
        @Override
        void load(Connection connection, Iterator<Map<String, Object>> events) throws SQLException {
            run(connection, "CREATE TABLE events(data TEXT)");
            insertTexts(connection, events);
        }

        @Override
        String member(String name) {
            return "(data ->> '" + name + "')";
        }
    },
    /** A table whose columns are known before. */
    SQLITE_COLUMNS("sqlite") {
        @Override
        void load(Connection connection, Iterator<Map<String, Object>> events) throws SQLException {
            run(connection, "CREATE TABLE events(" + definitions(Event.Type::name) + ")");
            insertColumns(connection, events);
        }
    },
    DUCKDB_JSON("duckdb") {
        @Override
        void load(Connection connection, Iterator<Map<String, Object>> events) throws SQLException {
            run(connection, "CREATE TABLE events(data JSON)");
            try (DuckDBAppender appender = appender(connection)) {
                while (events.hasNext()) {
                    appender.beginRow();
                    appender.append(Event.json(events.next()));
                    appender.endRow();
                }
            }
        }

        @Override
        String member(String name) {
            return "CAST(data ->> '" + name + "' AS " + duckdb(Event.type(name)) + ")";
        }
    },
    DUCKDB_COLUMNS("duckdb") {
        @Override
        void load(Connection connection, Iterator<Map<String, Object>> events) throws SQLException {
            run(connection, "CREATE TABLE events(" + definitions(EventStore::duckdb) + ")");
            try (DuckDBAppender appender = appender(connection)) {
                while (events.hasNext()) {
                    append(appender, events.next());
                }
            }
        }
    };

    private static final Pattern MEMBER = Pattern.compile("\\{(\\w+)}");
    private static final int BATCH = 10_000;

    private final String driver;

    EventStore(String driver) {
        this.driver = driver;
    }

    /** Makes the table, and inserts events in one transaction. */
    abstract void load(Connection connection, Iterator<Map<String, Object>> events)
            throws SQLException;

    /** An expression for a member. */
    String member(String name) {
        return '"' + name + '"';
    }

    /** A query as the engine has it. */
    String written(String query) {
        String sql =
                MEMBER.matcher(query).replaceAll((MatchResult found) -> member(found.group(1)));
        return driver.equals("duckdb") ? sql.replace(" / ", " // ") : sql;
    }

    String driver() {
        return driver;
    }

    /** Its name, as options have it. */
    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Iterator<String> texts(Iterator<Map<String, Object>> events) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return events.hasNext();
            }

            @Override
            public String next() {
                return Event.json(events.next());
            }
        };
    }

    private static String duckdb(Event.Type type) {
        return switch (type) {
            case INTEGER -> "BIGINT";
            case REAL -> "DOUBLE";
            case TEXT -> "VARCHAR";
        };
    }

    private static String definitions(Function<Event.Type, String> types) {
        return Event.MEMBERS.stream()
                .map(name -> '"' + name + "\" " + types.apply(Event.type(name)))
                .collect(Collectors.joining(", "));
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static DuckDBAppender appender(Connection connection) throws SQLException {
        return connection.unwrap(DuckDBConnection.class).createAppender("main", "events");
    }

    private static void append(DuckDBAppender appender, Map<String, Object> event)
            throws SQLException {
        appender.beginRow();
        for (String name : Event.MEMBERS) {
            switch (event.get(name)) {
                case null -> appender.appendNull();
                case Long number -> appender.append((long) number);
                case Double number -> appender.append((double) number);
                case Object text -> appender.append((String) text);
            }
        }
        appender.endRow();
    }

    private static void insertTexts(Connection connection, Iterator<Map<String, Object>> events)
            throws SQLException {
        connection.setAutoCommit(false);
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO events VALUES (?)")) {
            for (int waiting = 1; events.hasNext(); waiting++) {
                insert.setString(1, Event.json(events.next()));
                insert.addBatch();
                if (waiting % BATCH == 0 || !events.hasNext()) {
                    insert.executeBatch();
                }
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static void insertColumns(Connection connection, Iterator<Map<String, Object>> events)
            throws SQLException {
        connection.setAutoCommit(false);
        String places = String.join(", ", Collections.nCopies(Event.MEMBERS.size(), "?"));
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO events VALUES (" + places + ")")) {
            for (int waiting = 1; events.hasNext(); waiting++) {
                Map<String, Object> event = events.next();
                for (int i = 0; i < Event.MEMBERS.size(); i++) {
                    insert.setObject(i + 1, event.get(Event.MEMBERS.get(i)));
                }
                insert.addBatch();
                if (waiting % BATCH == 0 || !events.hasNext()) {
                    insert.executeBatch();
                }
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
    }
}
