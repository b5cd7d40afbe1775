/** A result that goes from one process to another, in all ways that there are. */
package org.sqlvm.bench.serve;
