/** Expressions and conditions on the selected rows of a vector, and the registers they use. */
package org.sqlvm.engine.vector.expression;
