/**
 * The errors that are sent to clients, with PostgreSQL's codes. Depends on nothing else of the
 * server.
 */
package org.sqlvm.server.error;
