package org.sqlvm.engine.program;

import static org.sqlvm.engine.program.Role.Length.COUNTER;
import static org.sqlvm.engine.program.Role.Length.INPUTS;
import static org.sqlvm.engine.program.Role.Length.KEYS;
import static org.sqlvm.engine.program.Role.Length.OPTIONAL;
import static org.sqlvm.engine.program.Role.Length.P2;
import static org.sqlvm.engine.program.Role.Length.P3;
import static org.sqlvm.engine.program.Role.Length.P3_AND_ONE;
import static org.sqlvm.engine.program.Role.Length.P4;
import static org.sqlvm.engine.program.Role.Length.P5;
import static org.sqlvm.engine.program.Role.Length.ROOT;
import static org.sqlvm.engine.program.Role.Length.ROW;
import static org.sqlvm.engine.program.Role.Length.THREE;
import static org.sqlvm.engine.program.Role.Length.TO_P3;
import static org.sqlvm.engine.program.Role.Length.TREES;
import static org.sqlvm.engine.program.Role.closes;
import static org.sqlvm.engine.program.Role.cursor;
import static org.sqlvm.engine.program.Role.database;
import static org.sqlvm.engine.program.Role.defers;
import static org.sqlvm.engine.program.Role.in;
import static org.sqlvm.engine.program.Role.inOut;
import static org.sqlvm.engine.program.Role.jump;
import static org.sqlvm.engine.program.Role.mayOut;
import static org.sqlvm.engine.program.Role.moves;
import static org.sqlvm.engine.program.Role.opens;
import static org.sqlvm.engine.program.Role.out;
import static org.sqlvm.engine.program.Role.readsDatabase;
import static org.sqlvm.engine.program.Role.start;
import static org.sqlvm.engine.program.Role.writesDatabase;

import java.util.ArrayList;
import java.util.List;

/**
 * The instruction set. The Javadoc of a constant is the instruction's specification;
 * {@code docs/internals/opcodes.md} and the comment column of EXPLAIN are made from this file. It
 * is long because it specifies every instruction. Names and operands are SQLite's
 * (sqlite.org/opcode.html) where SQLite has the instruction.
 *
 * <p>In the specifications {@code r[n]} is register n and {@code cursor n} the n-th cursor. A jump
 * goes to the address in P2. In a synopsis {@code p1}…{@code p5} stand for operands, {@code @} in
 * {@code r[p1@p2]} for "P2 registers from P1".
 *
 * <p>The arguments of a constant say what each operand is ({@link Role}), of which type P4 is
 * ({@link OperandType}), and which traits the instruction shares with others ({@link Trait}). All
 * analyses of programs use these, so a new instruction needs no change in them.
 */
public enum Opcode {
    // ------------------------------------------------------------------ control
    /**
     * Init P2 P3: the first instruction of every program; jumps to P2, where the setup code is.
     * With P3 = 1 a damaged database does not end the program with an error but with a row that
     * says so.
     */
    Init("start at p2", Flow.GOTO, jump(2)),
    /** Goto P2: jumps to P2. */
    Goto("", Flow.GOTO, jump(2)),
    /**
     * Halt P1 P2 P3 P4: ends the program. P1 is a result code; a code other than 0 raises the error
     * P4 (a String), or r[P3] if P3 is not 0, and P2 says how far it undoes (1 the transaction, 2
     * the statement, 3 nothing). With code 0 and P2 = 4 the program that runs this one goes on at
     * the P2 of its Program.
     */
    Halt("", Flow.LEAVE, in(3, OPTIONAL), OperandType.STRING),
    /** HaltIfNull P1 P2 P3 P4: {@code if r[P3] is NULL, Halt P1 P2 P4}. */
    HaltIfNull("if r[p3]=null halt", Flow.STEP, in(3), OperandType.STRING),
    /**
     * Program P1 P2 P3 P4 P5: runs the SubProgram P4, whose arguments are r[P1@P3]. It jumps if
     * RAISE(IGNORE) has ended it. With P5 = 1 it falls through if the same trigger runs already.
     */
    Program("arguments=r[p1@p3]", Flow.CALL, in(1, P3), jump(2), OperandType.PROGRAM),
    /** Param P1 P2: r[P2] = argument P1 of this subprogram, from 0. */
    Param("r[p2]=argument p1", Flow.STEP, out(2)),
    /** ResetCount: changes() becomes what has been counted so far; the count begins again at 0. */
    ResetCount("", Flow.STEP),
    /**
     * FkCounter P1 P2: P2 more violations of foreign keys: of deferred ones if P1 is 1, which count
     * until the transaction ends, or of others, which count until the statement ends.
     */
    FkCounter("fkctr[p1]+=p2", Flow.STEP),
    /** FkIfZero P1 P2: jumps if there is no violation of the kind P1: see FkCounter. */
    FkIfZero("if fkctr[p1]==0 goto p2", Flow.BRANCH, jump(2)),
    /**
     * FkCheck P1: raises "FOREIGN KEY constraint failed" if violations are left. Those that wait
     * for the transaction's end count if P1 is 1 and the statement is the transaction.
     */
    FkCheck("", Flow.STEP),
    /** Gosub P1 P2: keeps the return address in r[P1] and jumps to P2. */
    Gosub("", Flow.GOTO, out(1), jump(2), Trait.SUBROUTINE, Trait.KEEPS_NEXT),
    /**
     * Return P1 P3: jumps to the address in r[P1]. With P3 = 1 and no address there it falls
     * through.
     */
    Return("", Flow.MULTIWAY, in(1), Trait.SUBROUTINE),
    /** InitCoroutine P1 P2 P3: r[P1] = P3 (where the coroutine starts), then jumps to P2. */
    InitCoroutine("", Flow.GOTO, out(1), jump(2), start(3), Trait.SUBROUTINE),
    /**
     * Yield P1 P2: swaps the address in r[P1] with the address of the next instruction. When the
     * coroutine has ended, jumps to P2.
     */
    Yield("", Flow.MULTIWAY, inOut(1), start(2), Trait.SUBROUTINE, Trait.KEEPS_NEXT),
    /** EndCoroutine P1: ends the coroutine: continues at the P2 of the Yield that entered it. */
    EndCoroutine("", Flow.MULTIWAY, inOut(1), Trait.SUBROUTINE),
    /** If P1 P2 P3: jumps if r[P1] is true (non-zero number); if NULL, jumps if P3 is not 0. */
    If("", Flow.BRANCH, in(1), jump(2)),
    /** IfNot P1 P2 P3: jumps if r[P1] is false (zero); if NULL, jumps if P3 is not 0. */
    IfNot("", Flow.BRANCH, in(1), jump(2)),
    /** IsNull P1 P2: jumps if r[P1] is NULL. */
    IsNull("if r[p1]==NULL goto p2", Flow.BRANCH, in(1), jump(2)),
    /**
     * IsType P1 P2 P5: jumps if the value in r[P1] is of a kind in the mask P5: 1 integer, 2 real,
     * 4 text, 8 blob, 16 NULL.
     */
    IsType("if typeof(r[p1]) in p5 goto p2", Flow.BRANCH, in(1), jump(2)),
    /** NotNull P1 P2: jumps if r[P1] is not NULL. */
    NotNull("if r[p1]!=NULL goto p2", Flow.BRANCH, in(1), jump(2)),
    /**
     * Once P2: falls through the first time it is reached in a run of the program, jumps
     * afterwards.
     */
    Once("", Flow.BRANCH, jump(2)),
    /** IfPos P1 P2 P3: if the integer r[P1] is positive, subtracts P3 from it and jumps. */
    IfPos("if r[p1]>0 then r[p1]-=p3, goto p2", Flow.BRANCH, inOut(1), jump(2)),
    /** DecrJumpZero P1 P2: decrements the integer r[P1] and jumps if it is now 0. */
    DecrJumpZero("if (--r[p1])==0 goto p2", Flow.BRANCH, inOut(1), jump(2)),
    /**
     * OffsetLimit P1 P2 P3: r[P2] = r[P1] + max(0, r[P3]) for a LIMIT in r[P1] and an OFFSET in
     * r[P3]; -1 (no limit) if r[P1] is negative or the sum overflows.
     */
    OffsetLimit(
            "if r[p1]>=0 then r[p2]=r[p1]+max(0,r[p3]) else r[p2]=(-1)",
            Flow.STEP,
            in(1),
            out(2),
            in(3)),
    /**
     * MustBeInt P1 P2: makes r[P1] an integer without loss; if it cannot, jumps to P2, or raises
     * "datatype mismatch" if P2 is 0.
     */
    MustBeInt("", Flow.BRANCH, inOut(1), jump(2, OPTIONAL)),
    /**
     * Compare P1 P2 P3 P4: compares the P3 registers from P1 with those from P2 under the KeyInfo
     * P4. The next instruction is the Jump that uses the result.
     */
    Compare("r[p1@p3] <-> r[p2@p3]", Flow.STEP, in(1, P3), in(2, P3), OperandType.KEYS),
    /**
     * Jump P1 P2 P3: goes to P1, P2 or P3 as the last Compare found its left side less, equal or
     * greater.
     */
    Jump("", Flow.MULTIWAY, jump(1), jump(2), jump(3)),

