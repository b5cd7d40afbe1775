/** Auxiliary functions of full-text tables, and the matches that they are told. */
package org.sqlvm.engine.virtual.fts5.rank;
