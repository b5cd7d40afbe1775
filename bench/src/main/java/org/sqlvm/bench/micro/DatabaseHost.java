package org.sqlvm.bench.micro;

import org.sqlvm.Sqlvm;
import org.sqlvm.api.Aggregate;
import org.sqlvm.api.Arguments;
import org.sqlvm.api.Database;
import org.sqlvm.api.Result;
import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;

import java.nio.file.Path;

/** sqlvm through its interface for Java. */
final class DatabaseHost extends Host {
    private final Database database;

    DatabaseHost(Path file) {
        database = Sqlvm.open(file.toString());
        database.createFunction("reduced", (double price) -> price * REDUCED);
        database.createAggregate("volume", 2, Volume::new);
    }

    private static final class Volume implements Aggregate {
        private double total;

        @Override
        public void step(Arguments arguments) {
            total += arguments.getLong(0) * arguments.getDouble(1);
        }

        @Override
        public void finish(Result result) {
            result.setDouble(total);
        }
    }

    @Override
    Outcome select() {
        long count = 0;
        double sum = 0;
        try (Rows rows = database.query(SELECT)) {
            while (rows.next()) {
                sum += rows.getLong(0) * rows.getDouble(1) * (1 - rows.getDouble(2));
                count++;
            }
        }
        return new Outcome(count, sum);
    }

    @Override
    Outcome innerjoin() {
        long count = 0;
        long sum = 0;
        try (Rows rows = database.query(INNERJOIN)) {
            while (rows.next()) {
                sum += rows.getText(0).length() + rows.getText(1).length();
                count++;
            }
        }
        return new Outcome(count, sum);
    }

    @Override
    Outcome pythonjoin() {
        long count = 0;
        long sum = 0;
        try (Statement part = database.prepare(PART);
                Statement supplier = database.prepare(SUPPLIER);
                Rows rows = database.query(SUPPLIES)) {
            while (rows.next()) {
                sum += length(part, rows.getLong(0)) + length(supplier, rows.getLong(1));
                count++;
            }
        }
        return new Outcome(count, sum);
    }

    private static int length(Statement statement, long key) {
        try (Rows rows = statement.bindLong(1, key).query()) {
            rows.next();
            return rows.getText(0).length();
        }
    }

    @Override
    Outcome pyfunction() {
        long count = 0;
        double sum = 0;
        try (Rows rows = database.query(FUNCTION)) {
            while (rows.next()) {
                sum += rows.getDouble(0);
                count++;
            }
        }
        return new Outcome(count, sum);
    }

    @Override
    Outcome pyaggregate() {
        try (Rows rows = database.query(AGGREGATE)) {
            rows.next();
            return new Outcome(1, rows.getDouble(0));
        }
    }

    @Override
    Outcome filltable(Path file) {
        long count = 0;
        long sum = 0;
        try (Database filled = Sqlvm.open(file.toString())) {
            filled.execute("begin");
            filled.execute(CREATE);
            try (Statement insert = filled.prepare(INSERT)) {
                for (int i = 0; i < FILLED_ROWS; i++) {
                    insert.bindLong(1, i).bindLong(2, 2L * i).execute();
                }
            }
            filled.execute("commit");
            try (Rows rows = filled.query(FILLED)) {
                while (rows.next()) {
                    sum += rows.getLong(0) + rows.getLong(1);
                    count++;
                }
            }
        }
        return new Outcome(count, sum);
    }

    @Override
    public void close() {
        database.close();
    }
}