    // ------------------------------------------------------------------ values
    /** Integer P1 P2: r[P2] = P1. */
    Integer("r[p2]=p1", Flow.STEP, out(2), Trait.LITERAL),
    /** Int64 P2 P4: r[P2] = the Long P4. */
    Int64("r[p2]=p4", Flow.STEP, out(2), Trait.LITERAL, OperandType.LITERAL),
    /** Real P2 P4: r[P2] = the Double P4. */
    Real("r[p2]=p4", Flow.STEP, out(2), Trait.LITERAL, OperandType.LITERAL),
    /** String8 P2 P4: r[P2] = the Text P4. */
    String8("r[p2]='p4'", Flow.STEP, out(2), Trait.LITERAL, OperandType.LITERAL),
    /** Blob P2 P4: r[P2] = the Blob P4. */
    Blob("r[p2]=p4", Flow.STEP, out(2), Trait.LITERAL, OperandType.LITERAL),
    /** Null P2 P3: NULL to r[P2], or to r[P2]..r[P3] if P3 is greater than P2. */
    Null("r[p2..p3]=NULL", Flow.STEP, out(2, TO_P3)),
    /** Variable P1 P2: r[P2] = parameter P1 (from 1). */
    Variable("r[p2]=parameter(p1)", Flow.STEP, out(2)),
    /**
     * Copy P1 P2 P3: r[P2..P2+P3] = r[P1..P1+P3], P3 + 1 registers. The copies are values that
     * last.
     */
    Copy("r[p2@p3+1]=r[p1@p3+1]", Flow.STEP, in(1, P3_AND_ONE), out(2, P3_AND_ONE)),
    /** SCopy P1 P2: r[P2] = r[P1]. */
    SCopy("r[p2]=r[p1]", Flow.STEP, in(1), out(2)),
    /**
     * Affinity P1 P2 P4: applies the affinities of the String P4, one letter each, to P2 registers
     * from P1.
     */
    Affinity("affinity(r[p1@p2])", Flow.STEP, inOut(1, P2), OperandType.STRING),
    /** RealAffinity P1: an integer in r[P1] becomes REAL. */
    RealAffinity("", Flow.STEP, inOut(1)),
    /**
     * TypeCheck P1 P2 P4: the P2 registers from P1 must be of the StrictTypes P4, or there is an
     * error. An integer for a REAL column becomes REAL.
     */
    TypeCheck("typecheck(r[p1@p2])", Flow.STEP, inOut(1, P2), OperandType.TYPES),
    /** Cast P1 P2: CAST of r[P1] to the affinity letter P2. */
    Cast("affinity(r[p1])", Flow.STEP, inOut(1)),
    /**
     * MemMax P1 P2 P5: r[P1] = the greater of the integers in r[P1] and r[P2]. With P5 = 1 in a
     * trigger's program, P1 is a register of the statement's own program.
     */
    MemMax("r[p1]=max(r[p1],r[p2])", Flow.STEP, inOut(1, COUNTER), in(2)),
    /** AddImm P1 P2: adds P2 to the integer in r[P1]. */
    AddImm("r[p1]=r[p1]+p2", Flow.STEP, inOut(1)),

