package org.sqlvm.language.values;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.interop.UnknownIdentifierException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Values under names, for debuggers: those visible at a position in a program, or a row there. */
@ExportLibrary(InteropLibrary.class)
public final class Variables implements TruffleObject {
    private final String name;
    private final Map<String, Variable> variables;
    private final List<Variables> rows;

    /**
     * One of them.
     *
     * @param read gives a value as in a register, or a row
     * @param write null if it cannot be changed
     */
    public record Variable(Supplier<Object> read, Consumer<Object> write) {}

    /**
     * @param name the row's name; or null
     * @param rows the rows among the variables; unqualified names mean the first one
     */
    public Variables(String name, Map<String, Variable> variables, List<Variables> rows) {
        this.name = name;
        this.variables = variables;
        this.rows = rows;
    }

    public String name() {
        return name;
    }

    public List<Variables> rows() {
        return rows;
    }

    public void forEach(BiConsumer<String, Variable> action) {
        variables.forEach(action);
    }

    /** The value of a variable, as in a register; null if there is none of that name. */
    public Object value(String variable) {
        Variable found = variables.get(variable);
        return found == null ? null : found.read().get();
    }

    @ExportMessage
    boolean isScope() {
        return true;
    }

    @ExportMessage
    boolean hasMembers() {
        return true;
    }

    @ExportMessage
    @TruffleBoundary
    Object getMembers(@SuppressWarnings("unused") boolean includeInternal) {
        return new ValueArray(variables.keySet().toArray());
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberReadable(String member) {
        return variables.containsKey(member);
    }

    @ExportMessage
    @TruffleBoundary
    Object readMember(String member) throws UnknownIdentifierException {
        Object value = value(member);
        if (value == null) {
            throw UnknownIdentifierException.create(member);
        }
        return GuestValues.toGuest(value);
    }

    @ExportMessage
    @TruffleBoundary
    boolean isMemberModifiable(String member) {
        Variable found = variables.get(member);
        return found != null && found.write() != null;
    }

    @ExportMessage
    boolean isMemberInsertable(@SuppressWarnings("unused") String member) {
        return false;
    }

    @ExportMessage
    @TruffleBoundary
    void writeMember(String member, Object value)
            throws UnknownIdentifierException, UnsupportedMessageException,
                    UnsupportedTypeException {
        Variable found = variables.get(member);
        if (found == null) {
            throw UnknownIdentifierException.create(member);
        }
        if (found.write() == null) {
            throw UnsupportedMessageException.create();
        }
        found.write().accept(GuestValues.toSql(value));
    }

    @ExportMessage
    boolean hasLanguage() {
        return true;
    }

    @ExportMessage
    Class<? extends TruffleLanguage<?>> getLanguage() {
        return LanguageClass.get();
    }

    /** Returns the values of a row as {@code a=1, b=NULL}. */
    @ExportMessage
    @TruffleBoundary
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        if (!rows.isEmpty() || variables.isEmpty()) {
            return String.valueOf(name);
        }
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, Variable> variable : variables.entrySet()) {
            text.append(text.isEmpty() ? "" : ", ")
                    .append(variable.getKey())
                    .append('=')
                    .append(variable.getValue().read().get());
        }
        return text.toString();
    }
}
