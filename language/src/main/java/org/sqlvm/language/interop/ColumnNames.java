package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.language.values.GuestValues;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The names of a result's columns, an array of strings. Of columns with one name the first is
 * found.
 */
@ExportLibrary(InteropLibrary.class)
final class ColumnNames implements TruffleObject {
    private final List<String> names;
    private final Map<String, Integer> indexes = new HashMap<>();

    ColumnNames(List<String> names) {
        this.names = names;
        for (int i = 0; i < names.size(); i++) {
            indexes.putIfAbsent(names.get(i), i);
        }
    }

    /** Returns the index of a column, or -1. */
    @TruffleBoundary
    int indexOf(String name) {
        return indexes.getOrDefault(name, -1);
    }

    @ExportMessage
    boolean hasArrayElements() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    long getArraySize() {
        return names.size();
    }

    @ExportMessage
    boolean isArrayElementReadable(long index) {
        return index >= 0 && index < getArraySize();
    }

    @ExportMessage
    @TruffleBoundary
    Object readArrayElement(long index) throws InvalidArrayIndexException {
        if (!isArrayElementReadable(index)) {
            throw InvalidArrayIndexException.create(index);
        }
        return GuestValues.toString(names.get((int) index));
    }
}
