package org.sqlvm.engine.program;

/** P4 of the instructions of virtual tables, whose types programs do not know. */
public interface ModuleOperand {}
