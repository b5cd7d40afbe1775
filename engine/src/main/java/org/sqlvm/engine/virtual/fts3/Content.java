package org.sqlvm.engine.virtual.fts3;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.module.ModuleHost;
import org.sqlvm.engine.virtual.module.NestedStatement;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;

/**
 * The texts of a table, which %_content has, or another table or view. A row is its docid, the
 * columns, and the language if there is one.
 */
final class Content {
    /** Gives the row that a cursor stands on. */
    @FunctionalInterface
    interface Row {
        /** Returns null if there is no such row. */
        Object[] row(long docid);
    }

    private final ModuleHost host;
    private final Definition definition;
    private final String table;
    private final String select;
    private NestedStatement seek;
    private NestedStatement insert;
    /** Asks for the docid of the last row that was inserted. */
    private NestedStatement inserted;

    private NestedStatement delete;
    private NestedStatement others;
    /** How many statements on the content are being prepared or run. */
    private int reads;

    Content(ModuleHost host, Definition definition) {
        this.host = host;
        this.definition = definition;
        String schema = Identifiers.quoted(definition.database.name()) + ".";
        boolean own = definition.content == null;
        table = schema
                + Identifiers.quoted(own ? definition.shadow("content") : definition.content);
        List<String> list = new ArrayList<>();
        list.add(own ? "docid" : "rowid");
        String function =
                definition.uncompress == null ? "" : Identifiers.quoted(definition.uncompress);
        for (int i = 0; i < definition.columnCount(); i++) {
            String name = definition.columns.get(i);
            list.add(
                    own
                            ? function + "(x." + Identifiers.quoted("c" + i + name) + ")"
                            : "x." + Identifiers.quoted(name));
        }
        if (definition.languageId != null) {
            list.add("x." + Identifiers.quoted(own ? "langid" : definition.languageId));
        }
        select = "SELECT " + String.join(", ", list) + " FROM " + table + " AS x";
    }

    /**
     * A statement inside fails with its code, but without its words: SQLite's module tells no more
     * than that.
     */
    static <T> T nested(Supplier<T> work) {
        try {
            return work.get();
        } catch (SqlException e) {
            throw Faults.withoutWords(e);
        }
    }

    /** Does work that reads the content, which may be a view or a table of its own. */
    <T> T reading(Supplier<T> work) {
        reads++;
        try {
            return nested(work);
        } finally {
            reads--;
        }
    }

    /** @throws SqlException if the content is being read: it is defined by the table itself */
    void checkRecursion() {
        if (reads > 0) {
            throw Faults.plain();
        }
    }

    private NestedStatement prepare(String sql) {
        return reading(() -> host.prepare(sql));
    }

    /** A value as SQLite's text of it; null for NULL. */
    static byte[] text(Object value) {
        return value == null || value == SqlNull.NULL
                ? null
                : ((Bytes) Casts.toText(value)).toArray();
    }

    /** The language of a row; 0 without languageid=. */
    int language(Object... row) {
        return definition.languageId == null
                ? 0
                : (int) Casts.toLong(row[definition.columnCount() + 1]);
    }

    /** The row with a docid; null if there is none. */
    Object[] find(Object docid) {
        if (seek == null) {
            seek = prepare(select + " WHERE rowid = ?");
        }
        List<Object[]> rows = reading(() -> seek.run(docid));
        return rows.isEmpty() ? null : rows.get(0);
    }

    /** All rows, or those in a range of docids. */
    NestedStatement.Rows scan(Long least, Long greatest, boolean descending) {
        String range = least == null ? "" : " WHERE rowid BETWEEN ?1 AND ?2";
        String order = " ORDER BY rowid " + (descending ? "DESC" : "ASC");
        NestedStatement statement = prepare(select + range + order);
        return reading(() -> least == null ? statement.open() : statement.open(least, greatest));
    }

    /** All rows, in no order. */
    NestedStatement.Rows scan() {
        NestedStatement statement = prepare(select);
        return reading(statement::open);
    }

    /**
     * Inserts a row.
     *
     * @param docid NULL for the next one
     * @param values those of the columns, and the language if there is one
     * @return its docid
     */
    long insert(Object docid, Object... values) {
        if (insert == null) {
            String function =
                    definition.compress == null ? "" : Identifiers.quoted(definition.compress);
            List<String> list = new ArrayList<>(
                    Collections.nCopies(definition.columnCount(), function + "(?)"));
            list.add(0, "?");
            if (definition.languageId != null) {
                list.add("?");
            }
            // RETURNING would have the statement undone alone, and so other tables flushed.
            insert = prepare("INSERT INTO " + table + " VALUES(" + String.join(", ", list) + ")");
            inserted = prepare("SELECT last_insert_rowid()");
        }
        Object[] parameters = new Object[values.length + 1];
        parameters[0] = docid;
        System.arraycopy(values, 0, parameters, 1, values.length);
        nested(() -> insert.run(parameters));
        return docid instanceof Long known
                ? known
                : (Long) nested(() -> inserted.run()).get(0)[0];
    }

    void delete(Object docid) {
        if (delete == null) {
            delete = prepare("DELETE FROM " + table + " WHERE rowid = ?");
        }
        nested(() -> delete.run(docid));
    }

    void deleteAll() {
        nested(() -> host.run("DELETE FROM " + table));
    }

    /** Whether there is no other row. */
    boolean isOnly(Object docid) {
        if (definition.content != null) {
            return false;
        }
        if (others == null) {
            others = prepare("SELECT NOT EXISTS(SELECT docid FROM " + table + " WHERE rowid != ?)");
        }
        return Casts.toLong(nested(() -> others.run(docid)).get(0)[0]) != 0;
    }
}
