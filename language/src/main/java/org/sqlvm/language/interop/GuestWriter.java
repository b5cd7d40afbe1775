package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;

import org.sqlvm.engine.data.RecordEncoder;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.callbacks.guest.GuestTables;
import org.sqlvm.language.database.MemberColumns;

/** Puts values of other languages into records; objects with members or elements become JSON. */
final class GuestWriter implements MemberColumns.Writer {
    private final MemberColumns columns;
    private final Object adapter;

    /**
     * @param adapter takes a value that is none of SQL, the row's number and the member's; or null
     */
    GuestWriter(MemberColumns columns, Object adapter) {
        this.columns = columns;
        this.adapter = adapter;
    }

    static String shown(Object value) {
        return GuestTables.text(value);
    }

    @Override
    public void add(RecordEncoder record, Object value) {
        try {
            GuestRecords.add(record, value);
        } catch (UnsupportedTypeException | SqlException wrong) {
            try {
                GuestRecords.add(record, adapted(value, wrong));
            } catch (UnsupportedTypeException _) {
                throw failed(shown(value) + " is no value of SQL");
            }
        }
    }

    @Override
    public void setRowid(RecordEncoder record, Object value) {
        try {
            GuestRecords.setRowid(record, value);
        } catch (UnsupportedTypeException | SqlException wrong) {
            try {
                GuestRecords.setRowid(record, adapted(value, wrong));
            } catch (UnsupportedTypeException _) {
                throw failed(shown(value) + " is no value of SQL");
            }
        }
    }

    private Object adapted(Object value, Exception refused) throws UnsupportedTypeException {
        if (adapter != null) {
            try {
                return InteropLibrary.getUncached()
                        .execute(
                                adapter,
                                value,
                                columns.insertion().rowCount() + 1,
                                columns.current());
            } catch (InteropException error) {
                throw failed(error.getMessage());
            }
        }
        if (refused instanceof SqlException error) {
            throw error;
        }
        if (GuestJson.isStructure(value)) {
            return GuestJson.text(value);
        }
        throw (UnsupportedTypeException) refused;
    }

    private SqlException failed(String what) {
        return SqlException.error(columns.current() + ": " + what);
    }
}
