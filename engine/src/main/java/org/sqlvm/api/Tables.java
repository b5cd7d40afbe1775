package org.sqlvm.api;

import org.sqlvm.api.files.FileFormat;

import java.util.Collection;
import java.util.List;

/**
 * Collections of the program that SQL reads as tables. A part of {@link Database}.
 *
 * <p>A table is known to this connection alone, and is in no file: its rows are read out of the
 * collection whenever a query scans it, one by one, and nothing is copied. It can be joined with
 * any other table, but not changed: {@code table X may not be modified}. A table or view of a
 * database that gets its name later comes before it. What is thrown while the collection is read,
 * also because it changes at the same time, comes out of the query as it is.
 *
 * <p>Tables of a module are in the file: see {@link TableModule}.
 *
 * <p>Every method throws {@link SqlvmException} SQLITE_ERROR (1) if a table or view has the name or
 * two columns have one name; SQLITE_BUSY (5) if there is a collection of that name and a statement
 * runs.
 */
public interface Tables {
    /**
     * Registers a collection.
     *
     * @param rows may be read any number of times
     */
    <T> void createTable(String name, TableColumns<T> columns, Iterable<? extends T> rows);

    /** The same for records and beans: see {@link TableColumns#of}. */
    default <T> void createTable(String name, Class<T> type, Iterable<? extends T> rows) {
        createTable(name, TableColumns.of(type), rows);
    }

    /**
     * The same for a collection whose first row says what columns there are: records, beans, maps
     * with their keys, lists and arrays with {@code c0}, {@code c1}, …, and single values as column
     * {@code value}; or a collection of another language.
     *
     * @param rows an Iterable, an array of objects, or a {@code Value} of the polyglot API
     * @throws IllegalArgumentException if it has no rows, or cannot be iterated over
     */
    void createTable(String name, Object rows);

    /**
     * Registers a function as a table. Its parameters are hidden columns: {@code FROM name(1, 2)}
     * gives the first two, {@code WHERE parameter = 1} one by its name.
     *
     * @param parameters their names, at most 32
     */
    <T> void createTable(
            String name,
            TableColumns<T> columns,
            List<String> parameters,
            TableFunction<? extends T> function);

    /** Removes a collection, if there is one of that name. */
    void removeTable(String name);

    /**
     * Registers a module for {@code CREATE VIRTUAL TABLE … USING name}.
     *
     * @param module null removes the one that there is
     * @throws SqlvmException SQLITE_BUSY (5) if a statement runs
     */
    void createModule(String name, TableModule module);

    /**
     * Registers a format of files: {@code read_NAME} reads it, COPY reads and writes it, also by
     * what files' names end in. It comes before a format of that name that needs no registering.
     * {@code createModule("read_NAME", null)} removes it.
     *
     * @throws SqlvmException SQLITE_BUSY (5) if a statement runs
     */
    void createFormat(FileFormat format);

    /**
     * Drops modules, also those that are there without being registered: {@code csv},
     * {@code dbstat}, {@code read_csv} and the like (sqlite.org/c3ref/drop_modules.html). Modules
     * may be registered afterwards.
     *
     * @param kept the names of those that stay, in any case
     * @throws SqlvmException SQLITE_BUSY (5) if a statement runs
     */
    void dropModules(Collection<String> kept);

    /**
     * Makes a function known that only virtual tables have ({@link ModuleTable#findFunction}), as
     * sqlite.org/c3ref/overload_function.html. Calls for anything else are errors. Nothing happens
     * if a function of that name already takes this number of arguments.
     *
     * @param argumentCount -1 for any number
     * @throws SqlvmException SQLITE_MISUSE (21) for a number of arguments out of range
     */
    void overloadFunction(String name, int argumentCount);
}
