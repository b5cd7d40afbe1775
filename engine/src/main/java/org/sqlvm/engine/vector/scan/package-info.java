/**
 * Scans: the pipeline that a thread drives the chunks of a table through, the sinks at its end
 * (groups, the build side of a join, rows of the program), and the counts of what was done.
 */
package org.sqlvm.engine.vector.scan;
