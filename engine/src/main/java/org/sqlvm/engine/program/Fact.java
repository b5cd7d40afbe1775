package org.sqlvm.engine.program;

/** A property of an instruction in {@link Opcode}: the role of an operand, or a trait. */
public sealed interface Fact permits Role, Trait {}
