/** The query language of full-text tables: its parser, and the rows that match a query. */
package org.sqlvm.engine.virtual.fts5.query;
