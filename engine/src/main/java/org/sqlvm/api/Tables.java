package org.sqlvm.api;

import org.jspecify.annotations.Nullable;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.search.AuxiliaryFunction;
import org.sqlvm.api.search.TokenizerFactory;

import java.util.Collection;
import java.util.List;

/**
 * Registers Java collections, functions and modules as tables. A part of {@link Database}.
 *
 * <p>A collection's table is visible to this connection only, and is not stored in a file. Each
 * scan iterates over the collection; no rows are copied. The table can be joined with any other,
 * but not changed: {@code table X may not be modified}. A table or view of the same name that is
 * created later in a database hides it. An exception thrown while the collection is read, for
 * example because another thread changes it, is rethrown by the query.
 *
 * <p>Virtual tables of a module are in the file's schema; see {@link TableModule}.
 *
 * <p>Every method throws {@link SqlvmException}: SQLITE_ERROR (1) if a table or view of the name
 * exists or two columns have the same name, SQLITE_BUSY (5) if it would replace or remove a
 * collection while a statement runs.
 */
public interface Tables {
    /**
     * Registers a collection.
     *
     * @param rows the collection, which is iterated over once for each scan
     */
    <T> void createTable(String name, TableColumns<T> columns, Iterable<? extends T> rows);

    /** Registers a collection of records or beans, with the columns of {@link TableColumns#of}. */
    default <T> void createTable(String name, Class<T> type, Iterable<? extends T> rows) {
        createTable(name, TableColumns.of(type), rows);
    }

    /**
     * Registers a collection whose first row determines the columns. Records, beans and maps have
     * named columns; lists and arrays have {@code c0}, {@code c1}, …; a single value is the column
     * {@code value}. The collection may belong to another language.
     *
     * @param rows an Iterable, an array of objects, or a {@code Value} of the polyglot API
     * @throws IllegalArgumentException if the collection is empty or cannot be iterated over
     */
    void createTable(String name, Object rows);

    /**
     * Registers a function as a table. Its parameters are hidden columns: {@code FROM name(1, 2)}
     * sets the first two, {@code WHERE parameter = 1} sets one by its name.
     *
     * @param parameters the names of the parameters, at most 32
     */
    <T> void createTable(
            String name,
            TableColumns<T> columns,
            List<String> parameters,
            TableFunction<? extends T> function);

    /** Removes the collection of that name, if any. */
    void removeTable(String name);

    /**
     * Registers a module for {@code CREATE VIRTUAL TABLE … USING name}.
     *
     * @param module null removes the registered module
     * @throws SqlvmException SQLITE_BUSY (5) if a statement runs
     */
    void createModule(String name, @Nullable TableModule module);

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
     * @param kept the names of the modules that stay, ignoring case
     * @throws SqlvmException SQLITE_BUSY (5) if a statement runs
     */
    void dropModules(Collection<String> kept);

    /**
     * Declares a function that only virtual tables implement ({@link ModuleTable#findFunction}),
     * like sqlite3_overload_function (sqlite.org/c3ref/overload_function.html). Calls with other
     * arguments fail. Has no effect if a function of that name already takes this number of
     * arguments.
     *
     * @param argumentCount -1 for any number
     * @throws SqlvmException SQLITE_MISUSE (21) for a number of arguments out of range
     */
    void overloadFunction(String name, int argumentCount);

    /**
     * Registers a tokenizer for full-text tables: {@code USING fts5(…, tokenize = 'name words')}.
     * It replaces a tokenizer of that name, but for tables that this connection has used already.
     */
    void createTokenizer(String name, TokenizerFactory factory);

    /**
     * Registers a function of the rows that full-text queries find, such as {@code bm25()}. It
     * replaces a function of that name. Calls whose first argument is no full-text table fail.
     */
    void createAuxiliaryFunction(String name, AuxiliaryFunction function);
}
