package org.sqlvm.language.nodes;

import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.FrameDescriptor;
import com.oracle.truffle.api.frame.FrameSlotKind;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.Compilation;
import org.sqlvm.engine.program.ColumnRuns;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.ProgramAnalysis;
import org.sqlvm.engine.program.Role;
import org.sqlvm.engine.program.SubProgram;
import org.sqlvm.engine.program.Trait;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.language.instruction.ProgramSetting;
import org.sqlvm.language.instruction.RowScan;
import org.sqlvm.language.options.Switches;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * Makes the nodes of a program: one for each instruction, so that addresses stay what EXPLAIN
 * prints. An instruction that is fused into the one before it becomes a node that does nothing.
 *
 * <p>Instructions come in families, and the class of a family makes its nodes (a method
 * {@code of}). This class has their common parts: operands, cursors, and the reads and writes of
 * registers.
 */
public final class ProgramBuilder {
    /**
     * The minimum time that a program is interpreted before it is compiled, in nanoseconds, if
     * vectors do its work or may take over. The compiler takes 100 to 2,000 ms for it, on a
     * processor that vectors and their compilation by HotSpot need at the same time.
     */
    private static final long DELAY_BESIDE_VECTORS = 30_000_000;

    /**
     * Likewise, if the program is to become a class long before that. One that tools look at does
     * not become one.
     */
    private static final long DELAY_BESIDE_CLASSES = 1_000_000_000;

    /**
     * The delay of a program with more instructions grows with the square of their number, as the
     * compiler's time does: it took a second for 50, six for 110, and half a minute for 150.
     */
    private static final int DELAYED_SIZE = 50;

    /** Tools show the beginning of a long statement alone. */
    private static final int NAME_LENGTH_MAX = 80;

    /** The minimum delay of such a program before it grows, in nanoseconds. */
    private static final long DELAY_OF_LARGE = 50_000_000;

    private final Program program;
    private final ProgramAnalysis analysis;
    private final TextEncoding encoding;
    /** By cursor the last instruction that opens it, or null. */
    private final Instruction[] opening;

    /** By cursor the order of its index entries or sorter records, or null for a table. */
    private final KeyOrder[] orders;

    private final int firstCursorSlot;
    /** For each cursor the first column whose width the walk has not added; 0 if unknown. */
    private final int[] walked;

    /** For each cursor the last Column. */
    private final ColumnNode[] walkers;

    private final ColumnRuns runs;

    /** The scan of each cursor that only scans; null for others. */
    private final RowScan[] scans;

    /**
     * The reads and writes by address, for {@link Clearing}; reads are noted when operands are
     * made. Null if the program is too long to be compiled: then they would be large and of no use.
     */
    private final BitSet[] reads;

    private final BitSet[] writes;
    private final BitSet[] kills;

    /** The address whose node is being made. */
    private int current;

    private final TruffleLanguage<?> language;
    private final Switches switches;
    private final ProgramSetting setting;

    private ProgramBuilder(
            TruffleLanguage<?> language,
            Switches switches,
            Program program,
            TextEncoding encoding) {
        this.language = language;
        this.switches = switches;
        this.program = program;
        this.encoding = encoding;
        setting = new ProgramMaker(language, switches).setting(program, encoding);
        analysis = new ProgramAnalysis(program);
        opening = new Instruction[program.cursorCount()];
        orders = new KeyOrder[program.cursorCount()];
        walked = new int[program.cursorCount()];
        walkers = new ColumnNode[program.cursorCount()];
        scans = RowScan.of(setting);
        runs = new ColumnRuns(program.instructions(), analysis);
        boolean compiled = ProgramRootNode.mayCompile(program);
        reads = compiled ? setsByAddress() : null;
        writes = compiled ? setsByAddress() : null;
        kills = compiled ? setsByAddress() : null;
        firstCursorSlot = Registers.slotCount(program.registerCount());
        findCursors();
    }

    private void findCursors() {
        for (Instruction i : program.instructions()) {
            if (i.opcode().has(Role.Kind.OPENS)) {
                opening[i.p1()] = i;
                if (i.p4() instanceof KeyInfo keys && i.opcode() != Opcode.HashOpen) {
                    orders[i.p1()] = new KeyOrder(keys.fields(), encoding);
                }
            }
        }
    }

