package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import org.sqlvm.language.values.LanguageClass;

import java.util.List;

/**
 * An object of a few read-only members, methods among them: databases, statements, the bindings.
 */
@ExportLibrary(InteropLibrary.class)
abstract class Members implements TruffleObject {
    abstract List<String> memberNames();

    /** The member, or null if there is none of this name. Called behind a boundary. */
    abstract Object member(String name);

    /** Returns the text that the object is displayed as. */
    abstract String display();

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        try {
            return new ColumnNames(memberNames());
        } catch (RuntimeException | Error thrown) {
            throw SqlvmException.ofAny(thrown);
        }
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        try {
            return memberNames().contains(member);
        } catch (RuntimeException | Error thrown) {
            throw SqlvmException.ofAny(thrown);
        }
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        Object value = memberOrError(member);
        if (value == null) {
            throw UnknownIdentifierException.create(member);
        }
        return value;
    }

    private Object memberOrError(String member) {
        try {
            return member(member);
        } catch (RuntimeException | Error thrown) {
            throw SqlvmException.ofAny(thrown);
        }
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberInvocable(String member) {
        return isMemberReadable(member) && memberOrError(member) instanceof Method;
    }

    @ExportMessage
    @TruffleBoundary
    Object invokeMember(String member, Object[] arguments)
            throws UnknownIdentifierException, ArityException {
        if (memberOrError(member) instanceof Method method) {
            return method.execute(arguments);
        }
        throw UnknownIdentifierException.create(member);
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
        return display();
    }
}
