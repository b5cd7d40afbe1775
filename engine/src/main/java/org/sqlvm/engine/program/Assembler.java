package org.sqlvm.engine.program;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.program.Role.Kind;
import org.sqlvm.engine.row.function.RegisteredFunction;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Puts a program together: addresses for labels, numbers for registers and cursors, and the shape
 * every program has. Instruction 0 jumps to the tail; there the transaction begins, literals and
 * other constants are loaded once, and the tail jumps back to instruction 1.
 */
public final class Assembler {
    private final List<Instruction> code = new ArrayList<>();
    /** By label: its address, or -1 while it has none. */
    private final List<Integer> labels = new ArrayList<>();

    private final Map<Object, Integer> literals = new LinkedHashMap<>();
    private final Map<Object, Integer> shared = new HashMap<>();
    private final Map<Object, Object> known = new HashMap<>();
    private final List<Runnable> prologue = new ArrayList<>();
    private int registerCount;
    private int cursorCount;
    private boolean inPrologue;
    private final ProgramNotes notes;
    private boolean repeating;
    /** The root page of a table that the program is changing; 0 for none. */
    private int changedRoot;

    /** As {@link Program.PlanStep}, with labels for addresses. */
    private record Step(Object of, int begin, int visit, int nullRow, int input, HeldRow row) {}

    private final List<Step> steps = new ArrayList<>();

    /** As {@link ProgramText.Stop}, with a label for the address. */
    private record Beginning(int label, TextPlace place) {}

    private final List<Beginning> beginnings = new ArrayList<>();

    private final Preparation preparation;

    /** @param preparation the compilation that the program comes from */
    public Assembler(Preparation preparation) {
        this(preparation, new ProgramNotes(null));
    }

    private Assembler(Preparation preparation, ProgramNotes notes) {
        this.preparation = preparation;
        this.notes = notes;
        code.add(null); // Init, whose target is known at the end.
    }

    /** For a program that another one runs: the transaction is that one's. */
    public static Assembler ofSubProgram(Assembler root) {
        return new Assembler(root.preparation, new ProgramNotes(root.notes));
    }

    public Preparation preparation() {
        return preparation;
    }

    public TextEncoding encoding() {
        return preparation.encoding();
    }

    /**
     * Returns a label without an address yet: a negative number, which stands for a jump target in
     * an operand.
     */
    public int label() {
        labels.add(-1);
        return -labels.size();
    }

    /** The next instruction is where {@code label} jumps to. */
    public void bind(int label) {
        assert labels.get(-label - 1) == -1 : "bound twice: " + label;
        labels.set(-label - 1, code.size());
    }

    /** A label at the next instruction. */
    public int here() {
        int label = label();
        bind(label);
        return label;
    }

    /** Whether a label is at the next instruction. */
    public boolean isHere(int label) {
        return labels.get(-label - 1) == code.size();
    }

    public int register() {
        return registers(1);
    }

    /** The first of {@code count} consecutive new registers. */
    public int registers(int count) {
        int first = registerCount + 1;
        registerCount += count;
        return first;
    }

    /**
     * Returns the first of {@code count} registers that belong to {@code key} throughout the
     * program; allocates them at the first call.
     */
    public int shared(Object key, int count) {
        Integer known = shared.get(key);
        if (known == null) {
            known = registers(count);
            shared.put(key, known);
        }
        return known;
    }

    /** Returns the value that {@link #know} has stored for {@code key}, or null. */
    public <T> T known(Object key, Class<T> type) {
        return type.cast(known.get(key));
    }

    /** Stores a value for code that is emitted later. */
    public void know(Object key, Object value) {
        known.put(key, value);
    }

    public int cursor() {
        return cursorCount++;
    }

    public void add(Opcode opcode, int p1, int p2, int p3) {
        add(opcode, p1, p2, p3, null, 0);
    }

