/**
 * Statements: from their text to a program, which the contexts of an engine share, and its runs,
 * which give batches of rows. What makes nodes of programs is an interface here
 * ({@link org.sqlvm.language.statement.ProgramNodes}).
 */
package org.sqlvm.language.statement;