    // ------------------------------------------------------------------ arithmetic
    /** Add P1 P2 P3: r[P3] = r[P2] + r[P1]; an integer overflow gives REAL, a NULL gives NULL. */
    Add("r[p3]=r[p1]+r[p2]", Flow.STEP, in(1), in(2), out(3)),
    /** Subtract P1 P2 P3: r[P3] = r[P2] - r[P1]. */
    Subtract("r[p3]=r[p2]-r[p1]", Flow.STEP, in(1), in(2), out(3)),
    /** Multiply P1 P2 P3: r[P3] = r[P2] * r[P1]. */
    Multiply("r[p3]=r[p1]*r[p2]", Flow.STEP, in(1), in(2), out(3)),
    /** Divide P1 P2 P3: r[P3] = r[P2] / r[P1]; division by zero gives NULL. */
    Divide("r[p3]=r[p2]/r[p1]", Flow.STEP, in(1), in(2), out(3)),
    /** Remainder P1 P2 P3: r[P3] = r[P2] % r[P1], both as integers; by zero gives NULL. */
    Remainder("r[p3]=r[p2]%r[p1]", Flow.STEP, in(1), in(2), out(3)),
    /** Concat P1 P2 P3: r[P3] = r[P2] || r[P1]. */
    Concat("r[p3]=r[p2]+r[p1]", Flow.STEP, in(1), in(2), out(3)),
    /** BitAnd P1 P2 P3: r[P3] = r[P1] &amp; r[P2]. */
    BitAnd("r[p3]=r[p1]&r[p2]", Flow.STEP, in(1), in(2), out(3)),
    /** BitOr P1 P2 P3: r[P3] = r[P1] | r[P2]. */
    BitOr("r[p3]=r[p1]|r[p2]", Flow.STEP, in(1), in(2), out(3)),
    /**
     * ShiftLeft P1 P2 P3: r[P3] = r[P2] &lt;&lt; r[P1]. A negative distance shifts the other way.
     */
    ShiftLeft("r[p3]=r[p2]<<r[p1]", Flow.STEP, in(1), in(2), out(3)),
    /** ShiftRight P1 P2 P3: r[P3] = r[P2] &gt;&gt; r[P1]. */
    ShiftRight("r[p3]=r[p2]>>r[p1]", Flow.STEP, in(1), in(2), out(3)),
    /** BitNot P1 P2: r[P2] = ~r[P1]. */
    BitNot("r[p2]= ~r[p1]", Flow.STEP, in(1), out(2)),
    /** Negative P1 P2: r[P2] = 0 - r[P1] (ours: SQLite subtracts from a register that holds 0). */
    Negative("r[p2]= -r[p1]", Flow.STEP, in(1), out(2)),
    /** Not P1 P2: r[P2] = NOT r[P1], three-valued. */
    Not("r[p2]= !r[p1]", Flow.STEP, in(1), out(2)),
    /** And P1 P2 P3: r[P3] = r[P1] AND r[P2], three-valued. */
    And("r[p3]=(r[p1] && r[p2])", Flow.STEP, in(1), in(2), out(3)),
    /** Or P1 P2 P3: r[P3] = r[P1] OR r[P2], three-valued. */
    Or("r[p3]=(r[p1] || r[p2])", Flow.STEP, in(1), in(2), out(3)),
    /**
     * IsTrue P1 P2 P3 P4: r[P2] = r[P1] IS TRUE, exclusive-or P4 (a Long, 0 or 1); P3 is the result
     * for NULL.
     */
    IsTrue("r[p2]=coalesce(r[p1]==TRUE,p3) ^ p4", Flow.STEP, in(1), out(2), OperandType.LITERAL),
    /** ZeroOrNull P1 P2 P3: r[P2] = NULL if r[P1] or r[P3] is NULL, else 0. */
    ZeroOrNull("r[p2]=0 OR NULL", Flow.STEP, in(1), out(2), in(3)),

    // ------------------------------------------------------------------ comparison
    // P4 is a Collation or absent (BINARY). P5 is the affinity letter applied to copies of both
    // sides, or-ed with JUMP_IF_NULL (0x10) or NULL_EQUAL (0x80: NULL equals NULL; Eq and Ne only).
    /** Eq P1 P2 P3 P4 P5: jumps if r[P3] == r[P1]. */
    Eq("if r[p3]==r[p1] goto p2", Flow.BRANCH, in(1), jump(2), in(3), OperandType.COLLATION),
    /** Ne P1 P2 P3 P4 P5: jumps if r[P3] != r[P1]. */
    Ne("if r[p3]!=r[p1] goto p2", Flow.BRANCH, in(1), jump(2), in(3), OperandType.COLLATION),
    /** Lt P1 P2 P3 P4 P5: jumps if r[P3] &lt; r[P1]. */
    Lt("if r[p3]<r[p1] goto p2", Flow.BRANCH, in(1), jump(2), in(3), OperandType.COLLATION),
    /** Le P1 P2 P3 P4 P5: jumps if r[P3] &lt;= r[P1]. */
    Le("if r[p3]<=r[p1] goto p2", Flow.BRANCH, in(1), jump(2), in(3), OperandType.COLLATION),
    /** Gt P1 P2 P3 P4 P5: jumps if r[P3] &gt; r[P1]. */
    Gt("if r[p3]>r[p1] goto p2", Flow.BRANCH, in(1), jump(2), in(3), OperandType.COLLATION),
    /** Ge P1 P2 P3 P4 P5: jumps if r[P3] &gt;= r[P1]. */
    Ge("if r[p3]>=r[p1] goto p2", Flow.BRANCH, in(1), jump(2), in(3), OperandType.COLLATION),

    // ------------------------------------------------------------------ functions and aggregates
    /**
     * Function P1 P2 P3 P4 P5: r[P3] = the FunctionCall P4 of P5 registers from P2. P1 has bit i
     * set if argument i is constant during the run.
     */
    Function("r[p3]=func(r[p2@p5])", Flow.STEP, in(2, P5), out(3), OperandType.CALL),
    /**
     * AggStep P2 P3 P4 P5: gives P5 registers from P2 to the aggregate FunctionCall P4, whose
     * accumulator is in r[P3] (NULL before the first row).
     */
    AggStep("accum=r[p3] step(r[p2@p5])", Flow.STEP, in(2, P5), inOut(3), OperandType.CALL),
    /**
     * AggChosen P1 P2: r[P2] = 0 if the row of the last AggStep is the one that the min or max in
     * r[P1] has chosen, else 1.
     */
    AggChosen("r[p2]=0 if r[p1] chose the row", Flow.STEP, in(1), out(2)),
    /**
     * AggFinal P1 P2 P4: replaces the accumulator in r[P1] by the result of the aggregate
     * FunctionCall P4; P2 is its argument count.
     */
    AggFinal("accum=r[p1] N=p2", Flow.STEP, inOut(1), OperandType.CALL),