    public void add(Opcode opcode, int p1, int p2, int p3, Object p4, int p5) {
        assert opcode.accepts(p4) : opcode + " " + p4;
        Instruction instruction = new Instruction(opcode, p1, p2, p3, p4, p5, "");
        if (opcode.has(Kind.READS_DATABASE) || opcode.has(Kind.WRITES_DATABASE)) {
            for (Role role : opcode.roles) {
                if (role.kind() == Kind.READS_DATABASE || role.kind() == Kind.WRITES_DATABASE) {
                    transaction(instruction.operand(role), role.kind() == Kind.WRITES_DATABASE);
                }
            }
        }
        if (p4 instanceof FunctionCall call && call.function() instanceof RegisteredFunction) {
            notes.setSeen();
        }
        code.add(instruction);
    }

    /**
     * Emits a Once: the code up to {@code label} runs the first time only. Within
     * {@link #setRepeating} it runs every time, because its inputs change as the program runs.
     */
    public void once(int label) {
        if (!repeating) {
            add(Opcode.Once, 0, label, 0);
        }
    }

    /** While this is on, {@link #once} means always. Gives whether it was. */
    public boolean setRepeating(boolean on) {
        boolean before = repeating;
        repeating = on;
        return before;
    }

    public boolean isRepeating() {
        return repeating;
    }

    /** The root page of a table whose rows change as the program runs; 0 for none. */
    public int changedRoot() {
        return changedRoot;
    }

    /** Says that the following code is computed for each changed row of a table. */
    public void setChangedRoot(int rootPage) {
        changedRoot = rootPage;
    }

    /** An unconditional jump. */
    public void jump(int label) {
        add(Opcode.Goto, 0, label, 0);
    }

    /** The register that holds a literal throughout the program; loaded once, in the tail. */
    public int literal(Object value) {
        return literals.computeIfAbsent(value, _ -> register());
    }

    /**
     * Emits code into the prologue: constant expressions that are computed once. Within such code,
     * it is emitted at once.
     */
    public void once(Runnable emitter) {
        if (inPrologue) {
            emitter.run();
        } else {
            prologue.add(emitter);
        }
    }

    /** Returns what is known of the program so far. */
    public ProgramNotes notes() {
        return notes;
    }

    /** Notes that the program needs a transaction: see {@link ProgramNotes#transaction}. */
    public void transaction(int database, boolean write) {
        notes.transaction(database, write);
    }

    /** From here on the program needs a write transaction; it may end without coming here. */
    public void laterWrite(int database) {
        notes.laterWrite(database);
        add(Opcode.Transaction, database, 1, 0, null, 1);
    }

    /**
     * Adds the code of a line of the plan.
     *
     * @param of that line's {@link Program.PlanLine#of}
     * @param nullRow null for none
     * @param row the current row at {@code visit}; null if it cannot be seen
     * @see Program.PlanStep
     */
    public void addStep(Object of, int begin, int visit, Integer nullRow, int input, HeldRow row) {
        steps.add(new Step(of, begin, visit, nullRow == null ? 0 : nullRow, input, row));
    }

    /** Notes that the next instruction is the first one of the text at {@code place}. */
    public void addBeginning(TextPlace place) {
        beginnings.add(new Beginning(here(), place));
    }

    /** Returns the stops for the positions in the text, when the code is finished. */
    public List<ProgramText.Stop> stops(List<Program.PlanLine> lines) {
        List<ProgramText.Stop> stops = new ArrayList<>();
        for (Beginning beginning : beginnings) {
            int address = address(beginning.label);
            stops.add(new ProgramText.Stop(address, address, beginning.place, 0, null, null));
        }
        for (Program.PlanLine line : lines) {
            for (Step step : steps) {
                if (line.of() == step.of) {
                    stops.add(new ProgramText.Stop(
                            address(step.visit),
                            address(step.begin),
                            line.place(),
                            line.id(),
                            line.term(),
                            step.row));
                }
            }
        }
        return List.copyOf(stops);
    }

