/**
 * Requests of HTTP: queries, and the metrics of the server. A request runs in a session of package
 * {@code request}, and its rows are written as JSON, CSV or Arrow.
 */
package org.sqlvm.server.http;
