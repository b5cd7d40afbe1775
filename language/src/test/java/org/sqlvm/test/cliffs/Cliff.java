package org.sqlvm.test.cliffs;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A statement that grows in one dimension: any number of literals, columns, joins or rows.
 *
 * @param name the thing that grows
 * @param largest the largest size that SQLite takes, or that is worth measuring
 * @param setup the statements that make its tables, given the size
 * @param statement the text, given the size; {@link #SALT} in it becomes another word each time, so
 *     that no cache knows it
 * @param parameters the values that are bound, given the size
 * @param before the statements that run before each time that it does, given the size
 */
record Cliff(
        String name,
        int largest,
        IntFunction<List<String>> setup,
        IntFunction<String> statement,
        IntFunction<List<Object>> parameters,
        IntFunction<List<String>> before) {
    /** Stands in texts where a name may be anything. */
    static final String SALT = "{s}";

    /** A dimension with tables that are the same for each size. */
    static Cliff of(String name, int largest, List<String> setup, IntFunction<String> statement) {
        return of(name, largest, _ -> setup, statement);
    }

    /** A dimension with tables that grow, too. */
    static Cliff of(
            String name,
            int largest,
            IntFunction<List<String>> setup,
            IntFunction<String> statement) {
        return new Cliff(name, largest, setup, statement, _ -> List.of(), _ -> List.of());
    }

    /** A dimension with tables that grow and a statement that does not. */
    static Cliff rows(String name, int largest, IntFunction<List<String>> setup, String statement) {
        return of(name, largest, setup, _ -> statement);
    }

    /** The same with a parameter for each size: 1 to n. */
    Cliff numbered() {
        return new Cliff(
                name,
                largest,
                setup,
                statement,
                n -> IntStream.rangeClosed(1, n).<Object>mapToObj(i -> (long) i).toList(),
                before);
    }

    /** The same where one run leaves nothing to do for the next one. */
    Cliff after(IntFunction<List<String>> statements) {
        return new Cliff(name, largest, setup, statement, parameters, statements);
    }

    /** The text for one run. */
    String sql(int size, int salt) {
        return statement.apply(size).replace(SALT, "s" + salt);
    }

    /** A list of {@code n} parts, made from 1 to n. */
    static String list(int n, String separator, IntFunction<String> part) {
        return IntStream.rangeClosed(1, n).mapToObj(part).collect(Collectors.joining(separator));
    }

    @Override
    public String toString() {
        return name;
    }
}
