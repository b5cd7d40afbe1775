package org.sqlvm.bench.tasks;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The row that is written: the same for every engine and language. */
public record Task(long id, String title, boolean done) {
    static final String TABLE = "CREATE TABLE tasks(id INTEGER PRIMARY KEY, title TEXT, done %s)";

    private static Task of(long number) {
        return new Task(number, "Task " + number, number % 2 == 0);
    }

    /** Tasks that are made when they are asked for, as a program reads them from elsewhere. */
    static Iterator<Task> first(long count) {
        return new Iterator<>() {
            private long number;

            @Override
            public boolean hasNext() {
                return number < count;
            }

            @Override
            public Task next() {
                if (number == count) {
                    throw new NoSuchElementException();
                }
                return of(++number);
            }
        };
    }
}