    // ------------------------------------------------------------------ transactions and schema
    /**
     * Transaction P1 P2 P3: begins a read (P2 = 0) or write (P2 = 1) transaction on database P1
     * unless one runs; with P2 = 2 one that excludes other readers. With P3 = 1 it is a read
     * transaction, whatever P2 says, if the database cannot be written to. P5 = 1 if the statement
     * may fail after it has written something, which is undone then. If the schema is not the one
     * the program was compiled for, the statement is compiled again.
     */
    Transaction("usesStmtJournal=p5", Flow.STEP, database(1)),
    /**
     * AutoCommit P1 P2: P1 = 0 begins a transaction (BEGIN), P1 = 1 ends it: commit if P2 = 0, roll
     * back if P2 = 1. Then halts.
     */
    AutoCommit("", Flow.STEP),
    /**
     * Savepoint P1 P4: opens (P1 = 0), releases (1) or rolls back to (2) the savepoint named P4.
     */
    Savepoint("", Flow.STEP, OperandType.STRING),
    /**
     * CreateBtree P1 P2 P3: creates a b-tree in database P1 and puts its root page into r[P2]; P3 =
     * 1 for a table (rowid keys), 2 for an index.
     */
    CreateBtree("r[p2]=root iDb=p1 flags=p3", Flow.STEP, writesDatabase(1), out(2)),
    /**
     * Clear P1 P2 P3: deletes all entries of the b-tree with root page P1 of database P2. With P3 =
     * 1 they count for changes().
     */
    Clear("", Flow.STEP, writesDatabase(2)),
    /**
     * Destroy P1 P2 P3: deletes the b-tree with root page P1 of database P3 and its root page.
     * r[P2] = the former root page of the tree that has moved to P1, or 0. An error if another
     * statement of the connection is running ("database table is locked").
     */
    Destroy("", Flow.STEP, out(2), writesDatabase(3)),
    /**
     * SetCookie P1 P2 P3 P5: header field P2 of database P1 = P3. Field 1, the schema cookie, is
     * counted up by one instead, unless P5 = 1: every connection then sees that its schema is old.
     */
    SetCookie("", Flow.STEP, writesDatabase(1)),
    /**
     * ReadCookie P1 P2 P3: r[P2] = header field P3 of database P1, in the numbers of SetCookie; 0
     * is the number of free pages.
     */
    ReadCookie("", Flow.STEP, readsDatabase(1), out(2)),
    /** Pagecount P1 P2: r[P2] = the number of pages of database P1. */
    Pagecount("", Flow.STEP, readsDatabase(1), out(2)),
    /**
     * PragmaValue P2 P4: r[P2] = the value of the connection's PRAGMA P4, a String (ours:
     * connections share programs, so the value is read when the program runs).
     */
    PragmaValue("r[p2]=p4", Flow.STEP, out(2), OperandType.STRING),
    /**
     * Checkpoint P1 P2 P3 P4: copies the write-ahead log of database P1 back into its file, in mode
     * P4 (a String). P3 = 1: the logs of attached databases, too. r[P2] = 1 if a reader or a writer
     * blocked the copying; r[P2+1] = the number of frames in the log of P1; r[P2+2] = the number of
     * them that have been copied.
     */
    Checkpoint("", Flow.STEP, database(1), out(2, THREE), OperandType.STRING),
    /**
     * PragmaSet P2 P3 P4: sets the PRAGMA P4 (a String) of the connection to the text r[P3], and
     * r[P2] to its new value (ours).
     */
    PragmaSet("r[p2]=p4(r[p3])", Flow.STEP, out(2), in(3), OperandType.STRING),
    /**
     * SetPragma P1 P2 P4: sets the PRAGMA P4 (a String) of the connection to P1 (ours). Statements
     * compiled before are compiled again if it concerns them. With P2 = 1 all schemas are read
     * again.
     */
    SetPragma("p4=p1", Flow.STEP, OperandType.STRING),
    /**
     * Vacuum P1 P2: rewrites database P1 without unused pages. With P2 the copy goes into the new
     * file that r[P2] names, and the database stays as it is.
     */
    Vacuum("", Flow.STEP, database(1), in(2, OPTIONAL)),
    /**
     * IntegrityCk P1 P2 P4 P5: checks the P2 trees of database P5 whose root pages are the int[]
     * P4, and the rest of the database unless the first of them is 0. r[P1] is the number of
     * problems that may be reported behind the first, and is counted down by these; r[P1+1] = the
     * text of all problems, or NULL; r[P1+2] and following are the numbers of entries of the trees.
     */
    IntegrityCk("", Flow.STEP, in(1), out(1, TREES), database(5), OperandType.ROOTS),
    /**
     * ParseSchema P1 P2: reads sqlite_schema of database P1 again, so that the connection sees the
     * schema just written. With P2 the triggers of temp find the tables that their names mean now.
     */
    ParseSchema("", Flow.STEP, database(1)),

    // ------------------------------------------------------------------ cursors
    /**
     * OpenRead P1 P2 P3 P4 P5: opens cursor P1 for reading on the b-tree with root page P2 of
     * database P3. P4 is the column count (Integer) of a table, or the KeyInfo of an index.
     */
    OpenRead(
            "root=p2 iDb=p3",
            Flow.STEP,
            opens(1),
            in(2, ROOT),
            readsDatabase(3),
            Trait.SCAN,
            OperandType.COUNT,
            OperandType.KEYS,
            OperandType.TABLE),
    /**
     * OpenWrite P1 P2 P3 P4 P5: as OpenRead, for writing. With P5 = 0x10 the root page number is in
     * r[P2].
     */
    OpenWrite(
            "root=p2 iDb=p3",
            Flow.STEP,
            opens(1),
            in(2, ROOT),
            writesDatabase(3),
            OperandType.COUNT,
            OperandType.KEYS,
            OperandType.TABLE),
    /**
     * OpenEphemeral P1 P2 P4: opens cursor P1 on a new empty temporary table of P2 columns, or a
     * temporary index if P4 is a KeyInfo.
     */
    OpenEphemeral("nColumn=p2", Flow.STEP, opens(1), OperandType.KEYS),
    /** OpenDup P1 P2: opens cursor P1 on the temporary table of cursor P2, for reading. */
    OpenDup("same as cursor p2", Flow.STEP, opens(1), cursor(2)),
    /**
     * OpenPseudo P1 P2 P3: opens cursor P1 on the single row whose record is in r[P2]; it has P3
     * columns.
     */
    OpenPseudo("p3 columns in r[p2]", Flow.STEP, opens(1), in(2)),
    /**
     * SorterOpen P1 P2 P3 P4: opens sorter P1 with P2 columns and key order KeyInfo P4. If P3 is
     * not 0, only the first r[P3] rows are needed.
     */
    SorterOpen("", Flow.STEP, opens(1), in(3, OPTIONAL), OperandType.KEYS),
    /**
     * CursorLock P1: while cursor P1 is locked, no other cursor may change the tree of its table or
     * index; an attempt fails with CONSTRAINT_PINNED.
     */
    CursorLock("", Flow.STEP, cursor(1)),
    /** CursorUnlock P1: others may change the tree of cursor P1 again. */
    CursorUnlock("", Flow.STEP, cursor(1)),
    /** Close P1: closes cursor P1. */
    Close("", Flow.STEP, closes(1)),
    /** Rewind P1 P2: to the first entry; jumps if there is none. */
    Rewind("", Flow.BRANCH, moves(1), jump(2), Trait.SCAN),

