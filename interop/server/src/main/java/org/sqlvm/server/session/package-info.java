/**
 * What all clients have in common: {@link org.sqlvm.server.session.Door}, the life of a connection,
 * and what is counted and shown of it. It knows no protocol.
 */
package org.sqlvm.server.session;
