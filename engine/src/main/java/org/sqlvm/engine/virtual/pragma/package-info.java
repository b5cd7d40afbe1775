/** Which PRAGMAs there are, and what columns and arguments they have. */
package org.sqlvm.engine.virtual.pragma;
