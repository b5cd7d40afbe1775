/**
 * The protocol of own clients, docs/internals/client-protocol.md: statements and batches of
 * columns. It uses sessions and messages, and nothing of PostgreSQL's statements or types.
 */
package org.sqlvm.server.client;
