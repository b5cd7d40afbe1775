/**
 * SQL as text: tokens, and the rewriting of PostgreSQL's grammar into SQLite's. It knows types by
 * their names, and neither sessions nor the database.
 */
package org.sqlvm.server.sql;
