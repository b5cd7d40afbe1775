package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.strings.InternalByteArray;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.engine.data.RecordEncoder;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.values.GuestValues;

/** Puts values of other languages into records. */
final class GuestRecords {
    private GuestRecords() {}

    /**
     * Adds a value that most values are like.
     *
     * @param nothing the language's null; or Java's, if it is not known
     * @return false, with nothing done, if it is another one
     */
    static boolean addPlain(RecordEncoder record, Object value, Object nothing) {
        switch (value) {
            case Integer number -> record.addLong(number);
            case Long number -> record.addLong(number);
            case Double number -> record.addDouble(number);
            case TruffleString string -> {
                return addString(record, string);
            }
            case Boolean truth -> record.addLong(truth ? 1 : 0);
            default -> {
                if (value != nothing) {
                    return false;
                }
                record.addNull();
            }
        }
        return true;
    }

    private static boolean addString(RecordEncoder record, TruffleString string) {
        TruffleString utf8;
        try {
            utf8 = GuestValues.toUtf8(string);
        } catch (SqlException _) {
            return false;
        }
        InternalByteArray bytes = utf8.getInternalByteArrayUncached(TruffleString.Encoding.UTF_8);
        record.add(new Text(bytes.getArray(), bytes.getOffset(), bytes.getLength()));
        return true;
    }

    /** Adds any value. */
    @TruffleBoundary
    static void add(RecordEncoder record, Object value) throws UnsupportedTypeException {
        if (!addPlain(record, value, null)) {
            record.add(GuestValues.toSql(value));
        }
    }

    /** Sets the rowid to any value. */
    @TruffleBoundary
    static void setRowid(RecordEncoder record, Object value) throws UnsupportedTypeException {
        if (value instanceof Integer number) {
            record.setRowid((long) number);
        } else if (value instanceof Long number) {
            record.setRowid((long) number);
        } else {
            record.setRowid(GuestValues.toSql(value));
        }
    }
}