    /**
     * IfEmpty P1 P2: jumps if the table or index of cursor P1, which no loop is using, is empty.
     */
    IfEmpty("if empty(p1) goto p2", Flow.BRANCH, moves(1), jump(2), Trait.SCAN),
    /** Last P1 P2: to the last entry; jumps if there is none. */
    Last("", Flow.BRANCH, moves(1), jump(2)),
    /** Next P1 P2: to the next entry and jumps; falls through at the end. */
    Next("", Flow.BRANCH, moves(1), jump(2), Trait.SCAN, Trait.TURN),
    /** Prev P1 P2: to the previous entry and jumps; falls through at the end. */
    Prev("", Flow.BRANCH, moves(1), jump(2), Trait.TURN),
    /**
     * SkipNext P1 P2 P3: passes entries of the same page, up to r[P3], which is less by as many
     * afterwards, and then does what Next does (ours: SQLite's OFFSET stops at each entry).
     */
    SkipNext("", Flow.BRANCH, moves(1), jump(2), inOut(3), Trait.TURN),
    /** SkipPrev P1 P2 P3: as SkipNext, in the other direction. */
    SkipPrev("", Flow.BRANCH, moves(1), jump(2), inOut(3), Trait.TURN),
    /**
     * IfSizeBetween P1 P2 P3 P4: jumps if the LogEst (ten times the logarithm to base 2) of the
     * rough number of entries in the b-tree of cursor P1 is from P3 to P4 (an Integer); it is -1 if
     * there are none.
     */
    IfSizeBetween(
            "if p3<=LogEst(size(p1))<=p4 goto p2",
            Flow.BRANCH,
            cursor(1),
            jump(2),
            OperandType.COUNT),
    /**
     * Place P1 P2: r[P2] = the approximate fraction of the entries in the b-tree of cursor P1 that
     * precede the current one: a real from 0 to 1.
     */
    Place("r[p2]=place", Flow.STEP, cursor(1), out(2)),
    /**
     * IfAffordable P1 P2 P3 P4: jumps unless it is cheaper to run the statement on vectors than to
     * go through the entries between the positions r[P1] and r[P3]; always jumps if there has been
     * a row. P4 (a Double) is the cost of going through all entries, in steps from one row of a
     * table to the next.
     */
    IfAffordable(
            "if |r[p1]-r[p3]|*p4 is affordable goto p2",
            Flow.BRANCH,
            in(1),
            jump(2),
            in(3),
            OperandType.LITERAL),
    /** NullRow P1: moves cursor P1 to a row of NULLs: the empty side of an outer join. */
    NullRow("", Flow.STEP, moves(1), Trait.NULL_ROW),
    /** IfNullRow P1 P2 P3: if cursor P1 is on a row of NULLs, r[P3] = NULL and jumps. */
    IfNullRow("if P1.nullRow then r[p3]=NULL, goto p2", Flow.BRANCH, cursor(1), jump(2), mayOut(3)),
    /**
     * SeekRowid P1 P2 P3: to the row whose rowid is r[P3]; jumps if there is none, also if r[P3] is
     * no integer.
     */
    SeekRowid("intkey=r[p3]", Flow.BRANCH, moves(1), jump(2), in(3), Trait.SEARCH),
    /** NotExists P1 P2 P3: as SeekRowid, where r[P3] is known to be an integer. */
    NotExists("intkey=r[p3]", Flow.BRANCH, moves(1), jump(2), in(3), Trait.SEARCH),
    /**
     * SeekGE P1 P2 P3 P4: to the first entry &gt;= the key; jumps if there is none. The key is
     * r[P3] (an integer or real is compared numerically) on a table, r[P3@P4] (P4 an Integer) on an
     * index.
     */
    SeekGE(
            "key=r[p3@p4]",
            Flow.BRANCH,
            moves(1),
            jump(2),
            in(3, P4),
            Trait.SEARCH,
            OperandType.COUNT),
    /** SeekGT P1 P2 P3 P4: to the first entry &gt; the key; jumps if there is none. */
    SeekGT(
            "key=r[p3@p4]",
            Flow.BRANCH,
            moves(1),
            jump(2),
            in(3, P4),
            Trait.SEARCH,
            OperandType.COUNT),
    /** SeekLE P1 P2 P3 P4: to the last entry &lt;= the key; jumps if there is none. */
    SeekLE(
            "key=r[p3@p4]",
            Flow.BRANCH,
            moves(1),
            jump(2),
            in(3, P4),
            Trait.SEARCH,
            OperandType.COUNT),
    /** SeekLT P1 P2 P3 P4: to the last entry &lt; the key; jumps if there is none. */
    SeekLT(
            "key=r[p3@p4]",
            Flow.BRANCH,
            moves(1),
            jump(2),
            in(3, P4),
            Trait.SEARCH,
            OperandType.COUNT),
    /**
     * IdxGE P1 P2 P3 P4: jumps if the first P4 (Integer) fields of the index entry under cursor P1
     * are &gt;= r[P3@P4].
     */
    IdxGE("key=r[p3@p4]", Flow.BRANCH, cursor(1), jump(2), in(3, P4), OperandType.COUNT),
    /** IdxGT P1 P2 P3 P4: as IdxGE, if greater. */
    IdxGT("key=r[p3@p4]", Flow.BRANCH, cursor(1), jump(2), in(3, P4), OperandType.COUNT),
    /** IdxLE P1 P2 P3 P4: as IdxGE, if less or equal. */
    IdxLE("key=r[p3@p4]", Flow.BRANCH, cursor(1), jump(2), in(3, P4), OperandType.COUNT),
    /** IdxLT P1 P2 P3 P4: as IdxGE, if less. */
    IdxLT("key=r[p3@p4]", Flow.BRANCH, cursor(1), jump(2), in(3, P4), OperandType.COUNT),
    /**
     * Found P1 P2 P3 P4: jumps if index P1 has an entry whose first fields are r[P3@P4] (P4 an
     * Integer), or the record in r[P3] if P4 is 0.
     */
    Found(
            "key=r[p3@p4]",
            Flow.BRANCH,
            moves(1),
            jump(2),
            in(3, P4),
            Trait.SEARCH,
            OperandType.COUNT),
    /** NotFound P1 P2 P3 P4: jumps if it has none. */
    NotFound(
            "key=r[p3@p4]",
            Flow.BRANCH,
            moves(1),
            jump(2),
            in(3, P4),
            Trait.SEARCH,
            OperandType.COUNT),
    /** NoConflict P1 P2 P3 P4: as NotFound, and jumps too if a field of the key is NULL. */
    NoConflict("key=r[p3@p4]", Flow.BRANCH, moves(1), jump(2), in(3, P4), OperandType.COUNT),
    /**
     * DeferredSeek P1 P3: table cursor P3 moves, when it is first read, to the row of the entry
     * under index cursor P1.
     */
    DeferredSeek("Move P3 to P1.rowid if needed", Flow.STEP, cursor(1), defers(3), Trait.SEARCH),
    /** IdxRowid P1 P2: r[P2] = the rowid at the end of the index entry under cursor P1. */
    IdxRowid("r[p2]=rowid of P1", Flow.STEP, cursor(1), out(2)),
    /** Rowid P1 P2: r[P2] = the rowid under cursor P1; NULL on a row of NULLs. */
    Rowid("r[p2]=rowid of P1", Flow.STEP, cursor(1), out(2), Trait.SCAN, Trait.VALUE),
    /**
     * Column P1 P2 P3 P4: r[P3] = value P2 of the record under cursor P1. A record with too few
     * values gives P4, or NULL without one: ALTER TABLE ADD COLUMN does not rewrite rows. A cursor
     * on a row of NULLs gives NULL. The value may be borrowed from the page.
     */
    Column(
            "r[p3]= cursor p1 column p2",
            Flow.STEP,
            cursor(1),
            out(3),
            Trait.SCAN,
            Trait.VALUE,
            OperandType.LITERAL),
    /**
     * CheckRecord P1 P2: raises an error if the header of the record under cursor P1, as far as the
     * first P2 columns go, does not agree with the record's size (ours: SQLite looks whenever it
     * reads a column).
     */
    CheckRecord("", Flow.STEP, cursor(1)),
    /** Count P1 P2: r[P2] = the number of entries in the b-tree of cursor P1. */
    Count("r[p2]=count()", Flow.STEP, cursor(1), out(2)),
    /**
     * MakeRecord P1 P2 P3 P4: r[P3] = the record (a Blob) of P2 registers from P1, after the
     * affinities of the String P4 if present.
     */
    MakeRecord("r[p3]=mkrec(r[p1@p2])", Flow.STEP, in(1, P2), out(3), OperandType.STRING),
    /**
     * NewRowid P1 P2 P3 P5: r[P2] = a rowid not in use in table cursor P1: the greatest plus one,
     * as a rule. With P3 it is also greater than the integer in r[P3], which then becomes it; past
     * the greatest integer there is an error. With P5 = 1 in a trigger's program, P3 is a register
     * of the statement's own program.
     */
    NewRowid("r[p2]=rowid", Flow.STEP, moves(1), out(2), inOut(3, COUNTER)),
    /**
     * Insert P1 P2 P3 P4 P5: record r[P2] under rowid r[P3] into table cursor P1. P5 bit 0x01
     * counts the change, bit 0x20 keeps the rowid for last_insert_rowid(), bit 0x08 says that the
     * row goes to the end.
     */
    Insert("intkey=r[p3] data=r[p2]", Flow.STEP, moves(1), in(2), in(3)),
    /**
     * IdxInsert P1 P2 P3 P4: record r[P2] into index cursor P1. P5 bit 0x01 counts the change (a
     * WITHOUT ROWID table).
     */
    IdxInsert("key=r[p2]", Flow.STEP, moves(1), in(2)),
    /** Delete P1 P5: deletes the entry under cursor P1. P5 bit 0x01 counts the change. */
    Delete("", Flow.STEP, moves(1)),
    /** IdxDelete P1 P2 P3: deletes the entry r[P2@P3] from index cursor P1. */
    IdxDelete("key=r[p2@p3]", Flow.STEP, moves(1), in(2, P3)),
    /**
     * HashOpen P1 P2 P3 P4: opens cursor P1 on a new empty hash table of rows with P2 keys, which
     * compare as the KeyInfo P4 says, and P3 other columns.
     */
    HashOpen("keys=p2 columns=p3", Flow.STEP, opens(1), OperandType.KEYS),
    /**
     * HashFind P1 P2 P3: goes to the first row of hash table P1 with the keys r[P3] and following;
     * jumps if there is none. NULL is equal to NULL.
     */
    HashFind("key=r[p3]", Flow.BRANCH, moves(1), jump(2), in(3, KEYS)),
    /**
     * HashFindNext P1 P2: to the next row with the same keys and jumps; falls through at the end.
     */
    HashFindNext("", Flow.BRANCH, moves(1), jump(2), Trait.TURN),
    /**
     * HashInsert P1 P2: adds a row to hash table P1 and goes to it; its columns, keys first, are
     * r[P2] and following.
     */
    HashInsert("row=r[p2]", Flow.STEP, moves(1), in(2, ROW)),
    /**
     * HashFill P1 P4: adds the ConstantRows or LiteralRows P4 to hash table P1, which has no keys.
     */
    HashFill("", Flow.STEP, cursor(1), OperandType.ROWS),
    /**
     * HashList P1 P2 P4: adds each value of the ValueList P4 that is not NULL once to hash table
     * P1, whose only column is its key. If P2 is not 0, r[P2] = NULL if a value is NULL, else 0.
     */
    HashList("", Flow.STEP, cursor(1), out(2, OPTIONAL), OperandType.LIST),
    /** HashData P1 P2 P3 P5: r[P3@P5] = the columns of hash table P1's row from number P2 on. */
    HashData("r[p3@p5]=columns from p2", Flow.STEP, cursor(1), out(3, P5)),
    /** HashUpdate P1 P2 P3 P5: the columns of hash table P1's row from number P2 on = r[P3@P5]. */
    HashUpdate("columns from p2=r[p3@p5]", Flow.STEP, cursor(1), in(3, P5)),
    /**
     * HashRewind P1 P2 P3: goes to the first of all rows of hash table P1, or jumps if it is empty.
     * With P3 = 1 they come in the order of their keys, otherwise as they were added.
     */
    HashRewind("", Flow.BRANCH, moves(1), jump(2)),
    /** HashNext P1 P2: to the next of all rows and jumps; falls through at the end. */
    HashNext("", Flow.BRANCH, moves(1), jump(2), Trait.TURN),
    /**
     * QueueOpen P1 P2: opens cursor P1 on an empty queue of rows of P2 columns (ours: SQLite's
     * recursive queries have a temporary table).
     */
    QueueOpen("columns=p2", Flow.STEP, opens(1)),
    /** QueueInsert P1 P2 P3: r[P2@P3] are the last row of queue P1. */
    QueueInsert("row=r[p2@p3]", Flow.STEP, cursor(1), in(2, P3)),
    /** QueueTake P1 P2 P3 P5: takes the first row of queue P1, r[P3@P5]; jumps if there is none. */
    QueueTake("r[p3@p5]=row", Flow.BRANCH, moves(1), jump(2), out(3, P5)),
    /**
     * VectorScan P1 P2 P3 P4 P5: reads all rows of table cursor P1, and for a join or a UNION ALL
     * also those of the following cursors, on vectors, as the VectorScan P4 says (ours: SQLite
     * reads row by row), and adds a row for each group to hash table P2, which is empty: keys, then
     * the states from which VectorResult computes the aggregates. Without groups it adds the rows
     * themselves. r[P3@P5] are the constants. Groups that VectorHaving tests become rows only
     * there. An index that P4 names may be read instead of its table.
     */
    VectorScan(
            "columns=p4", Flow.STEP, cursor(1, INPUTS), cursor(2), in(3, P5), OperandType.VECTORS),
    /** VectorGroups P1 P2: jumps if VectorScan has found no group for hash table P1. */
    VectorGroups("", Flow.BRANCH, cursor(1), jump(2)),
    /**
     * VectorHaving P1 P3 P4 P5: adds a row to hash table P1 for each group that VectorScan has
     * found and that the VectorHaving P4 lets pass, as VectorScan does otherwise; all of them if
     * there was no memory for groups, or if the result of an aggregate is an error. r[P3@P5] are
     * the constants.
     */
    VectorHaving("", Flow.STEP, cursor(1), in(3, P5), OperandType.VECTORS),
    /** VectorResult P1: r[P1] = the result of r[P1] if that is an accumulator; it may fail. */
    VectorResult("r[p1]=result", Flow.STEP, inOut(1)),
    /**
     * MirrorData P1 P4: adds a row to hash table P1 for each column that the connection keeps of
     * tables that it has scanned: table, column, encodings, partitions, rows, bytes, how many of
     * the partitions have been loaded from the saved mirror, and how many taken from another
     * connection; for each partition of each column of the table P4, if that is given: column,
     * partition, rows, encoding, bytes, the least and the greatest value.
     */
    MirrorData("", Flow.STEP, cursor(1), OperandType.STRING),
    /** MirrorDrop: forgets these columns, and deletes the saved mirrors of all databases. */
    MirrorDrop("", Flow.STEP),
    /** ResetSorter P1: empties sorter or temporary table P1. */
    ResetSorter("", Flow.STEP, moves(1)),
    /** SorterInsert P1 P2: adds record r[P2] to sorter P1. */
    SorterInsert("key=r[p2]", Flow.STEP, cursor(1), in(2)),
    /** SorterSort P1 P2: sorts and goes to the first record; jumps if there is none. */
    SorterSort("", Flow.BRANCH, moves(1), jump(2)),
    /** SorterNext P1 P2: to the next record and jumps; falls through at the end. */
    SorterNext("", Flow.BRANCH, moves(1), jump(2), Trait.TURN),
    /** SorterData P1 P2 P3: r[P2] = the record of sorter P1; pseudo cursor P3 reads it. */
    SorterData("r[p2]=data", Flow.STEP, cursor(1), out(2), moves(3)),