    /**
     * Returns the root node of {@code program}, for databases of one text encoding.
     *
     * @param compilation ends the work early
     * @param inScript whether a script tells tools where the statement begins
     * @param counts whether its runs count their instructions
     */
    public static ProgramRootNode build(
            TruffleLanguage<?> language,
            Switches switches,
            Program program,
            TextEncoding encoding,
            Compilation compilation,
            SourceSection section,
            boolean inScript,
            boolean counts) {
        return build(
                new ProgramBuilder(language, switches, program, encoding),
                compilation,
                oneLine(program.sql()),
                section,
                !inScript,
                counts);
    }

    /** Returns the name as it is shown in columns of tables and on the bars of flame graphs. */
    private static String oneLine(String sql) {
        String line = sql.strip().replaceAll("\\s+", " ");
        return line.length() <= NAME_LENGTH_MAX
                ? line
                : line.substring(0, NAME_LENGTH_MAX - 1) + "…";
    }

    private static ProgramRootNode build(
            ProgramBuilder builder,
            Compilation compilation,
            String name,
            SourceSection section,
            boolean begins,
            boolean counts) {
        TruffleLanguage<?> language = builder.language;
        Switches switches = builder.switches;
        Program program = builder.program;
        TextEncoding encoding = builder.encoding;
        FrameDescriptor.Builder frame = FrameDescriptor.newBuilder();
        Registers.addSlots(frame, program.registerCount());
        // The slots of the offset of each cursor's walk through its record: see ColumnNode.
        frame.addSlots(program.cursorCount(), FrameSlotKind.Static);
        InstructionNode[] nodes = builder.nodes();
        int[] entries = builder.analysis.entries();
        int[][] saved = new int[entries.length][];
        if (builder.reads != null) {
            builder.clearDead(nodes, entries, saved, compilation);
        } else {
            Arrays.fill(saved, builder.analysis.variables().stream().toArray());
        }
        saved[0] = new int[0]; // All registers are NULL at the start.
        return new ProgramRootNode(
                language,
                frame.build(),
                nodes,
                entries,
                saved,
                program.registerCount(),
                builder.analysis.loopHeads(),
                counts,
                builder.interpretedTimeMin(),
                name,
                section,
                program,
                new ProgramStops.Shown(begins, switches.toolsSeePlans()),
                () -> live(language, switches, program, encoding));
    }

    /** By address: the registers whose values are read again; null if none is ever cleared. */
    private static IntFunction<BitSet> live(
            TruffleLanguage<?> language,
            Switches switches,
            Program program,
            TextEncoding encoding) {
        ProgramBuilder builder = new ProgramBuilder(language, switches, program, encoding);
        InstructionNode[] nodes = builder.nodes();
        return builder.reads == null
                ? _ -> null
                : new Clearing(
                                nodes,
                                builder.reads,
                                builder.writes,
                                builder.kills,
                                Compilation.ENDLESS)::liveAt;
    }

    private long interpretedTimeMin() {
        int size = program.instructions().size();
        long delay = TimeUnit.MILLISECONDS.toNanos(switches.compilationDelay());
        if (switches.classes().leaveGuests() && new CallbackSlots(program).areNone()) {
            delay = Math.max(delay, DELAY_BESIDE_CLASSES);
        }
        if (!program.facts().reads().largeTables().isEmpty()
                || program.facts().reads().vectors()) {
            delay = Math.max(delay, DELAY_BESIDE_VECTORS);
        }
        return size <= DELAYED_SIZE
                ? delay
                : Math.max(delay, DELAY_OF_LARGE) * size / DELAYED_SIZE * size / DELAYED_SIZE;
    }

    private BitSet[] setsByAddress() {
        BitSet[] sets = new BitSet[program.instructions().size()];
        Arrays.setAll(sets, _ -> new BitSet());
        return sets;
    }

    /**
     * Notes that the instruction whose node is being made reads a register, or a cursor's offset.
     */
    void noteRead(int variable) {
        if (reads != null) {
            reads[current].set(variable);
        }
    }

    private void noteWrites() {
        if (writes != null) {
            analysis.addWrites(current, writes[current]);
            analysis.addAlwaysWrites(current, kills[current]);
        }
    }

    private void noteWrite(int variable) {
        if (writes != null) {
            writes[current].set(variable);
            kills[current].set(variable);
        }
    }

    /**
     * Lets nodes clear dead variables, and finds the ones that live from call to call, by entry.
     */
    private void clearDead(
            InstructionNode[] nodes, int[] entries, int[][] saved, Compilation compilation) {
        Clearing clearing = new Clearing(nodes, reads, writes, kills, compilation);
        clearing.setCleared(program.registerCount());
        for (int i = 0; i < entries.length; i++) {
            BitSet live = (BitSet) analysis.variables().clone();
            live.and(clearing.liveAt(entries[i]));
            saved[i] = live.stream().toArray();
        }
    }

