/** Errors that clients are told, with PostgreSQL's codes. It knows nothing else of the server. */
package org.sqlvm.server.error;