    /**
     * WindowOpen P1 P4: opens cursor P1 on an empty table of rows for the windows of the WindowPlan
     * P4, whose results become columns (ours: SQLite computes window functions with many small
     * instructions).
     */
    WindowOpen("", Flow.STEP, opens(1), OperandType.WINDOWS),
    /** WindowInsert P1 P2 P3: r[P2@P3] are a row of window P1, all values below its results. */
    WindowInsert("row=r[p2@p3]", Flow.STEP, cursor(1), in(2, P3)),
    /**
     * WindowSort P1 P2: sorts the rows of window P1, computes the functions and goes to the first
     * row; jumps if there is none.
     */
    WindowSort("", Flow.BRANCH, moves(1), jump(2)),
    /**
     * WindowRow P1 P2 P3 P4: r[P2@P3] = the row of window P1, but only the columns P4; the others
     * no connection reads it.
     */
    WindowRow("r[p2@p3]=columns p4", Flow.STEP, cursor(1), out(2, P3), OperandType.COLUMNS),
    /** WindowNext P1 P2: to the next row and jumps; falls through at the end. */
    WindowNext("", Flow.BRANCH, moves(1), jump(2)),

    // ------------------------------------------------------------------ virtual tables
    /**
     * VCreate P1 P4: the module of the virtual table P4 in database P1, which has its row in
     * sqlite_schema, makes it.
     */
    VCreate("", Flow.STEP, writesDatabase(1), OperandType.MODULE),
    /**
     * VDestroy P1 P4: the module of the virtual table P4 in database P1 deletes its stored data.
     */
    VDestroy("", Flow.STEP, writesDatabase(1), OperandType.MODULE),
    /** VRename P1 P4: the virtual table P4 has the name r[P1] from now on. */
    VRename("", Flow.STEP, in(1), OperandType.MODULE),
    /**
     * VCheck P1 P2 P3 P4: r[P2] = the problem that the module of the virtual table P4 in database
     * P1 finds in it, or NULL; P3 = 1 for a quick check.
     */
    VCheck("r[p2]=problem", Flow.STEP, database(1), out(2), OperandType.MODULE),
    /** VBegin P4: the virtual table P4 takes part in the transaction from now on. */
    VBegin("", Flow.STEP, OperandType.MODULE),
    /**
     * VUpdate P2 P3 P4: changes a row of the virtual table of the VirtualChange P4. r[P3@P2] are
     * the row's key unless it is inserted, the new key unless it is deleted, and the values of the
     * columns; then perhaps for each column whether VKeep has found that its value is not needed.
     */
    VUpdate("data=r[p3@p2]", Flow.STEP, in(3, P2), OperandType.MODULE),
    /** VOpen P1 P4: opens cursor P1 on the virtual table P4. */
    VOpen("", Flow.STEP, opens(1), OperandType.MODULE),
    /**
     * VFilter P1 P2 P3 P4: computes the rows of virtual cursor P1 and goes to the first; jumps if
     * there is none. r[P3] is the index number of the plan, r[P3+1] is the number of arguments that
     * follow, P4 is the plan's text.
     */
    VFilter("arguments=r[p3@p5]", Flow.BRANCH, moves(1), jump(2), in(3, P5), OperandType.PLAN),
    /** VInitIn P1 P2: argument P2 of the next VFilter of virtual cursor P1 is an empty list. */
    VInitIn("list=p2", Flow.STEP, cursor(1)),
    /** VListAdd P1 P2 P3: adds r[P3] to the list that is argument P2 of virtual cursor P1. */
    VListAdd("list=p2", Flow.STEP, cursor(1), in(3)),
    /** VColumn P1 P2 P3: r[P3] = column P2 of virtual cursor P1; NULL on a row of NULLs. */
    VColumn("r[p3]=vcolumn(p2)", Flow.STEP, cursor(1), out(3)),
    /**
     * VKeep P1 P2 P3 P5: r[P3] = column P2 of virtual cursor P1, to which the UPDATE that runs does
     * not assign; r[P3+1] = 1 if the table does without it, and it is NULL; else 0. P5 is 2.
     */
    VKeep("r[p3@p5]=vcolumn(p2)", Flow.STEP, cursor(1), out(3, P5)),
    /** VNext P1 P2: to the next row of virtual cursor P1 and jumps; falls through at the end. */
    VNext("", Flow.BRANCH, moves(1), jump(2)),
    /**
     * VCount P1 P2 P3: virtual cursor P1 goes on, by a batch of rows at most, whose number is added
     * to the integer in r[P3]; jumps if it is not at the end.
     */
    VCount("r[p3]+=rows", Flow.BRANCH, moves(1), jump(2), inOut(3)),

