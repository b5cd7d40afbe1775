/**
 * The types of parameters and of results, as far as text, schema and stored values say. It uses the
 * catalog and the reader of SQL.
 */
package org.sqlvm.server.typing;
