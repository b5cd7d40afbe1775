package org.sqlvm.bench.mixed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Work that the engine has most to do with, and Java little; the wide table is the other way. */
final class Scripts {
    private static final int WIDE_ROWS = 2000;
    private static final int WIDE_COLUMNS = 31;
    private static final int TEXT_LENGTH = 20;
    private static final int ENTRIES = 50;
    private static final int DOCUMENTS = 100;
    private static final int COUNT = 1000;

    private Scripts() {}

    static void load(Connection connection, Subject subject) throws SQLException {
        StringBuilder columns = new StringBuilder("c0 int");
        for (int i = 1; i < WIDE_COLUMNS; i++) {
            columns.append(", c").append(i).append(" varchar(40)");
        }
        execute(
                connection,
                "create table wide(" + columns + ")",
                "create table tree(id integer primary key, parent int)",
                "create index tree_parent on tree(parent)");
        try (PreparedStatement insert = connection.prepareStatement(
                "insert into wide values(?" + ", ?".repeat(WIDE_COLUMNS - 1) + ")")) {
            for (int i = 0; i < WIDE_ROWS; i++) {
                insert.setInt(1, i);
                for (int column = 1; column < WIDE_COLUMNS; column++) {
                    insert.setString(column + 1, text((long) i * WIDE_COLUMNS + column));
                }
                insert.executeUpdate();
            }
        }
        try (PreparedStatement insert =
                connection.prepareStatement("insert into tree values(?, ?)")) {
            for (int i = 1; i <= COUNT; i++) {
                insert.setInt(1, i);
                insert.setInt(2, i / 3);
                insert.executeUpdate();
            }
        }
        if (Part.TRIGGERS.runsOn(subject)) {
            execute(
                    connection,
                    "create table entry(id integer primary key, account int, amount int)",
                    "create table account(id integer primary key, balance int, entries int)",
                    "create table journal(entry int, what text, before int, after int)",
                    "create trigger entry_in after insert on entry begin"
                            + " update account set balance = balance + new.amount,"
                            + " entries = entries + 1 where id = new.account;"
                            + " insert into journal values(new.id, 'in', null, new.amount); end",
                    "create trigger entry_change after update of amount on entry"
                            + " when old.amount <> new.amount begin"
                            + " update account set balance = balance + new.amount - old.amount"
                            + " where id = new.account;"
                            + " insert into journal values(new.id, 'up', old.amount, new.amount);"
                            + " end",
                    "create trigger entry_out after delete on entry begin"
                            + " update account set balance = balance - old.amount,"
                            + " entries = entries - 1 where id = old.account;"
                            + " delete from journal where entry = old.id; end",
                    "create index journal_entry on journal(entry)",
                    "insert into account with recursive n(i) as"
                            + " (select 0 union all select i + 1 from n where i < 9)"
                            + " select i, 0, 0 from n");
        }
        if (Part.JSON.runsOn(subject)) {
            execute(
                    connection,
                    "create table document(id integer primary key, body text)",
                    "insert into document with recursive n(i) as"
                            + " (select 0 union all select i + 1 from n where i < 999)"
                            + " select i, json_object('name', 'name' || i, 'size', i * 7 % 100,"
                            + " 'tags', json_array('a' || i % 5, 'b' || i % 7, i),"
                            + " 'inner', json_object('x', i / 3, 'y', 'why')) from n");
        }
    }

    private static String text(long seed) {
        StringBuilder text = new StringBuilder(TEXT_LENGTH);
        for (int i = 0; i < TEXT_LENGTH; i++) {
            text.append((char) ('a' + Random.below(seed * TEXT_LENGTH + i, 26)));
        }
        return text.toString();
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    static Work fetch(Part.Place place) {
        return number -> {
            long sum = 0;
            try (Statement statement = place.connection().createStatement();
                    ResultSet rows = statement.executeQuery("select * from wide")) {
                while (rows.next()) {
                    sum += rows.getInt(1);
                    for (int i = 2; i <= WIDE_COLUMNS; i++) {
                        sum += rows.getString(i).charAt(0);
                    }
                }
            }
            return sum;
        };
    }

    /** Inserts rows, changes them, reads what the triggers have made of it, and deletes them. */
    static Work triggers(Part.Place place) throws SQLException {
        Connection connection = place.connection();
        PreparedStatement insert = connection.prepareStatement("insert into entry values(?, ?, ?)");
        PreparedStatement change =
                connection.prepareStatement("update entry set amount = amount + ? where id >= ?");
        PreparedStatement delete = connection.prepareStatement("delete from entry where id >= ?");
        PreparedStatement balance = connection.prepareStatement(
                "select sum(balance), sum(entries), (select count(*) from journal) from account");
        return number -> {
            for (int i = 0; i < ENTRIES; i++) {
                insert.setInt(1, i);
                insert.setInt(2, i % 10);
                insert.setInt(3, number % 100 + i);
                insert.executeUpdate();
            }
            change.setInt(1, number % 3);
            change.setInt(2, 0);
            change.executeUpdate();
            long sum;
            try (ResultSet row = balance.executeQuery()) {
                row.next();
                sum = row.getLong(1) + 31 * row.getLong(2) + 31 * 31 * row.getLong(3);
            }
            delete.setInt(1, 0);
            delete.executeUpdate();
            connection.commit();
            return sum;
        };
    }

    static Work json(Part.Place place) throws SQLException {
        PreparedStatement fields = place.connection()
                .prepareStatement("select json_extract(body, '$.name'), body ->> '$.inner.x',"
                        + " json_set(body, '$.size', ?) from document where id between ? and ?");
        PreparedStatement elements = place.connection()
                .prepareStatement("select value, count(*) from document, json_each(body, '$.tags')"
                        + " where document.id between ? and ? group by value order by value");
        return number -> {
            int first = Random.below(number, 1000 - DOCUMENTS);
            fields.setInt(1, number % 100);
            fields.setInt(2, first);
            fields.setInt(3, first + DOCUMENTS - 1);
            long sum = 0;
            try (ResultSet rows = fields.executeQuery()) {
                while (rows.next()) {
                    sum += rows.getString(1).hashCode() + rows.getInt(2);
                    sum += rows.getString(3).hashCode();
                }
            }
            elements.setInt(1, first);
            elements.setInt(2, first + DOCUMENTS - 1);
            return sum + texts(elements);
        };
    }

    static Work recursion(Part.Place place) throws SQLException {
        PreparedStatement count = place.connection()
                .prepareStatement("with recursive n(i) as (select 1 union all"
                        + " select i + 1 from n where i < " + COUNT + ")"
                        + " select sum(i), count(*) from n where i > ?");
        PreparedStatement walk = place.connection()
                .prepareStatement("with recursive below(id, depth) as (select id, 0 from tree"
                        + " where id = ? union all select tree.id, below.depth + 1 from tree"
                        + " join below on tree.parent = below.id)"
                        + " select depth, count(*) from below group by depth order by depth");
        return number -> {
            count.setInt(1, number % COUNT);
            walk.setInt(1, 1 + number % 10);
            return texts(count) + texts(walk);
        };
    }

    private static long texts(PreparedStatement query) throws SQLException {
        long sum = 0;
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                sum = sum * 31 + rows.getString(1).hashCode() + rows.getInt(2);
            }
        }
        return sum;
    }
}
