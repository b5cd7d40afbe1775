/** A server: other processes use a database in PostgreSQL's protocol. */
package org.sqlvm.server;
