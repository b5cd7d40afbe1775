/**
 * Full-text search with a program's own tokenizers and auxiliary functions, as SQLite's FTS5 has
 * them (sqlite.org/fts5.html#extending_fts5).
 */
package org.sqlvm.api.search;
