package org.sqlvm.engine.program;

/** What {@link Opcode} says of an instruction: the role of an operand, or a trait. */
public sealed interface Fact permits Role, Trait {}
