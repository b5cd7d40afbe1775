package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.MaterializedFrame;
import com.oracle.truffle.api.frame.VirtualFrame;

import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.HeldRow;
import org.sqlvm.engine.program.HeldRow.HeldValue;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.ProgramText.Argument;
import org.sqlvm.engine.program.ProgramText.Stop;
import org.sqlvm.engine.program.Role;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.IndexEntries;
import org.sqlvm.language.runtime.ProgramCursor;
import org.sqlvm.language.values.Variables;
import org.sqlvm.language.values.Variables.Variable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/**
 * The variables of a stopped program for a debugger: the columns of the row, the rows of the loops
 * around, OLD and NEW, and the statement's parameters.
 */
final class ProgramVariables {
    private final Program program;

    /** The registers that still have their values, by address. */
    private final Supplier<IntFunction<BitSet>> live;

    /** The result of {@link #live}; null before it is first needed. */
    private IntFunction<BitSet> known;

    ProgramVariables(Program program, Supplier<IntFunction<BitSet>> live) {
        this.program = program;
        this.live = live;
    }

    /**
     * The variables of a run.
     *
     * @param frame null to ask for names alone
     * @param stop where it has stopped; null at the beginning of the statement
     */
    @TruffleBoundary
    Object scope(MaterializedFrame frame, Stop stop) {
        ExecutionState state = frame == null ? null : (ExecutionState) frame.getArguments()[0];
        Map<String, Variable> all = new LinkedHashMap<>();
        List<Variables> rows = new ArrayList<>();
        if (stop != null && stop.row() != null) {
            Variables row = row(frame, state, stop, stop);
            row.forEach(all::put);
            rows.add(row);
        }
        List<Stop> stops = program.text().stops();
        for (int i = stops.size() - 1; stop != null && i >= 0; i--) {
            Stop outer = stops.get(i);
            if (outer != stop && outer.row() != null && surrounds(outer, stop.address())) {
                rows.add(row(frame, state, outer, stop));
            }
        }
        return scope(state, all, rows);
    }

    /**
     * Returns the variables of a run that is inside of a call: with the current rows of all
     * cursors.
     */
    @TruffleBoundary
    Object scopeInside(MaterializedFrame frame) {
        ExecutionState state = frame == null ? null : (ExecutionState) frame.getArguments()[0];
        List<Variables> rows = new ArrayList<>();
        for (Stop loop : program.text().stops().reversed()) {
            if (state != null && loop.row() != null && standsOnRow(state, loop.row())) {
                rows.add(row(frame, state, loop, loop));
            }
        }
        return scope(state, new LinkedHashMap<>(), rows);
    }

    private static boolean standsOnRow(ExecutionState state, HeldRow row) {
        return row.values().stream()
                .allMatch(value -> value.cursor() >= 0
                        && state.cursors[value.cursor()] != null
                        && state.cursors[value.cursor()].record != null);
    }

    private Variables scope(ExecutionState state, Map<String, Variable> all, List<Variables> rows) {
        addArguments(state, rows);
        for (Variables row : rows) {
            if (row.name() != null) {
                all.putIfAbsent(row.name(), new Variable(() -> row, null));
            }
        }
        addParameters(state, all);
        return new Variables(program.sql().isEmpty() ? "foreign key" : "statement", all, rows);
    }

    /** Whether the loop whose rows reach a stop continues behind an address. */
    private boolean surrounds(Stop loop, int address) {
        if (address <= loop.address()) {
            return false;
        }
        List<Instruction> code = program.instructions();
        for (int pc = address + 1; pc < code.size(); pc++) {
            Instruction instruction = code.get(pc);
            for (Role role : instruction.opcode().roles) {
                if (role.isAddress()
                        && instruction.operand(role) <= loop.address()
                        && instruction.operand(role) >= loop.begin()) {
                    return true;
                }
            }
        }
        return false;
    }

    private Variables row(VirtualFrame frame, ExecutionState state, Stop loop, Stop at) {
        Map<String, Variable> columns = new LinkedHashMap<>();
        List<HeldValue> values = loop.row().values();
        boolean inRegisters = values.stream().anyMatch(value -> value.register() > 0);
        BitSet kept = inRegisters ? liveAt(at.address()) : null;
        for (HeldValue value : values) {
            if (kept != null && value.register() > 0 && !kept.get(value.register())) {
                continue; // The register is not read any more, so it may have been cleared.
            }
            columns.putIfAbsent(value.name(), new Variable(() -> read(frame, state, value), null));
        }
        return new Variables(loop.term(), columns, List.of());
    }

    private BitSet liveAt(int address) {
        if (known == null) {
            known = live.get();
        }
        return known.apply(address);
    }

    private Object read(VirtualFrame frame, ExecutionState state, HeldValue held) {
        if (state == null) {
            return SqlNull.NULL;
        }
        Object value = held.register() > 0
                ? register(frame, held.register())
                : column(state, state.cursors[held.cursor()], held);
        return held.real() && value instanceof Long number ? (Object) (double) number : value;
    }

    private static Object register(VirtualFrame frame, int register) {
        return switch (Registers.kind(frame, register)) {
            case ValueKind.LONG -> (Object) Registers.getBits(frame, register);
            case ValueKind.DOUBLE -> (Object) Registers.getDouble(frame, register);
            case ValueKind.TEXT, ValueKind.BLOB -> Registers.getObject(frame, register);
            default -> SqlNull.NULL;
        };
    }

    private static Object column(ExecutionState state, ProgramCursor cursor, HeldValue held) {
        if (cursor == null || cursor.vectors != null) {
            return SqlNull.NULL;
        }
        if (cursor.isDeferred()) {
            cursor.follow();
        }
        if (cursor.nullRow || cursor.record == null) {
            return SqlNull.NULL;
        }
        if (held.column() == HeldValue.ROWID) {
            return cursor.table.rowid();
        }
        cursor.loadOverflow();
        if (held.column() == HeldValue.ENTRY_ROWID) {
            return IndexEntries.rowid(cursor.record, cursor.recordOffset, cursor.localSize);
        }
        Object value = RecordReader.column(
                cursor.record,
                cursor.recordOffset,
                cursor.localSize,
                held.column(),
                state.schema.encoding());
        Object absent = held.absent() == null ? SqlNull.NULL : held.absent();
        return value == null ? absent : value;
    }

    private void addArguments(ExecutionState state, List<Variables> rows) {
        if (program.text().arguments() == null) {
            return;
        }
        Map<String, Map<String, Variable>> named = new LinkedHashMap<>();
        for (Argument argument : program.text().arguments().arguments()) {
            int place = argument.place();
            named.computeIfAbsent(argument.row(), _ -> new LinkedHashMap<>())
                    .put(
                            argument.name(),
                            new Variable(
                                    () -> state == null ? SqlNull.NULL : state.arguments[place],
                                    value -> state.arguments[place] = value));
        }
        named.forEach((name, columns) -> rows.add(new Variables(name, columns, List.of())));
    }

    /** Adds the parameters of the statement, also in a trigger that it runs. */
    private void addParameters(ExecutionState state, Map<String, Variable> all) {
        List<String> names = state == null ? program.parameters() : state.root.program.parameters();
        for (int i = 0; i < names.size(); i++) {
            int number = i + 1;
            String name = names.get(i).isEmpty() ? "?" + number : names.get(i);
            all.put(
                    name,
                    new Variable(
                            () -> state == null ? SqlNull.NULL : state.parameters.value(number),
                            value -> state.parameters.set(number, value)));
        }
    }
}