    private InstructionNode[] nodes() {
        List<Instruction> code = program.instructions();
        InstructionNode[] nodes = new InstructionNode[code.size()];
        for (int pc = 0; pc < nodes.length; pc++) {
            if (analysis.isJumpTarget(pc)) {
                Arrays.fill(walked, 0);
            }
            if (nodes[pc] != null) {
                continue; // Fused into the instruction before.
            }
            Instruction instruction = code.get(pc);
            current = pc;
            noteWrites();
            if (instruction.opcode() == Opcode.Column) {
                boolean toReal = isFollowedByRealAffinity(pc);
                nodes[pc] = scanned(instruction, instruction.p2(), column(instruction, toReal));
                if (toReal) {
                    nodes[pc + 1] = new SchemaNodes.NoopNode();
                }
            } else {
                nodes[pc] = node(instruction);
                forgetWalk(instruction);
            }
            assert readsAsSaid(instruction) : instruction;
        }
        setRowsNodes(nodes);
        countSearches(nodes);
        return nodes;
    }

    /** Counts searches if the cost of rows decides between rows and vectors. */
    private void countSearches(InstructionNode[] nodes) {
        boolean decided = !program.facts().reads().largeTables().isEmpty();
        for (int pc = 0; decided && pc < nodes.length; pc++) {
            nodes[pc].countsAsSearch = program.instructions().get(pc).opcode().has(Trait.SEARCH);
        }
    }

    private void setRowsNodes(InstructionNode[] nodes) {
        for (int cursor = 0; cursor < scans.length; cursor++) {
            if (scans[cursor] != null && scans[cursor].loop() != null) {
                int head = scans[cursor].loop().head();
                nodes[head] = new ColumnScanNodes.RowsNode(
                        cursor, scans[cursor], (InstructionNode.Step) nodes[head]);
            }
        }
    }

    private boolean isFollowedByRealAffinity(int pc) {
        if (pc + 1 == program.instructions().size() || analysis.isJumpTarget(pc + 1)) {
            return false;
        }
        Instruction next = program.instructions().get(pc + 1);
        return next.opcode() == Opcode.RealAffinity
                && next.p1() == program.instructions().get(pc).p3();
    }

    /**
     * A Column or Rowid on a cursor that may be reading from columns.
     *
     * @param place the column's index in the record, or {@link StoredColumn#ROWID}
     */
    InstructionNode scanned(Instruction i, int place, InstructionNode.Step record) {
        RowScan scan = scans[i.p1()];
        return scan == null
                ? record
                : new ColumnScanNodes.ReadNode(i.p1(), scan.index(place), i.result(), record);
    }

    private InstructionNode.Step column(Instruction i, boolean toReal) {
        int cursor = i.p1();
        Object absent = i.p4() == null ? SqlNull.NULL : i.p4();
        if (runs.contains(current)) {
            boolean begins = runs.isFirst(current);
            return new AnyColumnNode(source(cursor), i.p2(), i.p3(), absent, toReal, begins);
        }
        int from = walked[cursor] <= i.p2() ? walked[cursor] : 0;
        walked[cursor] = i.p2() + 1;
        int place = program.registerCount() + 1 + cursor;
        if (from > 0) {
            walkers[cursor].setContinued();
            noteRead(place);
        }
        noteWrite(place);
        walkers[cursor] = new ColumnNode(
                source(cursor), i.p2(), i.p3(), absent, toReal, from, firstCursorSlot + cursor);
        return walkers[cursor];
    }

    /**
     * Whether the node of the current instruction reads the registers of its {@link Opcode}'s
     * roles. The first instruction of a scan on columns also reads the registers of the scan's
     * conditions.
     */
    private boolean readsAsSaid(Instruction i) {
        if (reads == null) {
            return true;
        }
        BitSet noted = reads[current].get(0, program.registerCount() + 1);
        BitSet said = analysis.reads(current);
        if (i.opcode() == Opcode.Rewind || i.opcode() == Opcode.IfEmpty) {
            noted.or(said);
            said.or(noted);
        }
        return noted.equals(said);
    }

