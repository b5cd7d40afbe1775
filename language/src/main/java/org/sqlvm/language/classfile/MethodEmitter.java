package org.sqlvm.language.classfile;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.program.ControlFlow;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.ProgramAnalysis;
import org.sqlvm.engine.program.Role;
import org.sqlvm.engine.program.Trait;
import org.sqlvm.language.instruction.ProgramSetting;

import java.lang.classfile.CodeBuilder;
import java.util.List;
import java.util.function.Predicate;

/**
 * Emits the method that runs a program. Instructions come in families, and the class of a family
 * emits them.
 */
final class MethodEmitter {
    private final ProgramSetting setting;
    private final Program program;
    private final ProgramAnalysis analysis;
    private final TextEncoding encoding;

    /** Gets the objects that the code has as constants. */
    private final List<Object> constants;

    private final OpenCursors cursors;

    MethodEmitter(ProgramSetting setting, ProgramAnalysis analysis, List<Object> constants) {
        this.setting = setting;
        this.program = setting.program();
        this.analysis = analysis;
        this.encoding = setting.encoding();
        this.constants = constants;
        cursors = new OpenCursors(program, analysis, encoding);
    }

    /** Emits the whole method. */
    void emit(CodeBuilder out) {
        List<Instruction> instructions = program.instructions();
        boolean counts = !program.facts().reads().largeTables().isEmpty();
        ControlFlow flow = new ControlFlow(instructions);
        SliceCode slices = new SliceCode(out, analysis, flow, instructions.size());
        CodeWriter code = new CodeWriter(out, analysis, program, constants, slices::label);
        ColumnCode columns = new ColumnCode(code, cursors, encoding);
        List<Predicate<Instruction>> families = families(code, slices, columns, flow);
        slices.begin(code);
        for (int pc = 0; pc < instructions.size(); pc++) {
            code.pc = pc;
            if (slices.bind(pc)) {
                columns.forget();
            }
            Instruction i = instructions.get(pc);
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
        }
        code.emitDeferred();
    }

    /** Returns methods that emit an instruction, or return false for one of another family. */
    private List<Predicate<Instruction>> families(
            CodeWriter code, SliceCode slices, ColumnCode columns, ControlFlow flow) {
        LoadCode loads = new LoadCode(code);
        return List.of(
                loads::emit,
                new ControlCode(code, slices, flow)::emit,
                new CursorCode(code, cursors, columns)::emit,
                new SeekCode(code, cursors)::emit,
                new ExpressionCode(code, encoding)::emit,
                new LogicCode(code, encoding)::emit,
                new AggregateCode(code)::emit,
                new ChangeCode(code, encoding, cursors, loads)::emit,
                new RowTableCode(code, cursors)::emit,
                new VirtualCode(code, cursors)::emit,
                new TriggerCode(code, slices, setting)::emit,
                new TaskCode(code, setting)::emit);
    }
}
