package org.sqlvm.engine.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.row.function.Registered;

import java.util.ArrayList;
import java.util.List;

/**
 * Broken programs of each kind that {@link ProgramCheck} refuses, beside the same programs as they
 * should be.
 */
final class ProgramCheckTest {
    private static final int REGISTERS = 9;
    private static final int CURSORS = 2;

    private final List<Instruction> code = new ArrayList<>();

    /** Adds an instruction; the first one of a program is an Init that goes to the second. */
    private void add(Opcode opcode, int p1, int p2, int p3) {
        add(opcode, p1, p2, p3, null);
    }

    private void add(Opcode opcode, int p1, int p2, int p3, Object p4) {
        if (code.isEmpty() && opcode != Opcode.Init) {
            add(Opcode.Init, 0, 1, 0);
        }
        code.add(new Instruction(opcode, p1, p2, p3, p4, 0, ""));
    }

    private void check() {
        assertTrue(ProgramCheck.check(code, REGISTERS, CURSORS));
    }

    /** The program so far, with an end, is refused with a message that says this. */
    private void refused(String message) {
        add(Opcode.Halt, 0, 0, 0);
        AssertionError error = assertThrows(AssertionError.class, this::check);
        assertTrue(error.getMessage().startsWith(message), error::getMessage);
    }

    /** The program so far, with an end, is right. */
    private void passes() {
        add(Opcode.Halt, 0, 0, 0);
        check();
    }

    @Test
    void writtenBeforeRead() {
        add(Opcode.Integer, 7, 1, 0);
        add(Opcode.SCopy, 1, 2, 0);
        add(Opcode.ResultRow, 1, 2, 0);
        passes();
    }

    @Test
    void readBeforeWritten() {
        add(Opcode.Integer, 7, 1, 0);
        add(Opcode.ResultRow, 1, 2, 0);
        refused("r[2] may not have been written at 2");
    }

    @Test
    void readOfARangeThatIsLongerThanWritten() {
        add(Opcode.Null, 0, 1, 3);
        add(Opcode.MakeRecord, 1, 4, 5);
        refused("r[4] may not have been written at 2");
    }

    @Test
    void writtenOnOneOfTwoWays() {
        add(Opcode.Null, 0, 1, 0);
        add(Opcode.If, 1, 4, 0);
        add(Opcode.Integer, 7, 2, 0);
        add(Opcode.ResultRow, 2, 1, 0);
        refused("r[2] may not have been written at 4");
    }

    @Test
    void writtenOnBothWays() {
        add(Opcode.Null, 0, 1, 0);
        add(Opcode.If, 1, 5, 0);
        add(Opcode.Integer, 7, 2, 0);
        add(Opcode.Goto, 0, 6, 0);
        add(Opcode.Integer, 8, 2, 0);
        add(Opcode.ResultRow, 2, 1, 0);
        passes();
    }

    @Test
    void writtenOnlyWithAJump() {
        add(Opcode.OpenEphemeral, 0, 1, 0);
        add(Opcode.IfNullRow, 0, 3, 1);
        add(Opcode.ResultRow, 1, 1, 0);
        refused("r[1] may not have been written at 3");
    }

    @Test
    void writtenByOnce() {
        add(Opcode.Once, 0, 3, 0);
        add(Opcode.Integer, 7, 1, 0);
        add(Opcode.ResultRow, 1, 1, 0);
        passes();
    }

    @Test
    void readBeforeOnceHasWritten() {
        add(Opcode.SCopy, 1, 2, 0);
        add(Opcode.Once, 0, 4, 0);
        add(Opcode.Integer, 7, 1, 0);
        refused("r[1] may not have been written at 1");
    }

    @Test
    void writtenBySubroutine() {
        add(Opcode.Goto, 0, 4, 0);
        add(Opcode.Integer, 7, 1, 0);
        add(Opcode.Return, 2, 0, 0);
        add(Opcode.Gosub, 2, 2, 0);
        add(Opcode.ResultRow, 1, 1, 0);
        passes();
    }

    /** Registers written before one caller's Gosub are not written for the other caller. */
    @Test
    void writtenByOneCallerOfASubroutine() {
        add(Opcode.Goto, 0, 4, 0);
        add(Opcode.ResultRow, 1, 1, 0);
        add(Opcode.Return, 2, 0, 0);
        add(Opcode.Gosub, 2, 2, 0);
        add(Opcode.Integer, 7, 1, 0);
        add(Opcode.Gosub, 2, 2, 0);
        refused("r[1] may not have been written at 2");
    }

    @Test
    void notWrittenBySubroutine() {
        add(Opcode.Goto, 0, 4, 0);
        add(Opcode.ResetCount, 0, 0, 0);
        add(Opcode.Return, 2, 0, 0);
        add(Opcode.Gosub, 2, 2, 0);
        add(Opcode.ResultRow, 1, 1, 0);
        refused("r[1] may not have been written at 5");
    }

