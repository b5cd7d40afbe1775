package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.interop.ExceptionType;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.nodes.ControlFlowException;
import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.values.ValueArray;

/**
 * An error as other languages see it: SQLite's message, its extended result code as member
 * {@code code}, the code's name ({@code SQLITE_CONSTRAINT_UNIQUE}) as {@code name}, and the
 * position in the text if it has one.
 */
@ExportLibrary(InteropLibrary.class)
public final class SqlvmException extends AbstractTruffleException {
    private static final long serialVersionUID = 1L;
    private static final String INTERNAL = "internal error: ";
    private static final String CODE = "code";
    private static final String NAME = "name";

    private final int code;
    private final boolean syntaxError;
    private final boolean incomplete;
    private final transient SourceSection location;
    private final int position;

    private SqlvmException(SqlException error, boolean syntaxError, SourceSection location) {
        // A program that prints its errors must not fail because of an unpaired surrogate.
        super(Utf8.printable(error.getMessage()), error, UNLIMITED_STACK_TRACE, null);
        this.code = error.code();
        this.position = error.position();
        this.syntaxError = syntaxError;
        this.incomplete = syntaxError && "incomplete input".equals(error.getMessage());
        this.location = location;
    }

    /** An error that a statement ran into. */
    @TruffleBoundary
    public static SqlvmException of(SqlException error) {
        if (error.getCause() instanceof AbstractTruffleException own) {
            throw own; // A callback's own, which its language knows.
        }
        return new SqlvmException(error, false, null);
    }

    /**
     * Returns the exception that callers in another language get for any exception thrown inside:
     * no language catches Java's exceptions, so its program would end. Exceptions that end contexts
     * or threads pass, as does a stack overflow, which languages know.
     */
    @TruffleBoundary
    @SuppressWarnings("removal") // A context is cancelled with a ThreadDeath.
    static RuntimeException ofAny(Throwable thrown) {
        switch (thrown) {
            case SqlException error -> throw of(error);
            case AbstractTruffleException guest -> throw guest;
            case ControlFlowException way -> throw way;
            case ThreadDeath death -> throw death;
            case StackOverflowError full -> throw full;
            case OutOfMemoryError _ ->
                throw of(new SqlException(ResultCode.NOMEM, "out of memory"));
            default ->
                throw of(SqlException.ofCause(ResultCode.INTERNAL, INTERNAL + thrown, thrown));
        }
    }

    /** An error found in compiling a statement of {@code source}, which may be null. */
    @TruffleBoundary
    public static SqlvmException of(SqlException error, Source source, boolean syntaxError) {
        SourceSection section = null;
        if (source != null && error.position() >= 0 && error.position() <= source.getLength()) {
            section = source.createSection(
                    error.position(), error.position() < source.getLength() ? 1 : 0);
        }
        return new SqlvmException(error, syntaxError, section);
    }

    /** SQLite's result code, extended where SQLite has one. */
    public int code() {
        return code;
    }

    /** Index in the statement's text, or -1. */
    public int position() {
        return position;
    }

    @ExportMessage
    ExceptionType getExceptionType() {
        return syntaxError ? ExceptionType.PARSE_ERROR : ExceptionType.RUNTIME_ERROR;
    }

    @ExportMessage
    boolean isExceptionIncompleteSource() {
        return incomplete;
    }

    @ExportMessage
    boolean hasSourceLocation() {
        return location != null;
    }

    @ExportMessage(name = "getSourceLocation")
    SourceSection sourceLocation()
            throws com.oracle.truffle.api.interop.UnsupportedMessageException {
        if (location == null) {
            throw com.oracle.truffle.api.interop.UnsupportedMessageException.create();
        }
        return location;
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new ValueArray(CODE, NAME);
    }

    @ExportMessage
    boolean isMemberReadable(String member) {
        return CODE.equals(member) || NAME.equals(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        return switch (member) {
            case CODE -> code;
            case NAME -> ResultCode.name(code);
            default -> throw UnknownIdentifierException.create(member);
        };
    }
}
