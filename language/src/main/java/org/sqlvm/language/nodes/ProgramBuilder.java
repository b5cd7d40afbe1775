package org.sqlvm.language.nodes;

import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.FrameDescriptor;
import com.oracle.truffle.api.frame.FrameSlotKind;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.btree.Meta;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.program.ConstantRows;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Role;
import org.sqlvm.engine.program.RowColumns;
import org.sqlvm.engine.program.StrictTypes;
import org.sqlvm.engine.program.SubProgram;
import org.sqlvm.engine.program.Trait;
import org.sqlvm.engine.row.function.RegisteredAggregate;
import org.sqlvm.engine.row.function.RegisteredScalar;
import org.sqlvm.engine.row.window.WindowPlan;
import org.sqlvm.engine.vector.query.VectorHaving;
import org.sqlvm.engine.vector.query.VectorScan;
import org.sqlvm.engine.virtual.VirtualTable;
import org.sqlvm.language.nodes.CursorNodes.Move;
import org.sqlvm.language.options.Switches;
import org.sqlvm.language.runtime.SubRoutine;

import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the nodes of a program: one for each instruction, so that addresses stay what EXPLAIN
 * prints. An instruction that is fused into the one before it becomes a Noop.
 *
 * <p>Long, because each instruction has its case here; what a node does is in the node's class.
 */
public final class ProgramBuilder {
    /** Field 1 of SetCookie is the schema cookie, 2 the schema format: SQLite's numbers. */
    private static final List<Meta> COOKIES = List.of(
            Meta.FREELIST_COUNT,
            Meta.SCHEMA_COOKIE,
            Meta.SCHEMA_FORMAT,
            Meta.DEFAULT_CACHE_SIZE,
            Meta.LARGEST_ROOT_PAGE,
            Meta.TEXT_ENCODING,
            Meta.USER_VERSION,
            Meta.INCREMENTAL_VACUUM,
            Meta.APPLICATION_ID);

    private final Program program;
    private final ProgramAnalysis analysis;
    private final TextEncoding encoding;
    /** For each cursor the order of its index entries or sorter records, or null for a table. */
    private final KeyOrder[] orders;

    private final boolean[] isSorter;
    private final boolean[] isVirtual;
    /** For each cursor the keys of its hash table, or null. */
    private final KeyInfo[] hashKeys;

    private final int[] hashValueCounts;
    private final int firstCursorSlot;
    /** For each cursor the first column whose width the walk has not added; 0 if unknown. */
    private final int[] walked;

    /** For each cursor the last Column. */
    private final ColumnNode[] walkers;

    private final TableScans tableScans;

    /** For each cursor that only scans what its instructions share, or null. */
    private final ColumnScanNodes.Scan[] scans;

    /**
     * By address, as {@link Liveness} wants them; reads are noted where operands are made. Null if
     * the program is too long to be compiled: then they would be large and of no use.
     */
    private final BitSet[] reads;

    private final BitSet[] writes;
    private final BitSet[] kills;

    /** The address whose node is being made. */
    private int current;

    private final TruffleLanguage<?> language;
    private final Switches switches;
    private final SourceSection section;
    private final Map<SubProgram, SubRoutine> routines;

    private ProgramBuilder(
            TruffleLanguage<?> language,
            Switches switches,
            Program program,
            TextEncoding encoding,
            SourceSection section,
            Map<SubProgram, SubRoutine> routines) {
        this.language = language;
        this.switches = switches;
        this.section = section;
        this.routines = routines;
        this.program = program;
        this.encoding = encoding;
        analysis = new ProgramAnalysis(program);
        orders = new KeyOrder[program.cursorCount()];
        isSorter = new boolean[program.cursorCount()];
        isVirtual = new boolean[program.cursorCount()];
        hashKeys = new KeyInfo[program.cursorCount()];
        hashValueCounts = new int[program.cursorCount()];
        walked = new int[program.cursorCount()];
        walkers = new ColumnNode[program.cursorCount()];
        scans = new ColumnScanNodes.Scan[program.cursorCount()];
        tableScans = new TableScans(program);
        Arrays.setAll(scans, this::scan);
        boolean compiled = program.instructions().size() <= ProgramRootNode.COMPILED_MAX;
        reads = compiled ? setsByAddress() : null;
        writes = compiled ? setsByAddress() : null;
        kills = compiled ? setsByAddress() : null;
        firstCursorSlot = Registers.slotCount(program.registerCount());
        for (Instruction instruction : program.instructions()) {
            findOrder(instruction);
        }
    }