    @Test
    void returnWithoutAddress() {
        add(Opcode.Return, 1, 0, 0);
        refused("r[1] may not have been written at 1");
    }

    @Test
    void returnThatAsksForAnAddress() {
        add(Opcode.Return, 1, 0, 1);
        passes();
    }

    private void coroutine(Opcode body, int register) {
        add(Opcode.InitCoroutine, 3, 5, 2);
        add(body, 0, register, 0);
        add(Opcode.Yield, 3, 4, 0);
        add(Opcode.EndCoroutine, 3, 0, 0);
        add(Opcode.Yield, 3, 8, 0);
        add(Opcode.ResultRow, 1, 1, 0);
        add(Opcode.Goto, 0, 5, 0);
    }

    @Test
    void writtenByCoroutine() {
        coroutine(Opcode.Integer, 1);
        passes();
    }

    @Test
    void notWrittenByCoroutine() {
        coroutine(Opcode.Integer, 2);
        refused("r[1] may not have been written at 6");
    }

    /** It may end before it gives a row. */
    @Test
    void readBehindTheEndOfACoroutine() {
        add(Opcode.InitCoroutine, 3, 6, 2);
        add(Opcode.Once, 0, 5, 0);
        add(Opcode.EndCoroutine, 3, 0, 0);
        add(Opcode.Integer, 7, 1, 0);
        add(Opcode.EndCoroutine, 3, 0, 0);
        add(Opcode.Yield, 3, 7, 0);
        add(Opcode.ResultRow, 1, 1, 0);
        refused("r[1] may not have been written at 7");
    }

    @Test
    void registerThatThereIsNot() {
        add(Opcode.Integer, 7, REGISTERS + 1, 0);
        refused("no such registers: 10 and following, 1 at 1");
    }

    @Test
    void registerZero() {
        add(Opcode.Integer, 7, 0, 0);
        refused("no such registers: 0 and following, 1 at 1");
    }

    @Test
    void jumpWithoutTarget() {
        add(Opcode.Goto, 0, 0, 0);
        refused("no such address: 0 at 1");
    }

    @Test
    void jumpBehindTheEnd() {
        add(Opcode.Null, 0, 1, 0);
        add(Opcode.Jump, 3, 4, 3);
        refused("no such address: 4 at 2");
    }

    @Test
    void jumpThatMayBeMissing() {
        add(Opcode.Null, 0, 1, 0);
        add(Opcode.MustBeInt, 1, 0, 0);
        passes();
    }

    @Test
    void startOfACoroutineBehindTheEnd() {
        add(Opcode.InitCoroutine, 1, 2, 9);
        refused("no such address: 9 at 1");
    }

    @Test
    void jumpWithoutCompare() {
        add(Opcode.ResetCount, 0, 0, 0);
        add(Opcode.Jump, 3, 3, 3);
        refused("no Compare before at 2");
    }

    @Test
    void noWayOn() {
        add(Opcode.ResetCount, 0, 0, 0);
        AssertionError error = assertThrows(AssertionError.class, this::check);
        assertTrue(error.getMessage().startsWith("no way on at 1"), error::getMessage);
    }

    @Test
    void labelThatIsNeverBound() {
        Assembler assembler = assembler();
        assembler.jump(assembler.label());
        assertThrows(AssertionError.class, assembler::finish);
    }

    @Test
    void assemblerChecks() {
        Assembler assembler = assembler();
        assembler.add(Opcode.ResultRow, assembler.register(), 1, 0);
        assertThrows(AssertionError.class, assembler::finish);
    }

    @Test
    void cursorThatIsOpen() {
        add(Opcode.OpenEphemeral, 0, 1, 0);
        add(Opcode.Rewind, 0, 4, 0);
        add(Opcode.Next, 0, 3, 0);
        passes();
    }

    @Test
    void cursorThatIsNotOpen() {
        add(Opcode.OpenEphemeral, 0, 1, 0);
        add(Opcode.Rewind, 1, 3, 0);
        refused("cursor is not open at 2");
    }

    @Test
    void cursorThatIsOpenOnOneOfTwoWays() {
        add(Opcode.Null, 0, 1, 0);
        add(Opcode.If, 1, 4, 0);
        add(Opcode.OpenEphemeral, 0, 1, 0);
        add(Opcode.Rewind, 0, 5, 0);
        refused("cursor is not open at 4");
    }

    @Test
    void cursorThatIsClosed() {
        add(Opcode.OpenEphemeral, 0, 1, 0);
        add(Opcode.Close, 0, 0, 0);
        add(Opcode.Rewind, 0, 4, 0);
        refused("cursor is not open at 3");
    }

