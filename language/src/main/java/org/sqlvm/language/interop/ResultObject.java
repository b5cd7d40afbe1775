package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.language.SqlvmLanguage;
import org.sqlvm.language.runtime.Execution;

/**
 * The result of a query: its rows can be iterated once. Members: {@code columns}, the names;
 * {@code close()}, which ends the statement before its last row; {@code batch()}, the next rows as
 * one value per column, for callers that know how to read them.
 */
@ExportLibrary(InteropLibrary.class)
public final class ResultObject implements TruffleObject {
    private static final String COLUMNS = "columns";
    private static final String CLOSE = "close";

    private final Execution execution;
    private final ColumnNames columns;
    private final RowIterator rows;

    public ResultObject(Execution execution) {
        this.execution = execution;
        this.columns = new ColumnNames(execution.statement().program().columns().stream()
                .map(ResultColumn::name)
                .toList());
        this.rows = new RowIterator(execution, columns);
    }

    public Execution execution() {
        return execution;
    }

    /** The next rows, or null after the last. */
    public org.sqlvm.engine.row.Batch takeBatch() {
        return rows.takeBatch();
    }

    @ExportMessage
    boolean hasIterator() {
        return true;
    }

    @ExportMessage
    Object getIterator() {
        return rows;
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new ColumnNames(java.util.List.of(COLUMNS, CLOSE));
    }

    @ExportMessage
    boolean isMemberReadable(String member) {
        return COLUMNS.equals(member) || CLOSE.equals(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        return switch (member) {
            case COLUMNS -> columns;
            case CLOSE ->
                new Method(CLOSE, 0, _ -> {
                    execution.close();
                    return NullObject.NULL;
                });
            default -> throw UnknownIdentifierException.create(member);
        };
    }

    @ExportMessage
    boolean isMemberInvocable(String member) {
        return CLOSE.equals(member);
    }

    @ExportMessage
    Object invokeMember(String member, Object[] arguments)
            throws UnknownIdentifierException, com.oracle.truffle.api.interop.ArityException,
                    com.oracle.truffle.api.interop.UnsupportedTypeException {
        if (!CLOSE.equals(member)) {
            throw UnknownIdentifierException.create(member);
        }
        return ((Method) readMember(member)).execute(arguments);
    }

    @ExportMessage
    boolean hasLanguage() {
        return true;
    }

    @ExportMessage
    Class<? extends TruffleLanguage<?>> getLanguage() {
        return SqlvmLanguage.class;
    }

    @ExportMessage
    @TruffleBoundary
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return "rows of " + execution.statement().sql();
    }
}
