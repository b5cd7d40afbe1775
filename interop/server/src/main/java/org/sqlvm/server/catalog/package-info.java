/**
 * The schema as tables and functions of PostgreSQL, which read a snapshot of it. It knows a session
 * only by its login, its parameters and the list of clients.
 */
package org.sqlvm.server.catalog;
