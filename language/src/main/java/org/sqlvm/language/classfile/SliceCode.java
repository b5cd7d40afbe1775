package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.CURSOR;
import static org.sqlvm.language.classfile.CodeWriter.OUTCOME;
import static org.sqlvm.language.classfile.CodeWriter.STATE;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.engine.error.Compilation;
import org.sqlvm.engine.program.ControlFlow;
import org.sqlvm.engine.program.Liveness;
import org.sqlvm.engine.program.ProgramAnalysis;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Emits the ways into the method and out of it, and knows where each address is. A call ends with
 * the slice, when the batch is full, or with the program; live registers rest in the state.
 */
final class SliceCode {
    private static final ClassDesc SLICES = CodeWriter.desc(Slices.class);
    private static final ClassDesc BYTES = ConstantDescs.CD_byte.arrayType();

    private final CodeBuilder out;
    private final ProgramAnalysis analysis;
    private final boolean[] loopHeads;
    private final int[] entries;
    private final Liveness liveness;

    /** By address: the label of the instruction. */
    private final Label[] labels;

    /** By address: the label of the code that ends a slice there, or null. */
    private final Label[] suspensions;

    private CodeWriter code;

    // Local variables.

    private final int turns;
    private final int turnsMax;
    private final int searches;

    /** @param size the number of instructions */
    SliceCode(CodeBuilder out, ProgramAnalysis analysis, ControlFlow flow, int size) {
        this.out = out;
        this.analysis = analysis;
        loopHeads = analysis.loopHeads();
        entries = analysis.entries();
        liveness = liveness(analysis, flow, size);
        labels = new Label[size];
        Arrays.setAll(labels, _ -> out.newLabel());
        suspensions = new Label[size];
        turns = out.allocateLocal(TypeKind.INT);
        turnsMax = out.allocateLocal(TypeKind.INT);
        searches = out.allocateLocal(TypeKind.INT);
    }

    private static Liveness liveness(ProgramAnalysis analysis, ControlFlow flow, int count) {
        int[][] successors = new int[count][];
        BitSet[] reads = new BitSet[count];
        BitSet[] writes = new BitSet[count];
        BitSet[] kills = new BitSet[count];
        for (int at = 0; at < count; at++) {
            successors[at] = flow.successors(at);
            reads[at] = analysis.reads(at);
            writes[at] = new BitSet();
            kills[at] = new BitSet();
            analysis.addWrites(at, writes[at]);
            analysis.addAlwaysWrites(at, kills[at]);
        }
        return new Liveness(successors, reads, writes, kills, Compilation.ENDLESS);
    }

    /** Emits the beginning of the method. */
    void begin(CodeWriter writer) {
        code = writer;
        out.iconst_0().istore(turns);
        out.iconst_0().istore(searches);
        out.aload(CodeWriter.STATE_LOCAL);
        slices("turnsMax", CD_int, STATE);
        out.istore(turnsMax);
        dispatch();
    }

    /** The instruction at an address follows. Returns whether control comes from elsewhere, too. */
    boolean bind(int address) {
        out.labelBinding(labels[address]);
        return analysis.isJumpTarget(address) || Arrays.binarySearch(entries, address) >= 0;
    }

    /** Counts a search. */
    void countSearch() {
        out.iinc(searches, 1);
    }

    /** Ends the run. */
    void end() {
        out.aload(CodeWriter.STATE_LOCAL).iload(turns).iload(searches);
        out.getstatic(OUTCOME, "DONE", OUTCOME);
        slices("leave", OUTCOME, STATE, CD_int, CD_int, OUTCOME);
        out.areturn();
    }

    /** Returns the label of code that ends a call, since the batch is full. */
    Label batchFull(int resume) {
        Label full = out.newLabel();
        code.defer(() -> suspend(resume, "BATCH_FULL", full));
        return full;
    }

