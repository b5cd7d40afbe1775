package org.sqlvm.language.runtime;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

/** Reads from an index entry the parts that belong to its table's row. */
public final class IndexEntries {
    private IndexEntries() {}

    /** The rowid at the end of an entry. */
    @TruffleBoundary
    public static long rowid(byte[] record, int offset, int size) {
        return RecordReader.lastLong(record, offset, size);
    }

    /** The table has no row for an index entry. */
    public static SqlException missingRow() {
        return new SqlException(
                ResultCode.CORRUPT_INDEX,
                "database disk image is malformed (an index entry has no row)");
    }
}
