/**
 * A client of sqlvm's server. It speaks the protocol that docs/internals/client-protocol.md
 * specifies: SQL, transactions, values and errors are those of SQLite.
 */
package org.sqlvm.client;