    /** Null for a cursor that always reads records. */
    private ColumnScanNodes.Scan scan(int cursor) {
        TableScans.TableScan scan = tableScans.get(cursor);
        return scan == null
                        || encoding != TextEncoding.UTF8
                        || switches.vectors() == VectorUse.NEVER
                ? null
                : new ColumnScanNodes.Scan(
                        cursor,
                        scan.table().name(),
                        scan.columns(),
                        ScanConditions.find(program, analysis, scan, cursor),
                        switches.vectorSizes(),
                        switches.vectors() == VectorUse.ALWAYS);
    }

    /**
     * The root node of {@code program}, for databases of one text encoding.
     *
     * @param counts whether its runs count their instructions
     */
    public static ProgramRootNode build(
            TruffleLanguage<?> language,
            Switches switches,
            Program program,
            TextEncoding encoding,
            SourceSection section,
            boolean counts) {
        return build(
                language, switches, program, encoding, section, counts, new IdentityHashMap<>());
    }

    private static ProgramRootNode build(
            TruffleLanguage<?> language,
            Switches switches,
            Program program,
            TextEncoding encoding,
            SourceSection section,
            boolean counts,
            Map<SubProgram, SubRoutine> routines) {
        ProgramBuilder builder =
                new ProgramBuilder(language, switches, program, encoding, section, routines);
        FrameDescriptor.Builder frame = FrameDescriptor.newBuilder();
        Registers.addSlots(frame, program.registerCount());
        // Where the walk through a cursor's record has come to: see ColumnNode.
        frame.addSlots(program.cursorCount(), FrameSlotKind.Static);
        InstructionNode[] nodes = builder.nodes();
        int[] entries = builder.analysis.entries();
        int[][] saved = new int[entries.length][];
        if (builder.reads != null) {
            builder.clearDead(nodes, entries, saved);
        } else {
            Arrays.fill(saved, builder.analysis.variables().stream().toArray());
        }
        saved[0] = new int[0]; // All registers are NULL at the start.
        return new ProgramRootNode(
                language,
                switches.inlining(),
                frame.build(),
                nodes,
                entries,
                saved,
                program.registerCount(),
                builder.analysis.loopHeads(),
                counts,
                !program.largeTables().isEmpty() || builder.scansVectors(),
                program.sql(),
                section);
    }

    private boolean scansVectors() {
        return program.instructions().stream()
                .anyMatch(instruction -> instruction.opcode() == Opcode.VectorScan);
    }

    private BitSet[] setsByAddress() {
        BitSet[] sets = new BitSet[program.instructions().size()];
        Arrays.setAll(sets, _ -> new BitSet());
        return sets;
    }

    /** The instruction whose node is being made reads a register, or a cursor's place. */
    private void noteRead(int variable) {
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

    /** Lets nodes clear what is dead, and finds what lives from call to call, by entry. */
    private void clearDead(InstructionNode[] nodes, int[] entries, int[][] saved) {
        Liveness liveness = new Liveness(nodes, reads, writes, kills);
        liveness.setCleared(program.registerCount());
        for (int i = 0; i < entries.length; i++) {
            BitSet live = (BitSet) analysis.variables().clone();
            live.and(liveness.liveAt(entries[i]));
            saved[i] = live.stream().toArray();
        }
    }

    private void findOrder(Instruction instruction) {
        switch (instruction.opcode()) {
            case OpenRead, OpenWrite, OpenEphemeral, SorterOpen -> {
                if (instruction.p4() instanceof KeyInfo keys) {
                    orders[instruction.p1()] = new KeyOrder(keys.fields(), encoding);
                }
                isSorter[instruction.p1()] = instruction.opcode() == Opcode.SorterOpen;
            }
            case VOpen -> isVirtual[instruction.p1()] = true;
            case HashOpen -> {
                hashKeys[instruction.p1()] = inEncoding((KeyInfo) instruction.p4());
                hashValueCounts[instruction.p1()] = instruction.p3();
            }
            default -> {}
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
                nodes[pc] = scanned(instruction, column(instruction, toReal));
                if (toReal) {
                    nodes[pc + 1] = new SchemaNodes.NoopNode();
                }
            } else {
                nodes[pc] = node(pc, instruction);
                forgetWalk(instruction);
            }
            assert readsAsSaid(instruction) : instruction;
        }
        setRowsNodes(nodes);
        countSearches(nodes);
        return nodes;
    }

    /** Where rows or vectors is decided by what rows cost. */
    private void countSearches(InstructionNode[] nodes) {
        boolean decided = !program.largeTables().isEmpty();
        for (int pc = 0; decided && pc < nodes.length; pc++) {
            nodes[pc].countsAsSearch = program.instructions().get(pc).opcode().has(Trait.SEARCH);
        }
    }