    /** An instruction that moves a cursor ends the walk through the header of its record. */
    private void forgetWalk(Instruction i) {
        for (Role role : i.opcode().roles) {
            if (role.changesRow()) {
                walked[i.operand(role)] = 0;
            }
        }
    }

    ColumnNode.Source source(int cursor) {
        return new ColumnNode.Source(
                cursor, encoding, analysis.mayBeNullRow(cursor), analysis.mayBeDeferred(cursor));
    }

    /**
     * The node of an instruction: of all families one knows it. Those of most programs come first.
     */
    private InstructionNode node(Instruction i) {
        InstructionNode node = LoadNodes.of(i, this);
        node = node != null ? node : ControlNodes.of(i, this);
        node = node != null ? node : CursorNodes.of(i, this);
        node = node != null ? node : CompareNode.of(i, this);
        node = node != null ? node : ArithmeticNode.of(i, this);
        node = node != null ? node : LogicNodes.of(i, this);
        node = node != null ? node : FunctionNode.of(i, this);
        node = node != null ? node : ResultRowNode.of(i, this);
        node = node != null ? node : OpenNodes.of(i, this);
        node = node != null ? node : SeekNodes.of(i, this);
        node = node != null ? node : SchemaNodes.of(i, this);
        node = node != null ? node : AggregateNodes.of(i, this);
        node = node != null ? node : WriteNodes.of(i, this);
        node = node != null ? node : SorterNodes.of(i, this);
        node = node != null ? node : HashNodes.of(i, this);
        node = node != null ? node : TriggerNodes.of(i, this);
        node = node != null ? node : WindowNodes.of(i, this);
        node = node != null ? node : QueueNodes.of(i, this);
        node = node != null ? node : VirtualNodes.of(i, this);
        node = node != null ? node : TaskNodes.of(i, this);
        assert node != null : i;
        return node;
    }

    List<Instruction> code() {
        return program.instructions();
    }

    /** The address of the instruction whose node is being made. */
    int address() {
        return current;
    }

    /** Where that instruction may go, other than to the next one. */
    int[] jumps() {
        return analysis.jumps(current);
    }

    /** A register as the instruction reads it. */
    Operand operand(int register) {
        assert register > 0 && register <= program.registerCount() : register;
        Object constant = analysis.constant(register);
        if (constant == null) {
            noteRead(register);
        }
        return new Operand(register, constant);
    }

    /** The registers that the instruction reads, in the order of its roles. */
    Operand[] inputs() {
        return Arrays.stream(analysis.inputs(current))
                .mapToObj(this::operand)
                .toArray(Operand[]::new);
    }

    /** The registers that it writes, likewise. */
    int[] outputs() {
        return analysis.outputs(current);
    }

    /** Consecutive registers as the instruction reads them. */
    Operand[] operands(int first, int count) {
        Operand[] operands = new Operand[count];
        for (int i = 0; i < count; i++) {
            operands[i] = operand(first + i);
        }
        return operands;
    }

    /** The last instruction that opens a cursor. */
    Instruction opening(int cursor) {
        return opening[cursor];
    }

    boolean opensWith(int cursor, Opcode opcode) {
        return opening[cursor] != null && opening[cursor].opcode() == opcode;
    }

    /** The order of a cursor's index entries or sorter records, or null for a table. */
    KeyOrder order(int cursor) {
        return orders[cursor];
    }

    /** Returns the scan of a cursor that only scans, or null. */
    RowScan scan(int cursor) {
        return scans[cursor];
    }

    boolean mayBeNullRow(int cursor) {
        return analysis.mayBeNullRow(cursor);
    }

    Switches switches() {
        return switches;
    }

    TextEncoding encoding() {
        return encoding;
    }

    static Affinity[] affinities(Object p4) {
        if (!(p4 instanceof String letters)) {
            return new Affinity[0];
        }
        return letters.chars().mapToObj(Affinity::of).toArray(Affinity[]::new);
    }

    /** Returns the root node of a subprogram. */
    static ProgramRootNode build(
            TruffleLanguage<?> language,
            Switches switches,
            SubProgram called,
            TextEncoding encoding) {
        return build(
                new ProgramBuilder(language, switches, called.program(), encoding),
                Compilation.ENDLESS,
                called.name(),
                section(called),
                false,
                false);
    }

    private static SourceSection section(SubProgram called) {
        String sql = called.program().sql();
        return ProgramStops.source(sql, called.name()).createSection(0, sql.length());
    }

    /** Returns the program with the facts that its nodes are made for. */
    ProgramSetting setting() {
        return setting;
    }
}
