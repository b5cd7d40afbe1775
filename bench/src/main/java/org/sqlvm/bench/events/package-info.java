/** Rows that are appended while queries run, and events whose members vary. */
package org.sqlvm.bench.events;