    /** CopyRow P1 P2 P3: r[P2@P3] are the next row of the file that cursor P1 writes. */
    CopyRow("row=r[p2@p3]", Flow.STEP, cursor(1), in(2, P3)),
    /** CopyEnd P1: the file that cursor P1 writes is whole, and gets its name. */
    CopyEnd("", Flow.STEP, cursor(1)),

    // ------------------------------------------------------------------ results
    /** ResultRow P1 P2: registers P1..P1+P2-1 are a row of the result. */
    ResultRow("output=r[p1@p2]", Flow.RESULT, in(1, P2));

    /** P5 of a comparison: a NULL on either side jumps. */
    public static final int JUMP_IF_NULL = 0x10;
    /** P5 of Eq and Ne: NULL equals NULL, so the outcome is never NULL. */
    public static final int NULL_EQUAL = 0x80;
    /** The bits of a comparison's P5 that hold the affinity letter. */
    public static final int AFFINITY_MASK = 0x47;

    /** P5 of Insert, IdxInsert and Delete: counts for changes(). */
    public static final int COUNT_CHANGE = 0x01;
    /** P5 of Insert: the key is greater than any other. */
    public static final int APPEND = 0x08;
    /** P5 of Insert: the rowid is kept for last_insert_rowid(). */
    public static final int LAST_ROWID = 0x20;
    /** P5 of OpenWrite: entries are inserted into the index in the order of its keys. */
    public static final int BULK = 0x01;
    /** P5 of OpenWrite: P2 is the register that holds the root page number. */
    public static final int ROOT_IN_REGISTER = 0x10;

