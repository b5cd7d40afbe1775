package com.example;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Value;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.FunctionOption;

import java.util.List;

/** Asks a list of records with SQL that calls a function in Python. */
public final class Main {
    private static final String INITIALS = """
        def initials(name):
            return ''.join(word[0].upper() for word in name.split())

        initials
        """;

    private record Person(String name, int born) {}

    private record Entry(String initials, int born) {}

    private Main() {}

    public static void main(String[] args) {
        List<Person> people =
                List.of(new Person("Ada Lovelace", 1815), new Person("Grace Hopper", 1906));
        try (Context context = context();
                Database database = Sqlvm.open(":memory:")) {
            Value initials = context.eval("python", INITIALS);
            database.createFunction("initials", 1, initials, FunctionOption.DETERMINISTIC);
            database.createTable("people", Person.class, people);
            List<Entry> entries = database.query(
                            "SELECT initials(name) AS initials, born FROM people ORDER BY born")
                    .as(Entry.class)
                    .toList();
            entries.forEach(entry -> System.out.println(entry.initials() + " " + entry.born()));
        }
    }

    private static Context context() {
        return Context.newBuilder("python")
                .option("engine.WarnInterpreterOnly", "false")
                .build();
    }
}
