package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.api.ScanRequest.Known;
import org.sqlvm.engine.data.SqlNull;

/** A function without arguments that returns the value of a condition, or null. */
@ExportLibrary(InteropLibrary.class)
public final class KnownValue implements TruffleObject {
    private final Known known;
    private final GuestObject table;

    KnownValue(Known known, GuestObject table) {
        this.known = known;
        this.table = table;
    }

    @ExportMessage
    boolean isExecutable() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object execute(@SuppressWarnings("unused") Object[] arguments) {
        Object value = known.value();
        return table.arguments(value == null ? SqlNull.NULL : value)[0];
    }
}
