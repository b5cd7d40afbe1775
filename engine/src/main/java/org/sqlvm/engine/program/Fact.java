package org.sqlvm.engine.program;

/** A property of an instruction in {@link Opcode}: an operand's role, a type of P4, or a trait. */
public sealed interface Fact permits Role, Trait, OperandType {}
