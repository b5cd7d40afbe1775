package org.sqlvm.engine.program;

import java.util.List;

/** The location of a loop's current row in a running program, for debuggers. */
public interface HeldRow {
    /** The columns of the row. Computed at the first call, which only tools make. */
    List<HeldValue> values();

    /**
     * The location of one column's value.
     *
     * @param cursor the cursor of the record that has it; -1 if it is in a register
     * @param column its index in the record; {@link #ROWID} or {@link #ENTRY_ROWID}
     * @param absent the value of records that end before it
     * @param real whether integers in the record are REAL
     * @param register the register; 0 if it is in a record
     */
    record HeldValue(
            String name, int cursor, int column, Object absent, boolean real, int register) {
        /** {@code column} of the rowid of a table. */
        public static final int ROWID = -1;

        /** {@code column} of the rowid at the end of an index entry. */
        public static final int ENTRY_ROWID = -2;

        public static HeldValue inRegister(String name, int register) {
            return new HeldValue(name, -1, 0, null, false, register);
        }

        public static HeldValue inRecord(String name, int cursor, int column) {
            return new HeldValue(name, cursor, column, null, false, 0);
        }
    }
}