    private void setRowsNodes(InstructionNode[] nodes) {
        for (TableScans.RowLoop loop : tableScans.rowLoops()) {
            if (scans[loop.cursor()] != null) {
                nodes[loop.head()] = new ColumnScanNodes.RowsNode(
                        scans[loop.cursor()], loop, (InstructionNode.Step) nodes[loop.head()]);
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

    /** A Column or Rowid on a cursor that may be reading from columns. */
    private InstructionNode scanned(Instruction i, InstructionNode.Step record) {
        ColumnScanNodes.Scan scan = scans[i.p1()];
        if (scan == null) {
            return record;
        }
        int target = i.result();
        int place = tableScans.get(i.p1()).place(i);
        boolean profiled = switches.typeProfiles();
        return new ColumnScanNodes.ReadNode(i.p1(), place, target, profiled, record);
    }

    private InstructionNode.Step column(Instruction i, boolean toReal) {
        int cursor = i.p1();
        int from = walked[cursor] <= i.p2() ? walked[cursor] : 0;
        walked[cursor] = i.p2() + 1;
        Object absent = i.p4() == null ? SqlNull.NULL : i.p4();
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
     * Whether the node of the current instruction reads the registers that its {@link Opcode} says.
     * The first instruction of a scan on columns reads also what the scan's conditions are about.
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

    private ColumnNode.Source source(int cursor) {
        return new ColumnNode.Source(
                cursor,
                encoding,
                analysis.mayBeNullRow(cursor),
                analysis.mayBeDeferred(cursor),
                switches.typeProfiles());
    }

    private Operand operand(int register) {
        assert register > 0 && register <= program.registerCount() : register;
        Object constant = analysis.constant(register);
        if (constant == null) {
            noteRead(register);
        }
        return new Operand(register, constant, switches.typeProfiles());
    }

    private Operand[] operands(int first, int count) {
        Operand[] operands = new Operand[count];
        for (int i = 0; i < count; i++) {
            operands[i] = operand(first + i);
        }
        return operands;
    }

    private static Affinity[] affinities(Object p4) {
        if (!(p4 instanceof String letters)) {
            return new Affinity[0];
        }
        return letters.chars().mapToObj(Affinity::of).toArray(Affinity[]::new);
    }

    private InstructionNode node(int pc, Instruction i) {
        return switch (i.opcode()) {
            case Init,
                    Goto,
                    Gosub,
                    InitCoroutine,
                    Return,
                    Yield,
                    EndCoroutine,
                    Halt,
                    HaltIfNull,
                    If,
                    IfNot,
                    IsNull,
                    IsType,
                    NotNull,
                    Once,
                    IfPos,
                    IfNotZero,
                    DecrJumpZero,
                    OffsetLimit,
                    MustBeInt,
                    Jump -> control(pc, i);
            case Integer,
                    Int64,
                    Real,
                    String8,
                    Blob,
                    Null,
                    Variable,
                    Copy,
                    SCopy,
                    Move,
                    Affinity,
                    RealAffinity,
                    TypeCheck,
                    Cast,
                    MemMax,
                    AddImm -> load(i);
            case Transaction,
                    AutoCommit,
                    Savepoint,
                    CreateBtree,
                    Clear,
                    Destroy,
                    SetCookie,
                    ParseSchema,
                    ReadCookie,
                    Pagecount,
                    PragmaValue,
                    PragmaSet,
                    Checkpoint,
                    Vacuum,
                    IntegrityCk,
                    Explain,
                    Noop -> schema(i);
            case OpenRead,
                    OpenWrite,
                    OpenEphemeral,
                    OpenDup,
                    OpenPseudo,
                    SorterOpen,
                    Close,
                    ResetSorter -> open(i);
            case Rewind,
                    IfEmpty,
                    Last,
                    Next,
                    Prev,
                    NullRow,
                    IfNullRow,
                    DeferredSeek,
                    IdxRowid,
                    Rowid,
                    Count,
                    CheckRecord,
                    IfSizeBetween,
                    SorterInsert,
                    SorterSort,
                    SorterNext,
                    SorterData -> cursor(i);
            default -> rowNode(pc, i);
        };
    }

    private InstructionNode rowNode(int pc, Instruction i) {
        return switch (i.opcode()) {
            case SeekRowid,
                    NotExists,
                    SeekGE,
                    SeekGT,
                    SeekLE,
                    SeekLT,
                    IdxGE,
                    IdxGT,
                    IdxLE,
                    IdxLT,
                    Found,
                    NotFound,
                    NoConflict -> seek(pc, i);
            case MakeRecord, NewRowid, Insert, IdxInsert, Delete, IdxDelete -> write(pc, i);
            case HashOpen,
                    HashFind,
                    HashFindNext,
                    HashInsert,
                    HashFill,
                    HashData,
                    HashUpdate,
                    HashRewind,
                    HashNext -> hash(i);
            case WindowOpen, WindowInsert, WindowSort, WindowRow, WindowNext -> window(i);
            case VOpen, VFilter, VColumn, VNext -> virtual(i);
            case VectorScan, VectorGroups, VectorHaving, VectorResult, MirrorData -> vector(i);
            case Program, Param, ResetCount, FkCounter, FkIfZero, FkCheck, SetPragma ->
                trigger(pc, i);
            default -> compute(i);
        };
    }

    private InstructionNode trigger(int pc, Instruction i) {
        return switch (i.opcode()) {
            case Program ->
                new TriggerNodes.ProgramNode(
                        operands(i.p1(), i.p3()),
                        routine((SubProgram) i.p4()),
                        i.p5() == 1,
                        pc,
                        i.p2());
            case Param -> new TriggerNodes.ParamNode(i.p1(), i.p2());
            case ResetCount -> new TriggerNodes.ResetCountNode();
            case FkCounter -> new TriggerNodes.FkCounterNode(i.p1() == 1, i.p2());
            case FkIfZero -> new TriggerNodes.FkIfZeroNode(i.p1() == 1, i.p2());
            case FkCheck -> new TriggerNodes.FkCheckNode(i.p1() == 1);
            default -> new TriggerNodes.SetPragmaNode((String) i.p4(), i.p1() == 1, i.p2() == 1);
        };
    }

    /** The nodes of a subprogram, the same for all places that run it. */
    private SubRoutine routine(SubProgram called) {
        SubRoutine known = routines.get(called);
        if (known != null) {
            return known;
        }
        SubRoutine routine = new SubRoutine(called);
        routines.put(called, routine);
        routine.set(build(language, switches, called.program(), encoding, section, false, routines)
                .getCallTarget());
        return routine;
    }

    private InstructionNode window(Instruction i) {
        return switch (i.opcode()) {
            case WindowOpen ->
                new WindowNodes.WindowOpenNode(i.p1(), (WindowPlan) i.p4(), switches.vectorSizes());
            case WindowInsert -> new WindowNodes.WindowInsertNode(i.p1(), operands(i.p2(), i.p3()));
            case WindowSort -> new SorterNodes.SortNode(i.p1(), i.p2());
            case WindowRow -> new WindowNodes.WindowRowNode(i.p1(), i.p2(), (RowColumns) i.p4());
            default -> new SorterNodes.NextNode(i.p1(), i.p2());
        };
    }

    private InstructionNode vector(Instruction i) {
        return switch (i.opcode()) {
            case VectorScan ->
                new VectorNodes.VectorScanNode(
                        current,
                        i.p1(),
                        i.p2(),
                        (VectorScan) i.p4(),
                        operands(i.p3(), i.p5()),
                        switches.vectorSizes(),
                        tableScans.wholeLoops());
            case VectorGroups -> new VectorNodes.VectorGroupsNode(i.p1(), i.p2());
            case VectorHaving ->
                new VectorNodes.VectorHavingNode(
                        i.p1(),
                        (VectorHaving) i.p4(),
                        operands(i.p3(), i.p5()),
                        switches.vectorSizes());
            case VectorResult -> {
                noteRead(i.p1());
                yield new VectorNodes.VectorResultNode(i.p1());
            }
            default -> new VectorNodes.MirrorDataNode(i.p1());
        };
    }

    private InstructionNode virtual(Instruction i) {
        return switch (i.opcode()) {
            case VOpen -> new VirtualNodes.VOpenNode(i.p1(), (VirtualTable) i.p4());
            case VFilter -> {
                long count = (Long) analysis.constant(i.p3() + 1);
                yield new VirtualNodes.VFilterNode(
                        i.p1(), operand(i.p3()), operands(i.p3() + 2, (int) count), i.p2());
            }
            case VColumn -> new VirtualNodes.VColumnNode(i.p1(), i.p2(), i.p3());
            default -> new VirtualNodes.VNextNode(i.p1(), i.p2());
        };
    }

    private InstructionNode control(int pc, Instruction i) {
        return switch (i.opcode()) {
            case Init, Goto -> new ControlNodes.GotoNode(i.p2());
            case Gosub -> new ControlNodes.GosubNode(i.p1(), pc + 1, i.p2());
            case InitCoroutine -> new ControlNodes.GosubNode(i.p1(), i.p3(), i.p2());
            case Return ->
                new ControlNodes.ReturnNode(operand(i.p1()), i.p3() == 1, analysis.jumps(pc));
            case Yield -> new ControlNodes.YieldNode(operand(i.p1()), pc + 1, analysis.jumps(pc));
            case EndCoroutine ->
                new ControlNodes.EndCoroutineNode(
                        operand(i.p1()), yields(i.p1()), analysis.jumps(pc));
            case Halt ->
                new ControlNodes.HaltNode(
                        i.p1(), i.p2(), (String) i.p4(), i.p3() == 0 ? null : operand(i.p3()));
            case HaltIfNull ->
                new ControlNodes.HaltIfNullNode(operand(i.p3()), i.p1(), i.p2(), (String) i.p4());
            case If -> new ControlNodes.IfNode(operand(i.p1()), true, i.p3() != 0, i.p2());
            case IfNot -> new ControlNodes.IfNode(operand(i.p1()), false, i.p3() != 0, i.p2());
            case IsNull -> new ControlNodes.NullTestNode(operand(i.p1()), true, i.p2());
            case IsType -> new ControlNodes.IsTypeNode(operand(i.p1()), i.p5(), i.p2());
            case NotNull -> new ControlNodes.NullTestNode(operand(i.p1()), false, i.p2());
            case Once -> new ControlNodes.OnceNode(pc, i.p2());
            case IfPos -> counter(ControlNodes.CounterNode.Kind.IF_POS, i);
            case IfNotZero -> counter(ControlNodes.CounterNode.Kind.IF_NOT_ZERO, i);
            case DecrJumpZero -> counter(ControlNodes.CounterNode.Kind.DECR_JUMP_ZERO, i);
            case OffsetLimit ->
                new ControlNodes.OffsetLimitNode(operand(i.p1()), operand(i.p3()), i.p2());
            case MustBeInt -> new ControlNodes.MustBeIntNode(operand(i.p1()), i.p2());
            default -> new ControlNodes.JumpNode(i.p1(), i.p2(), i.p3(), analysis.jumps(pc));
        };
    }

    private InstructionNode counter(ControlNodes.CounterNode.Kind kind, Instruction i) {
        return new ControlNodes.CounterNode(kind, operand(i.p1()), i.p3(), i.p2());
    }

    /**
     * For a coroutine's register: what to do at its end, by the address behind the Yield that
     * entered it.
     */
    private int[] yields(int register) {
        int[] ends = new int[program.instructions().size() + 1];
        for (int pc = 0; pc < program.instructions().size(); pc++) {
            Instruction i = program.instructions().get(pc);
            if (i.opcode() == Opcode.Yield && i.p1() == register) {
                ends[pc + 1] = i.p2();
            }
        }
        return ends;
    }

    private InstructionNode load(Instruction i) {
        return switch (i.opcode()) {
            case Integer -> new LoadNodes.IntegerNode(i.p2(), i.p1());
            case Int64 -> new LoadNodes.IntegerNode(i.p2(), (Long) i.p4());
            case Real -> new LoadNodes.RealNode(i.p2(), (Double) i.p4());
            case String8, Blob -> new LoadNodes.BytesNode(i.p2(), (Bytes) i.p4());
            case Null -> new LoadNodes.NullNode(i.p2(), i.p3());
            case Variable -> new LoadNodes.VariableNode(i.p1(), i.p2());
            case Copy -> new LoadNodes.CopyNode(operands(i.p1(), i.p3() + 1), i.p2(), true, false);
            case SCopy -> new LoadNodes.CopyNode(operands(i.p1(), 1), i.p2(), false, false);
            case Move -> new LoadNodes.CopyNode(operands(i.p1(), i.p3()), i.p2(), false, true);
            case Affinity ->
                new LoadNodes.AffinityNode(operands(i.p1(), i.p2()), affinities(i.p4()));
            case RealAffinity -> new LoadNodes.RealAffinityNode(operand(i.p1()));
            case TypeCheck ->
                new LoadNodes.TypeCheckNode(operands(i.p1(), i.p2()), (StrictTypes) i.p4());
            case MemMax ->
                i.p5() == Opcode.COUNTER_OF_STATEMENT
                        ? new TriggerNodes.CounterMaxNode(i.p1(), operand(i.p2()))
                        : new LoadNodes.MemMaxNode(operand(i.p1()), operand(i.p2()));
            case Cast -> new LoadNodes.CastNode(operand(i.p1()), Affinity.of(i.p2()), encoding);
            default -> new LoadNodes.AddImmNode(operand(i.p1()), i.p2());
        };
    }

    private InstructionNode schema(Instruction i) {
        return switch (i.opcode()) {
            case Transaction ->
                new SchemaNodes.TransactionNode(
                        i.p2() != 0, i.p2() == 2, i.p5() != 0, i.p3() != 0, i.p1());
            case AutoCommit -> new SchemaNodes.AutoCommitNode(i.p1() != 0, i.p2() != 0);
            case Savepoint -> new SchemaNodes.SavepointNode(i.p1(), (String) i.p4());
            case CreateBtree -> new SchemaNodes.CreateBtreeNode(i.p2(), i.p3() == 2, i.p1());
            case Clear -> new SchemaNodes.ClearNode(i.p1(), i.p3() == 1, i.p2());
            case Destroy -> new SchemaNodes.DestroyNode(i.p1(), i.p2(), i.p3());
            case SetCookie ->
                new SchemaNodes.SetCookieNode(COOKIES.get(i.p2()), i.p3(), i.p5() == 1, i.p1());
            case ParseSchema -> new SchemaNodes.ParseSchemaNode(i.p1());
            case ReadCookie -> new SchemaNodes.ReadCookieNode(COOKIES.get(i.p3()), i.p2(), i.p1());
            case Pagecount -> new SchemaNodes.PagecountNode(i.p2(), i.p1());
            case PragmaValue -> new SchemaNodes.PragmaValueNode((String) i.p4(), i.p2(), i.p1());
            case Checkpoint -> new SchemaNodes.CheckpointNode((String) i.p4(), i.p2(), i.p1());
            case PragmaSet ->
                new SchemaNodes.PragmaSetNode((String) i.p4(), operand(i.p3()), i.p2(), i.p1());
            case Vacuum -> new SchemaNodes.VacuumNode(i.p2() == 0 ? null : operand(i.p2()), i.p1());
            case IntegrityCk ->
                new SchemaNodes.IntegrityCkNode(i.p1(), operand(i.p1()), (int[]) i.p4(), i.p5());
            default -> new SchemaNodes.NoopNode();
        };
    }

    private InstructionNode open(Instruction i) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case OpenRead, OpenWrite -> {
                Operand root = (i.p5() & Opcode.ROOT_IN_REGISTER) != 0 ? operand(i.p2()) : null;
                yield new OpenNodes.OpenNode(
                        cursor,
                        i.p3(),
                        i.p2(),
                        root,
                        orders[cursor],
                        i.opcode() == Opcode.OpenWrite,
                        (i.p5() & Opcode.BULK) != 0);
            }
            case OpenEphemeral -> new OpenNodes.OpenEphemeralNode(cursor, orders[cursor]);
            case OpenDup -> new OpenNodes.OpenDupNode(cursor, i.p2());
            case OpenPseudo -> new OpenNodes.OpenPseudoNode(cursor, operand(i.p2()));
            case SorterOpen ->
                new OpenNodes.SorterOpenNode(
                        cursor, orders[cursor], i.p3() == 0 ? null : operand(i.p3()));
            case Close -> new OpenNodes.CloseNode(cursor);
            default -> new OpenNodes.ResetSorterNode(cursor);
        };
    }

    private InstructionNode cursor(Instruction i) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case Rewind, IfEmpty -> move(cursor, Move.FIRST, i.p2());
            case Last -> move(cursor, Move.LAST, i.p2());
            case Next -> move(cursor, Move.NEXT, i.p2());
            case Prev -> move(cursor, Move.PREVIOUS, i.p2());
            case NullRow -> new CursorNodes.NullRowNode(cursor);
            case IfNullRow ->
                analysis.mayBeNullRow(cursor)
                        ? new CursorNodes.IfNullRowNode(cursor, i.p3(), i.p2())
                        : new SchemaNodes.NoopNode();
            case DeferredSeek -> new CursorNodes.DeferredSeekNode(cursor, i.p3());
            case IdxRowid -> new CursorNodes.IdxRowidNode(source(cursor), i.p2());
            case Rowid ->
                isVirtual[cursor]
                        ? new VirtualNodes.VColumnNode(cursor, VirtualNodes.ROWID, i.p2())
                        : scanned(i, new CursorNodes.RowidNode(source(cursor), i.p2()));
            case Count -> new CursorNodes.CountNode(cursor, i.p2());
            case CheckRecord -> new CursorNodes.CheckRecordNode(cursor, i.p2());
            case IfSizeBetween ->
                new CursorNodes.IfSizeBetweenNode(cursor, i.p3(), (Integer) i.p4(), i.p2());
            case SorterInsert -> new SorterNodes.SorterInsertNode(cursor, operand(i.p2()));
            case SorterSort -> new SorterNodes.SortNode(cursor, i.p2());
            case SorterNext -> new SorterNodes.NextNode(cursor, i.p2());
            default -> new SorterNodes.SorterDataNode(cursor, i.p2(), i.p3());
        };
    }

