/**
 * The session of a client of PostgreSQL, and the commands that it may give: statements of the
 * database, and those that the server carries out itself. It uses everything but protocols.
 */
package org.sqlvm.server.command;
