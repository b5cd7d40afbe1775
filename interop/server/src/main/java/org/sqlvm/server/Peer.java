package org.sqlvm.server;

/**
 * Who is at the other end.
 *
 * @param name for the log
 * @param isLocal whether it has come through a Unix socket
 * @param isOwn whether it is a process of the user that runs the server
 * @param isNear whether it is on this machine, as far as addresses say
 */
record Peer(String name, boolean isLocal, boolean isOwn, boolean isNear) {}
