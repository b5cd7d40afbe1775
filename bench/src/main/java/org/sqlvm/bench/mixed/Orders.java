package org.sqlvm.bench.mixed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A small shop: transactions that enter orders, and a report of what customers have ordered. */
final class Orders implements Work {
    private static final int CUSTOMERS = 3000;

    /** The first ones enter orders; reports are about the others, whose orders stay as they are. */
    private static final int BUYERS = 1000;

    private static final int ITEMS = 10_000;
    private static final int ORDERS = 5000;
    private static final int LINES = 5;

    /** How many customers a report is about. */
    private static final int RANGE = 20;

    private final Connection connection;
    private final PreparedStatement customer;
    private final PreparedStatement insertOrder;
    private final PreparedStatement price;
    private final PreparedStatement take;
    private final PreparedStatement insertLine;
    private final PreparedStatement total;
    private final PreparedStatement pay;
    private final PreparedStatement deleteLines;
    private final PreparedStatement deleteOrder;

    private Orders(Connection connection) throws SQLException {
        this.connection = connection;
        customer = connection.prepareStatement("select name, balance from customer where id = ?");
        insertOrder = connection.prepareStatement("insert into orders values(?, ?, ?)");
        price = connection.prepareStatement("select name, price from item where id = ?");
        take = connection.prepareStatement("update item set stock = stock - ? where id = ?");
        insertLine = connection.prepareStatement("insert into line values(?, ?, ?, ?, ?)");
        total = connection.prepareStatement(
                "select count(*), sum(quantity * price) from line where orders = ?");
        pay = connection.prepareStatement("update customer set balance = balance + ? where id = ?");
        deleteLines = connection.prepareStatement("delete from line where orders = ?");
        deleteOrder = connection.prepareStatement("delete from orders where id = ?");
    }

    static Work enter(Part.Place place) throws SQLException {
        return new Orders(place.connection());
    }

    static void load(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table customer"
                    + "(id integer primary key, name varchar(30), balance bigint)");
            statement.execute("create table item"
                    + "(id integer primary key, name varchar(30), price int, stock bigint)");
            statement.execute(
                    "create table orders" + "(id integer primary key, customer int, placed int)");
            statement.execute("create table line(id integer primary key, orders int, item int,"
                    + " quantity int, price int)");
            statement.execute("create index order_customer on orders(customer)");
            statement.execute("create index line_order on line(orders)");
        }
        try (PreparedStatement customer =
                        connection.prepareStatement("insert into customer values(?, ?, 0)");
                PreparedStatement item =
                        connection.prepareStatement("insert into item values(?, ?, ?, 1000)")) {
            for (int i = 0; i < CUSTOMERS; i++) {
                set(customer, i, "customer" + i);
                customer.executeUpdate();
            }
            for (int i = 0; i < ITEMS; i++) {
                set(item, i, "item" + i, i % 97);
                item.executeUpdate();
            }
        }
        try (Orders orders = new Orders(connection)) {
            for (int i = 0; i < ORDERS; i++) {
                orders.order(i, Random.below(i, CUSTOMERS));
            }
        }
    }

    static Work report(Part.Place place) throws SQLException {
        PreparedStatement report = place.connection()
                .prepareStatement("select c.id, c.name, o.id, o.placed, l.quantity, i.name, i.price"
                        + " from customer c join orders o on o.customer = c.id"
                        + " join line l on l.orders = o.id join item i on i.id = l.item"
                        + " where c.id between ? and ? order by o.placed desc, l.id");
        return new Work() {
            @Override
            public long run(int number) throws SQLException {
                int first = BUYERS + Random.below(number, CUSTOMERS - BUYERS - RANGE);
                set(report, first, first + RANGE - 1);
                long sum = 0;
                try (ResultSet rows = report.executeQuery()) {
                    while (rows.next()) {
                        sum = sum * 31 + rows.getInt(1) + rows.getString(2).hashCode();
                        sum += rows.getInt(3) + rows.getInt(4) + rows.getInt(5);
                        sum += rows.getString(6).hashCode() + rows.getInt(7);
                    }
                }
                return sum;
            }

            @Override
            public void close() throws SQLException {
                report.close();
            }
        };
    }

    /** Enters an order, and deletes the last one. */
    @Override
    public long run(int number) throws SQLException {
        long sum = order(ORDERS + number, Random.below(number, BUYERS));
        if (number > 0) {
            set(deleteLines, ORDERS + number - 1);
            sum += deleteLines.executeUpdate();
            set(deleteOrder, ORDERS + number - 1);
            sum += deleteOrder.executeUpdate();
        }
        connection.commit();
        return sum;
    }

    private long order(int number, int buyer) throws SQLException {
        set(customer, buyer);
        long sum = read(customer);
        set(insertOrder, number, buyer, number / 100);
        insertOrder.executeUpdate();
        for (int i = 0; i < LINES; i++) {
            int item = Random.below((long) number * LINES + i, ITEMS);
            set(price, item);
            sum += read(price);
            set(take, i, item);
            take.executeUpdate();
            set(insertLine, number * LINES + i, number, item, i + 1, item % 97);
            insertLine.executeUpdate();
        }
        set(total, number);
        sum += read(total);
        set(pay, number % 7, buyer);
        return sum + pay.executeUpdate();
    }

    /** Returns the hash code of the only row, and a number in it. */
    private static long read(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            rows.next();
            return rows.getString(1).hashCode() + rows.getLong(2);
        }
    }

    private static void set(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            if (values[i] instanceof Integer number) {
                statement.setInt(i + 1, number);
            } else {
                statement.setString(i + 1, (String) values[i]);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : new PreparedStatement[] {
            customer, insertOrder, price, take, insertLine, total, pay, deleteLines, deleteOrder
        }) {
            statement.close();
        }
    }
}
