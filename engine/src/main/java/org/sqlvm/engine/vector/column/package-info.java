/**
 * Columns of some thousand rows as arrays, plain or encoded (dictionaries, times, scaled decimals),
 * how they are made of records, and the loops over them.
 */
package org.sqlvm.engine.vector.column;
