package org.sqlvm.engine.virtual.fts5.index;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A full-text table {@code t} of SQLite. */
final class OracleTable implements AutoCloseable {
    private final Connection connection;
    private final Statement statement;
    private final int columnCount;

    OracleTable(int columnCount, String options) throws SQLException {
        this.columnCount = columnCount;
        connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        statement = connection.createStatement();
        run("CREATE VIRTUAL TABLE t USING fts5(" + columns() + ", tokenize=ascii" + options + ")");
    }

    private String columns() {
        return "a, b, c".substring(0, columnCount * 3 - 2);
    }

    void run(String sql) throws SQLException {
        statement.execute(sql);
    }

    void insert(long rowid, String[] texts) throws SQLException {
        String marks = ", ?".repeat(columnCount);
        change("INSERT INTO t(rowid, " + columns() + ") VALUES(" + rowid + marks + ")", texts);
    }

    void update(long rowid, String[] texts) throws SQLException {
        String set = columns().replace(",", " = ?,") + " = ?";
        change("UPDATE t SET " + set + " WHERE rowid = " + rowid, texts);
    }

    void delete(long rowid) throws SQLException {
        run("DELETE FROM t WHERE rowid = " + rowid);
    }

    private void change(String sql, String[] texts) throws SQLException {
        try (PreparedStatement change = connection.prepareStatement(sql)) {
            for (int i = 0; i < texts.length; i++) {
                change.setString(i + 1, texts[i]);
            }
            change.executeUpdate();
        }
    }

    void command(String name, String value) throws SQLException {
        run("INSERT INTO t(t, rank) VALUES('" + name + "', " + value + ")");
    }

    /** The index's rows as {@link MemoryStore#dump} gives them. */
    String dump() throws SQLException {
        StringBuilder lines = new StringBuilder();
        append(lines, "SELECT id || ' ' || hex(block) FROM t_data ORDER BY id");
        append(
                lines,
                "SELECT segid || ' ' || hex(term) || ' ' || pgno FROM t_idx ORDER BY segid, term");
        return lines.toString();
    }

    private void append(StringBuilder lines, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                lines.append(rows.getString(1)).append('\n');
            }
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
