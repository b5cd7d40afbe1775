/**
 * Channels, TLS, Unix sockets, and the thread that waits for clients. It knows nothing else of the
 * server.
 */
package org.sqlvm.server.net;