    @Test
    void cursorThatASubroutineCloses() {
        add(Opcode.OpenEphemeral, 0, 1, 0);
        add(Opcode.Goto, 0, 5, 0);
        add(Opcode.Close, 0, 0, 0);
        add(Opcode.Return, 1, 0, 0);
        add(Opcode.Gosub, 1, 3, 0);
        add(Opcode.Rewind, 0, 7, 0);
        refused("cursor is not open at 6");
    }

    /** Next does not jump from a row of NULLs, so the loop's begin has been reached with a row. */
    @Test
    void readInTheInnerLoopOfAnOuterJoin() {
        outerJoin();
        passes();
    }

    @Test
    void readBehindTheNullRowOfAnOuterJoin() {
        outerJoin();
        add(Opcode.ResultRow, 1, 1, 0);
        refused("r[1] may not have been written at 9");
    }

    private void outerJoin() {
        add(Opcode.OpenEphemeral, 0, 1, 0);
        add(Opcode.Rewind, 0, 7, 0);
        add(Opcode.Integer, 7, 1, 0);
        add(Opcode.ResultRow, 1, 1, 0);
        add(Opcode.Next, 0, 4, 0);
        add(Opcode.Goto, 0, 9, 0);
        add(Opcode.NullRow, 0, 0, 0);
        add(Opcode.Goto, 0, 5, 0);
    }

    /** The loop over the values of an IN is left before it begins, and met by the row of NULLs. */
    @Test
    void nextOfALoopThatHasNotBegun() {
        loopThatMayNotBegin();
        passes();
    }

    @Test
    void readBehindALoopThatHasNotBegun() {
        loopThatMayNotBegin();
        add(Opcode.Column, 0, 0, 2);
        refused("cursor is not open at 7");
    }

    private void loopThatMayNotBegin() {
        add(Opcode.Integer, 7, 1, 0);
        add(Opcode.If, 1, 6, 0);
        add(Opcode.OpenEphemeral, 0, 1, 0);
        add(Opcode.Rewind, 0, 7, 0);
        add(Opcode.Column, 0, 0, 2);
        add(Opcode.Next, 0, 5, 0);
    }

    @Test
    void cursorThatThereIsNot() {
        add(Opcode.OpenEphemeral, CURSORS, 1, 0);
        refused("no such cursor: 2 at 1");
    }

    @Test
    void hashTableThatIsNeverOpened() {
        add(Opcode.Null, 0, 1, 0);
        add(Opcode.HashInsert, 0, 1, 0);
        refused("no HashOpen for Instruction[opcode=HashInsert");
    }

    @Test
    void programWithEnoughArguments() {
        add(Opcode.Null, 0, 1, 2);
        add(Opcode.Program, 1, 3, 2, readsSecondArgument());
        passes();
    }

    @Test
    void programWithTooFewArguments() {
        add(Opcode.Null, 0, 1, 2);
        add(Opcode.Program, 1, 3, 1, readsSecondArgument());
        refused("no argument 1 at 2");
    }

    /** P4 of another type would be an exception of the node, if that is made at all. */
    @Test
    void operandOfAnotherType() {
        Assembler assembler = new Assembler(Preparation.idle(TextEncoding.UTF8, Registered.NONE));
        KeyInfo keys = new KeyInfo(List.of());
        assembler.add(Opcode.HashOpen, assembler.cursor(), 0, 0, keys, 0);
        for (Object wrong : new Object[] {1, "keys", 1L}) {
            AssertionError error = assertThrows(
                    AssertionError.class, () -> assembler.add(Opcode.HashOpen, 0, 0, 0, wrong, 0));
            assertEquals("HashOpen " + wrong, error.getMessage());
        }
        assertThrows(AssertionError.class, () -> assembler.add(Opcode.Goto, 0, 1, 0, keys, 0));
    }

    @Test
    void argumentThatIsNotWritten() {
        add(Opcode.Null, 0, 1, 0);
        add(Opcode.Program, 1, 3, 2, readsSecondArgument());
        refused("r[2] may not have been written at 2");
    }

    private static SubProgram readsSecondArgument() {
        Assembler assembler = Assembler.ofSubProgram(assembler());
        assembler.add(Opcode.Param, 1, assembler.register(), 0);
        SubProgram called = new SubProgram("", "");
        called.set(new Program(
                "",
                Program.Kind.OTHER,
                assembler.finish(),
                assembler.registerCount(),
                assembler.cursorCount(),
                List.of(),
                List.of(),
                Program.ExplainMode.NONE,
                List.of(),
                List.of(),
                ProgramText.NONE,
                ProgramFacts.OF_SUBPROGRAM));
        return called;
    }

    private static Assembler assembler() {
        return new Assembler(Preparation.idle(TextEncoding.UTF8, Registered.NONE));
    }
}