    /** Returns the steps of the lines of a plan, when the code is finished. */
    public List<Program.PlanStep> steps(List<Program.PlanLine> lines) {
        List<Program.PlanStep> found = new ArrayList<>();
        for (Program.PlanLine line : lines) {
            for (Step step : steps) {
                if (line.of() == step.of) {
                    found.add(new Program.PlanStep(
                            line.id(),
                            address(step.begin),
                            address(step.visit),
                            step.nullRow == 0 ? -1 : address(step.nullRow),
                            step.input));
                }
            }
        }
        return List.copyOf(found);
    }

    /** Puts a literal into a register of its own choosing. */
    public void load(Object value, int target) {
        switch (value) {
            case SqlNull _ -> add(Opcode.Null, 0, target, 0);
            case Long number
            when number == (int) (long) number ->
                add(Opcode.Integer, (int) (long) number, target, 0);
            case Long number -> add(Opcode.Int64, 0, target, 0, number, 0);
            case Double number -> add(Opcode.Real, 0, target, 0, number, 0);
            case Text text -> add(Opcode.String8, 0, target, 0, text, 0);
            case Blob blob -> add(Opcode.Blob, blob.length, target, 0, blob, 0);
            default -> throw new AssertionError(value.getClass());
        }
    }

    /**
     * Returns the facts, when the code is finished.
     *
     * @param asksSchema see {@link ProgramFacts}
     */
    public ProgramFacts facts(boolean asksSchema) {
        return notes.facts(asksSchema, turnSearches(), this::address);
    }

    /** Returns the number of searches within loops for each of the loops. */
    private double turnSearches() {
        BitSet loops = new BitSet();
        BitSet heads = new BitSet();
        for (int pc = 0; pc < code.size(); pc++) {
            Instruction turn = code.get(pc);
            int head = turn.opcode().has(Trait.TURN) ? address(turn.p2()) : pc + 1;
            if (head <= pc) {
                heads.set(head);
                loops.set(head, pc);
            }
        }
        long searches = loops.stream()
                .filter(pc -> code.get(pc).opcode().has(Trait.SEARCH))
                .count();
        return heads.isEmpty() ? 0 : (double) searches / heads.cardinality();
    }

    /** The finished instructions. Nothing may be added afterwards. */
    public List<Instruction> finish() {
        add(Opcode.Halt, 0, 0, 0);
        int tail = code.size();
        notes.addTransactions(this);
        // Computing a constant may add further literals, so those are loaded behind a jump back and
        // forth.
        int compute = label();
        int loaded = label();
        if (!prologue.isEmpty()) {
            jump(loaded);
            bind(compute);
            inPrologue = true;
            prologue.forEach(Runnable::run);
            add(Opcode.Goto, 0, 1, 0);
            bind(loaded);
        }
        literals.forEach((value, register) -> load(value, register));
        if (prologue.isEmpty()) {
            add(Opcode.Goto, 0, 1, 0);
        } else {
            jump(compute);
        }
        code.set(
                0,
                new Instruction(Opcode.Init, 0, tail, notes.isDamageResult() ? 1 : 0, null, 0, ""));
        List<Instruction> patched = new ArrayList<>(code.size());
        for (Instruction instruction : code) {
            patched.add(patched(instruction));
        }
        assert ProgramCheck.check(patched, registerCount, cursorCount);
        return List.copyOf(patched);
    }

    private Instruction patched(Instruction i) {
        if (!i.opcode().hasAddress()) {
            return i;
        }
        int p1 = i.p1();
        int p2 = i.p2();
        int p3 = i.p3();
        for (Role role : i.opcode().roles) {
            if (role.isAddress()) {
                switch (role.operand()) {
                    case 1 -> p1 = address(p1);
                    case 2 -> p2 = address(p2);
                    default -> p3 = address(p3);
                }
            }
        }
        return new Instruction(i.opcode(), p1, p2, p3, i.p4(), i.p5(), i.comment());
    }

    private int address(int operand) {
        if (operand >= 0) {
            return operand;
        }
        int address = labels.get(-operand - 1);
        assert address >= 0 : "label without an address: " + operand;
        return address;
    }

    public int registerCount() {
        return registerCount;
    }

    public int cursorCount() {
        return cursorCount;
    }
}