    /**
     * Returns the label of code that ends a call, so that another program runs. The next call goes
     * on at one address, or at the other if RAISE(IGNORE) ends that program.
     */
    Label call(int next, int ifIgnored) {
        Label called = out.newLabel();
        code.defer(() -> {
            out.labelBinding(called);
            save(ifIgnored);
            out.aload(CodeWriter.STATE_LOCAL).loadConstant(ifIgnored);
            out.putfield(STATE, "resumeIfIgnored", CD_int);
            suspend(next, "CALL", out.newLabel());
        });
        return called;
    }

    private void slices(String name, ClassDesc result, ClassDesc... arguments) {
        out.invokestatic(SLICES, name, MethodTypeDesc.of(result, arguments));
    }

    /** Goes to where the last call has ended. */
    private void dispatch() {
        if (entries.length == 1) {
            return;
        }
        out.aload(CodeWriter.STATE_LOCAL).getfield(STATE, "resume", CD_int);
        List<SwitchCase> cases = new ArrayList<>();
        for (int entry : entries) {
            if (entry == 0) {
                continue;
            }
            Label restore = out.newLabel();
            cases.add(SwitchCase.of(entry, restore));
            code.defer(() -> restore(entry, restore));
        }
        out.lookupswitch(labels[0], cases);
    }

    private BitSet live(int entry) {
        BitSet live = (BitSet) liveness.liveAt(entry).clone();
        live.and(analysis.variables());
        return live;
    }

    private void restore(int entry, Label label) {
        out.labelBinding(label);
        live(entry).stream().forEach(register -> {
            saved("savedKinds", BYTES, register).baload().istore(code.kinds[register]);
            saved("savedNumbers", CD_long.arrayType(), register)
                    .laload()
                    .lstore(code.bits[register]);
            saved("savedObjects", CD_Object.arrayType(), register)
                    .aaload()
                    .astore(code.objects[register]);
        });
        for (int cursor = 0; cursor < code.rows.length; cursor++) {
            loadRow(cursor);
        }
        out.goto_(labels[entry]);
    }

    private void loadRow(int cursor) {
        out.aload(CodeWriter.STATE_LOCAL)
                .getfield(STATE, "cursors", CURSOR.arrayType())
                .loadConstant(cursor)
                .aaload()
                .astore(code.rows[cursor]);
    }

    private CodeBuilder saved(String field, ClassDesc type, int register) {
        return out.aload(CodeWriter.STATE_LOCAL)
                .getfield(STATE, field, type)
                .loadConstant(register);
    }

    private Label suspension(int resume) {
        if (suspensions[resume] == null) {
            Label label = out.newLabel();
            suspensions[resume] = label;
            code.defer(() -> suspend(resume, "SLICE_END", label));
        }
        return suspensions[resume];
    }

    private void suspend(int resume, String outcome, Label label) {
        out.labelBinding(label);
        save(resume);
        out.aload(CodeWriter.STATE_LOCAL).loadConstant(resume).iload(turns).iload(searches);
        out.getstatic(OUTCOME, outcome, OUTCOME);
        slices("suspend", OUTCOME, STATE, CD_int, CD_int, CD_int, OUTCOME);
        out.areturn();
    }

    /** Saves the registers that are read behind an address. */
    private void save(int resume) {
        live(resume).stream().forEach(register -> {
            out.aload(CodeWriter.STATE_LOCAL).loadConstant(register);
            code.value(register);
            slices("save", CD_void, STATE, CD_int, CD_int, CD_long, CD_Object);
        });
    }

    /** Returns the label to jump to for an address; a loop's end counts the turn first. */
    Label label(int address) {
        if (address > code.pc || !loopHeads[address]) {
            return labels[address];
        }
        Label taken = out.newLabel();
        Label slice = suspension(address);
        code.defer(() -> {
            out.labelBinding(taken);
            out.iinc(turns, 1).iload(turns).iload(turnsMax).if_icmpge(slice).goto_(labels[address]);
        });
        return taken;
    }
}
