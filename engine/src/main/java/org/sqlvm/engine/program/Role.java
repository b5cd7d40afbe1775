package org.sqlvm.engine.program;

/**
 * The role of an instruction's operand. An operand may have several roles: P1 of IntegrityCk is a
 * register that is read and the first of those that are written.
 *
 * @param operand 1 to 5 for P1 to P5
 * @param length the number of registers or cursors; for a jump, whether there is one
 */
public record Role(Kind kind, int operand, Length length) implements Fact {
    public enum Kind {
        /** Registers that are read. */
        IN,
        /** Registers that are written. */
        OUT,
        /** Registers that are read and then written. */
        IN_OUT,
        /** A register that is written if the instruction jumps. */
        MAY_OUT,
        /** An open cursor. */
        CURSOR,
        /** An open cursor whose current row is another one afterwards, or has changed. */
        MOVES,
        /** An open cursor that moves when it is read next. */
        DEFERS,
        /** A cursor that is opened. */
        OPENS,
        /** A cursor that is closed. */
        CLOSES,
        /** An address that control may go to from here. */
        JUMP,
        /** An address that another instruction goes to, which finds it by r[P1]. */
        START,
        /** The number of a database. */
        DATABASE,
        /** The number of a database that needs a read transaction. */
        READS_DATABASE,
        /** The number of a database that needs a write transaction. */
        WRITES_DATABASE
    }

    /** The number of registers or cursors of an operand: a number, or where it is found. */
    public enum Length {
        ONE,
        THREE,
        /** None if the operand is 0. */
        OPTIONAL,
        /** None if the operand is 0 or P5 is COUNTER_OF_STATEMENT. */
        COUNTER,
        P2,
        P3,
        P5,
        P3_AND_ONE,
        /** P4 if that is a positive Integer, else one. */
        P4,
        /** Up to register P3, at least one. */
        TO_P3,
        /** One if P5 has the bit ROOT_IN_REGISTER, else none. */
        ROOT,
        /** P2 + 2. */
        TREES,
        /** The keys of the hash table. */
        KEYS,
        /** The keys and the other columns of the hash table. */
        ROW,
        /** The inputs of the VectorScan P4. */
        INPUTS
    }

    static Role in(int operand) {
        return in(operand, Length.ONE);
    }

    static Role in(int operand, Length length) {
        return new Role(Kind.IN, operand, length);
    }

    static Role out(int operand) {
        return out(operand, Length.ONE);
    }

    static Role out(int operand, Length length) {
        return new Role(Kind.OUT, operand, length);
    }

    static Role inOut(int operand) {
        return inOut(operand, Length.ONE);
    }

    static Role inOut(int operand, Length length) {
        return new Role(Kind.IN_OUT, operand, length);
    }

    static Role mayOut(int operand) {
        return new Role(Kind.MAY_OUT, operand, Length.ONE);
    }

    static Role cursor(int operand) {
        return cursor(operand, Length.ONE);
    }

    static Role cursor(int operand, Length length) {
        return new Role(Kind.CURSOR, operand, length);
    }

    static Role moves(int operand) {
        return new Role(Kind.MOVES, operand, Length.ONE);
    }

    static Role defers(int operand) {
        return new Role(Kind.DEFERS, operand, Length.ONE);
    }

    static Role opens(int operand) {
        return new Role(Kind.OPENS, operand, Length.ONE);
    }

    static Role closes(int operand) {
        return new Role(Kind.CLOSES, operand, Length.ONE);
    }

    static Role jump(int operand) {
        return jump(operand, Length.ONE);
    }

    /** @param length OPTIONAL if 0 means that there is no jump */
    static Role jump(int operand, Length length) {
        return new Role(Kind.JUMP, operand, length);
    }

    static Role start(int operand) {
        return new Role(Kind.START, operand, Length.ONE);
    }

    static Role database(int operand) {
        return new Role(Kind.DATABASE, operand, Length.ONE);
    }

    static Role readsDatabase(int operand) {
        return new Role(Kind.READS_DATABASE, operand, Length.ONE);
    }

    static Role writesDatabase(int operand) {
        return new Role(Kind.WRITES_DATABASE, operand, Length.ONE);
    }

    public boolean isRead() {
        return kind == Kind.IN || kind == Kind.IN_OUT;
    }

    public boolean isWritten() {
        return kind == Kind.OUT || kind == Kind.IN_OUT || kind == Kind.MAY_OUT;
    }

    public boolean isCursor() {
        return switch (kind) {
            case CURSOR, MOVES, DEFERS, OPENS, CLOSES -> true;
            default -> false;
        };
    }

    /** Whether the cursor has another row afterwards, so that nothing known of its row holds. */
    public boolean changesRow() {
        return isCursor() && kind != Kind.CURSOR && kind != Kind.CLOSES;
    }

    public boolean isAddress() {
        return kind == Kind.JUMP || kind == Kind.START;
    }
}
