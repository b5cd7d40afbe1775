/**
 * The common part of all clients: {@link org.sqlvm.server.session.Door}, the life cycle of a
 * connection, and its counters and activity. Independent of protocols.
 */
package org.sqlvm.server.session;
