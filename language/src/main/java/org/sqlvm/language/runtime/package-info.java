/**
 * The parts of a program's run: its state between two calls, its cursors, parameters and counters.
 * Nodes work on them, and a statement drives the run; this package knows neither.
 */
package org.sqlvm.language.runtime;
