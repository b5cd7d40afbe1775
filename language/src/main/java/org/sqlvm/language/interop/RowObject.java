package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.engine.row.Batch;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.LanguageClass;

/**
 * A row: an array of its values, and an object whose members are the columns. It stays valid while
 * it is referenced, since a batch is never overwritten.
 */
@ExportLibrary(InteropLibrary.class)
final class RowObject implements TruffleObject {
    private final ColumnNames columns;
    private final Batch batch;
    private final int row;

    RowObject(ColumnNames columns, Batch batch, int row) {
        this.columns = columns;
        this.batch = batch;
        this.row = row;
    }

    @ExportMessage
    boolean hasArrayElements() {
        return true;
    }

    @ExportMessage
    long getArraySize() {
        return batch.columnCount();
    }

    @ExportMessage
    boolean isArrayElementReadable(long index) {
        return index >= 0 && index < batch.columnCount();
    }

    @ExportMessage
    Object readArrayElement(long index) throws InvalidArrayIndexException {
        if (!isArrayElementReadable(index)) {
            throw InvalidArrayIndexException.create(index);
        }
        return value((int) index);
    }

    private Object value(int column) {
        return switch (batch.kind(column)) {
            case Batch.KIND_LONG -> batch.longs(column)[row];
            case Batch.KIND_DOUBLE -> batch.doubles(column)[row];
            default -> GuestValues.toGuest(batch.objects(column)[row]);
        };
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return columns;
    }

    @ExportMessage
    boolean isMemberReadable(String member) {
        return columns.indexOf(member) >= 0;
    }

    @ExportMessage
    Object readMember(String member) throws UnknownIdentifierException {
        int column = columns.indexOf(member);
        if (column < 0) {
            throw UnknownIdentifierException.create(member);
        }
        return value(column);
    }

    @ExportMessage
    boolean hasLanguage() {
        return true;
    }

    @ExportMessage
    Class<? extends TruffleLanguage<?>> getLanguage() {
        return LanguageClass.get();
    }

    @ExportMessage
    @TruffleBoundary
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        StringBuilder text = new StringBuilder("(");
        for (int column = 0; column < batch.columnCount(); column++) {
            text.append(column == 0 ? "" : ", ").append(batch.value(column, row));
        }
        return text.append(')').toString();
    }
}