    /** P5 of NewRowid and MemMax: the counter is a register of the statement's own program. */
    public static final int COUNTER_OF_STATEMENT = 0x01;

    /** P2 of Halt: the transaction is undone and ends. */
    public static final int HALT_ROLLBACK = 1;
    /** P2 of Halt: the statement is undone, the transaction goes on. */
    public static final int HALT_ABORT = 2;
    /** P2 of Halt: nothing is undone. */
    public static final int HALT_FAIL = 3;
    /** P2 of Halt: not an error; the trigger's row is left unchanged. */
    public static final int HALT_IGNORE = 4;

    /** How control leaves an instruction. Nothing else may change the program counter. */
    public enum Flow {
        /** To the next instruction. */
        STEP,
        /** To P2, always. */
        GOTO,
        /** To the next instruction or to P2. */
        BRANCH,
        /** To one of several addresses known when the program is assembled. */
        MULTIWAY,
        /** Gives a row to the batch, then goes on; leaves when the batch is full. */
        RESULT,
        /** Runs another program, then goes to the next instruction or to P2. */
        CALL,
        /** Out of the program. */
        LEAVE
    }

    /** The comment EXPLAIN prints, with p1…p5 standing for the operands. */
    public final String synopsis;

    public final Flow flow;

    /** The roles of the operands, in the order of their numbers. */
    public final List<Role> roles;

    /** The types that P4 may have; none if there is no P4. */
    public final List<OperandType> types;

    /** Bit n is set for the trait, or the kind of role, whose ordinal is n. */
    private final int traits;

    private final int kinds;

    Opcode(String synopsis, Flow flow, Fact... facts) {
        this.synopsis = synopsis;
        this.flow = flow;
        List<Role> found = new ArrayList<>();
        List<OperandType> accepted = new ArrayList<>();
        int having = 0;
        int playing = 0;
        for (Fact fact : facts) {
            switch (fact) {
                case Role role -> {
                    found.add(role);
                    playing |= 1 << role.kind().ordinal();
                }
                case Trait trait -> having |= 1 << trait.ordinal();
                case OperandType type -> accepted.add(type);
            }
        }
        roles = List.copyOf(found);
        types = List.copyOf(accepted);
        traits = having;
        kinds = playing;
    }

    /** Whether P4 may have the value; null stands for no P4. */
    boolean accepts(Object p4) {
        return p4 == null || types.stream().anyMatch(type -> type.accepts(p4));
    }

    public boolean has(Trait trait) {
        return (traits & 1 << trait.ordinal()) != 0;
    }

    /** Whether an operand is an address. */
    public boolean hasAddress() {
        return has(Role.Kind.JUMP) || has(Role.Kind.START);
    }

    /** Whether an operand is of this kind. */
    public boolean has(Role.Kind kind) {
        return (kinds & 1 << kind.ordinal()) != 0;
    }
}
