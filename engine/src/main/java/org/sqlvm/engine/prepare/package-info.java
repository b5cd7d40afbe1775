/**
 * The context of a statement's compilation: {@link org.sqlvm.engine.prepare.Preparation} goes from
 * where the statement is prepared, with its schema and its assembler, to the resolver, the planner
 * and the code generator.
 */
package org.sqlvm.engine.prepare;
