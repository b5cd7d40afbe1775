/**
 * A server: other processes use a database in PostgreSQL's protocol, that of own clients, HTTP, or
 * as columns. This package has the command, the settings that programs see, and the list of ways
 * in; it uses all others.
 */
package org.sqlvm.server;
