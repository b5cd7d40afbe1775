/**
 * A scan: the pipeline that a thread drives chunks through, what takes the rows at its end (groups,
 * the build side of a join, rows of the program), and the counts of what was done.
 */
package org.sqlvm.engine.vector.scan;
