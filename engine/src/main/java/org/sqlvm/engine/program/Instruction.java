package org.sqlvm.engine.program;

/**
 * One instruction. What the operands mean is said at its {@link Opcode}.
 *
 * @param p4 the typed operand, or null: a Long, Double, Text, Blob, String, Integer, KeyInfo,
 *     Collation or FunctionCall
 * @param comment what the compiler says about it beyond the synopsis, or an empty string
 */
public record Instruction(
        Opcode opcode, int p1, int p2, int p3, Object p4, int p5, String comment) {}
