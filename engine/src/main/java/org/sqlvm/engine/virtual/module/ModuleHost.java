package org.sqlvm.engine.virtual.module;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.RandomFile;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Table;

import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/** The connection, as the modules of its virtual tables see it. */
public interface ModuleHost {
    /** Returns the encoding of the texts in its databases. */
    TextEncoding encoding();

    /** Returns what the connection's user has registered. */
    Registered registered();

    /**
     * Runs a statement inside the one that runs.
     *
     * @return its rows; values as in registers
     * @throws org.sqlvm.engine.error.SqlException as the statement does
     */
    List<Object[]> run(String sql);

    /**
     * Prepares a statement to be run inside those that run.
     *
     * @throws org.sqlvm.engine.error.SqlException if it cannot be compiled
     */
    NestedStatement prepare(String sql);

    /**
     * Has a module do what changes tables of its own: meanwhile these are no read-only shadow
     * tables, also if the connection is defensive.
     */
    void changing(Runnable work);

    /** Counts a row that a module has changed in a table of its own without SQL. */
    void countChange();

    /** Opens a file for reading, with the rights that the connection has. */
    RandomFile openFile(String path) throws IOException;

    /** The files that the connection may open. */
    FileSystem files();

    /** Returns the database files that are not attached. */
    DatabaseFiles databaseFiles();

    /** The numbers of the connection's databases. */
    List<Integer> databaseNumbers();

    /** A database, by the name it is known by; null if there is none. */
    Btree database(String name);

    /** A database of the connection. */
    Btree database(DatabaseId id);

    /** A table of a database as the statement that runs sees it; null if there is none. */
    Table table(DatabaseId database, String name);

    /**
     * How many rows a table had at the last ANALYZE, or else seemed to have when the schema was
     * read; -1 if nothing is known, or there is none.
     */
    long rowCount(DatabaseId database, String name);

    /**
     * Returns an object that the modules of the connection share; makes it for the first call.
     *
     * @param type the type, of which a connection has one object at most
     */
    <T> T shared(Class<T> type, Supplier<T> first);
}
