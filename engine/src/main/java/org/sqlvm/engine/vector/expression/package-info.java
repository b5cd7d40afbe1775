/**
 * Expressions and conditions over the vectors of a batch, and the registers that they read and
 * write.
 */
package org.sqlvm.engine.vector.expression;
