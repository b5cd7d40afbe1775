/**
 * Code for INSERT, UPDATE and DELETE: the rows to change, constraints and conflicts, foreign keys,
 * triggers, RETURNING, and the counters of AUTOINCREMENT.
 */
package org.sqlvm.engine.codegen.change;
