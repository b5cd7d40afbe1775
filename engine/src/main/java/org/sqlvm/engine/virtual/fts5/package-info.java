/**
 * The module {@code fts5}: full-text search (sqlite.org/fts5.html). Its files are SQLite's. The
 * packages below hold the index, the query language and the auxiliary functions.
 */
package org.sqlvm.engine.virtual.fts5;
