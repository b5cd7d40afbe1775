package org.sqlvm.all;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.util.List;

/** A program on the Java API: a function in Java, and a list that is a table. */
public final class ApiProgram {
    /** A row of the table. */
    public record Order(long part, int count) {}

    private ApiProgram() {}

    public static void main(String[] arguments) {
        try (Database database = Sqlvm.open(":memory:")) {
            database.createFunction(
                    "reduced", (double price, double discount) -> price * (1 - discount));
            database.createTable("orders", Order.class, List.of(new Order(1, 5), new Order(2, 10)));
            String sql = "SELECT reduced(0.25, 0.1), sum(count) FROM orders";
            try (Rows rows = database.query(sql)) {
                rows.next();
                System.out.println(rows.getDouble(0) + " " + rows.getLong(1));
            }
        }
        System.out.println(Sqlvm.runtime());
    }
}
