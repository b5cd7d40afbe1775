package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.CURSOR;
import static org.sqlvm.language.classfile.CodeWriter.OUTCOME;
import static org.sqlvm.language.classfile.CodeWriter.SLICES;
import static org.sqlvm.language.classfile.CodeWriter.STATE;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.language.runtime.Outcome;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Emits the ways into a method and out of it, and knows where each address is. A call ends with the
 * slice, when the batch is full, or with the program; live registers rest in the state. A jump into
 * another method of the program leaves them there, too.
 *
 * <p>Control that goes on inside of a loop enters it at its head, which then passes it on: HotSpot
 * does not optimize loops that have two entries.
 */
final class SliceCode {
    private final CodeBuilder out;
    private final ProgramShape shape;
    private final CodePart part;

    /** By address: the label of the instruction. */
    private final Label[] labels;

    /** By address: the label of the code that ends a slice there. */
    private final Map<Integer, Label> suspensions = new HashMap<>();

    /** By address: the label of the code that goes on there in another method. */
    private final Map<Integer, Label> moves = new HashMap<>();

    /** By outcome: the label of the code that saves registers and ends the call. */
    private final Map<Outcome, Label> exits = new EnumMap<>(Outcome.class);

    /** The label of the code that saves registers for another method; null if there is none. */
    private Label move;

    /** By the head of a loop: the entries that are in it. */
    private final Map<Integer, List<Integer>> inner = new HashMap<>();

    private CodeWriter code;

    // Local variables.

    private final int turns;
    private final int turnsMax;
    private final int searches;

    /** Where the next call goes on, or the entry that control is on its way to; else 0. */
    private final int resume;

    SliceCode(CodeBuilder out, ProgramShape shape, CodePart part) {
        this.out = out;
        this.shape = shape;
        this.part = part;
        labels = new Label[shape.size()];
        part.addresses.stream().forEach(address -> labels[address] = out.newLabel());
        part.entries.stream().forEach(entry -> {
            for (int head : part.loops.heads(entry)) {
                if (head != entry) {
                    inner.computeIfAbsent(head, _ -> new ArrayList<>()).add(entry);
                }
            }
        });
        turns = out.allocateLocal(TypeKind.INT);
        turnsMax = out.allocateLocal(TypeKind.INT);
        searches = out.allocateLocal(TypeKind.INT);
        resume = out.allocateLocal(TypeKind.INT);
    }

    /** Emits the beginning of the method. */
    void begin(CodeWriter writer) {
        code = writer;
        if (part.hasOthers) {
            out.aload(CodeWriter.STATE_LOCAL)
                    .getfield(STATE, "turnCount", CD_int)
                    .istore(turns);
            out.aload(CodeWriter.STATE_LOCAL).getfield(STATE, "searchCount", CD_int);
            out.istore(searches);
        } else {
            out.iconst_0().istore(turns);
            out.iconst_0().istore(searches);
        }
        out.aload(CodeWriter.STATE_LOCAL);
        slices("turnsMax", CD_int, STATE);
        out.istore(turnsMax);
        out.aload(CodeWriter.STATE_LOCAL).getfield(STATE, "resume", CD_int).istore(resume);
        if (part.addresses.get(0)) {
            Label later = out.newLabel();
            if (part.entries.cardinality() > 1) {
                out.iload(resume).ifne(later);
            }
            loadLiterals();
            out.goto_(labels[0]);
            out.labelBinding(later);
        }
        if (!part.addresses.get(0) || part.entries.cardinality() > 1) {
            restore();
        }
    }

    /** Literals in wide ranges are stored once: nothing else writes those registers. */
    private void loadLiterals() {
        int[] registers = shape.wide.stream()
                .filter(register -> code.literal(register) != null)
                .toArray();
        if (registers.length > 0) {
            Object[] values = new Object[registers.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = code.literal(registers[i]);
            }
            out.aload(CodeWriter.STATE_LOCAL);
            code.constant(registers, CD_int.arrayType());
            code.constant(values, CD_Object.arrayType());
            code.call(
                    CodeWriter.desc(WideRegisters.class),
                    "load",
                    CD_void,
                    STATE,
                    CD_int.arrayType(),
                    CD_Object.arrayType());
        }
    }

    /** Loads registers and cursors, and goes to where the last call, or method, has ended. */
    private void restore() {
        part.loaded.stream().forEach(register -> {
            out.aload(CodeWriter.STATE_LOCAL).loadConstant(register);
            slices("kind", CD_int, STATE, CD_int);
            code.storeKind(register);
            out.aload(CodeWriter.STATE_LOCAL).loadConstant(register);
            slices("bits", CD_long, STATE, CD_int);
            code.storeBits(register);
            out.aload(CodeWriter.STATE_LOCAL).loadConstant(register);
            slices("object", CD_Object, STATE, CD_int);
            code.storeObject(register);
        });
        part.cursors.stream().forEach(cursor -> {
            out.aload(CodeWriter.STATE_LOCAL).loadConstant(cursor);
            slices("cursor", CURSOR, STATE, CD_int);
            out.astore(code.rows[cursor]);
        });
        List<SwitchCase> cases = new ArrayList<>();
        part.entries.stream().filter(entry -> entry != 0).forEach(entry -> {
            List<Integer> heads = part.loops.heads(entry);
            cases.add(SwitchCase.of(entry, way(entry, heads.isEmpty() ? entry : heads.getFirst())));
        });
        Label none = out.newLabel();
        out.iload(resume).lookupswitch(none, cases);
        out.labelBinding(none);
        fail();
    }

