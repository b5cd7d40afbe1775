/**
 * What a run of a program consists of: its state between two calls, its cursors, parameters and
 * counters. Nodes work on it, and a statement drives it; this package knows neither.
 */
package org.sqlvm.language.runtime;
