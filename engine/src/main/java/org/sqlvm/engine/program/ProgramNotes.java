package org.sqlvm.engine.program;

import org.sqlvm.engine.program.Program.LargeTable;
import org.sqlvm.engine.vector.query.StoredTable;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;

/** Collects the {@link ProgramFacts} of a program while its code is generated. */
public final class ProgramNotes {
    /** The notes of the program that begins the transactions of a subprogram; else null. */
    private final ProgramNotes root;

    /** By number of a database that is used: whether it is written. */
    private final Map<Integer, Boolean> transactions = new TreeMap<>();

    /** The databases whose write transaction begins within the program. */
    private final Set<Integer> laterWrites = new HashSet<>();

    private boolean exclusive;
    private boolean begins;
    private boolean writesAtOnce;
    private boolean writesNothing;
    private boolean damageIsResult;
    private final List<LargeTable> largeTables = new ArrayList<>();
    private boolean needsTrial;
    private boolean vectors;
    private Insertion insertion;
    private final List<ScanNotes> scans = new ArrayList<>();
    private boolean limited;
    private boolean seen;

    ProgramNotes(ProgramNotes root) {
        this.root = root;
    }

    /**
     * Notes that the program needs a transaction on a database, a write transaction if any call
     * says so. Instructions that use a database do this themselves.
     */
    public void transaction(int database, boolean write) {
        if (root != null) {
            root.transaction(database, write);
        }
        boolean later = laterWrites.contains(database);
        transactions.merge(database, write && !later, Boolean::logicalOr);
    }

    /** By number of a database that is used so far: whether it is written. */
    public Map<Integer, Boolean> transactions() {
        return Map.copyOf(transactions);
    }

    /**
     * The program begins a write transaction that goes on behind it, on a database that can be
     * written to, and otherwise one that reads.
     *
     * @param alone whether other connections may not read
     */
    public void beginTransaction(int database, boolean alone) {
        transaction(database, true);
        begins = true;
        exclusive = alone;
    }

    void laterWrite(int database) {
        laterWrites.add(database);
    }

    /**
     * Whatever can be an error of the user's comes before the first write, so the statement need
     * not be undone alone: an optimization.
     */
    public void writesAtOnce() {
        writesAtOnce = true;
    }

    /**
     * There is nothing to change, as it turned out: no transaction is needed for that, but the
     * statement is not one that only reads.
     */
    public void writesNothing() {
        writesNothing = true;
    }

    /** A damaged database is to be a row of the program's result. */
    public void damageIsResult() {
        damageIsResult = true;
    }

    /** The code reads rows of these tables, and vectors could read them all. */
    public void addLargeTables(List<LargeTable> tables) {
        largeTables.addAll(tables);
    }

    /** The code may cost much more than vectors, so it is to be tried against them. */
    public void needTrial() {
        needsTrial = true;
    }

    /** Whether {@link #needTrial} has been called. */
    public boolean needsTrial() {
        return needsTrial;
    }

    /** @param only all that the program does; null if it does more, or something else */
    public void setInsertion(Insertion only) {
        insertion = only;
    }

    /** Begins the notes of a loop that goes through all rows of a table in their order. */
    public ScanNotes scan(int cursor, StoredTable table) {
        ScanNotes scan = new ScanNotes(cursor, table);
        scans.add(scan);
        return scan;
    }

    /** Takes back that a loop goes through all rows. */
    public void forget(ScanNotes scan) {
        scans.remove(scan);
    }

    /** A LIMIT may end loops. */
    public void limits() {
        limited = true;
    }

    /** Others can see that the program has run up to some point before its first row. */
    public void setSeen() {
        seen = true;
    }

    /** Tables are read on vectors. */
    public void readsOnVectors() {
        vectors = true;
    }

    /** Adds the instructions that begin the transactions, unless another program begins them. */
    void addTransactions(Assembler assembler) {
        if (root == null) {
            transactions.forEach((database, write) -> {
                int mode = write && exclusive ? 2 : write ? 1 : 0;
                int undoable = write && !writesAtOnce ? 1 : 0;
                assembler.add(Opcode.Transaction, database, mode, begins ? 1 : 0, null, undoable);
            });
        }
    }

    boolean isDamageResult() {
        return damageIsResult;
    }

    /**
     * Returns the facts, when the code is finished.
     *
     * @param asksSchema see {@link ProgramFacts}
     * @param turnSearches see {@link TableReads}
     * @param address gives the addresses of labels
     */
    ProgramFacts facts(boolean asksSchema, double turnSearches, IntUnaryOperator address) {
        Set<Integer> databases = new TreeSet<>(laterWrites);
        databases.addAll(transactions.keySet());
        int first = databases.stream().findFirst().orElse(0);
        boolean readOnly =
                !writesNothing && laterWrites.isEmpty() && !transactions.containsValue(true);
        boolean reads = readOnly && !databases.isEmpty();
        TableReads tables = new TableReads(
                readOnly && !seen ? List.copyOf(largeTables) : List.of(),
                vectors,
                scans.stream()
                        .filter(scan -> reads && scan.isScan())
                        .map(scan -> scan.scan(address))
                        .toList(),
                limited,
                turnSearches);
        return new ProgramFacts(
                readOnly,
                asksSchema,
                List.copyOf(databases),
                databases.stream()
                        .filter(database -> transactions.getOrDefault(database, true))
                        .findFirst()
                        .orElse(first),
                damageIsResult,
                insertion,
                tables);
    }
}
