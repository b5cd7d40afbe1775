/**
 * The aggregate functions that need no registering, each family with its accumulators. What a
 * function and an accumulator are is in the package around this one.
 */
package org.sqlvm.engine.row.aggregate;