    /** Returns the label of code that goes to an entry by way of the head of a loop around it. */
    private Label way(int entry, int head) {
        if (entry != head) {
            return labels[head];
        }
        if (inner.isEmpty()) {
            return labels[entry];
        }
        Label arrived = out.newLabel();
        code.defer(() -> {
            out.labelBinding(arrived);
            out.iconst_0().istore(resume).goto_(labels[entry]);
        });
        return arrived;
    }

    private void fail() {
        ClassDesc error = CodeWriter.desc(AssertionError.class);
        out.new_(error).dup();
        out.invokespecial(error, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
        out.athrow();
    }

    /** The instruction at an address follows. Returns whether control comes from elsewhere, too. */
    boolean bind(int address) {
        out.labelBinding(labels[address]);
        List<Integer> entries = inner.get(address);
        if (entries != null) {
            passOn(address, entries);
        }
        return part.entries.get(address)
                || shape.analysis.isJumpTarget(address)
                || shape.loopEnds.get(address)
                || (address > 0 && !part.addresses.get(address - 1));
    }

    /** At the head of a loop: control may be on its way to an entry in the loop. */
    private void passOn(int head, List<Integer> entries) {
        Label stays = out.newLabel();
        out.iload(resume).ifeq(stays);
        List<SwitchCase> cases = new ArrayList<>();
        for (int entry : entries) {
            List<Integer> heads = part.loops.heads(entry);
            int next = heads.indexOf(head) + 1;
            cases.add(SwitchCase.of(
                    entry, way(entry, next < heads.size() ? heads.get(next) : entry)));
        }
        out.iload(resume).lookupswitch(stays, cases);
        out.labelBinding(stays);
    }

    /** The instruction at an address has been emitted: control may go on in another method. */
    void next(int address) {
        if (shape.flow.fallsThrough(address) && !part.addresses.get(address + 1)) {
            out.goto_(moveTo(address + 1));
        }
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
    Label batchFull(int next) {
        return exit(next, Outcome.BATCH_FULL);
    }

    /**
     * Returns the label of code that ends a call, so that another program runs. The next call goes
     * on at one address, or at the other if RAISE(IGNORE) ends that program.
     */
    Label call(int next, int ifIgnored) {
        Label called = out.newLabel();
        Label exit = exit(next, Outcome.CALL);
        code.defer(() -> {
            out.labelBinding(called);
            out.aload(CodeWriter.STATE_LOCAL).loadConstant(ifIgnored);
            out.putfield(STATE, "resumeIfIgnored", CD_int);
            out.goto_(exit);
        });
        return called;
    }

    private void slices(String name, ClassDesc result, ClassDesc... arguments) {
        out.invokestatic(SLICES, name, MethodTypeDesc.of(result, arguments));
    }

    /** Returns the label of code that ends a call; the next one goes on at an address. */
    private Label exit(int next, Outcome outcome) {
        Label common = exits.computeIfAbsent(outcome, how -> {
            Label label = out.newLabel();
            code.defer(() -> {
                out.labelBinding(label);
                save();
                out.getstatic(OUTCOME, how.name(), OUTCOME);
                slices("suspend", OUTCOME, STATE, CD_int, CD_int, CD_int, OUTCOME);
                out.areturn();
            });
            return label;
        });
        return to(next, common);
    }

    private Label to(int next, Label exit) {
        Label label = out.newLabel();
        code.defer(() -> {
            out.labelBinding(label);
            out.loadConstant(next).istore(resume).goto_(exit);
        });
        return label;
    }

    /** Saves registers, and pushes the arguments of a method of {@link Slices} that leaves. */
    private void save() {
        part.saved.stream().forEach(register -> {
            out.aload(CodeWriter.STATE_LOCAL).loadConstant(register);
            code.value(register);
            slices("save", CD_void, STATE, CD_int, CD_int, CD_long, CD_Object);
        });
        out.aload(CodeWriter.STATE_LOCAL).iload(resume).iload(turns).iload(searches);
    }

    private Label suspension(int next) {
        return suspensions.computeIfAbsent(next, _ -> exit(next, Outcome.SLICE_END));
    }

    private Label moveTo(int address) {
        if (move == null) {
            move = out.newLabel();
            code.defer(() -> {
                out.labelBinding(move);
                save();
                slices("move", OUTCOME, STATE, CD_int, CD_int, CD_int);
                out.areturn();
            });
        }
        return moves.computeIfAbsent(address, _ -> to(address, move));
    }

    /** Returns the label to jump to for an address; a loop's end counts the turn first. */
    Label label(int address) {
        Label target = part.addresses.get(address) ? labels[address] : moveTo(address);
        if (address > code.pc || !shape.loopHeads[address]) {
            return target;
        }
        Label taken = out.newLabel();
        Label slice = suspension(address);
        code.defer(() -> {
            out.labelBinding(taken);
            out.iinc(turns, 1).iload(turns).iload(turnsMax).if_icmpge(slice).goto_(target);
        });
        return taken;
    }
}
