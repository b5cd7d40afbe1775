/**
 * Full-text search as FTS3 and FTS4 have it (sqlite.org/fts3.html): the modules {@code fts3},
 * {@code fts4}, {@code fts4aux} and {@code fts3tokenize}.
 */
package org.sqlvm.engine.virtual.fts3;
