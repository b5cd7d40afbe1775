package org.sqlvm.engine.program;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyField;

import java.util.List;

/**
 * An INSERT of one row of parameters that only adds a record to a table and its entries to the
 * indexes: no trigger, foreign key, counter, DEFAULT or CHECK is concerned.
 *
 * @param database the number of the table's database
 * @param values the values of the record
 * @param rowidSource the parameter that is the rowid, from 0; or {@link #ABSENT}
 * @param indexes the table's indexes
 */
public record Insertion(
        int database, int rootPage, List<Value> values, int rowidSource, List<Entry> indexes) {
    /** The source of a value that is NULL, and the column of a field that is the rowid. */
    public static final int ABSENT = -1;

    /**
     * A value of the record.
     *
     * @param source the parameter that it comes from, from 0; or {@link #ABSENT}
     * @param notNull whether it may not be NULL
     */
    public record Value(int source, Affinity affinity, boolean notNull) {}

    /**
     * A row's entry in an index.
     *
     * @param uniqueCount the number of fields in which entries differ; 0 if they may be equal
     */
    public record Entry(int rootPage, List<Field> fields, int uniqueCount) {
        /** Returns the order of the entries. */
        public List<KeyField> order() {
            return fields.stream().map(Field::order).toList();
        }
    }

    /**
     * A field of an entry.
     *
     * @param column the value of the record that it holds; {@link #ABSENT} for the rowid
     * @param real whether a real that is a whole number is an integer in the entry
     */
    public record Field(int column, KeyField order, boolean real) {}
}
