package org.sqlvm.bench.mixed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The traffic of object-relational mappers: each statement is prepared, executed once and closed.
 * There are six for each of twelve tables, in the words of Hibernate and of Django.
 */
final class Mapper implements Work {
    private static final int TABLES = 12;
    private static final int SHAPES = 6;
    private static final int ROWS = 1000;
    private static final int STATES = 20;

    /** Prime to the number of statements, so that each comes once in as many units. */
    private static final int STEP = 31;

    private static final String[] COLUMNS = {"id", "name", "state", "amount", "owner_id", "version"
    };

    private final Connection connection;

    Mapper(Part.Place place) {
        connection = place.connection();
    }

    static void load(Connection connection) throws SQLException {
        for (int table = 0; table < TABLES; table++) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("create table shop_" + table
                        + "(id integer not null primary key, name varchar(40) not null, state int"
                        + " not null, amount int, owner_id int, version int not null)");
                statement.execute(
                        "create index shop_" + table + "_state on shop_" + table + "(state)");
            }
            for (int i = 0; i < ROWS; i++) {
                insert(connection, table, i);
            }
        }
    }

    private static int insert(Connection connection, int table, int id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("insert into shop_" + table
                + " (amount,name,owner_id,state,version,id) values (?,?,?,?,?,?)")) {
            statement.setInt(1, id * 7 % ROWS);
            statement.setString(2, "row " + id + " of table " + table);
            statement.setInt(3, id * 13 % ROWS);
            statement.setInt(4, id % STATES);
            statement.setInt(5, 0);
            statement.setInt(6, id);
            return statement.executeUpdate();
        }
    }

    @Override
    public long run(int number) throws SQLException {
        int statement = (int) ((long) number * STEP % (TABLES * SHAPES));
        int table = statement / SHAPES;
        int round = number / (TABLES * SHAPES);
        long result = switch (statement % SHAPES) {
            case 0 ->
                query(
                        "select e1_0." + String.join(",e1_0.", COLUMNS) + " from shop_" + table
                                + " e1_0 where e1_0.id=?",
                        Random.below(number, ROWS));
            case 1 -> list(table, (table + 1) % TABLES, number);
            case 2 ->
                query(
                        "SELECT COUNT(*) AS the_count FROM shop_" + table + " WHERE shop_" + table
                                + ".state = ?",
                        Random.below(number, STATES));
            case 3 ->
                update(
                        "update shop_" + table + " set amount=?,version=version+1 where id=?",
                        number % ROWS,
                        Random.below(number, ROWS));
            case 4 -> insert(connection, table, ROWS + round);
            default -> update("delete from shop_" + table + " where id=?", ROWS + round - 2);
        };
        connection.commit();
        return result;
    }

    private long list(int table, int owner, int number) throws SQLException {
        String ours = "shop_" + table + ".";
        String theirs = "shop_" + owner + ".";
        return query(
                "SELECT " + ours + String.join(", " + ours, COLUMNS) + ", "
                        + theirs + String.join(", " + theirs, COLUMNS)
                        + " FROM shop_" + table + " INNER JOIN shop_" + owner
                        + " ON (" + ours + "owner_id = " + theirs + "id)"
                        + " WHERE (" + ours + "state = ? AND " + theirs + "state > ?)"
                        + " ORDER BY " + ours + "amount DESC, " + ours + "id ASC LIMIT 21",
                Random.below(number, STATES),
                2);
    }

    private long query(String sql, int... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, values);
            long sum = 0;
            try (ResultSet rows = statement.executeQuery()) {
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    for (int i = 1; i <= columns; i++) {
                        // Every sixth is a text.
                        sum = sum * 31
                                + (i % 6 == 2 ? rows.getString(i).hashCode() : rows.getInt(i));
                    }
                }
            }
            return sum;
        }
    }

    private long update(String sql, int... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            set(statement, values);
            return statement.executeUpdate();
        }
    }

    private static void set(PreparedStatement statement, int[] values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setInt(i + 1, values[i]);
        }
    }
}
