package org.sqlvm.ecosystem;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.row;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.val;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;

/** SQL that jOOQ writes, results that it reads. */
final class JooqTest {
    private static final Table<Record> PARTS = table(name("parts"));
    private static final Field<Integer> ID = field(name("id"), SQLDataType.INTEGER);
    private static final Field<String> NAME = field(name("name"), SQLDataType.VARCHAR(20));
    private static final Field<BigDecimal> PRICE = field(name("price"), SQLDataType.DECIMAL(10, 2));
    private static final Field<LocalDate> SINCE = field(name("since"), SQLDataType.LOCALDATE);

    private record Part(Integer id, String name, BigDecimal price, LocalDate since) {}

    @Test
    void createsInsertsAndReads() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlvm::memory:")) {
            DSLContext sql = DSL.using(connection, SQLDialect.SQLITE);
            sql.createTable(PARTS)
                    .column(ID, SQLDataType.INTEGER.identity(true))
                    .column(NAME, SQLDataType.VARCHAR(20).nullable(false))
                    .column(PRICE)
                    .column(SINCE)
                    .constraints(DSL.unique(NAME))
                    .execute();
            LocalDate day = LocalDate.of(2026, 11, 21);
            Record inserted = sql.insertInto(PARTS, NAME, PRICE, SINCE)
                    .values("bolt", new BigDecimal("0.25"), day)
                    .returning(ID)
                    .fetchOne();
            assertEquals(1, inserted.get(ID));
            sql.batch(sql.insertInto(PARTS, NAME, PRICE, SINCE).values("", null, null))
                    .bind("nut", new BigDecimal("0.1"), day)
                    .bind("screw", null, null)
                    .execute();
            List<Part> parts = sql.select(ID, NAME, PRICE, SINCE)
                    .from(PARTS)
                    .where(row(NAME, ID).in(List.of(row("bolt", 1), row("screw", 3))))
                    .orderBy(ID.desc())
                    .limit(5)
                    .fetchInto(Part.class);
            assertEquals(
                    List.of(
                            new Part(3, "screw", null, null),
                            new Part(1, "bolt", new BigDecimal("0.25"), day)),
                    parts);
            assertThrows(
                    IntegrityConstraintViolationException.class,
                    () -> sql.insertInto(PARTS, NAME).values("nut").execute());
            assertThrows(
                    IllegalStateException.class,
                    () -> sql.transaction(inner -> {
                        inner.dsl().deleteFrom(PARTS).execute();
                        throw new IllegalStateException("no");
                    }));
            assertEquals(3, sql.select(count()).from(PARTS).fetchOne(0, int.class));
            assertEquals(
                    1,
                    sql.update(PARTS)
                            .set(PRICE, PRICE.plus(val(new BigDecimal("1.00"))))
                            .where(NAME.eq("nut"))
                            .execute());
        }
    }

    @Test
    void readsTheSchema() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlvm::memory:")) {
            DSLContext sql = DSL.using(connection, SQLDialect.SQLITE);
            sql.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, x VARCHAR(5))");
            sql.execute("CREATE TABLE b (a_id INTEGER REFERENCES a)");
            Table<?> a = sql.meta().getTables("a").getFirst();
            assertEquals(2, a.fields().length);
            assertEquals(1, a.getPrimaryKey().getFields().size());
            assertEquals(1, sql.meta().getTables("b").getFirst().getReferences().size());
        }
    }
}
