package org.sqlvm.language.classfile;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Role;
import org.sqlvm.engine.program.Trait;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * Emits the method that runs a program, or a part of it. Instructions come in families, and the
 * class of a family emits them.
 */
final class MethodEmitter {
    /** The bytes of a switch without its cases, and of a case. */
    private static final int SWITCH_SIZE = 12;

    private static final int CASE_SIZE = 8;

    private final ProgramShape shape;
    private final CodePart part;

    MethodEmitter(ProgramShape shape, CodePart part) {
        this.shape = shape;
        this.part = part;
    }

    /** Emits the whole method. */
    void emit(CodeBuilder out) {
        emit(out, _ -> {});
    }

    /** Returns, by address, about how many bytes an instruction takes. Emits another method. */
    static int[] measure(CodeBuilder out, ProgramShape shape, CodePart part) {
        int[] sizes = new int[shape.size()];
        int[] current = new int[1];
        out.transforming(
                (_, element) -> {
                    switch (element) {
                        case LookupSwitchInstruction i ->
                            sizes[current[0]] +=
                                    SWITCH_SIZE + CASE_SIZE * i.cases().size();
                        case TableSwitchInstruction i ->
                            sizes[current[0]] +=
                                    SWITCH_SIZE + CASE_SIZE * i.cases().size();
                        case java.lang.classfile.Instruction i ->
                            sizes[current[0]] += i.sizeInBytes();
                        default -> {
                            // Labels take no room.
                        }
                    }
                },
                inner -> new MethodEmitter(shape, part).emit(inner, at -> current[0] = at));
        out.aconst_null().areturn();
        return sizes;
    }

    /** @param begins gets the address of each instruction before it is emitted */
    private void emit(CodeBuilder out, IntConsumer begins) {
        boolean counts = !shape.program.facts().reads().largeTables().isEmpty();
        SliceCode slices = new SliceCode(out, shape, part);
        CodeWriter code = new CodeWriter(out, shape, part, slices::label, begins);
        ScanCode scans = new ScanCode(code, slices, shape);
        ColumnCode columns =
                new ColumnCode(code, shape.cursors, scans, part.cursors, shape.encoding);
        List<Predicate<Instruction>> families = families(code, slices, scans, columns);
        slices.begin(code);
        for (int pc = part.addresses.nextSetBit(0);
                pc >= 0;
                pc = part.addresses.nextSetBit(pc + 1)) {
            code.pc = pc;
            begins.accept(pc);
            if (slices.bind(pc)) {
                columns.forget();
            }
            scans.beginLoop(pc);
            Instruction i = code.instruction(pc);
            if (counts && i.opcode().has(Trait.SEARCH)) {
                slices.countSearch();
            }
            if (families.stream().noneMatch(family -> family.test(i))) {
                throw new UnsupportedProgramException(i.opcode());
            }
            for (Role role : i.opcode().roles) {
                if (role.changesRow()) {
                    columns.forget(i.operand(role));
                }
            }
            slices.next(pc);
        }
        code.emitDeferred();
    }

    /** Returns methods that emit an instruction, or return false for one of another family. */
    private List<Predicate<Instruction>> families(
            CodeWriter code, SliceCode slices, ScanCode scans, ColumnCode columns) {
        LoadCode loads = new LoadCode(code);
        CallbackCode callbacks = new CallbackCode(code);
        TextEncoding encoding = shape.encoding;
        OpenCursors cursors = shape.cursors;
        return List.of(
                loads::emit,
                new ControlCode(code, slices, shape.flow)::emit,
                new CursorCode(code, cursors, scans, columns)::emit,
                new SeekCode(code, cursors)::emit,
                new ExpressionCode(code, encoding)::emit,
                new LogicCode(code, callbacks, encoding)::emit,
                new AggregateCode(code, callbacks)::emit,
                new ChangeCode(code, encoding, cursors, loads)::emit,
                new RowTableCode(code, cursors)::emit,
                new VirtualCode(code, cursors, callbacks)::emit,
                new TriggerCode(code, slices, shape.setting)::emit,
                new TaskCode(code, shape.setting)::emit);
    }
}
