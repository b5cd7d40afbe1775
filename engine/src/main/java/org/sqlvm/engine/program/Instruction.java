package org.sqlvm.engine.program;

/**
 * One instruction. Its {@link Opcode} describes the operands.
 *
 * @param p4 the operand of a type of {@link Opcode#types}, or null
 * @param comment the compiler's remark beyond the synopsis, or an empty string
 */
public record Instruction(
        Opcode opcode, int p1, int p2, int p3, Object p4, int p5, String comment) {

    /** P1 to P5 by number; a P4 that is no Integer is 0. */
    public int operand(int number) {
        return switch (number) {
            case 1 -> p1;
            case 2 -> p2;
            case 3 -> p3;
            case 4 -> p4 instanceof Integer count ? count : 0;
            default -> p5;
        };
    }

    public int operand(Role role) {
        return operand(role.operand());
    }

    /** Whether the operand is absent, since it is 0 and 0 means none. */
    public boolean lacks(Role role) {
        return role.length() == Role.Length.OPTIONAL && operand(role) == 0;
    }

    /** The register that gets the one value which the instruction reads or computes. */
    public int result() {
        for (Role role : opcode.roles) {
            if (role.isWritten()) {
                return operand(role);
            }
        }
        throw new AssertionError(opcode);
    }

    /** Returns the constant that a {@link Trait#LITERAL} loads; null for other instructions. */
    public Object literal() {
        if (!opcode.has(Trait.LITERAL)) {
            return null;
        }
        return p4 == null ? (Object) (long) p1 : p4;
    }
}