    private InstructionNode hash(Instruction i) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case HashOpen -> new HashNodes.HashOpenNode(cursor, hashKeys[cursor], i.p3());
            case HashFind ->
                new HashNodes.HashFindNode(cursor, operands(i.p3(), keyCount(cursor)), i.p2());
            case HashFindNext -> new HashNodes.HashFindNextNode(cursor, i.p2());
            case HashInsert -> {
                Operand[] row = operands(i.p2(), keyCount(cursor) + hashValueCounts[cursor]);
                yield new HashNodes.HashInsertNode(cursor, row, keyCount(cursor));
            }
            case HashFill -> new HashNodes.HashFillNode(cursor, (ConstantRows) i.p4());
            case HashData -> new HashNodes.HashDataNode(cursor, i.p2(), i.p3(), i.p5());
            case HashUpdate ->
                new HashNodes.HashUpdateNode(cursor, i.p2(), operands(i.p3(), i.p5()));
            case HashRewind -> new HashNodes.HashRewindNode(cursor, i.p3() == 1, i.p2());
            default -> new HashNodes.HashNextNode(cursor, i.p2());
        };
    }

    private int keyCount(int cursor) {
        return hashKeys[cursor].fields().size();
    }

    private InstructionNode move(int cursor, Move move, int target) {
        if (isSorter[cursor]) {
            return move == Move.FIRST
                    ? new SorterNodes.SortNode(cursor, target)
                    : new SorterNodes.NextNode(cursor, target);
        }
        if (scans[cursor] != null) {
            return move == Move.FIRST
                    ? new ColumnScanNodes.RewindNode(scans[cursor], target, settled(cursor))
                    : new ColumnScanNodes.NextNode(scans[cursor], target);
        }
        return orders[cursor] == null
                ? new CursorNodes.TableMoveNode(cursor, move, target)
                : new CursorNodes.IndexMoveNode(cursor, move, target);
    }

    /** The registers that a scan's conditions look at when it begins. */
    private Operand[] settled(int cursor) {
        ScanConditions conditions = scans[cursor].conditions;
        return conditions == null
                ? new Operand[0]
                : conditions.settled().stream().map(this::operand).toArray(Operand[]::new);
    }

    private InstructionNode seek(int pc, Instruction i) {
        int cursor = i.p1();
        KeyOrder order = orders[cursor];
        switch (i.opcode()) {
            case SeekRowid, NotExists -> {
                return new SeekNodes.SeekRowidNode(cursor, operand(i.p3()), i.p2());
            }
            case SeekGE, SeekGT, SeekLE, SeekLT -> {
                return order == null
                        ? new SeekNodes.TableSeekNode(i.opcode(), cursor, operand(i.p3()), i.p2())
                        : new SeekNodes.IndexSeekNode(
                                i.opcode(), cursor, key(pc, i, order), i.p2());
            }
            case IdxGE, IdxGT, IdxLE, IdxLT -> {
                return new SeekNodes.IndexCompareNode(
                        i.opcode(), cursor, key(pc, i, order), i.p2());
            }
            default -> {
                return keyCount(i) == 0
                        ? new SeekNodes.FoundRecordNode(
                                i.opcode(), cursor, operand(i.p3()), order, i.p2())
                        : new SeekNodes.FoundNode(i.opcode(), cursor, key(pc, i, order), i.p2());
            }
        }
    }

    private SeekNodes.KeyRegisters key(int pc, Instruction i, KeyOrder order) {
        return new SeekNodes.KeyRegisters(operands(i.p3(), keyCount(i)), order, pc);
    }

    private static int keyCount(Instruction i) {
        return i.p4() == null ? 0 : (Integer) i.p4();
    }

    private InstructionNode write(int pc, Instruction i) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case MakeRecord ->
                new WriteNodes.MakeRecordNode(
                        operands(i.p1(), i.p2()), affinities(i.p4()), i.p3(), encoding, pc);
            case NewRowid ->
                i.p5() == Opcode.COUNTER_OF_STATEMENT
                        ? new TriggerNodes.CounterRowidNode(cursor, i.p2(), i.p3())
                        : new WriteNodes.NewRowidNode(
                                cursor, i.p2(), i.p3() == 0 ? null : operand(i.p3()));
            case Insert ->
                new WriteNodes.InsertNode(cursor, operand(i.p2()), operand(i.p3()), i.p5());
            case IdxInsert ->
                new WriteNodes.IdxInsertNode(cursor, operand(i.p2()), orders[cursor], i.p5());
            case Delete -> new WriteNodes.DeleteNode(cursor, i.p5());
            default ->
                new WriteNodes.IdxDeleteNode(
                        cursor,
                        new SeekNodes.KeyRegisters(operands(i.p2(), i.p3()), orders[cursor], pc));
        };
    }

    private InstructionNode compute(Instruction i) {
        return switch (i.opcode()) {
            case Add,
                    Subtract,
                    Multiply,
                    Divide,
                    Remainder,
                    Concat,
                    BitAnd,
                    BitOr,
                    ShiftLeft,
                    ShiftRight ->
                new ArithmeticNode(i.opcode(), operand(i.p1()), operand(i.p2()), i.p3());
            case Eq, Ne, Lt, Le, Gt, Ge ->
                new CompareNode(
                        i.opcode(),
                        operand(i.p1()),
                        operand(i.p3()),
                        collation(i.p4()),
                        i.p5(),
                        i.p2());
            case And, Or ->
                new LogicNodes.ConnectiveNode(
                        operand(i.p1()), operand(i.p2()), i.p3(), i.opcode() == Opcode.And);
            case Not -> new LogicNodes.NotNode(operand(i.p1()), i.p2());
            case BitNot -> new LogicNodes.UnaryNode(operand(i.p1()), i.p2(), true);
            case Negative -> new LogicNodes.UnaryNode(operand(i.p1()), i.p2(), false);
            case IsTrue ->
                new LogicNodes.IsTrueNode(
                        operand(i.p1()),
                        i.p2(),
                        i.p3(),
                        i.p4() == null ? 0 : ((Number) i.p4()).intValue());
            case ZeroOrNull ->
                new LogicNodes.ZeroOrNullNode(operand(i.p1()), operand(i.p3()), i.p2());
            case Compare ->
                new LogicNodes.CompareRangesNode(
                        operands(i.p1(), i.p3()),
                        operands(i.p2(), i.p3()),
                        ((KeyInfo) i.p4()).fields());
            case Function -> function(i, (FunctionCall) i.p4());
            case AggStep -> aggregateStep(i, (FunctionCall) i.p4());
            case AggChosen -> {
                noteRead(i.p1());
                yield new AggregateNodes.AggChosenNode(i.p1(), i.p2());
            }
            case AggFinal -> aggregateFinal(i, (FunctionCall) i.p4());
            case ResultRow -> new ResultRowNode(operands(i.p1(), i.p2()));
            default -> throw new AssertionError(i.opcode());
        };
    }

    private InstructionNode function(Instruction i, FunctionCall call) {
        Operand[] arguments = operands(i.p2(), i.p5());
        return call.function() instanceof RegisteredScalar registered
                ? new CallbackNodes.CallNode(arguments, i.p3(), registered)
                : new FunctionNode(arguments, i.p3(), call, encoding);
    }

    private InstructionNode aggregateStep(Instruction i, FunctionCall call) {
        noteRead(i.p3());
        Operand[] arguments = operands(i.p2(), i.p5());
        return call.function() instanceof RegisteredAggregate registered
                ? new CallbackNodes.AggStepNode(arguments, i.p3(), registered)
                : new AggregateNodes.AggStepNode(arguments, i.p3(), call);
    }

    private InstructionNode aggregateFinal(Instruction i, FunctionCall call) {
        noteRead(i.p1());
        return call.function() instanceof RegisteredAggregate registered
                ? new CallbackNodes.AggFinalNode(i.p1(), registered)
                : new AggregateNodes.AggFinalNode(i.p1(), call);
    }

    private KeyInfo inEncoding(KeyInfo keys) {
        List<KeyField> fields = keys.fields().stream()
                .map(field -> new KeyField(
                        collation(field.collation()), field.descending(), field.bigNull()))
                .toList();
        return new KeyInfo(fields);
    }

    private Collation collation(Object p4) {
        Collation collation = p4 == null ? Collation.BINARY : (Collation) p4;
        return collation == Collation.BINARY ? Collation.binary(encoding) : collation;
    }
}
